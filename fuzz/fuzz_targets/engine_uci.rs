//! Any lines to the engine: each is obeyed or answered, and the session ends with its input.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut lines = "setoption name Hash value 1\n".to_owned();
    for line in text.lines().filter(|line| is_modest(line)) {
        lines.push_str(line);
        lines.push('\n');
    }
    engine::janggi::uci::run(lines.as_bytes(), std::io::sink()).expect("neither stream can fail");
});

/// Memory, threads, files and counting without measure are the user's own wish, not the parser's concern.
fn is_modest(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    !["hash value", "threads", "evalfile", "perft", "bench"].iter().any(|word| line.contains(word))
}
