//! Options declared by an engine, and their values.

use referee_proto::engine::Option as DeclaredOption;

use super::line_io::cut;

/// Returns the declared name if option `name` accepts `value`. Names are compared without case, as
/// in UCI. An error tells which values the option accepts.
pub(super) fn check<'a>(options: &'a [DeclaredOption], name: &str, value: &str) -> Result<&'a str, String> {
    let exact = options.iter().find(|option| option.name == name);
    let Some(option) = exact.or_else(|| options.iter().find(|option| option.name.eq_ignore_ascii_case(name))) else {
        let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
        let has = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(format!("unknown option `{}`: expected one of {}", cut(name), cut(&has)));
    };
    let expected = match option.r#type.as_str() {
        "spin" => {
            let (least, most) = (option.min.unwrap_or(i64::MIN), option.max.unwrap_or(i64::MAX));
            let is_taken = value.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number));
            (!is_taken).then(|| match (option.min, option.max) {
                (Some(least), Some(most)) => format!("a whole number from {least} to {most}"),
                (Some(least), None) => format!("a whole number, at least {least}"),
                (None, Some(most)) => format!("a whole number, at most {most}"),
                (None, None) => "a whole number".to_owned(),
            })
        }
        "check" => (!matches!(value, "true" | "false")).then(|| "`true` or `false`".to_owned()),
        "combo" => (!option.var.iter().any(|var| var == value)).then(|| format!("one of {}", option.var.join(", "))),
        "button" => (!value.is_empty()).then(|| "no value, since the option is a button".to_owned()),
        _ => None,
    };
    match expected {
        None => Ok(&option.name),
        Some(expected) => Err(format!(
            "invalid value `{}` of option `{}`: expected {}",
            cut(value),
            cut(&option.name),
            cut(&expected)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(name: &str, kind: &str) -> DeclaredOption {
        DeclaredOption { name: name.to_owned(), r#type: kind.to_owned(), ..DeclaredOption::default() }
    }

    #[test]
    fn values_are_what_an_option_declares() {
        let options = [
            DeclaredOption { min: Some(1), max: Some(64), ..declared("Hash", "spin") },
            declared("Skill", "spin"),
            declared("Ponder", "check"),
            DeclaredOption { var: vec!["slow".to_owned(), "very fast".to_owned()], ..declared("Style", "combo") },
            declared("Clear", "button"),
            declared("Book", "string"),
            declared("hash", "string"),
        ];
        for (name, value, taken) in [
            ("Hash", "64", Ok("Hash")),
            ("HASH", "1", Ok("Hash")),
            ("hash", "none", Ok("hash")),
            ("Hash", "65", Err("invalid value `65` of option `Hash`: expected a whole number from 1 to 64")),
            ("Hash", "1.5", Err("invalid value `1.5` of option `Hash`: expected a whole number from 1 to 64")),
            ("Skill", "-3", Ok("Skill")),
            ("Skill", "", Err("invalid value `` of option `Skill`: expected a whole number")),
            ("Ponder", "yes", Err("invalid value `yes` of option `Ponder`: expected `true` or `false`")),
            ("style", "very fast", Ok("Style")),
            ("Style", "fast", Err("invalid value `fast` of option `Style`: expected one of slow, very fast")),
            ("Clear", "", Ok("Clear")),
            ("Clear", "1", Err("invalid value `1` of option `Clear`: expected no value, since the option is a button")),
            ("Book", "/a b=c", Ok("Book")),
            (
                "Depth",
                "1",
                Err("unknown option `Depth`: expected one of Hash, Skill, Ponder, Style, Clear, Book, hash"),
            ),
        ] {
            assert_eq!(check(&options, name, value), taken.map_err(str::to_owned), "{name}={value}");
        }
    }
}
