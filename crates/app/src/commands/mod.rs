//! One file a command.

mod bench;
mod best;
mod collection;
mod completions;
mod convert;
mod fair;
mod games;
mod keeping;
mod lab;
mod lab_ladder;
mod lab_match;
mod lab_scale;
mod legal;
mod match_;
mod people;
mod perft;
mod puzzles;
mod replay;
mod serve;
mod show;
mod state;
mod tables;
mod uci;
mod worker;

use crate::args::{Cli, Command, Serve};
use crate::{Console, Failure, House};

/// Does what was typed.
pub(crate) fn run(cli: Cli, house: House, console: &mut Console<'_>) -> Result<(), Failure> {
    match cli.command.unwrap_or_else(|| Command::Serve(Serve::default())) {
        Command::Serve(args) => serve::run(&args, console),
        Command::Worker(args) => worker::run(&args, console),
        Command::Games(args) => games::run(&args, house, console),
        Command::State(args) => state::run(&args, house, console),
        Command::Legal(args) => legal::run(&args, house, console),
        Command::Show(args) => show::run(&args, house, console),
        Command::Perft(args) => perft::run(&args, house, console),
        Command::Bench(args) => bench::run(&args, house, console),
        Command::Replay(args) => replay::run(&args, house, console),
        Command::Convert(args) => convert::run(&args, house, console),
        Command::Best(args) => best::run(&args, house, console),
        Command::Fair(args) => fair::run(&args, house, console),
        Command::Uci => uci::run(),
        Command::Match(args) => match_::run(&args, house, console),
        Command::Lab(args) => lab::run(&args, console),
        Command::People(args) => people::run(&args, console),
        Command::Collection(args) => collection::run(&args, console),
        Command::Backup(args) => keeping::back_up(&args),
        Command::Restore(args) => keeping::restore(&args, console),
        Command::Check(args) => keeping::check(&args, console),
        Command::MoveHouse(args) => keeping::move_house(&args, console),
        Command::Tables(args) => tables::run(&args, console),
        Command::Puzzles(args) => puzzles::run(&args, house, console),
        Command::Completions(args) => completions::run(&args, house, console),
    }
}
