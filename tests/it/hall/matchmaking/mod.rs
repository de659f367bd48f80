//! Ways into a match: challenges, seeks, rematches and consents.

pub mod challenges;
mod consent;
mod rematch;
mod seeks;
