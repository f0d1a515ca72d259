//! Janggi as an image: octagons in three sizes with our own pictograms.

use game::Seat;
use serde_json::Value;

use super::pen::{Pen, polygon};

const FILES: f64 = 9.0;
const RANKS: f64 = 10.0;
const PAPER: &str = "#ecd9a8";
const LINE: &str = "fill=\"none\" stroke=\"#5b4632\" stroke-width=\".03\"";
const CHO: &str = "#0b6b5d";
const HAN: &str = "#b3261e";

/// The image, or `None` if the view is not one of janggi.
pub(super) fn svg(view: &Value, bottom: Seat, size: u32) -> Option<String> {
    let mut pen = Pen::new(FILES, RANKS, size);
    pen.sheet([0.0, 0.0], [FILES, RANKS], PAPER);
    lines(&mut pen);
    let turned = bottom != Seat::FIRST;
    for placed in view.get("pieces")?.as_array()? {
        let (at, letter) = (placed.get("at")?.as_str()?, placed.get("piece")?.as_str()?);
        let [x, y] = point(at)?;
        let at = if turned { [FILES - x, RANKS - y] } else { [x, y] };
        piece(&mut pen, at, letter.chars().next()?);
    }
    Some(pen.finish())
}

/// The middle of a point such as `e10`, Cho at the bottom.
fn point(text: &str) -> Option<[f64; 2]> {
    let (file, rank) = text.split_at_checked(1)?;
    let file = f64::from(file.bytes().next()?.checked_sub(b'a')?);
    let rank: f64 = rank.parse().ok()?;
    Some([file + 0.5, RANKS - rank + 0.5])
}

fn lines(pen: &mut Pen) {
    let ranks = (0..10).map(|rank| format!("M.5 {rank}.5H8.5"));
    let mut path: String = ranks.chain((0..9).map(|file| format!("M{file}.5 .5V9.5"))).collect();
    // The palaces have diagonals.
    path += "M3.5 .5L5.5 2.5M5.5 .5L3.5 2.5M3.5 7.5L5.5 9.5M5.5 7.5L3.5 9.5";
    pen.path(&path, LINE);
}

fn piece(pen: &mut Pen, at: [f64; 2], letter: char) {
    let color = if letter.is_ascii_uppercase() { CHO } else { HAN };
    let (size, sign) = match letter.to_ascii_lowercase() {
        'k' => (0.48, CROWN),
        'r' => (0.42, WHEEL),
        'c' => (0.42, BARREL),
        'n' => (0.42, HEAD),
        'b' => (0.42, TRUNK),
        'a' => (0.34, SHIELD),
        _ => (0.34, SPEAR),
    };
    let body = format!("fill=\"#fbf3df\" stroke=\"{color}\" stroke-width=\".12\"");
    let ink = format!(
        "fill=\"none\" stroke=\"{color}\" stroke-width=\".13\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    );
    pen.at(at, 0.0, size, |pen| {
        pen.path(&octagon(), &body);
        pen.path(sign, &ink);
    });
}

fn octagon() -> String {
    let corner = |index: u32| {
        let angle = (f64::from(index) + 0.5) * std::f64::consts::FRAC_PI_4;
        [angle.cos(), angle.sin()]
    };
    polygon(&(0..8).map(corner).collect::<Vec<_>>())
}

// Pictograms of our own, in a square from −1 to 1.
const CROWN: &str = "M-.5 .4H.5M-.5 .15L-.55 -.35L-.25 -.05L0 -.5L.25 -.05L.55 -.35L.5 .15Z";
const WHEEL: &str = "M.5 0A.5 .5 0 1 1 -.5 0A.5 .5 0 1 1 .5 0ZM-.5 0H.5M0 -.5V.5M-.35 -.35L.35 .35M.35 -.35L-.35 .35";
const BARREL: &str = "M-.5 .25L.35 -.3L.5 -.05L-.3 .5ZM-.1 .45A.22 .22 0 1 1 -.11 .45";
const HEAD: &str = "M-.2 .5V.1L-.5 .05L-.4 -.2L.05 -.5L.3 -.25L.4 .5ZM0 -.15V-.14";
const TRUNK: &str = "M-.5 .5C-.55 .1 -.45 -.4 0 -.45C.45 -.5 .5 -.1 .35 .1C.2 .3 0 .1 .1 -.1M-.15 .5V.1M.3 .5V.2";
const SHIELD: &str = "M-.4 -.4H.4V.05C.4 .3 .2 .45 0 .55C-.2 .45 -.4 .3 -.4 .05ZM0 -.4V.5";
const SPEAR: &str = "M0 .55V-.15M-.2 -.15L0 -.55L.2 -.15ZM-.2 .1H.2";
