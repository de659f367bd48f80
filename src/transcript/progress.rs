//! Progress of long work: a bar on standard error, only in a terminal.

use std::{io, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Format of the bar: done, total, message and remaining time.
const STYLE: &str = "{bar:30} {pos}/{len}, {per_sec}, {elapsed_precise}, {eta} left  {wide_msg}";
/// Redraw interval of an idle bar.
const TICK: Duration = Duration::from_millis(500);

/// A progress bar, which disappears when dropped, or nothing.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Returns a bar if standard error is a terminal and the output is not JSON; otherwise nothing.
    pub fn choose(json: bool) -> Progress {
        let bar = match json {
            true => ProgressBar::hidden(),
            false => ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
        };
        Progress { bar: bar.with_finish(ProgressFinish::AndClear) }
    }

    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Restarts the bar with this number of steps.
    pub fn begin(&self, steps: u64, message: &str) {
        // The template is a constant, and a test draws it, so it is valid.
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            self.bar.set_style(style);
        }
        self.expect(steps);
        self.bar.reset();
        self.say(message.to_owned());
        if !self.is_hidden() {
            self.bar.enable_steady_tick(TICK);
        }
        self.bar.tick();
    }

    /// Changes the total number of steps.
    pub fn expect(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// Sets the number of completed steps.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Sets the message beside the bar.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Prints while the bar is hidden, so that the printed lines and the bar do not mix.
    pub fn aside<T>(&self, print: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        self.bar.suspend(print)
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
