"""Run with `python3 -m unittest discover clients/python/tests`."""

import contextlib
import hashlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import verify_deals as verifier

SEED = bytes(range(32))
NONCES = ["", "abc", "", "", ""]


def record(deals, seed=SEED, nonces=NONCES, promised=SEED, version="1", **luck):
    """Returns the lines of a record with these deals; each deal is a round and a notation."""
    luck = {"commitment": hashlib.sha256(promised).hexdigest(), **luck}
    opened = {"matchId": "example", "game": "honest_john", "players": list("abcde"), "luck": luck}
    events = [{"matchOpened": {**opened, "options": {"version": version, "set": "9"}}}]
    events += [{"nonceGiven": {"seat": seat, "nonce": nonce}} for seat, nonce in enumerate(nonces) if nonce]
    events += [{"chanceResolved": {"round": number, "notation": notation}} for number, notation in deals]
    events += [{"matchEnded": {} if luck.get("isWithheld") else {"seed": seed.hex()}}] if seed else []
    return [json.dumps({"seq": str(seq), **event}) + "\n" for seq, event in enumerate(events, 1)]


def honest(number):
    key = verifier.match_key(SEED, "example", NONCES)
    return number, verifier.deal(verifier.keyed(key, f"round {number} ply 0"), 9)


def run(lines, withheld=None):
    """Returns the exit code for a file of these lines, and the whole output."""
    said = io.StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(lines)
        file.flush()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return verifier.check_file(file.name, withheld=withheld), said.getvalue()


class VerifyDeals(unittest.TestCase):
    def test_the_page_and_the_script_agree(self):
        page = (pathlib.Path(__file__).parents[3] / "docs" / "fair-deals.md").read_text(encoding="utf-8")
        self.assertIn(honest(1)[1].removeprefix("deal "), page)
        self.assertIn(verifier.match_key(SEED, "example", NONCES).hex(), page)

    def test_honest_deals_pass(self):
        code, said = run(record([honest(1), honest(2)]))
        self.assertEqual((code, "2 deals follow from the seed" in said), (0, True), said)

    def test_a_seed_that_is_withheld_comes_from_elsewhere(self):
        lines = record([honest(1)], isWithheld=True)
        code, said = run(lines)
        self.assertEqual((code, "--seed takes it" in said), (2, True), said)
        code, said = run(lines, SEED.hex())
        self.assertEqual((code, "1 deals follow from the seed" in said), (0, True), said)
        code, said = run(lines, bytes(32).hex())
        self.assertEqual((code, "not the one that was promised" in said), (1, True), said)

    def test_what_was_changed_is_named(self):
        number, deal = honest(2)
        tiles = deal.split(",")
        tiles[-1], tiles[-2] = tiles[-2], tiles[-1]
        code, said = run(record([honest(1), (number, ",".join(tiles))]))
        self.assertEqual((code, "round 2 ply 0" in said, "round 1" in said), (1, True, False), said)
        code, said = run(record([honest(1)], nonces=["", "abd", "", "", ""]))
        self.assertEqual((code, "round 1 ply 0" in said), (1, True), said)
        code, said = run(record([honest(1)], promised=bytes(32)))
        self.assertEqual((code, "not the one that was promised" in said), (1, True), said)
        lines = record([honest(1)])
        code, said = run([lines[0], lines[2], lines[1], lines[3]])
        self.assertEqual((code, "after the first deal" in said), (1, True), said)

    def test_what_cannot_be_checked_is_not_passed(self):
        for lines in ([], ["nonsense"], ["[]"], ["{}"], record([honest(1)], seed=None), ['{"matchOpened": {"game": "go"}}']):
            self.assertEqual(run(lines)[0], 2, lines)
        self.assertEqual(verifier.check_file("/nowhere/at/all"), 2)

    def test_numbers_below_an_end_are_even(self):
        source = verifier.numbers(bytes(32))
        counts = [0] * 5
        for _ in range(5000):
            counts[verifier.below(source, 5)] += 1
        self.assertTrue(all(900 < count < 1100 for count in counts), counts)
        highest = iter([2**64 - 1, 7])
        self.assertEqual(verifier.below(highest, 5), 2, "the last, incomplete multiple is thrown away")


if __name__ == "__main__":
    unittest.main()
