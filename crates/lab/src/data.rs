//! Positions with a value and a result, 32 bytes each, in files of whole games.
//!
//! A file is a header and blocks. A block is one game: its number, the count of its positions, a
//! checksum, the positions. A file that was cut off while a block was being written loses that
//! block and nothing else; damage anywhere else is refused with its place.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use janggi::{Board, Piece, Point, Points, Role, Side};

/// How a game ended, as Cho sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Han won.
    Lost,
    /// Nobody won.
    Drawn,
    /// Cho won.
    Won,
}

/// One position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub side: Side,
    /// The value for the side to move, in hundredths of a point.
    pub value: i16,
    /// How the game ended.
    pub result: GameResult,
    /// Plies since the last capture, 255 for more.
    pub halfmove: u8,
}

/// Bytes of a packed sample.
pub const SAMPLE_BYTES: usize = 32;
const PIECES_MAX: usize = 32;

impl Sample {
    /// The packed form: which points are occupied (12 bytes), the pieces in order (16), the value
    /// (2), flags, halfmove.
    #[must_use]
    pub fn pack(&self) -> [u8; SAMPLE_BYTES] {
        let mut bytes = [0; SAMPLE_BYTES];
        bytes[..12].copy_from_slice(&self.board.occupied().bits().to_le_bytes()[..12]);
        for (index, (_, piece)) in self.board.iter().take(PIECES_MAX).enumerate() {
            bytes[12 + index / 2] |= (piece.index() as u8) << (index % 2 * 4);
        }
        bytes[28..30].copy_from_slice(&self.value.to_le_bytes());
        let result = match self.result {
            GameResult::Lost => 0,
            GameResult::Drawn => 1,
            GameResult::Won => 2,
        };
        bytes[30] = result << 1 | self.side.index() as u8;
        bytes[31] = self.halfmove;
        bytes
    }

    /// Reads the packed form; `None` if it is not one.
    #[must_use]
    pub fn unpack(bytes: &[u8; SAMPLE_BYTES]) -> Option<Self> {
        let mut word = [0; 16];
        word[..12].copy_from_slice(&bytes[..12]);
        let bits = u128::from_le_bytes(word);
        let occupied = Points::from_bits(bits);
        if occupied.bits() != bits || occupied.len() as usize > PIECES_MAX || bytes[30] > 5 {
            return None;
        }
        let mut board = Board::default();
        for (index, point) in occupied.iter().enumerate() {
            board.put(piece_of(bytes[12 + index / 2] >> (index % 2 * 4) & 0xf)?, point);
        }
        let result = [GameResult::Lost, GameResult::Drawn, GameResult::Won][usize::from(bytes[30] >> 1)];
        Some(Self {
            board,
            side: Side::ALL[usize::from(bytes[30] & 1)],
            value: i16::from_le_bytes([bytes[28], bytes[29]]),
            result,
            halfmove: bytes[31],
        })
    }
}

fn piece_of(nibble: u8) -> Option<Piece> {
    let index = usize::from(nibble);
    let side = *Side::ALL.get(index / Role::COUNT)?;
    Some(Piece::new(side, Role::ALL[index % Role::COUNT]))
}

const MAGIC: [u8; 8] = *b"DGKDATA1";
const HEADER_BYTES: u64 = 16;
const BLOCK_HEAD_BYTES: usize = 16;
/// No game has more samples than this.
const BLOCK_SAMPLES_MAX: u32 = 10_000;

/// What a file was made with: data of different seeds or settings are not mixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe(pub u64);

/// A number that stands for a text of settings (FNV-1a).
#[must_use]
pub fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Appends games to a file.
pub struct Writer {
    file: BufWriter<File>,
    done: HashSet<u64>,
    samples: u64,
}

impl Writer {
    /// Opens a file to go on with it, or makes it. A block cut off at the end is dropped.
    ///
    /// # Errors
    /// If the file is damaged or of another recipe.
    pub fn open(path: &Path, recipe: Recipe) -> Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() < HEADER_BYTES {
            file.set_len(0)?;
            file.write_all(&MAGIC)?;
            file.write_all(&recipe.0.to_le_bytes())?;
            return Ok(Self { file: BufWriter::new(file), done: HashSet::new(), samples: 0 });
        }
        let mut reader = Reader::over(BufReader::new(&file), path)?;
        ensure!(reader.recipe == recipe, "{} was made with other settings", path.display());
        let (mut done, mut samples) = (HashSet::new(), 0);
        while let Some((number, block)) = reader.next_block()? {
            ensure!(done.insert(number), "{}: game {number} stands there twice", path.display());
            samples += block.len() as u64;
        }
        let end = reader.good_until;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file: BufWriter::new(file), done, samples })
    }

    /// Whether a game is there already.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        self.done.contains(&number)
    }

    /// The games that are there already.
    #[must_use]
    pub const fn games(&self) -> &HashSet<u64> {
        &self.done
    }

    /// How many games and samples there are.
    #[must_use]
    pub fn count(&self) -> (u64, u64) {
        (self.done.len() as u64, self.samples)
    }

    /// Appends a game and hands it to the operating system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, number: u64, samples: &[Sample]) -> io::Result<()> {
        let body: Vec<u8> = samples.iter().flat_map(Sample::pack).collect();
        self.file.write_all(&number.to_le_bytes())?;
        self.file.write_all(&(samples.len() as u32).to_le_bytes())?;
        self.file.write_all(&checksum(number, &body).to_le_bytes())?;
        self.file.write_all(&body)?;
        self.done.insert(number);
        self.samples += samples.len() as u64;
        self.file.flush()
    }
}

fn checksum(number: u64, body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(body);
    hasher.finalize()
}

/// Reads the games of a file.
pub struct Reader<R> {
    input: R,
    name: String,
    recipe: Recipe,
    good_until: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it is not a data file.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        Self::over(BufReader::with_capacity(1 << 20, file), path)
    }
}

impl<R: Read> Reader<R> {
    fn over(mut input: R, path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let mut header = [0; HEADER_BYTES as usize];
        input.read_exact(&mut header).with_context(|| format!("{name}: no header"))?;
        ensure!(header[..8] == MAGIC, "{name}: not a data file of this version");
        let recipe = Recipe(u64::from_le_bytes(header[8..].try_into()?));
        Ok(Self { input, name, recipe, good_until: HEADER_BYTES })
    }

    /// The next game; `None` at the end or where the file was cut off.
    ///
    /// # Errors
    /// If a block is damaged, with its place.
    pub fn next_block(&mut self) -> Result<Option<(u64, Vec<Sample>)>> {
        let at = self.good_until;
        let mut head = [0; BLOCK_HEAD_BYTES];
        if !self.fill(&mut head)? {
            return Ok(None);
        }
        let number = u64::from_le_bytes(head[..8].try_into()?);
        let count = u32::from_le_bytes(head[8..12].try_into()?);
        let sum = u32::from_le_bytes(head[12..].try_into()?);
        if count > BLOCK_SAMPLES_MAX {
            bail!("{}: damaged at byte {at}: a game of {count} positions", self.name);
        }
        let mut body = vec![0; count as usize * SAMPLE_BYTES];
        if !self.fill(&mut body)? {
            return Ok(None);
        }
        ensure!(checksum(number, &body) == sum, "{}: damaged at byte {at}: wrong checksum", self.name);
        let unpacked = body.as_chunks().0.iter().map(Sample::unpack).collect::<Option<Vec<_>>>();
        let samples = unpacked.with_context(|| format!("{}: damaged at byte {at}: no position", self.name))?;
        self.good_until = at + (BLOCK_HEAD_BYTES + body.len()) as u64;
        Ok(Some((number, samples)))
    }

    /// False if the input ends before the buffer is full.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<bool> {
        match self.input.read_exact(buffer) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// A position to evaluate from a sample.
///
/// # Panics
/// Never for samples of real games: they have both kings.
#[must_use]
pub fn position_of(sample: &Sample, rules: janggi::Rules) -> Option<janggi::Position> {
    let setup = janggi::Setup {
        board: sample.board.clone(),
        turn: sample.side,
        halfmove: u16::from(sample.halfmove),
        fullmove: 1,
    };
    janggi::Position::from_setup(&setup, &rules).ok()
}

/// A point's index is below 90, so twelve bytes hold every occupancy.
const _: () = assert!(Point::COUNT <= 96);
