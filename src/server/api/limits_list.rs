//! Lists the limits of a server with their values, by the names that `docs/limits.md` and refusals
//! use.

use std::time::Duration;

use super::{context::ENTRY_BURST, settings::Settings};
use referee_proto::v1;

use crate::{
    contest_server::{KEPT_COVARIANCES, MAX_FITS_AT_ONCE, MAX_RUNNING, MAX_WOKEN, WAITING_COMMANDS},
    hall::{
        Limits,
        limits::creation_limits::{CreationLimits, Most},
    },
};

/// Returns every limit that a host can change or that depends on the machine, in the order of
/// names.
pub fn limits(settings: &Settings, hall: &Limits) -> Vec<v1::Limit> {
    let mut limits = of_calls(settings);
    limits.extend(of_accounts(settings));
    limits.extend(of_matches(hall));
    limits.extend(of_creators(&hall.creation));
    limits.sort_by(|one, other| one.name.cmp(&other.name));
    limits
}

fn of_calls(settings: &Settings) -> Vec<v1::Limit> {
    let Settings { keepalive, first_bytes_within, request_within, call_within, stop_grace, cpu_burst, .. } = *settings;
    let per_address = settings.connections_per_address.unwrap_or(settings.connections / 4);
    vec![
        limit("max_message_bytes", settings.max_message_bytes),
        limit("max_message_bytes_without_token", settings.max_message_bytes_without_token),
        limit("request_bytes", settings.request_bytes),
        limit("request_bytes_per_address", settings.request_bytes_per_address),
        limit("request_bytes_per_connection", settings.request_bytes_per_connection),
        limit("unread_bytes_per_connection", settings.unread_bytes_per_connection),
        limit("connections", settings.connections),
        limit("connections_per_address", per_address),
        limit("max_calls_per_connection", settings.max_calls_per_connection),
        limit("calls", settings.calls),
        limit("calls_per_address", settings.calls_per_address),
        limit("calls_per_caller", settings.calls_per_caller),
        limit("calls_per_second", settings.calls_per_second),
        limit("commands_per_caller", settings.commands_per_caller),
        limit("cpu_percent", settings.cpu_percent),
        limit("unread_answer_bytes", settings.unread_answer_bytes),
        limit("workers", settings.workers),
        limit("streams_per_address", settings.streams_per_address),
        limit("all_streams_per_address", settings.all_streams_per_address),
        limit("unread_stream_bytes_per_address", settings.unread_stream_bytes_per_address),
        limit("compressed_streams_per_address", settings.compressed_streams_per_address),
        limit("watchers_per_address", settings.watchers_per_address),
        limit("streams_per_player", settings.streams_per_player),
        limit("side_streams_per_caller", settings.side_streams_per_caller),
        limit("boards_per_caller", settings.boards_per_caller),
        limit("replays_per_caller", settings.replays_per_caller),
        limit("reflection_requests", settings.reflection_requests),
        span("cpu_burst", cpu_burst),
        span("keepalive", keepalive),
        span("first_bytes_within", first_bytes_within),
        span("request_within", request_within),
        span("call_within", call_within),
        span("stop_grace", stop_grace),
    ]
}

fn of_accounts(settings: &Settings) -> Vec<v1::Limit> {
    vec![
        limit("registrations_per_hour", settings.registrations_per_hour),
        limit("guests_per_hour", settings.guests_per_hour),
        limit("keep_guests_days", settings.keep_guests_days),
        limit("recoveries_per_hour", settings.recoveries_per_hour),
        limit("device_codes_per_player", settings.device_codes_per_player),
        limit("device_code_failures_per_hour", settings.device_code_failures_per_hour),
        limit("device_code_failures_per_hour_per_address", settings.device_code_failures_per_hour_per_address),
        limit("bots_per_owner", settings.bots_per_owner),
        limit("tokens_per_player", settings.tokens_per_player),
        limit("invites", settings.invites),
        limit("announcements", settings.announcements),
    ]
}

fn of_matches(hall: &Limits) -> Vec<v1::Limit> {
    vec![
        limit("min_free_mib", hall.free_space.as_ref().map_or(0, |space| space.least() >> 20)),
        limit("tables", hall.tables),
        limit("waiting_commands", hall.waiting_commands),
        limit("watchers", hall.watchers),
        limit("max_plies", hall.max_plies),
        limit("departures", hall.departures),
        limit("entry_burst", ENTRY_BURST),
        limit("running_tournaments", MAX_RUNNING),
        limit("woken_tournaments", MAX_WOKEN),
        limit("tournament_commands", WAITING_COMMANDS),
        limit("running_ladders", MAX_RUNNING),
        limit("ladder_commands", WAITING_COMMANDS),
        limit("fits_at_once", MAX_FITS_AT_ONCE),
        limit("kept_covariances", KEPT_COVARIANCES),
        span("store_patience", hall.store_patience),
        span("grace", hall.grace),
        span("attend_grace", hall.attend_grace),
        span("start_grace", hall.start_grace),
        span("max_grace", hall.max_grace),
    ]
}

fn of_creators(creation: &CreationLimits) -> Vec<v1::Limit> {
    let CreationLimits { matches, waiting_matches, house_seats, per_minute_per_owner, per_minute_per_address } =
        creation;
    let mut limits = vec![
        limit("matches_per_minute_per_owner", per_minute_per_owner),
        limit("matches_per_minute_per_address", per_minute_per_address),
    ];
    for (name, most) in [("matches", matches), ("waiting_matches", waiting_matches), ("house_seats", house_seats)] {
        let Most { per_player, per_owner, per_address } = *most;
        for (whose, value) in [("player", per_player), ("owner", per_owner), ("address", per_address)] {
            limits.push(limit(&format!("{name}_per_{whose}"), value));
        }
    }
    limits
}

fn limit(name: &str, value: impl ToString) -> v1::Limit {
    v1::Limit { name: name.to_owned(), value: value.to_string() }
}

fn span(name: &str, value: Duration) -> v1::Limit {
    limit(name, format!("{} s", value.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_one_that_the_page_explains() {
        let page = include_str!("../../../docs/limits.md");
        let listed = limits(&Settings::default(), &Limits::default());
        assert!(listed.is_sorted_by(|one, other| one.name < other.name), "{listed:?}");
        for limit in &listed {
            assert!(page.contains(&format!("`{}`", limit.name)), "{limit:?}");
        }
    }
}
