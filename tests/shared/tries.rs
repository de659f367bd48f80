//! How many tries a test makes.

/// How often a test repeats: `few`, unless this variable of `tests/run.sh --thorough` says more.
pub fn repeats<N: std::str::FromStr>(variable: &str, few: N) -> N {
    let Ok(many) = std::env::var(variable) else { return few };
    many.parse().unwrap_or_else(|_| panic!("invalid {variable} = `{many}`: expected a number"))
}
