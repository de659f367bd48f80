//! Kamisado.

use super::{
    rules::{BadOption, Facts, RoundOutcome, Rules, Setting, Turn, Unreadable, Viewer},
    scene::Scene,
};

/// A position of Kamisado.
#[derive(Clone)]
pub struct Kamisado;

impl Rules for Kamisado {
    type Move = u8;

    fn facts() -> &'static Facts {
        todo!()
    }

    fn open(_setting: &Setting) -> Result<Self, BadOption> {
        todo!()
    }

    fn turn(&self) -> Turn {
        todo!()
    }

    fn moves(&self, _into: &mut Vec<u8>) {
        todo!()
    }

    fn play(&mut self, _played: &u8) {
        todo!()
    }

    fn outcome(&self) -> RoundOutcome {
        todo!()
    }

    fn write(&self, _played: &u8) -> String {
        todo!()
    }

    fn read(&self, _notation: &str) -> Result<u8, Unreadable> {
        todo!()
    }

    fn text(&self) -> String {
        todo!()
    }

    fn parse(_setting: &Setting, _text: &str) -> Result<Self, Unreadable> {
        todo!()
    }

    fn scene(&self, _viewer: Viewer) -> Scene {
        todo!()
    }
}
