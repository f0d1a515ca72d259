//! The roster: twenty generals that differ only in four numbers (§7).

/// A general of the roster, whichever side it serves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(u8);

/// What is known of a general of the roster.
#[derive(Clone, Copy, Debug)]
pub struct General {
    /// Two letters, as texts write them.
    pub code: &'static str,
    /// The name in Korean.
    pub ko: &'static str,
    /// The name in Chinese characters.
    pub hanja: &'static str,
    /// The name in English.
    pub en: &'static str,
    /// Strength along Sun lines.
    pub sun: u8,
    /// Strength along Moon lines.
    pub moon: u8,
    /// Steps of one Move.
    pub moves: u8,
    /// Command: two troops a star.
    pub star: u8,
}

/// Troops that one star can lead.
const TROOPS_PER_STAR: u8 = 2;

impl General {
    /// The most troops that it can lead.
    #[must_use]
    pub const fn cap(&self) -> u8 {
        TROOPS_PER_STAR * self.star
    }

    /// The sum that the budget of a deck limits.
    #[must_use]
    pub const fn worth(&self) -> u8 {
        self.sun + self.moon + self.moves + self.star
    }
}

type Names = (&'static str, &'static str, &'static str, &'static str);

const fn general((code, ko, hanja, en): Names, [sun, moon, moves, star]: [u8; 4]) -> General {
    General { code, ko, hanja, en, sun, moon, moves, star }
}

static ROSTER: [General; Name::COUNT] = [
    general(("GY", "관우", "關羽", "Guan Yu"), [3, 3, 2, 5]),
    general(("ZF", "장비", "張飛", "Zhang Fei"), [3, 2, 3, 3]),
    general(("ZY", "조운", "趙雲", "Zhao Yun"), [2, 2, 4, 4]),
    general(("HZ", "황충", "黃忠", "Huang Zhong"), [3, 3, 2, 3]),
    general(("MC", "마초", "馬超", "Ma Chao"), [3, 2, 3, 2]),
    general(("LB", "유비", "劉備", "Liu Bei"), [2, 2, 3, 5]),
    general(("WY", "위연", "魏延", "Wei Yan"), [3, 2, 3, 3]),
    general(("JW", "강유", "姜維", "Jiang Wei"), [2, 3, 3, 3]),
    general(("CC", "조조", "曹操", "Cao Cao"), [2, 3, 2, 5]),
    general(("XD", "하후돈", "夏侯惇", "Xiahou Dun"), [3, 2, 3, 3]),
    general(("ZL", "장료", "張遼", "Zhang Liao"), [3, 2, 4, 3]),
    general(("XC", "허저", "許褚", "Xu Chu"), [3, 3, 2, 2]),
    general(("DW", "전위", "典韋", "Dian Wei"), [3, 3, 1, 3]),
    general(("XH", "서황", "徐晃", "Xu Huang"), [2, 3, 3, 3]),
    general(("SQ", "손권", "孫權", "Sun Quan"), [1, 2, 3, 5]),
    general(("ZU", "주유", "周瑜", "Zhou Yu"), [1, 3, 3, 4]),
    general(("SC", "손책", "孫策", "Sun Ce"), [3, 2, 4, 3]),
    general(("GN", "감녕", "甘寧", "Gan Ning"), [2, 3, 4, 2]),
    general(("TS", "태사자", "太史慈", "Taishi Ci"), [3, 3, 3, 2]),
    general(("LU", "여포", "呂布", "Lü Bu"), [3, 3, 4, 3]),
];

impl Name {
    /// How many generals there are.
    pub const COUNT: usize = 20;

    /// The five tigers, whom base mode gives to both sides, in deck order.
    pub const TIGERS: [Self; 5] = [Self(0), Self(1), Self(2), Self(3), Self(4)];

    /// The whole roster.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The general with that code in upper case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|name| name.general().code == code)
    }

    /// Its place in the roster.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// What is known of it.
    #[must_use]
    #[inline]
    pub fn general(self) -> &'static General {
        &ROSTER[self.index()]
    }

    /// Whether it is one of the five tigers.
    #[must_use]
    pub fn is_tiger(self) -> bool {
        Self::TIGERS.contains(&self)
    }
}
