"""A server, and who one is there."""

import os
import pathlib
import secrets

from . import web
from .bot import Bot
from .schema import Schema

#: Where the .proto files are; `REFEREE_PROTO` names another place.
PROTO = pathlib.Path(os.environ.get("REFEREE_PROTO") or pathlib.Path(__file__).parents[3] / "proto") / "referee" / "v1"


class Client:
    """A server, and who one is there: `Client("http://127.0.0.1:7171")`."""

    def __init__(self, url, token=None):
        self.url, self.token = url, token
        self.schema = Schema(path.read_text(encoding="utf-8") for path in sorted(PROTO.glob("*.proto")))

    def register(self, name):
        """Makes a player, and gives its client. Its `token` is shown this once: keep it."""
        said = self.call("Register", name=name, request_id=new_request_id())
        return Client(self.url, said.token)

    def create(self, game, players, time_control="60+1", **more):
        """Opens a match, and gives its summary. `more` are fields of `CreateMatchRequest`."""
        more = {"request_id": new_request_id(), "time_control": time_control, **more}
        return self.call("CreateMatch", game=game, players=players, **more).summary

    def match(self, match_id):
        """A match as it stands: its `summary`, its `position`, its `legal` moves."""
        return self.call("GetMatch", match_id=match_id)

    def watch(self, match_id, after_seq=0):
        """Every event of a match after the one numbered `after_seq`: those that were, and those that come."""
        exchange = self.open("WatchMatch")
        try:
            exchange.say(self.schema.encode("WatchMatchRequest", {"match_id": match_id, "after_seq": after_seq}))
            exchange.say_no_more()
            while (data := exchange.hear()) is not None:
                said = self.schema.decode("WatchMatchResponse", data)
                if said.event is not None:
                    yield said.event
                elif said.lagged is not None:
                    raise web.Refused("LAGGED", f"watch again after {said.lagged.resume_after_seq}")
        finally:
            exchange.close()

    def record(self, match_id):
        """The record of a match that is over: an event a line, as JSON."""
        return self.call("GetRecord", match_id=match_id).record

    def rematch(self, match_id):
        """Asks for the rematch of a match that is over, or agrees to it, and gives how far it is."""
        return self.call("Rematch", match_id=match_id, request_id=new_request_id())

    def submit(self, match_id, **command):
        """Does in one call what a message of a stream does, `submit(match_id, resign={})`; gives the event's number."""
        return self.call("SubmitCommand", match_id=match_id, request_id=new_request_id(), **command).seq

    def bot(self, **hello):
        """The stream of this bot. `hello` are fields of `Hello`: `games`, `max_matches`, `resume`, ..."""
        return Bot(self, hello)

    def call(self, name, /, **fields):
        """Any call of any service: `call("ListGames")`."""
        service, call = self.schema.calls[name]
        message = self.schema.encode(call.request, fields)
        answer = web.call(self.url, f"referee.v1.{service}/{name}", self.token, message)
        return self.schema.decode(call.response, answer)

    def open(self, name):
        """A stream of any service."""
        service, _ = self.schema.calls[name]
        return web.Exchange(self.url, f"referee.v1.{service}/{name}", self.token, web.SILENCE)


def new_request_id():
    """A name for a request that nobody has used before."""
    return secrets.token_hex(16)
