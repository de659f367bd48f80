//! What a ladder costs: a decision whom to pair among many, and a refit of its ratings. `cargo bench --bench ladders`.

use std::time::Instant;

use referee::{
    ids::{PlayerId, Seq},
    ladder::{
        Category, Command, Declaration, EntrantJoined, Fact, Ladder, LadderEvent, LadderOpened, MatchResult,
        PairingRules, QuarantineRules, RatedBy, Results, Rules,
    },
};

/// How many bots.
const BOTS: usize = 1_000;
/// How many encounters are played before it is measured.
const ENCOUNTERS: u32 = 20_000;

fn opened() -> LadderOpened {
    let category = Category {
        name: "kamisado".to_owned(),
        seats: 2,
        matches_per_encounter: 2,
        match_setup: String::new(),
        rated_by: RatedBy::Ranks,
    };
    let pairing = PairingRules {
        encounters_in_flight: 500,
        matches_per_day: 100_000,
        patience_ms: 1_000,
        ..PairingRules::default()
    };
    let quarantine = QuarantineRules::default();
    let rules = Rules { categories: vec![category], pairing, quarantine, replays: 3, version_sd: 100 };
    LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [0; 32] }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let first = LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened())) };
    let mut ladder = Ladder::replay([&first]).ok_or("the rules can be")?;
    let mut log = vec![first];
    let mut now_ms = 0;
    let take = |ladder: &mut Ladder, log: &mut Vec<LadderEvent>, now_ms: u64, facts: Vec<Fact>| {
        for fact in facts {
            let event = LadderEvent { seq: ladder.seq.next(), at_ms: now_ms, fact };
            ladder.apply(&event);
            log.push(event);
        }
    };
    for bot in 0..BOTS {
        let declaration = Declaration { categories: vec![0], at_once: 1, matches_per_day: 100_000 };
        let owner = PlayerId::parse(&format!("owner-{bot}"))?;
        let name = format!("bot-{bot}");
        let joined = EntrantJoined { name, owner, version_of: None, anchors: Vec::new(), declaration };
        let facts = ladder.decide(&Command::Join(joined))?;
        take(&mut ladder, &mut log, 0, facts);
    }
    let (mut deciding, mut decisions) = (std::time::Duration::ZERO, 0u32);
    let mut slowest = std::time::Duration::ZERO;
    let mut coin = 1u64;
    while ladder.next_encounter < ENCOUNTERS {
        let began = Instant::now();
        let facts = ladder.due(now_ms, &|_, _| usize::MAX);
        let took = began.elapsed();
        (deciding, decisions, slowest) = (deciding + took, decisions + 1, slowest.max(took));
        take(&mut ladder, &mut log, now_ms, facts);
        let scheduled: Vec<_> = ladder.scheduled().take(16).collect();
        for one in scheduled {
            coin = coin.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let places = if coin >> 63 == 0 { vec![1, 2] } else { vec![2, 1] };
            let result = MatchResult {
                places,
                halves: vec![0; 2],
                cause: "normal".to_owned(),
                fault: None,
                moves: vec![20; 2],
                thought_ms: vec![1000; 2],
                elapsed_ms: 2000,
                rounds: 1,
            };
            let facts = ladder.decide(&Command::Count { match_key: one.match_key, result: Ok(result) })?;
            take(&mut ladder, &mut log, now_ms, facts);
        }
        now_ms += 250;
    }
    let each = deciding.as_secs_f64() * 1e6 / f64::from(ladder.next_encounter);
    println!(
        "pairing among {BOTS} bots: {each:.1} us an encounter, {:.2} ms a decision on average, {:.2} ms the slowest",
        deciding.as_secs_f64() * 1e3 / f64::from(decisions),
        slowest.as_secs_f64() * 1e3
    );
    let began = Instant::now();
    let replayed = Ladder::replay(&log).ok_or("a log of a ladder")?;
    println!("replay of {} events: {:.0} ms", log.len(), began.elapsed().as_secs_f64() * 1e3);
    assert_eq!(replayed.next_encounter, ladder.next_encounter);
    let began = Instant::now();
    let fit = Results::fold(&log).fit(0)?;
    println!("fit of {} matches: {:.0} ms", fit.matches, began.elapsed().as_secs_f64() * 1e3);
    Ok(())
}
