//! What every refusal looks like from outside.

use std::{collections::BTreeMap, fs, path::Path};

use referee::{
    api::{convert, status},
    pb::v1,
    referee::{Reason, Refusal},
};
use tonic::Code;
use tonic_types::StatusExt as _;

const ALL: [Reason; 32] = [
    Reason::BadField,
    Reason::UnknownGame,
    Reason::BadOption,
    Reason::BadPosition,
    Reason::UnreadableMove,
    Reason::IllegalMove,
    Reason::NotYourTurn,
    Reason::AlreadyPlayed,
    Reason::TurnNotOpen,
    Reason::MatchOver,
    Reason::MatchNotStarted,
    Reason::TooLateToAbort,
    Reason::UnknownMatch,
    Reason::UnknownPlayer,
    Reason::NotSeated,
    Reason::BadTimeControl,
    Reason::BadSeats,
    Reason::Unauthenticated,
    Reason::Forbidden,
    Reason::NameTaken,
    Reason::HelloExpected,
    Reason::SecondHello,
    Reason::Replaced,
    Reason::Limit,
    Reason::BotUnavailable,
    Reason::BadPageToken,
    Reason::Lagged,
    Reason::StillPlayed,
    Reason::RequestIdReused,
    Reason::Stopping,
    Reason::HostFault,
    Reason::NonceClosed,
];

#[test]
fn every_reason_of_the_proto_is_one_of_ours() {
    let ours: Vec<i32> = ALL.iter().map(|reason| convert::reason(*reason).into()).collect();
    let theirs: Vec<i32> = (1..).take_while(|number| v1::Reason::try_from(*number).is_ok()).collect();
    assert_eq!(ours, theirs);
}

#[test]
fn the_protocol_page_tells_the_code_of_every_reason() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/protocol.md")).expect("it is there");
    let cells = |line: &str| -> Option<(String, String)> {
        let mut cells = line.strip_prefix("| `")?.split("` | `");
        let (reason, rest) = (cells.next()?, cells.next()?);
        Some((reason.to_owned(), rest.split('`').next()?.to_owned()))
    };
    let told: BTreeMap<String, String> = page.lines().filter_map(cells).collect();
    for reason in ALL {
        let name = convert::reason_name(reason);
        let code = told.get(name).unwrap_or_else(|| panic!("docs/protocol.md does not tell of {name}"));
        let said: String = format!("{:?}", status::code(reason)).to_uppercase();
        assert_eq!(code.replace('_', ""), said, "{name}");
    }
}

#[test]
fn a_status_fits_into_headers_whatever_was_sent() {
    let huge = "\u{1F600}".repeat(100_000);
    let refusal = Refusal::of_field(Reason::BadField, format!("options[{huge}]"), &huge, huge.clone());
    let status = status::status(&refusal);
    assert_eq!(status.code(), Code::InvalidArgument);
    assert!(status.message().len() + status.details().len() < 8 * 1024);
    let info = status.get_details_error_info().expect("it carries an ErrorInfo");
    assert!(info.metadata["value"].starts_with('\u{1F600}'));
}
