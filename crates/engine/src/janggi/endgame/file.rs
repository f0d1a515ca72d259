//! A table as a file: a head, blocks that are packed each for itself, a checksum.

use std::borrow::Cow;
use std::fmt;

use super::{Class, Family, Layout, Verdict};

const NAME: [u8; 8] = *b"DGKTABLE";
const VERSION: u8 = 2;
/// How many entries a block has.
pub(super) const BLOCK: usize = 1 << 15;
const PACKING: u8 = 9;
/// The longest name of a class, in bytes.
const CLASS_BYTES: usize = 16;

/// A table, packed.
#[derive(Clone, Debug)]
pub struct TableFile {
    class: Class,
    family: Family,
    layout: Layout,
    bytes: Cow<'static, [u8]>,
    /// Where each block begins, and the end of the last.
    starts: Vec<usize>,
}

/// The entries of placings that no game reaches say the same as those before them: nobody asks, and the
/// blocks become a quarter as large.
fn smooth(entries: &[u8]) -> Vec<u8> {
    let mut last = Verdict::Open.code();
    let mut smooth = |entry: &u8| {
        if *entry != Verdict::NO_POSITION {
            last = *entry;
        }
        last
    };
    entries.iter().map(&mut smooth).collect()
}

/// Why a file is no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It does not begin like one.
    Name,
    /// It is of another version.
    Version(u8),
    /// Its class or its family is unknown.
    Class,
    /// It is too short or too long.
    Length(usize),
    /// The checksum is wrong.
    Checksum,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(f, "not a table: it does not begin with DGKTABLE"),
            Self::Version(version) => write!(f, "a table of version {version}; this program reads version {VERSION}"),
            Self::Class => write!(f, "a table of pieces or rules that this program does not know"),
            Self::Length(bytes) => write!(f, "a damaged table: {bytes} bytes are not all or too many"),
            Self::Checksum => write!(f, "a damaged table: its checksum is wrong"),
        }
    }
}

impl std::error::Error for Damage {}

impl TableFile {
    /// The name of the file of a table.
    #[must_use]
    pub fn name(class: &Class, family: Family) -> String {
        format!("{class}.{}.dgt", family.name())
    }

    /// Packs a table.
    #[must_use]
    pub fn pack(class: &Class, family: Family, entries: &[u8]) -> Vec<u8> {
        let mut bytes = NAME.to_vec();
        bytes.push(VERSION);
        bytes.push(family as u8);
        let mut name = class.to_string().into_bytes();
        name.resize(CLASS_BYTES, 0);
        bytes.extend(name);
        let blocks: Vec<_> =
            smooth(entries).chunks(BLOCK).map(|block| miniz_oxide::deflate::compress_to_vec(block, PACKING)).collect();
        bytes.extend((blocks.len() as u32).to_le_bytes());
        for block in &blocks {
            bytes.extend((block.len() as u32).to_le_bytes());
        }
        bytes.extend(blocks.concat());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged table.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, Damage> {
        let bytes = bytes.into();
        let length = Damage::Length(bytes.len());
        if !bytes.starts_with(&NAME) {
            return Err(Damage::Name);
        }
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or(length.clone())?;
        match content.get(NAME.len()) {
            Some(&VERSION) => {}
            other => return Err(Damage::Version(other.copied().unwrap_or(0))),
        }
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(Damage::Checksum);
        }
        let mut head = Head { bytes: content, at: NAME.len() + 1 };
        let (class, family) = head.class().ok_or(Damage::Class)?;
        let layout = Layout::new(&class);
        let starts = head.starts(layout.entries().div_ceil(BLOCK)).ok_or(length)?;
        Ok(Self { class, family, layout, bytes, starts })
    }

    /// The file's bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Which pieces it knows.
    #[must_use]
    pub const fn class(&self) -> &Class {
        &self.class
    }

    /// Under which rules.
    #[must_use]
    pub const fn family(&self) -> Family {
        self.family
    }

    /// How its pieces are ordered.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// One block, unpacked; empty if there is no such block.
    ///
    /// # Panics
    /// Never: the checksum has vouched for every block.
    #[must_use]
    pub fn block(&self, number: usize) -> Vec<u8> {
        let Some([start, end]) = self.starts.get(number..number + 2) else { return Vec::new() };
        let packed = &self.bytes[*start..*end];
        miniz_oxide::inflate::decompress_to_vec_with_limit(packed, BLOCK).unwrap_or_default()
    }

    /// The whole table, unpacked.
    #[must_use]
    pub fn unpacked(&self) -> Vec<u8> {
        (0..self.starts.len() - 1).flat_map(|number| self.block(number)).collect()
    }
}

/// Reads what stands before the blocks.
struct Head<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Head<'_> {
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes).map(|number| number as usize)
    }

    fn class(&mut self) -> Option<(Class, Family)> {
        let family = usize::from(*self.take(1)?.first()?);
        let name = self.take(CLASS_BYTES)?;
        let name = name.split(|byte| *byte == 0).next().and_then(|name| std::str::from_utf8(name).ok())?;
        Some((Class::from_name(name)?, *Family::ALL.get(family)?))
    }

    /// Where the blocks begin and end, if that is the end of the file and there are as many as there should be.
    fn starts(&mut self, wanted: usize) -> Option<Vec<usize>> {
        let count = self.number().filter(|count| *count == wanted)?;
        let lengths: Vec<usize> = (0..count).map(|_| self.number()).collect::<Option<_>>()?;
        let mut starts = vec![self.at];
        for length in lengths {
            starts.push(starts.last()?.checked_add(length)?);
        }
        (starts.last() == Some(&self.bytes.len())).then_some(starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Vec<u8>, Vec<u8>) {
        let class = Class::from_name("KRvK").expect("a class");
        let entries: Vec<u8> = (0..Layout::new(&class).entries()).map(|index| (index / 7 % 200) as u8).collect();
        (TableFile::pack(&class, Family::Traditional, &entries), entries)
    }

    #[test]
    fn a_table_is_read_again() {
        let (bytes, entries) = sample();
        let table = TableFile::read(bytes).expect("whole");
        assert_eq!((table.class().to_string().as_str(), table.family()), ("KRvK", Family::Traditional));
        assert_eq!(table.unpacked(), entries);
        assert!(table.block(1_000_000).is_empty());
    }

    #[test]
    fn what_no_game_reaches_says_what_stood_before_it() {
        assert_eq!(smooth(&[255, 3, 255, 255, 104, 255, 0]), [0, 3, 3, 3, 104, 104, 0]);
    }

    #[test]
    fn every_damage_is_told() {
        let (bytes, _) = sample();
        for at in (0..bytes.len()).step_by(bytes.len() / 200) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(TableFile::read(damaged).is_err(), "byte {at}");
            assert!(TableFile::read(bytes[..at].to_vec()).is_err(), "{at} bytes");
        }
        assert_eq!(TableFile::read([bytes, vec![0]].concat()).expect_err("longer"), Damage::Checksum);
    }
}
