//! Log lines of this process, for tests.

use std::{
    io,
    sync::{Arc, Mutex},
};

/// Log of this thread, recorded while the guard exists.
#[derive(Clone, Default)]
pub struct Logged(Arc<Mutex<Vec<u8>>>);

impl io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Logged {
    pub fn listen() -> (Logged, tracing::subscriber::DefaultGuard) {
        let logged = Logged::default();
        let writer = logged.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        (logged, tracing::subscriber::set_default(subscriber))
    }

    /// Returns the number of lines that contain `part`.
    pub fn lines(&self, part: &str) -> usize {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).expect("it is text");
        text.lines().filter(|line| line.contains(part)).count()
    }
}
