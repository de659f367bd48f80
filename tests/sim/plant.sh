#!/usr/bin/env bash
# Plants defects in a copy of the tree, one at a time, and requires that the simulator finds each:
# `bash tests/sim/plant.sh [SEEDS] [NAME...]`. All defects are built at once; REFEREE_PLANT names
# the active one. Each line below is a defect: its name, its file, the code, and the code with the
# defect. `later(NAME)` delays a deadline, and `planted(NAME)` says whether the defect is active.
set -euo pipefail
cd "$(dirname "$0")/../.."

seeds=${1:-1000}
shift || true
copy=${PLANT_DIR:-target/planted}
mkdir -p "$copy"
# Use a separate target directory, or Cargo would reuse the library with the defects for the tree.
unset CARGO_TARGET_DIR

cat >"$copy/defects" <<'END'
stall-thrice@@src/law/decide/host_stalls.rs@@let lost = stall.ended.since(stall.began);@@let lost = stall.ended.since(stall.began) * if referee_ids::planted("stall-thrice") { 3 } else { 1 };
start@@src/law/state.rs@@let start_until = Time::ZERO.after(opened.graces.start);@@let start_until = Time::ZERO.after(opened.graces.start).after(referee_ids::later("start"));
start-for-ever@@src/law/decide/mod.rs@@until.min(self.start_latest)@@until.min(self.start_latest.after(referee_ids::later("start-for-ever") * 100))
restart@@src/law/apply.rs@@let until = self.at.after(grace);@@let until = self.at.after(grace).after(referee_ids::later("restart"));
grace@@src/law/decide/mod.rs@@Phase::Live | Phase::Over => until,@@Phase::Live | Phase::Over => until.after(referee_ids::later("grace")),
first-move@@src/law/state.rs@@until: self.at.after(grace) })@@until: self.at.after(grace).after(referee_ids::later("first-move")) })
first-move-again@@src/law/apply.rs@@*until = self.at.after(grace).max(*until);@@*until = self.at.after(grace).after(referee_ids::later("first-move-again")).max(*until);
nonces@@src/law/state.rs@@Some(self.all_here_since?.after(wait))@@Some(self.all_here_since?.after(wait).after(referee_ids::later("nonces")))
pause@@src/law/decide/arbiter.rs@@Some(self.paused?.after(MAX_SILENCE))@@Some(self.paused?.after(MAX_SILENCE).after(referee_ids::later("pause")))
silence@@src/law/state.rs@@is_free.then(|| self.stepped.after(MAX_SILENCE))@@is_free.then(|| self.stepped.after(MAX_SILENCE).after(referee_ids::later("silence")))
clock@@src/law/clock/running.rs@@Some(self.uncharged.after(sent, span))@@Some(self.uncharged.after(sent, span).after(referee_ids::later("clock")))
patience@@src/law/clock/running.rs@@self.uncharged.after(due, PATIENCE + round_trip)@@self.uncharged.after(due, PATIENCE + round_trip + referee_ids::later("patience"))
accept-within@@src/server/contest_server/running.rs@@Duration::from_millis(state.accept_within_ms());@@Duration::from_millis(state.accept_within_ms()) + referee_ids::later("accept-within") * 2;
decided@@src/server/contest_server/decided.rs@@let Some((contest, match_key)) = place_of(&table) else { continue };@@let Some((contest, match_key)) = place_of(&table).filter(|_| !referee_ids::planted("decided")) else { continue };
spread@@src/contests/ladder/policy.rs@@let meetings = meetings(self.candidates[of].recent);@@let meetings = meetings(self.candidates[of].recent); if referee_ids::planted("spread") { return vec![u32::MAX; count]; }
ruling@@src/server/hall/table/stub.rs@@request_id: RequestId, ask: Ask) -> Result<Seq, Refusal> {@@request_id: RequestId, ask: Ask) -> Result<Seq, Refusal> { if ask.is_ruling() { tokio::time::sleep(referee_ids::later("ruling") / 10).await; }
END

# The copy has the files of the tree and keeps its own build results.
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$copy"
python3 - "$copy" <<'END'
import sys
copy = sys.argv[1]
for line in open(copy + "/defects"):
    name, path, code, defect = line.rstrip("\n").split("@@")
    file = f"{copy}/{path}"
    text = open(file).read()
    if text.count(code) != 1:
        sys.exit(f"{name}: {path} has `{code}` {text.count(code)} times, not once")
    open(file, "w").write(text.replace(code, defect))
with open(copy + "/src/ids/lib.rs", "a") as library:
    library.write('''
/// Whether the defect of this name acts.
pub fn planted(name: &str) -> bool {
    std::env::var("REFEREE_PLANT").is_ok_and(|planted| planted == name)
}

/// By how much the defect of this name puts a deadline off.
pub fn later(name: &str) -> std::time::Duration {
    if planted(name) { std::time::Duration::from_secs(15) } else { std::time::Duration::ZERO }
}
''')
END

cd "$copy"
cargo test --quiet --test sim --no-run
holds() {
    REFEREE_PLANT=$name REFEREE_BRIEF=1 REFEREE_SEEDS=$seeds REFEREE_WEEKENDS=4 \
        cargo test --quiet --test sim -- "everything_holds_$1" >"found-$name" 2>&1
}
missed=()
for name in ${*:-$(sed 's/@@.*//' defects)}; do
    # Only a weekend has entrants that never connect.
    if holds under_any_seed && holds on_any_weekend; then
        echo "$name: not found in $seeds seeds"
        missed+=("$name")
    else
        echo "$name: found, $(grep -m1 -o 'seed [0-9]* breaks `[a-z-]*`' "found-$name" || echo 'see' "found-$name")"
    fi
done
[ ${#missed[@]} -eq 0 ] || { echo "not found: ${missed[*]}"; exit 1; }
