//! The interface of a game.
//!
//! [`Rules`] is typed and static: perft, searchers and fuzzers use it. [`super::erased`] turns
//! every `Rules` into a [`super::Game`] over notation text for all other crates. A game defines one
//! round, and how the next one starts. It has no clock, no player and no network.

use std::{collections::BTreeMap, fmt, ops::AddAssign, time::Duration};

use super::{
    bots::levels::{self, Level},
    numbers::{Numbers, Planes},
    scene::{Gesture, Scene},
    sheet::{BadSheet, Sheet},
    words::{Side, Word},
};
pub use referee_ids::{Seat, Viewer};

/// Maximum length of the text of a position or move, in bytes.
pub const MAX_TEXT: usize = 64 * 1024;

/// Static facts about a game.
#[derive(Debug)]
pub struct Facts {
    /// The id of the game: `kamisado`.
    pub id: &'static str,
    /// The name of the game for people: `Kamisado`.
    pub name: &'static str,
    pub min_seats: u8,
    /// Maximum seats, at most 8.
    pub max_seats: u8,
    /// The default number of seats.
    pub usual_seats: u8,
    /// The side of each possible seat, seat 0 first.
    pub sides: &'static [Side],
    /// Whether a seat holds information that others may not see.
    pub hidden: bool,
    /// Whether chance has a turn.
    pub chance: bool,
    /// Whether a match may have more than one round.
    pub rounds: bool,
    /// The points of each seat for a draw by agreement or by claim; `None` if the game has no such
    /// draw.
    pub draw_points: Option<Points>,
    /// The options of a match, in listing order.
    pub options: &'static [OptionFacts],
    /// Texts in every language for every key of the game's scenes, gestures, outcomes and options.
    pub words: &'static [Word],
    /// The page of the game in Markdown, for people: a section `## Rules`, and a section `##
    /// Notation`.
    pub page: &'static str,
}

/// An option of a game.
#[derive(Debug)]
pub struct OptionFacts {
    /// The name of the option: `length`.
    pub name: &'static str,
    /// A one-sentence summary.
    pub summary: &'static str,
    pub kind: OptionKind,
    /// The value if the option is not given.
    pub default: &'static str,
}

/// The kind of values of an option.
#[derive(Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Flag,
    /// A whole number in a range, both ends included.
    Number {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    Choice(&'static [&'static str]),
    /// Any set of these one-letter items, written in this order: `MLP`.
    Set(&'static [&'static str]),
}

/// The number of seats, and a value for every option. Only [`Facts::setting`] creates a setting, so
/// its values are always valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    seats: u8,
    options: BTreeMap<String, String>,
}

/// An option, or a number of seats, that a game rejects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid {name} = `{value}`: expected {expected}")]
pub struct BadOption {
    /// The name of the option, or `seats`.
    pub name: String,
    pub value: String,
    /// The accepted form.
    pub expected: String,
}

/// A text that is not a position or move of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {at}: expected {expected}")]
pub struct Unreadable {
    /// The position of the error, in bytes from the start of the text.
    pub at: usize,
    pub expected: String,
}

/// Points in a match, counted in halves because some games share a point. They may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    /// The number of half points.
    pub halves: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A seat that has to choose a move, even if only one is legal.
    Seat(Seat),
    /// This seat has exactly one step, without a choice. [`Rules::moves`] lists the step, and the
    /// referee plays it without asking the player.
    Forced(Seat),
    /// Chance: [`Rules::chance`] returns the outcome.
    Chance,
    /// The round is over.
    Over,
}

/// How forced steps count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Forced steps are free: only the moves of seats are plies.
    Moves,
    /// A forced step is a ply, like a move.
    Plies,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundOutcome {
    /// The key of the cause that ended the round: `home`, `deadlock`.
    pub cause: &'static str,
    /// The gain of each seat, seat 0 first.
    pub points: Vec<Points>,
}

/// When a match of several rounds is over, even if the game has a next round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchGoal {
    /// The match ends once a seat has this many points at the end of a round.
    pub points: Option<Points>,
    pub rounds: Option<u32>,
    /// The match ends with the round in play once it has lasted this long.
    pub time: Option<Duration>,
}

/// 32 random bytes from outside. The same bytes give the same outcome.
#[derive(Clone, Copy)]
pub struct Entropy(pub [u8; 32]);

/// A position of one round of a game, and what may happen in it.
///
/// Every game must implement the first block. The second block has defaults for a game with perfect
/// information, two seats and one round.
pub trait Rules: Clone + Send + Sync + Sized + 'static {
    /// A move, a forced step or an outcome of chance, ordered by listing order.
    type Move: Clone + Eq + Ord + fmt::Debug + Send + Sync;

    /// Static facts about the game.
    fn facts() -> &'static Facts;

    /// Returns the first position of the first round.
    fn open(setting: &Setting) -> Result<Self, BadOption>;

    fn turn(&self) -> Turn;

    /// Appends the moves: every legal move of a seat in ascending order, the one step of a forced
    /// turn, nothing for chance and at the end. Records, bots and tests rely on the order, so later
    /// versions of the game must keep it.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Plays one of [`Rules::moves`], or an outcome of chance that [`Rules::read`] accepted.
    /// Anything else is an error of the caller. It may give any position, but must not panic.
    fn play(&mut self, played: &Self::Move);

    /// Returns the result of the round. Called when the turn is [`Turn::Over`].
    fn outcome(&self) -> RoundOutcome;

    /// Returns the notation of a move that is about to be played in this position.
    fn write(&self, played: &Self::Move) -> String;

    /// Reads a move, a forced step or an outcome of chance. A move need not be legal for a seat; an
    /// outcome must be one that chance can give in this position.
    fn read(&self, notation: &str) -> Result<Self::Move, Unreadable>;

    /// Returns the position as text, from which [`Rules::parse`] restores an equal position.
    fn text(&self) -> String;

    /// Reads a position from outside. Must accept every text that [`Rules::text`] writes. Must
    /// reject a text on which another method would panic or break a rule, such as one with too many
    /// pieces. May accept a position that no play leads to.
    fn parse(setting: &Setting, text: &str) -> Result<Self, Unreadable>;

    /// Returns the part that `viewer` may see, ready to be drawn; [`Viewer::Arbiter`] sees
    /// everything.
    fn scene(&self, viewer: Viewer) -> Scene;

    // ---- A game with perfect information, two seats and one round needs none of the following;
    // one with hidden information answers `view`, `sees`, `determinize` and `resample`.

    /// Returns when the match is over; by default after one round.
    fn goal(_setting: &Setting) -> MatchGoal {
        MatchGoal { rounds: Some(1), ..MatchGoal::default() }
    }

    /// Returns a file of balanced openings for the default seats and options, as `docs/openings.md`
    /// describes it; empty if the game has none.
    fn built_in_openings() -> &'static str {
        ""
    }

    /// Returns the first position of the next round, after this one is over; `None` if the game has
    /// no further round.
    fn next_round(&self) -> Option<Self> {
        None
    }

    /// Returns the move of chance, decided by `entropy` alone; called if the turn is
    /// [`Turn::Chance`]. `None` ends the match as a host fault.
    fn chance(&self, _entropy: &Entropy) -> Option<Self::Move> {
        None
    }

    /// Returns whether chance can make this move in this position; called if the turn is
    /// [`Turn::Chance`]. By default, no outcome is possible.
    fn is_outcome(&self, _played: &Self::Move) -> bool {
        false
    }

    /// Returns the position as `viewer` may know it, while the round is played; never called for
    /// [`Viewer::Arbiter`]. Games with hidden information must override this method: the default
    /// shows nothing.
    fn view(&self, _viewer: Viewer) -> String {
        if Self::facts().hidden { String::new() } else { self.text() }
    }

    /// Returns a complete position that agrees with a view, one of the possible ones, decided by
    /// `entropy` alone. Rejects a text that is not a view of any position.
    fn determinize(setting: &Setting, view: &str, _entropy: &Entropy) -> Result<Self, Unreadable> {
        match Self::facts().hidden {
            true => Err(Unreadable::new(0, "a game that says what its views can be")),
            false => Self::parse(setting, view),
        }
    }

    /// Returns a position that `viewer` cannot distinguish from this one, and that is consistent
    /// with everything public in this round. Only the knowledge of `viewer` and `entropy` decide
    /// which one. `None` if none is found; never this position as a fallback.
    fn resample(&self, _viewer: Viewer, _entropy: &Entropy) -> Option<Self> {
        (!Self::facts().hidden).then(|| self.clone())
    }

    /// Returns the notation that `viewer` may know of a move that is about to be played in this
    /// position; never called for [`Viewer::Arbiter`]. Games with hidden information must override
    /// this method: the default shows nothing.
    fn sees(&self, _viewer: Viewer, played: &Self::Move) -> String {
        if Self::facts().hidden { String::new() } else { self.write(played) }
    }

    /// Returns how a legal move is made with clicks on the scene. Two legal moves of a position
    /// never have the same gesture. By default, a move is chosen by its name.
    fn gesture(&self, _played: &Self::Move) -> Gesture {
        Gesture::default()
    }

    /// Returns whether a seat may claim a draw because the position has occurred often enough. Must
    /// be cheap.
    fn is_claimable(&self) -> bool {
        false
    }

    /// Returns how good the position is for `seat`, in hundredths of the game's own points, with an
    /// absolute value below 500 000. Bots search with this value; they compare finished rounds by
    /// points first.
    fn evaluate(&self, _seat: Seat) -> i32 {
        0
    }

    /// The levels of the bot `search`, the weakest first; at most as many as [`levels::LEVELS`].
    fn levels() -> &'static [Level] {
        levels::OF_ANY_GAME
    }

    /// Returns how good a legal move is for the seat that plays it: the evaluation after it, by
    /// default. Rollouts choose by this value, so override it in games that need no copy for it.
    fn promise(&self, played: &Self::Move) -> i32 {
        let Turn::Seat(seat) = self.turn() else { return 0 };
        let mut after = self.clone();
        after.play(played);
        after.evaluate(seat)
    }

    /// Returns a match as the game's own text; `None` for tags and numbered moves.
    fn write_sheet(_sheet: &Sheet) -> Option<String> {
        None
    }

    /// Reads the game's own text of a match like [`Game::read_sheet`](crate::Game::read_sheet).
    fn read_sheet(_text: &str) -> Option<Result<Option<Sheet>, BadSheet>> {
        None
    }

    // ---- For programs that learn: a game that answers one of the four answers all.

    /// The size of the game in numbers; `None` if its moves have none.
    fn numbers(_setting: &Setting) -> Option<Numbers> {
        None
    }

    /// The action index of a move or forced step that is about to be played here. Two legal moves
    /// of a position never have the same one, and a later version of the game keeps them all.
    fn index(&self, _played: &Self::Move) -> usize {
        usize::MAX
    }

    /// The move or forced step with this action index, legal or not; `None` if there is none.
    fn action(&self, _index: usize) -> Option<Self::Move> {
        None
    }

    /// Appends planes of what `viewer` may know. Their number and order depend on the setting
    /// alone.
    fn observe(&self, _viewer: Viewer, _planes: &mut Planes) {}

    /// Returns whether [`Rules::moves`] contains this move, including forced steps. Called for
    /// every played move, so override it in games that can decide without a list.
    fn allows(&self, played: &Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(played)
    }

    /// Returns how many moves [`Rules::moves`] would append. Perft counts its last ply with this
    /// method.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len() as u64
    }

    /// Returns the number of lines of exactly `depth` plies; see [`super::perft`]. `None` if perft
    /// has to play on copies: a game that can undo moves counts faster.
    fn count_lines(&self, _depth: u32, _counting: Counting) -> Option<u64> {
        None
    }
}

impl Facts {
    /// Returns a section of the game's page, without its heading; empty if there is no such
    /// section.
    pub fn section(&self, heading: &str) -> &'static str {
        let sections = self.page.split("\n## ").skip(1);
        let mut bodies = sections.filter_map(|section| section.split_once('\n')).filter(|(name, _)| *name == heading);
        bodies.next().map_or("", |(_, body)| body.trim())
    }

    /// Checks a number of seats and option values from outside, and fills in the defaults. 0 seats
    /// is the default number.
    pub fn setting<'a>(
        &self,
        seats: u8,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Setting, BadOption> {
        let seats = if seats == 0 { self.usual_seats } else { seats };
        if !(self.min_seats..=self.max_seats).contains(&seats) {
            let expected = match self.min_seats == self.max_seats {
                true => format!("{}", self.min_seats),
                false => format!("{} to {}", self.min_seats, self.max_seats),
            };
            return Err(BadOption { name: "seats".into(), value: seats.to_string(), expected });
        }
        let mut options: BTreeMap<String, String> =
            self.options.iter().map(|o| (o.name.to_owned(), o.default.to_owned())).collect();
        for (name, value) in given {
            let Some(option) = self.options.iter().find(|o| o.name == name) else {
                let names: Vec<&str> = self.options.iter().map(|o| o.name).collect();
                let expected = match names.is_empty() {
                    true => format!("no option: {} has none", self.id),
                    false => format!("one of the options {}", names.join(", ")),
                };
                return Err(BadOption { name: cut(name), value: cut(value), expected });
            };
            option.check(value)?;
            options.insert(name.to_owned(), value.to_owned());
        }
        Ok(Setting { seats, options })
    }
}

impl OptionFacts {
    fn check(&self, value: &str) -> Result<(), BadOption> {
        let (fits, expected) = match &self.kind {
            OptionKind::Flag => (value == "true" || value == "false", "true or false".to_owned()),
            OptionKind::Number { min, max } => {
                let plain = value.parse::<i64>().ok().filter(|n| n.to_string() == value);
                (plain.is_some_and(|n| (*min..=*max).contains(&n)), format!("a whole number from {min} to {max}"))
            }
            OptionKind::Choice(words) => (words.contains(&value), format!("one of {}", words.join(", "))),
            OptionKind::Set(items) => {
                let mut rest = value;
                for item in *items {
                    rest = rest.strip_prefix(item).unwrap_or(rest);
                }
                (rest.is_empty(), format!("letters of {}, each once, in this order", items.concat()))
            }
        };
        if fits {
            return Ok(());
        }
        Err(BadOption { name: self.name.to_owned(), value: cut(value), expected })
    }
}

impl Setting {
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns every option with its value, in the order of names.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// Returns the value of an option that the game's facts declare; empty for any other name.
    pub fn word(&self, name: &str) -> &str {
        self.options.get(name).map_or("", String::as_str)
    }

    /// Returns the value of a number option that the game's facts declare; 0 for any other name.
    pub fn number(&self, name: &str) -> i64 {
        self.word(name).parse().unwrap_or(0)
    }

    /// Returns the value of a flag option that the game's facts declare.
    pub fn flag(&self, name: &str) -> bool {
        self.word(name) == "true"
    }
}

impl Points {
    /// No points at all.
    pub const ZERO: Points = Points { halves: 0 };

    /// Returns a whole number of points.
    pub const fn whole(points: i64) -> Points {
        Points { halves: points * 2 }
    }

    /// Returns the points as a number; exact up to 2^52 points.
    pub fn as_f64(self) -> f64 {
        self.halves as f64 / 2.0
    }

    /// Converts a number that is a multiple of one half and below 2^52; `None` for any other
    /// number.
    pub fn from_f64(points: f64) -> Option<Points> {
        let halves = points * 2.0;
        let fits = halves.fract() == 0.0 && halves.abs() < 9_007_199_254_740_992.0;
        fits.then_some(Points { halves: halves as i64 })
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, more: Points) {
        self.halves += more.halves;
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_f64().fmt(f)
    }
}

impl Unreadable {
    /// Creates the error of a text that is wrong at byte `at`.
    pub fn new(at: usize, expected: impl Into<String>) -> Unreadable {
        Unreadable { at, expected: expected.into() }
    }
}

/// Cuts text from outside to the length that errors may repeat.
pub fn cut(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
