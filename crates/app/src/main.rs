//! daeguk
fn main() {}
