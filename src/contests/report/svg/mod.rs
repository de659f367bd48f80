//! Plots as SVG 1.1: text only, with the viewer's fonts. Colours are those of Okabe and Ito ("Color
//! universal design", 2008), which people with any common colour blindness can distinguish; lines
//! differ in their dashes too. Each plot has its own background, light or dark as the viewer
//! prefers, so that it is readable on any page.

mod canvas;
mod heat_map;
mod ratings;
mod scores;

pub use heat_map::{MAX_HEAT_MAP, heat_map};
pub use ratings::{MAX_RATINGS, ratings};
pub use scores::{MAX_LINES, scores};
