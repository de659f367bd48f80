//! Scenes as SVG: one picture, and a round that plays by itself.

use std::collections::BTreeSet;

use referee_games::{
    Course, GAMES, Game,
    rules::{Entropy, Seat, Turn, Viewer},
    scene::{
        Scene,
        svg::{Legend, MAX_ANIMATED, animate, draw},
    },
    search::split_mix::SplitMix64,
};

use super::{settings::any_setting, wander::any_step};

/// The positions of a random first round, at most so many.
fn round(game: &'static dyn Game, seed: u64, most: usize) -> Vec<Course> {
    let mut luck = SplitMix64::new(seed);
    let setting = any_setting(game, &mut luck);
    let mut course = Course::open(game, &setting).expect("a setting that opens");
    let mut courses = vec![course.clone()];
    while course.turn() != Turn::Over && courses.len() < most {
        let step = any_step(&course, &mut luck, courses.len());
        course.play(&step).expect("a legal step");
        courses.push(course.clone());
    }
    courses
}

fn scenes(courses: &[Course], viewer: Viewer) -> Vec<Scene> {
    courses.iter().map(|course| course.position().scene(viewer)).collect()
}

/// The values of an attribute.
fn values<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!("{attribute}=\"");
    svg.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Fails unless elements are nested, and every drawing that is used exists once.
fn is_sound(svg: &str) {
    let mut open = Vec::new();
    for element in svg.split('<').skip(1) {
        let (inside, _) = element.split_once('>').unwrap_or_else(|| panic!("no end of `{element}`"));
        let name = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        match (inside.starts_with('/'), inside.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{svg}"),
            (false, true) => {}
            (false, false) => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}: {svg}");
    let drawn: Vec<&str> = values(svg, " id");
    let known: BTreeSet<&str> = drawn.iter().copied().collect();
    assert_eq!(drawn.len(), known.len(), "{drawn:?}");
    for used in values(svg, "href") {
        assert!(known.contains(&used[1..]), "{used}");
    }
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn every_position_has_a_picture() {
    for game in GAMES {
        for seed in 0..6 {
            let courses = round(*game, seed, 80);
            let legend = Legend { title: "a < b & \"c\"".into(), players: vec!["<ada>".into(), "ben".into()] };
            for scene in scenes(&courses, Viewer::Spectator) {
                let svg = draw(&scene, game.facts(), &legend);
                is_sound(&svg);
                assert!(svg.contains("&lt;ada&gt;") && svg.contains("a &lt; b &amp; &quot;c&quot;"), "{svg}");
                let tokens = scene.tokens.len() + scene.hands.iter().map(|hand| hand.tokens.len()).sum::<usize>();
                assert_eq!(svg.matches("<use ").count(), tokens);
            }
        }
    }
}

#[test]
fn a_picture_shows_a_viewer_no_hidden_hand() {
    let mut compared = 0;
    for game in GAMES.iter().filter(|game| game.facts().hidden) {
        for course in round(*game, 3, 40) {
            for viewer in [Viewer::Spectator, Viewer::Seat(Seat(1))] {
                let Some(other) = course.position().resample(viewer, &Entropy([5; 32])) else { continue };
                let picture = |scene: Scene| draw(&scene, game.facts(), &Legend::default());
                assert_eq!(picture(course.position().scene(viewer)), picture(other.scene(viewer)));
                compared += usize::from(other.text() != course.position().text());
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_round_plays_by_itself() {
    for game in GAMES {
        let scenes = scenes(&round(*game, 1, 120), Viewer::Arbiter);
        let svg = animate(&scenes, game.facts(), &Legend::default(), 0.5).expect("it is short");
        is_sound(&svg);
        assert_eq!(svg.matches("attributeName=\"visibility\"").count(), scenes.len());
        assert_eq!(svg.matches("<g visibility=\"visible\">").count(), 1, "the last position stays without animation");
        let whole = format!("dur=\"{}s\"", (scenes.len() + 2) as f64 * 0.5);
        assert_eq!(svg.matches("dur=").count(), svg.matches(&whole).count(), "all share one duration");
        for times in values(&svg, "keyTimes") {
            let times: Vec<f64> = times.split(';').map(|time| time.parse().expect("a number")).collect();
            assert!(times[0] == 0.0 && times.is_sorted() && times.iter().all(|time| *time <= 1.0), "{times:?}");
        }
        assert!(svg.contains("animateTransform") || game.facts().hidden, "{}: tokens glide", game.facts().id);
    }
}

#[test]
fn an_animated_picture_has_a_limit() {
    let game = GAMES[0];
    let last = scenes(&round(game, 2, 60), Viewer::Arbiter).pop().expect("a position");
    let one = animate(std::slice::from_ref(&last), game.facts(), &Legend::default(), 1.0).expect("it is short");
    let many = vec![last; MAX_ANIMATED / (one.len() / 4)];
    assert_eq!(animate(&many, game.facts(), &Legend::default(), 1.0), None);
}
