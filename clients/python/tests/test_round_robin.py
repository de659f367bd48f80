"""Run with `python3 -m unittest discover clients/python/tests`."""

import collections
import faulthandler
import itertools
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

from referee_client import Client, messages
from server import Server

EXAMPLE = pathlib.Path(__file__).parents[1] / "examples" / "round_robin.py"
NAMES = ["ann", "bob", "cat", "dan"]
PATIENCE = 300


def play(client, go):
    """Plays the first legal move of every turn; waits before each move until `go` is set."""
    bot = client.seats(max_matches=2)
    for kind, said in bot:
        if kind == "turn":
            go.wait()
            bot.answer(said, said.legal[0])


class RoundRobin(unittest.TestCase):
    def setUp(self):
        # A test that hangs prints where it hangs.
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)

    def start(self, url, token):
        return subprocess.Popen(
            [sys.executable, EXAMPLE, url, token, "cup", "kamisado", *NAMES], stdout=subprocess.PIPE, text=True
        )

    def test_it_is_killed_twice_and_plays_every_match_once(self):
        with tempfile.TemporaryDirectory() as data:
            with Server("--data", data) as server:
                token = Client(server.url).register("hostess").token
            with Server("--data", data, "--arbiter", "hostess") as server:
                self.play_on(server, token)

    def play_on(self, server, token):
        go = threading.Event()
        for name in NAMES:
            client = Client(server.url).register(name)
            client.grant_consent("cup")
            threading.Thread(target=play, args=(client, go), daemon=True).start()
        ended = (result for result in Client(server.url).results(contest={"tournament_id": "cup"}) if result)
        seen = []
        for kills in (2, 5):
            running = self.start(server.url, token)
            go.set()
            seen += itertools.islice(ended, kills - len(seen))
            # The matches are open but make no progress, so the program is killed in the middle of
            # them.
            go.clear()
            running.kill()
            self.assertNotEqual(running.wait(), 0)
            running.stdout.close()
        running = self.start(server.url, token)
        go.set()
        said, _ = running.communicate()
        self.assertEqual(running.returncode, 0)
        seen += itertools.islice(ended, 12 - len(seen))

        occasions = [(result.summary.occasion.encounter, result.summary.occasion.pairing) for result in seen]
        self.assertEqual(sorted(occasions), [(number, pairing) for number in range(6) for pairing in range(2)])
        pairs = [tuple(result.summary.players) for result in seen]
        self.assertEqual(sorted(pairs), sorted(itertools.permutations(NAMES, 2)), "everybody on each seat against everybody")
        asked = messages.ListMatchesRequest(page_size=100)
        opened = Client(server.url).matches.ListMatches(asked).matches
        self.assertEqual(len(opened), 12, "and no other match was opened")
        table = [line.split() for line in said.splitlines()]
        self.assertEqual(sorted(player for _, player, _ in table), NAMES)
        points = {player: float(points) for _, player, points in table}
        self.assertEqual(list(points.values()), sorted(points.values(), reverse=True), "the best first")
        for rank, player, _ in table:
            self.assertEqual(int(rank), 1 + sum(others > points[player] for others in points.values()))
        won = collections.Counter()
        for result in seen:
            places = result.summary.verdict.places
            for player, place in zip(result.summary.players, places):
                won[player] += 0.5 if places == [1, 1] else place == 1
        self.assertEqual(points, {player: won[player] for player in points}, "what the results come to")


if __name__ == "__main__":
    unittest.main()
