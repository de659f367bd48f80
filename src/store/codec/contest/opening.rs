//! Converts openings and entries of each kind of contest to messages and back.

use referee_contests::{
    contest::{Anchor, Declaration, Opening},
    ladder::{self, Entry, LadderOpened},
    tournament::{self, TournamentOpened},
};
use referee_ids::PlayerId;
use referee_proto::v1::{self, contest_event::Event as Message};

use super::{ladder_rules, reader::Reader, tournament_rules};
use crate::limits::BrokenEvent;

/// The parts of an event that depend on the kind of contest.
pub trait StoredOpening: Opening {
    /// Maximum entrants of a contest.
    const MAX_ENTRANTS: usize;

    /// Writes the opening event.
    fn write(&self) -> Message;
    /// Reads the opening event.
    fn read(reader: &Reader, message: Message) -> Result<Self, BrokenEvent>;
    fn write_entry(entry: &Self::Entry) -> v1::EntrantEntered;
    fn read_entry(reader: &Reader, message: v1::EntrantEntered) -> Result<Self::Entry, BrokenEvent>;
}

impl StoredOpening for TournamentOpened {
    const MAX_ENTRANTS: usize = tournament::MAX_ENTRANTS;

    fn write(&self) -> Message {
        Message::TournamentOpened(v1::TournamentOpened {
            name: self.name.clone(),
            opened_unix_ms: self.opened_unix_ms,
            rules: Some(tournament_rules::write(&self.rules)),
            match_setup: self.match_setup.clone(),
            deal_seed: self.deal_seed.to_vec(),
        })
    }

    fn read(reader: &Reader, message: Message) -> Result<TournamentOpened, BrokenEvent> {
        let Message::TournamentOpened(opened) = message else {
            return Err(reader.broken("event", "ladder_opened", "an event of a tournament"));
        };
        let rules = opened.rules.ok_or_else(|| reader.broken("tournament_opened.rules", "", "rules"))?;
        Ok(TournamentOpened {
            name: opened.name,
            opened_unix_ms: opened.opened_unix_ms,
            rules: tournament_rules::read_checked(reader.seq, rules)?,
            match_setup: opened.match_setup,
            deal_seed: reader.seed("tournament_opened.deal_seed", opened.deal_seed)?,
        })
    }

    fn write_entry(name: &String) -> v1::EntrantEntered {
        v1::EntrantEntered { player: name.clone(), ..v1::EntrantEntered::default() }
    }

    fn read_entry(_: &Reader, message: v1::EntrantEntered) -> Result<String, BrokenEvent> {
        Ok(message.player)
    }
}

impl StoredOpening for LadderOpened {
    const MAX_ENTRANTS: usize = ladder::MAX_ENTRANTS;

    fn write(&self) -> Message {
        Message::LadderOpened(v1::LadderOpened {
            name: self.name.clone(),
            opened_unix_ms: self.opened_unix_ms,
            rules: Some(ladder_rules::write(&self.rules)),
            deal_seed: self.deal_seed.to_vec(),
        })
    }

    fn read(reader: &Reader, message: Message) -> Result<LadderOpened, BrokenEvent> {
        let Message::LadderOpened(opened) = message else {
            return Err(reader.broken("event", "tournament_opened", "an event of a ladder"));
        };
        let rules = opened.rules.ok_or_else(|| reader.broken("ladder_opened.rules", "", "rules"))?;
        Ok(LadderOpened {
            name: opened.name,
            opened_unix_ms: opened.opened_unix_ms,
            rules: ladder_rules::read_stored(reader.seq, rules)?,
            deal_seed: reader.seed("ladder_opened.deal_seed", opened.deal_seed)?,
        })
    }

    fn write_entry(entry: &Entry) -> v1::EntrantEntered {
        let anchor =
            |anchor: &Anchor| v1::LadderAnchor { category: anchor.category.into(), elo: anchor.elo, sd: anchor.sd };
        v1::EntrantEntered {
            player: entry.name.clone(),
            owner: entry.owner.to_string(),
            version_of: entry.version_of.map(|entrant| entrant.0),
            anchors: entry.anchors.iter().map(anchor).collect(),
            declaration: Some(declaration(&entry.declaration)),
        }
    }

    fn read_entry(reader: &Reader, message: v1::EntrantEntered) -> Result<Entry, BrokenEvent> {
        let owner = PlayerId::parse(&message.owner);
        let anchor = |anchor: &v1::LadderAnchor| {
            let category = reader.category("entrant_entered.anchors.category", anchor.category)?;
            Ok(Anchor { category, elo: anchor.elo, sd: anchor.sd })
        };
        let version_of = message.version_of.map(|number| reader.entrant("entrant_entered.version_of", number));
        Ok(Entry {
            owner: owner.map_err(|_| reader.broken("entrant_entered.owner", &message.owner, "the name of a player"))?,
            name: message.player,
            version_of: version_of.transpose()?,
            anchors: message.anchors.iter().map(anchor).collect::<Result<_, BrokenEvent>>()?,
            declaration: reader.declaration("entrant_entered.declaration", message.declaration)?,
        })
    }
}

/// Writes what an entrant of a ladder plays.
pub fn declaration(declaration: &Declaration) -> v1::LadderDeclaration {
    v1::LadderDeclaration {
        categories: declaration.categories.iter().map(|category| u32::from(*category)).collect(),
        at_once: declaration.at_once,
        matches_per_day: declaration.matches_per_day,
    }
}
