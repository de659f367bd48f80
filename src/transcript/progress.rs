//! How far long work is: a bar on standard error, only where that is a terminal.

use std::{io, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Done, all, what is said of it, and when it will be over.
const STYLE: &str = "{bar:30} {pos}/{len}, {per_sec}, {elapsed_precise}, {eta} left  {wide_msg}";
/// How often the bar is drawn anew while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// A bar, which is gone when it is dropped, or nothing.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar if standard error is a terminal, and nothing is printed for programs; else nothing.
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

    /// Begins anew, with so many steps to do.
    pub fn begin(&self, steps: u64, message: &str) {
        // The template is a constant, and a test sees it drawn.
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

    /// How many steps there are, by what is known now.
    pub fn expect(&self, steps: u64) {
        self.bar.set_length(steps);
    }

    /// How many steps are done.
    pub fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// What is said beside it.
    pub fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Prints something while the bar is not there, so that no line ends in it.
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
