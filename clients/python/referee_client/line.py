"""The messages that wait to be sent."""

import collections
import threading

#: How many messages of a bot may wait to be sent; whoever has more to say waits.
WAITING = 256


class Line:
    """A bounded line that one side fills and the other, a thread of gRPC, iterates over. Once closed it takes nothing more,
    gives what it has, and ends; nobody waits at a closed line."""

    def __init__(self):
        self._waiting = collections.deque()
        self._changed = threading.Condition()
        self._is_closed = False

    def put(self, message):
        """Adds a message, when there is room. `ConnectionError` once the line is closed, also for who waits for room."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or len(self._waiting) < WAITING)
            if self._is_closed:
                raise ConnectionError("the stream has ended: open another, with `resume`")
            self._waiting.append(message)
            self._changed.notify_all()

    def close(self):
        """Takes no more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def __iter__(self):
        return self

    def __next__(self):
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._waiting)
            if not self._waiting:
                raise StopIteration
            message = self._waiting.popleft()
            self._changed.notify_all()
            return message
