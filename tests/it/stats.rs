//! Statistics of results against an independent implementation, and for any counts.

mod extremes;
mod golden;
mod sequential;
