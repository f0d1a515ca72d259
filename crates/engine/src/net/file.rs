//! A network as a file: a name, the game, the shape, the weights, a checksum.

use std::fmt;

use super::{INPUT_MAX, Net, OUTPUT_MAX, Shape, WIDTH};

const NAME: [u8; 8] = *b"DGKNET2\n";
/// The game's name is filled up with zeros.
const KIND_BYTES: usize = 16;
const HEAD_BYTES: usize = NAME.len() + KIND_BYTES + 3 * 4;

/// Why a file is no network of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It does not begin like one.
    Name,
    /// It is of another game.
    Kind(String),
    /// It has other numbers of inputs, neurons or stages.
    Shape([u32; 3]),
    /// It is too short or too long.
    Length(usize),
    /// The checksum is wrong.
    Checksum,
    /// A weight is too large, at this byte.
    Weight(usize),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(f, "not a network file: it does not begin with DGKNET2"),
            Self::Kind(kind) => write!(f, "a network for `{kind}`, not for this game"),
            Self::Shape([inputs, width, stages]) => {
                write!(
                    f,
                    "a network of {inputs} inputs, {width} neurons and {stages} stages: not what this program needs"
                )
            }
            Self::Length(bytes) => write!(f, "a network of {bytes} bytes: too few or too many"),
            Self::Checksum => write!(f, "a damaged network: its checksum is wrong"),
            Self::Weight(at) => write!(f, "a damaged network: the weight at byte {at} is too large"),
        }
    }
}

impl std::error::Error for Damage {}

impl Shape {
    fn head(self) -> Vec<u8> {
        let mut head = NAME.to_vec();
        head.extend(self.kind.bytes().chain(std::iter::repeat(0)).take(KIND_BYTES));
        head.extend([self.inputs, WIDTH, self.stages].iter().flat_map(|part| (*part as u32).to_le_bytes()));
        head
    }

    const fn file_bytes(self) -> usize {
        HEAD_BYTES + 2 * self.weights() + 4
    }
}

impl Net {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged network of this shape.
    pub fn read(shape: Shape, bytes: &[u8]) -> Result<Self, Damage> {
        check_head(shape, bytes)?;
        if bytes.len() != shape.file_bytes() {
            return Err(Damage::Length(bytes.len()));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - 4);
        if checksum != crc32fast::hash(content).to_le_bytes() {
            return Err(Damage::Checksum);
        }
        let weights: Vec<i16> =
            content[HEAD_BYTES..].as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect();
        check_weights(shape, &weights)?;
        Self::from_weights(shape, &weights).ok_or(Damage::Length(bytes.len()))
    }

    /// The file of this network.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.shape.head();
        bytes.extend(self.weights().flat_map(i16::to_le_bytes));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

fn check_head(shape: Shape, bytes: &[u8]) -> Result<(), Damage> {
    if !bytes.starts_with(&NAME) {
        return Err(Damage::Name);
    }
    let Some((head, _)) = bytes.split_at_checked(HEAD_BYTES) else { return Err(Damage::Length(bytes.len())) };
    let ours = shape.head();
    let kind = NAME.len()..NAME.len() + KIND_BYTES;
    if head[kind.clone()] != ours[kind.clone()] {
        let kind = String::from_utf8_lossy(&head[kind]);
        return Err(Damage::Kind(kind.trim_end_matches('\0').to_owned()));
    }
    if head != ours {
        let word =
            |index: usize| head[HEAD_BYTES - 12..].as_chunks().0.get(index).map_or(0, |four| u32::from_le_bytes(*four));
        return Err(Damage::Shape([word(0), word(1), word(2)]));
    }
    Ok(())
}

/// Sums of weights have to fit into 16 bits.
fn check_weights(shape: Shape, weights: &[i16]) -> Result<(), Damage> {
    let (inputs, outputs) = weights.split_at((shape.inputs + 1) * WIDTH);
    let outputs = &outputs[..shape.stages * WIDTH];
    let too_large =
        |weights: &[i16], limit: i16| weights.iter().position(|weight| weight.unsigned_abs() > limit.unsigned_abs());
    let at = too_large(inputs, INPUT_MAX).or_else(|| Some(inputs.len() + too_large(outputs, OUTPUT_MAX)?));
    at.map_or(Ok(()), |at| Err(Damage::Weight(HEAD_BYTES + 2 * at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape { kind: "tigers", inputs: 5, stages: 2 };

    fn some() -> Net {
        let weights: Vec<i16> = (0..SHAPE.weights()).map(|index| (index * 31 % 251) as i16 - 125).collect();
        Net::from_weights(SHAPE, &weights).expect("as many as needed")
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let bytes = some().write();
        assert_eq!(bytes.len(), SHAPE.file_bytes());
        assert_eq!(Net::read(SHAPE, &bytes), Ok(some()));
        assert_eq!(Net::from_weights(SHAPE, &[0; 7]), None);
    }

    #[test]
    fn damage_is_refused_by_name() {
        let good = some().write();
        let read = |bytes: &[u8]| Net::read(SHAPE, bytes).err();
        assert_eq!(read(b""), Some(Damage::Name));
        assert_eq!(read(&good[..10]), Some(Damage::Length(10)));
        assert_eq!(read(&good[..good.len() - 1]), Some(Damage::Length(good.len() - 1)));
        let other = Shape { kind: "yonin", ..SHAPE };
        assert_eq!(Net::read(other, &good).err(), Some(Damage::Kind("tigers".to_owned())));
        let other = Shape { inputs: 6, ..SHAPE };
        assert_eq!(Net::read(other, &good).err(), Some(Damage::Shape([5, 32, 2])));
        for at in [HEAD_BYTES, good.len() / 2, good.len() - 5, good.len() - 1] {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            assert_eq!(read(&bytes), Some(Damage::Checksum), "byte {at}");
        }
    }

    #[test]
    fn weights_that_would_overflow_are_refused() {
        let mut weights = vec![0; SHAPE.weights()];
        weights[3] = INPUT_MAX + 1;
        let bytes = Net::from_weights(SHAPE, &weights).expect("as many as needed").write();
        assert_eq!(Net::read(SHAPE, &bytes).err(), Some(Damage::Weight(HEAD_BYTES + 6)));
    }
}
