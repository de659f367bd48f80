"""Reads the golden files of the games as matches and perft tables."""

import dataclasses
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[4]
GOLDEN = ROOT / "golden"
GAMES = ["dvonn", "hive", "honest_john", "kamisado"]
# Start chips of version 1. The cases count the chips from there.
CHIPS = 20


@dataclasses.dataclass
class Match:
    """A match from its opening to its end."""

    name: str
    options: dict
    seats: int
    deals: list
    plays: list
    totals: list


@dataclasses.dataclass
class Perft:
    """The number of lines of 1, 2, 3 ... plies from a position."""

    counting: str
    position: str
    counts: list
    options: dict


def perfts(game):
    for line in (GOLDEN / f"{game}.perft").read_text().splitlines():
        if line and not line.startswith("#"):
            counting, position, counts, *options = line.split(" | ")
            yield Perft(counting, position, list(map(int, counts.split())), dict(o.split("=", 1) for o in options))


def matches(game):
    for line in (GOLDEN / f"{game}.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case["type"] != "position":
            yield READERS[game](case)


def read_dvonn(case):
    plays = [(None, move) for move in case["moves"] if move != "pass"]
    totals = {"W": [1, 0], "B": [0, 1]}.get(case["result"], [0.5, 0.5])
    return Match(case["id"], {}, 2, [], plays, totals)


def read_hive(case):
    expansions = case["game_type"].removeprefix("Base").removeprefix("+")
    moves = enumerate(case["game_string"].split(";")[3:])
    plays = [(ply % 2, move) for ply, move in moves if move != "pass"]
    totals = {"WhiteWins": [1, 0], "BlackWins": [0, 1]}.get(case["result"], [0.5, 0.5])
    return Match(case["id"], {"expansions": expansions, "repetition": "auto"}, 2, [], plays, totals)


def read_honest_john(case):
    options = {"version": case["version"], "set": case["top"], "hand": case["hand_size"]}
    if case["version"] == 1:
        options["rounds"] = case["rounds"]
    deals = ["deal " + ",".join(deal) for deal in case["deals"]]
    chips = CHIPS if case["version"] == 1 else 0
    return Match(case["id"], options, case["players"], deals, case["moves"], [total - chips for total in case["total"]])


def read_kamisado(case):
    plays = [("BW".index(play["side"]), play["move"]) for play in case["log"] if not is_blocked(play["move"])]
    return Match(case["id"], {"length": case["match"]}, 2, [], plays, [case["points"][side] for side in "BW"])


def is_blocked(move):
    return move[:2] == move[2:]


READERS = {"dvonn": read_dvonn, "hive": read_hive, "honest_john": read_honest_john, "kamisado": read_kamisado}
