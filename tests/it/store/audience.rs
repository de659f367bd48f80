//! The audience of each event field: what `proto/referee/v1/audience.proto` allows, and what
//! viewers actually see.

use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, FieldDescriptor, Kind, Value};
use referee::{
    ids::{Seat, Viewer},
    law::{Command, Event, Evidence, Fact, IllegalMovePolicy, Match, same_for_all, seen_by},
    pb::v1::Audience,
    store::{codec::to_message, shown},
};

use crate::{
    every_end::ends,
    rig::{Rig, opened, seconds},
    takeaway::TAKEAWAY,
};

/// The path of the proto file that declares the audience of its fields.
const EVENTS: &str = "referee/v1/events.proto";

struct Schema {
    pool: DescriptorPool,
    audience: ExtensionDescriptor,
}

impl Schema {
    fn new() -> Schema {
        let pool = DescriptorPool::decode(referee::pb::DESCRIPTOR).expect("our own descriptor");
        let audience = pool.get_extension_by_name("referee.v1.audience").expect("the option");
        Schema { pool, audience }
    }

    fn audience(&self, field: &FieldDescriptor) -> Audience {
        let options = field.options();
        let number = options.get_extension(&self.audience).as_enum_number().unwrap_or(0);
        Audience::try_from(number).expect("an audience")
    }

    fn message(&self, event: &impl prost::Message) -> DynamicMessage {
        let descriptor = self.pool.get_message_by_name("referee.v1.MatchEvent").expect("the message");
        DynamicMessage::decode(descriptor, event.encode_to_vec().as_slice()).expect("an event")
    }
}

#[test]
fn every_field_of_an_event_declares_its_audience() {
    let schema = Schema::new();
    let file = schema.pool.get_file_by_name(EVENTS).expect("the file");
    let mut messages: Vec<_> = file.messages().collect();
    messages.extend(file.messages().flat_map(|message| message.child_messages().collect::<Vec<_>>()));
    let fields = messages.iter().filter(|message| !message.is_map_entry()).flat_map(|message| message.fields());
    let unsaid: Vec<String> = fields
        .filter(|field| schema.audience(field) == Audience::Unspecified)
        .map(|field| field.full_name().to_owned())
        .collect();
    assert!(unsaid.is_empty(), "fields without (audience): {unsaid:?}");
}

/// One event as shown to a viewer.
struct Shown<'a> {
    schema: &'a Schema,
    viewer: Viewer,
    before: &'a Match,
    event: &'a Event,
}

impl Shown<'_> {
    /// Checks that a viewer sees only the parts of a message that the options allow.
    fn check(&self, seen: &DynamicMessage, stored: &DynamicMessage) {
        for (field, value) in seen.fields() {
            let why = format!("{} of event {} for {:?}", field.full_name(), self.event.seq, self.viewer);
            let kept = stored.get_field(&field);
            let is_same = *value == *kept;
            match self.schema.audience(&field) {
                Audience::Public => match (value, kept.as_ref()) {
                    // The store holds no sentence; it is built when an event is shown.
                    _ if field.name() == "detail" => {}
                    (Value::Message(seen), Value::Message(stored)) if in_events(&field) => self.check(seen, stored),
                    _ => assert!(is_same, "{why}: {value:?}"),
                },
                Audience::Stored => panic!("{why} is shown"),
                Audience::Afterwards => {
                    let is_end = matches!(self.event.fact, Fact::RoundEnded { .. } | Fact::MatchEnded(_));
                    assert!(is_end, "{why} is shown too early");
                }
                Audience::OwnSeat => {
                    let is_empty = value.as_str().is_some_and(str::is_empty);
                    assert!(self.knows() || is_empty, "{why} is shown: {value:?}");
                }
                Audience::Game => assert_eq!(value.as_str(), Some(self.of_game(&kept).as_str()), "{why}"),
                Audience::Unspecified => panic!("{why} says nothing"),
            }
        }
    }

    /// Returns whether the viewer knows the hand of the seat in the event.
    fn knows(&self) -> bool {
        let seat = match &self.event.fact {
            Fact::SeatLost(lost) => lost.seat,
            Fact::MovePlayed(moved) => moved.seat,
            Fact::MoveRefused(refused) => refused.seat,
            _ => return true,
        };
        same_for_all(self.before) || self.viewer.knows_hand_of(seat)
    }

    /// Returns the game's view of a move or a position.
    fn of_game(&self, stored: &Value) -> String {
        let position = self.before.course().position();
        match &self.event.fact {
            _ if same_for_all(self.before) => stored.as_str().unwrap_or_default().to_owned(),
            Fact::RoundStarted { .. } => position.view(self.viewer),
            _ => position.sees(self.viewer, stored.as_str().unwrap_or_default()).unwrap_or_default(),
        }
    }
}

fn in_events(field: &FieldDescriptor) -> bool {
    matches!(field.kind(), Kind::Message(message) if message.parent_file().name() == EVENTS) && !field.is_list()
}

/// A match in which one seat's illegal move is replaced, and another seat loses while the others
/// play on.
fn lost() -> Rig {
    let mut opened = opened("takeaway", &["10"; 3], &[]);
    opened.illegal_move_policy = IllegalMovePolicy::Substitute;
    let mut rig = Rig::started(&TAKEAWAY, opened);
    rig.play("my hand");
    let (detail, evidence) =
        ("my hand".to_owned(), Evidence { stdout: vec!["mine".to_owned()], ..Evidence::default() });
    let received = seconds(2.0);
    rig.at(2.0).does(Command::Misbehave { seat: Seat(1), detail, evidence, received });
    rig
}

#[test]
fn viewers_see_what_the_options_allow() {
    let schema = Schema::new();
    let mut losses = 0;
    for rig in ends().into_iter().chain([lost()]) {
        let Fact::MatchOpened(opened) = rig.log[0].fact.clone() else { panic!("the first event") };
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Arbiter] {
            let mut before = Match::open_with(rig.game, (*opened).clone()).expect("a match");
            for event in &rig.log {
                let seen = schema.message(&shown(&seen_by(viewer, &before, event)));
                let of = Shown { schema: &schema, viewer, before: &before, event };
                of.check(&seen, &schema.message(&to_message(event)));
                losses += u32::from(matches!(event.fact, Fact::SeatLost(_)));
                before.apply(event);
            }
        }
    }
    assert_eq!(losses, 4, "one loss for four viewers");
}
