# SPDX-License-Identifier: Apache-2.0
"""16-bit numbers: which dtypes stand for them. Called by the extension module."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

#: Complex numbers of two float16: ``a.view(np.float16).reshape(*a.shape, 2)`` has the parts.
complex32: np.dtype[Any] = np.dtype([("re", np.float16), ("im", np.float16)])

F16, BF16 = 3, 4  # stet_precision


def _ml(name: str) -> np.dtype[Any] | None:
    """A dtype of ml_dtypes; None if that is not installed or too old."""
    try:
        import ml_dtypes
    except ImportError:
        return None
    found = getattr(ml_dtypes, name, None)
    return None if found is None else np.dtype(found)


def classify(dtype: np.dtype[Any]) -> tuple[int, int] | None:
    """(precision, complex) of a dtype that is not NumPy's own; None: not a 16-bit format."""
    if dtype.names is not None:
        if len(dtype.names) != 2 or dtype.itemsize != 4:
            return None
        first, second = (dtype[i] for i in range(2))
        if first != second or dtype != np.dtype([("re", first), ("im", first)]):
            return None
        if first == np.float16:
            return F16, 1
        part = classify(first)
        return (BF16, 1) if part == (BF16, 0) else None
    if "ml_dtypes" not in sys.modules:
        return None
    for name, answer in (("bfloat16", (BF16, 0)), ("bcomplex32", (BF16, 1)), ("complex32", (F16, 1))):
        found = _ml(name)
        if found is not None and dtype == found:  # float64 == None is true in NumPy 1.26
            return answer
    return None


def dtype_of(precision: int, is_complex: int) -> np.dtype[Any]:
    """The dtype of new arrays of 16-bit numbers."""
    if precision == F16:
        return complex32 if is_complex else np.dtype(np.float16)
    real = _ml("bfloat16")
    assert real is not None  # whoever has such an input has ml_dtypes
    if not is_complex:
        return real
    return _ml("bcomplex32") or np.dtype([("re", real), ("im", real)])
