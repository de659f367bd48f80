//! How the referee declines: a value with a reason that a client can branch on. Nothing was changed.

use std::{borrow::Cow, fmt::Display, time::Duration};

use super::reason::Reason;
use crate::games::rules::cut;

/// A request that was declined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// What a program branches on.
    pub reason: Reason,
    /// The field that was at fault, as it is written in the proto, with its place in a list: `moves[3]`; empty where none
    /// was.
    pub field: Cow<'static, str>,
    /// The value that was at fault, cut to 200 characters.
    pub value: String,
    /// What would have been taken instead; empty where nothing would.
    pub expected: String,
    /// A sentence for a person.
    pub text: String,
    /// With [`Reason::Limit`]: which one, where it has a name. In a box, since few refusals have it.
    pub limit: Option<Box<Limit>>,
    /// After how long the same request may succeed, in milliseconds; `None` where waiting alone does not help, or nobody knows.
    pub retry_after_ms: Option<u32>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its name, as in `docs/limits.md`.
    pub name: &'static str,
    /// Its value, in the unit that `docs/limits.md` says.
    pub most: u64,
}

/// After how long to ask again what a server in passing trouble declined, in milliseconds.
const PASSING_MS: u32 = 1_000;

impl Refusal {
    /// A refusal of no field in particular.
    pub fn new(reason: Reason, text: impl Into<String>) -> Refusal {
        let retry_after_ms = match reason {
            Reason::StoreUnavailable | Reason::Starting | Reason::Stopping => Some(PASSING_MS),
            _ => None,
        };
        let (field, value, expected) = (Cow::Borrowed(""), String::new(), String::new());
        Refusal { reason, field, value, expected, text: text.into(), limit: None, retry_after_ms }
    }

    /// [`Reason::Limit`]: the limit of this name and value is reached. The text gets the name.
    pub fn limit(name: &'static str, most: impl TryInto<u64>, text: impl Display) -> Refusal {
        let limit = Limit { name, most: most.try_into().unwrap_or(u64::MAX) };
        Refusal { limit: Some(Box::new(limit)), ..Refusal::new(Reason::Limit, format!("{text} (limit `{name}`)")) }
    }

    /// [`Reason::Limit`]: at most `most` of `what`. `wait` is the time after which a retry may succeed.
    pub fn at_most(name: &'static str, most: impl TryInto<u64>, what: &str, wait: Option<Duration>) -> Refusal {
        let most = most.try_into().unwrap_or(u64::MAX);
        let refusal = Refusal::limit(name, most, format_args!("at most {most} {what}"));
        match wait {
            Some(wait) => refusal.retry_after(wait),
            None => refusal,
        }
    }

    /// [`Reason::Limit`]: a field asks for more than the limit of this name and value, in `unit`.
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

    /// The same, with the time after which asking again may succeed; at least a millisecond.
    pub fn retry_after(self, wait: Duration) -> Refusal {
        let wait_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).max(1);
        Refusal { retry_after_ms: Some(wait_ms), ..self }
    }

    /// The same of a field that is within another: `rules.max_plies` within `matches` is `matches.rules.max_plies`.
    pub fn within(self, parent: &str) -> Refusal {
        let field = format!("{parent}.{}", self.field);
        let text = match self.text.strip_prefix(&*self.field).filter(|_| !self.field.is_empty()) {
            Some(rest) => format!("{field}{rest}"),
            None => self.text,
        };
        Refusal { field: field.into(), text, ..self }
    }

    /// A refusal of a field's value.
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
