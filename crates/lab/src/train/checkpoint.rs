//! A training that was interrupted: everything that is needed to go on as if it had not been.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::adam::Adam;
use super::model::{Model, at};

const NAME: [u8; 8] = *b"DGKTRN01";
const HEAD_BYTES: usize = 8 + 8 + 4 + 4 + 4;

/// Where a training stands after an epoch.
pub(super) struct Checkpoint {
    /// What was ordered: data and settings.
    pub(super) recipe: u64,
    pub(super) model: Model,
    pub(super) adam: Adam,
    /// The errors of each finished epoch: training, held out.
    pub(super) curve: Vec<[f32; 2]>,
}

impl Checkpoint {
    /// Writes it beside the old one and then takes its place, so that one of them is always whole.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let mut bytes = Vec::with_capacity(HEAD_BYTES + 4 * 3 * at::END);
        bytes.extend(NAME);
        bytes.extend(self.recipe.to_le_bytes());
        bytes.extend(self.adam.pace.steps.to_le_bytes());
        bytes.extend((self.curve.len() as u32).to_le_bytes());
        let numbers = self.model.0.iter().chain(&self.adam.pace.first).chain(&self.adam.pace.second);
        let numbers = numbers.chain(self.curve.iter().flatten());
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let fresh = path.with_extension("new");
        std::fs::write(&fresh, bytes).with_context(|| format!("cannot write {}", fresh.display()))?;
        std::fs::rename(&fresh, path).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the one of this recipe; `None` if there is none.
    pub(super) fn find(path: &Path, recipe: u64) -> Result<Option<Self>> {
        if !path.exists() {
            return Ok(None);
        }
        let found = Self::read(path)?;
        ensure!(found.recipe == recipe, "{}: a training with other data or settings", path.display());
        Ok(Some(found))
    }

    /// Reads one.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.display();
        ensure!(bytes.len() >= HEAD_BYTES && bytes.starts_with(&NAME), "{name}: not a training of this version");
        let (content, checksum) = bytes.split_at(bytes.len() - 4);
        ensure!(checksum == crc32fast::hash(content).to_le_bytes(), "{name}: damaged: its checksum is wrong");
        let word = |at: usize| u32::from_le_bytes([content[at], content[at + 1], content[at + 2], content[at + 3]]);
        let recipe = u64::from(word(8)) | u64::from(word(12)) << 32;
        let (steps, epochs) = (word(16), word(20) as usize);
        let numbers: Vec<f32> = content[24..].as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        ensure!(numbers.len() == 3 * at::END + 2 * epochs, "{name}: a training of another size");
        let part = |index: usize| numbers[index * at::END..(index + 1) * at::END].to_vec();
        let adam = Adam::resume(part(1), part(2), steps);
        let curve = numbers[3 * at::END..].as_chunks().0.to_vec();
        Ok(Self { recipe, model: Model(part(0)), adam, curve })
    }
}
