//! Temporary.
fn main() -> std::io::Result<()> {
    engine::janggi::uci::run(std::io::stdin().lock(), std::io::stdout())
}
