//! The lobby as text for people: a line for every event.

use crate::{
    pb::v1::{self, watch_lobby_response::Message},
    transcript::text::one_line,
};

/// Returns the state of a challenge as one word.
pub fn state(challenge: &v1::Challenge) -> String {
    challenge.state().as_str_name().trim_start_matches("CHALLENGE_STATE_").to_lowercase()
}

pub fn asked(challenge: &v1::Challenge) -> String {
    if challenge.opponents.is_empty() { "anybody".to_owned() } else { challenge.opponents.join(" ") }
}

/// Returns the time control of the proposed match, or of each seat if they differ.
pub fn time(challenge: &v1::Challenge) -> String {
    let mut controls = challenge.rules.as_ref().map(|rules| rules.time_controls.clone()).unwrap_or_default();
    if controls.iter().all(|control| Some(control) == controls.first()) {
        controls.truncate(1);
    }
    controls.join(" ")
}

/// Formats a lobby update as one line.
pub fn line(told: &v1::WatchLobbyResponse) -> String {
    let line = match &told.message {
        Some(Message::Challenge(of)) => {
            let what = if of.opponents.is_empty() { "seek" } else { "challenge" };
            let (state, asked, time) = (state(of), asked(of), time(of));
            format!("{what} {} {state}: {} {time}, {} asks {asked}", of.challenge_id, of.game, of.challenger)
        }
        Some(Message::Presence(of)) if of.online => format!("player {} online: {}", of.player, of.games.join(" ")),
        Some(Message::Presence(of)) => format!("player {} offline", of.player),
        Some(Message::CaughtUp(_)) => "caught up".to_owned(),
        None => String::new(),
    };
    one_line(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(message: Message) -> String {
        line(&v1::WatchLobbyResponse { message: Some(message) })
    }

    #[test]
    fn every_event_is_a_line() {
        let rules = v1::MatchRules { time_controls: vec!["60+1".into()], ..v1::MatchRules::default() };
        let mut challenge = v1::Challenge {
            challenge_id: "0a".into(),
            challenger: "ann".into(),
            opponents: vec!["bob".into(), "eve".into()],
            game: "hive".into(),
            rules: Some(rules),
            ..v1::Challenge::default()
        };
        challenge.set_state(v1::ChallengeState::Open);
        assert_eq!(told(Message::Challenge(challenge.clone())), "challenge 0a open: hive 60+1, ann asks bob eve");
        challenge.rules.get_or_insert_default().time_controls = vec!["60+1".into(), "60+1".into()];
        challenge.opponents.clear();
        challenge.set_state(v1::ChallengeState::Canceled);
        assert_eq!(told(Message::Challenge(challenge.clone())), "seek 0a canceled: hive 60+1, ann asks anybody");
        challenge.rules.get_or_insert_default().time_controls = vec!["60+1".into(), "30+1".into()];
        assert_eq!(time(&challenge), "60+1 30+1", "odds are told");
        let presence = |online| v1::Presence { player: "ann\u{1b}".into(), online, games: vec!["hive".into()] };
        assert_eq!(told(Message::Presence(presence(true))), "player ann  online: hive", "and steers no terminal");
        assert_eq!(told(Message::Presence(presence(false))), "player ann  offline");
        assert_eq!(told(Message::CaughtUp(v1::LobbyCaughtUp {})), "caught up");
    }
}
