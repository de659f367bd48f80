"""A bot: one class with one method, for stdio and for a server."""

from __future__ import annotations

import abc
import asyncio
import os
import re
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Optional, Union

from .turn import Choice, Result, Turn


class Bot(abc.ABC):
    """A bot. Subclass it, define `choose`, and call `run`."""

    #: The name of the bot, which is also its player's name on a server. Default: the name of the
    #: class, such as `my-bot` for `MyBot`.
    name = ""
    author = ""
    #: The ids of the games that the bot plays; empty for all.
    games: Sequence[str] = ()

    @abc.abstractmethod
    def choose(self, turn: Turn) -> Union[Choice, Awaitable[Choice]]:
        """Returns a move of `turn.legal`, a `Move` or an `Action`. The call may take as long as
        the clock allows, because it runs on a separate thread, or in the event loop if it is
        `async`. Concurrent calls are limited to the number of concurrent matches."""

    def ended(self, result: Result) -> None:
        """Called when a match has ended."""

    @property
    def full_name(self) -> str:
        """Returns `name`, or its default."""
        return self.name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", type(self).__name__).lower()


def run(
    bot: Bot, *, at_once: int = 1, until_ended: Optional[int] = None, accepts: Optional[Mapping[str, Any]] = None
) -> list[Result]:
    """Plays on the server at `REFEREE_URL` if that variable is set, otherwise on standard input
    and output. Returns the results.

    On a server, the token is `REFEREE_TOKEN`, or the one of the profile `REFEREE_PROFILE`
    (default: the name of the bot). Without such a profile, the bot registers under
    `REFEREE_NAME` (default: its own name) and stores its token in that profile.

    The bot plays `at_once` matches at a time, and returns after `until_ended` of them; default:
    never. `accepts` has fields of `AcceptPolicy`: the matches that other players may open with
    the bot. Without `accepts`, a new player accepts casual matches with a clock of at least a
    second."""
    url = os.environ.get("REFEREE_URL")
    if not url:
        from . import stdio

        return stdio.play(bot)
    from . import online

    return asyncio.run(online.run(bot, url, at_once, until_ended, accepts))
