//! The house's bots against each other, in every game they can play.

use referee::{
    bots::{Budget, Kind, LEVELS, choose},
    games::{Course, GAMES, Game, rules::Turn, rules::Viewer},
};

/// Which seats the first bot won, playing each match once from either of the two seats.
fn wins(game: &'static dyn Game, first: Kind, second: Kind, pairs: u64) -> usize {
    let budget = Budget { nodes: 1000 };
    let setting = game.facts().setting(2, []).expect("a game for two");
    let won = |number: u64| {
        let seats = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
        let mut course = Course::open(game, &setting).expect("an opening");
        for ply in 0.. {
            let Turn::Seat(seat) = course.turn() else { break };
            let kind = seats[seat.index()];
            let played = choose(kind, course.round(), seat, budget, number * 1000 + ply).expect("a turn has a move");
            course.walk(Viewer::Spectator, &[played]).expect("a bot plays legally");
        }
        let seat = usize::from(!number.is_multiple_of(2));
        course.places()[seat] == 1
    };
    (0..2 * pairs).filter(|number| won(*number)).count()
}

#[test]
fn each_bot_beats_the_one_below() {
    for game in GAMES.iter().filter(|game| game.facts().min_seats <= 2 && !game.facts().hidden && !game.facts().chance)
    {
        for (strong, weak) in [(Kind::Greedy, Kind::Random), (Kind::Search, Kind::Greedy)] {
            let won = wins(*game, strong, weak, 10);
            assert!(won >= 18, "{}: {} won {won} of 20 against {}", game.facts().id, strong.name(), weak.name());
        }
    }
}

#[test]
#[ignore = "takes long; prints how strong the bots are"]
fn how_strong_the_bots_are() {
    for game in GAMES {
        for (strong, weak) in [(Kind::Greedy, Kind::Random), (Kind::Search, Kind::Greedy), (Kind::Search, Kind::Random)]
        {
            println!(
                "{}: {} beats {} in {} of 100",
                game.facts().id,
                strong.name(),
                weak.name(),
                wins(*game, strong, weak, 50)
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the defaults");
        let start = game.open(&setting).expect("an opening");
        let Turn::Seat(seat) = start.turn() else { continue };
        for kind in Kind::ALL {
            let first = choose(kind, &*start, seat, Budget { nodes: 500 }, 5);
            assert_eq!(first, choose(kind, &*start, seat, Budget { nodes: 500 }, 5));
            assert!(start.legal().contains(&first.expect("a turn has a move")), "{}", kind.name());
            let other = referee::games::rules::Seat(seat.0 ^ 1);
            assert_eq!(choose(kind, &*start, other, Budget { nodes: 500 }, 5), None, "it is not the other seat's turn");
        }
        let several: Vec<_> = (0..40).map(|seed| choose(Kind::Random, &*start, seat, Budget::level(1), seed)).collect();
        assert!(several.iter().any(|played| *played != several[0]), "luck has a say");
    }
}

#[test]
fn levels_think_longer_and_longer() {
    let nodes: Vec<u64> = LEVELS.map(|level| Budget::level(level).nodes).collect();
    assert!(nodes.is_sorted_by(|weak, strong| weak < strong), "{nodes:?}");
    assert_eq!(Budget::level(0), Budget::level(1));
    assert_eq!(Budget::level(200), Budget::level(9));
    assert!(Kind::ALL.into_iter().all(|kind| Kind::parse(kind.name()) == Some(kind)));
    assert_eq!(Kind::parse("Random"), None);
}
