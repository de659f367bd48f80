//! The version and capabilities of a `Play` or `Attend` stream. `docs/grpc.md` explains how they
//! evolve.

use referee_law::{Reason, Refusal};

/// Maximum capabilities in a `Hello`.
pub const MAX_CAPABILITIES: usize = 64;
/// Maximum length of a capability's name in bytes.
pub const MAX_CAPABILITY: usize = 64;

/// The protocol that one end of a stream supports.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Oldest supported version.
    pub oldest: u32,
    pub newest: u32,
    /// Capabilities beyond `oldest`, in alphabetical order.
    pub capabilities: &'static [&'static str],
    /// Capabilities that callers need.
    pub needed: &'static [&'static str],
}

pub const PROTOCOL: Protocol = Protocol {
    oldest: 1,
    newest: 1,
    capabilities: &["coalesce", "rematch", "without_legal", "without_moves", "without_position"],
    needed: &[],
};

impl Protocol {
    /// Returns the newest version that both ends know. Fails with [`Reason::UnsupportedVersion`] if
    /// there is none, and with [`Reason::CapabilityNeeded`] if the client lacks a required
    /// capability. Ignores unknown capabilities.
    pub fn agree(&self, version: u32, capabilities: &[String]) -> Result<u32, Refusal> {
        if capabilities.len() > MAX_CAPABILITIES {
            let given = format!("{} items", capabilities.len());
            return Err(Refusal::limit_of_field("list_items", MAX_CAPABILITIES, "capabilities", &given, "items"));
        }
        if let Some((at, name)) = capabilities.iter().enumerate().find(|(_, name)| name.len() > MAX_CAPABILITY) {
            let expected = format!("at most {MAX_CAPABILITY} bytes");
            return Err(Refusal::of_field(Reason::BadField, format!("capabilities[{at}]"), name, expected));
        }
        if version < self.oldest {
            let expected = format!("{} to {}", self.oldest, self.newest);
            let given = version.to_string();
            return Err(Refusal::of_field(Reason::UnsupportedVersion, "protocol_version", &given, expected));
        }
        let lacking: Vec<&str> =
            self.needed.iter().copied().filter(|name| !capabilities.iter().any(|has| has == name)).collect();
        if !lacking.is_empty() {
            let (given, expected) = (capabilities.join(", "), format!("{} too", lacking.join(", ")));
            return Err(Refusal::of_field(Reason::CapabilityNeeded, "capabilities", &given, expected));
        }
        Ok(version.min(self.newest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATER: Protocol = Protocol { oldest: 2, newest: 4, capabilities: &["a", "b"], needed: &["b"] };

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_newest_version_that_both_know_is_spoken() {
        for (said, spoken) in [(2, 2), (3, 3), (4, 4), (5, 4), (u32::MAX, 4)] {
            assert_eq!(LATER.agree(said, &names(&["x", "b"])), Ok(spoken));
        }
        for said in [0, 1] {
            let refused = LATER.agree(said, &names(&["b"])).expect_err("it is too old");
            assert_eq!((refused.reason, &*refused.field), (Reason::UnsupportedVersion, "protocol_version"));
            assert_eq!((refused.value, refused.expected.as_str()), (said.to_string(), "2 to 4"));
        }
        assert!(PROTOCOL.agree(0, &[]).is_err(), "0 is no version");
    }

    #[test]
    fn what_is_needed_and_not_there_is_named() {
        let refused = LATER.agree(4, &names(&["a", "unheard-of"])).expect_err("it lacks one");
        assert_eq!((refused.reason, &*refused.field), (Reason::CapabilityNeeded, "capabilities"));
        assert_eq!((refused.value.as_str(), refused.expected.as_str()), ("a, unheard-of", "b too"));
    }

    #[test]
    fn a_hello_names_a_bounded_number_of_bounded_names() {
        let many = vec!["b".to_owned(); MAX_CAPABILITIES + 1];
        assert_eq!(LATER.agree(4, &many).expect_err("too many").reason, Reason::Limit);
        assert_eq!(LATER.agree(4, &many[1..]), Ok(4));
        let long = LATER.agree(4, &["b".to_owned(), "c".repeat(MAX_CAPABILITY + 1)]).expect_err("too long");
        assert_eq!((long.reason, &*long.field), (Reason::BadField, "capabilities[1]"));
    }
}
