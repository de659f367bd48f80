"""Messages as the .proto files have them: read from those files, so that there is one schema and no generated code.

A message is a `Message`: a dict by field names whose entries are attributes too. Enum values are their names without
the prefix (`DRAW` for `PROPOSAL_DRAW`). A field that is not set has its proto3 default; one that tells unset from its
default (`optional`, messages, the fields of a oneof) is None.
"""

import re
import struct
from collections import namedtuple

#: A field: its name, its number, its type, and whether it is `single`, `optional`, `repeated` or a `map`.
Field = namedtuple("Field", "name number type label")
#: A call: the types of what is asked and answered.
Call = namedtuple("Call", "request response")

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
DEFAULTS = {"string": "", "bytes": b"", "bool": False, "double": 0.0, "int32": 0, "int64": 0, "uint32": 0, "uint64": 0}
TOKEN = re.compile(r'"[^"]*"|[\w.]+|[{}()<>=;,\[\]-]')


class Message(dict):
    """A message; its fields are attributes too."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def which(self):
        """The name and the value of the first field that is set: of a oneof, the one that was said."""
        return next(((name, value) for name, value in self.items() if value is not None), (None, None))


class Schema:
    """The messages, enums and calls of some .proto texts."""

    def __init__(self, texts):
        self.messages, self.enums, self.calls = {}, {}, {}
        for text in texts:
            self._read(TOKEN.findall(re.sub(r"//[^\n]*", "", text)))

    def encode(self, type_name, values):
        """The bytes of a message whose fields have these values; those that are None are left out."""
        fields = {field.name: field for field in self.messages[type_name]}
        out = bytearray()
        for name, value in values.items():
            if name not in fields:
                raise ValueError(f"{type_name} has no field {name!r}: {', '.join(fields)}")
            if value is not None:
                out += self._encode_field(fields[name], value)
        return bytes(out)

    def decode(self, type_name, data):
        """The message of these bytes. Fields that the schema does not know are passed over."""
        fields = {field.number: field for field in self.messages[type_name]}
        message = Message({field.name: self._unset(field) for field in fields.values()})
        at = 0
        while at < len(data):
            key, at = read_varint(data, at)
            value, at = read_value(data, at, key & 7)
            field = fields.get(key >> 3)
            if field is not None:
                self._take(message, field, key & 7, value)
        return message

    def _encode_field(self, field, value):
        if field.label == "map":
            pairs = ((self._encode("string", key, 1) + self._encode("string", item, 2)) for key, item in value.items())
            return b"".join(tagged(field.number, BYTES, pair) for pair in pairs)
        values = value if field.label == "repeated" else [value]
        return b"".join(self._encode(field.type, item, field.number) for item in values)

    def _encode(self, kind, value, number):
        if kind in self.messages:
            return tagged(number, BYTES, self.encode(kind, value))
        if kind in self.enums:
            return tagged(number, VARINT, self._enum_number(kind, value))
        if kind in ("string", "bytes"):
            return tagged(number, BYTES, value.encode() if kind == "string" else value)
        if kind == "double":
            return tagged(number, FIXED64, struct.pack("<d", value))
        return tagged(number, VARINT, int(value))

    def _take(self, message, field, wire, value):
        if field.label == "map":
            pair = Message(key="", value="")
            at = 0
            while at < len(value):
                key, at = read_varint(value, at)
                text, at = read_value(value, at, key & 7)
                pair["key" if key >> 3 == 1 else "value"] = text.decode()
            message[field.name][pair.key] = pair.value
        elif field.label == "repeated" and wire == BYTES and self._is_packed(field.type):
            at, packed = 0, FIXED64 if field.type == "double" else VARINT
            while at < len(value):
                item, at = read_value(value, at, packed)
                message[field.name].append(self._value(field.type, item))
        elif field.label == "repeated":
            message[field.name].append(self._value(field.type, value))
        else:
            message[field.name] = self._value(field.type, value)

    def _value(self, kind, value):
        if kind in self.messages:
            return self.decode(kind, value)
        if kind in self.enums:
            return self.enums[kind].get(value, value)
        if kind == "string":
            return value.decode()
        if kind == "double":
            return struct.unpack("<d", value)[0]
        if kind == "bool":
            return bool(value)
        if kind in ("int32", "int64"):
            return value - (1 << 64) if value >> 63 else value
        return value

    def _unset(self, field):
        if field.label in ("repeated", "map"):
            return [] if field.label == "repeated" else {}
        if field.label == "optional" or field.type in self.messages:
            return None
        return self.enums[field.type].get(0) if field.type in self.enums else DEFAULTS[field.type]

    def _is_packed(self, kind):
        return kind not in self.messages and kind not in ("string", "bytes")

    def _enum_number(self, kind, name):
        for number, known in self.enums[kind].items():
            if name == known or name == number:
                return number
        raise ValueError(f"{kind} has no value {name!r}: {', '.join(self.enums[kind].values())}")

    def _read(self, tokens):
        at = 0
        while at < len(tokens):
            word = tokens[at]
            if word in ("message", "enum", "service"):
                end = closing(tokens, at + 2)
                {"message": self._message, "enum": self._enum, "service": self._service}[word](
                    tokens[at + 1], tokens[at + 3 : end]
                )
                at = end + 1
            else:
                at = tokens.index(";", at) + 1

    def _message(self, name, tokens):
        fields, at, in_oneof = [], 0, False
        while at < len(tokens):
            if tokens[at] == "oneof":
                in_oneof, at = True, at + 3
            elif tokens[at] == "}":
                in_oneof, at = False, at + 1
            else:
                end = tokens.index(";", at)
                fields.append(read_field(tokens[at:end], in_oneof))
                at = end + 1
        self.messages[name] = fields

    def _enum(self, name, tokens):
        values = {}
        for at in range(0, len(tokens) - 3, 4):
            values[int(tokens[at + 2])] = tokens[at]
        prefix = values[0][: -len("UNSPECIFIED")]
        self.enums[name] = {number: value[len(prefix) :] for number, value in values.items()}

    def _service(self, service, tokens):
        words = [word for word in tokens if word not in ("(", ")", "stream", "returns", ";")]
        for at in range(0, len(words), 4):
            _, name, request, response = words[at : at + 4]
            self.calls[name] = (service, Call(request, response))


def read_field(words, in_oneof):
    """The field of a declaration: `repeated string players = 4`."""
    if words[0] == "map":
        return Field(words[6], int(words[8]), "string", "map")
    label = "optional" if in_oneof else "single"
    if words[0] in ("optional", "repeated"):
        label, words = words[0], words[1:]
    kind, name, _, number = words[:4]
    return Field(name, int(number), kind.split(".")[-1], label)


def closing(tokens, at):
    """Where the brace is closed that is opened at `at`."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[place], 0)
        if depth == 0:
            return place
    raise ValueError("a brace is not closed")


def tagged(number, wire, value):
    """A field on the wire."""
    key = varint(number << 3 | wire)
    if wire == VARINT:
        return key + varint(value)
    return key + (varint(len(value)) if wire == BYTES else b"") + value


def varint(value):
    """An integer in groups of seven bits."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data, at):
    """The integer that begins at `at`, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def read_value(data, at, wire):
    """The value of this wire type that begins at `at`, and where it ends."""
    if wire == VARINT:
        return read_varint(data, at)
    if wire == BYTES:
        length, at = read_varint(data, at)
    else:
        length = {FIXED64: 8, FIXED32: 4}[wire]
    if at + length > len(data):
        raise ValueError("a message is cut short")
    return data[at : at + length], at + length
