//! Errors: the server rejects a call, cannot be reached, or sends a message unknown to this client.

use std::{error::Error as _, io};

use tonic::{Code, Status};
use tonic_types::StatusExt as _;

use crate::{pb, profiles::BadProfile, security::tls_failure};

/// The text of HTTP/2 errors in a status. Only `INADEQUATE_SECURITY` among them has the code
/// `PERMISSION_DENIED`: with it, a TLS server ends an unencrypted connection.
const OF_HTTP_2: &str = "h2 protocol error";
/// The remedy for that error.
const SPEAK_TLS: &str = "this port speaks TLS: call https:// instead of http://";

/// Why a call failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The address is invalid.
    #[error("`{url}` is not taken: expected an address like http://127.0.0.1:7171")]
    BadUrl {
        /// The given address.
        url: String,
    },
    /// The address has an unsupported scheme; `https` and `http` are supported.
    #[error("`{url}` is not taken: `{scheme}` is not spoken, expected https:// or http://")]
    BadScheme {
        /// The given address.
        url: String,
        /// The scheme of the address, in lower case.
        scheme: String,
    },
    /// The connection cannot be secured, and a retry would fail in the same way. Either the
    /// certificate of the server is not trusted, or only one end speaks TLS.
    #[error("no secure connection: {cause}")]
    Tls {
        /// The cause.
        cause: String,
    },
    /// There is no certificate in [`ConnectOptions::tls_ca`](crate::ConnectOptions::tls_ca).
    #[error("the authority's certificate cannot be read: expected PEM with a certificate")]
    BadCa,
    /// A token would be sent unencrypted to another machine, where everyone on the path can read
    /// it.
    #[error("a token is not sent to {host} in clear: call https://, or allow it (allow-cleartext-token)")]
    CleartextToken {
        /// The host name of the machine.
        host: String,
    },
    /// The token contains characters that cannot be sent.
    #[error("the token is not taken: expected the text that the server gave")]
    BadToken,
    /// The operating system provided no random bits for a secret.
    #[error("failed to draw a secret: {cause}")]
    NoLuck {
        /// The error of the operating system.
        cause: String,
    },
    /// The server rejected the call, and nothing was changed.
    #[error("{0}")]
    Refused(Refusal),
    /// The server cannot be reached, or the connection was cut.
    #[error("no connection: {cause}")]
    Unreachable {
        /// The error of the transport.
        cause: String,
    },
    /// The answer of the server is incomplete, or unknown to this client.
    #[error("the server answered without {missing}")]
    Incomplete {
        /// The missing part of the answer.
        missing: &'static str,
    },
    /// The answer is longer than this client accepts.
    #[error("the server's {what} is longer than {most} bytes")]
    TooLong {
        /// The requested object.
        what: &'static str,
        /// The limit, in bytes.
        most: usize,
    },
    /// The profile of the player is unusable.
    #[error("{cause}")]
    Profile {
        /// The cause, without the contents of the file.
        cause: String,
    },
    /// The operating system failed: standard input or output, or the start of a thread.
    #[error("{cause}")]
    System {
        /// The error of the operating system.
        cause: String,
    },
    /// Too many commands wait for an answer.
    #[error("{most} commands wait for an answer: wait for some of them")]
    Busy {
        /// Maximum unanswered commands.
        most: usize,
    },
}

/// A request that the server rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} ({})", reason.as_str_name())]
pub struct Refusal {
    /// The reason code, for programs.
    pub reason: pb::Reason,
    /// The invalid field; empty without one.
    pub field: String,
    /// The invalid value.
    pub value: String,
    /// The accepted form.
    pub expected: String,
    /// A sentence for the user.
    pub text: String,
    /// The reached limit, with [`pb::Reason::Limit`], if it has a name. Boxed, because few errors
    /// have it.
    pub limit: Option<Box<Limit>>,
    /// Milliseconds after which a retry may succeed; `None` if unknown, or if waiting does not
    /// help.
    pub retry_after_ms: Option<u32>,
}

/// A limit of the server that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The name of the limit, as in the server's `docs/limits.md`.
    pub name: String,
    /// The value of the limit, in the unit of `docs/limits.md`.
    pub most: u64,
}

impl Limit {
    fn of(name: String, most: u64) -> Option<Box<Limit>> {
        (!name.is_empty()).then(|| Box::new(Limit { name, most }))
    }
}

impl Error {
    pub(crate) fn system(cause: io::Error) -> Error {
        Error::System { cause: cause.to_string() }
    }

    /// Returns the reason of a refusal; `None` for other errors.
    pub fn reason(&self) -> Option<pb::Reason> {
        match self {
            Error::Refused(refusal) => Some(refusal.reason),
            _ => None,
        }
    }

    /// Returns whether the same call may succeed later without a change.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Unreachable { .. } => true,
            Error::Refused(refusal) => match refusal.reason {
                pb::Reason::Starting
                | pb::Reason::Stopping
                | pb::Reason::StoreUnavailable
                | pb::Reason::Lagged
                | pb::Reason::HostFault => true,
                // Without a field, the limit is one of the server's, which may have room later.
                pb::Reason::Limit => refusal.field.is_empty(),
                _ => false,
            },
            _ => false,
        }
    }
}

impl From<BadProfile> for Error {
    fn from(bad: BadProfile) -> Error {
        Error::Profile { cause: bad.to_string() }
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Error {
        let info = status.get_details_error_info();
        let known = info.and_then(|info| {
            let reason = pb::Reason::from_str_name(&format!("REASON_{}", info.reason))?;
            let part = |name: &str| info.metadata.get(name).cloned().unwrap_or_default();
            let (field, value, expected, limit) = (part("field"), part("value"), part("expected"), part("limit"));
            let limit = Limit::of(limit, part("most").parse().unwrap_or(0));
            let wait = status.get_details_retry_info().and_then(|info| info.retry_delay);
            let retry_after_ms = wait.map(|wait| u32::try_from(wait.as_millis()).unwrap_or(u32::MAX));
            Some(Refusal { reason, field, value, expected, text: status.message().to_owned(), limit, retry_after_ms })
        });
        match (known, status.code()) {
            (Some(refusal), _) => Error::Refused(refusal),
            (None, Code::Unauthenticated) => Error::BadToken,
            (None, Code::PermissionDenied) if status.message().starts_with(OF_HTTP_2) => {
                Error::Tls { cause: SPEAK_TLS.to_owned() }
            }
            (None, _) => match status.source().and_then(tls_failure) {
                Some(cause) => Error::Tls { cause },
                None => Error::Unreachable { cause: format!("{}: {}", status.code(), status.message()) },
            },
        }
    }
}

impl From<pb::Refusal> for Refusal {
    fn from(said: pb::Refusal) -> Refusal {
        let reason = said.reason();
        let pb::Refusal { reason: _, field, value, expected, text, limit, most, retry_after_ms } = said;
        let retry_after_ms = retry_after_ms.map(|ms| u32::try_from(ms.max(0)).unwrap_or(u32::MAX));
        Refusal { reason, field, value, expected, text, limit: Limit::of(limit, most), retry_after_ms }
    }
}
