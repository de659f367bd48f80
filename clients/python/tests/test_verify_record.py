"""Run with `python3 -m unittest discover clients/python/tests`."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import verify_record as verifier

GOLDEN = pathlib.Path(__file__).parents[3] / "golden" / "signed-record.jsonl"
KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
STRANGER = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
EVENTS = 26

# Test vectors of RFC 8032, section 7.1: public key, text, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def run(lines, key=KEY):
    """Returns the exit code for a file of these lines, and the whole output."""
    said = io.StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
        file.flush()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return verifier.check_file(file.name, key), said.getvalue()


class Ed25519(unittest.TestCase):
    def test_the_vectors_of_the_standard(self):
        for public, text, signature in VECTORS:
            public, text, signature = (bytes.fromhex(part) for part in (public, text, signature))
            self.assertTrue(verifier.has_signed(public, text, signature))
            self.assertFalse(verifier.has_signed(public, text + b"!", signature))
            for place in (0, 31, 32, 62):
                forged = bytearray(signature)
                forged[place] ^= 1
                self.assertFalse(verifier.has_signed(public, text, bytes(forged)), place)

    def test_weak_signatures_are_rejected(self):
        public, text, signature = (bytes.fromhex(part) for part in VECTORS[1])
        scalar = int.from_bytes(signature[32:], "little") + verifier.L
        self.assertFalse(verifier.has_signed(public, text, signature[:32] + scalar.to_bytes(32, "little")))
        identity = (1).to_bytes(32, "little")
        self.assertFalse(verifier.has_signed(identity, text, identity + bytes(32)))
        self.assertFalse(verifier.has_signed(public, text, b""))
        self.assertFalse(verifier.has_signed(b"\xff" * 32, text, signature))


class VerifyRecord(unittest.TestCase):
    def setUp(self):
        self.lines = GOLDEN.read_text(encoding="utf-8").splitlines()

    def refused(self, lines, where, key=KEY):
        code, said = run(lines, key)
        self.assertEqual((code, f"FAILED: {where}" in said), (1, True), said)

    def test_a_signed_record_passes(self):
        code, said = run(self.lines)
        self.assertEqual((code, said.endswith(f": {EVENTS} events, signed by {KEY}\n")), (0, True), said)
        code, said = run(self.lines, None)
        self.assertEqual((code, "was not checked" in said), (0, True), said)
        self.assertEqual(run(self.lines + self.lines)[0], 0, "one after the other")

    def test_another_key_is_refused(self):
        self.refused(self.lines, f"the seal after event {EVENTS}: signed by {KEY}, not by {STRANGER}", STRANGER)
        renamed = self.lines[:-1] + [self.lines[-1].replace(KEY, STRANGER)]
        self.refused(renamed, f"the seal after event {EVENTS}: the signature of", STRANGER)

    def test_a_cut_record_is_refused(self):
        for kept in range(1, EVENTS):
            self.refused(self.lines[:kept] + self.lines[-1:], f"event {kept + 1} is missing")
            self.refused(self.lines[:kept], f"after event {kept}: no signature")
        self.refused(self.lines[:-1] + [self.lines[-2], self.lines[-1]], f"event {EVENTS + 1} was added")

    def test_changed_and_exchanged_events_are_named(self):
        for place in range(EVENTS):
            changed = list(self.lines)
            changed[place] = changed[place].replace('"seq"', ' "seq"', 1)
            self.refused(changed, f"event {place + 1} differs from the sealed event")
        for place in range(1, EVENTS - 1):
            exchanged = list(self.lines)
            exchanged[place : place + 2] = exchanged[place + 1], exchanged[place]
            self.refused(exchanged, f"event {place + 1} differs from the sealed event")

    def test_a_chain_that_was_made_anew_has_no_signature(self):
        lines = self.lines[:24] + self.lines[25:-1]
        hashes = verifier.chain(lines)
        seal = json.loads(self.lines[-1])["seal"]
        marks = "".join(line_hash.hex()[:8] for line_hash in hashes)
        seal.update(events=str(len(lines)), head=hashes[-1].hex(), marks=marks)
        self.refused(lines + [json.dumps({"seal": seal})], f"the seal after event {len(lines)}: the signature of")
        seal["marks"] = json.loads(self.lines[-1])["seal"]["marks"][: 8 * len(lines)]
        self.refused(lines + [json.dumps({"seal": seal})], "event 25 differs from the sealed event")

    def test_what_is_not_signed_or_not_sealed_says_so(self):
        seal = json.loads(self.lines[-1])["seal"]
        for field in ("publicKey", "signature"):
            del seal[field]
        unsigned = self.lines[:-1] + [json.dumps({"seal": seal})]
        for lines, word in ((unsigned, "not signed"), (self.lines[:-1], "no seal")):
            code, said = run(lines, None)
            self.assertEqual((code, word in said), (0, True), said)
            self.refused(lines, f"after event {EVENTS}: no signature")

    def test_what_cannot_be_read_is_not_passed(self):
        stride = self.lines[:-1] + [self.lines[-1].replace('"stride":"1"', '"stride":"3"')]
        twice = self.lines + self.lines[-1:]
        for lines in ([], ["nonsense"], ["[]"], self.lines[-1:], stride, twice, ['{"seal": 1}']):
            self.assertEqual(run(lines)[0], 2, lines)
        self.assertEqual(verifier.check_file("/nowhere/at/all"), 2)


if __name__ == "__main__":
    unittest.main()
