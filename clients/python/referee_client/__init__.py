"""Connects a bot or a viewer to a referee server: `Client` makes calls, `Bot` is the stream of a bot.

For the messages of the .proto files, use `from referee_client import messages`.
"""

from .bot import Bot
from .client import Client
from .refused import Refused
from .security import CleartextToken

__all__ = ["Bot", "CleartextToken", "Client", "Refused"]
