"""Tests of the package: its types, and whether the generated code matches the .proto files."""

import importlib
import importlib.metadata
import importlib.resources
import pathlib
import subprocess
import sys
import tempfile
import unittest

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc
from referee_client import messages
from referee_client.profiles import tomllib
from server import ROOT

PYTHON = ROOT / "clients" / "python"


class Package(unittest.TestCase):
    def test_types_are_strict(self):
        wanted = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]["optional-dependencies"]["types"]
        for requirement in wanted:
            name, version = requirement.split("==")
            found = importlib.metadata.version(name)
            self.assertEqual(found, version, f"pip install {' '.join(wanted)}")
        with tempfile.TemporaryDirectory() as cache:
            words = [sys.executable, "-m", "mypy", "--config-file", PYTHON / "pyproject.toml", "--cache-dir", cache]
            package = subprocess.run([*words, "-p", "referee_client"], capture_output=True, text=True, cwd=cache)
            self.assertEqual(package.returncode, 0, package.stdout + package.stderr)
            files = [PYTHON / "examples" / f"{name}.py" for name in ("any_move", "one_ply", "openspiel_hive", "prompt", "uci")]
            examples = subprocess.run([*words, *files], capture_output=True, text=True, cwd=cache)
            self.assertEqual(examples.returncode, 0, examples.stdout + examples.stderr)
            wrong = pathlib.Path(cache, "wrong.py")
            wrong.write_text("from referee_client import Bot, Turn\nclass B(Bot):\n    def choose(self, turn: Turn) -> int: return 1\n")
            refused = subprocess.run([*words, wrong], capture_output=True, text=True, cwd=cache)
            self.assertIn("incompatible with return type", refused.stdout)

    def test_messages_are_those_of_the_protos(self):
        proto, google = ROOT / "proto", importlib.resources.files("grpc_tools") / "_proto"
        files = sorted(path for package in ("v1", "scene/v1", "engine/v1") for path in (proto / "referee" / package).glob("*.proto"))
        self.assertGreater(len(files), 30)
        with tempfile.TemporaryDirectory() as directory:
            out = f"{directory}/set"
            words = [f"--proto_path={proto}", f"--proto_path={google}", f"--descriptor_set_out={out}", *map(str, files)]
            self.assertEqual(protoc.main(["protoc", *words]), 0)
            wanted = FileDescriptorSet.FromString(pathlib.Path(out).read_bytes())
        self.assertEqual(len(wanted.file), len(files))
        for file in wanted.file:
            module = importlib.import_module(file.name.removesuffix(".proto").replace("/", ".") + "_pb2")
            found = FileDescriptorProto()
            module.DESCRIPTOR.CopyToProto(found)
            self.assertEqual(names(found), names(file), f"{file.name}: install the package again")
            if file.name.startswith("referee/v1/"):
                for name in [kind.name for kind in (*file.message_type, *file.enum_type)]:
                    self.assertIs(getattr(messages, name), getattr(module, name), f"{file.name}: {name}")

    def test_a_build_leaves_nothing_in_the_checkout(self):
        before = sorted(PYTHON.rglob("*"))
        with tempfile.TemporaryDirectory() as wheels:
            words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "-w", wheels, PYTHON]
            done = subprocess.run(words, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(list(pathlib.Path(wheels).glob("referee_client-*.whl"))), 1)
        self.assertEqual(sorted(PYTHON.rglob("*")), before)


def names(file):
    """Returns every field, value and call of a file with its number and type."""
    found = []

    def add(prefix, kind):
        for field in kind.field:
            found.append((prefix, kind.name, field.name, field.number, field.type, field.type_name, field.label))
        for enum in kind.enum_type:
            found.extend((prefix, enum.name, value.name, value.number) for value in enum.value)
        for nested in kind.nested_type:
            add(f"{prefix}.{kind.name}", nested)

    for kind in file.message_type:
        add("", kind)
    for enum in file.enum_type:
        found.extend(("", enum.name, value.name, value.number) for value in enum.value)
    for service in file.service:
        found.extend((service.name, call.name, call.input_type, call.output_type) for call in service.method)
    return found


if __name__ == "__main__":
    unittest.main()
