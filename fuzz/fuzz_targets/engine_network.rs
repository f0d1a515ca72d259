//! Any bytes as a network file: refused with a reason, or read and written back the same.
#![no_main]

use engine::janggi::network::Network;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::read(bytes) {
        assert_eq!(network.write(), bytes);
    }
});
