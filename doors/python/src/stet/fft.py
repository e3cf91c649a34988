# SPDX-License-Identifier: Apache-2.0
"""Fourier, cosine and sine transforms with NumPy's and SciPy's signatures.

The bits of a result depend on the input's values and the arguments alone; the machine, the number
of ``workers``, strides and the batch do not change them. All functions take these arguments:

``level``
    ``"native"`` (fast), ``"extended"`` (computed in the next precision up, rounded once),
    ``"extended-ff"`` (float32 in pairs of floats) or ``"correct"`` (the exact result, rounded once).
``workers``
    Number of threads: ``None`` is one, -1 is every processor, as in SciPy.
``half``
    For 16-bit input (float16, ml_dtypes.bfloat16, ``complex32``): ``"io"``, ``"store"`` or
    ``"native"`` compute in that mode (docs/half.md) and give 16-bit output. ``None`` widens real
    input to float32, as NumPy does; complex 16-bit input stays 16-bit, mode ``"io"``.

``overwrite_x``, ``plan``, ``x``
    Arguments of SciPy, so that its calls work: ``overwrite_x`` has no effect (``out=x`` transforms in
    place), ``plan`` must be ``None``, and ``x`` is SciPy's name of the first argument.

float32 and complex64 keep their type; integers and bool become double. ``out`` is an array of the
result's shape; its dtype is that of the result, or one that the result can be cast to. It may be the
input. Long double and objects such as ``Decimal`` raise ``TypeError``.

An integer that no double equals is rounded before the transform, as in NumPy, and an ``out`` of a
narrower dtype rounds the result a second time. Level ``"correct"`` rounds once: there both raise
`InexactError`, and so does an axis that is named twice.
"""
from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from . import _stet
from ._dtypes import InexactError, complex32, require_as_given, require_exact
from ._served import Counts, counts, reset_counts
from ._stet import fft1 as _one, fftn as _many

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[Any]
    Norm = Literal["backward", "ortho", "forward"] | None
    Level = Literal["native", "extended", "extended-ff", "correct"]
    Half = Literal["io", "store", "native"] | None
    Shape = Sequence[int] | None
    Axes = Sequence[int] | None
    Kind = Literal[1, 2, 3, 4]

__all__ = [
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft",
    "fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2",
    "fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn",
    "dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn",
    "fftfreq", "rfftfreq", "fftshift", "ifftshift", "next_fast_len", "prev_fast_len",
    "complex32", "InexactError", "Counts", "counts", "reset_counts",
    "PlanCache", "plan_cache", "set_plan_cache", "clear_plan_cache",
]  # fmt: skip

_UNSAID: Any = None  # a required argument that has two names


def _array(a: Any, x: Any, plan: Any) -> Any:
    """Returns the input, which NumPy calls a and SciPy x."""
    if plan is not None:
        raise NotImplementedError("plan= must be None; to use a stet.Plan, call it: plan(x)")
    if a is not None:
        raise TypeError("a= and x= are two names of one argument: pass only one")
    return x


# Numbers of the operations; src/_stet/fft.c has them too.
_FFT, _IFFT, _RFFT, _IRFFT, _HFFT, _IHFFT, _R2R, _IR2R = range(8)


def fft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the spectrum of complex or real numbers along one axis.

    ``X[k] = s sum x[j] exp(-2 pi i j k/n)``; s is 1 (``norm="backward"``, ``None``), 1/sqrt(n)
    (``"ortho"``) or 1/n (``"forward"``). ``n`` crops the axis or pads it with zeros. Real input
    gives the bits of the same numbers as complex input.

    >>> stet.fft.fft([1.0, 2.0, 3.0, 4.0])
    array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return _one(_FFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def ifft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the inverse of `fft`: exp(+2 pi i j k/n), and the factor 1/n if ``norm="backward"``.

    >>> stet.fft.ifft([10, -2 + 2j, -2, -2 - 2j])
    array([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
    """
    return _one(_IFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def rfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the n//2 + 1 outputs of non-negative frequency of the spectrum of real numbers.

    >>> stet.fft.rfft([1.0, 2.0, 3.0, 4.0])
    array([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _one(_RFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def irfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the n real numbers whose `rfft` is ``a``. The default of n is 2 (m - 1) for m numbers.

    >>> stet.fft.irfft([10, -2 + 2j, -2])
    array([1., 2., 3., 4.])
    """
    return _one(_IRFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def hfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the real spectrum of a signal with Hermitian symmetry; ``a`` is the first half of the signal.

    The bits are those of `irfft` with the opposite ``norm`` and with index k and -k swapped.

    >>> stet.fft.hfft([1, 2, 3])
    array([ 8., -2.,  0., -2.])
    """
    return _one(_HFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def ihfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the inverse of `hfft`: the conjugate of `rfft` with the opposite ``norm``.

    >>> stet.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    array([1.-0.j, 2.-0.j, 3.-0.j])
    """
    return _one(_IHFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def fftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `fft` along several axes, starting with the axis that is named last.

    ``s`` are the lengths (-1: unchanged) of ``axes``, or of the last axes. The default is all axes. An
    axis that is named twice is transformed twice; level "correct" refuses that.

    >>> stet.fft.fftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])
    """
    return _several(_FFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ifftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the inverse of `fftn`."""
    return _several(_IFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def rfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `rfft` along the last of ``axes``, then `fft` along the others."""
    return _several(_RFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def irfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the inverse of `rfftn`: `ifft` along all of ``axes`` but the last, then `irfft` along the last.

    With several axes the input is taken to be the spectrum of real numbers.
    """
    return _several(_IRFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def hfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `fft` along all of ``axes`` but the last, then `hfft` along the last (as SciPy)."""
    return _several(_HFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ihfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns the inverse of `hfftn` (as SciPy)."""
    return _several(_IHFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def fft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `fftn` of the last two axes."""
    return _several(_FFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ifft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `ifftn` of the last two axes."""
    return _several(_IFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def rfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `rfftn` of the last two axes."""
    return _several(_RFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def irfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `irfftn` of the last two axes."""
    return _several(_IRFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def hfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `hfftn` of the last two axes."""
    return _several(_HFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ihfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """Returns `ihfftn` of the last two axes."""
    return _several(_IHFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def _several(
    op: int, a: Any, s: Any, axes: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any
) -> Array:
    result: Array = _many(op, a, s, axes, norm, out, level, workers, half, 0, False)
    if result is NotImplemented:
        return _one_by_one(op, a, s, axes, norm, out, level, workers, half)
    return result


def _one_by_one(
    op: int, a: Any, s: Any, axes: Any, norm: Any, out: Any, level: Any, workers: Any, half: Any
) -> Array:
    """Transforms the axes one after the other, as NumPy does: for no axis, and for an axis that is named twice."""
    given, a, correct = a, np.asarray(a), level == "correct"
    if correct:
        require_as_given(given, a, "fftn")
    names = list(range(a.ndim)) if axes is None else np.atleast_1d(axes).tolist()
    lengths = [-1] * len(names) if s is None else np.atleast_1d(s).tolist()
    if not names:
        if op not in (_FFT, _IFFT):
            raise ValueError("at least 1 axis must be transformed")
        wanted = np.result_type(a.dtype, 1j)
        if correct:
            require_exact(a, wanted, "fftn")
        result: Array = a.astype(wanted)
        if out is None:
            return result
        if out.shape != a.shape:
            raise ValueError("output array has wrong shape.")
        if correct:
            require_exact(result, out.dtype, "fftn")
        np.copyto(out, result, casting="same_kind")
        copied: Array = out
        return copied
    if correct:
        raise InexactError("an axis is named twice, so it would be rounded twice; level \"correct\" rounds once")
    lengths = [a.shape[axis] if n == -1 else n for axis, n in zip(names, lengths)]
    if s is None and op in (_IRFFT, _HFFT):
        lengths[-1] = 2 * (lengths[-1] - 1)
    others = _FFT if op in (_FFT, _RFFT, _HFFT) else _IFFT
    steps = [(others, *pair) for pair in zip(names, lengths)]
    steps[-1] = (op, names[-1], lengths[-1])
    if op not in (_IRFFT, _HFFT):
        steps.reverse()
    for step, axis, n in steps[:-1]:
        a = _one(step, a, n, axis, norm, None, level, workers, half, 0, False)
    step, axis, n = steps[-1]
    return _one(step, a, n, axis, norm, out, level, workers, half, 0, False)


# Numbers in stet_r2r_kind of DCT and DST by type, and the types of the inverses.
_DCT = (4, 5, 6, 7)
_DST = (8, 9, 10, 11)
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _real_kind(op: int, kinds: tuple[int, ...], kind: Any, norm: Any, orthogonalize: Any) -> tuple[int, bool]:
    """Returns the number of the kind, and whether its matrix shall be orthonormal."""
    number = operator.index(kind)
    if number not in _INVERSE:
        raise ValueError(f"Invalid type {kind}; should be 1, 2, 3 or 4.")
    code = kinds[(number if op == _R2R else _INVERSE[number]) - 1]
    return code, norm == "ortho" if orthogonalize is None else bool(orthogonalize)


def dct(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the discrete cosine transform of type 1 to 4 along one axis, as SciPy defines it.

    ``orthogonalize`` (by default if ``norm="ortho"``) makes types 1 to 3 orthonormal. It multiplies the
    numbers at one end or both by sqrt(2) or its inverse and rounds each product once more, at every
    level. Complex input: the real and the imaginary parts are transformed separately.

    >>> stet.fft.dct([1.0, 2.0, 3.0, 4.0]).round(12)
    array([20.        , -6.30864406,  0.        , -0.44834153])
    """
    code, orthogonal = _real_kind(_R2R, _DCT, type, norm, orthogonalize)
    return _one(_R2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def idct(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the inverse of `dct` of the same type."""
    code, orthogonal = _real_kind(_IR2R, _DCT, type, norm, orthogonalize)
    return _one(_IR2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def dst(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the discrete sine transform of type 1 to 4. The arguments are those of `dct`."""
    code, orthogonal = _real_kind(_R2R, _DST, type, norm, orthogonalize)
    return _one(_R2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def idst(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the inverse of `dst` of the same type."""
    code, orthogonal = _real_kind(_IR2R, _DST, type, norm, orthogonalize)
    return _one(_IR2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def dctn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns `dct` along several axes; the default is all axes."""
    return _several_real(_R2R, _DCT, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def idctn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the inverse of `dctn`."""
    return _several_real(_IR2R, _DCT, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def dstn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns `dst` along several axes; the default is all axes."""
    return _several_real(_R2R, _DST, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def idstn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """Returns the inverse of `dstn`."""
    return _several_real(_IR2R, _DST, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def _several_real(
    op: int, kinds: tuple[int, ...], x: Any, kind: Any, s: Any, axes: Any, norm: Any, workers: Any,
    orthogonalize: Any, out: Any, level: Any, plan: Any,
) -> Array:
    x = x if plan is None else _array(None, x, plan)
    code, orthogonal = _real_kind(op, kinds, kind, norm, orthogonalize)
    result: Array = _many(op, x, s, axes, norm, out, level, workers, None, code, orthogonal)
    if result is NotImplemented:
        raise ValueError("all axes must be unique, and at least one must be transformed")
    return result


def fftfreq(n: int, d: float = 1.0, device: Any = None, *, dtype: Any = None) -> Array:
    """Returns the frequencies of the n bins of `fft`, in cycles per unit of the spacing d.

    >>> stet.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    k: Array = np.arange(_count(n, device))
    k[(n + 1) // 2 :] -= n  # as integers: float32 holds not all odd numbers above 2^24
    return _over(k, n * d, _real(dtype))


def rfftfreq(n: int, d: float = 1.0, device: Any = None, *, dtype: Any = None) -> Array:
    """Returns the frequencies of the n//2 + 1 bins of `rfft`, in cycles per unit of the spacing d.

    >>> stet.fft.rfftfreq(4, 0.5)
    array([0. , 0.5, 1. ])
    """
    return _over(np.arange(_count(n, device) // 2 + 1), n * d, _real(dtype))


def _over(k: Array, span: float, dtype: np.dtype[Any]) -> Array:
    frequencies: Array = k.astype(dtype)
    frequencies /= dtype.type(span)
    return frequencies


def _count(n: Any, device: Any) -> int:
    if device is not None and not (isinstance(device, str) and device == "cpu"):
        raise ValueError(f'Device not understood. Only "cpu" is allowed, but received: {device}')
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    return int(n)


def _real(dtype: Any) -> np.dtype[Any]:
    real = np.dtype(np.float64 if dtype is None else dtype)
    if real not in (np.dtype(np.float32), np.dtype(np.float64)):
        raise ValueError(f"dtype must be float32 or float64, not {real}")
    return real


def fftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> Array:
    """Moves index 0 of the axes (all, by default) to the middle.

    >>> stet.fft.fftshift([0, 1, 2, -2, -1])
    array([-2, -1,  0,  1,  2])
    """
    return _shift(x, axes, lambda n: n // 2)


def ifftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> Array:
    """Returns the inverse of `fftshift`."""
    return _shift(x, axes, lambda n: -(n // 2))


def _shift(x: ArrayLike, axes: Any, by: Any) -> Array:
    a = np.asarray(x)
    names = tuple(range(a.ndim)) if axes is None else axes
    if isinstance(names, (int, np.integer)):
        return np.roll(a, by(a.shape[names]), names)
    return np.roll(a, tuple(by(a.shape[axis]) for axis in names), tuple(names))


def next_fast_len(target: int, real: bool = False) -> int:
    """Returns the smallest length >= ``target`` without a prime factor above 13. These lengths are fastest.

    ``target`` is at most 2**60. ``real`` exists for SciPy's calls; the factors are the same for real numbers.

    >>> stet.fft.next_fast_len(10007)
    10010
    """
    return _stet.next_fast_len(target)


def prev_fast_len(target: int, real: bool = False) -> int:
    """Returns the largest length <= ``target`` without a prime factor above 13.

    >>> stet.fft.prev_fast_len(10007)
    10000
    """
    return _stet.prev_fast_len(target)


class PlanCache(NamedTuple):
    """Describes the contents of the plan cache, and its limits. ``nbytes`` is an upper estimate."""

    hits: int
    misses: int
    plans: int
    nbytes: int
    max_plans: int
    max_nbytes: int


def plan_cache() -> PlanCache:
    """Returns the state of this process's plan cache. It drops the least recently used plans first."""
    return PlanCache(*_stet.plan_cache_info())


def set_plan_cache(max_plans: int = 256, max_nbytes: int = 256 << 20) -> None:
    """Sets limits. With ``max_plans=0`` every call makes its plan. The newest plan stays, however large."""
    _stet.plan_cache_limit(max_plans, max_nbytes)


def clear_plan_cache() -> None:
    """Drops all plans, and sets the counts to 0."""
    _stet.plan_cache_clear()
