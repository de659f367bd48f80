//! The seal of a record as its last line.

use referee_law::Contest;
use referee_proto::v1;

use super::{
    chain::{Chain, Head, Sealed},
    hex::{hex, unhex},
    keys::{PublicKey, Signature, Signer},
};

/// The last line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seal {
    /// The end of the hash chain.
    pub head: Head,
    /// Id of the ladder; `None` if the record is of a match.
    pub ladder: Option<String>,
    /// Signer and signature; `None` if the seal is unsigned.
    pub signed: Option<(PublicKey, Signature)>,
}

/// A line that looks like a seal but is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: expected {expected}")]
pub struct BrokenSeal {
    /// Name of the field as in `referee.v1`.
    pub field: &'static str,
    /// The form that is accepted.
    pub expected: &'static str,
}

impl Chain {
    /// Returns the seal, signed if there is a signer.
    pub fn seal(&self, of: Sealed<'_>, signer: Option<&Signer>) -> Seal {
        let head = self.head().clone();
        let signed = signer.map(|signer| (signer.public_key(), signer.sign(&head.signed_text(of))));
        let ladder = match of {
            Sealed::Match(_) => None,
            Sealed::Ladder(name) => Some(name.to_owned()),
        };
        Seal { head, ladder, signed }
    }
}

impl Seal {
    /// First characters of a line that may be a seal.
    const BEGINNING: &str = "{\"seal\"";

    /// Writes the seal as a line, without a line break.
    pub fn line(&self) -> String {
        let (public_key, signature) = match &self.signed {
            Some((key, signature)) => (key.to_string(), signature.to_string()),
            None => Default::default(),
        };
        let Head { events, hash, stride, marks } = &self.head;
        let marks = marks.iter().map(|mark| hex(mark)).collect();
        let (events, stride, head, ladder) = (*events, *stride, hex(hash), self.ladder.clone().unwrap_or_default());
        let seal = v1::Seal { events, head, stride, marks, public_key, signature, ladder_id: ladder };
        serde_json::to_string(&v1::SealLine { seal: Some(seal) }).expect("texts and numbers have a JSON form")
    }

    /// Reads a line; `None` if it does not look like a seal.
    pub fn of_line(line: &str) -> Option<Result<Seal, BrokenSeal>> {
        line.starts_with(Seal::BEGINNING).then(|| read(line))
    }
}

fn read(line: &str) -> Result<Seal, BrokenSeal> {
    let broken = |field, expected| BrokenSeal { field, expected };
    let read = serde_json::from_str::<v1::SealLine>(line).ok().and_then(|line| line.seal);
    let seal = read.ok_or(broken("seal", "the JSON of a `referee.v1.Seal`"))?;
    let hash = unhex(&seal.head).ok_or(broken("seal.head", "64 hexadecimal digits in lower case"))?;
    if !seal.stride.is_power_of_two() {
        return Err(broken("seal.stride", "a power of two"));
    }
    let marks = seal.marks.as_bytes().chunks(8).map(|digits| unhex(std::str::from_utf8(digits).unwrap_or_default()));
    let marks: Option<Vec<[u8; 4]>> = marks.collect();
    let marks = marks.filter(|marks| marks.len() as u64 == seal.events / seal.stride);
    let marks = marks.ok_or(broken("seal.marks", "8 hexadecimal digits for every `stride`-th event"))?;
    let signed = match (seal.public_key.as_str(), seal.signature.as_str()) {
        ("", "") => None,
        (key, signature) => {
            let key = PublicKey::of_hex(key).ok_or(broken("seal.public_key", PublicKey::EXPECTED))?;
            let signature = unhex(signature).map(Signature);
            Some((key, signature.ok_or(broken("seal.signature", "128 hexadecimal digits in lower case"))?))
        }
    };
    let ladder = Some(seal.ladder_id).filter(|name| !name.is_empty());
    if ladder.as_ref().is_some_and(|name| !Contest::Ladder(name.clone()).is_named_well()) {
        return Err(broken("seal.ladder_id", "the id of a ladder"));
    }
    Ok(Seal { ladder, head: Head { events: seal.events, hash, stride: seal.stride, marks }, signed })
}
