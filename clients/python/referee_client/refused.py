"""What the server declined."""

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from . import messages


class Refused(Exception):
    """The server declined; nothing was changed. `reason` is what a program branches on: `NOT_SEATED`, `LIMIT`, ..."""

    def __init__(self, reason, text, field="", value="", expected=""):
        super().__init__(f"{reason}: {text}")
        self.reason, self.text, self.field, self.value, self.expected = reason, text, field, value, expected


def of_message(refusal):
    """What a stream said."""
    reason = messages.Reason.Name(refusal.reason).removeprefix("REASON_")
    return Refused(reason, refusal.text, refusal.field, refusal.value, refusal.expected)


def of_call(error):
    """What the status of a call says; the error itself where no referee said it: nobody listens, the connection was cut."""
    status = rpc_status.from_call(error) if isinstance(error, grpc.Call) else None
    for detail in status.details if status else ():
        info = ErrorInfo()
        if detail.Unpack(info):
            more = {name: info.metadata.get(name, "") for name in ("field", "value", "expected")}
            return Refused(info.reason.removeprefix("REASON_"), status.message, **more)
    return error
