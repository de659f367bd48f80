//! Bots that misbehave, each in one way, against the golden table of what it leads to: on stdio under `referee play`, and
//! against a server. `tests/bots/bad.py` is what misbehaves on stdio.

mod golden;
mod stdio;

#[test]
fn every_bad_engine_gets_its_verdict() {
    let rows = golden::of("stdio");
    golden::compare(&rows, &golden::in_parallel(&rows, stdio::play));
}
