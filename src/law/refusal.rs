//! Refusals: values with a reason that a client can branch on. A refused request changes nothing.

use std::{borrow::Cow, fmt::Display, time::Duration};

use referee_games::rules::cut;

use super::reason::Reason;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The code that a program branches on.
    pub reason: Reason,
    /// The invalid field, named as in the proto, with its index in a list: `moves[3]`. Empty if no
    /// field is invalid.
    pub field: Cow<'static, str>,
    /// The invalid value, cut to 200 characters.
    pub value: String,
    /// The accepted form; empty if there is none.
    pub expected: String,
    /// The sentence for people.
    pub text: String,
    /// The reached limit, for [`Reason::Limit`]. Boxed, because it is rare.
    pub limit: Option<Box<Limit>>,
    /// Milliseconds after which a retry may succeed; `None` if unknown, or if waiting does not
    /// help.
    pub retry_after_ms: Option<u32>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Name of the limit, as in `docs/limits.md`.
    pub name: &'static str,
    /// Value of the limit, in the unit of `docs/limits.md`.
    pub most: u64,
}

/// Retry delay after a temporary failure of the server, in milliseconds.
const PASSING_MS: u32 = 1_000;

impl Refusal {
    /// Creates a refusal without a field.
    pub fn new(reason: Reason, text: impl Into<String>) -> Refusal {
        let retry_after_ms = match reason {
            Reason::StoreUnavailable | Reason::Starting | Reason::Stopping => Some(PASSING_MS),
            _ => None,
        };
        let (field, value, expected) = (Cow::Borrowed(""), String::new(), String::new());
        Refusal { reason, field, value, expected, text: text.into(), limit: None, retry_after_ms }
    }

    /// Creates a [`Reason::Limit`] with this name and value. The name is appended to the text.
    pub fn limit(name: &'static str, most: impl TryInto<u64>, text: impl Display) -> Refusal {
        let limit = Limit { name, most: most.try_into().unwrap_or(u64::MAX) };
        Refusal { limit: Some(Box::new(limit)), ..Refusal::new(Reason::Limit, format!("{text} (limit `{name}`)")) }
    }

    /// Creates a [`Reason::Limit`]: at most `most` of `what`. A retry may succeed after `wait`.
    pub fn at_most(name: &'static str, most: impl TryInto<u64>, what: &str, wait: Option<Duration>) -> Refusal {
        let most = most.try_into().unwrap_or(u64::MAX);
        let refusal = Refusal::limit(name, most, format_args!("at most {most} {what}"));
        match wait {
            Some(wait) => refusal.retry_after(wait),
            None => refusal,
        }
    }

    /// Creates a [`Reason::Limit`] for a field that exceeds this limit, in `unit`.
    pub fn limit_of_field(
        name: &'static str,
        most: impl TryInto<u64>,
        field: impl Into<Cow<'static, str>>,
        value: &str,
        unit: &str,
    ) -> Refusal {
        let most = most.try_into().unwrap_or(u64::MAX);
        let expected = format!("at most {most} {unit}").trim_end().to_owned();
        let refusal = Refusal::of_field(Reason::Limit, field, value, expected);
        let text = format!("{} (limit `{name}`)", refusal.text);
        Refusal { limit: Some(Box::new(Limit { name, most })), text, ..refusal }
    }

    /// Adds a retry delay of at least a millisecond.
    pub fn retry_after(self, wait: Duration) -> Refusal {
        let wait_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1);
        Refusal { retry_after_ms: Some(wait_ms), ..self }
    }

    /// Nests the field in a parent field: `rules.max_plies` within `matches` becomes
    /// `matches.rules.max_plies`.
    pub fn within(self, parent: &str) -> Refusal {
        if self.field.is_empty() {
            return self;
        }
        let field = format!("{parent}.{}", self.field);
        let text = self.text.replacen(&format!("invalid {} =", self.field), &format!("invalid {field} ="), 1);
        Refusal { field: field.into(), text, ..self }
    }

    /// Creates a refusal of a field's value.
    pub fn of_field(
        reason: Reason,
        field: impl Into<Cow<'static, str>>,
        value: &str,
        expected: impl Into<String>,
    ) -> Refusal {
        let (field, value, expected) = (field.into(), cut(value), expected.into());
        let text = format!("invalid {field} = `{value}`: expected {expected}");
        Refusal { field, value, expected, ..Refusal::new(reason, text) }
    }
}
