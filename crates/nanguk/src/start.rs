//! How a game begins: with the terrain phase, or on ground that lies already (§9).

use std::fmt;

use game::Refusal;
use game::choices::bad_value;
use game::text::number;

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
const BUILD: &str = "build";
const TERRAINS: &[&str] =
    &[BUILD, "example", "plain", "ridge", "valley", "spine", "fortress", "open-sea", "myeongnyang", "random:N"];

game::options! {
    Start {
        ("terrain", terrain, { text TERRAINS, Terrain::read }, "whether the players build the ground, or which ground lies there"),
        ("symmetric", symmetric, Symmetry, "whether random ground is the same for both sides"),
        ("style", style, Style, "what random land looks like"),
    }
}

impl Terrain {
    fn read(text: &str) -> Result<Self, Refusal> {
        let read = match text.strip_prefix(RANDOM) {
            Some(seed) => number(seed).map(Self::Random),
            None if text == BUILD => Some(Self::Build),
            None => Preset::from_text(text).map(Self::Preset),
        };
        read.ok_or_else(|| bad_value::<Start>("terrain", text))
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build => f.write_str(BUILD),
            Self::Preset(preset) => f.write_str(preset.text()),
            Self::Random(seed) => write!(f, "{RANDOM}{seed}"),
        }
    }
}
