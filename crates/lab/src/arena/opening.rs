//! Openings: where games begin, with the moves that led there.

use anyhow::{Context as _, Result, ensure};
use game::Match;
use janggi::{Position, Rules, Start};

/// A first position and the moves that every game of this opening begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The first position, as a FEN.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// The usual start of a game.
    ///
    /// # Errors
    /// If the rules do not offer it.
    pub fn usual(rules: Rules) -> Result<Self> {
        let game = Match::<Position>::start(rules, &Start::default())?;
        Ok(Self { start: game::Position::state(game.position()), moves: Vec::new() })
    }

    /// The game after these moves.
    ///
    /// # Errors
    /// If the position or a move is refused, or the game is over already.
    pub fn play(&self, rules: Rules) -> Result<Match<Position>> {
        let mut game = Match::<Position>::load(rules, &self.start)?;
        for action in &self.moves {
            game.act(action).with_context(|| action.clone())?;
        }
        game.carry_out_forced();
        ensure!(game.turn().is_some(), "the game is over before it begins");
        Ok(game)
    }
}

/// Reads a line an opening: `FEN;…`, and if there are fields `start FEN` and `moves …` those instead,
/// so that the past is known. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// The first line that cannot be played by the rules, or if there is none.
pub fn read_openings(text: &str, rules: Rules) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let opening = read_line(line);
        opening.play(rules).with_context(|| format!("line {number}"))?;
        openings.push(opening);
    }
    ensure!(!openings.is_empty(), "there are no openings");
    Ok(openings)
}

fn read_line(line: &str) -> Opening {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default();
    let field = |name: &str| line.split(';').skip(1).find_map(|field| field.trim().strip_prefix(name));
    match field("start ") {
        Some(start) => {
            let moves = field("moves ").unwrap_or_default();
            Opening { start: start.trim().to_owned(), moves: moves.split_whitespace().map(str::to_owned).collect() }
        }
        None => Opening { start: fen.to_owned(), moves: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RBNA1ABNR w - - 0 1";

    #[test]
    fn a_line_with_its_past_is_played_from_the_start() {
        let text = format!("# openings\n\n{START};setup x\n9/9 w;start {START};moves g4g5 a10a9;eval -18\n");
        let openings = read_openings(&text, Rules::FSF_JANGGI).expect("two openings");
        assert_eq!((openings.len(), openings[0].moves.len(), openings[1].moves.len()), (2, 0, 2));
        assert_eq!(openings[1].play(Rules::FSF_JANGGI).expect("legal").entries().len(), 2);
    }

    #[test]
    fn a_bad_line_is_named() {
        for text in [format!("{START}\nnonsense"), format!("{START}\n{START};start {START};moves a1a9")] {
            let error = read_openings(&text, Rules::FSF_JANGGI).expect_err("line 2 is wrong");
            assert_eq!(error.to_string(), "line 2");
        }
        assert!(read_openings("# nothing\n", Rules::FSF_JANGGI).is_err());
    }
}
