# SPDX-License-Identifier: Apache-2.0
"""Runs SciPy's and NumPy's own tests of their transforms on stet: all must pass, and the served calls are counted.

SciPy or NumPy serves the calls that stet declines, or refuses them with its own error. The table below lists every
reason. The test fails if a reason is new, or if one of the table does not occur.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

HERE = Path(__file__).parent

# The reasons to decline a call: a pattern of the reason, and why it is right.
REASONS = {
    r"TypeError: dtype (float128|complex256|longdouble|clongdouble) is not supported": "no long double",
    r"not a transform of stet's": "fht and ifht, the fast Hankel transform; what they call is served",
    r"s without axes, or None in s: NumPy warns": "a deprecated call, and NumPy's warning",
    r"plan=": "SciPy's plans; SciPy refuses all of them",
    r"no axis, or one named twice": "SciPy copies, or refuses it",
    # Both libraries refuse these, and the caller sees the other library's error:
    r"ValueError: Invalid number of FFT data points \(-?\d+\) specified": "a length below 1",
    r"ValueError: Invalid norm value o;": "no norm",
    r"ValueError: Shape and axes have different lengths": "s and axes that do not fit",
    r"ValueError: output array has wrong shape": "out=",
    r"TypeError: return arrays must be of ArrayType": "out= is no array",
    r"TypeError: fft\(\): cannot cast the output from complex128 to float64": "out= of real numbers",
    r"TypeError: \w+\(\) takes real numbers, not dtype complex": "complex input of real transforms",
    r"ValueError: workers ": "no number of threads, or less than -1 for each processor",
    r"AxisError: axis -?\d+ is out of bounds": "no such axis",
}

# The least numbers of served calls: two thirds of the counts with the oldest NumPy and SciPy that are tested.
LEAST = {"scipy": 7000, "engine": 11000, "numpy": 1800}


def suite(how):
    """Returns the folder of the tests."""
    if how == "numpy":
        pytest.importorskip("hypothesis", reason="skipped: no hypothesis, which NumPy's own tests need")
        folders = [Path(numpy.__file__).parent / "fft" / "tests"]
    else:
        scipy = pytest.importorskip("scipy", reason="skipped: no SciPy")
        fft = Path(scipy.__file__).parent / "fft"
        folders = [fft / "tests"] if how == "scipy" else [fft / "_duccfft" / "tests", fft / "_pocketfft" / "tests"]
    for folder in folders:
        if folder.is_dir():
            return folder
    pytest.skip(f"skipped: no {folders[0]}: this package came without its tests")


@pytest.mark.parametrize("how", LEAST)
def test_foreign_suite(how, tmp_path):
    folder = suite(how)
    counts = tmp_path / "counts.json"
    environment = dict(
        os.environ,
        STET_FOREIGN=how,
        STET_FOREIGN_COUNTS=str(counts),
        PYTHONPATH=os.pathsep.join([str(HERE), *filter(None, sys.path)]),
        PYTEST_ADDOPTS="",
    )
    words = ["-q", "-p", "foreign_plugin", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, str(folder)],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=550,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    told = json.loads(counts.read_text())
    served = sum(told["served"].values())
    print(f"{how}: {done.stdout.strip().splitlines()[-1]}; {served} calls served")
    for name, why, count in told["declined"]:
        print(f"  declined {count} x {name}: {why}")
        assert any(re.match(pattern, why) for pattern in REASONS), (name, why)
    assert served >= LEAST[how]


def test_the_plugin_notices_wrong_transforms(tmp_path):
    """Checks that the suites fail if the transforms are wrong: with one result reversed, SciPy's own tests fail."""
    folder = suite("scipy")
    (tmp_path / "broken.py").write_text(
        "import stet\n"
        "table = stet.scipy_backend._functions\n"
        "right = table['fft']\n"
        "table['fft'] = lambda *a, **k: right(*a, **k)[..., ::-1]\n"
        "from foreign_plugin import *\n"
    )
    environment = dict(
        os.environ,
        STET_FOREIGN="scipy",
        STET_FOREIGN_COUNTS=str(tmp_path / "counts.json"),
        PYTHONPATH=os.pathsep.join([str(tmp_path), str(HERE), *filter(None, sys.path)]),
    )
    words = ["-q", "-x", "-p", "broken", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, str(folder / "test_basic.py"), "-k", "TestFFT"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1 and "failed" in done.stdout
