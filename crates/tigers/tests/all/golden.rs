//! The check values of the rule book: counts and whole games.

use game::{Format, Match, Position as _, Record};
use tigers::{Action, Position, Rules, Unit, statistics};

fn format() -> &'static Format {
    &Position::FORMATS[0]
}

fn read(text: &str) -> Record {
    let mut games = format().read(text.as_bytes());
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn legal(state: &str) -> Vec<Action> {
    Match::<Position>::load(Rules::default(), state).expect("a state").legal()
}

fn destinations(actions: &[Action], code: &str) -> Vec<u8> {
    let mut tiles: Vec<u8> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Move(actor, path) if actor.to_string() == code => Some(path.end().number()),
            _ => None,
        })
        .collect();
    tiles.sort_unstable();
    tiles
}

#[test]
fn the_start_has_twenty_one_moves() {
    let start = Position::start(&Rules::default(), &tigers::Start::default()).expect("the game starts");
    let actions = legal(&start.state());
    assert_eq!(destinations(&actions, "GY"), [5, 6, 30]);
    assert_eq!(destinations(&actions, "ZY"), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 30, 32]);
    assert_eq!(destinations(&actions, "MC"), [7, 8, 9, 13, 14, 32]);
    // 21 moves and the end of the turn; no attack, no knock.
    assert_eq!(actions.len(), 22);
    assert_eq!(start.count_legal(), 22);
}

#[test]
fn the_middle_game_has_thirty_one_moves_and_two_attacks() {
    let state = "FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 \
                 A3 - GY-gy 0-0 9.0 *";
    let actions = legal(state);
    let moves = actions.iter().filter(|action| matches!(action, Action::Move(..))).count();
    let attacks: Vec<_> =
        actions.iter().filter(|action| matches!(action, Action::Attack(..))).map(ToString::to_string).collect();
    assert_eq!(moves, 31);
    assert_eq!(attacks, ["GYxgy", "MCxmc"]);
    let onto_zhang_fei = ["GY", "ZY", "MC"].map(|code| destinations(&actions, code).contains(&6));
    assert_eq!(onto_zhang_fei, [true; 3]);
    let mut game = Match::<Position>::load(Rules::default(), state).expect("a state");
    game.act("GYm11-6").expect("a supply");
    assert!(game.position().state().contains("GY@w2:6,ZF@6:6"), "{}", game.position().state());
}

/// The reader checks the result and the final state that the file claims.
#[test]
fn the_golden_games_replay() {
    let base = read(include_str!("../data/golden-base.ftg"));
    let full = read(include_str!("../data/golden-full.ftg"));
    assert_eq!((base.result.as_deref(), base.rules.as_str()), (Some("A+knock"), "base"));
    assert_eq!((full.result.as_deref(), full.rules.as_str()), (Some("A+knock"), "full"));
}

#[test]
fn only_turns_closed_early_are_written_with_an_end() {
    let text = include_str!("../data/golden-base.ftg");
    let written = (format().write.expect("writable"))(&read(text)).expect("a record");
    let written = String::from_utf8(written).expect("text");
    let turns = |text: &str| text.lines().filter(|line| line.contains(". ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(turns(&written), turns(text));
    assert!(written.starts_with("format: FTG1\nmode: base\nfirst: A\nstart: FTG1:b "), "{written}");
}

#[test]
fn the_golden_games_have_statistics() {
    let base = statistics(&read(include_str!("../data/golden-base.ftg"))).expect("a record");
    assert_eq!(base.player_turns, 13);
    assert_eq!(base.result.as_deref(), Some("A+knock"));
    let [a, b] = &base.sides;
    assert_eq!((a.knocks, b.knocks), (3, 1));
    // Guan Yu 10, Zhang Fei 6, Zhao Yun 4 of 8, Huang Zhong 6, Ma Chao 3 of 4.
    assert_eq!((a.troops_lost, a.troops_left), (5, 29));
    assert_eq!((b.troops_lost, b.troops_left), (3, 31));
    assert_eq!((a.troops_dealt, b.troops_dealt), (3, 5));
    assert_eq!((a.annihilations, a.exits, a.generals_left), (0, 0, 5));
    assert_eq!((a.attacks.sun, a.attacks.moon, a.attacks.front, a.attacks.structures), (0, 0, 3, 0));
    assert_eq!(a.generals.iter().map(|general| general.moves).collect::<Vec<_>>(), [1, 4, 1, 5, 3]);

    let full = statistics(&read(include_str!("../data/golden-full.ftg"))).expect("a record");
    let [a, b] = &full.sides;
    assert_eq!(full.player_turns, 25);
    assert_eq!(a.tactics, ["FI", "CT", "RC", "HT", "RM", "ST"]);
    assert_eq!(b.exits, 1);
    assert_eq!((a.knocks, b.knocks), (3, 2));
}

#[test]
fn a_stalemate_is_the_pair_across_the_front() {
    let mut rules = Rules::default();
    let state = "FTG1:b GY@12:10,ZF@6:4,ZY@13:8,HZ@3:6,MC@30:4 gy@17:10,zf@28:6,zy@18:8,hz@26:6,mc@10:4 \
                 A3 - GY-gy 0-0 9.0 *";
    let position = Position::load(&mut rules, state).expect("a state");
    let partners: Vec<_> = Unit::all().filter_map(|unit| position.partner(unit)).collect();
    assert_eq!(partners.len(), 2);
}
