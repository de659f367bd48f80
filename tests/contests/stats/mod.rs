//! Statistics of results: compared with an independent implementation, tested on random counts, and
//! equal for series and reports.

mod comparisons;
mod extremes;
mod golden;
mod repeats;
mod sequential;
