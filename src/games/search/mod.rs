//! Search over any rules, for bots and for testing rules. [`alpha_beta`] is for perfect information
//! and two seats, [`rollouts`] for all other games; [`limits`] bounds both. [`playout`] plays at
//! random, with the numbers of [`split_mix`].

pub mod alpha_beta;
pub mod limits;
pub mod playout;
pub mod rollouts;
pub mod split_mix;
