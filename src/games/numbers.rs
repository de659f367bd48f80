//! A game as numbers, for programs that learn: an index for each move, and planes for what a viewer
//! sees.

use std::fmt;

use referee_ids::{Seat, Viewer};

/// The size of a game in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The number of action indices, forced steps included.
    pub actions: usize,
    /// The rows of a plane.
    pub rows: usize,
    /// The columns of a plane.
    pub columns: usize,
}

/// Planes of numbers from -1 to 1, one after another, each row by row.
#[derive(Clone, Debug)]
pub struct Planes {
    size: Numbers,
    values: Vec<f32>,
    names: Option<Vec<String>>,
}

/// The plane that is being filled in; zero at first.
pub struct Plane<'a> {
    columns: usize,
    values: &'a mut [f32],
}

impl Planes {
    /// No planes yet.
    pub fn new(size: Numbers) -> Planes {
        Planes { size, values: Vec::new(), names: None }
    }

    /// No planes yet; keeps their names.
    pub fn named(size: Numbers) -> Planes {
        Planes { names: Some(Vec::new()), ..Planes::new(size) }
    }

    /// Makes room for this many further values.
    pub fn reserve(&mut self, values: usize) {
        self.values.reserve(values);
    }

    /// Appends a plane. A game always appends the same planes in the same order.
    pub fn next(&mut self, name: fmt::Arguments) -> Plane<'_> {
        if let Some(names) = &mut self.names {
            names.push(name.to_string());
        }
        let begin = self.values.len();
        self.values.resize(begin + self.size.rows * self.size.columns, 0.0);
        Plane { columns: self.size.columns, values: &mut self.values[begin..] }
    }

    /// Appends a plane with the same value everywhere.
    pub fn uniform(&mut self, name: fmt::Arguments, value: f32) {
        self.next(name).values.fill(value);
    }

    /// Appends a plane of ones, or of zeros.
    pub fn flag(&mut self, name: fmt::Arguments, is_set: bool) {
        self.uniform(name, f32::from(u8::from(is_set)));
    }

    /// All values so far.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }

    /// The names of the planes so far; empty unless they are kept.
    pub fn into_names(self) -> Vec<String> {
        self.names.unwrap_or_default()
    }
}

impl Plane<'_> {
    /// Sets the value of a place.
    pub fn set(&mut self, row: usize, column: usize, value: f32) {
        self.values[row * self.columns + column] = value;
    }

    /// Sets the value of a place and of its mirror image.
    pub fn set_both(&mut self, row: usize, column: usize, value: f32) {
        self.set(row, column, value);
        self.set(column, row, value);
    }
}

/// The seat from which a viewer looks: its own, or seat 0 for a viewer without one.
pub fn looks_from(viewer: Viewer) -> Seat {
    match viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator | Viewer::Arbiter => Seat(0),
    }
}
