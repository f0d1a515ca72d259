//! The direction of dependencies: nothing points up, and games do not know each other.

use crate::tree::{TextFile, Tree};

/// Every crate of the house, from the ground up. A crate may use those of lower layers only.
pub(crate) const LAYERS: &[&[&str]] = &[
    &["game"],
    &["janggi", "nanguk", "tigers", "yonin"],
    &["engine", "ratings"],
    &["room"],
    &["lab", "server", "worker", "browser"],
    &["app"],
];

/// What waits, sends, stores or draws chance is for hosts; a browser may be one.
const FOR_HOSTS: &[&str] = &["axum", "getrandom", "hyper", "rustix", "sqlx", "tokio", "tower-http", "tungstenite"];
/// The highest crate that a browser has to be able to run.
const HIGHEST_WITHOUT_A_NETWORK: &str = "room";

pub(crate) fn complaints(tree: &Tree) -> Vec<String> {
    let manifests = tree.ending("/Cargo.toml").filter(|file| file.path.starts_with("crates/"));
    manifests.flat_map(manifest_complaints).collect()
}

fn manifest_complaints(manifest: &TextFile) -> Vec<String> {
    let name = manifest.path.split('/').nth(1).unwrap_or_default();
    let Some(layer) = layer(name) else {
        return vec![format!("{}:1: crate `{name}` has no layer yet; give it one in layers.rs", manifest.path)];
    };
    let is_upward = |used: &str| used_layer(used).is_some_and(|used| used >= layer);
    let is_portable = Some(layer) <= self::layer(HIGHEST_WITHOUT_A_NETWORK);
    let is_wrong = |used: &str| is_upward(used) || (is_portable && FOR_HOSTS.contains(&used));
    let wrong = dependencies(&manifest.text).filter(|(_, used)| is_wrong(used));
    wrong.map(|(line, used)| format!("{}:{line}: `{name}` may not use `{used}`", manifest.path)).collect()
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&name))
}

/// Foreign crates have no layer, the house's own go by their short or long name.
fn used_layer(name: &str) -> Option<usize> {
    layer(name.strip_prefix("daeguk-").unwrap_or(name))
}

/// The names in all dependency sections, with their lines.
fn dependencies(manifest: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    (1..).zip(manifest.lines()).filter_map(move |(number, line)| {
        let line = line.trim();
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_end_matches(']').ends_with("dependencies");
            return None;
        }
        let name = line.split(['.', '=', ' ']).next()?;
        (inside && !name.is_empty() && !name.starts_with('#')).then_some((number, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(path: &str, text: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_lower_crate_may_be_used_and_a_higher_or_equal_one_not() {
        let text = "[package]\nname = \"x\"\n[dependencies]\ngame.workspace = true\nserde = \"1\"\n";
        assert!(manifest_complaints(&manifest("crates/janggi/Cargo.toml", text)).is_empty());
        let text = "[dependencies]\nyonin = { workspace = true }\n[dev-dependencies]\ndaeguk-engine.workspace = true\n";
        assert_eq!(manifest_complaints(&manifest("crates/janggi/Cargo.toml", text)).len(), 2);
        assert_eq!(manifest_complaints(&manifest("crates/casino/Cargo.toml", "")).len(), 1);
    }

    #[test]
    fn a_table_has_no_network_and_a_server_has() {
        let text = "[dependencies]\nengine.workspace = true\ntokio.workspace = true\nsqlx.workspace = true\n";
        assert_eq!(manifest_complaints(&manifest("crates/room/Cargo.toml", text)).len(), 2);
        assert!(manifest_complaints(&manifest("crates/server/Cargo.toml", text)).is_empty());
        let text = "[dependencies]\nroom.workspace = true\n";
        assert!(manifest_complaints(&manifest("crates/server/Cargo.toml", text)).is_empty());
        assert_eq!(manifest_complaints(&manifest("crates/engine/Cargo.toml", text)).len(), 1);
    }
}
