#!/usr/bin/env python3
"""Checks every deal of a record of Honest John against the seed that the match committed to.

usage: verify_deals.py [--key PUBLIC] [--seed SEED] RECORD...      `-` is standard input

A record of a match with shared deals withholds the seed. The tournament shows the seed when all of
these matches are over: pass it as --seed.

This script shares no code with the referee: it was written from docs/fair-deals.md alone. It needs
only Python 3, and verify_record.py in the same directory, which checks the seal of each record and,
with --key, its signature (docs/records.md).

Exit codes: 0 every deal follows from the seed, and the record is as it was sealed, 1 a check failed,
2 a record cannot be read or checked.
"""

import functools
import hashlib
import hmac
import json
import sys

import verify_record
from verify_record import Unchecked

LABEL = "referee fair deals 1"


def keyed(key, text):
    """Returns the HMAC-SHA-256 of a text in ASCII."""
    return hmac.new(key, text.encode("ascii"), hashlib.sha256).digest()


def match_key(seed, deal_id, nonces):
    """Returns the key from which all keys of a match are made. `nonces` has a text for every
    seat, empty without a nonce."""
    return keyed(seed, "".join(line + "\n" for line in [LABEL, deal_id, *nonces]))


def numbers(step_key):
    """Yields the numbers of one outcome of chance without end, each of 64 bits."""
    count = 0
    while True:
        block = keyed(step_key, f"block {count}")
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "little")
        count += 1


def below(source, end):
    """Returns a number below `end`. Numbers in the last, incomplete multiple of `end` are
    dropped."""
    limit = 2**64 - 2**64 % end
    return next(number for number in source if number < limit) % end


def shuffle(source, items):
    """Swaps every place, from the last down to the second, with itself or a random place before
    it."""
    for place in range(len(items) - 1, 0, -1):
        other = below(source, place + 1)
        items[place], items[other] = items[other], items[place]


def deal(step_key, top):
    """Returns the whole set up to [top-top], in the order in which it is dealt."""
    tiles = [f"{high}-{low}" for high in range(top, -1, -1) for low in range(high, -1, -1)]
    shuffle(numbers(step_key), tiles)
    return "deal " + ",".join(tiles)


def set_of(opened):
    """Returns the maximum pips on half a tile."""
    top = opened.get("options", {}).get("set", "9")
    if opened.get("game") != "honest_john" or top not in ("9", "12", "18"):
        raise Unchecked(f"expected a match of honest_john with a set of 9, 12 or 18, got {opened.get('game')!r}, {top!r}")
    return int(top)


def seed_of(opened, ended, withheld=None):
    """Returns the seed that was committed and revealed, in the record or elsewhere, and a
    sentence about the error, empty if the seed fits."""
    luck = opened.get("luck", {})
    promised, shown = luck.get("commitment"), ended.get("seed")
    if promised is None:
        raise Unchecked("no seed was promised when the match opened")
    if luck.get("isWithheld") and shown is None:
        if withheld is None:
            raise Unchecked("the record withholds the seed: its tournament shows it, --seed takes it")
        shown = withheld
    if shown is None:
        raise Unchecked("the match is not over: its seed is not shown yet")
    try:
        seed = bytes.fromhex(shown)
    except ValueError as error:
        raise Unchecked(f"the seed is not hexadecimal: {error}") from error
    wrong = "" if hashlib.sha256(seed).hexdigest() == promised else "the seed is not the one that was promised"
    return seed, wrong


def check(events, withheld=None):
    """Checks a match by its seed, or by the given one if the record withholds it. Returns the
    number of deals and a sentence for each error."""
    opened = events[0].get("matchOpened")
    if opened is None:
        raise Unchecked("the first event is not the opening")
    top = set_of(opened)
    ended = next((event["matchEnded"] for event in events if "matchEnded" in event), {})
    seed, wrong = seed_of(opened, ended, withheld)
    sentences = [wrong] if wrong else []
    nonces = [""] * len(opened.get("players", []))
    deals = 0
    for event in events:
        if "nonceGiven" in event:
            given = event["nonceGiven"]
            if deals:
                sentences.append(f"event {event['seq']}: a nonce that came after the first deal")
            nonces[given.get("seat", 0)] = given.get("nonce", "")
        if "chanceResolved" in event:
            came = event["chanceResolved"]
            place = f"round {came.get('round', 0)} ply {came.get('ply', 0)}"
            key = match_key(seed, opened["luck"].get("dealId", opened["matchId"]), nonces)
            deals += 1
            if came.get("notation") != deal(keyed(key, place), top):
                sentences.append(f"event {event['seq']}, {place}: the deal is not the one that the seed gives")
    return deals, sentences


def check_file(name, key=None, withheld=None):
    """Checks the matches of a file, prints a line or more for each, and returns the exit code."""
    code = 0
    try:
        with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
            for lines, seal in verify_record.matches(file):
                events = [json.loads(line) for line in lines]
                deals, sentences = check(events, withheld)
                origin, wrong = verify_record.check_seal(lines, seal, key)
                sentences += [wrong] if wrong else []
                code = max(code, 1 if sentences else 0)
                match_id = events[0]["matchOpened"]["matchId"]
                for sentence in sentences or [f"{deals} deals follow from the seed; {origin}"]:
                    print(f"{name}: match {match_id}: {'FAILED: ' if sentences else ''}{sentence}")
    except (Unchecked, OSError, UnicodeDecodeError) as error:
        print(f"{name}: cannot be checked: {error}", file=sys.stderr)
        return 2
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        print(f"{name}: cannot be checked: not a record: {error!r}", file=sys.stderr)
        return 2
    return code


def main():
    words, withheld = sys.argv[1:], None
    if "--seed" in words[:-1]:
        at = words.index("--seed")
        withheld = words[at + 1]
        del words[at : at + 2]
    return verify_record.main(functools.partial(check_file, withheld=withheld), __doc__, words)


if __name__ == "__main__":
    sys.exit(main())
