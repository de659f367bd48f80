//! Many matches of one game, stepped in one call.

use std::sync::Arc;

use numpy::{
    PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods,
    ndarray::{Array2, Array4},
};
use pyo3::{prelude::*, types::PyDict};
use referee_games::{
    numbers::Planes,
    rules::{Seat, Viewer},
    search::split_mix::SplitMix64,
};

use crate::{
    convert::{read_match, refused},
    session::{Match, Session},
};

#[pyclass(module = "referee_rules")]
pub struct Batch {
    of: Arc<Match>,
    sessions: Vec<Session>,
    max_steps: u64,
}

/// Whether each match ended, and its returns by seat.
type Ends<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray2<f32>>);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, *, seats=0, options=None, seed=0, max_steps=None))]
    fn new(
        game: &str,
        count: usize,
        seats: u8,
        options: Option<&Bound<'_, PyDict>>,
        seed: u64,
        max_steps: Option<u64>,
    ) -> PyResult<Batch> {
        let of = read_match(game, seats, options, None, true)?;
        let mut seeds = SplitMix64::new(seed);
        let open = |_| Session::open(Arc::clone(&of), seeds.number(), false).map_err(refused);
        let sessions = (0..count).map(open).collect::<PyResult<Vec<Session>>>()?;
        Ok(Batch { of, sessions, max_steps: max_steps.unwrap_or(u64::MAX) })
    }

    fn __len__(&self) -> usize {
        self.sessions.len()
    }

    fn reset(&mut self, seed: u64) -> PyResult<()> {
        let mut seeds = SplitMix64::new(seed);
        self.sessions.iter_mut().try_for_each(|session| session.reset(Some(seeds.number()))).map_err(refused)
    }

    /// Releases the interpreter while stepping, so threads can step their own batches.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Ends<'py>> {
        if actions.len() != self.sessions.len() {
            return Err(refused(format!("expected {} actions, not {}", self.sessions.len(), actions.len())));
        }
        let actions = actions.to_vec().map_err(refused)?;
        let seats = usize::from(self.of.setting.seats());
        let mut ended = vec![false; actions.len()];
        let mut returns = vec![0.0; actions.len() * seats];
        let illegal = py.detach(|| self.step_all(&actions, &mut ended, returns.chunks_exact_mut(seats)));
        match illegal? {
            Some(at) => {
                Err(refused(format!("illegal action {} in match {at}; all legal ones were played", actions[at])))
            }
            None => {
                let returns = Array2::from_shape_vec((actions.len(), seats), returns).map_err(refused)?;
                Ok((PyArray1::from_vec(py, ended), PyArray2::from_owned_array(py, returns)))
            }
        }
    }

    fn legal<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let (legal, starts) = py.detach(|| self.legal_all());
        (PyArray1::from_iter(py, legal.into_iter().map(i64::from)), PyArray1::from_vec(py, starts))
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let mask = py.detach(|| {
            let mut mask = Array2::zeros((self.sessions.len(), self.of.numbers.actions));
            let (legal, starts) = self.legal_all();
            for (mut row, ends) in mask.rows_mut().into_iter().zip(starts.windows(2)) {
                legal[ends[0] as usize..ends[1] as usize].iter().for_each(|index| row[*index as usize] = 1);
            }
            mask
        });
        PyArray2::from_owned_array(py, mask)
    }

    /// Returns the observation of the seat to move in each match.
    fn observe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray4<f32>>> {
        let of = &self.of;
        let shape = (self.sessions.len(), of.planes.len(), of.numbers.rows, of.numbers.columns);
        let values = py.detach(|| {
            let mut planes = Planes::new(of.numbers);
            planes.reserve(shape.0 * shape.1 * shape.2 * shape.3);
            for session in &self.sessions {
                let viewer = session.seat().map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat as u8)));
                session.observe(viewer, &mut planes);
            }
            planes.into_values()
        });
        Ok(PyArray4::from_owned_array(py, Array4::from_shape_vec(shape, values).map_err(refused)?))
    }

    /// Returns the seat to move in each match.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let seats = self.sessions.iter().map(|session| session.seat().map_or(-1, |seat| seat as i8));
        PyArray1::from_iter(py, seats)
    }

    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let points = self.sessions.iter().flat_map(|session| session.course().totals()).map(|total| total.as_f64());
        let shape = (self.sessions.len(), usize::from(self.of.setting.seats()));
        let points = Array2::from_shape_vec(shape, points.collect()).map_err(refused)?;
        Ok(PyArray2::from_owned_array(py, points))
    }

    #[getter]
    fn positions(&self) -> Vec<String> {
        self.sessions.iter().map(|session| session.course().position().text()).collect()
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.of.game.facts().id
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.of.setting.seats()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.of.numbers.actions
    }

    #[getter]
    fn planes(&self) -> Vec<String> {
        self.of.planes.clone()
    }

    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        (self.of.planes.len(), self.of.numbers.rows, self.of.numbers.columns)
    }
}

impl Batch {
    /// Plays one move in each match, and restarts matches that end. Returns the first match whose
    /// action is illegal.
    fn step_all<'a>(
        &mut self,
        actions: &[i64],
        ended: &mut [bool],
        returns: impl Iterator<Item = &'a mut [f32]>,
    ) -> PyResult<Option<usize>> {
        let mut illegal = None;
        let steps = self.sessions.iter_mut().zip(actions).zip(ended).zip(returns).enumerate();
        for (at, (((session, action), ended), returns)) in steps {
            if !u32::try_from(*action).is_ok_and(|index| session.step(index)) {
                illegal = illegal.or(Some(at));
                continue;
            }
            *ended = session.course().is_over() || session.steps() >= self.max_steps;
            if *ended {
                returns.iter_mut().zip(session.returns()).for_each(|(into, value)| *into = value as f32);
                session.reset(None).map_err(refused)?;
            }
        }
        Ok(illegal)
    }

    /// Returns the legal actions of all matches in one list, and where those of each match begin.
    fn legal_all(&self) -> (Vec<u32>, Vec<i64>) {
        let (mut legal, mut starts) = (Vec::new(), Vec::with_capacity(self.sessions.len() + 1));
        starts.push(0);
        for session in &self.sessions {
            session.legal(&mut legal);
            starts.push(legal.len() as i64);
        }
        (legal, starts)
    }
}
