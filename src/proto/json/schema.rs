//! The messages and enums of `proto/`, in the form that the walk needs.

use std::{collections::BTreeMap, sync::LazyLock};

use prost::Message as _;
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet,
    field_descriptor_proto::{Label, Type},
};

/// Every message and enum by its full name.
#[derive(Default)]
pub struct Schema {
    messages: BTreeMap<String, Message>,
    enums: BTreeMap<String, Vec<(String, i32)>>,
}

/// The fields of a message, in the order of the proto.
pub struct Message {
    pub fields: Vec<Field>,
}

pub struct Field {
    /// The name of the field in canonical JSON.
    pub json_name: String,
    /// The name of the field in the proto, which JSON may also use.
    proto_name: String,
    /// How often the field can have a value.
    pub count: Count,
    pub kind: Kind,
    /// The oneof of the field, by index in the message.
    pub oneof: Option<i32>,
}

/// How often a field can have a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Count {
    One,
    List,
    Map,
}

/// The type of a value, with full names of messages and enums.
pub enum Kind {
    Scalar(Type),
    Enum(String),
    Message(String),
}

/// Returns the schema of this program's protos.
pub fn schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
        let files = FileDescriptorSet::decode(crate::DESCRIPTOR).expect("the build wrote the descriptor");
        let mut schema = Schema::default();
        for file in &files.file {
            file.message_type.iter().for_each(|message| schema.add_message(file.package(), message));
            file.enum_type.iter().for_each(|names| schema.add_enum(file.package(), names));
        }
        schema
    });
    &SCHEMA
}

impl Schema {
    /// Returns the message with this full name.
    pub fn message(&self, name: &str) -> &Message {
        self.messages.get(name).expect("the name of a message of our protos")
    }

    /// Returns every message with its full name.
    #[cfg(test)]
    pub fn messages(&self) -> impl Iterator<Item = (&String, &Message)> {
        self.messages.iter()
    }

    /// Returns the names and numbers of the enum with this full name.
    pub fn names_of(&self, name: &str) -> &[(String, i32)] {
        self.enums.get(name).expect("the name of an enum of our protos")
    }

    fn add_message(&mut self, scope: &str, message: &DescriptorProto) {
        let name = format!("{scope}.{}", message.name());
        let is_entry = |nested: &&DescriptorProto| nested.options.as_ref().is_some_and(|options| options.map_entry());
        let fields = message.field.iter().map(|field| {
            let mut entries = message.nested_type.iter().filter(is_entry);
            match entries.find(|entry| field.type_name() == format!(".{name}.{}", entry.name())) {
                // The key of a map is the first field of its entry, and the value is the second.
                Some(entry) => Field { kind: kind(&entry.field[1]), count: Count::Map, ..plain(field) },
                None => plain(field),
            }
        });
        let fields = fields.collect();
        message.nested_type.iter().for_each(|nested| self.add_message(&name, nested));
        message.enum_type.iter().for_each(|names| self.add_enum(&name, names));
        self.messages.insert(name, Message { fields });
    }

    fn add_enum(&mut self, scope: &str, names: &EnumDescriptorProto) {
        let values = names.value.iter().map(|value| (value.name().to_owned(), value.number())).collect();
        self.enums.insert(format!("{scope}.{}", names.name()), values);
    }
}

impl Message {
    /// Returns the field with this name, in either spelling, with its index.
    pub fn field(&self, name: &str) -> Option<(usize, &Field)> {
        self.fields.iter().enumerate().find(|(_, field)| field.json_name == name || field.proto_name == name)
    }
}

fn plain(field: &FieldDescriptorProto) -> Field {
    Field {
        json_name: field.json_name().to_owned(),
        proto_name: field.name().to_owned(),
        count: if field.label() == Label::Repeated { Count::List } else { Count::One },
        kind: kind(field),
        oneof: field.oneof_index.filter(|_| !field.proto3_optional()),
    }
}

fn kind(field: &FieldDescriptorProto) -> Kind {
    let name = || field.type_name().trim_start_matches('.').to_owned();
    match field.r#type() {
        Type::Message | Type::Group => Kind::Message(name()),
        Type::Enum => Kind::Enum(name()),
        scalar => Kind::Scalar(scalar),
    }
}
