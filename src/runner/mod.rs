//! The match runner: plays a series of matches between local engines, many at a time.
//!
//! [`plan`] defines the matches and engines. Its settings are [`policies`] (illegal moves and lost
//! seats), [`adjudication`] (early ends), [`reported`] (scores that end a match), [`engine_limits`]
//! (resources) and [`affinity`] (cores). Options are read by [`engine_args`] ([`engine_words`] for
//! one engine), [`test_words`], [`opening_args`], [`file_words`] (files of tournaments and
//! ladders), and [`given`] (values for several engines).
//!
//! [`run()`] plays the series. Each [`worker`] is a thread that plays one match after another, with
//! an engine on every seat ([`seated_engine`]). It returns each match as [`finished`], and
//! [`records`] writes it. [`series_report`] collects the results, and [`report_files`] writes them;
//! `counted` decides which matches count. The [`seeds`] of matches with shared deals are stored
//! separately from the records.

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
