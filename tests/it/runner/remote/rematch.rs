//! Rematches with `referee join --rematch` and `referee rematch`.

use std::process::Stdio;

use crate::runner::{Place, Ran, remote::Served};

#[test]
fn two_engines_play_exactly_one_rematch() {
    let place = Place::new();
    let served = Served::start(&place);
    let url = served.url.as_str();
    let tokens = ["ann", "bob"].map(|name| place.register(url, name));
    let words = [
        "match",
        "create",
        "--url",
        url,
        "kamisado",
        "-o",
        "length=single",
        "--token",
        &tokens[0],
        "-p",
        "ann",
        "-p",
        "bob",
    ];
    let refused = place.run(&words);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("NOT_ACCEPTED"), "{}", refused.err);
    let first = place.agreed(url, [&tokens[0], &tokens[1]], "bob", &["kamisado", "-o", "length=single"]);
    let early = place.run(&["match", "rematch", "--url", url, &first, "--token", &tokens[0]]);
    assert_eq!(early.code, Some(1));
    assert!(early.err.contains("STILL_PLAYED"), "{}", early.err);

    let join = |token: &str, rematches: &str| {
        let engine = "python3 engine.py honest";
        let words = ["join", "--url", url, "--token", token, "--engine", engine, "--once", "--rematch", rematches];
        place.command(&words).stderr(Stdio::piped()).spawn().expect("it starts")
    };
    let joined = [join(&tokens[0], "1"), join(&tokens[1], "1")];
    for engine in joined {
        let ran = Ran::of(engine.wait_with_output().expect("it ends"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
    }
    let second = place.run(&["match", "rematch", "--url", url, &first, "--token", &tokens[1]]);
    assert_eq!(second.code, Some(0), "{}", second.err);
    let second = second.out.trim();
    let record = place.run(&["match", "record", "--url", url, second]);
    assert_eq!(record.code, Some(0), "{}", record.err);
    assert!(record.out.contains(r#""players":["bob","ann"]"#), "{}", record.out);
    let verified = place.run_with(&["replay", "-", "--verify"], &record.out);
    assert_eq!(verified.code, Some(0), "{}", verified.out);
    let watched = place.run(&["match", "watch", "--url", url, second]).out;
    assert!(watched.contains(&format!("the rematch of {first}")), "{watched}");

    let third = place.run(&["match", "rematch", "--url", url, second, "--token", &tokens[1]]);
    assert_eq!((third.code, third.out.as_str()), (Some(0), ""), "{}", third.err);
    assert!(third.err.contains(" 0;"), "{}", third.err);
}
