"""Messages into bytes and back. Run with `python3 -m unittest discover clients/python/tests`."""

import unittest

from server import ROOT

from referee_client.schema import DEFAULTS, Message, Schema

SHAPES = """
    // A comment; with braces {}.
    syntax = "proto3";
    package shapes.v1;
    import "other.proto";
    enum Colour { COLOUR_UNSPECIFIED = 0; COLOUR_RED = 1; COLOUR_DARK_BLUE = 2; }
    message All {
      string text = 1;
      optional int64 score = 2;
      repeated double points = 3;
      repeated string names = 4;
      map<string, string> options = 5;
      Colour colour = 6;
      repeated Part parts = 7;
      oneof end { Part part = 8; uint32 seat = 9; }
      bool flag = 10;
      bytes raw = 20;
    }
    message Part { uint64 number = 1; }
    service Shapes { rpc Draw(All) returns (stream Part); rpc Ask(Part) returns (All); }
"""


class Codec(unittest.TestCase):
    def setUp(self):
        self.schema = Schema([SHAPES])

    def there_and_back(self, **fields):
        return self.schema.decode("All", self.schema.encode("All", fields))

    def test_what_is_set_comes_back(self):
        fields = {
            "text": "wA1 -bG1/ \u265e",
            "score": -35,
            "points": [0.5, -2.0],
            "names": ["a", ""],
            "options": {"length": "single", "": "x"},
            "colour": "DARK_BLUE",
            "parts": [{"number": 1 << 63}, {"number": 0}],
            "seat": 0,
            "flag": True,
            "raw": b"\x00\xff",
        }
        back = self.there_and_back(**fields)
        self.assertEqual({name: back[name] for name in fields}, fields)
        self.assertEqual((back.part, back.parts[0].number), (None, 1 << 63))

    def test_what_is_not_set_has_its_default(self):
        back = self.there_and_back()
        unset = {"text": "", "points": [], "options": {}, "colour": "UNSPECIFIED", "parts": [], "flag": False}
        self.assertEqual({name: back[name] for name in unset}, unset)
        self.assertEqual((back.score, back.part, back.seat), (None, None, None))

    def test_bytes_are_those_of_protobuf(self):
        self.assertEqual(self.schema.encode("Part", {"number": 300}), b"\x08\xac\x02")
        self.assertEqual(self.schema.encode("All", {"score": -1}), b"\x10" + b"\xff" * 9 + b"\x01")
        self.assertEqual(self.schema.encode("All", {"text": "hi", "colour": "RED"}), b"\x0a\x02hi\x30\x01")
        # A list of numbers comes packed or not.
        self.assertEqual(self.schema.decode("All", b"\x1a\x08" + bytes(6) + b"\xf0\x3f").points, [1.0])
        self.assertEqual(self.schema.decode("All", b"\x19" + bytes(6) + b"\xf0\x3f").points, [1.0])

    def test_what_is_not_known_is_passed_over(self):
        later = b"\xc0\x3e\x05" + b"\xc2\x3e\x01x" + b"\xc1\x3e" + bytes(8) + b"\xc5\x3e" + bytes(4)
        self.assertEqual(self.schema.decode("Part", later + b"\x08\x07" + later), Message(number=7))
        self.assertEqual(self.schema.decode("All", b"\x30\x09").colour, 9, "a value of a later version")

    def test_mistakes_are_told(self):
        with self.assertRaisesRegex(ValueError, "Part has no field 'size': number"):
            self.schema.encode("Part", {"size": 1})
        with self.assertRaisesRegex(ValueError, "Colour has no value 'GREEN'"):
            self.schema.encode("All", {"colour": "GREEN"})
        with self.assertRaisesRegex(ValueError, "cut short"):
            self.schema.decode("All", b"\x0a\x05hi")

    def test_calls_and_the_one_that_is_set_are_known(self):
        self.assertEqual(self.schema.calls["Draw"], ("Shapes", ("All", "Part")))
        self.assertEqual(self.schema.calls["Ask"], ("Shapes", ("Part", "All")))
        self.assertEqual(Message(part=None, seat=0).which(), ("seat", 0))
        self.assertEqual(Message(part=None).which(), (None, None))

    def test_the_protos_are_read(self):
        protos = sorted((ROOT / "proto" / "referee" / "v1").glob("*.proto"))
        schema = Schema(path.read_text(encoding="utf-8") for path in protos)
        self.assertIn("Play", schema.calls)
        known = {*schema.messages, *schema.enums, *DEFAULTS}
        for name, fields in schema.messages.items():
            self.assertEqual([field for field in fields if field.type not in known], [], name)
        for service, call in schema.calls.values():
            self.assertLessEqual(set(call), set(schema.messages), service)


if __name__ == "__main__":
    unittest.main()
