//! Tries each limit on this host by starting a small program under it.

use serde_json::{Value, json};

use super::{command::EngineCommand, limit::Limit, process::Process};

/// Text before the reason in a keeper's report.
const REFUSED: &str = "is not available on this host: ";
/// The started program: this one, whatever its name.
const OWN: &str = "/proc/self/exe";

/// A limit with the reason why the host does not grant it; no reason if it does.
pub struct Held {
    limit: String,
    why: Option<String>,
}

pub async fn hold(limit: &Limit) -> Held {
    let words = vec![OWN.to_owned(), "--version".to_owned()];
    let command = EngineCommand { words, limits: vec![limit.clone()], ..EngineCommand::default() };
    let why = match Process::spawn(&command).await {
        Ok(mut process) => {
            process.end().await;
            None
        }
        Err(error) => {
            let text = error.to_string();
            Some(text.split_once(REFUSED).map_or(text.clone(), |(_, why)| why.to_owned()))
        }
    };
    Held { limit: limit.to_string(), why }
}

impl Held {
    pub fn holds(&self) -> bool {
        self.why.is_none()
    }

    pub fn json(&self) -> Value {
        match &self.why {
            None => json!({"limit": self.limit, "holds": true}),
            Some(why) => json!({"limit": self.limit, "holds": false, "why": why}),
        }
    }

    pub fn text(&self) -> String {
        match &self.why {
            None => format!("{:<20} holds", self.limit),
            Some(why) => format!("{:<20} missing: {why}", self.limit),
        }
    }
}
