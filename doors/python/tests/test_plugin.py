# SPDX-License-Identifier: Apache-2.0
"""Runs the pytest plugin in a pytest of its own."""

import os
import subprocess
import sys

import numpy as np
import pytest

from stet.testing import assert_correct_fft, assert_same_bits

INSIDE = '''
import numpy as np
x = np.random.default_rng(1).standard_normal(50)

def test_right(assert_same_bits, assert_correct_fft):
    assert_correct_fft(x, np.fft.fft(x))
    assert_same_bits(x, x.copy())

def test_bits(assert_same_bits):
    assert_same_bits(x, np.nextafter(x, 2), err_msg="mine")

def test_fft(assert_correct_fft):
    assert_correct_fft(x, np.fft.fftshift(np.fft.fft(x)))
'''


def test_fixtures_explain(tmp_path):
    (tmp_path / "test_inside.py").write_text(INSIDE)
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, sys.path)), PYTEST_ADDOPTS="",
                       PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "stet.pytest_plugin", "-p", "no:cacheprovider", "--tb=short", "."],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120,
    )
    assert done.returncode == 1 and "1 passed" in done.stdout and "2 failed" in done.stdout, done.stdout
    assert "stet: 0." in done.stdout and "bits version" in done.stdout
    assert "AssertionError: mine\n" in done.stdout
    assert "E   result      different: the bits differ" in done.stdout
    assert "fftshifted: bin 0 is in the middle" in done.stdout
    assert "_fail" not in done.stdout.split("short test summary")[0]  # our frames are hidden


def test_correctly_rounded_is_asked_for():
    x = np.random.default_rng(2).standard_normal(100)
    y = np.fft.fft(x)
    assert_correct_fft(x, y)
    with pytest.raises(AssertionError, match="wanted: correctly rounded"):
        assert_correct_fft(x, y, correctly_rounded=True)
    import stet

    assert_correct_fft(x, stet.fft.fft(x, level="correct"), correctly_rounded=True)
    with pytest.raises(AssertionError):
        assert_same_bits(y, y.astype(np.complex64))
