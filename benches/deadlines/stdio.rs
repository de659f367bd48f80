//! Bad bots as local engines of `referee play`.

use std::{fs, process::Stdio};

use anyhow::{Context as _, ensure};

use crate::{
    Behaviour,
    measured::Measured,
    place::{CONTROL, Place},
    recorded,
};

/// Makes a bad engine lose this many matches on time.
pub async fn measure(behaviour: Behaviour, flags: usize) -> anyhow::Result<Measured> {
    let mut place = Place::new()?;
    // The first match is calm.
    let matches = (flags + 1).to_string();
    let (good, bad) = (place.good_bot()?, place.bad_bot(behaviour)?);
    let words = ["play", "kamisado", "--record", "all.jsonl", "--matches", &matches, "--tc", "inf", "--tc", CONTROL];
    let words = [&words[..], &["-e", &good, "-e", &bad]].concat();
    let mut play = place.start(&words, Stdio::null())?;
    let measured = place.follow(flags, &[&play], async || Ok(())).await?;
    let status = play.0.wait()?;
    ensure!(status.success(), "the match runner failed: {status}");
    let recorded = recorded::read(&fs::read_to_string(place.path().join("all.jsonl"))?)?;
    let (_calm, flagged) = recorded.split_first().context("the calm match is recorded first")?;
    measured.recorded(flagged)
}
