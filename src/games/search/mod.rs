//! Search over any rules, for bots and for trying the rules themselves. [`alpha_beta`] is for perfect information and two seats,
//! [`rollouts`] for the rest; [`effort`] bounds both. [`playout`] plays at random, by the numbers of [`luck`].

pub mod alpha_beta;
pub mod effort;
pub mod luck;
pub mod playout;
pub mod rollouts;
