//! Both stores against one contract, the codec, the records, and the faults of files.

mod accounts;
mod any_event;
mod audience;
mod codec;
mod consents;
mod contests;
mod contract;
pub mod disk;
mod file;
mod golden;
mod kill;
mod ladder_records;
mod pending;
mod pruning;
mod rows;
pub mod sample;
mod seals;
mod webhooks;
