"""Runs a round robin on a server by its API alone: each player against each other, once on each seat.

    python3 round_robin.py http://127.0.0.1:7171 TOKEN spring kamisado ann bob cat dan

The token is a host's (`referee serve --arbiter NAME`); the players accept such matches (`referee player accept`, `referee join`) or have agreed to
the tournament (`Client.grant_consent`). It keeps nothing itself: kill it whenever you like and run it again, and every match is played
exactly once, since the server knows each by its occasion.
"""

import itertools
import sys
import time

from referee_client import Client, ConnectionLost, Refused

#: What a match waits for that cannot be opened just now: a player with a free seat, a server that is back.
LATER = {"BOT_UNAVAILABLE", "LIMIT", "STARTING", "STOPPING", "STORE_UNAVAILABLE"}
#: How long to wait until the server is tried again, in seconds.
PAUSE = 1


def schedule(host, name, game, players, opened):
    """Creates every match that can be opened now and is not open yet; existing ones are returned."""
    for number, pair in enumerate(itertools.combinations(players, 2)):
        for pairing, seats in enumerate((pair, pair[::-1])):
            if (number, pairing) in opened:
                continue
            try:
                occasion = {"contest": {"tournament_id": name}, "encounter": number, "pairing": pairing}
                opened[number, pairing] = host.create(game, seats, occasion=occasion)
            except Refused as no:
                if no.reason not in LATER and not no.field.startswith("accepts.max_matches"):
                    raise


def run(host, name, game, players):
    """Plays the whole tournament and returns its standings."""
    opened, over = {}, set()
    wanted = len(players) * (len(players) - 1)
    schedule(host, name, game, players, opened)
    for result in host.results(contest={"tournament_id": name}):
        schedule(host, name, game, players, opened)
        if result and any(result.summary.match_id == match.match_id for match in opened.values()):
            over.add(result.summary.match_id)
        if len(over) == wanted:
            break
    # Any host may label matches with this tournament; only this host's matches count.
    host_name = next(iter(opened.values())).created_by
    return host.standings(contest={"tournament_id": name}, by_results={"game": game, "created_by": host_name}).results.rows


def main(url, token, name, game, *players):
    while True:
        try:
            for row in run(Client(url, token), name, game, players):
                print(row.rank, row.player, row.points)
            return
        except ConnectionLost:
            time.sleep(PAUSE)


if __name__ == "__main__":
    if len(sys.argv) < 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
