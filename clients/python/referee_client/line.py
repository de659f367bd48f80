"""The queue of messages to send."""

from __future__ import annotations

import collections
import threading
from typing import Generic, TypeVar

from .refused import ConnectionLost

Item = TypeVar("Item")

#: Maximum queued messages of a bot. If the queue is full, `put` waits.
WAITING = 256


class Line(Generic[Item]):
    """A bounded queue between the bot and a gRPC thread, which iterates over it. After `close`,
    the queue accepts no messages; it yields the queued ones, and then ends."""

    def __init__(self) -> None:
        self._waiting: collections.deque[Item] = collections.deque()
        self._changed = threading.Condition()
        self._is_closed = False

    def put(self, message: Item) -> None:
        """Adds a message, and waits for room if necessary. Raises `ConnectionLost` once the line
        is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or len(self._waiting) < WAITING)
            if self._is_closed:
                raise ConnectionLost("the stream has ended: open another, with `resume`")
            self._waiting.append(message)
            self._changed.notify_all()

    def close(self) -> None:
        """Closes the line and wakes all waiting calls."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def __iter__(self) -> Line[Item]:
        return self

    def __next__(self) -> Item:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or bool(self._waiting))
            if not self._waiting:
                raise StopIteration
            message = self._waiting.popleft()
            self._changed.notify_all()
            return message
