//! Presets, random ground, and the proofs about the terrain phase as properties.

use game::rng::SplitMix;
use game::{Deed, Match, Position as _, choices};
use nanguk::terrain::{Preset, Random, Style, Symmetry, random_land, random_sea, sea_is_connected};
use nanguk::{Action, Ground, Phase, Position, Rules, Square, Start, Variant};

fn rows(heights: [u8; 64]) -> String {
    let row = |rank: usize| heights[rank * 8..rank * 8 + 8].iter().map(ToString::to_string).collect::<String>();
    (0..8).rev().map(row).collect::<Vec<_>>().join("/")
}

fn land(seed: u64, symmetric: Symmetry, style: Style, height_max: u8) -> String {
    rows(random_land(Random { seed, symmetric, style }, height_max))
}

#[test]
fn random_land_is_the_rule_books() {
    use Style::{Hills, Rough};
    use Symmetry::{No, Yes};
    let vectors = [
        (land(1, Yes, Hills, 3), "00001232/01000122/12100011/23210121/12101232/11000121/22100010/23210000"),
        (land(2024, Yes, Hills, 3), "00000000/10100100/21211211/32222322/22322223/11211212/00100101/00000000"),
        (land(12, No, Hills, 3), "12100010/23210121/12101232/01012121/00101010/01212100/00121001/01232112"),
        (land(1, Yes, Rough, 3), "10122112/10111101/11211112/00112101/10121100/21111211/10111101/21122101"),
        (land(1, No, Rough, 3), "12101110/21012221/11011121/11001111/21011111/21011011/12110121/12101111"),
        (land(1, Yes, Hills, 4), "12211233/12100123/01000112/10000001/10000001/21100010/32100121/33211221"),
        (land(7, Yes, Hills, 3), "00012332/11012221/22101110/11000100/00100011/01110122/12221011/23321000"),
        (land(9, Yes, Hills, 3), "00121123/01232112/12121001/01010000/00001010/10012121/21123210/32112100"),
    ];
    for (found, expected) in vectors {
        assert_eq!(found, expected);
    }
}

#[test]
fn random_seas_are_the_rule_books() {
    let vectors = [
        (1, Symmetry::Yes, "00000000/00000000/00110010/00111110/01111100/01001100/00000000/00000000"),
        (2, Symmetry::Yes, "00000000/00000000/11001100/11011000/00011011/00110011/00000000/00000000"),
        (2, Symmetry::No, "00000000/00000000/01010000/01100011/01111010/01101110/00000000/00000000"),
    ];
    for (seed, symmetric, expected) in vectors {
        assert_eq!(rows(random_sea(seed, symmetric)), expected);
    }
}

#[test]
fn the_generator_of_numbers_is_the_rule_books() {
    let mut rng = SplitMix::new(0);
    assert_eq!(
        [rng.next_u64(), rng.next_u64(), rng.next_u64()],
        [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]
    );
    assert_eq!(SplitMix::new(42).next_u64(), 0xbdd7_3226_2feb_6e95);
}

#[test]
fn presets_keep_the_rules() {
    for name in Preset::TEXTS {
        let preset = Preset::from_text(name).expect("a preset");
        let ground = Ground::new(&preset.heights());
        let blocks = match preset {
            Preset::OpenSea => 0,
            Preset::Myeongnyang => 16,
            _ => 64,
        };
        assert!(ground.keeps_slope_rule(), "{name}");
        assert_eq!(ground.blocks(), blocks, "{name}");
        let symmetric = Square::all().all(|square| ground.height(square) == ground.height(square.opposite()));
        assert_eq!(symmetric, preset != Preset::Example, "{name}");
    }
    assert_eq!(
        rows(Preset::Example.heights()),
        "01000011/12100122/12101233/11001122/10012111/00011211/00122210/01123210"
    );
    assert_eq!(
        rows(Preset::Fortress.heights()),
        "01222210/01222210/00111100/11111111/11111111/00111100/01222210/01222210"
    );
}

#[test]
fn random_ground_keeps_the_rules() {
    for seed in 0..200 {
        for symmetric in [Symmetry::Yes, Symmetry::No] {
            for (style, height_max) in [(Style::Hills, 3), (Style::Rough, 3), (Style::Hills, 4)] {
                let ground = Ground::new(&random_land(Random { seed, symmetric, style }, height_max));
                assert!(ground.keeps_slope_rule() && ground.blocks() == 64, "seed {seed}");
            }
            let sea = Ground::new(&random_sea(seed, symmetric));
            assert!(sea_is_connected(sea.raised()) && sea.blocks() == 16, "seed {seed}");
        }
    }
}

/// The source's impossible terrain: too high for three levels, too steep for four.
#[test]
fn the_impossible_terrain_is_refused() {
    let state =
        "N 00011000/00000000/00000000/43444434/43444434/00000000/00000000/00011000 8/8/8/8/8/8/8/8 b I 0:0 0 1 - *";
    assert_eq!(Position::load(&mut Rules::default(), state).map_err(|refusal| refusal.code), Err("E_STATE"));
    let (mut rules, _) = choices::parse::<Rules, Start>("max_height=4").expect("known");
    assert_eq!(Position::load(&mut rules, state).map_err(|refusal| refusal.code), Err("E_SLOPE"));
    let (mut rules, _) = choices::parse::<Rules, Start>("max_height=4;placing=honour").expect("known");
    let position = Position::load(&mut rules, state).expect("cliffs of honor placing are read");
    assert_eq!(position.ground().blocks(), 64);
    assert!(!position.ground().keeps_slope_rule());
}

/// §6: whoever has a block finds a place for it, even if the others try to leave none.
#[test]
fn nobody_gets_stuck() {
    for seed in 0..150 {
        for choice in ["base", "base;max_height=4;turn_blocks=1", "sea", "sea;turn_blocks=1"] {
            let least = if choice.starts_with("sea") { 4 } else { 12 };
            let (rules, start) = choices::parse::<Rules, Start>(choice).expect("known");
            let mut position = Position::start(&rules, &start).expect("a start");
            let mut rng = SplitMix::new(seed);
            while position.phase() == Phase::Terrain {
                let fit: Vec<Square> = position.placeable().iter().collect();
                assert!(fit.len() >= least, "{} places at {}", fit.len(), position.state());
                let square =
                    if seed % 2 == 0 { *rng.pick(&fit).expect("a place") } else { stingiest(&position, &mut rng) };
                position.play_unchecked(Action::Place(square));
                let ground = position.ground();
                assert!(ground.keeps_slope_rule());
                assert!(position.rules().variant != Variant::Sea || sea_is_connected(ground.raised()));
            }
            assert_eq!(position.phase(), Phase::Battle);
        }
    }
}

/// The block after which the fewest places are left.
fn stingiest(position: &Position, rng: &mut SplitMix) -> Square {
    let places_after = |square: Square| {
        let mut after = position.clone();
        after.play_unchecked(Action::Place(square));
        after.placeable().len()
    };
    position.placeable().iter().min_by_key(|square| (places_after(*square), rng.next_u64())).expect("a place")
}

/// §7: a turn judged by its end and a turn judged block by block allow the same grounds. Whatever
/// legal ground lies above another is reached, in whatever order its blocks are named.
#[test]
fn block_by_block_equals_whole_turns() {
    let mut rng = SplitMix::new(11);
    for seed in 0..300 {
        let (mut rules, _) = choices::parse::<Rules, Start>("turn_blocks=16").expect("known");
        let target = Ground::new(&random_land(Random { seed, symmetric: Symmetry::No, style: Style::Hills }, 3));
        let mut lower = target;
        let mut blocks = Vec::new();
        while blocks.len() < 16 {
            // Take blocks away from the top; the ground below them is legal, too.
            let square = Square::from_index(rng.below(64));
            let heights = lower.heights();
            let mut fewer = heights;
            if heights[square.index()] > 0 {
                fewer[square.index()] -= 1;
                if Ground::new(&fewer).keeps_slope_rule() {
                    lower = Ground::new(&fewer);
                    blocks.push(square);
                }
            }
        }
        for _ in 0..3 {
            let turn = rng.below(blocks.len());
            blocks.rotate_left(turn);
            let state = format!("N {} 8/8/8/8/8/8/8/8 b T 16:16 0 1 - *", rows(lower.heights()));
            let mut game = Match::<Position>::load(rules, &state).expect("a state");
            let names: Vec<String> = blocks.iter().map(ToString::to_string).collect();
            game.act(&format!("+{}", names.join(","))).expect("the end state is legal");
            assert_eq!(rows(game.position().ground().heights()), rows(target.heights()));
            assert_eq!(game.entries().len(), 16, "blocks are recorded one by one");
        }
        // One block of a turn that ends too steep refuses the whole turn and changes nothing.
        rules.turn_blocks = None;
        let bare = Position::start(&rules, &Start::default()).expect("a start");
        let mut game = Match::<Position>::load(rules, &bare.state()).expect("a state");
        assert_eq!(game.act("+a1,a1,b1,c1,d1,e1,f1,g1").map_err(|refusal| refusal.code), Err("E_SLOPE"));
        assert_eq!((game.position().state(), game.entries().len()), (bare.state(), 0));
    }
}

/// §30: a burst restores the slope rule and takes away as little as possible.
#[test]
fn a_burst_takes_the_least() {
    let mut rng = SplitMix::new(3);
    for seed in 0..300 {
        let heights = random_land(Random { seed, symmetric: Symmetry::No, style: Style::Hills }, 4);
        let target = Square::from_index(rng.below(64));
        let state = format!("F {} 3k4/7w/8/8/8/8/8/4K2C b B 0:0 0 1 3:2@{target} *", rows(heights));
        let (rules, _) = choices::parse::<Rules, Start>("firearms;max_height=4").expect("known");
        let mut game = Match::<Position>::load(rules, &state).expect("a state");
        game.act("e1-e2").expect("legal");
        let after = *game.position().ground();
        assert!(after.keeps_slope_rule(), "{state}");
        assert_eq!(after.heights(), least_removal(heights, target), "{state}");
    }
}

/// Lowers whatever is too high beside the crater until nothing is: each step is forced.
fn least_removal(mut heights: [u8; 64], target: Square) -> [u8; 64] {
    heights[target.index()] = 0;
    loop {
        let ground = Ground::new(&heights);
        let Some(square) = ground.too_high().first() else { return heights };
        heights[square.index()] -= 1;
    }
}

#[test]
fn starts_must_suit_the_variant() {
    for choice in ["sea;terrain=plain", "base;terrain=open-sea", "siege;terrain=myeongnyang", "sea;turn_blocks=16"] {
        let refused = choices::parse::<Rules, Start>(choice)
            .and_then(|(rules, start)| Position::start(&rules, &start))
            .map(|position| position.state());
        assert_eq!(refused.map_err(|refusal| refusal.code), Err("E_OPTION"), "{choice}");
    }
    for choice in ["terrain=random:x", "terrain=mud", "symmetric=maybe", "limit=-1", "limit=007", "bombs=10", "speed=1"]
    {
        let refused = choices::parse::<Rules, Start>(choice);
        assert_eq!(refused.map_err(|refusal| refusal.code), Err("E_OPTION"), "{choice}");
    }
}

/// Honor placing (§8): a block found wrong can always be moved to a right place.
#[test]
fn a_right_place_exists_for_every_wrong_block() {
    let mut rng = SplitMix::new(21);
    let (rules, start) = choices::parse::<Rules, Start>("placing=honour").expect("known");
    for _ in 0..40 {
        let mut game = Match::<Position>::start(rules, &start).expect("a start");
        while game.position().phase() != Phase::Battle {
            let legal = game.legal();
            for wrong in game.position().ground().too_high().iter() {
                let movable =
                    legal.iter().any(|action| matches!(action, Action::Relocate { from, .. } if *from == wrong));
                assert!(movable, "{wrong} at {}", game.position().state());
            }
            let action = *rng.pick(&legal).expect("an action");
            game.do_deed(Deed::Act(action)).expect("legal");
        }
    }
}
