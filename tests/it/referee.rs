//! The law of a match, in virtual time.
