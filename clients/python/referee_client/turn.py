"""A turn and its possible answers, which are the same on stdio and on a server."""

from __future__ import annotations

import dataclasses
import enum
import threading
from collections.abc import Mapping
from typing import Any, Optional, Union


@dataclasses.dataclass(frozen=True)
class Turn:
    """A turn of the bot. The fields are those of `Turn` in `play.proto`."""

    match_id: str
    turn_id: int
    #: The bot's seat, from 0.
    seat: int
    #: The id of the game.
    game: str
    #: All options of the game with their values.
    options: Mapping[str, str]
    #: The player of each seat.
    players: tuple[str, ...]
    #: The round, from 1.
    round: int
    #: The number of the move in its round, from 0.
    ply: int
    #: The points of each seat before this round.
    points: tuple[float, ...]
    #: The text of the position, as this seat may see it.
    position: str
    #: All legal moves.
    legal: tuple[str, ...]
    #: The time left on each seat's clock, in milliseconds; 0 for the `unlimited_seats`. May be
    #: empty if no seat has a limit.
    remaining_ms: tuple[int, ...] = ()
    increment_ms: tuple[int, ...] = ()
    unlimited_seats: tuple[int, ...] = ()
    move_limit_ms: Optional[int] = None
    delay_ms: int = 0
    refund_ms: int = 0
    moves_to_go: Optional[int] = None
    periods: int = 0
    period_ms: int = 0
    round_left_ms: Optional[int] = None
    match_left_ms: Optional[int] = None
    nodes: Optional[int] = None
    depth: Optional[int] = None
    #: Whether another seat offers a draw, which `ACCEPT_DRAW` accepts and any move declines.
    draw_offered: bool = False
    #: Whether `CLAIM_DRAW` ends the match as a draw.
    claimable: bool = False
    _stop: threading.Event = dataclasses.field(default_factory=threading.Event, repr=False, compare=False)

    @property
    def must_stop(self) -> bool:
        """Returns whether to return from `choose` now, because the referee wants the move or the
        turn is over. The value may change while you think."""
        return self._stop.is_set()

    @property
    def seconds_left(self) -> Optional[float]:
        """Returns the maximum time for this move before the bot loses on time, in seconds;
        `None` without a limit."""
        limits = [limit for limit in (self.move_limit_ms, self.round_left_ms, self.match_left_ms) if limit is not None]
        if self.remaining_ms and self.seat not in self.unlimited_seats:
            limits.append(self.remaining_ms[self.seat] + self.delay_ms + self.periods * self.period_ms)
        return min(limits) / 1000 if limits else None

    def stop(self) -> None:
        """Sets `must_stop`."""
        self._stop.set()


def turn_of(*parts: Any, **fields: Any) -> Turn:
    """Returns the turn with these fields and with those of these messages."""
    for part in parts:
        for field in part.DESCRIPTOR.fields:
            if field.name in Turn.__dataclass_fields__ and (not field.has_presence or part.HasField(field.name)):
                value = getattr(part, field.name)
                fields.setdefault(field.name, tuple(value) if hasattr(value, "extend") else value)
    fields["options"] = dict(fields["options"])
    return Turn(**fields)


@dataclasses.dataclass(frozen=True)
class Move:
    """A move with additional information."""

    notation: str
    #: The value of the position for the bot, in hundredths of a point.
    score: Optional[int] = None
    #: Whether to offer a draw with the move, in a game with draws.
    offer_draw: bool = False


class Action(enum.Enum):
    """An answer to a turn other than a move."""

    RESIGN = "resign"
    #: Accepts the offered draw; only if `turn.draw_offered`.
    ACCEPT_DRAW = "accept_draw"
    #: Claims a draw; only if `turn.claimable`.
    CLAIM_DRAW = "claim_draw"


Choice = Union[str, Move, Action]


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of a match."""

    match_id: str
    game: str
    #: The bot's seat, from 0.
    seat: int
    players: tuple[str, ...]
    #: The termination of the match, as a word of docs/verdicts.md: `normal`, `flag`, ...
    termination: str
    #: The seat that caused the end, if any.
    caused_by: Optional[int]
    points: tuple[float, ...]
    #: The place of each seat, from 1. Empty if the match does not count.
    places: tuple[int, ...]
    detail: str
