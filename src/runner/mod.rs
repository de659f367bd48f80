//! The match runner: plays a series of matches between local engines, many at a time.
//!
//! [`plan`] says what is played by whom, [`policies`] what a match does about illegal moves and lost seats, [`adjudication`] when
//! it ends early, [`engine_limits`] what engines may use, [`affinity`] on which cores they run, and [`reported`] which scores end
//! it; an engine of it can be given as [`engine_words`] behind [`engine_args`], a test of it as [`test_words`], where its matches begin as
//! [`opening_args`], what tournaments and ladders say in their files as [`file_words`], and [`given`] is what holds for several.
//! [`run()`] plays it: each [`worker`] is a thread that plays one match after another, with an engine on every seat
//! ([`seated_engine`]). A match is handed out as it was [`finished`], and [`records`] writes it;
//! what all of them came to is a [`series_report`] in [`report_files`], of matches as they are `counted`; the [`seeds`] of matches that are dealt alike are shown apart
//! from their records.

pub mod adjudication;
pub mod affinity;
pub mod contest;
mod counted;
pub mod engine_args;
pub mod engine_limits;
pub mod engine_words;
pub mod file_words;
pub mod finished;
pub mod given;
pub mod judging;
pub mod ladder;
pub mod names;
pub mod one_file;
pub mod opening_args;
pub mod pair;
pub mod plan;
pub mod policies;
pub mod record_report;
pub mod records;
pub mod report_files;
pub mod reported;
mod run;
pub mod seated_engine;
pub mod seeds;
pub mod series_report;
pub mod test_words;
pub mod tournament;
mod worker;

pub use run::{End, Observer, run};
