# SPDX-License-Identifier: Apache-2.0
"""The transforms by their definition, in long double: O(n^2) sums that share no code with stet."""
from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
PI = np.longdouble("3.14159265358979323846264338327950288")


def _along(x: Array, axis: int, matrix: Array) -> Array:
    return np.moveaxis(np.tensordot(matrix, x, ([1], [axis])), 0, axis)


def fitted(x: Array, n: int, axis: int) -> Array:
    """Returns x, cropped or padded with zeros to n."""
    x = np.moveaxis(x, axis, -1)[..., :n]
    pad = [(0, 0)] * (x.ndim - 1) + [(0, n - x.shape[-1])]
    return np.moveaxis(np.pad(x, pad), -1, axis)


def factor(n: int, norm: str | None, inverse: bool) -> np.longdouble:
    if norm == "ortho":
        return 1 / np.sqrt(np.longdouble(n))
    divides = inverse if norm in (None, "backward") else not inverse
    return np.longdouble(1) / (n if divides else 1)


def fft(x: Array, n: int | None = None, axis: int = -1, norm: str | None = None, inverse: bool = False) -> Array:
    n = x.shape[axis] if n is None else n
    jk = np.outer(np.arange(n), np.arange(n)) % n
    angle = 2 * PI * jk / n
    matrix = np.cos(angle) + (1j if inverse else -1j) * np.sin(angle)
    return _along(fitted(x.astype(np.clongdouble), n, axis), axis, matrix) * factor(n, norm, inverse)


def irfft(x: Array, n: int | None = None, axis: int = -1, norm: str | None = None) -> Array:
    n = 2 * (x.shape[axis] - 1) if n is None else n
    half = np.moveaxis(fitted(x.astype(np.clongdouble), n // 2 + 1, axis), axis, -1).copy()
    half[..., 0] = half[..., 0].real
    if n % 2 == 0:
        half[..., -1] = half[..., -1].real
    rest = half[..., 1 : (n + 1) // 2][..., ::-1].conj()
    full = np.concatenate([half, rest], -1)
    return fft(np.moveaxis(full, -1, axis), n, axis, norm, True).real


def r2r(x: Array, family: str, kind: int, axis: int = -1) -> Array:
    """Returns DCT and DST of types 1 to 4 without a factor: FFTW's kinds."""
    n = x.shape[axis]
    j, k = np.arange(n)[None, :], np.arange(n)[:, None]
    trig = np.cos if family == "dct" else np.sin
    if family == "dct":
        shape = {1: (j, k, n - 1), 2: (j + 0.5, k, n), 3: (j, k + 0.5, n), 4: (j + 0.5, k + 0.5, n)}
    else:
        shape = {
            1: (j + 1, k + 1, n + 1), 2: (j + 0.5, k + 1, n),
            3: (j + 1, k + 0.5, n), 4: (j + 0.5, k + 0.5, n),
        }  # fmt: skip
    a, b, c = shape[kind]
    matrix = 2 * trig(PI * np.asarray(a * b, np.longdouble) / c)
    halved = {("dct", 1): (0, n - 1), ("dct", 3): (0,), ("dst", 3): (n - 1,)}.get((family, kind), ())
    for column in halved:
        matrix[:, column] /= 2
    return _along(x.astype(np.clongdouble if np.iscomplexobj(x) else np.longdouble), axis, matrix)


def near(result: Array, wanted: Array) -> bool:
    """Reports whether the errors are within 40 units of roundoff of the largest number; those of transforms are far smaller."""
    unit = float(np.finfo(result.dtype).eps)
    size = float(np.abs(wanted).max(initial=0))
    return result.shape == wanted.shape and bool(np.all(np.abs(result - wanted) <= 40 * unit * size))
