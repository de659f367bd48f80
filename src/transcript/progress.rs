//! How far long work is: a bar on standard error, only where that is a terminal.

use std::{io, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Done, all, what is said of it, and when it will be over.
const STYLE: &str = "{bar:30} {pos}/{len}, {per_sec}, {elapsed_precise}, {eta} left  {wide_msg}";
/// The same where nobody knows how much there is.
const STYLE_WITHOUT_END: &str = "{spinner} {pos}, {per_sec}, {elapsed_precise}  {wide_msg}";
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

    /// Whether nobody sees it.
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Begins anew, with so many steps to do; `None` where that is unknown.
    pub fn begin(&self, steps: Option<u64>, message: &str) {
        let style = steps.map_or(STYLE_WITHOUT_END, |_| STYLE);
        // It is one of two, and a test draws both.
        if let Ok(style) = ProgressStyle::with_template(style) {
            self.bar.set_style(style);
        }
        self.bar.reset();
        self.bar.set_message(message.to_owned());
        self.expect(steps);
        if !self.is_hidden() {
            self.bar.enable_steady_tick(TICK);
        }
        self.bar.tick();
    }

    /// How many steps there are, by what is known now.
    pub fn expect(&self, steps: Option<u64>) {
        match steps {
            Some(steps) => self.bar.set_length(steps),
            None => self.bar.unset_length(),
        }
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

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
