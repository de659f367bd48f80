"""Refusals of the server."""

import grpc
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from . import messages


class Refused(Exception):
    """The server refused a request and changed nothing. Branch on `reason`: `NOT_SEATED`, `LIMIT`, ...

    With `LIMIT`, `limit` and `most` are the name and the value of the limit. `retry_after` is the number of seconds after which
    the same request may succeed; `None` if waiting does not help or the server does not know.
    """

    def __init__(self, reason, text, field="", value="", expected="", limit="", most=0, retry_after=None):
        super().__init__(f"{reason}: {text}")
        self.reason, self.text, self.field, self.value, self.expected = reason, text, field, value, expected
        self.limit, self.most, self.retry_after = limit, most, retry_after


def of_message(refusal):
    """Converts a refusal in a message of a stream."""
    reason = messages.Reason.Name(refusal.reason).removeprefix("REASON_")
    wait = refusal.retry_after_ms / 1000 if refusal.HasField("retry_after_ms") else None
    more = (refusal.field, refusal.value, refusal.expected, refusal.limit, refusal.most, wait)
    return Refused(reason, refusal.text, *more)


def of_call(error):
    """Converts the status of a call. Returns the error itself if it is not from a referee, as for a lost connection."""
    status = rpc_status.from_call(error) if isinstance(error, grpc.Call) else None
    info, retry, is_refused, wait = ErrorInfo(), RetryInfo(), False, None
    for detail in status.details if status else ():
        if detail.Unpack(info):
            is_refused = True
        elif detail.Unpack(retry):
            wait = retry.retry_delay.ToTimedelta().total_seconds()
    if not is_refused:
        return error
    more = {name: info.metadata.get(name, "") for name in ("field", "value", "expected", "limit")}
    most = info.metadata.get("most", "")
    more["most"] = int(most) if most.isdecimal() else 0
    return Refused(info.reason.removeprefix("REASON_"), status.message, **more, retry_after=wait)
