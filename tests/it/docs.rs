//! Every block of the docs, executed.
