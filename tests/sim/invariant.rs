//! Invariants of every run, each with a name and one sentence.

use std::fmt;

macro_rules! invariants {
    ($($invariant:ident $name:literal $sentence:literal)*) => {
        /// An invariant of every run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Invariant {
            $(#[doc = $sentence] $invariant,)*
        }

        /// All invariants, in order of definition.
        pub const ALL: &[Invariant] = &[$(Invariant::$invariant,)*];

        impl Invariant {
            /// Returns the name and the sentence.
            pub fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Invariant::$invariant => ($name, $sentence),)*
                }
            }
        }
    };
}

invariants! {
    Answered "answered" "Every request gets an answer, unless its link broke."
    AcknowledgedIsDurable "acknowledged-is-durable" "What was acknowledged is in the log."
    Once "once" "What was asked for once became true once."
    SameReply "same-reply" "A turn that was decided is answered alike however often and by whatever it is answered."
    OwnLane "own-lane" "A seat finds no place for a command only if its own commands fill its lane."
    LetIn "let-in" "A program that connects is let in."
    ReplacedIsSaid "replaced-is-said"
        "A link that a later one replaces hears so, and nothing after that."
    ToldToGo "told-to-go" "A program hears that the table of its match has stopped."
    Viewers "viewers" "Every viewer receives every event once, in order, as it may know it."
    TooSoon "too-soon" "A spectator receives nothing before the delay is over."
    SameAsStore "same-as-store" "In the end the hall shows what the store has."
    Verifies "verifies" "Every log verifies."
    Stamps "stamps" "A move that is dated was received at that moment."
    Charges "charges" "A clock is charged nothing but the time of its own player."
    FreeTime "free-time" "A clock is charged all the time of its own player."
    Presence "presence" "The server reports that a seat has gone."
    Verdicts "verdicts"
        "A seat loses only if it earned it, and an end without a loser has its cause."
    Earliness "earliness" "No deadline ends a match or a seat before it is over."
    Lateness "lateness"
        "No deadline is put off for longer than the host really lost, and a ruling takes effect at once."
    Consent "consent"
        "A player loses nothing in a match to which it agreed neither by an act nor by a policy while it was connected."
    RoomForContests "room-for-contests"
        "Matches of strangers leave a place free for the contests that a player entered."
    Unseen "unseen"
        "An entrant that never connected wins no encounter, has no points, and advances in no bracket."
    Bounded "bounded" "No queue, and no count of departures, passes its limit."
    Spins "spins" "Nothing reads the log for ever at one moment."
    NoPanic "no-panic" "Nothing panics, unless it is planned."
    Closes "closes" "A hall that closes is closed in time."
    Ends "ends" "Every match and every contest is over in the end."
    ContestOpens "contest-opens" "A requested contest is opened."
    ContestEnds "contest-ends" "Every contest ends by an event of its own."
    ContestFollows "contest-follows"
        "The stored events of a contest follow each other without a gap."
    ContestOnce "contest-once"
        "What a contest schedules is played once, by its entrants, and nothing else is."
    ContestResults "contest-results" "Every result of a contest is that of the log of the match."
    ContestWaits "contest-waits"
        "No match of a contest waits for its players for longer than they may take."
    Spread "spread"
        "In its first encounters, an entrant of a ladder meets no opponent twice while it can wait for another."
    ContestCounts "contest-counts"
        "A live match that its contest no longer counts is aborted in time, and no other one is."
    ContestShown "contest-shown" "A contest is shown as its events have it."
    ContestTold "contest-told" "A watcher of a contest receives every event once and in order."
    ContestAcknowledged "contest-acknowledged"
        "What the host of a contest was granted is in an event."
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}
