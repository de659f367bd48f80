//! Examples at the end of a help text.

use clap::Command;

/// Gives each command of a group the examples that show this command.
///
/// `all` is the help text of the group. It is also the text of commands without a text or example
/// of their own. `more` has further examples, one per line, which the group does not show.
pub fn each_its_own(group: &'static str, all: &'static str, more: &'static str) -> impl Fn(Command) -> Command {
    move |command| {
        if command.get_after_help().is_some_and(|help| help.to_string() != all) {
            return command;
        }
        let own = of(&format!("referee {group} {}", command.get_name()), all, more);
        command.after_help(own.unwrap_or_else(|| all.to_owned()))
    }
}

/// Returns the help text with the examples of one command; `None` if there are none.
fn of(command: &str, all: &str, more: &str) -> Option<String> {
    let (examples, rest) = all.split_once("\n\n").unwrap_or((all, ""));
    let is_of = |line: &&str| {
        line.match_indices(command).any(|(at, _)| {
            let next = line[at + command.len()..].chars().next();
            !next.is_some_and(|next| next.is_alphanumeric() || next == '-')
        })
    };
    let own = examples.lines().skip(1).chain(more.lines()).filter(is_of);
    let own: Vec<String> = own.map(|line| format!("  {}", line.trim_start())).collect();
    let gap = if rest.is_empty() { "" } else { "\n\n" };
    (!own.is_empty()).then(|| format!("Examples:\n{}{gap}{rest}", own.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_examples_of_a_command_are_those_with_its_words() {
        let all = "Examples:\n  referee a token\n  export T=$(referee a token)\n  referee a tokens ada\n\nNotes.";
        let of = |command| of(command, all, "referee a end   ends it");
        assert_eq!(
            of("referee a token").as_deref(),
            Some("Examples:\n  referee a token\n  export T=$(referee a token)\n\nNotes.")
        );
        assert_eq!(of("referee a tokens").as_deref(), Some("Examples:\n  referee a tokens ada\n\nNotes."));
        assert_eq!(of("referee a end").as_deref(), Some("Examples:\n  referee a end   ends it\n\nNotes."));
        assert_eq!(of("referee a begin"), None);
    }
}
