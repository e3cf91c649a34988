# SPDX-License-Identifier: Apache-2.0
"""Fourier transforms whose bits stand.

``stet.fft`` has NumPy's and SciPy's transforms; what else there is stands in ``__all__`` and is
imported when it is first used.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import fft
from ._stet import bits_version, version as __version__

if TYPE_CHECKING:
    from ._conv import Conv, ConvInfo, ConvStream, conv
    from ._drift import Drift, DriftRecord, drift
    from ._judge import (
        Comparison,
        Confirmation,
        Verdict,
        bits,
        certificate,
        certify,
        compare,
        verify,
    )
    from ._numpy import numpy_patch
    from ._plan import Plan
    from ._scipy import scipy_backend
    from ._sums import dot, sum, trig

#: The module that each name comes from.
_LAZY = {
    "Comparison": "._judge",
    "Confirmation": "._judge",
    "Conv": "._conv",
    "ConvInfo": "._conv",
    "ConvStream": "._conv",
    "Drift": "._drift",
    "DriftRecord": "._drift",
    "Plan": "._plan",
    "Verdict": "._judge",
    "bits": "._judge",
    "certificate": "._judge",
    "certify": "._judge",
    "compare": "._judge",
    "conv": "._conv",
    "dot": "._sums",
    "drift": "._drift",
    "numpy_patch": "._numpy",
    "scipy_backend": "._scipy",
    "sum": "._sums",
    "trig": "._sums",
    "verify": "._judge",
}

__all__ = ["__version__", "bits_version", "fft", *_LAZY]


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'stet' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
