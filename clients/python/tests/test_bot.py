"""Tests of a bot: the same class on stdio and on a server, with cut connections and restarts."""

import asyncio
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import grpc
from bots import ASYNC_BOT, LOOP, PATIENCE, Playing, Recorder, open_match, run
from proxy import Proxy
from referee_client import Action, AsyncClient, Bot, Client, ConnectionLost, Move, Refused, messages
from server import ROOT, Server, program

EXAMPLES = ROOT / "clients" / "python" / "examples"
class OnStdio(unittest.TestCase):
    """Matches of `referee play`."""

    def setUp(self):
        self.directory = self.enterContext(tempfile.TemporaryDirectory())

    def enterContext(self, context):
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def against_random(self, game, bot, *more):
        """Plays a bot against one or more random bots; returns the report."""
        words = [program(), "play", game, "-e", f"{sys.executable} {bot}", "--record", self.directory, "--json", *more]
        done = run(*words, "-e", f"{program()} bot random")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout.splitlines()[-1])["summary"]

    def test_the_example_plays_every_game(self):
        others = ["-e", f"{program()} bot random"] * 2
        for game, more in (("kamisado", []), ("dvonn", []), ("hive", []), ("honest_john", others)):
            with self.subTest(game):
                matches = "4" if more else "2"
                report = self.against_random(game, EXAMPLES / "any_move.py", "-m", matches, "--max-plies", "40", *more)
                self.assertEqual((report["matches"], report["lostSeats"]), (int(matches), {}))

    def test_the_example_passes_the_check(self):
        done = run(program(), "check", f"{sys.executable} {EXAMPLES / 'any_move.py'}")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("The engine speaks the protocol.", done.stdout)

    def test_a_bot_may_be_asynchronous_and_print(self):
        bot = pathlib.Path(self.directory, "sleeper.py")
        bot.write_text(ASYNC_BOT)
        report = self.against_random("kamisado", bot, "-m", "2")
        self.assertEqual((report["matches"], report["lostSeats"]), (2, {}))

    def test_a_bot_that_fails_says_why(self):
        bot = pathlib.Path(self.directory, "broken.py")
        bot.write_text(ASYNC_BOT.replace("await asyncio.sleep(0.001)", "raise ValueError('this is why')"))
        lines = "referee 1\nnewmatch kamisado match_id m1\n" + '{"go":{"turnId":"4","legal":["e8e4"]}}\n'
        with subprocess.Popen([sys.executable, bot], stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as running:
            running.stdin.write(lines)
            running.stdin.flush()
            # The input is still open, so the bot has ended by itself.
            self.assertEqual(running.wait(PATIENCE), 1)
            self.assertIn("ValueError: this is why", running.stderr.read())

    def test_one_ply_plays_every_game(self):
        for game in ("kamisado", "dvonn", "hive"):
            with self.subTest(game):
                report = self.against_random(game, EXAMPLES / "one_ply.py", "-m", "1", "--max-plies", "10")
                self.assertEqual((report["matches"], report["lostSeats"]), (1, {}))

    def test_one_ply_sees_what_wins(self):
        lines = (
            "referee 1",
            '{"newmatch":{"game":"kamisado","matchId":"m1","players":["a","b"],"options":["length=single"]}}',
            '{"position":{"start":"1bupyrgn/8/8/8/8/o6O/8/1NGRYPUB b o - -","round":1,"points":[0,0]}}',
            '{"go":{"turnId":"4","round":1,"legal":["a3a2","a3b2","a3a1"]}}',
        )
        environment = {**os.environ, "REFEREE": str(program())}
        words = [sys.executable, EXAMPLES / "one_ply.py"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as running:
            print(*lines, sep="\n", file=running.stdin, flush=True)
            answers = [json.loads(running.stdout.readline()) for _ in range(3)]
            running.stdin.close()
        self.assertEqual(answers[2], {"bestmove": {"notation": "a3a1", "turnId": "4"}})

    def test_a_program_that_answers_a_prompt_plays(self):
        answerer = pathlib.Path(self.directory, "model.sh")
        answerer.write_text("sed -n 's/^Legal moves: \\([^,]*\\).*/I choose \\1./p'\n")
        report = self.against_random("kamisado", f"{EXAMPLES / 'prompt.py'} sh {answerer}", "-m", "2", "-o", "length=single")
        self.assertEqual((report["matches"], report["lostSeats"]), (2, {}))

    def test_a_uci_engine_plays(self):
        engine = pathlib.Path(self.directory, "engine.py")
        engine.write_text(
            "import sys\n"
            "for line in sys.stdin:\n"
            "    words = line.split()\n"
            "    if words[0] == 'uci': print('id name U\\nuciok', flush=True)\n"
            "    if words[0] == 'isready': print('readyok', flush=True)\n"
            "    if words[0] == 'go':\n"
            "        assert 'wtime' in words and 'binc' in words\n"
            "        print('info depth 1 score cp 7 pv x\\nbestmove', words[-1], flush=True)\n"
        )
        more = ["-m", "2", "--tc", "10+1"]
        report = self.against_random("kamisado", f"{EXAMPLES / 'uci.py'} {sys.executable} {engine}", *more)
        self.assertEqual((report["matches"], report["lostSeats"]), (2, {}))


class OnAServer(unittest.TestCase):
    """Matches on a server."""

    def check_record(self, me, bot, match_id):
        """Checks that the record has one move for each turn of the bot."""
        events = [json.loads(line) for line in me.record(match_id).splitlines()]
        moves = [event for event in events if event.get("movePlayed", {}).get("seat", 0) == 0 and "movePlayed" in event]
        turns = collections.Counter(turn_id for _, turn_id in bot.asked)
        self.assertEqual(set(turns.values()), {1}, "asked once about each turn")
        self.assertEqual(len(moves), len(turns))

    def test_cut_connections_lose_nothing(self):
        with Server() as server, Proxy(server.url) as proxy:
            me = Client(server.url).register("recorder")
            bot = Recorder()
            playing = Playing(bot, proxy.url, me.token, until_ended=1)
            match_id = open_match(me, "recorder", length="long")
            for _ in range(8):
                time.sleep(0.3)
                proxy.cut()
            (result,) = playing.results()
            self.assertEqual((result.match_id, result.termination, result.players), (match_id, "normal", ("recorder", "house-random")))
            self.assertGreater(proxy.accepted, 4)
            self.check_record(me, bot, match_id)

    def test_a_killed_server_costs_nothing(self):
        with tempfile.TemporaryDirectory() as data, Proxy("http://127.0.0.1:1") as proxy:
            with Server("--data", data) as server:
                proxy.target = server.url
                me = Client(server.url).register("recorder")
                bot = Recorder()
                playing = Playing(bot, proxy.url, me.token, until_ended=1)
                match_id = open_match(me, "recorder", length="long")
                self.assertTrue(bot.has_moved.wait(PATIENCE))
            # The server was killed during the match.
            proxy.cut()
            time.sleep(0.5)
            self.assertFalse(playing.future.done())
            with Server("--data", data) as server:
                proxy.target = server.url
                (result,) = playing.results()
                self.assertEqual((result.match_id, result.termination), (match_id, "normal"))
                self.check_record(Client(server.url), bot, match_id)

    def test_a_replaced_connection_does_not_come_back(self):
        with Server() as server:
            me = Client(server.url).register("recorder")
            first = Playing(Recorder(), server.url, me.token)
            time.sleep(1)
            bot = Recorder()
            second = Playing(bot, server.url, me.token, until_ended=1)
            with self.assertRaises(Refused) as replaced:
                first.results()
            self.assertEqual(replaced.exception.reason, "REPLACED")
            open_match(me, "recorder", length="single")
            self.assertEqual(len(second.results()), 1)

    def test_a_choice_that_is_late_is_dropped(self):
        with Server() as server:
            ann, bob = Client(server.url).register("recorder"), Client(server.url).register("bob")
            bot = Recorder(seconds=1)
            playing = Playing(bot, server.url, ann.token, until_ended=1)
            bob.accept(unlimited=True)
            seats = bob.seats()
            match_id = None
            while match_id is None:
                try:
                    match_id = ann.create("kamisado", ["recorder", "bob"], "60+1").match_id
                except Refused:
                    time.sleep(0.1)
            while not bot.asked:
                time.sleep(0.01)
            seats.resign(match_id)
            (result,) = playing.results()
            self.assertEqual((result.termination, result.caused_by, result.places), ("resignation", 1, (1, 2)))
            seats.close()

    def test_actions_and_offers(self):
        class Offering(Bot):
            def choose(self, turn):
                return Move(turn.legal[0], offer_draw=True)

        class Accepting(Bot):
            def choose(self, turn):
                return Action.ACCEPT_DRAW if turn.draw_offered else turn.legal[0]

        class Resigning(Bot):
            def choose(self, turn):
                return Action.RESIGN

        with Server() as server:
            ann, bob = Client(server.url).register("ann"), Client(server.url).register("bob")
            for second, word in ((Accepting(), "draw_agreed"), (Resigning(), "resignation")):
                for player in (ann, bob):
                    player.accept(max_matches=1)
                bots = [Playing(Offering(), server.url, ann.token, until_ended=1), Playing(second, server.url, bob.token, until_ended=1)]
                opened = None
                while opened is None:
                    try:
                        opened = ann.create("hive", ["ann", "bob"], "60+1")
                    except Refused as refused:
                        self.assertEqual(refused.reason, "BOT_UNAVAILABLE")
                        time.sleep(0.05)
                for playing in bots:
                    self.assertEqual([result.termination for result in playing.results()], [word])

    def test_a_bot_that_insists_on_a_draw_ends_with_the_refusal(self):
        class Insisting(Bot):
            def choose(self, turn):
                return Action.CLAIM_DRAW

        with Server() as server:
            me = Client(server.url).register("insisting")
            playing = Playing(Insisting(), server.url, me.token)
            open_match(me, "insisting")
            with self.assertRaises(Refused):
                playing.results()

    def test_the_example_passes_the_check(self):
        done = run(program(), "check", "--remote", f"{sys.executable} {EXAMPLES / 'any_move.py'}")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("38 steps: 37 ok, 0 failed, 0 with a warning, 1 skipped.", done.stdout)

    def test_a_bot_of_several_matches_passes_every_step(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = pathlib.Path(folder) / "several.py"
            bot.write_text(
                "import random\n"
                "from referee_client import Bot, run\n"
                "class Several(Bot):\n"
                "    def choose(self, turn): return random.choice(turn.legal)\n"
                "run(Several(), at_once=4)\n"
            )
            done = run(program(), "check", "--remote", f"{sys.executable} {bot}")
        self.assertIn("38 steps: 38 ok, 0 failed, 0 with a warning, 0 skipped.", done.stdout)


class KeepsAlive(unittest.TestCase):
    """A server that pings a bot while the bot thinks."""

    def test_pings_are_answered_while_the_bot_thinks(self):
        thought, pongs = threading.Event(), []

        class Thinker(Bot):
            def choose(self, turn):
                thought.wait(PATIENCE)
                return turn.legal[0]

        def serve(requests, context):
            next(requests)
            yield messages.PlayResponse(welcome=messages.Welcome(player="thinker", protocol_version=1))
            yield messages.PlayResponse(seated=messages.Seated(match_id="m1"))
            yield messages.PlayResponse(turn=messages.Turn(match_id="m1", turn_id=4, game="kamisado", legal=["e8e4"]))
            yield messages.PlayResponse(ping=messages.Ping(nonce=9))
            pongs.append(next(requests).pong.nonce)
            thought.set()
            played = next(requests).command.play_move
            self.assertEqual((played.turn_id, played.notation), (4, "e8e4"))
            verdict = messages.Verdict(termination=messages.TERMINATION_NORMAL, points=[1, 0], places=[1, 2])
            ended = messages.MatchEvent(seq=5, match_ended=messages.MatchEnded(verdict=verdict))
            yield messages.PlayResponse(event=messages.SeatEvent(match_id="m1", event=ended))

        method = grpc.stream_stream_rpc_method_handler(
            serve, messages.PlayRequest.FromString, messages.PlayResponse.SerializeToString
        )
        server = grpc.server(concurrent.futures.ThreadPoolExecutor(2))
        server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler("referee.v1.MatchService", {"Play": method})])
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        self.addCleanup(server.stop, None)
        (result,) = Playing(Thinker(), f"http://127.0.0.1:{port}", "token", until_ended=1).results()
        self.assertEqual((pongs, result.termination, result.places), ([9], "normal", (1, 2)))


class Asynchronous(unittest.TestCase):
    """The calls of `AsyncClient`."""

    def test_calls_are_those_of_the_client(self):
        def public(of):
            return {name for name in vars(of) if not name.startswith("_")}

        self.assertEqual(public(AsyncClient), public(Client))

    def test_calls_and_streams_are_awaited(self):
        async def calls(url):
            me = await AsyncClient(url).register("ann")
            await me.check_token()
            opened = await me.create("kamisado", ["house-random"] * 2, "60+1", options={"length": "single"})
            events = [event async for event in me.watch(opened.match_id)]
            self.assertTrue(events[-1].HasField("match_ended"))
            self.assertEqual((await me.match(opened.match_id)).summary.verdict, events[-1].match_ended.verdict)
            self.assertEqual(len((await me.record(opened.match_id)).splitlines()), events[-1].seq + 1)
            sought = await me.seek("kamisado", keep=True)
            self.assertEqual([open.challenge_id for open in await me.open_challenges()], [sought.challenge_id])
            self.assertEqual([token.name async for token in me.list_tokens()], ["first"])
            with self.assertRaises(Refused) as unknown:
                await me.tournament("no-cup")
            self.assertEqual(unknown.exception.reason, "UNKNOWN_TOURNAMENT")
            with self.assertRaises(Refused) as unknown:
                await me.ladder("no-ladder")
            self.assertEqual(unknown.exception.reason, "UNKNOWN_LADDER")
            return me

        async def after(client):
            with self.assertRaises(ConnectionLost):
                await AsyncClient(client.url, client.token).check_token()

        with Server() as server:
            me = asyncio.run_coroutine_threadsafe(calls(server.url), LOOP).result(PATIENCE)
            self.assertEqual(list(Client(server.url).list_contests(messages.CONTEST_KIND_LADDER)), [])
        asyncio.run_coroutine_threadsafe(after(me), LOOP).result(PATIENCE)


if __name__ == "__main__":
    unittest.main()
