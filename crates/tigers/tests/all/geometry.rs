//! The computed board against the printed table (§2–§6).

use game::rng::SplitMix;
use reference::Board;
use tigers::{Line, Side, Tile, Tiles, zone};

use crate::reference;

fn tiles() -> impl Iterator<Item = Tile> {
    (0..Tile::COUNT).map(Tile::from_index)
}

fn letter(line: Line) -> char {
    match line {
        Line::Sun => 'S',
        Line::Moon => 'M',
        Line::Front => 'F',
    }
}

/// A row of the table as the geometry gives it.
fn row(tile: Tile) -> String {
    let (rows, column, shape) = match tile.number() {
        30 => ("1-2".to_owned(), -1, "right"),
        31 => ("3-4".to_owned(), -1, "right"),
        32 => ("1-2".to_owned(), 5, "left"),
        33 => ("3-4".to_owned(), 5, "left"),
        id => ((id / 5).to_string(), i32::from(id % 5), if tile.points_up() { "up" } else { "down" }),
    };
    let corners: Vec<_> = tile.corners().iter().map(|(x, y)| format!("({x},{y})")).collect();
    let near = tile.neighbors().iter();
    let edges: Vec<_> =
        near.map(|other| format!("{other}{}", letter(tile.line_to(other).expect("they share an edge")))).collect();
    let touching: Vec<_> = tile.corner_neighbors().iter().map(|other| other.to_string()).collect();
    format!(
        "{tile} | {rows} | {column} | {shape} | {} | {} | {} | {}",
        zone(tile),
        corners.join(" "),
        edges.join(", "),
        touching.join(", ")
    )
}

#[test]
fn the_printed_table_is_the_computed_one() {
    let printed = include_str!("../data/tiles.txt").lines().filter(|line| !line.starts_with('#'));
    for (tile, printed) in tiles().zip(printed) {
        assert_eq!(row(tile), printed);
    }
}

#[test]
fn there_are_forty_five_edges() {
    let count = |line: Line| {
        let ends = tiles().flat_map(|a| tiles().map(move |b| (a, b))).filter(|(a, b)| a.line_to(*b) == Some(line));
        ends.count() / 2
    };
    assert_eq!((count(Line::Sun), count(Line::Moon), count(Line::Front)), (16, 16, 13));
}

#[test]
fn no_tile_has_two_fronts_and_no_edge_tile_has_one() {
    for tile in tiles() {
        let fronts = tiles().filter(|other| tile.line_to(*other) == Some(Line::Front));
        assert_eq!(fronts.collect::<Vec<_>>(), tile.across_front().into_iter().collect::<Vec<_>>());
        assert!(!tile.is_edge() || tile.across_front().is_none());
    }
}

#[test]
fn the_half_turn_keeps_every_line() {
    for (a, b) in tiles().flat_map(|a| tiles().map(move |b| (a, b))) {
        assert_eq!(a.line_to(b), a.half_turn().line_to(b.half_turn()));
        assert_eq!(a.distance(b), a.half_turn().distance(b.half_turn()));
        assert_eq!(a.corner_neighbors().contains(b), a.half_turn().corner_neighbors().contains(b.half_turn()));
    }
    assert!(tiles().all(|tile| tile.half_turn().half_turn() == tile));
}

#[test]
fn distances_are_those_of_the_printed_edges() {
    let board = Board::printed();
    for (a, b) in tiles().flat_map(|a| tiles().map(move |b| (a, b))) {
        assert_eq!(usize::from(a.distance(b)), board.distance[a.index()][b.index()]);
        assert_eq!(a.within_two().contains(b), (1..=2).contains(&a.distance(b)));
    }
    let between = |a, b| Tile::from_index(a).distance(Tile::from_index(b));
    assert_eq!((between(0, 25), between(2, 27)), (7, 9));
}

#[test]
fn a_set_spreads_to_the_neighbors_of_its_members() {
    let mut rng = SplitMix::new(34);
    for _ in 0..10_000 {
        let set = Tiles::from_bits(rng.next_u64() & rng.next_u64());
        let slow: Tiles = set.iter().flat_map(|tile| tile.neighbors().iter()).collect();
        assert_eq!(set.spread(), slow, "{set:?}");
    }
}

#[test]
fn the_own_order_of_b_is_the_half_turn_of_the_own_order_of_a() {
    let order = |side| Tile::in_order_of(side).map(Tile::number).collect::<Vec<_>>();
    assert_eq!(order(Side::A), (0..34).collect::<Vec<_>>());
    assert_eq!(order(Side::B), (0..30).rev().chain((30..34).rev()).collect::<Vec<_>>());
    let mut rng = SplitMix::new(43);
    for _ in 0..1000 {
        let set = Tiles::from_bits(rng.next_u64() & rng.next_u64() & rng.next_u64());
        for side in Side::ALL {
            assert_eq!(set.first_for(side), Tile::in_order_of(side).find(|tile| set.contains(*tile)));
        }
    }
}
