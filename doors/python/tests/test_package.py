# SPDX-License-Identifier: Apache-2.0
"""Tests the package as a whole: cost of the import, examples, types, and the command's bits."""
from __future__ import annotations

import doctest
import importlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import timeit
from typing import Any

import numpy as np
import pytest

import stet

IMPORTED = """
import sys, numpy
before = set(sys.modules)
import stet
print(*sorted(set(sys.modules) - before))
"""


def test_importing_it_imports_little() -> None:
    """Bounds the import time without a clock: the import adds only the package's few modules to numpy's."""
    modules = subprocess.check_output([sys.executable, "-c", IMPORTED], text=True).split()
    modules = [name for name in modules if not name.startswith("numpy.")]  # 1.26 has aliases
    assert set(modules) <= {"__future__", "stet", "stet._stet", "stet.fft", "stet._dtypes", "stet._served"}, modules


def test_overhead_of_a_call() -> None:
    """At 16 points a call takes no longer than numpy's. It takes about a third, so a busy machine does not matter."""
    x = np.ones(16, complex)
    ours, theirs = [], []
    for _ in range(60):
        ours.append(timeit.timeit(lambda: stet.fft.fft(x), number=100))
        theirs.append(timeit.timeit(lambda: np.fft.fft(x), number=100))
    assert min(ours) <= min(theirs)


EXAMPLES = {
    "stet.fft": "",
    "stet._plan": "",
    "stet._numpy": "",
    "stet._scipy": "scipy.fft",
    "stet._judge": "",
    "stet._sums": "",
    "stet._conv": "",
    "stet.lab": "",
    "stet.testing": "",
    "stet.torch": "torch",
    "stet.jax": "jax",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    if EXAMPLES[name]:
        pytest.importorskip(EXAMPLES[name], reason=f"skipped: no {EXAMPLES[name]}")
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"stet": stet, "np": np})
    assert result.failed == 0
    assert result.attempted > 0


def test_types(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy", reason="skipped: no mypy")
    folder = pathlib.Path(stet.__file__).parent
    assert (folder / "py.typed").exists()
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "-p", "stet"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout


PROGRAM = """
import numpy as np
import stet
from stet import Plan, Conv, ConvInfo, ConvStream, conv, compare, verify, scipy_backend, numpy_patch, trig, fft

x = np.arange(8.0)
plan: stet.Plan = stet.Plan("dct", 8, type=2)
info: ConvInfo = stet.Conv([1.0], 8).run(x)[1]
report: stet.Comparison = stet.compare(plan(x), stet.fft.dct(x))
verdict: stet.Verdict = stet.verify(x, fft.fft(x=x, overwrite_x=True, plan=None))
paper: stet.Confirmation = stet.certify(stet.certificate(x)[1], x, x)
drift: stet.Drift = stet.drift("roundtrip", steps=1)
record: stet.DriftRecord = drift.last
with stet.numpy_patch(level="correct"):
    total = stet.dot(x, x) + stet.sum(x, keepdims=True)
words: str = stet.bits(x) + stet.__version__ + str(stet.bits_version) + repr(stet.scipy_backend.at("correct"))
"""


def test_types_of_a_program(tmp_path: pathlib.Path) -> None:
    """Every public name is exported to mypy --strict, and the program above has the expected types."""
    pytest.importorskip("mypy", reason="skipped: no mypy")
    names = "".join(f"stet.{name}\n" for name in stet.__all__)
    (tmp_path / "program.py").write_text(PROGRAM + names)
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "program.py"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout


def test_version() -> None:
    header = pathlib.Path(__file__).parents[3] / "include/stet.h"
    numbers = re.findall(r"define STET_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read_text())
    assert stet.__version__ == ".".join(numbers)


@pytest.mark.parametrize("n", [60, 61, 1024])
@pytest.mark.parametrize("level", ["native", "correct"])
def test_the_commands_bits(tmp_path: pathlib.Path, rng: np.random.Generator, n: int, level: str) -> None:
    """Compares with `stet fft` of the build that the tests belong to, or with the command in STET_COMMAND."""
    built = pathlib.Path(__file__).parents[3] / "build/stet"
    command = os.environ.get("STET_COMMAND") or shutil.which(str(built))
    if not command:
        pytest.skip("skipped: no stet command")
    x = rng.standard_normal(n).astype(np.float32)
    z = (x + 1j * rng.standard_normal(n)).astype(np.complex64)
    for array, options, wanted in (
        (x, [], stet.fft.fft(x, level=level)),
        (x, ["--real"], stet.fft.rfft(x, level=level)),
        (z, [], stet.fft.fft(z, level=level)),
        (z, ["--inverse"], stet.fft.ifft(z, level=level)),
        (z[: n // 2 + 1], ["--inverse", "--real", "--n", str(n)], stet.fft.irfft(z[: n // 2 + 1], n, level=level)),
        (x, ["--kind", "dct2"], stet.fft.dct(x, level=level)),
    ):
        np.save(tmp_path / "x.npy", array)
        arguments: list[Any] = [command, "fft", tmp_path / "x.npy", "--level", level, *options, "-o", tmp_path / "y.npy"]
        subprocess.run(arguments, check=True, capture_output=True)
        result = np.load(tmp_path / "y.npy")
        assert result.dtype == wanted.dtype and result.tobytes() == wanted.tobytes(), options
