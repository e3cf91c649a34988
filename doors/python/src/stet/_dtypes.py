# SPDX-License-Identifier: Apache-2.0
"""The dtypes of 16-bit numbers, and the check for numbers that would be rounded. The extension module calls both."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np


class InexactError(ValueError):
    """At level "correct", and for an exact sum, a number would be rounded before the computation, or the result
    would be rounded a second time."""

    __module__ = "stet.fft"


def require_exact(a: np.ndarray[Any, Any], dtype: np.dtype[Any], what: str) -> None:
    """Raises InexactError if dtype does not hold a number of the array. ``what`` begins the message."""
    if a.dtype.kind in "iu":
        digits = np.finfo(dtype).nmant + 1
        if np.iinfo(a.dtype).max < 2**digits or a.size == 0 or max(-int(a.min()), int(a.max())) <= 2**digits:
            return
        size = a.astype(np.uint64)  # modulo 2^64
        size = np.where(a < 0, ~size + np.uint64(1), size)
        last = size & (~size + np.uint64(1))
        wrong = size // np.maximum(last, np.uint64(1)) >= np.uint64(2**digits)
    elif np.can_cast(a.dtype, dtype):
        return
    else:
        with np.errstate(all="ignore"):
            wrong = (a.astype(dtype) != a) & (a == a)
    if wrong.any():
        _refuse(what, tuple(np.argwhere(wrong)[0].tolist()), a[wrong][0], dtype)


def require_as_given(given: Any, a: np.ndarray[Any, Any], what: str) -> None:
    """Raises InexactError if NumPy rounded an integer of a list because the list has floating-point numbers too."""
    if isinstance(given, np.ndarray) or hasattr(given, "__array__") or a.dtype.kind not in "fc":
        return
    for index, value in np.ndenumerate(np.array(given, object)):
        if isinstance(value, (float, complex, np.inexact)):
            continue
        if np.asarray(value).dtype.kind in "iu" and int(value) != int(a[index].real):
            _refuse(what, index, value, a.dtype)


def _refuse(what: str, index: tuple[int, ...], value: Any, dtype: np.dtype[Any]) -> None:
    raise InexactError(
        f"{what}: element {list(index)}: {np.finfo(dtype).dtype} does not hold {value}, and the exact "
        f"computation must not round its input: pass numpy.asarray(x, '{dtype}') if rounding is acceptable"
    )


#: A complex number of two float16; ``a.view(np.float16).reshape(*a.shape, 2)`` gives the parts.
complex32: np.dtype[Any] = np.dtype([("re", np.float16), ("im", np.float16)])

F16, BF16 = 3, 4  # stet_precision


def _ml(name: str) -> np.dtype[Any] | None:
    """Returns a dtype of ml_dtypes, or None if that is not installed or too old."""
    try:
        import ml_dtypes
    except ImportError:
        return None
    found = getattr(ml_dtypes, name, None)
    return None if found is None else np.dtype(found)


def classify(dtype: np.dtype[Any]) -> tuple[int, int] | None:
    """Returns (precision, complex) of a dtype that NumPy does not define, or None if it is no 16-bit format."""
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
        if found is not None and dtype == found:  # NumPy 1.26: float64 == None is true
            return answer
    return None


def dtype_of(precision: int, is_complex: int) -> np.dtype[Any]:
    """Returns the dtype for new arrays of 16-bit numbers."""
    if precision == F16:
        return complex32 if is_complex else np.dtype(np.float16)
    real = _ml("bfloat16")
    assert real is not None  # an input of this type comes from ml_dtypes
    if not is_complex:
        return real
    return _ml("bcomplex32") or np.dtype([("re", real), ("im", real)])
