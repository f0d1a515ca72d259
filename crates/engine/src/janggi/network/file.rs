//! The network as a file: a name, a version, the shape, the weights, a checksum.

use std::fmt;

use super::inputs::{Context, INPUTS, STAGES};
use super::{Network, OUTPUT_MAX, WIDTH};

const NAME: [u8; 8] = *b"DGKNETWK";
const VERSION: u32 = 1;
const SHAPE: [u32; 4] = [INPUTS as u32, Context::COUNT as u32, WIDTH as u32, STAGES as u32];
const HEAD_BYTES: usize = NAME.len() + 4 + 4 * SHAPE.len();
const WEIGHTS: usize = (INPUTS + Context::COUNT + 1 + 2 * STAGES) * WIDTH + STAGES;
const FILE_BYTES: usize = HEAD_BYTES + 2 * WEIGHTS + 4;

/// Why a file is no network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It does not begin like one.
    Name,
    /// It is of another version.
    Version(u32),
    /// It has another shape.
    Shape([u32; 4]),
    /// It is too short or too long.
    Length(usize),
    /// The checksum is wrong.
    Checksum,
    /// A weight of the sum is too large, at this byte.
    Weight(usize),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(f, "not a network file: it does not begin with DGKNETWK"),
            Self::Version(version) => write!(f, "a network of version {version}; this program reads version {VERSION}"),
            Self::Shape([inputs, contexts, width, stages]) => {
                write!(f, "a network of {inputs} inputs, {contexts} contexts, {width} neurons and {stages} stages; ")?;
                let [inputs, contexts, width, stages] = SHAPE;
                write!(f, "this program needs {inputs}, {contexts}, {width} and {stages}")
            }
            Self::Length(bytes) => write!(f, "a network of {bytes} bytes; this program needs {FILE_BYTES}"),
            Self::Checksum => write!(f, "a damaged network: its checksum is wrong"),
            Self::Weight(at) => write!(f, "a damaged network: the weight at byte {at} is too large"),
        }
    }
}

impl std::error::Error for Damage {}

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged network of this shape.
    pub fn read(bytes: &[u8]) -> Result<Self, Damage> {
        let word = |at: usize| bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes);
        if !bytes.starts_with(&NAME) {
            return Err(Damage::Name);
        }
        let version = word(8).ok_or(Damage::Length(bytes.len()))?;
        if version != VERSION {
            return Err(Damage::Version(version));
        }
        let shape = [word(12), word(16), word(20), word(24)].map(Option::unwrap_or_default);
        if shape != SHAPE {
            return Err(Damage::Shape(shape));
        }
        if bytes.len() != FILE_BYTES {
            return Err(Damage::Length(bytes.len()));
        }
        let (content, checksum) = bytes.split_at(FILE_BYTES - 4);
        if checksum != crc32fast::hash(content).to_le_bytes() {
            return Err(Damage::Checksum);
        }
        let mut weights = content[HEAD_BYTES..].as_chunks().0.iter().map(|two| i16::from_le_bytes(*two));
        let network = Self::fill(|| weights.next().ok_or(Damage::Length(bytes.len())))?;
        network.check_outputs()?;
        Ok(network)
    }

    fn check_outputs(&self) -> Result<(), Damage> {
        let outputs = self.outputs.iter().flatten().flat_map(|row| row.0);
        match outputs.enumerate().find(|(_, weight)| weight.abs() > OUTPUT_MAX) {
            Some((index, _)) => Err(Damage::Weight(HEAD_BYTES + 2 * ((INPUTS + Context::COUNT + 1) * WIDTH + index))),
            None => Ok(()),
        }
    }

    /// A network from its weights in the order of the file: inputs, contexts, bias, sums and the
    /// sums' biases. `None` if they are not as many as needed.
    #[must_use]
    pub fn from_weights(weights: impl IntoIterator<Item = i16>) -> Option<Self> {
        let mut weights = weights.into_iter();
        let network = Self::fill(|| weights.next().ok_or(())).ok()?;
        weights.next().is_none().then_some(network)
    }

    /// The file of this network.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(FILE_BYTES);
        bytes.extend(NAME);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(SHAPE.iter().flat_map(|part| part.to_le_bytes()));
        bytes.extend(self.weights().flat_map(i16::to_le_bytes));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Network {
        let mut next = 0_i32;
        let weights = std::iter::repeat_with(|| {
            next = (next * 31 + 7) % 251;
            (next - 125) as i16
        });
        Network::from_weights(weights.take(WEIGHTS)).expect("as many as needed")
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let bytes = some().write();
        assert_eq!(bytes.len(), FILE_BYTES);
        assert_eq!(Network::read(&bytes), Ok(some()));
    }

    #[test]
    fn damage_is_refused_by_name() {
        let good = some().write();
        assert_eq!(Network::read(b"").err(), Some(Damage::Name));
        assert_eq!(Network::read(&good[..10]).err(), Some(Damage::Length(10)));
        assert_eq!(Network::read(&good[..FILE_BYTES - 1]).err(), Some(Damage::Length(FILE_BYTES - 1)));
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] ^= byte;
            Network::read(&bytes).err()
        };
        assert_eq!(with(0, 1), Some(Damage::Name));
        assert_eq!(with(8, 2), Some(Damage::Version(VERSION ^ 2)));
        assert!(matches!(with(20, 1), Some(Damage::Shape(_))));
        for at in [HEAD_BYTES, FILE_BYTES / 2, FILE_BYTES - 5, FILE_BYTES - 1] {
            assert_eq!(with(at, 0x10), Some(Damage::Checksum), "byte {at}");
        }
    }

    #[test]
    fn the_built_in_network_is_sound() {
        assert!(Network::read(include_bytes!("daeguk.net")).is_ok());
    }
}
