#!/usr/bin/env bash
# Makes a Debian package of a release build, with its services and completions.
#
#   tools/deb/build.sh            builds the program first
#   tools/deb/build.sh PROGRAM    takes one that is built already
set -euo pipefail
cd "$(dirname "$0")/../.."

command -v cargo-deb >/dev/null || { echo "cargo-deb is needed: cargo install cargo-deb --locked" >&2; exit 2; }
if [[ $# -gt 0 ]]; then
    program=$1
else
    cargo build --release --package daeguk
    program=${CARGO_TARGET_DIR:-target}/release/daeguk
fi

# What goes into the package, where its description looks for it.
files=target/deb
rm -rf "$files"
mkdir -p "$files"
install -m 755 "$program" "$files/daeguk"
strip "$files/daeguk"
for shell in bash zsh fish; do
    "$program" completions "$shell" >"$files/daeguk.$shell"
done
install -m 640 tools/deb/daeguk.default "$files/default"
install -m 644 tools/deb/daeguk-worker.default "$files/default-worker"
cargo deb --no-build --package daeguk --output "$files/"
