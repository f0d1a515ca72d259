//! Temporary.
use std::path::Path;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "gen" {
        let order = lab::datagen::Order {
            settings: lab::selfplay::Settings {
                nodes: a[3].parse().unwrap(),
                random_plies: 8,
                rules: janggi::Rules::FSF_JANGGI,
            },
            games: a[4].parse().unwrap(),
            seed: a[5].parse().unwrap(),
            threads: 1,
        };
        println!(
            "{:?}",
            lab::datagen::run(&order, Path::new(&a[2]), &std::sync::atomic::AtomicBool::new(false)).unwrap()
        );
    } else {
        let order = lab::tune::Order {
            epochs: a[3].parse().unwrap(),
            result_share: a[4].parse().unwrap(),
            rate: a[5].parse().unwrap(),
        };
        let paths: Vec<&Path> = a[6..].iter().map(|p| Path::new(p)).collect();
        let s = lab::tune::run(&order, &paths, &mut |t| println!("{t}")).unwrap();
        std::fs::write(&a[2], s).unwrap();
    }
}
