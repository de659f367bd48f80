//! Accept policies, which decide the matches that a player accepts without a challenge, and name
//! the field that rejects a match.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use referee_ids::PlayerId;

use super::{
    absence::{Absence, Graces},
    conduct::{Conduct, Stakes},
};
use crate::{
    clock::time_control::{Main, Stage, TimeControl},
    reason::Reason,
    refusal::Refusal,
};

/// Maximum games in a policy.
pub const MAX_GAMES: usize = 64;
/// Maximum options per game, and values per option.
pub const MAX_OPTIONS: usize = 64;
/// Maximum players on each list.
pub const MAX_PLAYERS: usize = 256;

/// Maximum time of a side, if a policy sets neither `max_base` nor `unlimited`: all stages of the
/// clock plus [`USUAL_MOVES`] moves.
pub const USUAL_MOST: Duration = Duration::from_secs(3 * 3600);
/// Number of moves whose increments, periods and move limits count towards [`USUAL_MOST`].
pub const USUAL_MOVES: u32 = 60;

/// The matches that a player accepts without a challenge: those that no field rejects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AcceptPolicy {
    /// Accepted games by id, each with the accepted values of options by name. Empty accepts all
    /// games.
    pub games: BTreeMap<String, BTreeMap<String, BTreeSet<String>>>,
    /// Minimum initial time of a seat.
    pub min_base: Duration,
    /// Maximum time of all stages of a clock. `None` rejects hourglasses and clocks over
    /// [`USUAL_MOST`], unless `unlimited` is set.
    pub max_base: Option<Duration>,
    /// Minimum increment of each move.
    pub min_increment: Duration,
    /// Maximum increment of each move.
    pub max_increment: Option<Duration>,
    /// Whether to accept seats without a time limit.
    pub unlimited: bool,
    /// Accepted stakes; `None` accepts both.
    pub stakes: Option<Stakes>,
    /// The only accepted opponents; empty accepts all.
    pub only_players: BTreeSet<PlayerId>,
    /// Rejected opponents.
    pub except_players: BTreeSet<PlayerId>,
    /// Whether to reject players of the same owner.
    pub except_same_owner: bool,
    /// Maximum concurrent matches; `None` for no limit.
    pub max_matches: Option<u32>,
    /// Maximum concurrent matches with one opponent; `None` for no limit.
    pub max_matches_per_opponent: Option<u32>,
    /// Whether to accept rules of conduct other than the server's default.
    pub custom_rules: bool,
    /// Maximum grace of any kind; `None` accepts graces up to the server's default.
    pub max_grace: Option<Duration>,
    /// The only accepted kind of absence; `None` accepts both.
    pub absence: Option<Absence>,
    /// Whether the player decides challenges that the policy rejects; otherwise they are declined
    /// immediately.
    pub ask: bool,
}

/// A match to check against a policy.
#[derive(Clone, Copy, Debug)]
pub struct ProposedMatch<'a> {
    pub game: &'a str,
    /// Every option with its value.
    pub options: &'a BTreeMap<String, String>,
    pub time_controls: &'a [TimeControl],
    pub conduct: &'a Conduct,
    pub graces: Graces,
    /// The server's default graces, for any kind of absence.
    pub usual_graces: Graces,
    /// Whether other rules differ from the server's default: a shorter grace, or another start.
    pub has_custom_rules: bool,
    pub players: &'a [PlayerId],
}

/// The field of a policy that rejects a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The field of [`AcceptPolicy`], named as in the proto.
    pub field: &'static str,
    /// The accepted form, for people.
    pub expected: String,
}

impl Objection {
    fn new(field: &'static str, expected: impl Into<String>) -> Objection {
        Objection { field, expected: expected.into() }
    }

    /// Rejects a match that names `player`.
    pub fn refusal(&self, player: &PlayerId) -> Refusal {
        let Objection { field, expected } = self;
        let text = format!("{player} does not accept this match (accepts.{field}): it accepts {expected}");
        let (field, expected) = (format!("accepts.{field}").into(), expected.clone());
        Refusal { field, value: player.to_string(), expected, ..Refusal::new(Reason::NotAccepted, text) }
    }
}

impl AcceptPolicy {
    /// Returns why the policy of `player` rejects a match; `None` if it accepts. `is_same_owner`
    /// returns whether another player has the same owner. [`AcceptPolicy::full`] checks the number
    /// of matches.
    pub fn objection(
        &self,
        player: &PlayerId,
        proposed: &ProposedMatch<'_>,
        is_same_owner: impl Fn(&PlayerId) -> bool,
    ) -> Option<Objection> {
        let custom = proposed.has_custom_rules || !is_usual(proposed.conduct);
        self.game_objection(proposed)
            .or_else(|| proposed.time_controls.iter().find_map(|control| self.time_objection(control)))
            .or_else(|| self.grace_objection(proposed.graces, proposed.usual_graces))
            .or_else(|| self.stakes_objection(proposed.conduct.stakes))
            .or_else(|| {
                self.opponent_objection(proposed.players.iter().filter(|other| *other != player), is_same_owner)
            })
            .or_else(|| {
                (custom && !self.custom_rules).then(|| Objection::new("custom_rules", "only the server's own rules"))
            })
    }

    /// Returns why the policy accepts no further match of a player with `live` matches; `with` has
    /// their number per opponent.
    pub fn full<'a>(
        &self,
        live: usize,
        opponents: impl IntoIterator<Item = &'a PlayerId>,
        with: impl Fn(&PlayerId) -> usize,
    ) -> Option<Objection> {
        let is_reached = |most: u32, number: usize| number >= usize::try_from(most).unwrap_or(usize::MAX);
        if let Some(most) = self.max_matches.filter(|most| is_reached(*most, live)) {
            return Some(Objection::new("max_matches", format!("at most {most} concurrent matches, and plays {live}")));
        }
        let most = self.max_matches_per_opponent?;
        let opponent = opponents.into_iter().find(|opponent| is_reached(most, with(opponent)))?;
        let expected =
            format!("at most {most} concurrent matches with one opponent, and plays that many with {opponent}");
        Some(Objection::new("max_matches_per_opponent", expected))
    }

    fn game_objection(&self, proposed: &ProposedMatch<'_>) -> Option<Objection> {
        if self.games.is_empty() {
            return None;
        }
        let Some(options) = self.games.get(proposed.game) else {
            let games: Vec<&str> = self.games.keys().map(String::as_str).collect();
            return Some(Objection::new("games", format!("one of {}", games.join(", "))));
        };
        let (name, values) = options.iter().find(|(name, values)| {
            let asked = proposed.options.get(*name);
            !asked.is_some_and(|value| values.contains(value))
        })?;
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        Some(Objection::new("games", format!("{} with {name} one of {}", proposed.game, values.join(", "))))
    }

    fn time_objection(&self, control: &TimeControl) -> Option<Objection> {
        let Some(least) = control.for_first_move() else {
            return (!self.unlimited).then(|| Objection::new("unlimited", "a clock for every seat"));
        };
        if least < self.min_base {
            return Some(Objection::new(
                "min_base_ms",
                format!("at least {} ms to begin with", self.min_base.as_millis()),
            ));
        }
        if let Some(expected) = self.too_much_time(control) {
            return Some(Objection::new("max_base_ms", expected));
        }
        let each = each_move(control);
        if each < self.min_increment {
            let expected = format!("at least {} ms for each move", self.min_increment.as_millis());
            return Some(Objection::new("min_increment_ms", expected));
        }
        if let Some(bound) = self.max_increment.filter(|bound| each > *bound) {
            let expected = format!("at most {} ms for each move", bound.as_millis());
            return Some(Objection::new("max_increment_ms", expected));
        }
        None
    }

    /// Returns the accepted form if a time control gives too much time; otherwise `None`.
    fn too_much_time(&self, control: &TimeControl) -> Option<String> {
        match self.max_base {
            Some(bound) => {
                let is_more = most_clock(control).is_some_and(|most| most > bound);
                is_more.then(|| format!("at most {} ms on a clock", bound.as_millis()))
            }
            None if self.unlimited => None,
            None if matches!(control.main, Main::Hourglass(_)) => Some(
                "no hourglass, as it declares no \
                max_base_ms"
                    .to_owned(),
            ),
            None => (usual_time(control) > USUAL_MOST).then(|| {
                let most = USUAL_MOST.as_millis();
                format!(
                    "at most {most} ms for the stages of a clock and {USUAL_MOVES} moves, as it declares no \
                    max_base_ms"
                )
            }),
        }
    }

    fn grace_objection(&self, graces: Graces, usual: Graces) -> Option<Objection> {
        if let Some(only) = self.absence.filter(|only| *only != graces.absence) {
            let expected = match only {
                Absence::Grace => "only matches in which a seat that stays away loses after its grace",
                Absence::ClockOnly => "only matches in which the clock alone limits absence",
            };
            return Some(Objection::new("absence", expected));
        }
        let each = [(graces.start, usual.start), (graces.disconnect, usual.disconnect), (graces.attend, usual.attend)];
        let bound = each.into_iter().find_map(|(grace, usual)| {
            let bound = self.max_grace.unwrap_or(usual);
            (grace > bound).then_some(bound)
        })?;
        Some(Objection::new("max_grace_ms", format!("a grace of at most {} ms", bound.as_millis())))
    }

    fn stakes_objection(&self, stakes: Stakes) -> Option<Objection> {
        match self.stakes {
            Some(only) if only != stakes => {
                let expected = if only == Stakes::Rated { "only rated matches" } else { "only casual matches" };
                Some(Objection::new("stakes", expected))
            }
            _ => None,
        }
    }

    /// Returns why the policy rejects these opponents, whatever the match.
    pub fn opponent_objection<'a>(
        &self,
        opponents: impl IntoIterator<Item = &'a PlayerId>,
        is_same_owner: impl Fn(&PlayerId) -> bool,
    ) -> Option<Objection> {
        opponents.into_iter().find_map(|opponent| {
            if !self.only_players.is_empty() && !self.only_players.contains(opponent) {
                return Some(Objection::new("only_players", format!("only listed opponents, and not {opponent}")));
            }
            if self.except_players.contains(opponent) {
                return Some(Objection::new("except_players", format!("no matches with {opponent}")));
            }
            let is_own = self.except_same_owner && is_same_owner(opponent);
            is_own.then(|| Objection::new("except_same_owner", "only players of another owner"))
        })
    }
}

/// Returns whether a match uses the server's default rules of conduct, apart from its stakes.
fn is_usual(conduct: &Conduct) -> bool {
    Conduct { stakes: Stakes::Casual, ..*conduct } == Conduct::default()
}

/// Returns the maximum time of a clock over all stages; `None` if unlimited.
fn most_clock(control: &TimeControl) -> Option<Duration> {
    let clock = match &control.main {
        Main::Unlimited => None,
        Main::Hourglass(each) => Some(*each),
        Main::Stages(stages) => Some(stages.iter().fold(Duration::ZERO, |sum, stage| {
            let periods = stage.periods.map_or(Duration::ZERO, |periods| periods.each.saturating_mul(periods.count));
            sum.saturating_add(stage.base).saturating_add(periods)
        })),
    };
    match clock {
        Some(clock) => [control.round_limit, control.match_limit].into_iter().flatten().chain([clock]).min(),
        None => {
            let limits = [control.move_limit, control.round_limit, control.match_limit];
            limits.into_iter().flatten().max()
        }
    }
}

/// Returns the time of a side for its stages and [`USUAL_MOVES`] moves.
fn usual_time(control: &TimeControl) -> Duration {
    let (clock, each) = match &control.main {
        Main::Unlimited => (Duration::ZERO, control.move_limit.unwrap_or_default()),
        Main::Hourglass(each) => (*each, Duration::ZERO),
        Main::Stages(stages) => {
            let each = stages.iter().map(each_of_stage).max().unwrap_or_default();
            (most_clock(control).unwrap_or_default(), each)
        }
    };
    let usual = clock.saturating_add(each.saturating_mul(USUAL_MOVES));
    [control.round_limit, control.match_limit].into_iter().flatten().fold(usual, Duration::min)
}

/// Returns the minimum increment in any stage, or the move limit if there is no clock.
fn each_move(control: &TimeControl) -> Duration {
    match &control.main {
        Main::Stages(stages) => {
            let of_stage = stages.iter().map(each_of_stage);
            of_stage.min().unwrap_or_default()
        }
        Main::Unlimited => control.move_limit.unwrap_or_default(),
        Main::Hourglass(_) => Duration::ZERO,
    }
}

/// Returns the time that a stage gives each move besides the clock.
fn each_of_stage(stage: &Stage) -> Duration {
    let period = stage.periods.map_or(Duration::ZERO, |periods| periods.each);
    stage.bonus.span().max(period)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PlayerId {
        PlayerId::parse(text).expect("a name")
    }

    /// Returns the field that rejects a match of `ann` and `bob`.
    fn field(policy: &AcceptPolicy, control: &str, conduct: Conduct) -> Option<&'static str> {
        let (options, players) = (BTreeMap::from([("length".into(), "single".into())]), [name("ann"), name("bob")]);
        let time_controls = [TimeControl::parse(control).expect("a time control")];
        let proposed = ProposedMatch {
            game: "go",
            options: &options,
            time_controls: &time_controls,
            conduct: &conduct,
            graces: Graces::default(),
            usual_graces: Graces::default(),
            has_custom_rules: false,
            players: &players,
        };
        policy.objection(&players[1], &proposed, |other| *other == players[0]).map(|objection| objection.field)
    }

    fn casual(policy: AcceptPolicy, control: &str) -> Option<&'static str> {
        field(&policy, control, Conduct::default())
    }

    #[test]
    fn time_controls_are_bounded_whatever_they_look_like() {
        let from = |seconds| AcceptPolicy { min_base: Duration::from_secs(seconds), ..AcceptPolicy::default() };
        for quick in ["0.001", "9+5", "st=2", "60 st=3", "60 round=4", "4/9:60", "hourglass=5"] {
            assert_eq!(casual(from(10), quick), Some("min_base_ms"), "{quick}");
        }
        for slow in ["10", "60+1", "40/60+0:20", "5/3x5", "st=10"] {
            assert_eq!(casual(from(10), slow), None, "{slow}");
        }
        let to = |seconds| AcceptPolicy { max_base: Some(Duration::from_secs(seconds)), ..AcceptPolicy::default() };
        assert_eq!(casual(to(60), "60+1"), None);
        assert_eq!(casual(to(60), "40/60+0:20"), Some("max_base_ms"), "all stages count");
        let bonus = AcceptPolicy {
            min_increment: Duration::from_secs(1),
            max_increment: Some(Duration::from_secs(2)),
            ..AcceptPolicy::default()
        };
        for (control, no) in
            [("60", Some("min_increment_ms")), ("60+1", None), ("60d2", None), ("60+3", Some("max_increment_ms"))]
        {
            assert_eq!(casual(bonus.clone(), control), no, "{control}");
        }
        assert_eq!(casual(AcceptPolicy::default(), "inf"), Some("unlimited"));
        for long in
            ["10801", "7201+60", "40/7200+0:3601", "3600/5x180", "st=181", "nodes=1000", "hourglass=5", "3d/move"]
        {
            assert_eq!(casual(AcceptPolicy::default(), long), Some("max_base_ms"), "{long}");
            assert_eq!(casual(to(1_000_000), long), None, "{long} is within what the policy says");
            assert_eq!(casual(AcceptPolicy { unlimited: true, ..AcceptPolicy::default() }, long), None, "{long}");
        }
        for usual in ["10800", "7200+60", "st=180", "100000 match=10800", "7140/1x60"] {
            assert_eq!(casual(AcceptPolicy::default(), usual), None, "{usual}");
        }
        assert_eq!(casual(AcceptPolicy { unlimited: true, ..from(10) }, "inf"), None, "no limit is no short time");
    }

    #[test]
    fn each_other_field_says_no_by_its_name() {
        let usual = AcceptPolicy::default;
        let game = |option: &str| {
            let options = BTreeMap::from([("length".to_owned(), BTreeSet::from([option.to_owned()]))]);
            AcceptPolicy { games: BTreeMap::from([("go".to_owned(), options)]), ..usual() }
        };
        assert_eq!(casual(game("single"), "60"), None);
        assert_eq!(casual(game("long"), "60"), Some("games"));
        let other = AcceptPolicy { games: BTreeMap::from([("shogi".to_owned(), BTreeMap::new())]), ..usual() };
        assert_eq!(casual(other, "60"), Some("games"));
        let rated = AcceptPolicy { stakes: Some(Stakes::Rated), ..usual() };
        assert_eq!(casual(rated.clone(), "60"), Some("stakes"));
        assert_eq!(field(&rated, "60", Conduct { stakes: Stakes::Rated, ..Conduct::default() }), None);
        assert_eq!(casual(AcceptPolicy { only_players: [name("cat")].into(), ..usual() }, "60"), Some("only_players"));
        assert_eq!(casual(AcceptPolicy { only_players: [name("ann")].into(), ..usual() }, "60"), None);
        let except = AcceptPolicy { except_players: [name("ann")].into(), ..usual() };
        assert_eq!(casual(except, "60"), Some("except_players"));
        let own = AcceptPolicy { except_players: [name("bob")].into(), ..usual() };
        assert_eq!(casual(own, "60"), None, "no player is its own opponent");
        assert_eq!(casual(AcceptPolicy { except_same_owner: true, ..usual() }, "60"), Some("except_same_owner"));
        let short = Conduct { max_plies: Some(2), ..Conduct::default() };
        assert_eq!(field(&usual(), "60", short), Some("custom_rules"));
        assert_eq!(field(&AcceptPolicy { custom_rules: true, ..usual() }, "60", short), None);
    }

    #[test]
    fn a_policy_is_full_by_all_matches_or_by_those_with_one_opponent() {
        let bob = name("bob");
        let full =
            |policy: &AcceptPolicy, live, with| policy.full(live, [&bob], |_| with).map(|objection| objection.field);
        let policy =
            AcceptPolicy { max_matches: Some(3), max_matches_per_opponent: Some(1), ..AcceptPolicy::default() };
        assert_eq!(full(&policy, 2, 0), None);
        assert_eq!(full(&policy, 3, 0), Some("max_matches"));
        assert_eq!(full(&policy, 2, 1), Some("max_matches_per_opponent"));
        assert_eq!(full(&AcceptPolicy::default(), 1_000, 1_000), None);
    }
}
