//! The server's messages on standard output: that it is ready, and what a newcomer can do next.

use std::{io::Write as _, time::Duration};

use referee_ids::Viewer;
use referee_os::standard_output::standard_output;
use referee_store::{MatchFilter, MatchState};

use crate::{api::demo::LADDER, hall::Hall};

/// Interval between searches for a match in progress for the hint, and their maximum number.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LOOKS: u32 = 40;

/// Returns a hint for newcomers, with the id of one of the `matches` matches in progress.
pub async fn hint(hall: &Hall, url: &str, matches: usize) -> String {
    let mut watched = "MATCH".to_owned();
    for _ in 0..LOOKS {
        let filter = MatchFilter { state: Some(MatchState::Live), ..MatchFilter::default() };
        let newest = hall.list(filter, None, 1, |_| Viewer::Spectator).await;
        if let Some(found) = newest.ok().and_then(|list| list.into_iter().next()) {
            watched = found.match_id().to_string();
            break;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    format!(
        "The house's bots play {matches} matches, a ladder and small tournaments. Open {url} in a browser.\n\
         In another terminal:\n  \
         export REFEREE_URL={url}\n  \
         referee match watch {watched}\n  \
         referee ladder watch {LADDER}\n  \
         referee tournament list\n  \
         export REFEREE_TOKEN=$(referee player register me)\n  \
         referee match create kamisado --tc 60+1 --player me --player house-greedy\n  \
         referee join --engine 'referee bot search'\n\
         Ctrl-C stops the server."
    )
}

/// Prints a message for the host. A closed output does not stop the server.
pub fn say(text: &str) {
    let mut out = standard_output();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
