"""Builds the package with its generated parts: the messages and the asyncio client."""

import atexit
import importlib.resources
import pathlib
import re
import shutil
import tempfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
PROTO = HERE.parents[1] / "proto"
#: The folders below `proto/referee` that become modules `referee.*_pb2`.
PACKAGES = ("v1", "scene/v1", "engine/v1")

#: Replacements that turn `client.py` into `aio.py`. A method of `AsyncClient` is the same with
#: `await`.
ASYNC = (
    (r"    def (?!_)", "    async def "),
    (r"self\.(_call|challenge)\(", r"await self.\1("),
    (r"for said in self\._stream\(", "async for said in self._stream("),
    (r"\bIterator\[", "AsyncIterator["),
    (r"\bIterator\b(?!\[)", "AsyncIterator"),
    (r"\b(?<!`)Calls\b", "AsyncCalls"),
    (r"\bClient\b", "AsyncClient"),
)


class WithGenerated(build_py):
    """Adds `referee.*_pb2`, `referee_client.messages` and `referee_client.aio`."""

    def run(self):
        super().run()
        # The import is here, because reading the version needs no compiler.
        from grpc_tools import protoc

        files = sorted(str(path) for package in PACKAGES for path in (PROTO / "referee" / package).glob("*.proto"))
        out = [f"--{kind}_out={self.build_lib}" for kind in ("python", "pyi")]
        # The compiler contains the messages of Google that ours import.
        paths = [f"--proto_path={path}" for path in (PROTO, importlib.resources.files("grpc_tools") / "_proto")]
        if not files or protoc.main(["protoc", *paths, *out, *files]) != 0:
            raise SystemExit(f"failed to generate messages from {PROTO}: install from a checkout of the repository")
        built = pathlib.Path(self.build_lib)
        (built / "referee" / "py.typed").touch()
        stars = [f"from referee.v1.{path.stem} import *\n" for path in sorted(built.glob("referee/v1/*_pb2.py"))]
        text = '"""Every message and value of `referee.v1`, from all .proto files."""\n\n' + "".join(stars)
        # A type checker treats names that a stub imports with a star as the stub's own.
        for suffix in (".py", ".pyi"):
            (built / "referee_client" / f"messages{suffix}").write_text(text, encoding="utf-8")
        client = (HERE / "referee_client" / "client.py").read_text(encoding="utf-8")
        for pattern, replacement in ASYNC:
            client = re.sub(pattern, replacement, client)
        (built / "referee_client" / "aio.py").write_text(client, encoding="utf-8")


# The scratch directory is outside the checkout, so a build does not change the checkout.
scratch = tempfile.mkdtemp(prefix="referee-client-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)
setup(
    cmdclass={"build_py": WithGenerated},
    options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
)
