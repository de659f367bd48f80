//! The walk: reads each value of the text together with its schema.

use std::{cell::RefCell, collections::BTreeSet, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{
    scalar::{Found, canonical, expected, one_of},
    schema::{Count, Field, Kind, Message, schema},
};

/// The first invalid value.
pub struct Fault {
    pub field: String,
    pub value: String,
    pub expected: String,
}

/// The path to a value from the whole message.
pub enum Path<'p> {
    Whole,
    Name(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Whole => f.write_str("message"),
            Path::Name(Path::Whole, name) => f.write_str(name),
            Path::Name(parent, name) => write!(f, "{parent}.{name}"),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// The expected type of a value.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// The whole message, which must be set.
    Whole(&'a Message),
    /// A field, which `null` leaves unset.
    Field(&'a Field),
    /// An element of a list or a map.
    Element(&'a Kind),
}

/// Reads one value into its canonical form; `None` if it is unset.
pub struct Walk<'a> {
    place: Place<'a>,
    path: &'a Path<'a>,
    fault: &'a RefCell<Option<Fault>>,
}

impl<'a> Walk<'a> {
    /// Returns the walk over a whole message.
    pub fn message(message: &'a Message, path: &'a Path<'a>, fault: &'a RefCell<Option<Fault>>) -> Walk<'a> {
        Walk { place: Place::Whole(message), path, fault }
    }

    /// Returns the kind of a single value; `None` for a list, a map or the whole message.
    fn kind(&self) -> Option<&'a Kind> {
        match self.place {
            Place::Field(field) if field.count == Count::One => Some(&field.kind),
            Place::Element(kind) => Some(kind),
            Place::Whole(_) | Place::Field(_) => None,
        }
    }

    /// Returns the message type, if the value is a message.
    fn nested(&self) -> Option<&'a Message> {
        match (self.place, self.kind()) {
            (Place::Whole(message), _) => Some(message),
            (_, Some(Kind::Message(name))) => Some(schema().message(name)),
            _ => None,
        }
    }

    fn expected(&self) -> String {
        match (self.place, self.kind()) {
            (_, Some(kind)) => expected(kind),
            (Place::Field(field), None) if field.count == Count::List => "a list".to_owned(),
            _ => "an object".to_owned(),
        }
    }

    fn wrong<E: Error>(&self, value: String) -> E {
        fail(self.fault, self.path, value, self.expected())
    }

    fn scalar<E: Error>(&self, found: Found<'_>) -> Result<Option<Value>, E> {
        match self.kind().and_then(|kind| canonical(kind, found)) {
            Some(value) => Ok(Some(value)),
            None => Err(self.wrong(found.shown())),
        }
    }

    fn fields<'de, A: MapAccess<'de>>(&self, message: &Message, mut object: A) -> Result<Map<String, Value>, A::Error> {
        let (mut read, mut seen, mut chosen) = (Map::new(), BTreeSet::new(), BTreeSet::new());
        while let Some(name) = object.next_key::<String>()? {
            let path = Path::Name(self.path, &name);
            let refused = |expected: String| fail(self.fault, &path, String::new(), expected);
            let Some((index, field)) = message.field(&name) else {
                return Err(refused(names(message, |_| true)));
            };
            if !seen.insert(index) {
                return Err(refused("it once".to_owned()));
            }
            let walk = Walk { place: Place::Field(field), path: &path, fault: self.fault };
            let Some(value) = object.next_value_seed(walk)? else { continue };
            if field.oneof.is_some_and(|oneof| !chosen.insert(oneof)) {
                return Err(refused(format!("only {}", names(message, |rival| rival.oneof == field.oneof))));
            }
            read.insert(field.json_name.clone(), value);
        }
        Ok(read)
    }

    fn entries<'de, A: MapAccess<'de>>(&self, kind: &Kind, mut object: A) -> Result<Map<String, Value>, A::Error> {
        let mut read = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let path = Path::Name(self.path, &key);
            if read.contains_key(&key) {
                return Err(fail(self.fault, &path, String::new(), "it once".to_owned()));
            }
            let walk = Walk { place: Place::Element(kind), path: &path, fault: self.fault };
            let value = object.next_value_seed(walk)?.unwrap_or_default();
            read.insert(key, value);
        }
        Ok(read)
    }
}

/// Formats the names of these fields of a message for an error.
fn names(message: &Message, is_meant: impl Fn(&Field) -> bool) -> String {
    let meant = message.fields.iter().filter(|field| is_meant(field));
    let names: Vec<&str> = meant.map(|field| field.json_name.as_str()).collect();
    if names.is_empty() { "no field".to_owned() } else { one_of(names.into_iter()) }
}

/// Records an error, and ends the walk.
fn fail<E: Error>(fault: &RefCell<Option<Fault>>, path: &Path<'_>, value: String, expected: String) -> E {
    *fault.borrow_mut() = Some(Fault { field: path.to_string(), value, expected });
    E::custom("")
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = Option<Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Value>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.expected())
    }

    fn visit_unit<E: Error>(self) -> Result<Option<Value>, E> {
        match self.place {
            Place::Field(_) => Ok(None),
            Place::Whole(_) | Place::Element(_) => Err(self.wrong(Found::Null.shown())),
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Option<Value>, E> {
        self.scalar(Found::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Option<Value>, E> {
        self.scalar(Found::Whole(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Option<Value>, E> {
        self.scalar(Found::Whole(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Option<Value>, E> {
        self.scalar(Found::Real(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Option<Value>, E> {
        self.scalar(Found::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<Value>, A::Error> {
        let kind = match self.place {
            Place::Field(field) if field.count == Count::List => &field.kind,
            _ => return Err(self.wrong("a list".to_owned())),
        };
        let mut read = Vec::new();
        loop {
            let path = Path::Index(self.path, read.len());
            let walk = Walk { place: Place::Element(kind), path: &path, fault: self.fault };
            match list.next_element_seed(walk)? {
                Some(value) => read.push(value.unwrap_or_default()),
                None => return Ok(Some(Value::Array(read))),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Option<Value>, A::Error> {
        if let Some(message) = self.nested() {
            return self.fields(message, object).map(Value::Object).map(Some);
        }
        match self.place {
            Place::Field(field) if field.count == Count::Map => {
                self.entries(&field.kind, object).map(Value::Object).map(Some)
            }
            _ => Err(self.wrong("an object".to_owned())),
        }
    }
}
