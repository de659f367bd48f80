#!/usr/bin/env python3
"""A UHP engine that answers with the legal moves in golden/hive.jsonl, which another program
computed."""

import json
import pathlib
import sys

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden" / "hive.jsonl"


def positions():
    """Returns the golden positions by their game strings."""
    lines = (json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    return {line["game_string"]: line for line in lines if line["type"] == "position"}


def main():
    known, moves = positions(), []
    print("id golden", "Mosquito;Ladybug;Pillbug", "ok", sep="\n", flush=True)
    for line in sys.stdin:
        verb, _, rest = line.strip().partition(" ")
        if verb == "exit":
            break
        if verb == "newgame" and rest in known:
            moves = known[rest]["valid_moves"]
            print(rest)
        elif verb == "validmoves":
            print(";".join(moves))
        else:
            print("err unknown command or position")
        print("ok", flush=True)


if __name__ == "__main__":
    main()
