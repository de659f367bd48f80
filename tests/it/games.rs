//! Every game against its golden cases.
