#!/usr/bin/env bash
# Everything that must hold before a change is accepted. Works in a fresh clone and without a terminal.
#
#   ./test.sh           all sections
#   ./test.sh NAME…     only these: format lint tests bench portable web bot
set -euo pipefail
cd "$(dirname "$0")"

# Snapshots are compared, never rewritten; colors and widths do not depend on who watches.
export INSTA_UPDATE=no CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-never}
unset COLUMNS NO_COLOR

readonly PORTABLE_CRATES=(game janggi nanguk tigers yonin engine ratings room)
readonly SECTIONS=(format lint tests bench portable web bot)
# One build serves tests, counts and browser, and its build scripts and macros serve the lint, too; see Cargo.toml.
readonly PROFILE=checked

passed=0
failed=0
failures=()
times=()

main() {
    prepare
    local section
    for section in "${@:-${SECTIONS[@]}}"; do
        if ! declare -F "section_$section" >/dev/null; then
            echo "there is no section '$section'; the sections are ${SECTIONS[*]}" >&2
            exit 2
        fi
        timed "$section"
    done
    summary
}

# ---------------------------------------------------------------------------------------------
# What the tests need, installed if it is missing.

prepare() {
    heading "tools"
    need_command cargo
    need_component fmt rustfmt
    need_component clippy clippy
    cargo --version
}

need_command() {
    command -v "$1" >/dev/null || { echo "'$1' is needed; see CONTRIBUTING.md" >&2; exit 2; }
}

need_component() {
    cargo "$1" --version >/dev/null 2>&1 || rustup component add "$2"
}

# ---------------------------------------------------------------------------------------------
# The sections.

section_format() {
    heading "format"
    step "cargo fmt" cargo fmt --all --check
}

section_lint() {
    heading "lint"
    step "clippy" cargo clippy --profile "$PROFILE" --workspace --all-targets --quiet -- -D warnings
}

# All tests, the deepest counts and the longer fuzzing among them.
section_tests() {
    heading "tests"
    want_postgres
    want_nginx
    DAEGUK_DEEP=1 DAEGUK_FUZZ_ROUNDS=${DAEGUK_FUZZ_ROUNDS:-5000} tests cargo test --profile "$PROFILE" --workspace
}

section_bench() {
    heading "checksums"
    step "bench" bench
}

# The browser will run rules and engine one day.
section_portable() {
    heading "rules and engine for WebAssembly"
    if ! has_wasm && ! rustup target add wasm32-unknown-unknown; then
        echo "skipped: there is no compiler for wasm32-unknown-unknown"
        return
    fi
    local packages=("${PORTABLE_CRATES[@]/#/--package=daeguk-}")
    step "portable crates" cargo check --profile "$PROFILE" --quiet --target wasm32-unknown-unknown "${packages[@]}"
}

has_wasm() {
    rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null | xargs -I{} test -d {}
}

# The pages: types, units, and a real browser against the real binary.
section_web() {
    heading "web"
    need_command node
    need_browser
    want_sqlite
    [[ -d web/tests/node_modules ]] || (cd web/tests && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund)
    cargo build --profile "$PROFILE" --quiet
    step "web" node web/tests/run.js --binary "${CARGO_TARGET_DIR:-target}/$PROFILE/daeguk"
}

# The bridge between UCI engines and the house, in whole games against the real binary.
section_bot() {
    heading "bot"
    need_command python3
    cargo build --profile "$PROFILE" --quiet
    step "bot" python3 tools/bot/test_bot.py --binary "${CARGO_TARGET_DIR:-target}/$PROFILE/daeguk"
}

# A real PostgreSQL for the tests of the store, which start it themselves; without one they say that they were skipped.
want_postgres() {
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null && return
    want postgresql "PostgreSQL"
}

# The proxy of the guide for hosts, tested as it stands there.
want_nginx() {
    command -v nginx >/dev/null && return
    want nginx "nginx"
}

# Another program to read the database with, which recomputes what profiles show.
want_sqlite() {
    command -v sqlite3 >/dev/null && return
    want sqlite3 "sqlite3"
}

want() {
    { apt-get update -qq && apt-get install -y -qq "$1"; } >/dev/null 2>&1 || echo "without $2: its tests are skipped"
}

need_browser() {
    [[ -x ${CHROMIUM:-/usr/bin/chromium} ]] && fc-list :lang=ko 2>/dev/null | grep -q . && return
    { apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk; } || { echo "Chromium and a font with Korean are needed; see CONTRIBUTING.md" >&2; exit 2; }
}

# The checksums of rules and searches are in the repository; a change of them is a change of behavior.
bench() {
    local report expected
    report=$(cargo run --profile "$PROFILE" --quiet -- bench) || return 1
    expected=$(<bench.txt)
    echo "$report"
    [[ $(tail -n 2 <<<"$report") == "$expected" ]] || { echo "bench.txt says '$expected'"; return 1; }
}

# ---------------------------------------------------------------------------------------------
# Running and counting.

timed() {
    local began=$SECONDS
    "section_$1"
    times+=("$1 $((SECONDS - began)) s")
}

heading() {
    printf '\n== %s\n' "$1"
}

# A step that passes or fails as a whole.
step() {
    local name=$1
    shift
    if "$@"; then
        echo "ok: $name"
        passed=$((passed + 1))
    else
        echo "FAILED: $name"
        failed=$((failed + 1))
        failures+=("$name")
    fi
}

# A cargo test run, of which every single test counts.
tests() {
    local log status=0 good bad
    log=$(mktemp)
    "$@" --no-fail-fast 2>&1 | tee "$log" || status=$?
    good=$(count_tests passed "$log")
    bad=$(count_tests failed "$log")
    if ((status != 0 && bad == 0)); then
        bad=1 # It did not even compile, or it crashed.
    fi
    if ((bad > 0)); then
        failures+=("$*")
    fi
    rm -f "$log"
    passed=$((passed + good))
    failed=$((failed + bad))
}

count_tests() {
    sed -n "s/^test result: .* \([0-9][0-9]*\) $1.*/\1/p" "$2" | awk '{ sum += $1 } END { print sum + 0 }'
}

summary() {
    heading "summary"
    local name
    printf '%s\n' "${times[@]}"
    for name in "${failures[@]+"${failures[@]}"}"; do
        echo "failed: $name"
    done
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

main "$@"
