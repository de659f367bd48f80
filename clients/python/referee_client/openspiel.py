"""Bots of OpenSpiel as players of Hive: `pip install ./clients/python[openspiel]`.

Moves are translated by what they do: the piece and the cell where it lands. OpenSpiel has several spellings for a move, and places
the pieces of a kind in any order. The referee's rules decide: README.md lists where OpenSpiel's differ.
"""

from __future__ import annotations

import abc
import random
import sys
from typing import Any, Optional, Union

from .bot import Bot
from .turn import Choice, Result, Turn

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("OpenSpiel is missing: `pip install open_spiel`, or this package with [openspiel]") from missing

#: The parameter of OpenSpiel's Hive for each expansion.
EXPANSIONS = {"M": "uses_mosquito", "L": "uses_ladybug", "P": "uses_pillbug"}
#: The options of Hive that this module knows. Only `expansions` changes what is loaded.
OPTIONS = {"expansions", "queen_first_turn", "repetition"}
#: The largest radius of OpenSpiel's board: every game fits.
LARGEST_BOARD = 14
#: The steps to a cell after a piece; a mark before the piece is the opposite step.
STEPS = {"/": (1, -1), "-": (1, 0), "\\": (0, 1)}

Cell = tuple[int, int]


class Unrepresentable(ValueError):
    """OpenSpiel cannot represent this game, position or move as the referee plays it."""


class OpenSpielBot(Bot):
    """A bot of OpenSpiel. Subclass it, define `make`, and call `run`."""

    games = ("hive",)
    #: The radius of OpenSpiel's board. A network knows only the size that it was trained with.
    board_size = LARGEST_BOARD

    def __init__(self) -> None:
        self.followed: dict[tuple[str, int], Followed] = {}

    @abc.abstractmethod
    def make(self, game: Any, seat: int) -> Any:
        """Returns a bot of OpenSpiel, as `pyspiel.Bot`, for a match of `game` (`pyspiel.Game`). The seat is OpenSpiel's player."""

    def step(self, bot: Any, state: Any, turn: Turn) -> int:
        """Returns the bot's action. Override it to let the bot know the clocks of the turn."""
        return int(bot.step(state))

    def choose(self, turn: Turn) -> Choice:
        """Asks the bot of the match, and translates its action."""
        match = self.follow(turn)
        if match.state.is_terminal():
            return self.instead(turn, Unrepresentable(match.why_ended()))
        action = self.step(match.bot, match.state, turn)
        text = match.state.action_to_string(turn.seat, action)
        move = match.board.same(text, turn.legal)
        if move is None:
            return self.instead(turn, Unrepresentable(f"OpenSpiel's bot chose `{text}`, which is illegal on the referee"))
        match.play(move, action)
        return move

    def instead(self, turn: Turn, why: Unrepresentable) -> Choice:
        """Returns the choice when OpenSpiel has none. By default any legal move, with the reason on standard error."""
        print(f"{turn.match_id} ply {turn.ply}: {why}; playing any legal move", file=sys.stderr, flush=True)
        return random.choice(turn.legal)

    def ended(self, result: Result) -> None:
        self.followed.pop((result.match_id, result.seat), None)

    def follow(self, turn: Turn) -> Followed:
        """Returns the match at the position of this turn. Moves since the last turn are played and the bot is informed; without
        a last turn, or after a move that the bot did not choose, it restarts at the position."""
        game, moves = game_of(turn, self.board_size), moves_of(turn.position)
        match = self.followed.get((turn.match_id, turn.seat))
        if match and moves[: len(match.moves)] == match.moves:
            for move in moves[len(match.moves) :]:
                action = match.action_of(move)
                if not match.state.is_terminal():
                    match.bot.inform_action(match.state, match.state.current_player(), action)
                match.play(move, action)
        else:
            match = Followed(game, match.bot if match else self.make(game, turn.seat))
            for move in moves:
                match.play(move, match.action_of(move))
            match.bot.restart_at(match.state)
        self.followed[turn.match_id, turn.seat] = match
        return match


class Followed:
    """A match as OpenSpiel sees it, and its bot."""

    def __init__(self, game: Any, bot: Any) -> None:
        self.state, self.bot = game.new_initial_state(), bot
        self.board, self.moves = Board(), list[str]()

    def action_of(self, move: str) -> int:
        """Returns the action of a move that the referee wrote. OpenSpiel may take it for illegal, but plays it."""
        try:
            return int(self.state.string_to_action(move))
        except pyspiel.SpielError as unread:
            raise Unrepresentable(f"OpenSpiel cannot read the move `{move}`: {unread}") from unread

    def play(self, move: str, action: int) -> None:
        """Plays a move, which is this action. OpenSpiel's board is undefined after its end."""
        if not self.state.is_terminal():
            self.state.apply_action(action)
        self.board.play(move)
        self.moves.append(move)

    def why_ended(self) -> str:
        """Returns why OpenSpiel's game is over while the referee's is not."""
        game = self.state.get_game()
        if len(self.moves) >= game.max_game_length():
            return f"OpenSpiel ends every game of hive as a draw after {game.max_game_length()} plies"
        return f"the hive is too wide for OpenSpiel's board of radius {game.get_parameters()['board_size']}"


class Board:
    """The cells of all pieces, in steps east and south-east of the first piece."""

    def __init__(self) -> None:
        self.cells: dict[str, Cell] = {}

    def landing(self, move: str) -> tuple[str, Optional[Cell]]:
        """Returns the piece of a move and the cell where it lands. A piece from the hand is its kind: a colour and a letter. A
        pass has no cell, nor has a move beside a piece that is still in a hand."""
        piece, _, beside = move.partition(" ")
        if piece == "pass":
            return piece, None
        name = piece if piece in self.cells else piece[:2]
        if not beside:
            return name, (0, 0)
        at = self.cells.get(beside.strip("/-\\"))
        if not at:
            return name, None
        right, down = 0, 0
        if beside[0] in STEPS:
            right, down = (-steps for steps in STEPS[beside[0]])
        elif beside[-1] in STEPS:
            right, down = STEPS[beside[-1]]
        return name, (at[0] + right, at[1] + down)

    def same(self, text: str, moves: tuple[str, ...]) -> Optional[str]:
        """Returns the move that does the same, if there is one."""
        wanted = self.landing(text)
        return next((move for move in moves if self.landing(move) == wanted), None)

    def play(self, move: str) -> None:
        _, cell = self.landing(move)
        if cell:
            self.cells[move.partition(" ")[0]] = cell


def moves_of(position: str) -> list[str]:
    """Returns the moves of a UHP game string."""
    return position.split(";")[3:]


def game_of(turn: Turn, board_size: int = LARGEST_BOARD) -> Any:
    """Returns OpenSpiel's game with the rules of this turn's match."""
    if turn.game != "hive":
        raise Unrepresentable(f"cannot play {turn.game}: of the referee's games, only hive is translated for OpenSpiel")
    for option in turn.options.keys() - OPTIONS:
        raise Unrepresentable(f"the option {option} of hive cannot be translated for OpenSpiel")
    expansions = turn.position.split(";")[0].partition("+")[2]
    has = pyspiel.load_game("hive").get_type().parameter_specification
    for letter in expansions:
        if EXPANSIONS.get(letter) not in has:
            raise Unrepresentable(f"the expansion {letter} of hive is unknown to this version of OpenSpiel")
    parameters: dict[str, Union[bool, int]] = {name: letter in expansions for letter, name in EXPANSIONS.items() if name in has}
    return pyspiel.load_game("hive", {**parameters, "board_size": board_size})
