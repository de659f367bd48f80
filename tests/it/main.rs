//! The only integration-test binary.

mod api;
mod bad_bots;
mod cases;
mod certificates;
mod check;
mod contest_steward;
mod docs;
mod engine;
mod hall;
mod hidden;
mod openings;
mod report;
mod runner;
mod sandbox;
mod server;
mod store;
mod tournament;
mod webhooks;
mod wire;

#[path = "../shared/controls.rs"]
mod controls;
#[path = "../shared/every_end.rs"]
mod every_end;
#[path = "../shared/golden.rs"]
mod golden_files;
#[path = "../shared/hiding.rs"]
mod hiding;
#[path = "../shared/logged.rs"]
mod logged;
#[path = "../shared/numbers.rs"]
#[expect(dead_code, reason = "the tests of contests use the rest")]
mod numbers;
#[path = "../shared/planted.rs"]
mod planted;
#[path = "../shared/rig.rs"]
#[expect(dead_code, reason = "the tests of the law use the rest")]
mod rig;
#[path = "../shared/settings.rs"]
mod settings;
#[path = "../shared/takeaway.rs"]
mod takeaway;
#[path = "../shared/tries.rs"]
mod tries;
