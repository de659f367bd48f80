//! Generates the line codec of the engine protocol from its descriptor: code that writes and reads
//! the fields of every message of `ToEngine` and `FromEngine` as words. Only
//! `src/proto/line/words.rs` defines words.

use std::{error::Error, fmt::Write, ops::RangeInclusive};

use prost_types::{
    DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
    field_descriptor_proto::{Label, Type},
};

const PACKAGE: &str = "referee.engine.v1";
const DIRECTIONS: [&str; 2] = ["ToEngine", "FromEngine"];
/// The message with a handwritten reader, in `src/proto/line/info.rs`.
const READ_BY_HAND: &str = "Info";
/// The number fields that are written even if zero, by message, because every reader needs them.
const ALWAYS_WRITTEN: [(&str, &[&str]); 4] =
    [("NewMatch", &["seat"]), ("Position", &["round"]), ("Go", &["round", "ply"]), ("RoundResult", &["round"])];
/// The field numbers added after version 1. Their keys begin with `@`, so older readers recognise
/// the end of the list or text before them.
const LATER: RangeInclusive<i32> = 50..=99;

/// Returns Rust source that writes and reads every message of `engine.proto` as a line. The grammar
/// has texts, numbers, flags, and lists of texts and numbers; any other field is an error.
pub fn generate(files: &FileDescriptorSet) -> Result<String, Box<dyn Error>> {
    let file = files.file.iter().find(|file| file.package() == PACKAGE).ok_or("engine.proto is missing")?;
    let mut source = String::new();
    for direction in DIRECTIONS {
        let verbs = message_named(file, direction)?;
        write_direction(&mut source, verbs)?;
        for (at, verb) in verbs.field.iter().enumerate() {
            // A message that two verbs share is generated once.
            if verbs.field[..at].iter().all(|earlier| earlier.type_name() != verb.type_name()) {
                write_message(&mut source, verb, message_named(file, short_type(verb))?)?;
            }
        }
    }
    Ok(source)
}

fn message_named<'a>(file: &'a FileDescriptorProto, name: &str) -> Result<&'a DescriptorProto, Box<dyn Error>> {
    let found = file.message_type.iter().find(|message| message.name() == name);
    found.ok_or_else(|| format!("engine.proto has no message {name}").into())
}

/// Returns the last part of a message's full name.
fn short_type(field: &FieldDescriptorProto) -> &str {
    field.type_name().rsplit('.').next().unwrap_or_default()
}

/// Writes the code for all verbs of one direction.
fn write_direction(source: &mut String, direction: &DescriptorProto) -> Result<(), Box<dyn Error>> {
    let name = direction.name();
    let module = match name {
        "ToEngine" => "to_engine",
        _ => "from_engine",
    };
    let names: Vec<String> = direction.field.iter().map(|verb| format!("{:?}", verb.name())).collect();
    let (mut writes, mut reads) = (String::new(), String::new());
    for verb in &direction.field {
        let variant = camel(verb.name());
        writeln!(
            writes,
            "Some({module}::Message::{variant}(message)) => write_as(spelling, {:?}, message, into),",
            verb.name()
        )?;
        let read = format!("{}::read_fields(words).map({module}::Message::{variant})", short_type(verb));
        writeln!(reads, "{:?} => {read},", verb.name())?;
    }
    writeln!(
        source,
        "impl Direction for {name} {{
            const NAME: &'static str = \"{PACKAGE}.{name}\";
            const VERBS: &'static [&'static str] = &[{}];
            fn write(&self, spelling: Spelling, into: &mut Vec<u8>) {{
                match &self.message {{ {writes} None => {{}} }}
            }}
            fn is_empty(&self) -> bool {{ self.message.is_none() }}
            fn read_words(verb: &str, words: &mut Words<'_>) -> Result<Self, BadLine> {{
                let message = match verb {{ {reads} _ => return Err(BadLine::UnknownVerb) }}?;
                Ok({name} {{ message: Some(message) }})
            }}
        }}",
        names.join(", ")
    )?;
    Ok(())
}

/// Writes the code for one message: its keys, and how each field is written and read.
fn write_message(
    source: &mut String,
    verb: &FieldDescriptorProto,
    message: &DescriptorProto,
) -> Result<(), Box<dyn Error>> {
    let mut fields: Vec<&FieldDescriptorProto> = message.field.iter().collect();
    fields.sort_by_key(|field| field.number());
    let last = fields.last().map(|field| field.number());
    let (first, keyed): (Vec<_>, Vec<_>) = fields.iter().copied().partition(|field| field.number() == 1);
    let names: Vec<String> = keyed.iter().map(|field| format!("{:?}", key(field))).collect();
    let lists = keyed.iter().enumerate().filter(|(_, field)| field.label() == Label::Repeated);
    let lists = lists.fold(0_u64, |lists, (index, _)| lists | 1 << index);

    let (mut writes, mut reads) = (String::new(), String::new());
    for field in &fields {
        writes.push_str(&write_field(message, field)?);
    }
    if let Some(field) = first.first() {
        let read = read_field(message, field, last)?;
        writeln!(reads, "if words.before_keys(&Self::KEYS) {{ {read} }}")?;
    }
    let mut arms = String::new();
    for (index, field) in keyed.iter().enumerate() {
        let pattern = if index + 1 == keyed.len() { "_".to_owned() } else { index.to_string() };
        writeln!(arms, "{pattern} => {{ {} }}", read_field(message, field, last)?)?;
    }
    match keyed.as_slice() {
        [] => reads.push_str("words.end()?;"),
        [only] => {
            let read = read_field(message, only, last)?;
            writeln!(reads, "while words.key(&Self::KEYS)?.is_some() {{ {read} }}")?;
        }
        _ => writeln!(reads, "while let Some(key) = words.key(&Self::KEYS)? {{ match key {{ {arms} }} }}")?,
    }
    let mut keys = format!("Keys {{ names: &[{}], lists: {lists:#b} }}", names.join(", "));
    let binding = if fields.is_empty() { "let message" } else { "let mut message" };
    let mut body = format!("{binding} = Self::default(); {reads} Ok(message)");
    if message.name() == READ_BY_HAND {
        keys = "super::info::KEYS".to_owned();
        body = "Ok(super::info::read(words))".to_owned();
    }
    writeln!(
        source,
        "impl Verb for {name} {{
            const VERB: &'static str = {verb:?};
            const KEYS: Keys = {keys};
            fn write_fields(&self, {line}: &mut LineWriter<'_>) {{ {writes} }}
            fn read_fields(words: &mut Words<'_>) -> Result<Self, BadLine> {{ {body} }}
        }}",
        name = message.name(),
        verb = verb.name(),
        line = if fields.is_empty() { "_" } else { "line" },
    )?;
    Ok(())
}

/// The grammatical form of a field.
enum Shape {
    Text,
    Number,
    Flag,
}

fn shape(message: &DescriptorProto, field: &FieldDescriptorProto) -> Result<Shape, Box<dyn Error>> {
    let plain = field.label() != Label::Repeated && !field.proto3_optional();
    match field.r#type() {
        Type::String => Ok(Shape::Text),
        Type::Uint32 | Type::Uint64 | Type::Int32 | Type::Int64 | Type::Double => Ok(Shape::Number),
        Type::Bool if plain => Ok(Shape::Flag),
        other => Err(format!("{}.{}: a line has no spelling for {other:?}", message.name(), field.name()).into()),
    }
}

fn write_field(message: &DescriptorProto, field: &FieldDescriptorProto) -> Result<String, Box<dyn Error>> {
    let member = member(field);
    // Field number 1 has no key, which an empty text represents.
    let key = if field.number() == 1 { String::new() } else { key(field) };
    let shape = shape(message, field)?;
    let put = match shape {
        Shape::Text => format!("line.text({key:?}, &Self::KEYS, value);"),
        Shape::Number => format!("line.number({key:?}, *value);"),
        Shape::Flag => format!("line.flag({key:?});"),
    };
    if field.label() == Label::Repeated {
        return Ok(match shape {
            Shape::Text => format!("line.texts({key:?}, &Self::KEYS, &self.{member});\n"),
            _ => format!("line.numbers({key:?}, &self.{member});\n"),
        });
    }
    if field.proto3_optional() {
        return Ok(format!("if let Some(value) = &self.{member} {{ {put} }}\n"));
    }
    Ok(match shape {
        Shape::Text => format!("if !self.{member}.is_empty() {{ let value = &self.{member}; {put} }}\n"),
        Shape::Number if is_always_written(message, field) => {
            format!("{{ let value = &self.{member}; {put} }}\n")
        }
        Shape::Number => {
            let zero = if field.r#type() == Type::Double { "0.0" } else { "0" };
            format!("if self.{member} != {zero} {{ let value = &self.{member}; {put} }}\n")
        }
        Shape::Flag => format!("if self.{member} {{ {put} }}\n"),
    })
}

fn read_field(
    message: &DescriptorProto,
    field: &FieldDescriptorProto,
    last: Option<i32>,
) -> Result<String, Box<dyn Error>> {
    let member = member(field);
    let shape = shape(message, field)?;
    if field.label() == Label::Repeated {
        return Ok(match shape {
            Shape::Text => format!("words.texts(&Self::KEYS, &mut message.{member})?;"),
            _ => format!("words.numbers(&Self::KEYS, &mut message.{member})?;"),
        });
    }
    let value = match shape {
        Shape::Text if last == Some(field.number()) => "words.rest()?",
        Shape::Text => "words.text(&Self::KEYS)?",
        Shape::Number => "words.number()?",
        Shape::Flag => "true",
    };
    match field.proto3_optional() {
        true => Ok(format!("message.{member} = Some({value});")),
        false => Ok(format!("message.{member} = {value};")),
    }
}

fn is_always_written(message: &DescriptorProto, field: &FieldDescriptorProto) -> bool {
    ALWAYS_WRITTEN.iter().any(|(name, fields)| *name == message.name() && fields.contains(&field.name()))
}

/// Returns the key of a field.
fn key(field: &FieldDescriptorProto) -> String {
    if LATER.contains(&field.number()) { format!("@{}", field.name()) } else { field.name().to_owned() }
}

/// Returns the name of a field in the generated struct.
fn member(field: &FieldDescriptorProto) -> String {
    match field.name() {
        name @ ("type" | "match" | "move" | "ref" | "use" | "in" | "where" | "loop") => format!("r#{name}"),
        name => name.to_owned(),
    }
}

/// Converts `snake_case` to `CamelCase`.
fn camel(name: &str) -> String {
    let capital = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    name.split('_').filter(|part| !part.is_empty()).map(capital).collect()
}
