//! How a game begins: with the terrain phase, or on ground that lies already (§9).

use game::choices::{bad_value, unknown};
use game::text::number;
use game::{Choice, Choices, Refusal};

use crate::rules::{Rules, Variant};
use crate::terrain::{self, Heights, Preset, Random, Style, Symmetry};

/// Where the ground comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Terrain {
    /// The players build it.
    Build,
    /// A ground with a name.
    Preset(Preset),
    /// A ground drawn from a seed.
    Random(u64),
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Where the ground comes from.
    pub terrain: Terrain,
    /// Whether random ground looks the same to both sides.
    pub symmetric: Symmetry,
    /// What random land looks like.
    pub style: Style,
}

impl Default for Start {
    fn default() -> Self {
        Self { terrain: Terrain::Build, symmetric: Symmetry::Yes, style: Style::Hills }
    }
}

impl Start {
    /// The heights on which the battle begins, or `None` if the players build them.
    ///
    /// # Errors
    /// `E_OPTION` if a preset does not suit the variant.
    pub(crate) fn heights(&self, rules: &Rules) -> Result<Option<Heights>, Refusal> {
        match self.terrain {
            Terrain::Build => Ok(None),
            Terrain::Preset(preset) if preset.is_sea() == (rules.variant == Variant::Sea) => Ok(Some(preset.heights())),
            Terrain::Preset(preset) => {
                let variant = rules.variant.text();
                Err(Refusal::option(format!("`terrain={}` does not suit `{variant}`", preset.text())))
            }
            Terrain::Random(seed) if rules.variant == Variant::Sea => {
                Ok(Some(terrain::random_sea(seed, self.symmetric)))
            }
            Terrain::Random(seed) => {
                let random = Random { seed, symmetric: self.symmetric, style: self.style };
                Ok(Some(terrain::random_land(random, rules.height_max())))
            }
        }
    }
}

const RANDOM: &str = "random:";

impl Choices for Start {
    const CHOICES: &'static [Choice] = &[
        Choice {
            key: "terrain",
            values: &[
                "build",
                "example",
                "plain",
                "ridge",
                "valley",
                "spine",
                "fortress",
                "open-sea",
                "myeongnyang",
                "random:N",
            ],
            about: "whether the players build the ground, or which ground lies there",
        },
        Choice { key: "symmetric", values: Symmetry::TEXTS, about: "whether random ground is the same for both sides" },
        Choice { key: "style", values: Style::TEXTS, about: "what random land looks like" },
    ];

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "terrain" => Some(match self.terrain {
                Terrain::Build => "build".to_owned(),
                Terrain::Preset(preset) => preset.text().to_owned(),
                Terrain::Random(seed) => format!("{RANDOM}{seed}"),
            }),
            "symmetric" => Some(self.symmetric.text().to_owned()),
            "style" => Some(self.style.text().to_owned()),
            _ => None,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        let bad = || bad_value::<Self>(key, value);
        match key {
            "terrain" => self.terrain = terrain_from_text(value).ok_or_else(bad)?,
            "symmetric" => self.symmetric = Symmetry::from_text(value).ok_or_else(bad)?,
            "style" => self.style = Style::from_text(value).ok_or_else(bad)?,
            _ => return Err(unknown(key)),
        }
        Ok(())
    }
}

fn terrain_from_text(text: &str) -> Option<Terrain> {
    match text.strip_prefix(RANDOM) {
        Some(seed) => number(seed).map(Terrain::Random),
        None if text == "build" => Some(Terrain::Build),
        None => Preset::from_text(text).map(Terrain::Preset),
    }
}
