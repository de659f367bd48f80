//! A match as a Python object.

use numpy::{
    PyArray1, PyArray3,
    ndarray::{Array1, Array3},
};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError},
    prelude::*,
    types::{PyDict, PyInt, PyString},
};
use referee_games::{
    numbers::Planes,
    rules::{Points, Turn},
    scene::svg::{self, Legend},
};

use crate::{
    convert::{read_match, read_viewer, refused},
    session::Session,
};

#[pyclass(module = "referee_rules")]
pub struct Game {
    session: Session,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, *, seats=0, options=None, seed=0, position=None, auto=true))]
    fn new(
        game: &str,
        seats: u8,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        position: Option<String>,
        auto: bool,
    ) -> PyResult<Game> {
        let of = read_match(game, seats, options, position, auto)?;
        Ok(Game { session: Session::open(of, seed, true).map_err(refused)? })
    }

    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, seed: Option<u64>) -> PyResult<()> {
        self.session.reset(seed).map_err(refused)
    }

    fn step(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(notation) = action.cast::<PyString>() {
            let notation = notation.to_str()?;
            return self.session.play(notation).map_err(|error| refused(format!("{notation:?}: {error}")));
        }
        let index = read_index(action)?;
        match index.is_some_and(|index| self.session.step(index)) {
            true => Ok(()),
            false => Err(refused(format!("illegal action {action}"))),
        }
    }

    fn undo(&mut self) -> PyResult<()> {
        match self.session.undo() {
            true => Ok(()),
            false => Err(PyIndexError::new_err("no step to undo")),
        }
    }

    fn deal(&mut self) -> PyResult<()> {
        match self.session.deal() {
            true => Ok(()),
            false => Err(refused("no deal is due")),
        }
    }

    fn clone(&self) -> Game {
        Game { session: self.session.clone() }
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn resample(&self, viewer: &Bound<'_, PyAny>, seed: u64) -> PyResult<Option<Game>> {
        let viewer = read_viewer((!viewer.is_none()).then_some(viewer), self.seats())?;
        Ok(self.session.resample(viewer, seed).map(|session| Game { session }))
    }

    fn legal(&self) -> Vec<u32> {
        let mut legal = Vec::new();
        self.session.legal(&mut legal);
        legal
    }

    fn legal_notation(&self) -> Vec<String> {
        match self.session.course().is_over() {
            true => Vec::new(),
            false => self.session.course().position().legal(),
        }
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = Array1::zeros(self.actions());
        self.legal().into_iter().for_each(|index| mask[index as usize] = 1);
        PyArray1::from_owned_array(py, mask)
    }

    fn index_of(&self, notation: &str) -> PyResult<u32> {
        let index = self.session.course().position().index_of(notation);
        index.map_err(|error| refused(format!("{notation:?}: {error}")))
    }

    fn notation_of(&self, index: u32) -> PyResult<String> {
        let notation = self.session.course().position().notation_of(index);
        notation.ok_or_else(|| refused(format!("illegal action {index}")))
    }

    #[pyo3(signature = (viewer=None))]
    fn observe<'py>(&self, py: Python<'py>, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let viewer = read_viewer(viewer, self.seats())?;
        let mut planes = Planes::new(self.session.of.numbers);
        self.session.observe(viewer, &mut planes);
        let array = Array3::from_shape_vec(self.shape(), planes.into_values()).map_err(refused)?;
        Ok(PyArray3::from_owned_array(py, array))
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.session.of.game.facts().id
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.session.of.setting.seats()
    }

    #[getter]
    fn options(&self) -> std::collections::BTreeMap<String, String> {
        self.session.of.setting.options().clone()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.session.of.numbers.actions
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        self.session.of.planes.clone()
    }

    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let of = &self.session.of;
        (of.planes.len(), of.numbers.rows, of.numbers.columns)
    }

    #[getter]
    fn turn(&self) -> &'static str {
        match self.session.course().turn() {
            _ if self.session.course().is_over() => "over",
            Turn::Seat(_) => "seat",
            Turn::Forced(_) => "forced",
            Turn::Chance => "chance",
            Turn::Over => "over",
        }
    }

    #[getter]
    fn seat(&self) -> Option<usize> {
        self.session.seat()
    }

    #[getter]
    fn over(&self) -> bool {
        self.session.course().is_over()
    }

    #[getter]
    fn steps(&self) -> u64 {
        self.session.steps()
    }

    #[getter]
    fn round(&self) -> u32 {
        self.session.course().round_number()
    }

    #[getter]
    fn cause(&self) -> Option<&'static str> {
        self.session.course().last_cause()
    }

    #[getter]
    fn points(&self) -> Vec<f64> {
        self.session.course().totals().iter().map(|total| Points::as_f64(*total)).collect()
    }

    #[getter]
    fn returns(&self) -> Vec<f64> {
        self.session.returns().collect()
    }

    #[getter]
    fn position(&self) -> String {
        self.session.course().position().text()
    }

    #[pyo3(signature = (viewer=None))]
    fn view(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.session.course().position().view(read_viewer(viewer, self.seats())?))
    }

    #[pyo3(signature = (viewer=None))]
    fn svg(&self, viewer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let scene = self.session.course().position().scene(read_viewer(viewer, self.seats())?);
        Ok(svg::draw(&scene, self.session.of.game.facts(), &Legend::default()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game {} {}>",
            self.game(),
            self.session.course().position().view(referee_games::rules::Viewer::Spectator)
        )
    }
}

/// Reads a number from Python or numpy. `None` if it cannot be an action index.
fn read_index(action: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let number = match action.is_instance_of::<PyInt>() {
        true => action.clone(),
        false => action
            .call_method0("__index__")
            .map_err(|_| PyTypeError::new_err("expected an action: its index, or its notation"))?,
    };
    Ok(number.extract::<u32>().ok())
}
