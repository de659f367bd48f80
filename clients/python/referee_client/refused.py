"""The exceptions of calls: a refusal of the server, or a lost connection."""

from __future__ import annotations

from typing import Any, Optional

from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from . import messages


class ConnectionLost(ConnectionError):
    """The server cannot be reached, or the connection to it was cut. The same call may succeed later."""


class Refused(Exception):
    """The server refused a request and changed nothing. Branch on `reason`: `NOT_SEATED`, `LIMIT`, ...

    With `LIMIT`, `limit` and `most` are the name and the value of the limit. `retry_after` is the number of seconds after which
    the same request may succeed; `None` if waiting does not help or the server does not know.
    """

    def __init__(
        self,
        reason: str,
        text: str,
        field: str = "",
        value: str = "",
        expected: str = "",
        limit: str = "",
        most: int = 0,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{reason}: {text}")
        self.reason, self.text, self.field, self.value, self.expected = reason, text, field, value, expected
        self.limit, self.most, self.retry_after = limit, most, retry_after

    @property
    def is_passing(self) -> bool:
        """Returns whether the same request may succeed later without a change."""
        passing = ("STARTING", "STOPPING", "STORE_UNAVAILABLE", "LAGGED", "HOST_FAULT")
        return self.reason in passing or (self.reason == "LIMIT" and not self.field)


def of_message(refusal: messages.Refusal) -> Refused:
    """Converts a refusal in a message of a stream."""
    wait = refusal.retry_after_ms / 1000 if refusal.HasField("retry_after_ms") else None
    more = (refusal.field, refusal.value, refusal.expected, refusal.limit, refusal.most, wait)
    return Refused(messages.Reason.Name(refusal.reason).removeprefix("REASON_"), refusal.text, *more)


def of_call(error: Any) -> Exception:
    """Converts the status of a call to `Refused`, or to `ConnectionLost` if no referee answered."""
    trailing = dict(error.trailing_metadata() or ())
    status = Status.FromString(trailing.get("grpc-status-details-bin", b""))
    info, retry, is_refused, wait = ErrorInfo(), RetryInfo(), False, None
    for detail in status.details:
        if detail.Unpack(info):
            is_refused = True
        elif detail.Unpack(retry):
            wait = retry.retry_delay.ToTimedelta().total_seconds()
    if not is_refused:
        return ConnectionLost(f"{error.code().name}: {error.details()}")
    more: dict[str, str] = {name: info.metadata.get(name, "") for name in ("field", "value", "expected", "limit")}
    most = info.metadata.get("most", "")
    number = int(most) if most.isdecimal() else 0
    return Refused(info.reason.removeprefix("REASON_"), status.message, **more, most=number, retry_after=wait)
