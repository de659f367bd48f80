//! The record of a ladder from a server or a file, read to compute ratings.

use std::{fs::File, io::BufReader, path::Path};

use anyhow::Context as _;

use crate::{
    ladder::{LadderEvent, Results},
    store::{ladder_record::LadderRecord, seal::PublicKey},
};

/// The results behind the ratings of a ladder, and their origin.
pub struct RatedLadder {
    /// The results that the ratings are computed from.
    pub results: Results,
    /// The number of events, the ladder and the signer, as text.
    pub origin: String,
}

/// The record of a ladder and its results, while the record is read.
#[derive(Default)]
pub struct Reading {
    record: LadderRecord,
    results: Results,
}

impl RatedLadder {
    /// Reads a file with lines in any order. With a `key`, rejects everything that this key has not
    /// signed.
    pub fn of_file(path: &Path, key: Option<&PublicKey>) -> anyhow::Result<RatedLadder> {
        let read = || {
            let (file, mut results) = (BufReader::new(File::open(path)?), Results::default());
            let record = LadderRecord::read(file, |event| results.apply(event))?;
            Reading { record, results }.rated(key)
        };
        read().with_context(|| format!("failed to read the record {}", path.display()))
    }
}

impl Reading {
    /// Takes the next complete lines.
    pub fn take(&mut self, lines: &str) -> anyhow::Result<()> {
        let Reading { record, results } = self;
        Ok(lines.lines().try_for_each(|line| record.take(line, &mut |event: &LadderEvent| results.apply(event)))?)
    }

    /// Checks that the record is complete and belongs to this ladder, and returns its results.
    pub fn end(self, ladder: &str, key: Option<&PublicKey>) -> anyhow::Result<RatedLadder> {
        self.record.end()?;
        let sealed = self.record.ladder();
        let expected =
            || format!("the seal belongs to the ladder {}, expected {ladder}", sealed.unwrap_or("without a name"));
        anyhow::ensure!(sealed == Some(ladder), expected());
        self.rated(key)
    }

    fn rated(self, key: Option<&PublicKey>) -> anyhow::Result<RatedLadder> {
        let Reading { record, results } = self;
        let origin = record.check_seal(key)?;
        let of = record.ladder().map(|ladder| format!(" of the ladder {ladder}")).unwrap_or_default();
        Ok(RatedLadder { results, origin: format!("{} events{of}, {origin}", record.events()) })
    }
}
