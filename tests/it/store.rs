//! Both stores against one contract, the codec, the record, and what a file survives.

mod accounts;
mod any_event;
mod clocks;
mod codec;
mod conduct;
mod consents;
mod contests;
mod contract;
pub mod disk;
mod file;
mod kill;
mod ladder_records;
mod lost;
mod outages;
mod pending;
mod pruning;
mod rematch;
mod rows;
pub mod sample;
mod seals;
mod verdicts;
mod webhooks;
