//! Number of repetitions in a test.

/// Returns `few`, unless `tests/run.sh --thorough` sets this variable to another number.
pub fn repeats<N: std::str::FromStr>(variable: &str, few: N) -> N {
    let Ok(many) = std::env::var(variable) else { return few };
    many.parse().unwrap_or_else(|_| panic!("invalid {variable} = `{many}`: expected a number"))
}
