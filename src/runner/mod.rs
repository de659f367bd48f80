//! The match runner: plays a series of matches between local engines, many at a time.
//!
//! [`plan`] defines the matches and engines, [`policies`] what a match does about illegal moves and
//! lost seats, [`adjudication`] when it ends early, [`engine_limits`] the resources of engines,
//! [`affinity`] their cores, and [`reported`] the scores that end it. Options are read by
//! [`engine_args`] ([`engine_words`] for one engine), [`test_words`], [`opening_args`],
//! [`file_words`] (files of tournaments and ladders), and [`given`] (values for several engines).
//!
//! [`run()`] plays the series. Each [`worker`] is a thread that plays one match after another, with
//! an engine on every seat ([`seated_engine`]). It returns each match as [`finished`], and
//! [`records`] writes it. The results of all are a [`series_report`] in [`report_files`], of
//! matches as they are `counted`. The [`seeds`] of matches that share deals are written apart from
//! their records.

pub mod affinity;
pub mod contest;
pub mod finished;
pub mod judging;
pub mod ladder;
pub mod names;
pub mod one_file;
pub mod options;
pub mod plan;
pub mod records;
pub mod reports;
mod run;
pub mod seated_engine;
pub mod seeds;
pub mod tournament;
mod worker;

pub use run::{End, Observer, run};
