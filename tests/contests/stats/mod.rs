//! Statistics of results against an independent implementation, for any counts, and in a series as
//! in a report.

mod comparisons;
mod extremes;
mod golden;
mod repeats;
mod sequential;
