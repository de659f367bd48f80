"""Tests of the package: its types, its stubs, its README and its examples."""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
# Time for which the example learns, in seconds. 0 skips the test.
LEARN_SECONDS = float(os.environ.get("REFEREE_LEARN_SECONDS", "0"))
# Minimum share of points against random moves after two minutes.
LEARNED = 0.9


def run(*words, **more):
    return subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True, **more)


class Package(unittest.TestCase):
    def test_types_are_strict(self):
        pinned = re.search(r"^tests = \[(.*)\]", (PACKAGE / "pyproject.toml").read_text(), re.M)[1]
        for requirement in pinned.replace('"', "").split(", "):
            name, version = requirement.split("==")
            self.assertEqual(importlib.metadata.version(name), version, f"pip install {requirement}")
        with tempfile.TemporaryDirectory() as cache:
            words = ["-m", "mypy", "--config-file", PACKAGE / "pyproject.toml", "--cache-dir", cache]
            for checked in (["-p", "referee_rules"], [PACKAGE / "bench.py", PACKAGE / "examples" / "self_play.py"]):
                done = run(*words, *checked, cwd=cache)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_stubs_are_those_of_the_module(self):
        with tempfile.TemporaryDirectory() as cache:
            done = run("-m", "mypy.stubtest", "referee_rules._native", "--ignore-disjoint-bases", cwd=cache)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_readme_runs(self):
        blocks = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.S)
        self.assertEqual(len(blocks), 3)
        for block in blocks:
            done = run("-c", block)
            self.assertEqual(done.returncode, 0, f"{block}\n{done.stderr}")

    def test_the_bench_prints_its_figures(self):
        done = run(PACKAGE / "bench.py", "--seconds", "0.05")
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = re.findall(r"promised for Kamisado: ([\d,]+): kept", done.stdout)
        self.assertEqual(kept, ["1,000,000", "50,000"], done.stdout)

    def test_a_build_leaves_nothing_in_the_checkout(self):
        before = sorted(PACKAGE.rglob("*"))
        with tempfile.TemporaryDirectory() as wheels:
            words = ["-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "-w", wheels, PACKAGE]
            path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
            done = run(*words, env={**os.environ, "PATH": path})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(list(pathlib.Path(wheels).glob("referee_rules-*.whl"))), 1)
        self.assertEqual(sorted(PACKAGE.rglob("*")), before)

    @unittest.skipUnless(LEARN_SECONDS, "long: REFEREE_LEARN_SECONDS=120 runs it")
    def test_the_example_beats_random_moves(self):
        done = run(PACKAGE / "examples" / "self_play.py", LEARN_SECONDS)
        self.assertEqual(done.returncode, 0, done.stderr)
        print(done.stdout)
        share = re.search(r"([\d.]+)% of the points", done.stdout)
        self.assertGreater(float(share[1]) / 100, LEARNED, done.stdout)


if __name__ == "__main__":
    unittest.main()
