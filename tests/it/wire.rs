//! The line codec, tested with every message of the descriptor.

use std::{io::Write as _, process::Command, process::Stdio};

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, TestRunner},
};
use prost::Message as _;
use prost_reflect::{Cardinality, DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};
use referee::{
    engine::lines::Lines,
    games::{
        self, Course,
        rules::{Entropy, Turn},
    },
    law::opening::conduct::MAX_PLIES,
    pb::{
        self,
        engine::{FromEngine, Go, Info, Position, ToEngine, from_engine, to_engine},
        line::{self, BadLine, MAX_LINE, Spelling},
    },
};

const SPELLINGS: [Spelling; 2] = [Spelling::Words, Spelling::Json];
/// Number of random messages per verb.
const CASES: u32 = 100;

pub fn descriptor(name: &str) -> MessageDescriptor {
    let pool = DescriptorPool::decode(pb::DESCRIPTOR).expect("the descriptor decodes");
    pool.get_message_by_name(&format!("referee.engine.v1.{name}")).expect("the message is there")
}

#[test]
fn every_message_to_the_engine_survives_both_spellings() {
    round_trip("ToEngine", |bytes, spelling| {
        let message = ToEngine::decode(bytes).expect("it decodes");
        let mut written = Vec::new();
        line::write_to_engine(spelling, &message, &mut written);
        let read = line::read_to_engine(spelling, whole_line(&written));
        (read == Ok(message), written)
    });
}

#[test]
fn every_message_from_the_engine_survives_both_spellings() {
    round_trip("FromEngine", |bytes, spelling| {
        let message = FromEngine::decode(bytes).expect("it decodes");
        let mut written = Vec::new();
        line::write_from_engine(spelling, &message, &mut written);
        let read = line::read_from_engine(spelling, whole_line(&written));
        (read == Ok(message), written)
    });
}

/// A line can hold every move of the longest round that the referee allows.
#[test]
fn the_longest_round_fits_in_a_line() {
    for game in games::GAMES {
        let seats = game.facts().max_seats;
        let options: &[(&str, &str)] = if game.facts().id == "hive" { &[("expansions", "MLP")] } else { &[] };
        let setting = game.facts().setting(seats, options.iter().copied()).expect("a setting");
        let mut course = Course::open(*game, &setting).expect("an opening");
        let start = course.position().text();
        let mut moves: Vec<String> = Vec::new();
        let (mut luck, mut longest) = (1_u64, String::new());
        while moves.len() < MAX_PLIES as usize {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let step = match course.turn() {
                Turn::Over => break,
                Turn::Chance => course.chance(&Entropy([luck as u8; 32])).expect("an outcome"),
                Turn::Seat(_) | Turn::Forced(_) => {
                    let legal = course.position().legal();
                    legal[(luck >> 33) as usize % legal.len()].clone()
                }
            };
            if course.turn() != Turn::Chance && step.len() > longest.len() {
                longest.clone_from(&step);
            }
            moves.push(course.play(&step).expect("it is legal"));
        }
        // If the round ended early, assume that it continues with its longest move.
        moves.resize(MAX_PLIES as usize, longest);
        let position = Position { start, moves, round: 1, ..Position::default() };
        for spelling in SPELLINGS {
            let mut written = Vec::new();
            line::write(spelling, &position, &mut written);
            assert!(written.len() <= MAX_LINE, "{}, {spelling:?}: {} bytes", game.facts().id, written.len());
        }
    }
}

/// Writes and reads random messages of every verb. `check` returns the written line, and whether
/// reading it gives the same message.
fn round_trip(direction: &str, check: impl Fn(&[u8], Spelling) -> (bool, Vec<u8>)) {
    let direction = descriptor(direction);
    for verb in direction.fields() {
        let Kind::Message(message) = verb.kind() else { panic!("{} is no message", verb.name()) };
        let mut runner = TestRunner::new(Config { cases: CASES, failure_persistence: None, ..Config::default() });
        let outcome = runner.run(&any_message(&message), |fields| {
            let mut line = DynamicMessage::new(direction.clone());
            line.set_field(&verb, Value::Message(fields));
            for spelling in SPELLINGS {
                let (same, written) = check(&line.encode_to_vec(), spelling);
                prop_assert!(same, "{line:?} was written {:?}", String::from_utf8_lossy(&written));
            }
            Ok(())
        });
        outcome.unwrap_or_else(|error| panic!("{}: {error}", verb.name()));
    }
}

/// Returns a line without its line feed. Panics if the text is not exactly one line, or if it
/// contains a character that could confuse an engine's reader.
fn whole_line(written: &[u8]) -> &str {
    let line = str::from_utf8(written).expect("a line is UTF-8").strip_suffix('\n').expect("a line ends");
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{2028}' || c == '\u{2029}'), "{line:?}");
    line
}

fn any_message(message: &MessageDescriptor) -> BoxedStrategy<DynamicMessage> {
    let keys: Vec<String> = message.fields().map(|field| field.name().to_owned()).collect();
    let fields: Vec<_> = message.fields().map(|field| proptest::option::of(any_value(&field, &keys))).collect();
    let message = message.clone();
    let build = move |values: Vec<Option<Value>>| {
        let mut built = DynamicMessage::new(message.clone());
        for (field, value) in message.fields().zip(values) {
            value.into_iter().for_each(|value| built.set_field(&field, value));
        }
        built
    };
    fields.prop_map(build).boxed()
}

fn any_value(field: &FieldDescriptor, keys: &[String]) -> BoxedStrategy<Value> {
    let single = match field.kind() {
        Kind::String => any_text(keys).prop_map(Value::String).boxed(),
        Kind::Uint32 => any::<u32>().prop_map(Value::U32).boxed(),
        Kind::Uint64 => any::<u64>().prop_map(Value::U64).boxed(),
        Kind::Int32 => any::<i32>().prop_map(Value::I32).boxed(),
        Kind::Int64 => any::<i64>().prop_map(Value::I64).boxed(),
        Kind::Double => any::<f64>().prop_map(Value::F64).boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        other => panic!("{}: no values for {other:?}", field.full_name()),
    };
    match field.cardinality() {
        Cardinality::Repeated => vec(single, 0..5).prop_map(Value::List).boxed(),
        Cardinality::Optional | Cardinality::Required => single,
    }
}

/// Generates texts that a reader could misinterpret: the message's own keys, quotes, escapes, line
/// ends and blanks.
fn any_text(keys: &[String]) -> BoxedStrategy<String> {
    let hard = [
        "", " ", "\"", "'", "\\", "\\\"", "\n", "\r\n", "\t", "\0", "\u{85}", "\u{2028}", "\u{a0}", "é", "wS1", "\\bQ",
        "a b", "\\n", "\\u0041", "-5", "{}", "#", "go", "bestmove", "@", "@key", "cp", "mate", "time", "nps",
    ];
    let words: Vec<String> = hard.iter().map(|word| (*word).to_owned()).chain(keys.iter().cloned()).collect();
    let joined = (vec(prop::sample::select(words), 0..6), prop::sample::select(vec!["", " "]));
    prop_oneof![joined.prop_map(|(words, between)| words.join(between)), any::<String>()].boxed()
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200), verb in "[a-z]{0,11}", tail in ".{0,80}") {
        let known = ["go legal ", "position start ", "bestmove ", "info ", "option name ", "{\"go\":", "{\"info\":{"];
        let garbage = String::from_utf8_lossy(&bytes).into_owned();
        let made = known.iter().flat_map(|known| [format!("{known}{garbage}"), format!("{known}{tail}")]);
        for text in made.chain([garbage.clone(), format!("{verb} {tail}")]) {
            for spelling in SPELLINGS {
                let _ = line::read_to_engine(spelling, &text);
                let _ = line::read_from_engine(spelling, &text);
                let _ = line::verb(spelling, text.as_bytes());
            }
        }
        let _ = line::verb(Spelling::Words, &bytes);
    }

    #[test]
    fn lines_come_out_as_they_were_cut(lines in vec("[a-z\r]{0,20}", 0..20), chunk in 1_usize..50) {
        let bytes = lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect::<Vec<u8>>();
        let mut taken = Vec::new();
        let mut reader = Lines::new();
        for piece in bytes.chunks(chunk) {
            reader.room()[..piece.len()].copy_from_slice(piece);
            reader.filled(piece.len());
            while let Some(range) = reader.next_line() {
                taken.push(String::from_utf8_lossy(&reader[range]).into_owned());
            }
        }
        let expected: Vec<String> = lines.iter().map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect();
        prop_assert_eq!(taken, expected);
    }
}

#[test]
fn a_line_of_the_greatest_length_fits_and_a_longer_one_is_known() {
    let mut lines = Lines::new();
    let fill = |lines: &mut Lines, bytes: &[u8]| {
        let mut rest = bytes;
        while !rest.is_empty() && !lines.is_overlong() {
            let room = lines.room();
            let count = room.len().min(rest.len());
            room[..count].copy_from_slice(&rest[..count]);
            lines.filled(count);
            rest = &rest[count..];
        }
    };
    fill(&mut lines, &[vec![b'x'; MAX_LINE], b"\r\n".to_vec()].concat());
    assert_eq!(lines.next_line().map(|range| range.len()), Some(MAX_LINE));
    fill(&mut lines, &vec![b'x'; 10 * MAX_LINE]);
    assert_eq!(lines.next_line(), None);
    assert!(lines.is_overlong());
}

fn from_words(text: &str) -> Result<from_engine::Message, BadLine> {
    line::read_from_engine(Spelling::Words, text).map(|message| message.message.expect("a message has a verb"))
}

#[test]
fn lines_as_engines_write_them() {
    let best = |text: &str| match from_words(text) {
        Ok(from_engine::Message::Bestmove(best)) => (best.notation, best.turn_id),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(best("bestmove e8e5"), ("e8e5".into(), None));
    assert_eq!(best(" bestmove\twS1 wQ/  turn_id 4 "), ("wS1 wQ/".into(), Some(4)));
    assert_eq!(best(r#"bestmove "wS1 \\bQ" turn_id 0"#), (r"wS1 \bQ".into(), Some(0)));
    assert_eq!(best(r"bestmove wS1 \bQ"), (r"wS1 \bQ".into(), None));
    assert_eq!(best(r#"bestmove "turn_id" turn_id 1"#), ("turn_id".into(), Some(1)));
    let Ok(from_engine::Message::Id(id)) = from_words("id name My name Bot 1.0") else { panic!("no id") };
    assert_eq!(id.name, "My name Bot 1.0");
    let Ok(from_engine::Message::Option(option)) =
        from_words("option name Play Style type combo default Solid var Solid var Risky")
    else {
        panic!("no option")
    };
    assert_eq!((option.name.as_str(), option.var), ("Play Style", vec!["Solid".to_owned(), "Risky".to_owned()]));
    let Ok(from_engine::Message::Info(info)) = from_words("info nodes 5 string at depth 7, score 1") else {
        panic!("no info")
    };
    assert_eq!(info, Info { nodes: Some(5), string: "at depth 7, score 1".into(), ..Info::default() });
}

/// Reads `info` lines of Stockfish and similar engines, and malformed ones. Keeps the items that it
/// understands, and rejects no line.
#[test]
fn info_is_read_as_uci_engines_write_it() {
    let read = |text: &str| match from_words(text) {
        Ok(from_engine::Message::Info(info)) => info,
        other => panic!("{text}: {other:?}"),
    };
    let moves = |pv: &str| pv.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let whole = read(
        "info depth 20 seldepth 31 multipv 1 score cp 35 wdl 120 830 50 nodes 1234567 nps 1000000 hashfull 412 tbhits 0 \
         time 1234 pv e2e4 e7e5 currmove e2e4 currmovenumber 1 string depth 3 pv x",
    );
    let expected = Info {
        depth: Some(20),
        score: Some(35),
        nodes: Some(1_234_567),
        time_ms: Some(1234),
        pv: moves("e2e4 e7e5"),
        string: "depth 3 pv x".into(),
    };
    assert_eq!(whole, expected);
    let score = |text: &str| read(&format!("info depth 7 score {text}")).score;
    assert_eq!(score("cp -35 lowerbound nodes 9"), Some(-35));
    assert_eq!(score("35 upperbound"), Some(35));
    assert_eq!((score("mate 3"), score("mate -2"), score("mate 0")), (Some(99_997), Some(-99_998), Some(-100_000)));
    assert_eq!(score(&format!("mate {}", i64::MIN)), Some(0));
    assert_eq!((score("cp"), score("mate"), score("good"), score("0.35"), score("")), (None, None, None, None, None));
    assert_eq!(read("info depth deep nodes 9"), Info { nodes: Some(9), ..Info::default() });
    assert_eq!(
        read("info ebf 1.7 depth 4 depth 5 pv a pv b c"),
        Info { depth: Some(5), pv: moves("b c"), ..Info::default() }
    );
    assert_eq!(read("info nodes 99999999999999999999 pv \"open a").nodes, None);
    assert_eq!(read("info string \"a\" is better than \"b").string, "\"a\" is better than \"b");
    assert_eq!(read("info string \"two words\"").string, "two words");
    assert_eq!((read("info"), read("info nonsense")), (Info::default(), Info::default()));
    let json = r#"{"info":{"score":35,"nps":1000,"nodes":"many","depth":4}}"#;
    let read = line::read_from_engine(Spelling::Json, json).expect("what is known is read").message;
    let expected = Info { score: Some(35), depth: Some(4), ..Info::default() };
    assert_eq!(read, Some(from_engine::Message::Info(expected)));
}

/// A key of a later version ends the list or text before it, and is ignored together with its
/// value. Text that merely resembles such a key is not ignored.
#[test]
fn unknown_keys_are_ignored_in_both_directions() {
    let later = [
        ("position start a b @hint x \"round 9\" y moves c d @more round 1", "position start a b moves c d round 1"),
        ("position moves c @alone", "position moves c"),
        ("position @first 1 moves c points 1 0 @score 7 view z", "position moves c points 1 0 view z"),
        ("newmatch chess @variant 960 match_id m1 players a b @c d", "newmatch chess match_id m1 players a b"),
        ("go round 1 ply 2 legal a b @note c", "go round 1 ply 2 legal a b"),
        ("isready @why 5", "isready"),
        ("refused ILLEGAL_MOVE value x y @z 1 text @all of it", "refused ILLEGAL_MOVE value x y text @all of it"),
    ];
    for (new, old) in later {
        for hear in [line::read_to_engine, line::hear_as_engine] {
            assert_eq!(hear(Spelling::Words, new), hear(Spelling::Words, old), "{new}");
            assert!(hear(Spelling::Words, new).is_ok(), "{new}");
        }
    }
    let later = [
        ("bestmove wS1 wQ/ @sure 5 turn_id 4", "bestmove wS1 wQ/ turn_id 4"),
        ("bestmove wS1 @sure \"turn_id 5\"", "bestmove wS1"),
        ("id name A B @licence MIT author C", "id name A B author C"),
        ("games hive @since 2", "games hive"),
        ("readyok @now", "readyok"),
        ("info pv a b @x c", "info pv a b"),
    ];
    for (new, old) in later {
        assert_eq!(from_words(new), from_words(old), "{new}");
        assert!(from_words(new).is_ok(), "{new}");
    }
    assert!(matches!(from_words("bestmove a @b \"c"), Err(BadLine::Unreadable { .. })));
    let go = Go { round: 1, legal: vec!["@a".to_owned(), "b@".to_owned()], ..Go::default() };
    let mut written = Vec::new();
    line::write(Spelling::Words, &go, &mut written);
    assert!(whole_line(&written).ends_with(r#"legal "@a" b@"#), "{}", whole_line(&written));
}

#[test]
fn bad_lines_say_where_and_what() {
    let bad = |text: &str| match from_words(text) {
        Err(BadLine::Unreadable { at, expected }) => format!("{at}: {expected}"),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(from_words("hello"), Err(BadLine::UnknownVerb));
    assert_eq!(from_words(""), Err(BadLine::UnknownVerb));
    assert_eq!(bad("bestmove a turn_id deep"), "19: a whole number from 0 to 18446744073709551615");
    assert_eq!(bad("bestmove a turn_id +5"), "19: a whole number from 0 to 18446744073709551615");
    assert_eq!(bad("bestmove a turn_id -1"), "19: a whole number from 0 to 18446744073709551615");
    assert_eq!(bad("bestmove a turn_id 1 sleepy"), "21: one of offer_draw, ponder, or the end of the line");
    assert_eq!(bad("readyok now"), "8: the end of the line");
    assert_eq!(bad(r#"bestmove "a"#), "11: a closing quote");
    assert_eq!(bad(r#"bestmove "a"b"#), "12: a space after the closing quote");
    assert_eq!(bad(r#"bestmove "\ud800""#), "10: `\\u` and four hexadecimal digits of a character");
    let json = |text: &str| line::read_from_engine(Spelling::Json, text);
    assert_eq!(json(r#"{"hello":{}}"#), Err(BadLine::UnknownVerb));
    assert_eq!(json("{}"), Err(BadLine::UnknownVerb));
    for text in [r#"{"bestmove":{"move":"a"}}"#, r#"{"bestmove":{},"readyok":{}}"#, "bestmove a", "", "[]", "{\"a\":"] {
        assert!(matches!(json(text), Err(BadLine::Unreadable { .. })), "{text}: {:?}", json(text));
    }
}

/// Python's `shlex.split` splits our lines into the same items, unless control characters in them
/// are escaped.
#[test]
fn shlex_splits_the_same_items() {
    let items = ["e8e5", "a b", "it's", "\\bQ", "\"", "", "é\u{a0}", "legal", "'\\\"' x", "#", "wS1 wQ/", "\\n"];
    let legal: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
    let go = Go { round: 1, legal, ..Go::default() };
    let mut written = Vec::new();
    let message = ToEngine { message: Some(to_engine::Message::Go(go.clone())) };
    line::write_to_engine(Spelling::Words, &message, &mut written);
    let script = "import json, shlex, sys\nprint(json.dumps(shlex.split(sys.stdin.buffer.read().decode())))";
    let mut python = Command::new("python3");
    let mut child = python.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python3");
    child.stdin.take().expect("a pipe").write_all(&written).expect("python reads");
    let output = child.wait_with_output().expect("python ends");
    let split: Vec<String> = serde_json::from_slice(&output.stdout).expect("a list of texts");
    assert_eq!(split[..6], ["go", "round", "1", "ply", "0", "legal"]);
    assert_eq!(split[6..], go.legal);
}
