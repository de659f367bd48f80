"""Connects a bot or a viewer to a referee server from Python. Needs nothing but Python 3.9 or later.

`Client` makes calls, `Bot` is a bot's stream; `schema` reads the messages out of the .proto files, `web` carries them.
"""

from .bot import Bot
from .client import Client
from .schema import Message
from .web import Refused

__all__ = ["Bot", "Client", "Message", "Refused"]
