//! Refusals, in the words of the server: `referee.v1.Refusal`.

use std::borrow::Cow;

use referee_games::rules::cut;
use serde::Serialize;

/// Why a question has no answer.
#[derive(Debug, Serialize)]
pub struct Refusal {
    /// A value of `referee.v1.Reason`.
    pub reason: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub field: Cow<'static, str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub expected: String,
    pub text: String,
}

impl Refusal {
    /// Creates a refusal without a field.
    pub fn new(reason: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { reason, field: "".into(), value: String::new(), expected: String::new(), text: text.into() }
    }

    /// Creates a refusal of a field's value.
    pub fn of_field(
        reason: &'static str,
        field: impl Into<Cow<'static, str>>,
        value: &str,
        expected: impl Into<String>,
    ) -> Refusal {
        let (field, value, expected) = (field.into(), cut(value), expected.into());
        let text = format!("invalid {field} = `{value}`: expected {expected}");
        Refusal { reason, field, value, expected, text }
    }

    /// Nests the field in another: `start` within `position` is `position.start`.
    pub fn within(self, parent: &str) -> Refusal {
        if self.field.is_empty() {
            return self;
        }
        let field = format!("{parent}.{}", self.field);
        let text = self.text.replacen(&format!("invalid {} =", self.field), &format!("invalid {field} ="), 1);
        Refusal { field: field.into(), text, ..self }
    }
}
