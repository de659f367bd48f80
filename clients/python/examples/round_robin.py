"""Runs a round robin by the API of a server: each pair plays two matches, with swapped seats.

    python3 round_robin.py http://127.0.0.1:7171 TOKEN spring kamisado ann bob cat dan

The token belongs to a host (`referee serve --arbiter NAME`). The players accept such matches
(`referee player accept`, `referee join`) or have agreed to the tournament (`Client.grant_consent`).
The program stores nothing itself: kill it whenever you like and run it again. Every match is played
exactly once, because the server recognises each match by its occasion.
"""

import itertools
import sys
import time

from referee_client import Client, ConnectionLost, Refused

#: Reasons why the server cannot open a match yet, for example because a player has no free seat.
LATER = {"BOT_UNAVAILABLE", "LIMIT", "STARTING", "STOPPING", "STORE_UNAVAILABLE"}
#: Delay before the program contacts the server again, in seconds.
PAUSE = 1


def schedule(host, name, game, players, opened):
    """Creates every match that can be opened now and is not in `opened`; for an existing match,
    the server returns that match."""
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
