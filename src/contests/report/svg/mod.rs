//! Plots as SVG 1.1: text only, with the viewer's fonts. The colours are those of Okabe and Ito
//! ("Color universal design", 2008), which are distinguishable with all common forms of colour
//! blindness. Lines also differ in their dashes. Each plot has its own background, light or dark as
//! the viewer prefers, so it is readable on any page.

mod canvas;
mod heat_map;
mod ratings;
mod scores;

pub use heat_map::{MAX_HEAT_MAP, heat_map};
pub use ratings::{MAX_RATINGS, ratings};
pub use scores::{MAX_LINES, scores};
