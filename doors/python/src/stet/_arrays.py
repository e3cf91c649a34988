# SPDX-License-Identifier: Apache-2.0
"""Converts arrays to the form that the extension takes: (buffer, name of the type, shape)."""

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
    """Returns the array. Raises TypeError if a value is masked, because a masked value has no bits, and InexactError
    if NumPy rounded an integer of a list."""
    if isinstance(array, np.ma.MaskedArray) and np.ma.is_masked(array):
        raise TypeError("masked values are not supported: fill them, or leave them out")
    a = np.asarray(array)
    require_as_given(array, a, what)
    return a


def plain(array: npt.ArrayLike, what: str = "array") -> npt.NDArray[Any]:
    """Returns the array in C order, aligned, in native byte order. TypeError: the library has no such type."""
    a = unmasked(array, what)
    if not a.dtype.isnative:
        a = a.astype(a.dtype.newbyteorder("="))
    if a.dtype.name not in _NAMES and classify(a.dtype) is None:
        raise TypeError(f"array type {a.dtype.name} is not supported")
    return np.require(a, requirements=["C", "A"])


def triple(array: npt.ArrayLike, *, pairs: bool = False) -> Triple:
    """Returns (buffer, name of the type, shape) for the extension. pairs: the last dimension has length 2
    and holds the real and imaginary parts of 16-bit numbers."""
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
    # bfloat16 of ml_dtypes supports no buffer protocol: the extension takes its bytes.
    return a.reshape(-1).view(np.uint8), name, shape


def axes_tuple(axis: int | tuple[int, ...] | None, ndim: int) -> tuple[int, ...] | None:
    """Returns None for None; else the axes as a tuple from 0. Raises if an axis does not exist or is named twice."""
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
    """Returns the number of a word. Raises ValueError with the text that NumPy uses."""
    if isinstance(value, str) and value in allowed:
        return allowed[value]
    *first, last = (f'"{word}"' for word in allowed)
    words = f"{', '.join(first)} or {last}" if first else last
    raise ValueError(f"Invalid {what} value {value}; should be {words}.")
