//! The options of a command, as keys of a configuration file.

use std::{
    any::TypeId,
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

use clap::{Arg, ArgAction, Command};

/// Name of the option that names the file; it is not a key of the file.
pub const CONFIG: &str = "config";

/// The type of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A number, with or without decimals.
    Number,
    Text,
    List,
}

impl Kind {
    /// Returns the type of an option's value.
    pub fn of(option: &Arg) -> Kind {
        let numbers = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<NonZeroU32>(),
            TypeId::of::<NonZeroUsize>(),
            TypeId::of::<Duration>(),
        ];
        let value = option.get_value_parser().type_id();
        match option.get_action() {
            ArgAction::Append => Kind::List,
            _ if value == TypeId::of::<bool>() => Kind::Flag,
            _ if numbers.iter().any(|number| value == *number) => Kind::Number,
            _ => Kind::Text,
        }
    }

    /// Returns the expected form of a value of this type.
    pub fn expected(self) -> &'static str {
        match self {
            Kind::Flag => "true or false",
            Kind::Number => "a number",
            Kind::Text => "a text in quotes",
            Kind::List => "a list of texts in quotes",
        }
    }
}

/// Returns the options of a command that are keys of the file, in the order of its help, each with
/// its key.
pub fn keys(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command.get_arguments().filter_map(|option| option.get_long().map(|long| (long, option)));
    named.filter(|(key, option)| {
        *key != CONFIG
            && !matches!(
                option.get_action(),
                ArgAction::Help | ArgAction::HelpLong | ArgAction::HelpShort | ArgAction::Version
            )
    })
}
