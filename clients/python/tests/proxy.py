"""A TCP proxy whose connections a test can cut or forward to another server."""

import socket
import threading


class Proxy:
    """A proxy that forwards connections to `target` while its `with` block runs. `target` is
    `url` until a test changes it for later connections."""

    def __init__(self, url):
        self.target = url
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._sockets = set()
        self._deaf = set()
        self.accepted = 0

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()
        self.cut()

    def cut(self):
        """Cuts all connections."""
        for one in list(self._sockets):
            self._sockets.discard(one)
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def deafen(self):
        """Discards all data of the current connections without closing them, as if the other
        machine were gone."""
        self._deaf |= self._sockets

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            host, _, port = self.target.rpartition("/")[2].partition(":")
            try:
                far = socket.create_connection((host, int(port)), timeout=5)
            except OSError:
                near.close()
                continue
            far.settimeout(None)
            self.accepted += 1
            self._sockets |= {near, far}
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._forward, args=pair, daemon=True).start()

    def _forward(self, source, sink):
        try:
            while data := source.recv(65536):
                if source not in self._deaf:
                    sink.sendall(data)
            sink.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
