# SPDX-License-Identifier: Apache-2.0
"""The tutorial: every line that begins with a hash is the same on several instruction sets; it writes its pictures."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[1] / "examples" / "tutorial.py"
HASH = re.compile(r"^[0-9a-f]{64}  ")
KERNELS = re.compile(r"^computed by (\w+)_f32$", re.M)


def run(*words, isa=None):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment.pop("STET_ISA", None)
    if isa is not None:
        environment["STET_ISA"] = isa
    done = subprocess.run(
        [sys.executable, str(TUTORIAL), *words], env=environment, capture_output=True, text=True, timeout=250
    )
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if HASH.match(line)], KERNELS.search(done.stdout)[1]


def test_the_same_hashes_on_every_instruction_set():
    """An instruction set that this CPU or this build lacks is replaced by the next lower one."""
    wanted, best = run("--no-pictures")
    assert len(wanted) == 10
    used = {best}
    for isa in ("soft", "scalar", "fma128", "avx2", "avx512"):
        hashes, instance = run("--no-pictures", isa=isa)
        assert hashes == wanted, isa
        used.add(instance)
    assert len(used) >= 2, used


def test_pictures(tmp_path):
    pytest.importorskip("matplotlib", reason="skipped: no matplotlib")
    run("--pictures", str(tmp_path))
    for name in ("signal", "levels", "drift"):
        assert (tmp_path / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
