//! The names that engines have for rule sets.

use game::{Refusal, Rules as _};
use janggi::{Rules, Start};

/// The variants of other programs, and what they are called here.
const VARIANTS: [(&str, &str); 4] = [
    ("janggi", "fsf-janggi"),
    ("janggitraditional", "fsf-traditional"),
    ("janggicasual", "casual"),
    ("janggimodern", "modern"),
];

/// The variant that engines play unless told otherwise.
pub const DEFAULT: &str = VARIANTS[0].0;

/// Every name that the option `UCI_Variant` offers: those of other programs, then our presets.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let presets = Rules::PRESETS.iter().map(|preset| preset.name);
    VARIANTS.iter().map(|(name, _)| *name).chain(presets).collect()
}

/// The rules of a variant: one of [`names`], or `PRESET;key=value;…`.
///
/// # Errors
/// If there is no such variant, preset or option.
pub fn rules(variant: &str) -> Result<Rules, Refusal> {
    let preset = VARIANTS.iter().find(|(name, _)| *name == variant).map_or(variant, |(_, preset)| preset);
    game::choices::parse::<Rules, Start>(preset).map(|(rules, _)| rules)
}

/// What engines call these rules: the name that others know if there is one.
#[must_use]
pub fn name(rules: &Rules) -> String {
    let text = game::choices::write(rules);
    VARIANTS.iter().find(|(_, preset)| *preset == text).map_or(text, |(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_the_name_of_its_rules() {
        for name in names() {
            let rules = rules(name).expect("an offered variant");
            assert_eq!(self::rules(&super::name(&rules)), Ok(rules), "{name}");
        }
        assert_eq!(name(&Rules::FSF_JANGGI), "janggi");
        assert_eq!(
            rules("kja;no_capture_limit=50").map(|rules| name(&rules)),
            Ok("kja;no_capture_limit=50".to_owned())
        );
        assert!(rules("xiangqi").is_err());
    }
}
