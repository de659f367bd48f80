"""Builds the package with the messages, which are generated from the .proto files of this repository."""

import importlib.resources
import pathlib

from setuptools import setup
from setuptools.command.build_py import build_py

PROTO = pathlib.Path(__file__).resolve().parents[2] / "proto"


class WithMessages(build_py):
    """Adds the modules `referee.v1.*_pb2` and `referee.scene.v1.*_pb2`."""

    def run(self):
        super().run()
        # Only here: asking for the version needs no compiler.
        from grpc_tools import protoc

        packages = [PROTO / "referee" / package / "v1" for package in ("", "scene")]
        files = sorted(str(path) for package in packages for path in package.glob("*.proto"))
        out = [f"--{kind}_out={self.build_lib}" for kind in ("python", "grpc_python")]
        # The messages of Google's that ours import come with the compiler.
        paths = [f"--proto_path={path}" for path in (PROTO, importlib.resources.files("grpc_tools") / "_proto")]
        if not files or protoc.main(["protoc", *paths, *out, *files]) != 0:
            raise SystemExit(f"the messages could not be generated from {PROTO}: install from a checkout of the repository")


setup(cmdclass={"build_py": WithMessages})
