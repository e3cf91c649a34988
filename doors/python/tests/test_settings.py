# SPDX-License-Identifier: Apache-2.0
"""Environment variables that stet does not understand cause a warning when the package is imported."""
from __future__ import annotations

import os
import subprocess
import sys

IMPORT = """
import warnings
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    import stet, stet.fft
    stet.fft.fft([1, 2, 3])
print(*(f"{w.category.__name__} {w.message}" for w in seen), sep="\\n", end="")
"""


def warned(**settings: str) -> list[str]:
    return subprocess.check_output([sys.executable, "-c", IMPORT], text=True, env={**os.environ, **settings}).splitlines()


def test_settings() -> None:
    assert warned(STET_LEVEL="correct", STET_ISA="soft", STET_THREADS="") == []
    assert warned(STET_LEVEL="Correct", STET_TUNING="nowhere.json") == [
        "RuntimeWarning STET_LEVEL=Correct: no such level; unset it or use one of native, extended, extended-ff, correct",
        "RuntimeWarning STET_TUNING=nowhere.json: the file does not exist or cannot be opened",
    ]
