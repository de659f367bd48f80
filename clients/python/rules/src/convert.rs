//! Conversion of arguments from Python, and of results and errors to Python.

use std::sync::Arc;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict},
};
use referee_games::{
    GAMES,
    numbers::Planes,
    rules::{Seat, Viewer},
};

use crate::session::Match;

/// Returns the ids of all games.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.facts().id).collect()
}

/// Reads the arguments that define a match.
pub fn read_match(
    game: &str,
    seats: u8,
    options: Option<&Bound<'_, PyDict>>,
    position: Option<String>,
    auto: bool,
) -> PyResult<Arc<Match>> {
    let Some(game) = referee_games::find(game) else {
        return Err(PyValueError::new_err(format!("unknown game {game:?}; expected one of {}", games().join(", "))));
    };
    let options = options.map(read_options).transpose()?.unwrap_or_default();
    let given = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let setting = game.facts().setting(seats, given).map_err(refused)?;
    // Options that are valid one by one may be invalid together.
    let opening = game.open(&setting).map_err(refused)?;
    let Some(numbers) = game.numbers(&setting) else {
        return Err(PyValueError::new_err(format!("{} has no action indices", game.facts().id)));
    };
    let mut planes = Planes::named(numbers);
    opening.observe(Viewer::Spectator, &mut planes);
    Ok(Arc::new(Match { game, setting, numbers, planes: planes.into_names(), position, auto }))
}

/// Reads option values: words, numbers and flags, in the format of the command line.
fn read_options(options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, String)>> {
    let read = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let word = match value.cast::<PyBool>() {
            Ok(flag) => flag.is_true().to_string(),
            Err(_) => value.str()?.to_string(),
        };
        Ok((name.extract()?, word))
    };
    options.iter().map(read).collect()
}

/// Reads a viewer: a seat, `None` for a spectator, or `"arbiter"`.
pub fn read_viewer(viewer: Option<&Bound<'_, PyAny>>, seats: u8) -> PyResult<Viewer> {
    let Some(viewer) = viewer else { return Ok(Viewer::Spectator) };
    if let Ok(seat) = viewer.extract::<u8>() {
        return match seat < seats {
            true => Ok(Viewer::Seat(Seat(seat))),
            false => Err(PyValueError::new_err(format!("unknown seat {seat}; expected 0 to {}", seats - 1))),
        };
    }
    match viewer.extract::<&str>() {
        Ok("arbiter") => Ok(Viewer::Arbiter),
        _ => Err(PyTypeError::new_err("expected a viewer: a seat, None for a spectator, or \"arbiter\"")),
    }
}

/// Converts an error of the rules to `ValueError`.
pub fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
