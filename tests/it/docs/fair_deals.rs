//! The numbers in `docs/fair-deals.md`, recomputed, and its second implementation compared with
//! this one.

use referee::{
    games::{
        fair::{key_stream::KeyStream, keyed_hash::KeyedHash},
        rules::Entropy,
    },
    ids::{Nonce, RequestId, Seat},
    law::{Command, Decision, Fact, Match, MatchOpened, Promise, Seed, Time, TimeControl},
};

use super::{document, page};
use crate::store::sample::{id, match_opened, player};

/// Returns the value after a word in the example of the page.
fn told(word: &str) -> String {
    let example = document("docs/fair-deals.md").into_iter().find(|block| block.kind() == "text").expect("an example");
    let line = example.text.lines().find_map(|line| line.strip_prefix(word)).expect("a line for every number");
    line.trim().to_owned()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn example_seed() -> Seed {
    Seed::new(std::array::from_fn(|index| index as u8))
}

#[test]
fn the_numbers_of_the_example_are_true() {
    let seed = example_seed();
    let page = page("docs/fair-deals.md");
    assert!(page.contains(&seed.hex()));
    assert_eq!(told("commitment"), seed.commitment().to_string());
    let match_key = KeyedHash::new(seed.bytes()).of(b"referee fair deals 1\nexample\n\nabc\n\n\n\n");
    assert_eq!(told("match key"), hex(&match_key));
    let step_key = KeyedHash::new(&match_key).of(b"round 1 ply 0");
    assert_eq!(told("step key"), format!("{}  round 1 ply 0", hex(&step_key)));
    assert_eq!(told("block 0"), hex(&KeyedHash::new(&step_key).of(b"block 0")));
    let mut draws = KeyStream::new(&Entropy(step_key));
    let numbers = [draws.number(), draws.number(), draws.number()];
    assert_eq!(told("numbers"), format!("{} {} {} ...", numbers[0], numbers[1], numbers[2]));
    let mut draws = KeyStream::new(&Entropy(step_key));
    let below = [55, 54, 53].map(|end| format!("{end}: {}", draws.below(end)));
    assert_eq!(told("below"), below.join(", "));
}

#[test]
fn the_example_deal_matches_a_real_match() {
    let opened = MatchOpened {
        match_id: id("example"),
        game: "honest_john".to_owned(),
        options: [("version".to_owned(), "1".to_owned())].into(),
        time_controls: vec![TimeControl::UNLIMITED; 5],
        players: ["a", "b", "c", "d", "e"].map(player).to_vec(),
        luck: Some(Promise {
            commitment: example_seed().commitment(),
            nonce_wait: std::time::Duration::ZERO,
            deal_id: None,
            is_withheld: false,
        }),
        ..match_opened()
    };
    let mut live = Match::open(opened).expect("a match").with_seed(example_seed()).expect("its seed");
    let nonce = Nonce::parse("abc").expect("a nonce");
    let mut commands = vec![Command::GiveNonce { seat: Seat(1), nonce, request_id: RequestId::default() }];
    commands.extend(Seat::all(5).map(|seat| Command::Connect { seat }));
    let mut dealt = None;
    for command in &commands {
        let Ok(Decision::Events(events)) = live.decide(Time::ZERO, command) else { panic!("{command:?} is refused") };
        for event in &events {
            live.apply(event);
            if let Fact::ChanceResolved { notation, .. } = &event.fact {
                dealt.get_or_insert(notation.clone());
            }
        }
    }
    assert_eq!(dealt.expect("a deal"), format!("deal {}", told("deal")));
}
