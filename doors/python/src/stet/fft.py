# SPDX-License-Identifier: Apache-2.0
"""Fourier, cosine and sine transforms with NumPy's and SciPy's signatures.

The bits of a result depend on the input's values and the arguments alone: not on the machine, the
number of ``workers``, strides or the batch. Arguments that all functions take:

``level``
    ``"native"`` (fast), ``"extended"`` (computed in the next precision up, rounded once),
    ``"extended-ff"`` (float32 in pairs of floats) or ``"correct"`` (the exact result, rounded once).
``workers``
    How many threads may work: ``None`` is one, -1 every processor, as in SciPy.
``half``
    For 16-bit input (float16, ml_dtypes.bfloat16, ``complex32``): ``"io"``, ``"store"`` or
    ``"native"`` compute in that mode (docs/half.md) and give 16-bit output. ``None`` widens real
    input to float32, as NumPy does; complex 16-bit input stays 16-bit, mode ``"io"``.

``overwrite_x``, ``plan``, ``x``
    SciPy's, so that its calls work: ``overwrite_x`` changes nothing (``out=x`` transforms in place), ``plan`` is
    ``None``, and ``x`` is the first argument by SciPy's name.

float32 and complex64 stay as they are; integers and bool become double. ``out`` is an array of the
result's shape, of its dtype or one that it can be cast to; it may be the input. Long double has no
transform here: ``TypeError``, and so have objects such as ``Decimal``.

An integer that is no double is rounded to one before the transform, as in NumPy, and an ``out`` of a
narrower dtype rounds the result a second time. Level ``"correct"`` rounds once: there both are an
`InexactError`, and so is an axis that is named twice.
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

_UNSAID: Any = None  # an argument that must be there, by one name or another


def _array(a: Any, x: Any, plan: Any) -> Any:
    """What is transformed, by NumPy's name or SciPy's."""
    if plan is not None:
        raise NotImplementedError("plan= can be None alone; a stet.Plan is called: plan(x)")
    if a is not None:
        raise TypeError("a= and x= are names of one argument: give it once")
    return x


# The operations' numbers in src/_stet/fft.c.
_FFT, _IFFT, _RFFT, _IRFFT, _HFFT, _IHFFT, _R2R, _IR2R = range(8)


def fft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The spectrum of complex or real numbers along one axis.

    ``X[k] = s sum x[j] exp(-2 pi i j k/n)``, s being 1 (``norm="backward"``, ``None``), 1/sqrt(n)
    (``"ortho"``) or 1/n (``"forward"``). ``n`` crops the axis or pads it with zeros. Real input
    gives the bits of its complex equal.

    >>> stet.fft.fft([1.0, 2.0, 3.0, 4.0])
    array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return _one(_FFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def ifft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The inverse of `fft`: exp(+2 pi i j k/n), and 1/n if ``norm="backward"``.

    >>> stet.fft.ifft([10, -2 + 2j, -2, -2 - 2j])
    array([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
    """
    return _one(_IFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def rfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The non-negative half of the spectrum of real numbers: n//2 + 1 of them.

    >>> stet.fft.rfft([1.0, 2.0, 3.0, 4.0])
    array([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _one(_RFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def irfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The n real numbers whose `rfft` is ``a``; n is 2 (m - 1) for m numbers unless given.

    >>> stet.fft.irfft([10, -2 + 2j, -2])
    array([1., 2., 3., 4.])
    """
    return _one(_IRFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def hfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The real spectrum of a signal with Hermitian symmetry, of which ``a`` is the first half.

    The bits are those of `irfft` with ``norm`` turned round and index k and -k swapped.

    >>> stet.fft.hfft([1, 2, 3])
    array([ 8., -2.,  0., -2.])
    """
    return _one(_HFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def ihfft(
    a: ArrayLike = _UNSAID, n: int | None = None, axis: int = -1, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The inverse of `hfft`: the conjugate of `rfft` with ``norm`` turned round.

    >>> stet.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    array([1.-0.j, 2.-0.j, 3.-0.j])
    """
    return _one(_IHFFT, a if x is plan is None else _array(a, x, plan), n, axis, norm, out, level, workers, half, 0, False)


def fftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`fft` along several axes, the last one named first; all axes unless ``s`` or ``axes`` say less.

    ``s`` are the lengths (-1: as it is) of ``axes``, or of the last axes. An axis that is named
    twice is transformed twice, but not at level "correct".

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
    """The inverse of `fftn`."""
    return _several(_IFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def rfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`rfft` along the last of ``axes``, then `fft` along the others."""
    return _several(_RFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def irfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The inverse of `rfftn`: `ifft` along all of ``axes`` but the last, then `irfft` along that.

    Of several axes the input is taken to be the spectrum of real numbers.
    """
    return _several(_IRFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def hfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`fft` along all of ``axes`` but the last, then `hfft` along that (SciPy's)."""
    return _several(_HFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ihfftn(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = None, norm: Norm = None, out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """The inverse of `hfftn` (SciPy's)."""
    return _several(_IHFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def fft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`fftn` of the last two axes."""
    return _several(_FFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ifft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`ifftn` of the last two axes."""
    return _several(_IFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def rfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`rfftn` of the last two axes."""
    return _several(_RFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def irfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`irfftn` of the last two axes."""
    return _several(_IRFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def hfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`hfftn` of the last two axes."""
    return _several(_HFFT, a if x is plan is None else _array(a, x, plan), s, axes, norm, out, level, workers, half)


def ihfft2(
    a: ArrayLike = _UNSAID, s: Shape = None, axes: Axes = (-2, -1), norm: Norm = None,
    out: Array | None = None,
    *, level: Level = "native", workers: int | None = None, half: Half = None,
    overwrite_x: bool = False, plan: None = None, x: ArrayLike = _UNSAID,
) -> Array:
    """`ihfftn` of the last two axes."""
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
    """No axis, or one of them twice: NumPy does the axes one after the other."""
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
        raise InexactError("an axis that is named twice is transformed twice, and level \"correct\" rounds once")
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


# DCT and DST: the kinds' numbers in stet_r2r_kind, by type; and the types of the inverses.
_DCT = (4, 5, 6, 7)
_DST = (8, 9, 10, 11)
_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def _real_kind(op: int, kinds: tuple[int, ...], kind: Any, norm: Any, orthogonalize: Any) -> tuple[int, bool]:
    """The number of the kind, and whether its matrix is to be orthonormal."""
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
    """The discrete cosine transform of type 1 to 4 along one axis, as SciPy defines it.

    ``orthogonalize`` (by default if ``norm="ortho"``) makes types 1 to 3 orthonormal: sqrt(2) or
    its inverse times the numbers at one end or both, each product rounded once more, at every
    level. Complex input: real and imaginary parts alone.

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
    """The inverse of `dct` of the same type."""
    code, orthogonal = _real_kind(_IR2R, _DCT, type, norm, orthogonalize)
    return _one(_IR2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def dst(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """The discrete sine transform of type 1 to 4; arguments as of `dct`."""
    code, orthogonal = _real_kind(_R2R, _DST, type, norm, orthogonalize)
    return _one(_R2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def idst(
    x: ArrayLike, type: Kind = 2, n: int | None = None, axis: int = -1, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None,
    *, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """The inverse of `dst` of the same type."""
    code, orthogonal = _real_kind(_IR2R, _DST, type, norm, orthogonalize)
    return _one(_IR2R, x if plan is None else _array(None, x, plan), n, axis, norm, out, level, workers, None, code, orthogonal)


def dctn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """`dct` along several axes: all, unless ``s`` or ``axes`` say less."""
    return _several_real(_R2R, _DCT, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def idctn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """The inverse of `dctn`."""
    return _several_real(_IR2R, _DCT, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def dstn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """`dst` along several axes: all, unless ``s`` or ``axes`` say less."""
    return _several_real(_R2R, _DST, x, type, s, axes, norm, workers, orthogonalize, out, level, plan)


def idstn(
    x: ArrayLike, type: Kind = 2, s: Shape = None, axes: Axes = None, norm: Norm = None,
    overwrite_x: bool = False, workers: int | None = None,
    *, orthogonalize: bool | None = None, out: Array | None = None, level: Level = "native", plan: None = None,
) -> Array:
    """The inverse of `dstn`."""
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
    """The frequencies of the n bins of `fft`, in cycles per unit of the spacing d.

    >>> stet.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    k: Array = np.arange(_count(n, device))
    k[(n + 1) // 2 :] -= n  # before float32, which holds no odd number above 2^24
    return _over(k, n * d, _real(dtype))


def rfftfreq(n: int, d: float = 1.0, device: Any = None, *, dtype: Any = None) -> Array:
    """The frequencies of the n//2 + 1 bins of `rfft`, in cycles per unit of the spacing d.

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
        raise ValueError(f"frequencies are float32 or float64, not {real}")
    return real


def fftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> Array:
    """Index 0 of the axes (all, by default) to the middle.

    >>> stet.fft.fftshift([0, 1, 2, -2, -1])
    array([-2, -1,  0,  1,  2])
    """
    return _shift(x, axes, lambda n: n // 2)


def ifftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> Array:
    """The inverse of `fftshift`."""
    return _shift(x, axes, lambda n: -(n // 2))


def _shift(x: ArrayLike, axes: Any, by: Any) -> Array:
    a = np.asarray(x)
    names = tuple(range(a.ndim)) if axes is None else axes
    if isinstance(names, (int, np.integer)):
        return np.roll(a, by(a.shape[names]), names)
    return np.roll(a, tuple(by(a.shape[axis]) for axis in names), tuple(names))


_FACTORS = (2, 3, 5, 7, 11, 13)  # of the lengths that are decomposed: stet.h


def next_fast_len(target: int, real: bool = False) -> int:
    """The smallest length from ``target`` on without a prime factor above 13: these are the fastest.

    ``real`` is SciPy's: the factors are the same for real numbers.

    >>> stet.fft.next_fast_len(10007)
    10010
    """
    n = operator.index(target)
    if n < 0:
        raise ValueError("Target length must be positive")
    best = 1 << max(n - 1, 0).bit_length()  # of two: for each odd product the power that it lacks
    for odd in _odd_fast(best):
        best = min(best, odd << max((-(-n // odd) - 1).bit_length(), 0))
    return best if n else 0


def prev_fast_len(target: int, real: bool = False) -> int:
    """The largest length up to ``target`` without a prime factor above 13.

    >>> stet.fft.prev_fast_len(10007)
    10000
    """
    n = operator.index(target)
    if n < 1:
        raise ValueError("Target length must be positive")
    return max(odd << ((n // odd).bit_length() - 1) for odd in _odd_fast(n))


def _odd_fast(limit: int) -> list[int]:
    lengths = [1]
    for p in _FACTORS[1:]:
        grown = lengths
        while grown := [m * p for m in grown if m * p <= limit]:
            lengths = lengths + grown
    return lengths


class PlanCache(NamedTuple):
    """What the plan cache holds, and its limits. ``nbytes`` is an upper estimate."""

    hits: int
    misses: int
    plans: int
    nbytes: int
    max_plans: int
    max_nbytes: int


def plan_cache() -> PlanCache:
    """The plan cache of this process: least recently used plans go first."""
    return PlanCache(*_stet.plan_cache_info())


def set_plan_cache(max_plans: int = 256, max_nbytes: int = 256 << 20) -> None:
    """New limits. ``max_plans=0``: every call makes its plan. The newest plan stays, however large."""
    _stet.plan_cache_limit(max_plans, max_nbytes)


def clear_plan_cache() -> None:
    """Forget all plans, and count anew."""
    _stet.plan_cache_clear()
