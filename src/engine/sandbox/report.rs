//! The results of trying the sandboxes on this host, as text and JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{
    Mode,
    attempt::{Attempt, Observed},
    trial::{judge, observe},
};

/// Width of the first column, in characters.
const WIDTH: usize = 34;

/// A mode, or no sandbox, with its result: why it does not start, or which attacks succeeded.
pub struct Tried {
    pub mode: Option<Mode>,
    pub observed: Result<Observed, String>,
}

/// Tries all attacks without a sandbox, then in each mode.
pub async fn try_all() -> Vec<Tried> {
    let mut all = Vec::new();
    for mode in [None].into_iter().chain(Mode::ALL.map(Some)) {
        all.push(Tried { mode, observed: observe(mode).await.map_err(|error| error.to_string()) });
    }
    all
}

impl Tried {
    /// Returns whether this is a sandbox that prevents everything it promises to prevent.
    pub fn works(&self) -> bool {
        self.mode.is_some() && self.failure().is_none()
    }

    /// Returns why engines cannot be started in this mode; `None` if the mode keeps its promises.
    pub fn failure(&self) -> Option<String> {
        match (&self.observed, self.mode) {
            (Err(why), _) => Some(why.clone()),
            (Ok(observed), Some(mode)) => judge(mode, observed).err().map(|error| error.to_string()),
            (Ok(_), None) => None,
        }
    }

    fn name(&self) -> &'static str {
        self.mode.map_or("none", Mode::name)
    }

    pub fn json(&self) -> Value {
        let mut object = json!({ "sandbox": self.name(), "works": self.works() });
        if let Ok(observed) = &self.observed {
            object["attempts"] = json!(observed);
        }
        if let Some(mode) = self.mode {
            object["doesNotPrevent"] = json!(mode.does_not_prevent());
        }
        if let Some(why) = self.failure() {
            object["why"] = json!(why);
        }
        object
    }
}

/// Returns the results as a table, followed by remarks that do not fit into the table.
pub fn table(all: &[Tried]) -> String {
    let mut text = format!("{:WIDTH$}", "An engine can");
    for tried in all {
        let _ = write!(text, "{:<12}", tried.name());
    }
    for attempt in Attempt::ALL {
        let _ = write!(text, "\n{:WIDTH$}", format!("  {}", attempt.text()));
        for tried in all {
            let observed = tried.observed.as_ref().ok().and_then(|observed| observed.get(&attempt));
            let _ = write!(text, "{:<12}", observed.map_or("-", |succeeded| if *succeeded { "yes" } else { "no" }));
        }
    }
    for tried in all {
        let verdict = match (tried.failure(), tried.mode) {
            (Some(why), _) => format!("does not work here: {why}"),
            (None, None) => continue,
            (None, Some(mode)) => format!("works; it does not prevent {}", mode.does_not_prevent().join("; ")),
        };
        let _ = write!(text, "\n{}: {verdict}", tried.name());
    }
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}
