//! The probabilities of imagined hands.

use std::collections::BTreeMap;

use referee_games::{
    Course, find,
    rules::{Turn, Viewer},
    search::split_mix::SplitMix64,
};

/// Number of positions in which each hidden place holds each tile.
type Shares = BTreeMap<(usize, String), u32>;

fn count(shares: &mut Shares, text: &str) {
    let field = |name: &str| text.split(' ').find_map(|word| word.strip_prefix(name)).expect("a field").to_owned();
    let hands = format!("{}/{}", field("hands="), field("bone="));
    for (place, tiles) in hands.split('/').enumerate() {
        tiles.split(',').for_each(|tile| *shares.entry((place, tile.to_owned())).or_default() += 1);
    }
}

/// All deals that agree with the view are equally likely. The expected shares come from random
/// deals, of which only those that agree are kept.
#[test]
fn imagined_hands_are_as_likely_as_they_should_be() {
    const DRAWN: u32 = 600;
    let game = find("honest_john").expect("it is registered");
    for version in ["1", "2"] {
        let setting = game.facts().setting(4, [("version", version), ("hand", "4")]).expect("it is taken");
        let course = some_way(Course::open(game, &setting).expect("an opening"));
        let Turn::Seat(seat) = course.turn() else { panic!("a seat has the turn") };
        let viewer = Viewer::Seat(seat);
        let view = course.position().view(viewer);
        assert!(view.contains(" voids="), "something is known: `{view}`");
        let mut luck = SplitMix64::new(11);
        let (mut imagined, mut expected) = (Shares::new(), Shares::new());
        for _ in 0..DRAWN {
            let other = course.position().resample(viewer, &luck.entropy()).expect("there is one");
            count(&mut imagined, &other.text());
            let agreeing = (0..100_000).find_map(|_| {
                let text = dealt(&view, &mut luck);
                game.parse(&setting, &text).is_ok().then_some(text)
            });
            count(&mut expected, &agreeing.expect("a deal agrees"));
        }
        for (key, share) in imagined.iter().chain(&expected) {
            let of = |shares: &Shares| f64::from(shares.get(key).copied().unwrap_or(0)) / f64::from(DRAWN);
            let p = f64::from(*share) / f64::from(DRAWN);
            let five_errors = 5.0 * (2.0 * p.max(0.02) * (1.0 - p).max(0.02) / f64::from(DRAWN)).sqrt();
            let apart = (of(&imagined) - of(&expected)).abs();
            assert!(apart < five_errors, "{key:?}: {} and {} at `{view}`", of(&imagined), of(&expected));
        }
    }
}

/// Plays a dozen moves of a round.
fn some_way(mut course: Course) -> Course {
    let mut luck = SplitMix64::new(8);
    let mut moves = 0;
    loop {
        let step = match course.turn() {
            Turn::Chance => course.chance(&luck.entropy()).expect("it is luck's turn"),
            Turn::Seat(_) if moves == 6 => return course,
            Turn::Over => panic!("the round is over"),
            Turn::Seat(_) | Turn::Forced(_) => {
                moves += u32::from(matches!(course.turn(), Turn::Seat(_)));
                luck.pick(&course.position().legal()).expect("a turn has a move").clone()
            }
        };
        course.play(&step).expect("a legal step");
    }
}

/// Replaces the hidden tiles of a view with random tiles.
fn dealt(view: &str, luck: &mut SplitMix64) -> String {
    let halves = |word: &str| word.split_once('-').map(|(high, low)| format!("{high}-{low}"));
    let value = |word: &str| word.split_once('=').map(|(_, value)| value.to_owned()).unwrap_or_default();
    let centre = view.split(' ').find_map(|word| word.strip_prefix("centre=")).expect("a centre");
    let known = view.split(" voids=").next().expect("a text");
    let mut seen: Vec<String> =
        known.split(' ').flat_map(|w| value(w).split(['/', ',']).map(str::to_owned).collect::<Vec<_>>()).collect();
    seen.push(format!("{centre}-{centre}"));
    let set = (0..=9u8).flat_map(|high| (0..=high).map(move |low| format!("{high}-{low}")));
    let mut hidden: Vec<String> = set.filter(|tile| !seen.iter().any(|s| halves(s).as_ref() == Some(tile))).collect();
    luck.shuffle(&mut hidden);
    let mut text = String::new();
    let mut rest = view;
    while let Some((before, after)) = rest.split_once('?') {
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let count: usize = after[..digits].parse().expect("a number of tiles");
        let mut tiles: Vec<String> = hidden.drain(..count).collect();
        tiles.sort_by(|one, other| other.cmp(one));
        text = text + before + &tiles.join(",");
        rest = &after[digits..];
    }
    text + rest
}
