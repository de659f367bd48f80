#!/usr/bin/env bash
# Runs every check of the repository: `bash tests/run.sh`. Prints a line with the time of each step,
# and the output of each step that failed.
# `--thorough` repeats random tests for hours: 20 000 seeds and 1000 weekends of the simulator, 1000
# kills and 1000 cut connections, 200 outages, contests of a thousand entrants, five minutes of
# fuzzing for each game.
# Exit codes: 0 all passed, 1 a step failed, 2 a tool is missing and could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# A run on a fresh machine builds everything once: what would make a second build faster takes half of the disk.
if [ "${CI-}" = true ]; then
    export CARGO_INCREMENTAL=0
fi

thorough=0
case ${1-} in
    --thorough) thorough=1 ;;
    '') ;;
    *)
        echo "usage: bash tests/run.sh [--thorough]"
        exit 2
        ;;
esac

log=$(mktemp)
trap 'rm -f "$log"' EXIT
began=$SECONDS
passed=0
failed=()
# What failed tests said, and their names: shown again at the end.
said=

# step NAME COMMAND...: runs a check and goes on, so that one run shows everything that is wrong.
step() {
    local name=$1 start=$SECONDS
    shift
    printf '%-44s' "$name"
    if "$@" >"$log" 2>&1; then
        printf 'ok      %4d s\n' $((SECONDS - start))
        passed=$((passed + 1))
        # A step that passed may have left something out.
        grep -E '^skipped: |^OK \(skipped=' "$log" | sed 's/^/    /' || true
    else
        printf 'FAILED  %4d s\n' $((SECONDS - start))
        printf '    $ %s\n' "$*"
        tail -n 200 "$log" | sed 's/^/    /'
        # The tests of a binary may have failed long before its last lines.
        said+=$(grep -A 3 -E "^thread .* panicked at" "$log" | head -n 60 | sed 's/^/    /' || true)$'\n'
        said+=$(grep -E "^test .* FAILED$" "$log" | sed 's/^/    /' || true)$'\n'
        failed+=("$name")
    fi
}

# need TOOL HINT PACKAGE...: makes sure that a tool is there, from the system's packages where that is allowed.
need() {
    local tool=$1 hint=$2
    shift 2
    has "$tool" && return
    if [ $# -gt 0 ] && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        echo "installing $* for $tool"
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1 || true
    fi
    has "$tool" && return
    echo "missing: $tool ($hint)"
    missing=1
}

# Debian has Python without the part that makes environments.
has() {
    case $1 in
        chromium) command -v "${CHROMIUM:-chromium}" >/dev/null ;;
        venv) python3 -c "import ensurepip, venv" 2>/dev/null ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    if command -v rustup >/dev/null; then
        echo "installing $2"
        rustup component add "$2" >"$log" 2>&1 || true
    fi
    cargo "$1" --version >/dev/null 2>&1 && return
    echo "missing: cargo $1 (rustup component add $2)"
    missing=1
}

missing=0
need cargo "Rust 1.89 or newer: https://rustup.rs"
need cc "a C compiler: SQLite is compiled in" gcc libc6-dev
need c++ "the fuzzer is C++" g++
need python3 "Python 3.9 or newer" python3
need venv "Python's module for environments" python3-venv
need node "Node.js 18 or newer" nodejs
need npm "comes with Node.js" npm
need curl "the docs call a server by it" curl
need nginx "the test of the shipped proxy runs it" nginx-light
need bwrap "engines are kept in sandboxes by it" bubblewrap
need systemd-analyze "the shipped service is checked by it" systemd
need openssl "tests make a certificate by it" openssl
need jq "the docs read its answers by it" jq
need chromium "pages of other origins run in it; CHROMIUM names another" chromium
if command -v cargo >/dev/null; then
    component fmt rustfmt
    component clippy clippy
fi
if [ "$missing" = 1 ]; then
    echo "nothing was checked: install what is missing, and run this again"
    exit 2
fi

# How long the rules of each game are fuzzed; two games at a time.
FUZZ_SECONDS=${FUZZ_SECONDS:-$([ "$thorough" = 1 ] && echo 300 || echo 20)}

# The triple is named so that only the target, not its build scripts, counts what it reaches.
FUZZ_TARGET=$(rustc -vV | sed -n 's/^host: //p')
fuzz_game() {
    local corpus=fuzz/corpus/$1
    mkdir -p "$corpus" fuzz/artifacts
    FUZZ_GAME=$1 "fuzz/target/$FUZZ_TARGET/release/rules" "$corpus" \
        -max_total_time="$FUZZ_SECONDS" -max_len=512 -rss_limit_mb=4096 -artifact_prefix=fuzz/artifacts/
}
export -f fuzz_game
export FUZZ_SECONDS FUZZ_TARGET
fuzz() {
    local games
    # The program of the tests: `cargo run` would build another, without the features that tests need.
    games=$("${CARGO_TARGET_DIR:-target}/debug/referee" rules | grep -v '^ ' | cut -d' ' -f1)
    (cd fuzz && CARGO_TARGET_DIR=target cargo build --release --target "$FUZZ_TARGET") || return
    [ -n "$games" ] && xargs -P 2 -I {} bash -c 'fuzz_game {}' <<<"$games"
}

# Without the program: all that they use is in their own manifests.
crates_alone() {
    cargo clippy -p referee-contests -p referee-games -p referee-ids -p referee-law -p referee-matching \
        --target-dir target/alone -- -D warnings
    cargo clippy -p referee-client --target-dir target/alone -- -D warnings
}
# A package of this repository is a link, whose path is no host.
no_host_in_locks() { ! git ls-files -- '*package-lock.json' | xargs -r grep -n '"resolved": "http'; }
prettier() {
    tests/tools/node_modules/.bin/prettier --check clients/typescript clients/web tests/browser tests/tools
}
buf() { tests/tools/node_modules/.bin/buf "$@"; }
# The web pages, built again from exact versions: the bytes are those that are committed.
npm_pages() {
    npm install --prefix clients/typescript --no-save --ignore-scripts --no-audit --no-fund &&
        npm run --prefix clients/typescript build &&
        npm install --prefix clients/web --no-save --ignore-scripts --no-audit --no-fund
}
web_pages() { npm run --prefix clients/web build && [ -z "$(git status --porcelain -- clients/web/dist)" ]; }
# Other compilers build other bytes: the tests play with both modules, and compare the digest of the sources.
browser_rules() {
    cargo fmt --manifest-path clients/typescript/rules/Cargo.toml --check && bash clients/typescript/rules/build.sh target/rules
}
typescript_tests() { REFEREE_RULES=$PWD/target/rules/referee-rules.wasm timeout --kill-after=10 900 npm test --prefix clients/typescript; }
page_tests() { npm test --prefix clients/web; }
pages_in_a_browser() { timeout --kill-after=10 900 node --test --test-concurrency=1 tests/browser/pages/; }
npm_browser() { npm install --prefix tests/browser --no-save --ignore-scripts --no-audit --no-fund; }
browsers() { timeout --kill-after=10 300 node --test tests/browser/browser.test.mjs; }
# What the Python client stands on, and the client as it is now.
python_client() {
    [ -x target/python/bin/pip ] || python3 -m venv target/python
    # The exact versions of what checks the types are in pyproject.toml.
    target/python/bin/pip install --quiet setuptools grpcio googleapis-common-protos grpcio-tools $(sed -n 's/^types = \[\(.*\)\]/\1/p' clients/python/pyproject.toml | tr -d '",')
    target/python/bin/pip install --quiet --no-build-isolation --no-deps --force-reinstall ./clients/python
}
# Optional: there are wheels of it only for some versions of Python.
openspiel() {
    local wanted said
    wanted=$(sed -n 's/^openspiel = \["\(.*\)"\]/\1/p' clients/python/pyproject.toml)
    said=$(target/python/bin/pip install --quiet --only-binary open_spiel "$wanted" 2>&1) && return
    if grep -q "No matching distribution found for $wanted" <<<"$said"; then
        echo "skipped: no wheel of open_spiel for this Python"
    else
        echo "$said"
        return 1
    fi
}
python_tests() { (cd clients/python/tests && ../../../target/python/bin/python -m unittest discover -v); }
# The rules as a Python module: built with maturin, and tested with what its environments are for. With `--thorough`
# its example learns for two minutes.
python_rules() {
    local manifest=clients/python/rules/Cargo.toml
    cargo fmt --manifest-path "$manifest" --check &&
        cargo clippy --manifest-path "$manifest" --target-dir target/rules -- -D warnings || return
    [ -x target/python/bin/pip ] || python3 -m venv target/python || return
    target/python/bin/pip install --quiet 'maturin>=1.9,<2' $(sed -n 's/^tests = \[\(.*\)\]/\1/p' clients/python/rules/pyproject.toml | tr -d '",') &&
        PATH=$PWD/target/python/bin:$PATH target/python/bin/pip install --quiet --no-build-isolation --no-deps --force-reinstall ./clients/python/rules &&
        (cd clients/python/rules/tests && REFEREE_LEARN_SECONDS=$((thorough * 120)) ../../../../target/python/bin/python -m unittest discover -v)
}

fault_tests() { (cd tests/faults && timeout --kill-after=10 900 ../../target/python/bin/python -m unittest discover -v); }
uhp_tests() {
    target/python/bin/pip install --quiet uhp-utils==0.1.1
    (cd tests/uhp && ../../target/python/bin/python -m unittest discover -v)
}

# How long all tests together may take, their build too: one that hangs is then named as what still ran, and the rest is checked.
TESTS_SECONDS=2700
all_tests() { timeout --kill-after=30 "$TESTS_SECONDS" cargo test --workspace --no-fail-fast; }

# The tests of what can go wrong at any moment, for long.
long() { long_of it "$1"; }
# long_of BINARY TEST
long_of() { cargo test --workspace --test "$1" -- --exact "$2"; }
long_simulation() { REFEREE_SEEDS=20000 cargo test --test sim -- --exact everything_holds_under_any_seed; }
long_weekends() { REFEREE_WEEKENDS=1000 cargo test --test sim -- --exact everything_holds_on_any_weekend; }
planted_defects() { bash tests/sim/plant.sh; }
long_kills() { REFEREE_KILLS=1000 long server::killed::a_server_that_is_killed_loses_nothing_that_was_acknowledged; }
long_tournament_kills() { REFEREE_KILLS=70 long runner::tournaments::a_tournament_that_is_killed_anywhere_counts_every_match_once; }
long_ladder_kills() { REFEREE_KILLS=200 long runner::tournaments::ladders::a_ladder_that_is_killed_anywhere_counts_every_match_once; }
long_server_tournament_kills() { REFEREE_KILLS=200 long server::killed::tournaments::a_server_that_is_killed_plays_every_match_of_its_tournaments_once; }
long_server_standings() { REFEREE_KILLS=200 long server::killed::tournaments::kills_do_not_change_the_standings; }
long_server_ladder_kills() { REFEREE_KILLS=200 long server::killed::ladders::a_server_that_is_killed_plays_every_match_of_its_ladder_once; }
long_real_outages() { REFEREE_REAL_OUTAGES=200 long server::outages::external_outages_cost_no_match; }
long_histories() { REFEREE_HISTORIES=100000 long_of law clocks::late::to_decide_late_is_to_decide_on_time; }
long_logs() { REFEREE_LOGS=10000 long_of contests rating::determined::any_log_with_any_priors_has_a_fit; }
long_return() { REFEREE_RETURN=255x10000 long api::play::returning::a_bot_comes_back_to_many_long_matches_and_plays_on_meanwhile; }
long_ladders() { REFEREE_LADDERS=60 cargo test -p referee-contests --test contests -- ladder::strength::; }
long_damage() { REFEREE_DAMAGED_LOGS=10000 long_of contests ladder::stored::a_log_that_no_ladder_has_written_is_refused; }
long_concurrencies() { REFEREE_CONCURRENCIES=4 long runner::tournaments::a_tournament_is_reproducible_at_any_concurrency_and_after_kills; }
long_hiding() { REFEREE_POSITIONS=100000 long_of law hidden::rules::no_viewer_can_distinguish_hidden_states; }
long_cuts() { REFEREE_CUTS=1000 long api::play::cut_anywhere::connections_that_break_after_any_byte_lose_nothing_and_double_nothing; }

step "format" cargo fmt --all --check
step "clippy, everything" cargo clippy --workspace --all-targets -- -D warnings
step "quiet crates and the client alone" crates_alone
step "tests" all_tests
if [ "$thorough" = 1 ]; then
    step "20 000 seeds of the simulator" long_simulation
    step "1000 weekends of the simulator" long_weekends
    step "planted defects are found" planted_defects
    step "200 outages from outside" long_real_outages
    step "100 000 histories, late and on time" long_histories
    step "10 000 logs with any priors are rated" long_logs
    step "1000 kills" long_kills
    step "210 kills of tournaments" long_tournament_kills
    step "200 kills of a ladder" long_ladder_kills
    step "200 kills of a server with tournaments" long_server_tournament_kills
    step "200 kills, the same standings" long_server_standings
    step "200 kills of a server with a ladder" long_server_ladder_kills
    step "1000 cut connections" long_cuts
    step "60 ladders find the strength of their bots" long_ladders
    step "a tournament with 1 to 64 matches at once" long_concurrencies
    step "a ladder's log, damaged anywhere" long_damage
    step "100 000 positions with hidden hands" long_hiding
    step "a return to 255 matches of 10 000 events" long_return
    # A build of a release: what an answer takes beside a flood is for a machine that does nothing else.
    step "matches beside each flood" cargo bench --bench floods -- 5
    step "a million matches rated" cargo bench --bench ratings
    step "intervals and tests keep what they promise" cargo bench --bench coverage
    step "a thousand entrants of a tournament" cargo bench --bench tournaments
    step "a thousand entrants of a ladder" cargo bench --bench ladders
fi
# With the build of the tests: what is charged is for `cargo bench --bench clocks`, on a machine that does nothing else.
step "2000 matches of null bots, no flag" cargo bench --quiet --profile dev --bench clocks -- flags
step "flags of flooding bots within 250 ms" cargo bench --quiet --profile dev --bench deadlines -- 4
step "fuzz, $FUZZ_SECONDS s a game" fuzz
step "lock files name no host" no_host_in_locks
# Not `npm ci`: it refuses a lock file that does not hold the binaries for every other system.
step "npm tools" npm install --prefix tests/tools --no-save --ignore-scripts --no-audit --no-fund
step "format of TypeScript, JavaScript and CSS" prettier
step "buf lint" buf lint proto
step "the schema stays compatible" bash tests/schema.sh check
step "npm packages of the browser tests" npm_browser
step "pages of other origins in a browser" browsers
step "npm packages of the web pages" npm_pages
step "the rules as WebAssembly" browser_rules
step "TypeScript client, tests" typescript_tests
step "web pages, tests" page_tests
step "the web pages are as committed" web_pages
step "the web pages in a browser" pages_in_a_browser
step "Python client, installed" python_client
step "OpenSpiel, installed" openspiel
step "Python client, tests" python_tests
step "faults, with the bots of all clients" fault_tests
step "the Universal Hive Protocol, by uhp-utils" uhp_tests
step "the rules as a Python module" python_rules

if [ ${#failed[@]} -gt 0 ]; then
    printf '%s' "$said"
    printf 'FAILED: %d of %d in %d s:' ${#failed[@]} $((passed + ${#failed[@]})) $((SECONDS - began))
    printf ' [%s]' "${failed[@]}"
    printf '\n'
    exit 1
fi
echo "all $passed passed in $((SECONDS - began)) s"
