#!/usr/bin/env bash
# Ours and the bare `ws` server in turn, and the medians of both with their ratio:
#
#   tools/load/compare.sh [ROUNDS] [options of the example]     # e.g. 3 --games 4000 --seconds 10
set -euo pipefail
cd "$(dirname "$0")"

rounds=3
[[ ${1:-} =~ ^[0-9]+$ ]] && { rounds=$1; shift; }
load=${LOAD:-../../target/release/examples/load}
[[ -x $load ]] || { echo "first: cargo build --release -p daeguk-server --example load" >&2; exit 2; }
[[ -d node_modules/ws ]] || npm install --no-save --no-audit --no-fund --silent ws@8
ulimit -n "$(ulimit -Hn)"

log=$(mktemp)
bare_pid=
trap 'kill $bare_pid 2>/dev/null || true; rm -f "$log" "$log.bare"' EXIT

bare() {
    : >"$log.bare" # What the last one wrote is not the address of this one.
    PORT=0 node bare.mjs >"$log.bare" &
    bare_pid=$!
    until [[ -s $log.bare ]]; do sleep 0.1; done
    read -r port pid <"$log.bare"
    "$load" --bare "$port" --pid "$pid" "$@"
    kill $bare_pid
    wait $bare_pid 2>/dev/null || true
}

for ((round = 1; round <= rounds; round++)); do
    echo "== round $round"
    bare "$@" | tee -a "$log"
    "$load" "$@" | tee -a "$log"
done

# Medians of each figure of either server.
awk '
    function median(text,    parts, n, i, j, t) {
        n = split(text, parts, " ")
        for (i = 2; i <= n; i++) for (j = i; j > 1 && parts[j - 1] + 0 > parts[j] + 0; j--) { t = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = t }
        return parts[int((n + 1) / 2)] + 0
    }
    /: [0-9]+ games, / { who = $1 == "bare" ? "bare" : "ours" }
    $1 == "acknowledged" { p50[who] = p50[who] " " $3; p99[who] = p99[who] " " $6 }
    $1 == "processor" { cpu[who] = cpu[who] " " $2 }
    function row(name, of) { printf "%-22s ours %8.2f   bare %8.2f   ratio %.2f\n", name, median(of["ours"]), median(of["bare"]), median(of["ours"]) / median(of["bare"]) }
    END { print "== medians"; row("p50, ms", p50); row("p99, ms", p99); row("processor, us a move", cpu) }
' "$log"
