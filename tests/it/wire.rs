//! The line codec, over every message of the descriptor.
