//! Ground that need not be built: presets and random ground (§9).

use game::rng::SplitMix;

use crate::geometry::{Square, Squares};
use crate::ground::Ground;

/// The height of every square by index.
pub type Heights = [u8; Square::COUNT];

game::choice_enum! {
    /// A ground with a name. All but the source's example are the same for both sides.
    pub enum Preset {
        /// 예시 지형, from the source.
        Example = "example",
        /// 평지.
        Plain = "plain",
        /// 능선.
        Ridge = "ridge",
        /// 골짜기.
        Valley = "valley",
        /// 산줄기.
        Spine = "spine",
        /// 산성, made for the siege.
        Fortress = "fortress",
        /// 난바다, sea without islands.
        OpenSea = "open-sea",
        /// 명량, a strait.
        Myeongnyang = "myeongnyang",
    }
}

impl Preset {
    /// Whether it is made of sea and islands.
    #[must_use]
    pub const fn is_sea(self) -> bool {
        matches!(self, Self::OpenSea | Self::Myeongnyang)
    }

    /// The heights.
    #[must_use]
    pub fn heights(self) -> Heights {
        from_rows(self.rows())
    }

    /// The digits, rank 8 first.
    const fn rows(self) -> [&'static [u8; 8]; 8] {
        match self {
            Self::Example => {
                [b"01000011", b"12100122", b"12101233", b"11001122", b"10012111", b"00011211", b"00122210", b"01123210"]
            }
            Self::Plain => [b"11111111"; 8],
            Self::Ridge => mirrored([b"00000000", b"11111111", b"11111111", b"22222222"]),
            Self::Valley => mirrored([b"22222222", b"11111111", b"11111111", b"00000000"]),
            Self::Spine => [b"01122110"; 8],
            Self::Fortress => mirrored([b"01222210", b"01222210", b"00111100", b"11111111"]),
            Self::OpenSea => [b"00000000"; 8],
            Self::Myeongnyang => mirrored([b"00000000", b"00000000", b"10000001", b"11100111"]),
        }
    }
}

/// Eight rows from the upper four; as each is a palindrome this is the half turn, too.
const fn mirrored(rows: [&'static [u8; 8]; 4]) -> [&'static [u8; 8]; 8] {
    let [a, b, c, d] = rows;
    [a, b, c, d, d, c, b, a]
}

fn from_rows(rows: [&[u8; 8]; 8]) -> Heights {
    std::array::from_fn(|index| rows[7 - index / 8][index % 8] - b'0')
}

game::choice_enum! {
    /// Whether random ground is the same for both sides.
    pub enum Symmetry { Yes = "yes", No = "no" }
}
game::choice_enum! {
    /// What random land looks like.
    pub enum Style {
        /// Mounds and hollows.
        Hills = "hills",
        /// Choppy ground near height 1.
        Rough = "rough",
    }
}

/// All that decides random land but the greatest height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Random {
    /// The seed, by which players can share a ground.
    pub seed: u64,
    /// Whether it is the same for both sides.
    pub symmetric: Symmetry,
    /// What it looks like.
    pub style: Style,
}

/// The blocks of a whole terrain phase on land.
const LAND_BLOCKS: u32 = 64;
/// The islands of a whole terrain phase at sea.
const SEA_BLOCKS: u32 = 16;
/// How many mounds are tried.
const MOUNDS: u32 = 12;

/// Random land of 64 blocks that keeps the slope rule, the same on every machine.
#[must_use]
pub fn random_land(random: Random, height_max: u8) -> Heights {
    let mut rng = SplitMix::new(random.seed);
    let mut heights = [0; Square::COUNT];
    if random.style == Style::Hills {
        add_mounds(&mut heights, &mut rng, random.symmetric, height_max);
    }
    top_up(heights, &mut rng, random.symmetric, height_max)
}

/// The number of squares that are drawn from; their opposites follow if the ground is symmetric.
const fn drawn(symmetric: Symmetry) -> usize {
    match symmetric {
        Symmetry::Yes => 32,
        Symmetry::No => 64,
    }
}

fn add_mounds(heights: &mut Heights, rng: &mut SplitMix, symmetric: Symmetry, height_max: u8) {
    for _ in 0..MOUNDS {
        let center = Square::from_index(rng.below(drawn(symmetric)));
        let peak = 2 + rng.below(usize::from(height_max) - 1) as u8;
        let mut raised = with_mound(heights, center, peak);
        if symmetric == Symmetry::Yes {
            raised = with_mound(&raised, center.opposite(), peak);
        }
        if raised.iter().map(|height| u32::from(*height)).sum::<u32>() <= LAND_BLOCKS {
            *heights = raised;
        }
    }
}

fn with_mound(heights: &Heights, center: Square, peak: u8) -> Heights {
    std::array::from_fn(|index| {
        let square = Square::from_index(index);
        let distance = square.file().abs_diff(center.file()) + square.rank().abs_diff(center.rank());
        heights[index].max(peak.saturating_sub(distance))
    })
}

fn top_up(heights: Heights, rng: &mut SplitMix, symmetric: Symmetry, height_max: u8) -> Heights {
    let mut ground = Ground::new(&heights);
    let half = Squares::from_bits(u64::MAX >> (64 - drawn(symmetric)));
    while ground.blocks() < LAND_BLOCKS {
        let fit: Vec<Square> = (ground.fit_for_block(height_max) & half).iter().collect();
        let Some(square) = rng.pick(&fit) else { break };
        ground.raise(*square);
        if symmetric == Symmetry::Yes {
            ground.raise(square.opposite());
        }
    }
    ground.heights()
}

/// A random sea of 16 islands on ranks 3 to 6 that leaves all water connected (§26).
#[must_use]
pub fn random_sea(seed: u64, symmetric: Symmetry) -> Heights {
    let mut rng = SplitMix::new(seed);
    let zone = match symmetric {
        Symmetry::Yes => 16..32,
        Symmetry::No => 16..48,
    };
    let mut islands = Squares::EMPTY;
    while islands.len() < SEA_BLOCKS {
        let with = |square: Square| match symmetric {
            Symmetry::Yes => islands.with(square).with(square.opposite()),
            Symmetry::No => islands.with(square),
        };
        let fits = |square: &Square| !islands.contains(*square) && sea_is_connected(with(*square));
        let fit: Vec<Square> = zone.clone().map(Square::from_index).filter(fits).collect();
        let Some(square) = rng.pick(&fit) else { break };
        islands = with(*square);
    }
    std::array::from_fn(|index| u8::from(islands.contains(Square::from_index(index))))
}

/// Whether all squares without an island hang together (§26).
#[must_use]
pub fn sea_is_connected(islands: Squares) -> bool {
    let sea = !islands;
    sea.first().is_none_or(|square| Squares::of(square).flooded(sea) == sea)
}
