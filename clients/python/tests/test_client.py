"""Tests of the client against a real server: `cargo build`, `pip install clients/python`, then
`python3 -m unittest discover clients/python/tests`."""

import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

from server import ROOT, Server, host_token

from referee_client import CleartextToken, Client, ConnectionLost, Refused, messages
from referee_client.calls import new_secret
from referee_client.line import WAITING, Line

#: Time after which the tests fail, in seconds.
PATIENCE = 240


def until(bot, wanted, fits=lambda said: True):
    """Returns the first message of this kind that fits; drops the messages before it."""
    return next(said for kind, said in bot if kind == wanted and fits(said))


def event(bot, name):
    """Returns the first event with this name; drops the messages before it."""
    return getattr(until(bot, "event", lambda said: said.event.HasField(name)).event, name)


def answered(bot, request_id):
    """Returns the answer to a command: `accepted`, or the reason why the server refused it."""
    kind, said = next(item for item in bot if getattr(item[1], "request_id", None) == request_id)
    return messages.Reason.Name(said.refusal.reason).removeprefix("REASON_") if kind == "refused" else kind


def word(verdict):
    """Returns the word for how a match ended."""
    return messages.Termination.Name(verdict.termination).removeprefix("TERMINATION_")


class Contests(unittest.TestCase):
    """Ladders and tournaments that the server runs."""

    def test_a_bot_enters_and_leaves(self):
        with tempfile.TemporaryDirectory() as data:
            with Server("--data", data) as server:
                token = Client(server.url).register("hostess").token
            with Server("--data", data, "--arbiter", "hostess") as server:
                host, ann = Client(server.url, token), Client(server.url).register("ann")
                rules = messages.MatchRules(time_controls=["60+1"])
                matches = messages.TournamentMatches(game="kamisado", rules=rules)
                category = messages.LadderCategorySetup(name="kamisado", matches=matches)
                opened = messages.CreateLadderRequest(ladder_id="blitz", name="Blitz", categories=[category])
                host.ladders.CreateLadder(opened, metadata=host.metadata)
                entered = ann.enter_ladder("blitz", categories=["kamisado"], at_once=2)
                self.assertEqual((entered.player, entered.at_once), ("ann", 2))
                self.assertEqual([entrant.player for entrant in ann.ladder("blitz").entrants], ["ann"])
                (listed,) = ann.list_contests(messages.CONTEST_KIND_LADDER)
                self.assertEqual(listed.contest.ladder_id, "blitz")
                left = ann.withdraw_from_ladder("blitz", reason="enough")
                self.assertEqual((left.state, left.reason), (messages.LADDER_ENTRANT_STATE_WITHDRAWN, "enough"))
                with self.assertRaises(Refused) as refused:
                    ann.enter_ladder("blitz", categories=["chess"])
                self.assertEqual(refused.exception.field, "entry.categories[0]")

                rules = messages.TournamentRules(
                    round_robin=messages.RoundRobinFormat(cycles=1), seats=2, matches_per_encounter=2, points_for="POINTS_FOR_GAMES",
                    result_points=[1, 0.5, 0], bye_points=2,
                )
                opened = messages.CreateTournamentRequest(tournament_id="cup", name="Cup", rules=rules, matches=matches)
                host.tournaments.CreateTournament(opened, metadata=host.metadata)
                self.assertEqual(ann.enter_tournament("cup").entrants, 1)
                self.assertEqual(ann.tournament("cup").rules.round_robin.cycles, 1)
                self.assertEqual(ann.withdraw_from_tournament("cup").contest.tournament_id, "cup")
                with self.assertRaises(Refused) as refused:
                    ann.enter_tournament("no-cup")
                self.assertEqual(refused.exception.reason, "UNKNOWN_TOURNAMENT")


class Waiting(unittest.TestCase):
    """The queue of messages to send."""

    def test_closing_a_line_wakes_waiting_senders(self):
        line = Line()
        for number in range(WAITING):
            line.put(number)
        failures = []

        def wait_for_room():
            try:
                line.put(WAITING)
            except ConnectionLost as failure:
                failures.append(failure)

        waiting = threading.Thread(target=wait_for_room, daemon=True)
        waiting.start()
        waiting.join(0.1)
        self.assertTrue(waiting.is_alive(), "a full line has no room")
        line.close()
        waiting.join(10)
        self.assertFalse(waiting.is_alive())
        self.assertEqual((len(failures), list(line)), (1, list(range(WAITING))))


class Conduct(unittest.TestCase):
    """Messages of a bot other than moves."""

    @classmethod
    def setUpClass(cls):
        # A test that hangs prints where it hangs.
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        cls.addClassCleanup(faulthandler.cancel_dump_traceback_later)
        cls.server = Server()
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)
        cls.names = iter(f"bot-{number}" for number in range(1000))

    def enter(self):
        """Registers a new player; returns its client and its stream."""
        name = next(self.names)
        me = Client(self.server.url).register(name)
        me.name = name
        me.accept(unlimited=True, custom_rules=True)
        bot = me.seats(agent="test", max_matches=8)
        self.addCleanup(bot.close)
        self.assertEqual(until(bot, "welcome").player, name)
        return me, bot

    def pair(self, game, **more):
        """Opens a match of two new players; returns the client and the stream of each, and the
        id of the match."""
        (ann, white), (bob, black) = self.enter(), self.enter()
        match_id = ann.create(game, [ann.name, bob.name], **more).match_id
        for bot in (white, black):
            until(bot, "seated")
        return (ann, white), (bob, black), match_id

    def verdict(self, client, match_id):
        return client.match(match_id).summary.verdict

    def test_a_draw_is_offered_declined_offered_and_accepted(self):
        (ann, white), (_, black), match_id = self.pair("hive")
        self.assertEqual(answered(white, white.offer_draw(match_id)), "accepted")
        self.assertEqual(event(black, "proposal_made"), messages.ProposalMade(seat=0, proposal=messages.PROPOSAL_DRAW))
        self.assertEqual(ann.match(match_id).summary.draw_proposer, 0)
        self.assertEqual(answered(black, black.decline_draw(match_id)), "accepted")
        self.assertEqual(answered(white, white.offer_draw(match_id)), "ALREADY_PROPOSED")
        self.assertEqual(answered(black, black.offer_draw(match_id)), "accepted")
        self.assertEqual(answered(white, white.accept_draw(match_id)), "accepted")
        verdict = self.verdict(ann, match_id)
        self.assertEqual((word(verdict), verdict.points, verdict.places), ("DRAW_AGREED", [0.5, 0.5], [1, 1]))

    def test_a_repeated_position_is_claimed(self):
        (ann, white), (_, black), match_id = self.pair("hive", time_control="inf")
        to_and_fro = ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
        for ply, move in enumerate(["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"] + 2 * to_and_fro):
            bot = (white, black)[ply % 2]
            turn = until(bot, "turn")
            self.assertFalse(turn.claimable)
            bot.answer(turn, move)
        self.assertTrue(until(white, "turn").claimable and ann.match(match_id).claimable)
        self.assertEqual(answered(white, white.claim_draw(match_id)), "accepted")
        verdict = self.verdict(ann, match_id)
        self.assertEqual((word(verdict), verdict.seat), ("CLAIM", 0))

    def test_a_claim_without_a_reason_is_refused(self):
        (_, white), _, match_id = self.pair("hive")
        self.assertEqual(answered(white, white.claim_draw(match_id)), "NOTHING_TO_CLAIM")
        (_, white), _, match_id = self.pair("kamisado")
        self.assertEqual(answered(white, white.offer_draw(match_id)), "NO_DRAWS")

    def test_the_house_and_others_take_moves_back(self):
        me, bot = self.enter()
        match_id = me.create("kamisado", [me.name, "house-random"]).match_id
        first = until(bot, "turn")
        bot.answer(first, "a8a5")  # No answer of the house bot blocks a tower.
        self.assertEqual(until(bot, "turn").ply, 2)
        bot.propose_takeback(match_id)
        again = until(bot, "turn")
        self.assertEqual((again.ply, again.position), (first.ply, first.position))
        self.assertGreater(again.turn_id, first.turn_id)
        bot.answer(again, "h8h7")
        self.assertEqual(until(bot, "turn").ply, 2)

        (_, white), (_, black), match_id = self.pair("kamisado")
        turn = until(white, "turn")
        white.answer(turn, turn.legal[0])
        until(black, "turn")
        self.assertEqual(answered(white, white.propose_takeback(match_id)), "accepted")
        taken_back = messages.ProposalMade(seat=0, proposal=messages.PROPOSAL_TAKEBACK)
        self.assertEqual(event(black, "proposal_made"), taken_back)
        self.assertEqual(answered(black, black.decline_takeback(match_id)), "accepted")
        self.assertEqual(event(white, "proposal_answered").answer, messages.PROPOSAL_ANSWER_DECLINE)
        self.assertEqual(answered(black, black.accept_takeback(match_id)), "NOTHING_PROPOSED")

    def test_a_rated_match_is_not_called_off(self):
        (_, white), _, match_id = self.pair("kamisado", rated=True)
        self.assertEqual(answered(white, white.abort(match_id)), "TOO_LATE_TO_ABORT")

    def test_an_aborted_match_is_played_once_more(self):
        (ann, white), (bob, black), match_id = self.pair("kamisado", time_control="30+1")
        with self.assertRaises(Refused) as early:
            bob.rematch(match_id)
        self.assertEqual(early.exception.reason, "STILL_PLAYED")
        self.assertEqual(answered(white, white.abort(match_id)), "accepted")
        for wish, agreed in [(white.rematch, [0]), (white.withdraw_rematch, []), (white.rematch, [0])]:
            wish(match_id)
            said = until(white, "rematch")
            self.assertEqual((said.agreed_seats, said.rematch_match_id), (agreed, ""))
        proposed = until(black, "rematch_proposed")
        self.assertEqual((proposed.match_id, proposed.seat), (match_id, 0))
        self.assertEqual(ann.match(match_id).summary.rematch_agreed_seats, [0])
        rematch = bob.rematch(match_id).rematch_match_id
        self.assertEqual(until(black, "seated", lambda said: said.match_id == rematch).seat, 0)
        summary = until(white, "seated", lambda said: said.match_id == rematch).summary
        self.assertEqual((summary.players, summary.rematch_of), ([bob.name, ann.name], match_id))
        self.assertEqual((list(summary.rules.time_controls), summary.rules.rated), (["30+1"] * 2, False))
        white.rematch(match_id)
        self.assertEqual(until(white, "rematch").rematch_match_id, rematch)
        self.assertEqual(ann.match(match_id).summary.rematch_match_id, rematch)

    def test_scores_end_a_match(self):
        rule = {"moves": 2, "score": 500}
        (ann, white), (_, black), match_id = self.pair("kamisado", resign_rule=rule)
        for bot, score in [(white, 20), (black, -900)] * 2:
            turn = until(bot, "turn")
            bot.answer(turn, turn.legal[0], score)
        event(white, "match_ended")
        verdict = self.verdict(ann, match_id)
        self.assertEqual((word(verdict), verdict.seat, verdict.places), ("ADJUDICATION", 1, [1, 2]))

    def test_a_match_is_resigned_watched_and_recorded(self):
        (ann, white), _, match_id = self.pair("kamisado")
        watch = Client(self.server.url).watch(match_id)
        self.assertEqual(next(watch).match_opened.players, ann.match(match_id).summary.players)
        self.assertEqual(answered(white, white.resign(match_id)), "accepted")
        *events, last = watch
        self.assertEqual(word(last.match_ended.verdict), "RESIGNATION")
        self.assertEqual([said.seq for said in events + [last]], list(range(2, last.seq + 1)))
        lines = ann.record(match_id).splitlines()
        self.assertEqual(json.loads(lines[-2])["matchEnded"]["verdict"]["termination"], "TERMINATION_RESIGNATION")
        self.assertEqual(len(lines), last.seq + 1)
        self.assertEqual(json.loads(lines[-1])["seal"]["publicKey"], ann.record_key())

    def test_a_match_is_attended_followed_and_looked_back_at(self):
        me = Client(self.server.url).register("attendant")
        opened = me.create("kamisado", ["attendant", "house-random"], "60+1")
        for kind, said in me.attend():
            if kind == "turn":
                move = {"turn_id": said.turn_id, "notation": said.legal[0]}
                me.submit(opened.match_id, play_move=move)
            elif kind == "event" and said.event.HasField("match_ended"):
                break
        frames = list(me.frames(opened.match_id))
        self.assertEqual([frame.ply for frame in frames], list(range(len(frames))))
        self.assertTrue(frames[0].scene.spaces and not frames[1].scene.spaces)
        self.assertTrue(frames[-1].HasField("round_result"))
        told = me.watch_matches(matches=[messages.ResumePoint(match_id=opened.match_id)], stay_open=True)
        watch_id = next(told)[1].watch_id
        again = me.create("kamisado", ["house-random"] * 2, "60+1")
        me.change_watch(watch_id, add=[again.match_id])
        while next(told)[0] != again.match_id:
            pass
        told = list(me.watch_matches(matches=[messages.ResumePoint(match_id=opened.match_id)]))[1:]
        self.assertEqual({match_id for match_id, _ in told}, {opened.match_id})
        self.assertIsInstance(told[0][1], messages.MatchSummary)
        self.assertIsInstance(told[-1][1], messages.Gone)

    def test_results_come_in_order_and_go_on(self):
        with tempfile.TemporaryDirectory() as data, Server("--data", data) as server:
            me = Client(server.url, host_token(data))
            contest = {"tournament_id": "python"}
            occasion = {"contest": contest, "encounter": 1}
            opened = me.create("kamisado", ["house-random"] * 2, "60+1", occasion=occasion, options={"length": "single"})
            results = me.results(contest=contest)
            first = next(result for result in results if result)
            self.assertEqual((first.summary.match_id, first.summary.state), (opened.match_id, messages.MATCH_STATE_OVER))
            again = me.create("kamisado", ["house-random"] * 2, "60+1", occasion={**occasion, "pairing": 1}, options={"length": "single"})
            second = next(result for result in results if result)
            self.assertEqual(second.summary.match_id, again.match_id)
            self.assertGreater(second.number, first.number)
            # A stream that begins after the first result returns only the second.
            later = next(result for result in me.results(first.number, contest=contest) if result)
            self.assertEqual(later.number, second.number)

    def test_refusals_say_what_was_expected(self):
        with self.assertRaises(Refused) as unknown:
            Client(self.server.url).match("no-such-match")
        self.assertEqual((unknown.exception.reason, unknown.exception.field), ("UNKNOWN_MATCH", "match_id"))
        self.assertIn("a match", unknown.exception.expected)
        stranger = Client(self.server.url, "referee_none").seats()
        self.addCleanup(stranger.close)
        with self.assertRaises(Refused) as anonymous:
            next(stranger)
        self.assertEqual(anonymous.exception.reason, "UNAUTHENTICATED")
        me, bot = self.enter()
        later = me.seats()
        self.assertEqual(until(later, "welcome").player, me.name)
        with self.assertRaises(Refused) as replaced:
            list(bot)
        self.assertEqual(replaced.exception.reason, "REPLACED")
        later.close()

    def test_a_match_that_is_over_is_no_longer_known(self):
        (_, white), (_, black), first = self.pair("kamisado")
        until(white, "turn")
        self.assertEqual(set(white.known), {first})
        white.resign(first)
        for bot in (white, black):
            event(bot, "match_ended")
            self.assertEqual(bot.known, {})

    def test_what_was_said_last_is_heard(self):
        (_, white), (bob, black), match_id = self.pair("kamisado")
        white.resign(match_id)
        white.close()
        event(black, "match_ended")
        self.assertEqual(word(self.verdict(bob, match_id)), "RESIGNATION")
        with self.assertRaises(ConnectionLost):
            white.resign(match_id)

    def test_nobody_waits_at_a_stream_that_has_ended(self):
        me, bot = self.enter()
        later = me.seats()
        self.addCleanup(later.close)
        until(later, "welcome")
        with self.assertRaises(Refused) as replaced:
            list(bot)
        self.assertEqual(replaced.exception.reason, "REPLACED")
        # More messages than the queue holds. A call that waited for room would never return.
        with self.assertRaises(ConnectionLost):
            for _ in range(2 * WAITING):
                bot.resign("m1")

    def test_a_token_is_not_sent_in_clear_to_another_machine(self):
        for scheme in ("ftp", "grpcs"):
            with self.assertRaisesRegex(ValueError, f"unknown scheme `{scheme}`"):
                Client(f"{scheme}://{self.server.url.partition('://')[2]}", "token")
        for host in ("example.org", "10.0.0.1:7171", "[fe80::1]:7171", "localhost.example.org", "0.0.0.0:1"):
            with self.assertRaisesRegex(CleartextToken, "unencrypted to .*: use https://"):
                Client(f"http://{host}", "token")
            with self.assertRaises(CleartextToken):
                Client(f"http://{host}").register("ann")
            Client(f"http://{host}", "token", allow_cleartext_token=True)
        for host in ("localhost", "127.3.2.1:7171", "[::1]:7171", "[::ffff:127.0.0.1]"):
            Client(f"http://{host}", "token")
        Client("https://example.org", "token")
        plain = Client(self.server.url.partition("://")[2])
        self.assertEqual(plain.register(next(self.names)).url, plain.url)

    def test_tls(self):
        with tempfile.TemporaryDirectory() as directory:
            cert, key = f"{directory}/cert.pem", f"{directory}/key.pem"
            words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost"
            names = ["-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", cert]
            subprocess.run([*words.split(), *names], check=True, capture_output=True)
            with Server("--tls-cert", cert, "--tls-key", key) as server:
                self.assertTrue(server.url.startswith("https://"))
                me = Client(server.url, tls_ca=cert).register("ann")
                opened = me.create("kamisado", ["ann", "house-random"])
                kind, said = next(iter(me.seats()))
                self.assertEqual((kind, said.player), ("welcome", "ann"))
                self.assertEqual(me.match(opened.match_id).summary.match_id, opened.match_id)
                with self.assertRaises(ConnectionLost):
                    Client(server.url, me.token).match(opened.match_id)
        with self.assertRaises(FileNotFoundError):
            Client("https://localhost", tls_ca=f"{directory}/cert.pem")

    def test_a_secret_of_ones_own_gives_the_same_player_again(self):
        name, secret = next(self.names), new_secret()
        me = Client(self.server.url).register(name, secret, display_name="The One")
        again = Client(self.server.url).register(name, secret, display_name="The One")
        self.assertEqual((me.token, again.token), (secret, secret))
        with self.assertRaises(Refused) as taken:
            Client(self.server.url).register(name)
        self.assertEqual(taken.exception.reason, "NAME_TAKEN")
        player = me.players.GetPlayer(messages.GetPlayerRequest(player=name))
        self.assertEqual(player.player.display_name, "The One")

    def test_an_owner_has_bots_and_tokens_with_scopes(self):
        me, _ = self.enter()
        bot = me.create_bot(next(self.names))
        with self.assertRaises(Refused) as lacks:
            bot.create_bot(next(self.names))
        self.assertEqual((lacks.exception.reason, lacks.exception.field), ("MISSING_SCOPE", "scope"))
        opener = me.create_token("ladder", [messages.SCOPE_CREATE])
        listed = {token.name: token for token in me.list_tokens()}
        self.assertEqual(sorted(listed), ["first", "ladder"])
        self.assertEqual(list(listed["ladder"].scopes), [messages.SCOPE_CREATE])
        me.revoke_token(listed["ladder"].token_id)
        with self.assertRaises(Refused) as revoked:
            opener.create("kamisado", [me.name, "house-random"])
        self.assertEqual(revoked.exception.reason, "UNAUTHENTICATED")
        own = messages.ListPlayersRequest(owner=me.name)
        name = me.players.ListPlayers(own).players[0].name
        self.assertEqual(me.retire_bot(name).state, messages.PLAYER_STATE_RETIRED)
        with self.assertRaises(Refused) as retired:
            bot.create_token("more", [messages.SCOPE_PLAY])
        self.assertEqual(retired.exception.reason, "PLAYER_RETIRED")
        self.assertEqual(me.revive_bot(name).state, messages.PLAYER_STATE_ACTIVE)

    def test_the_readme_is_true(self):
        text = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
        # The second block needs OpenSpiel.
        bot, _, calls = (block.split("```")[0] for block in text.split("```python\n")[1:])
        for said, here in (("http://127.0.0.1:7171", self.server.url), ("my-bot", next(self.names))):
            self.assertIn(said, calls)
            calls = calls.replace(said, here)
        done = subprocess.run([sys.executable, "-c", calls], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("TERMINATION_", done.stdout.strip().splitlines()[-2])
        lines = 'referee 1\n{"go":{"turnId":"4","legal":["e8e4"]}}\n'
        environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
        playing = subprocess.Popen([sys.executable, "-c", bot], stdin=-1, stdout=-1, text=True, env=environment)
        self.addCleanup(playing.stdout.close)
        playing.stdin.write(lines)
        playing.stdin.flush()
        said = [json.loads(playing.stdout.readline()) for _ in range(3)]
        playing.stdin.close()
        self.assertEqual(said[2], {"bestmove": {"notation": "e8e4", "turnId": "4"}})
        self.assertEqual((said[0], playing.wait(60)), ({"id": {"name": "my-bot"}}, 0))


if __name__ == "__main__":
    unittest.main()
