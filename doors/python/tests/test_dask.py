# SPDX-License-Identifier: Apache-2.0
"""The example with Dask prints one hash for every chunking, and stet serves every line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "dask_on_stet.py"


def test_pieces():
    for name in ("dask.array", "scipy.fft"):
        pytest.importorskip(name, reason=f"skipped: no {name}")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, str(EXAMPLE)], env=environment, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr
    *lines, served = done.stdout.splitlines()
    assert len(lines) == 5 and len({line.split()[-1] for line in lines}) == 1
    # 3 axes in 1, 4, 25 and at least 18 x 20 pieces; no call went to SciPy
    assert int(served.rsplit(":", 1)[1].rstrip("}")) > 100 and "'fft'" in served
