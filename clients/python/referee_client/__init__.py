"""Connects a bot to a referee on stdio or to a server, and a viewer to a server.

A bot needs only `Bot` and `run`. `Client` and `AsyncClient` make calls. For the messages of the
.proto files, use `from referee_client import messages`.
"""

from .aio import AsyncClient
from .bot import Bot, run
from .client import Client
from .online import play
from .profiles import BadProfile
from .refused import ConnectionLost, Refused
from .seats import Seats
from .security import CleartextToken
from .turn import Action, Move, Result, Turn

__all__ = [
    "Action",
    "AsyncClient",
    "BadProfile",
    "Bot",
    "CleartextToken",
    "Client",
    "ConnectionLost",
    "Move",
    "Refused",
    "Result",
    "Seats",
    "Turn",
    "play",
    "run",
]
