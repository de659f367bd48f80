//! Ratings that change with every match.

use referee_contests::rating::preview::{Preview, PreviewError, Previews, System};

#[test]
fn weng_lin_moves_as_its_paper_says() {
    let mut previews = Previews::new(System::WengLin);
    assert_eq!(previews.rating("a"), None);
    previews.add(&["a", "b", "c"], &[2, 1, 3]).unwrap();
    let of = |name: &str| previews.rating(name).unwrap();
    // For equal skills with deviation 25/3 and beta 25/6, a win over one opponent adds sigma^2 / c
    // / 2.
    let (sigma, beta) = (25.0f64 / 3.0, 25.0f64 / 6.0);
    let won = sigma * sigma / (2.0 * (beta * beta + sigma * sigma)).sqrt() / 2.0;
    for (name, wins) in [("b", 2.0), ("a", 0.0), ("c", -2.0)] {
        assert!((of(name).rating - (25.0 + wins * won)).abs() < 1e-9, "{name}: {:?}", of(name));
        assert!(of(name).deviation.unwrap() < sigma);
    }
    let before = of("a");
    previews.add(&["a", "d"], &[1, 1]).unwrap();
    assert!(previews.rating("a").unwrap().deviation < before.deviation, "two seats are played too");
}

#[test]
fn a_match_that_does_not_fit_is_refused() {
    for system in [System::Elo { k: 32.0 }, System::Glicko2] {
        let mut previews = Previews::new(system);
        let refused = Err(PreviewError::Seats { entrants: 3, places: 3 });
        assert_eq!(previews.add(&["a", "b", "c"], &[1, 2, 3]), refused);
        assert_eq!(previews.rating("a"), None);
    }
    let mut previews = Previews::new(System::WengLin);
    assert_eq!(previews.add(&["a", "b"], &[1]), Err(PreviewError::Seats { entrants: 2, places: 1 }));
    assert_eq!(previews.add(&["a"], &[1]), Err(PreviewError::Seats { entrants: 1, places: 1 }));
    let mut elo = Previews::new(System::Elo { k: 32.0 });
    elo.add(&["a", "b"], &[1, 2]).unwrap();
    assert_eq!(elo.rating("a"), Some(Preview { rating: 1516.0, deviation: None }));
}
