//! The half turn of a game is the same game with the players swapped (§4).

#![allow(clippy::format_push_string, reason = "texts of tests need not be fast")]

use game::rng::SplitMix;
use game::{Match, Position as _, choices};
use tigers::{Position, Rules, Start, Tile};

use crate::common;

fn swap_case(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
}

fn turn_tile(text: &str) -> String {
    Tile::new(text.parse().expect("a tile")).expect("on the board").half_turn().to_string()
}

/// Turns the leading number of a text.
fn turn_number(text: &str) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (tile, rest) = text.split_at(digits);
    format!("{}{rest}", if tile.is_empty() { String::new() } else { turn_tile(tile) })
}

fn turn_general(entry: &str) -> String {
    let (body, tactics) = entry.split_once('{').map_or((entry, None), |(a, b)| (a, Some(b)));
    let mut parts = body.split('~');
    let body = parts.next().expect("a body");
    let (body, initial) = body.split_once('=').map_or((body, None), |(a, b)| (a, Some(b)));
    let (body, start) = body.split_once('/').map_or((body, None), |(a, b)| (a, Some(b)));
    let (code, place) = body.split_once('@').expect("a place");
    let place = match place.strip_prefix('s') {
        Some(host) => format!("s{}{}", swap_case(&host[..2]), &host[2..]),
        None => turn_number(place),
    };
    let mut text = format!("{}@{place}", swap_case(code));
    if let Some(start) = start {
        text += &format!("/{}", turn_tile(start));
    }
    if let Some(initial) = initial {
        text += &format!("={initial}");
    }
    for effect in parts {
        let (effect, code) = if effect.starts_with("PV") { effect.split_at(3) } else { (effect, "") };
        text += &format!("~{effect}{}", swap_case(code));
    }
    if let Some(tactics) = tactics {
        text += &format!("{{{tactics}");
    }
    text
}

fn turn_list(field: &str, turn: impl Fn(&str) -> String) -> String {
    if field == "-" { field.to_owned() } else { field.split(',').map(turn).collect::<Vec<_>>().join(",") }
}

fn swap_sides(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == 'A' {
                'B'
            } else if c == 'B' {
                'A'
            } else {
                c
            }
        })
        .collect()
}

/// The half turn of a state. Lists come out in another order, so both sides are read and written.
fn turned(state: &str) -> String {
    let f: Vec<&str> = state.split(' ').collect();
    let generals = |field| turn_list(field, turn_general);
    let pair = |text: &str| {
        let (a, b) = text.split_once('-').expect("a pair");
        format!("{}-{}", swap_case(b), swap_case(a))
    };
    let (a, b) = f[6].split_once('-').expect("knocks");
    let mut text = vec![
        f[0].to_owned(),
        generals(f[2]),
        generals(f[1]),
        swap_sides(f[3]),
        turn_list(f[4], |used| format!("{}{}", swap_case(&used[..2]), &used[2..])),
        turn_list(f[5], pair),
        format!("{b}-{a}"),
        f[7].to_owned(),
        if f[8] == "draw" { f[8].to_owned() } else { format!("{}{}", swap_sides(&f[8][..1]), &f[8][1..]) },
    ];
    if f.len() > 9 {
        let (a, b) = f[9].split_once('/').expect("pools");
        text.push(format!("{b}/{a}"));
        text.push(turn_list(f[10], |site| {
            let digits = site.bytes().take_while(u8::is_ascii_digit).count();
            format!("{}{}{}", turn_tile(&site[..digits]), swap_case(&site[digits..digits + 2]), &site[digits + 2..])
        }));
    }
    let mut rules = Rules::default();
    let position = Position::load(&mut rules, &text.join(" ")).expect("a turned state is a state");
    position.state()
}

fn turned_action(text: &str) -> String {
    if text == "end" {
        return text.to_owned();
    }
    let (code, rest) = text.split_at(2);
    let (kind, rest) = rest.split_at(1);
    let target = |text: &str| if text.as_bytes()[0].is_ascii_digit() { turn_tile(text) } else { swap_case(text) };
    let rest = match kind {
        "m" => rest.split('-').map(turn_tile).collect::<Vec<_>>().join("-"),
        "x" => target(rest),
        "d" => turn_number(rest),
        "t" => match rest.split_once('>') {
            None => rest.to_owned(),
            Some((tactic, targets)) => {
                format!("{tactic}>{}", targets.split(',').map(target).collect::<Vec<_>>().join(","))
            }
        },
        _ => String::new(),
    };
    format!("{}{kind}{rest}", swap_case(code))
}

fn assert_symmetric(mut game: Match<Position>, seed: u64, deeds: usize) {
    let mut rng = SplitMix::new(seed);
    let mut mirror = Match::<Position>::load(*game.rules(), &turned(&game.position().state())).expect("a turned state");
    for _ in 0..deeds {
        if game.turn().is_none() {
            break;
        }
        assert_eq!(game.position().count_legal(), mirror.position().count_legal());
        let action = rng.pick(&game.legal()).expect("the turn can always be ended").to_string();
        game.act(&action).expect("a legal action");
        mirror.act(&turned_action(&action)).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        assert_eq!(mirror.position().state(), turned(&game.position().state()), "after {action}");
    }
}

#[test]
fn mirrored_games_give_mirrored_states() {
    for seed in 0..60 {
        let mut rng = SplitMix::new(seed);
        let text = if seed % 2 == 0 { "base".to_owned() } else { common::random_full_choices(&mut rng) };
        let (rules, start) = choices::parse::<Rules, Start>(&text).expect("known choices");
        assert_symmetric(Match::start(rules, &start).expect("the game starts"), seed, 300);
    }
}

#[test]
fn mirrored_states_stay_mirrored() {
    for seed in 0..400 {
        let state = common::random_state(seed % 3 > 0, &mut SplitMix::new(seed));
        assert_symmetric(Match::load(Rules::default(), &state).expect("a state"), seed, 12);
    }
}

/// The canonical path of a Move is the half turn of the canonical path of the turned Move.
#[test]
fn legal_lists_are_mirrored_to_the_letter() {
    let list = |position: &Position| {
        let mut texts = Vec::new();
        position.each_legal(&mut |action| texts.push(action.to_string()));
        texts.sort_unstable();
        texts
    };
    let mut rules = Rules::default();
    for seed in 0..200 {
        let state = common::random_state(false, &mut SplitMix::new(seed));
        let position = Position::load(&mut rules, &state).expect("a state");
        let mirror = Position::load(&mut rules, &turned(&state)).expect("a turned state");
        let mut turned: Vec<_> = list(&position).iter().map(|text| turned_action(text)).collect();
        turned.sort_unstable();
        assert_eq!(list(&mirror), turned, "{state}");
    }
}
