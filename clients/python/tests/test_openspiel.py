"""Hive with the bots of OpenSpiel: whole matches, and the legal moves of both programs in the same
positions."""

import json
import random
import subprocess
import sys
import tempfile
import unittest

from bots import PATIENCE, open_match, run, start
from referee_client import Client, Result, Turn
from server import ROOT, Server, program

try:
    import pyspiel
except ImportError:
    pyspiel = None
else:
    from referee_client.openspiel import Followed, OpenSpielBot, Unrepresentable, game_of, moves_of

EXAMPLE = ROOT / "clients" / "python" / "examples" / "openspiel_hive.py"
needs_openspiel = unittest.skipUnless(pyspiel, "pyspiel cannot be imported: pip install open_spiel")


def turn_at(position, legal=(), seat=None, match_id="m1", **options):
    """Returns a turn at this position."""
    moves = position.split(";")[3:]
    seat = len(moves) % 2 if seat is None else seat
    return Turn(match_id, 1, seat, "hive", options, ("a", "b"), 1, len(moves), (0.0, 0.0), position, tuple(legal))


class Rules:
    """`referee rules --stdin`: the legal moves of the referee."""

    def __init__(self, test):
        words = [program(), "rules", "--stdin"]
        self.running = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        test.addCleanup(self.running.communicate)

    def turn(self, moves, **options):
        """Returns the turn after these moves and forced passes."""
        print(json.dumps({"game": "hive", "options": options, "seats": 2, "moves": moves}), file=self.running.stdin, flush=True)
        answer = json.loads(self.running.stdout.readline())
        return turn_at(answer["position"], [move["notation"] for move in answer.get("legal", ())], **options)


class Without(unittest.TestCase):
    def test_without_openspiel_the_import_says_what_to_install(self):
        code = "import sys; sys.modules['pyspiel'] = None; import referee_client.openspiel"
        done = run(sys.executable, "-c", code)
        self.assertEqual(done.returncode, 1)
        self.assertIn("OpenSpiel is missing: `pip install open_spiel`", done.stderr)


@needs_openspiel
class Matches(unittest.TestCase):
    def play(self, *more, expansions="MLP", plays="random"):
        """Plays the example on stdio against a bot of the referee. Returns the report and standard
        error."""
        words = [program(), "play", "hive", "-e", f"{sys.executable} {EXAMPLE} {plays}", "-e", f"{program()} bot greedy", "--json"]
        with tempfile.TemporaryDirectory() as directory:
            options = ["-o", f"expansions={expansions}"] if expansions else []
            done = run(*words, "--record", directory, *options, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout.splitlines()[-1])["summary"]

    def test_a_random_bot_plays_whole_games(self):
        for expansions in ("", "M", "LP", "MLP"):
            with self.subTest(expansions):
                report = self.play("-m", "2", expansions=expansions)
                self.assertEqual((report["matches"], report["lostSeats"]), (2, {}))

    def test_a_search_plays_within_its_clock(self):
        report = self.play("-m", "2", "--tc", "3+1", "--max-plies", "8", plays="mcts")
        self.assertEqual((report["matches"], report["lostSeats"]), (2, {}))

    def test_the_same_file_plays_on_a_server(self):
        with Server() as server:
            me = Client(server.url).register("spiel")
            running = start(EXAMPLE, server.url, "random", REFEREE_TOKEN=me.token)
            try:
                match_id = open_match(me, "spiel", game="hive", other="house-greedy", expansions="MLP")
                *_, last = me.watch(match_id)
            finally:
                running.kill()
                running.wait(PATIENCE)
            self.assertEqual(last.match_ended.verdict.termination, 1, "normal")
            self.assertGreater(last.seq, 20)


@needs_openspiel
class LegalMoves(unittest.TestCase):
    """The legal moves of OpenSpiel differ only in the cases that README.md lists."""

    def moves_of_both(self, turn):
        """Returns the effects of the legal moves of the referee and of OpenSpiel, as sets of piece
        and cell."""
        match = Followed(game_of(turn), None)
        for move in moves_of(turn.position):
            match.play(move, match.action_of(move))
        self.assertFalse(match.state.is_terminal() and turn.legal, turn.position)
        theirs = [match.state.action_to_string(action) for action in match.state.legal_actions()]
        return tuple({match.board.landing(move) for move in moves} for moves in (turn.legal, theirs))

    def test_both_have_the_same_in_random_games(self):
        rules, chance, compared, longest = Rules(self), random.Random(40), 0, 0
        for number in range(24):
            options = {"expansions": ("MLP", "M", "", "LP")[number % 4], "repetition": "off"}
            if not options["expansions"]:
                del options["expansions"]
            turn = rules.turn([], **options)
            while turn.legal and turn.ply < 70:
                ours, theirs = self.moves_of_both(turn)
                if "wQ" in turn.position:
                    self.assertEqual(ours, theirs, turn.position)
                else:
                    self.assertLessEqual(ours, theirs, turn.position)
                compared, longest = compared + 1, max(longest, turn.ply)
                turn = rules.turn([*moves_of(turn.position), chance.choice(turn.legal)], **options)
        self.assertGreater(compared, 1000)
        self.assertEqual(longest, 69)

    def test_a_queen_on_the_first_turn_is_only_the_referees(self):
        rules = Rules(self)
        for moves, queen in ([], "wQ"), (["wQ"], "bQ"):
            ours, theirs = self.moves_of_both(rules.turn(moves, queen_first_turn="true"))
            self.assertEqual({piece for piece, _ in ours - theirs}, {queen})
            self.assertEqual(theirs - ours, set())
        # The game continues from there.
        ours, theirs = self.moves_of_both(rules.turn(["wQ", "bQ wQ-", "wA1 -wQ"], queen_first_turn="true"))
        self.assertEqual(ours, theirs)

    def test_without_a_white_queen_openspiel_moves_blacks_pinned_pieces(self):
        turn = Rules(self).turn(["wS1", "bS1 wS1-", "wA1 -wS1", "bQ bS1-", "wG1 -wA1"])
        ours, theirs = self.moves_of_both(turn)
        self.assertEqual(ours - theirs, set())
        self.assertEqual({piece for piece, _ in theirs - ours}, {"bS1"})


class Scripted:
    """An OpenSpiel bot that plays these moves and records the calls that it gets."""

    def __init__(self, *script):
        self.script, self.told = list(script), []

    def restart_at(self, state):
        self.told.append(("restart", len(state.history())))

    def inform_action(self, state, player, action):
        self.told.append((player, state.action_to_string(player, action)))

    def step(self, state):
        return state.string_to_action(self.script.pop(0))


def bot_of(*script, **attributes):
    """Returns a bot that wraps one scripted bot, and the scripted bot. If OpenSpiel has no legal
    move, the bot plays the last legal move of the referee."""
    inner = Scripted(*script)

    class Wrapped(OpenSpielBot):
        reasons = []

        def make(self, game, seat):
            return inner

        def instead(self, turn, why):
            self.reasons.append(str(why))
            return turn.legal[-1]

    wrapped = Wrapped()
    vars(wrapped).update(attributes)
    return wrapped, inner


@needs_openspiel
class Translates(unittest.TestCase):
    def test_a_move_is_what_it_does(self):
        # The third ant is the first one in the hand, and each cell has several spellings.
        bot, _ = bot_of("wA3", "wA2 /wA1")
        self.assertEqual(bot.choose(turn_at("Base;NotStarted;White[1]", ["wA1", "wB1"])), "wA1")
        position = "Base;InProgress;White[2];wA1;bA1 wA1-"
        self.assertEqual(bot.choose(turn_at(position, ["wA2 -wA1", "wA2 /wA1"])), "wA2 /wA1")
        bot, _ = bot_of("bB1 wA1")
        position = r"Base;InProgress;Black[4];wA1;bB1 wA1-;wQ -wA1;bQ bB1-;wA2 /wQ;bA1 bQ-;wA2 \wQ"
        self.assertEqual(bot.choose(turn_at(position, ["bB1 wQ-", "bB1 wA1/"])), "bB1 wQ-")

    def test_a_bot_is_told_of_each_move_that_it_did_not_choose(self):
        bot, inner = bot_of("wA1", "wQ -wA1", "wQ -wB1")
        bot.choose(turn_at("Base;NotStarted;White[1]", ["wA1"]))
        bot.choose(turn_at("Base;InProgress;White[2];wA1;bA1 wA1-", ["wQ -wA1"]))
        self.assertEqual(inner.told, [("restart", 0), (1, "bA1 wA1-")])
        # The move that was played is not the bot's.
        bot.choose(turn_at("Base;InProgress;White[3];wA1;bA1 wA1-;wB1 -wA1;bQ bA1-", ["wA2 -wB1", "wQ -wB1"]))
        self.assertEqual(inner.told[2:], [("restart", 4)])

    def test_matches_are_apart_until_they_end(self):
        bot, _ = bot_of("wA1", "wB1", "wQ -wB1")
        bot.choose(turn_at("Base;NotStarted;White[1]", ["wA1"]))
        bot.choose(turn_at("Base;NotStarted;White[1]", ["wB1"], match_id="m2"))
        bot.choose(turn_at("Base;InProgress;White[2];wB1;bA1 wB1-", ["wQ -wB1"], match_id="m2"))
        self.assertEqual([len(match.moves) for match in bot.followed.values()], [1, 3])
        bot.ended(Result("m2", "hive", 0, ("a", "b"), "normal", None, (1.0, 0.0), (1, 2), ""))
        self.assertEqual(list(bot.followed), [("m1", 0)])

    def test_an_illegal_choice_is_named_and_replaced(self):
        bot, _ = bot_of("bS1 /bQ", "bA1 -wQ")
        position = "Base;InProgress;Black[3];wS1;bS1 wS1-;wA1 -wS1;bQ bS1-;wG1 -wA1"
        self.assertEqual(bot.choose(turn_at(position, ["bA1 bQ-", "bA1 bQ/"])), "bA1 bQ/")
        bot.choose(turn_at(position, ["bA1 bQ-"]))
        whys = [f"OpenSpiel's bot chose `{move}`, which is illegal on the referee" for move in ("bS1 /bQ", "bA1 -wQ")]
        self.assertEqual(bot.reasons, whys)

    def test_after_openspiels_last_ply_the_referee_goes_on(self):
        bot, inner = bot_of()
        round_trip = ["wQ -wB1", "bQ bB1-", "wQ \\wB1", "bQ bB1\\"]
        moves = ["wB1", "bB1 wB1-", *round_trip * 125]
        self.assertEqual(len(moves), 502)
        for ply in (500, 502):
            position = ";".join(["Base", "InProgress", "White[251]", *moves[:ply]])
            self.assertEqual(bot.choose(turn_at(position, ["wA1 -wQ"])), "wA1 -wQ")
        self.assertEqual(bot.reasons, ["OpenSpiel ends every game of hive as a draw after 500 plies"] * 2)
        self.assertEqual(inner.told, [("restart", 500)])

    def test_a_hive_wider_than_the_board_is_named(self):
        bot, _ = bot_of(board_size=2)
        moves = ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", "wA2 -wQ", "bA2 bQ-", "wA3 -wA2", "bA3 bA2-"]
        position = ";".join(["Base", "InProgress", "White[5]", *moves])
        self.assertEqual(bot.choose(turn_at(position, ["wG1 -wA3"])), "wG1 -wA3")
        self.assertEqual(bot.reasons, ["the hive is too wide for OpenSpiel's board of radius 2"])

    def test_what_openspiel_does_not_know_is_named(self):
        for turn, named in (
            (turn_at("Base+MX;NotStarted;White[1]"), "the expansion X of hive is unknown"),
            (turn_at("Base;NotStarted;White[1]", flying_queens="true"), "the option flying_queens of hive"),
            (Turn("m1", 1, 0, "dvonn", {}, ("a", "b"), 1, 0, (0.0, 0.0), "", ()), "cannot play dvonn"),
            (turn_at("Base;InProgress;Black[1];wX1"), "cannot read the move `wX1`"),
        ):
            with self.subTest(named), self.assertRaisesRegex(Unrepresentable, named):
                bot_of()[0].choose(turn)


if __name__ == "__main__":
    unittest.main()
