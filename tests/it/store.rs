//! Both stores against one contract, the codec, the record, and what a file survives.

mod any_event;
mod clocks;
mod codec;
mod conduct;
mod contract;
mod file;
mod kill;
mod lost;
mod outages;
mod rematch;
mod sample;
mod verdicts;
