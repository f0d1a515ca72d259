//! Moves as people write them: an arrow where the man points, the square, the man (§12).

use crate::{Action, Man, Position, Role, Side, Square, Squares};

/// In which script a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    /// `↑5육보`, `↑6삼은 승격`, `→5오보 투입`.
    Korean,
    /// `↑5六步`, `↑6三銀成`, `→5五步打`.
    Japanese,
    /// `↑P-5f`, `↑Sx6c+`, `→P*5e`.
    Letters,
}

/// What a move says about promotion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turning {
    Promotes,
    Declines,
    Silent,
}

impl Position {
    /// A legal action as people write it. If another man of the same kind and facing could go
    /// there too, the square it comes from is added.
    #[must_use]
    pub fn notation(&self, action: Action, script: Script) -> String {
        match action {
            Action::Drop { kind, to } => written_drop(Man::of(self.turn, kind.role()), to, script),
            Action::Move { from, to, promote } => {
                let Some(man) = self.board.at(from) else { return action.to_string() };
                let written = Written {
                    man,
                    to,
                    captures: self.board.at(to).is_some(),
                    turning: self.turning(man, from, to, promote),
                    origin: self.rivals(man, from, to).then_some(from),
                };
                written.text(script)
            }
        }
    }

    fn turning(&self, man: Man, from: Square, to: Square, promote: bool) -> Turning {
        let zone = self.rules.zone.squares(man.facing());
        let could = man.role().promoted().is_some() && (zone.contains(from) || zone.contains(to));
        match (promote, could) {
            (true, _) => Turning::Promotes,
            (false, true) => Turning::Declines,
            (false, false) => Turning::Silent,
        }
    }

    fn rivals(&self, man: Man, from: Square, to: Square) -> bool {
        let same = |at: &Square| self.board.at(*at) == Some(man) && self.board.reach(man, *at).contains(to);
        let others: Squares = (self.board.of(man.role()) & self.board.facing(man.facing())).without(from);
        others.iter().any(|at| same(&at))
    }
}

struct Written {
    man: Man,
    to: Square,
    captures: bool,
    turning: Turning,
    origin: Option<Square>,
}

impl Written {
    fn text(&self, script: Script) -> String {
        let arrow = self.man.facing().arrow();
        if script == Script::Letters {
            let origin = self.origin.map_or(String::new(), |origin| origin.to_string());
            let sign = if self.captures { 'x' } else { '-' };
            return format!("{arrow}{}{origin}{sign}{}{}", self.man.role().code(), self.to, self.turning.word(script));
        }
        let origin = self.origin.map_or(String::new(), |origin| format!("({}{})", origin.file(), origin.rank()));
        let (square, name) = (square_text(self.to, script), name(self.man.role(), script));
        format!("{arrow}{square}{name}{}{origin}", self.turning.word(script))
    }
}

impl Turning {
    const fn word(self, script: Script) -> &'static str {
        match (self, script) {
            (Self::Silent, _) => "",
            (Self::Promotes, Script::Korean) => " 승격",
            (Self::Promotes, Script::Japanese) => "成",
            (Self::Promotes, Script::Letters) => "+",
            (Self::Declines, Script::Korean) => " 불승격",
            (Self::Declines, Script::Japanese) => "不成",
            (Self::Declines, Script::Letters) => "=",
        }
    }
}

fn written_drop(man: Man, to: Square, script: Script) -> String {
    let arrow = man.facing().arrow();
    let (square, name) = (square_text(to, script), name(man.role(), script));
    match script {
        Script::Korean => format!("{arrow}{square}{name} 투입"),
        Script::Japanese => format!("{arrow}{square}{name}打"),
        Script::Letters => format!("{arrow}{name}*{square}"),
    }
}

fn square_text(at: Square, script: Script) -> String {
    const KOREAN: [&str; 9] = ["일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
    const JAPANESE: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let row = usize::from(at.rank() - 1);
    match script {
        Script::Korean => format!("{}{}", at.file(), KOREAN[row]),
        Script::Japanese => format!("{}{}", at.file(), JAPANESE[row]),
        Script::Letters => at.to_string(),
    }
}

/// The short name of a man.
#[must_use]
pub const fn name(role: Role, script: Script) -> &'static str {
    let (korean, japanese) = match role {
        Role::King => ("왕", "王"),
        Role::Rook => ("비", "飛"),
        Role::Gold => ("금", "金"),
        Role::Silver => ("은", "銀"),
        Role::Pawn => ("보", "步"),
        Role::Dragon => ("용", "龍"),
        Role::PromotedSilver => ("성은", "成銀"),
        Role::Tokin => ("토", "と"),
    };
    match script {
        Script::Korean => korean,
        Script::Japanese => japanese,
        Script::Letters => role.code(),
    }
}

/// The name of a seat for people.
#[must_use]
pub const fn seat_name(side: Side, script: Script) -> &'static str {
    match (side, script) {
        (_, Script::Letters) => side.title(),
        (Side::South, Script::Korean) => "남",
        (Side::West, Script::Korean) => "서",
        (Side::North, Script::Korean) => "북",
        (Side::East, Script::Korean) => "동",
        (Side::South, Script::Japanese) => "南",
        (Side::West, Script::Japanese) => "西",
        (Side::North, Script::Japanese) => "北",
        (Side::East, Script::Japanese) => "東",
    }
}
