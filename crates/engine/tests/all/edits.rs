//! Set-ups that are put together at random, in every game.

use engine::catalog;
use engine::positions::{Draft, EDITS_MAX, sketch};
use game::edit::{Edit, Sketch};
use game::rng::SplitMix;

const ROUNDS: u64 = 40;
const EDITS: usize = 25;

fn cells(kind: &str) -> Vec<String> {
    let grid = |files: &[&str], ranks: &[&str]| {
        files.iter().flat_map(|file| ranks.iter().map(move |rank| format!("{file}{rank}"))).collect()
    };
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
    match kind {
        "janggi" => grid(&letters, &digits),
        "nanguk" => grid(&letters[..8], &digits[..8]),
        "yonin" => grid(&digits[..9], &letters),
        _ => (0..34).map(|tile| tile.to_string()).collect(),
    }
}

fn drawn(kind: &str, rules: &str, state: Option<&str>, edits: Vec<Edit>) -> Sketch {
    let draft = Draft { kind: kind.to_owned(), rules: rules.to_owned(), state: state.map(str::to_owned), edits };
    sketch(&draft).unwrap_or_else(|refused| panic!("{kind} {draft:?}: {refused:?}"))
}

fn any<'a, T>(all: &'a [T], rng: &mut SplitMix) -> &'a T {
    &all[(rng.next_u64() % all.len() as u64) as usize]
}

fn random_edit(sketch: &Sketch, cells: &[String], rng: &mut SplitMix) -> Edit {
    let at = any(cells, rng).clone();
    match rng.next_u64() % 12 {
        0..6 => Edit::Put { man: any(&sketch.men, rng).man.clone(), at },
        6 => Edit::Take { at },
        7 | 8 => Edit::Move { from: any(cells, rng).clone(), to: at },
        9 if rng.next_u64().is_multiple_of(4) => Edit::Clear,
        9 if sketch.mirrors => Edit::Mirror,
        _ => {
            let dial = any(&sketch.dials, rng);
            Edit::Set { dial: dial.dial.clone(), to: any(&dial.values, rng).clone() }
        }
    }
}

/// Whatever is put together is drawn, is read again as the same, and is playable exactly if
/// nothing is named against it.
#[test]
fn whatever_is_put_together_is_drawn_and_read_again() {
    let presets =
        [("janggi", ""), ("nanguk", ""), ("nanguk", "siege"), ("tigers", ""), ("tigers", "full"), ("yonin", "")];
    for (kind, rules) in presets {
        let game = catalog::find(kind).expect("a game");
        let cells = cells(kind);
        for seed in 0..ROUNDS {
            let mut rng = SplitMix::new(seed);
            let mut last = drawn(kind, rules, None, Vec::new());
            assert!(last.problems.is_empty(), "{kind}: a start is playable");
            for _ in 0..EDITS {
                let edit = random_edit(&last, &cells, &mut rng);
                last = drawn(kind, rules, Some(&last.state), vec![edit]);
                let again = drawn(kind, rules, Some(&last.state), Vec::new());
                assert_eq!((&again.state, &again.problems), (&last.state, &last.problems), "{kind} {seed}");
                assert!(last.view.get().starts_with('{'), "{kind} {seed}");
                let sound = game.load(rules, &last.state).is_ok();
                assert_eq!(sound, last.problems.is_empty(), "{kind} {seed}: {}", last.state);
            }
        }
    }
}

#[test]
fn all_that_is_wrong_is_named_at_once() {
    let put = |man: &str, at: &str| Edit::Put { man: man.to_owned(), at: at.to_owned() };
    let bare = |kind| drawn(kind, "", None, vec![Edit::Clear]);
    let found = drawn("janggi", "", None, vec![Edit::Clear, put("K", "a1"), put("A", "i10")]);
    let details: Vec<_> = found.problems.iter().map(|problem| problem.detail.as_str()).collect();
    let expected = ["the king of cho on a1", "the guard of cho on i10", "han has no king"];
    assert!(expected.iter().all(|part| details.iter().any(|detail| detail.contains(part))), "{details:?}");
    assert_eq!(bare("yonin").problems.len(), 4, "no king for anybody");
    let steep = drawn("nanguk", "", None, vec![put("up", "a1"); 5]);
    assert!(!steep.problems.is_empty(), "a tower of five");
    let provoked = Edit::Set { dial: "troops:GY".to_owned(), to: "0".to_owned() };
    assert_eq!(drawn("tigers", "", None, vec![provoked]).problems.len(), 1);
}

/// A page says flaws in its own words and shows them where they are.
#[test]
fn every_flaw_has_a_name_and_its_cells() {
    let put = |man: &str, at: &str| Edit::Put { man: man.to_owned(), at: at.to_owned() };
    let names = |kind: &str, edits: Vec<Edit>| -> Vec<(String, Vec<String>)> {
        let flaw = |problem: game::edit::Problem| problem.flaw.map(|flaw| (flaw.name.to_owned(), flaw.at));
        drawn(kind, "", None, edits).problems.into_iter().filter_map(flaw).collect()
    };
    let at = |name: &str, cells: &[&str]| (name.to_owned(), cells.iter().map(|cell| (*cell).to_owned()).collect());
    assert_eq!(names("janggi", vec![put("a", "a5")]), [at("too_many", &["a5", "d10", "f10"]), at("outside", &["a5"])]);
    assert_eq!(names("yonin", vec![put("sP", "9a")]), [at("dead_pawn", &["9a"])]);
    assert_eq!(names("nanguk", vec![put("up", "a1"); 3]), [at("cliff", &["a1"])]);
    let none = Edit::Set { dial: "troops:GY".to_owned(), to: "0".to_owned() };
    assert_eq!(names("tigers", vec![none])[0].0, "troops");
}

#[test]
fn a_start_can_be_chosen_and_turned_over() {
    let outer = drawn("janggi", "kja;cho=left;han=left", None, Vec::new());
    let mirrored = drawn("janggi", "kja;cho=left;han=left", None, vec![Edit::Mirror]);
    assert_ne!(outer.state, mirrored.state);
    assert_eq!(drawn("janggi", "kja", Some(&mirrored.state), vec![Edit::Mirror]).state, outer.state);
    let hill = drawn("nanguk", "", None, vec![Edit::Put { man: "up".to_owned(), at: "a4".to_owned() }, Edit::Mirror]);
    assert!(hill.problems.is_empty() && hill.mirrors, "{:?}", hill.problems);
    let draft = Draft { kind: "yonin".to_owned(), rules: String::new(), state: None, edits: vec![Edit::Mirror] };
    assert_eq!(sketch(&draft).expect_err("no mirror").code, "E_SYNTAX");
}

#[test]
fn what_nobody_knows_is_refused() {
    let set = |dial: &str, to: &str| Edit::Set { dial: dial.to_owned(), to: to.to_owned() };
    for game in catalog::games() {
        let kind = game.about().kind;
        let at = cells(kind).swap_remove(0);
        let wrong = [
            Edit::Put { man: "\u{0}?".to_owned(), at: at.clone() },
            Edit::Put { man: String::new(), at: at.clone() },
            Edit::Take { at: "z99".to_owned() },
            Edit::Move { from: at.clone(), to: "é".repeat(5000) },
            set("turn", "nobody"),
            set("hand:", "1"),
            set("effect:GY", "on"),
            set(":", ""),
        ];
        for edit in wrong {
            let draft = Draft { kind: kind.to_owned(), rules: String::new(), state: None, edits: vec![edit.clone()] };
            assert_eq!(sketch(&draft).expect_err("refused").code, "E_SYNTAX", "{kind} {edit:?}");
        }
        let many = vec![Edit::Clear; EDITS_MAX + 1];
        let draft = Draft { kind: kind.to_owned(), rules: String::new(), state: None, edits: many };
        assert_eq!(sketch(&draft).expect_err("too many").code, "E_SYNTAX");
        let draft = Draft { state: Some("nonsense".to_owned()), edits: Vec::new(), ..draft };
        assert_eq!(sketch(&draft).expect_err("no set-up").code, "E_STATE");
    }
}
