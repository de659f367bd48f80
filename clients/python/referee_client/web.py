"""gRPC-web over HTTP/1.1, which the server speaks beside gRPC: one call or one stream a connection.

A request goes out in chunks and stays open for as long as there is something to say, while the answers come in: the
server reads and writes at once.
"""

import base64
import http.client
import struct
import urllib.parse

from .schema import Schema

#: How long a call may take, in seconds.
TIMEOUT = 30
#: How long a stream may be silent, in seconds: the server says something every 20.
SILENCE = 120
#: The largest message that is read, in bytes: a record can be long.
MAX_MESSAGE = 64 << 20
#: The flag of the frame that ends a stream.
TRAILERS = 0x80

#: What a status says beside its code and its text.
STATUS = Schema(
    [
        """
        message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
        message Any { string type_url = 1; bytes value = 2; }
        message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
        """
    ]
)


class Refused(Exception):
    """The server declined; nothing was changed. `reason` is what a program branches on: `NOT_SEATED`, `LIMIT`, ..."""

    def __init__(self, reason, text, field="", value="", expected=""):
        super().__init__(f"{reason}: {text}")
        self.reason, self.text, self.field, self.value, self.expected = reason, text, field, value, expected


class Exchange:
    """A request that is being made, and its answers."""

    def __init__(self, url, path, token, timeout):
        address = urllib.parse.urlsplit(url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(address.hostname, address.port, timeout=timeout)
        self._connection.putrequest("POST", "/" + path)
        self._connection.putheader("content-type", "application/grpc-web+proto")
        self._connection.putheader("transfer-encoding", "chunked")
        if token:
            self._connection.putheader("authorization", "Bearer " + token)
        self._connection.endheaders()
        self._response = None

    def say(self, message):
        """Sends a message."""
        frame = b"\0" + struct.pack(">I", len(message)) + message
        self._connection.send(b"%x\r\n%s\r\n" % (len(frame), frame))

    def say_no_more(self):
        """Ends the request; answers still come."""
        self._connection.send(b"0\r\n\r\n")

    def hear(self):
        """The next message; None at the end of the answer. `Refused` when the server ended it so."""
        if self._response is None:
            self._response = self._connection.getresponse()
            check(self._response.headers, self._response.status)
        head = self._response.read(5)
        if len(head) < 5:
            raise ConnectionError("the connection was cut")
        flag, length = struct.unpack(">BI", head)
        if length > MAX_MESSAGE:
            raise ConnectionError(f"a message of {length} bytes is too long")
        data = self._response.read(length)
        if len(data) < length:
            raise ConnectionError("the connection was cut")
        if flag & TRAILERS:
            lines = (line.partition(":") for line in data.decode().splitlines())
            check({name.strip().lower(): value.strip() for name, _, value in lines}, 200)
            return None
        return data

    def close(self):
        """Ends the connection."""
        if self._response is not None:
            self._response.close()
        self._connection.close()


def call(url, path, token, message):
    """The one answer to a message."""
    exchange = Exchange(url, path, token, TIMEOUT)
    try:
        exchange.say(message)
        exchange.say_no_more()
        answer = exchange.hear()
        if answer is None:
            raise ConnectionError("the server answered nothing")
        exchange.hear()
        return answer
    finally:
        exchange.close()


def check(headers, http_status):
    """Raises what these headers or trailers say that went wrong."""
    code = headers.get("grpc-status", "0" if http_status == 200 else str(http_status))
    if code == "0":
        return
    text = urllib.parse.unquote(headers.get("grpc-message") or f"status {code}")
    details = headers.get("grpc-status-details-bin", "")
    data = base64.b64decode(details + "=" * (-len(details) % 4))
    for detail in STATUS.decode("Status", data).details:
        if detail.type_url.endswith("google.rpc.ErrorInfo"):
            info = STATUS.decode("ErrorInfo", detail.value)
            more = {name: info.metadata.get(name, "") for name in ("field", "value", "expected")}
            raise Refused(info.reason, text, **more)
    raise Refused("UNKNOWN", text)
