//! Why a fit or a comparison failed.

/// Why a fit failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// A number of the configuration is out of range.
    #[error("{field} is {value}, expected {expected}")]
    Number { field: String, value: f64, expected: String },
    /// The configuration names an entrant that the log does not have.
    #[error("unknown entrant `{entrant}`, expected one in the log")]
    UnknownEntrant { entrant: String },
    /// The priors form a cycle.
    #[error("circular prior of `{entrant}`, expected a parent that is not its descendant")]
    OwnAncestor { entrant: String },
    /// The numbers exceeded the precision of the computation: counts of 1e15 and more.
    #[error("ratings not determined: the counts exceed floating-point precision")]
    NotDetermined,
}

/// Why two entrants cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompareError {
    /// The entrant is not in the log.
    #[error("unknown entrant `{entrant}`")]
    Unknown { entrant: String },
    /// No chain of matches connects them, and at least one is not connected with an anchor.
    #[error("cannot compare `{first}` and `{second}`: no matches or anchors connect them")]
    NotConnected { first: String, second: String },
    /// The fit was made without covariances.
    #[error("this fit has no covariances")]
    NoCovariance,
}
