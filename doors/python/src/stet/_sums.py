# SPDX-License-Identifier: Apache-2.0
"""Sums and scalar products that are rounded once, and sine and cosine."""

from __future__ import annotations

import operator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _stet
from ._arrays import axes_tuple, choice, unmasked
from ._dtypes import require_exact

Method = Literal["exact", "pairwise", "compensated"]
Function = Literal["sin", "cos", "sinpi", "cospi", "sincos", "sincospi"]
Flavor = Literal["correct", "cuda13"]

_METHODS = {"exact": 1, "pairwise": 2, "compensated": 3}
_FUNCTIONS = {"sin": 1, "cos": 2, "sinpi": 3, "cospi": 4, "sincos": 0, "sincospi": -1}
_FLAVORS = {"correct": 1, "cuda13": 2}


def _numbers(array: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """Returns float32, float64, complex64 or complex128, exactly the numbers that were given."""
    a = unmasked(array, what)
    kind, size = a.dtype.kind, a.dtype.itemsize
    if kind in "fc" and size in ((4, 8) if kind == "f" else (8, 16)):
        return a if a.dtype.isnative else a.astype(a.dtype.newbyteorder("="))
    if a.dtype.name in ("float16", "bfloat16"):
        return a.astype(np.float32)
    if kind not in "biu":
        raise TypeError(f"array type {a.dtype.name} is not supported")
    require_exact(a, np.dtype(np.float64), what)
    return a.astype(np.float64)


def _parts(a: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns the real and imaginary parts along a new first dimension, of length 2; length 1 for real numbers."""
    if a.dtype.kind != "c":
        return a[np.newaxis]
    return np.stack((a.real, a.imag))


def _strided(a: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns the array, or a copy if a stride is no multiple of the item size."""
    return a if a.flags.aligned and all(s % a.itemsize == 0 for s in a.strides) else a.copy()


def _join(parts: npt.NDArray[Any]) -> Any:
    if parts.shape[0] == 1:
        return parts[0][()]
    out = np.empty(parts.shape[1:], np.result_type(parts, np.complex64))
    out.real, out.imag = parts
    return out[()]


def sum(
    a: npt.ArrayLike, axis: int | tuple[int, ...] | None = None, *, method: Method = "exact",
    keepdims: bool = False,
) -> Any:
    """Returns the sum of the elements over all or some axes; "exact" rounds the exact sum once.

    Parameters
    ----------
    a : array_like
        float32, float64 or complex numbers of these; the result has the same type. The result of
        16-bit floats is float32, that of integers float64.
    axis : int or tuple of ints, optional
        The default is all axes.
    method : {"exact", "pairwise", "compensated"}
        "exact": the result depends on neither order nor length. "pairwise": splits the array at the
        largest power of two. "compensated": the algorithm of Kahan, Babuska and Neumaier, from the
        first element to the last.
    keepdims : bool
        Keeps the axes of the sum, with length 1.

    The sum of no elements is 0. An integer that float64 does not hold raises `stet.fft.InexactError`.

    >>> import stet
    >>> float(stet.sum([1e100, 1.0, -1e100]))
    1.0
    >>> stet.sum([[1, 2], [3, 4]], axis=0)
    array([4., 6.])
    """
    number = choice("method", method, _METHODS)
    x = _numbers(a, "sum")
    axes = axes_tuple(axis, x.ndim)
    if axes is None:
        axes = tuple(range(x.ndim))
    kept = [i for i in range(x.ndim) if i not in axes]
    shape = tuple(x.shape[i] for i in kept)
    parts = _parts(x.transpose(*kept, *axes))
    rows = _strided(parts.reshape(parts.shape[: 1 + len(kept)] + (_count(x, axes),)))
    out = np.empty((rows.shape[0], *shape), rows.dtype)
    _stet.sum(number, rows.itemsize, rows, out.reshape(-1))
    if keepdims:
        out = out.reshape(-1, *(1 if i in axes else n for i, n in enumerate(x.shape)))
    return _join(out)


def _count(x: npt.NDArray[Any], axes: tuple[int, ...]) -> int:
    count = 1
    for i in axes:
        count *= x.shape[i]
    return count


def dot(a: npt.ArrayLike, b: npt.ArrayLike, axis: int = -1) -> Any:
    """Returns the scalar product along an axis, exact and rounded once. Nothing is conjugated.

    The shapes are broadcast. The type of the result is that of ``a * b`` if that is float32, float64 or
    complex. Both parts of a complex product are exact sums that are rounded once.

    >>> import stet
    >>> float(stet.dot([1e100, 1.0, -1e100], [1.0, 1.0, 1.0]))
    1.0
    """
    x, y = _numbers(a, "dot"), _numbers(b, "dot")
    kind = np.result_type(x, y)
    if x.ndim == 0 or y.ndim == 0:
        raise ValueError("dot needs at least one dimension")
    x, y = np.broadcast_arrays(x.astype(kind, copy=False), y.astype(kind, copy=False))
    axis = operator.index(axis)
    axes_tuple(axis, x.ndim)
    x, y = np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)
    if kind.kind != "c":
        return _dot(x, y)[()]
    out = np.empty(x.shape[:-1], kind)
    out.real = _dot(np.concatenate((x.real, -x.imag), -1), np.concatenate((y.real, y.imag), -1))
    out.imag = _dot(np.concatenate((x.real, x.imag), -1), np.concatenate((y.imag, y.real), -1))
    return out[()]


def _dot(x: npt.NDArray[Any], y: npt.NDArray[Any]) -> npt.NDArray[Any]:
    out = np.empty(x.shape[:-1], x.dtype)
    _stet.dot(x.itemsize, _strided(x), _strided(y), out.reshape(-1))
    return out


def trig(function: Function, x: npt.ArrayLike, *, flavor: Flavor = "correct") -> Any:
    """Returns sin x, cos x, sin(pi x) or cos(pi x) of float32: the same bits on every machine.

    Flavor "correct" is the exact value, rounded once; "cuda13" gives the bits of CUDA 13.0. "sincos"
    and "sincospi" return both, the sine first. x must be float32, or convert to it exactly.

    >>> import numpy as np, stet
    >>> float(stet.trig("cospi", np.float32(0.5)))
    0.0
    >>> stet.trig("sincos", [0.0, 1.0])[1]
    array([1.       , 0.5403023], dtype=float32)
    """
    number, which = choice("function", function, _FUNCTIONS), choice("flavor", flavor, _FLAVORS)
    a = unmasked(x, "trig")
    if a.dtype.kind not in "biuf" and a.dtype.name != "bfloat16":
        raise TypeError(f"array type {a.dtype.name} is not supported")
    require_exact(a, np.dtype(np.float32), "trig")
    single = np.require(a.astype(np.float32, copy=False), requirements=["C", "A"])
    out = np.empty((2 if number < 1 else 1, *a.shape), np.float32)
    _stet.trig(number, which, single.reshape(-1), out.reshape(-1))
    return (out[0][()], out[1][()]) if number < 1 else out[0][()]
