#!/usr/bin/env python3
"""Checks that every line of a record, of a match or a ladder, is as a server sealed and signed it.

usage: verify_record.py [--key PUBLIC] RECORD...      `-` is standard input

This script shares no code with the referee: it was written from docs/records.md and RFC 8032 alone.
It needs only Python 3. PUBLIC is the output of `referee record-key --url URL`. Without --key, any
key may have signed the record, and the script says so.

Exit codes: 0 every record is as it was sealed (and signed by that key), 1 a check failed, 2 a record
cannot be read.
"""

import hashlib
import json
import sys

LABEL = "referee record 1\n"
LADDER_LABEL = "referee ladder 1\n"

# Ed25519, RFC 8032 section 5.1: the field, the order of the base point, the curve, a root of -1.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)


class Unchecked(Exception):
    """The record cannot be read."""


def add(one, other):
    """Returns the sum of two points in extended coordinates (X, Y, Z, T)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    """Returns a point multiplied by a number."""
    total = IDENTITY
    while number > 0:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def same(one, other):
    """Returns whether two points are equal."""
    across = (one[0] * other[2] - other[0] * one[2]) % P
    return across == 0 and (one[1] * other[2] - other[1] * one[2]) % P == 0


def decompress(data):
    """Returns the point encoded in 32 bytes; None for invalid bytes."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


BASE = decompress((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def has_signed(public, text, signature):
    """Returns whether the key `public` signed `text`. Points of small order, which fit many
    texts, are rejected."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, half = decompress(public), decompress(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or half is None or scalar >= L:
        return False
    if same(times(8, key), IDENTITY) or same(times(8, half), IDENTITY):
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % L
    return same(times(scalar, BASE), add(half, times(challenge, key)))


def chain(lines, label=LABEL):
    """Returns the hash chain: the hash of every line, each over the previous hash and the line."""
    hashes, before = [], hashlib.sha256(label.encode("ascii")).digest()
    for line in lines:
        before = hashlib.sha256(before + line.encode("utf-8")).digest()
        hashes.append(before)
    return hashes


def digits(text, count, field):
    """Returns the bytes of this number of hexadecimal digits in lower case."""
    if len(text) != 2 * count or any(digit not in "0123456789abcdef" for digit in text):
        raise Unchecked(f"seal.{field}: expected {2 * count} hexadecimal digits in lower case")
    return bytes.fromhex(text)


def changed(hashes, seal):
    """Describes the error in the lines before a seal; empty if they are the sealed ones."""
    events, stride = int(seal.get("events", 0)), int(seal.get("stride", 0))
    if stride < 1 or stride & (stride - 1):
        raise Unchecked("seal.stride: expected a power of two")
    marks, head = seal.get("marks", ""), digits(seal.get("head", ""), 32, "head")
    if len(marks) != 8 * (events // stride):
        raise Unchecked("seal.marks: expected 8 hexadecimal digits for every `stride`-th event")
    for place, line_hash in enumerate(hashes[stride - 1 :: stride]):
        mark = marks[8 * place : 8 * place + 8]
        if mark and mark != line_hash.hex()[:8]:
            first, last = place * stride + 1, (place + 1) * stride
            where = f"event {first}" if first == last else f"events {first} to {last}"
            return f"{where} differs from the sealed event: the event was changed or moved"
    if len(hashes) < events:
        return f"event {len(hashes) + 1} is missing: {events} events were sealed, the record has {len(hashes)}: the record was cut"
    if len(hashes) > events:
        return f"event {events + 1} was added: {events} events were sealed, the record has {len(hashes)}"
    if not hashes or hashes[-1] != head:
        return f"the seal after event {events}: its head does not match the chain of events"
    return ""


def check_seal(lines, seal, expected=None):
    """Checks the lines of a match against the seal after them (None if missing). Returns what is
    known of the record's origin, and a sentence about the error (empty without one)."""
    ladder = (seal or {}).get("ladderId", "")
    label = LADDER_LABEL if ladder else LABEL
    hashes = chain(lines, label)
    wrong = changed(hashes, seal) if seal is not None else ""
    if wrong:
        return "", wrong
    public = (seal or {}).get("publicKey", "")
    if not public:
        if expected:
            return "", f"after event {len(hashes)}: no signature, expected one of {expected}"
        return ("sealed, but not signed" if seal is not None else "no seal") + ": its origin was not checked", ""
    match_id = (json.loads(lines[0]).get("matchOpened") or {}).get("matchId", "unknown")
    what = f"ladder {ladder}" if ladder else f"match {match_id}"
    text = f"{label}{what}\nevents {len(hashes)}\nhead {hashes[-1].hex()}\n".encode("ascii")
    signature = digits(seal.get("signature", ""), 64, "signature")
    if not has_signed(digits(public, 32, "publicKey"), text, signature):
        return "", f"the seal after event {len(hashes)}: the signature of {public} does not match these events"
    if expected and public != expected:
        return "", f"the seal after event {len(hashes)}: signed by {public}, not by {expected}"
    return f"signed by {public}" + ("" if expected else ": whose key that is was not checked"), ""


def matches(source):
    """Returns the lines of each match of a record, which begin with its opening, and its seal,
    None without one."""
    found = []
    for number, line in enumerate(source, 1):
        line = line.strip()
        if not line:
            continue
        try:
            read = json.loads(line)
        except ValueError as error:
            raise Unchecked(f"line {number}: not JSON: {error}") from error
        if not isinstance(read, dict):
            raise Unchecked(f"line {number}: not an event")
        if "seal" in read:
            if not found or found[-1][1] is not None:
                raise Unchecked(f"line {number}: a seal behind no events")
            found[-1] = (found[-1][0], read["seal"])
            continue
        if "matchOpened" in read or not found or found[-1][1] is not None:
            found.append(([], None))
        found[-1][0].append(line)
    if not found:
        raise Unchecked("no event")
    return found


def check_file(name, expected=None):
    """Checks the matches of a file, prints a line for each, and returns the exit code."""
    code = 0
    try:
        with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
            for lines, seal in matches(file):
                origin, wrong = check_seal(lines, seal, expected)
                code = max(code, 1 if wrong else 0)
                print(f"{name}: {'FAILED: ' + wrong if wrong else f'{len(lines)} events, {origin}'}")
    except (Unchecked, OSError, UnicodeDecodeError) as error:
        print(f"{name}: cannot be checked: {error}", file=sys.stderr)
        return 2
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        print(f"{name}: cannot be checked: not a record: {error!r}", file=sys.stderr)
        return 2
    return code


def arguments(words):
    """Returns the requested key, None without one, and the files."""
    if words[:1] == ["--key"] and len(words) >= 2:
        digits(words[1], 32, "publicKey")
        return words[1], words[2:]
    return None, words


def main(check=check_file, usage=__doc__, words=None):
    try:
        key, names = arguments(sys.argv[1:] if words is None else words)
    except Unchecked:
        print("--key: expected 64 hexadecimal digits in lower case", file=sys.stderr)
        return 2
    if not names or names[0].startswith("--"):
        print(usage.strip(), file=sys.stderr)
        return 2
    return max([check(name, key) for name in names])


if __name__ == "__main__":
    sys.exit(main())
