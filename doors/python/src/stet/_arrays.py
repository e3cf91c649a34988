# SPDX-License-Identifier: Apache-2.0
"""Arrays as the extension takes them: (buffer, name of the type, shape)."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from ._dtypes import BF16, classify, require_as_given

Triple = tuple[npt.NDArray[Any], str, tuple[int, ...]]

_NAMES = frozenset(
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 "
    "complex64 complex128".split()
)


def unmasked(array: npt.ArrayLike, what: str = "array") -> npt.NDArray[Any]:
    """The array. A masked one is refused where something is masked: its data have no bits there; and a list with an
    integer that NumPy rounds."""
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise TypeError("masked values are not supported: fill them, or leave them out")
    a = np.asarray(array)
    require_as_given(array, a, what)
    return a


def plain(array: npt.ArrayLike, what: str = "array") -> npt.NDArray[Any]:
    """The array in C order, aligned and of native byte order, of a type that the library knows."""
    a = unmasked(array, what)
    if not a.dtype.isnative:
        a = a.astype(a.dtype.newbyteorder("="))
    if a.dtype.name not in _NAMES and classify(a.dtype) is None:
        raise TypeError(f"array type {a.dtype.name} is not supported")
    return np.require(a, requirements=["C", "A"])


def triple(array: npt.ArrayLike, *, pairs: bool = False) -> Triple:
    """The array for the extension. pairs: the last dimension of 16-bit numbers, of length 2, holds
    real and imaginary parts."""
    a = plain(array)
    name, shape = a.dtype.name, a.shape
    half = classify(a.dtype)
    if half is not None:
        name = ("complex " if half[1] else "") + ("bfloat16" if half[0] == BF16 else "float16")
    if pairs and name in ("float16", "bfloat16"):
        if shape[-1:] != (2,):
            raise ValueError(
                f"complex {name} needs a last dimension of length 2, the real and the imaginary part"
            )
        name, shape = f"complex {name}", shape[:-1]
    # ml_dtypes' bfloat16 has no buffer: any bytes do.
    return a.reshape(-1).view(np.uint8), name, shape


def axes_tuple(axis: int | tuple[int, ...] | None, ndim: int) -> tuple[int, ...] | None:
    """None, or axes that exist, each once, from 0."""
    if axis is None:
        return None
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    settled = []
    for one in map(operator.index, axes):
        if not -ndim <= one < ndim:
            raise np.exceptions.AxisError(one, ndim)
        settled.append(one % ndim)
    if len(set(settled)) < len(settled):
        raise ValueError("repeated axis")
    return tuple(settled)


def choice(what: str, value: object, allowed: dict[str, int]) -> int:
    """The number of a word, or ValueError with NumPy's words."""
    if isinstance(value, str) and value in allowed:
        return allowed[value]
    *first, last = (f'"{word}"' for word in allowed)
    words = f"{', '.join(first)} or {last}" if first else last
    raise ValueError(f"Invalid {what} value {value}; should be {words}.")
