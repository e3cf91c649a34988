# SPDX-License-Identifier: Apache-2.0
"""Transforms for JAX with the same bits on every machine, by XLA's foreign function interface (``pip install stet[jax]``).

The functions have the signatures of ``jax.numpy.fft`` and the argument ``level``; they run on the CPU. They work under
jit, grad, jvp and vmap, in any order. float32 and complex64 keep their type, 16-bit numbers become float32, integers the
default type. Level "correct" rounds no input: a NumPy array or a list raises `stet.fft.InexactError` if that type does
not hold one of its numbers. A JAX array of integers raises TypeError if its type has values that the default type does
not hold, because jit does not know the values.

>>> import jax.numpy as jnp, stet.jax
>>> stet.jax.fft(jnp.array([1.0, 2.0, 3.0, 4.0]))
Array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j], dtype=complex64)
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import jax  # type: ignore[import-not-found, unused-ignore]
import jax.numpy as jnp  # type: ignore[import-not-found, unused-ignore]
import numpy as np
from jax.extend.core import Primitive  # type: ignore[import-not-found, unused-ignore]
from jax.interpreters import ad, batching, mlir  # type: ignore[import-not-found, unused-ignore]
from jax.numpy.fft import fftshift, ifftshift  # type: ignore[import-not-found, unused-ignore]

from . import _stet, fft as _fft
from ._arrays import unmasked
from ._dtypes import require_exact

__all__ = [
    "fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn",
    "fftfreq", "rfftfreq", "fftshift", "ifftshift",
]  # fmt: skip

_NORMS = {None: 1, "backward": 1, "ortho": 2, "forward": 3}
_LEVELS = {"native": 1, "extended": 2, "correct": 3, "extended-ff": 4}
_TURNED = {1: 3, 2: 2, 3: 1}

# Describes one linear operator: kind "c2c", "r2c" or "c2r" along axes. The shapes give each length, except n of c2r.
_transform = Primitive("stet_fft")


def _wide(dtype: Any) -> Any:
    return np.complex128 if dtype in (np.float64, np.complex128) else np.complex64


def _abstract(x: Any, *, kind: str, axes: tuple[int, ...], n: int, **_: Any) -> Any:
    shape = list(x.shape)
    dtype: Any = _wide(x.dtype)
    if kind == "r2c":
        shape[axes[-1]] = shape[axes[-1]] // 2 + 1
    elif kind == "c2r":
        shape[axes[-1]] = n
        dtype = np.float64 if dtype == np.complex128 else np.float32
    return jax.core.ShapedArray(tuple(shape), dtype)


def _lower(ctx: Any, x: Any, *, kind: str, axes: tuple[int, ...], n: int, inverse: bool, norm: int, level: int) -> Any:
    rule = jax.ffi.ffi_lowering("stet_fft")
    numbers = {"inverse": inverse, "norm": norm, "level": level}
    words = {name: np.int64(value) for name, value in numbers.items()}
    return rule(ctx, x, axes=np.asarray(axes, np.int64), **words)


@lru_cache(maxsize=256)
def _compiled(settings: tuple[tuple[str, Any], ...]) -> Any:
    return jax.jit(partial(_transform.bind, **dict(settings)))


def _batch(arrays: Any, dims: Any, *, axes: tuple[int, ...], **settings: Any) -> Any:
    x = jnp.moveaxis(arrays[0], dims[0], 0)
    return _transform.bind(x, axes=tuple(axis + 1 for axis in axes), **settings), 0


def _transpose(
    ct: Any, x: Any, *, kind: str, axes: tuple[int, ...], n: int, inverse: bool, norm: int, level: int
) -> tuple[Any]:
    """Returns the transpose without conjugation, as JAX defines it; for c2r with it, because JAX conjugates its gradients."""
    if type(ct) is ad.Zero:
        return (ad.Zero(x.aval),)
    settings = {"axes": axes, "n": 0, "norm": norm, "level": level}
    last = axes[-1]
    if kind == "c2c":
        return (_transform.bind(ct, kind="c2c", inverse=inverse, **settings),)
    if kind == "r2c":
        whole = _fitted(ct, last, x.aval.shape[last])
        return (jnp.real(_transform.bind(whole, kind="c2c", inverse=False, **settings)),)
    settings["norm"] = _TURNED[norm]
    half = _transform.bind(ct, kind="r2c", inverse=False, **settings)
    # Each number stands for its conjugate too, except the first one and the middle one of an even length.
    factors = np.full(half.shape[last], 2, np.real(np.empty(0, half.dtype)).dtype)
    factors[0] = 1
    if n % 2 == 0:
        factors[-1] = 1
    return (jnp.conj(half * jnp.expand_dims(factors, range(1, half.ndim - last))),)


_transform.def_abstract_eval(_abstract)
_transform.def_impl(lambda x, **settings: _compiled(tuple(settings.items()))(x))
mlir.register_lowering(_transform, _lower, platform="cpu")
ad.deflinear2(_transform, _transpose)
batching.primitive_batchers[_transform] = _batch
jax.ffi.register_ffi_target("stet_fft", _stet.jax_handler(), platform="cpu")


def _word(what: str, value: Any, allowed: dict[Any, int]) -> int:
    if isinstance(value, (str, type(None))) and value in allowed:
        return allowed[value]
    words = ", ".join(f'"{word}"' for word in allowed if word is not None)
    raise ValueError(f"Invalid {what} value {value}; should be one of {words}.")


def _fitted(x: Any, axis: int, n: int) -> Any:
    """Returns x, cropped or padded with zeros to n numbers along an axis."""
    have = x.shape[axis]
    if n <= have:
        return jax.lax.slice_in_dim(x, 0, n, axis=axis)
    return jnp.pad(x, [(0, n - have if i == axis else 0) for i in range(x.ndim)])


def _number_type(dtype: Any) -> Any:
    """Returns the type of 32 or 64 bits to which numbers of this type are converted."""
    if not jnp.issubdtype(dtype, jnp.inexact):
        return jnp.result_type(float)
    return jnp.promote_types(dtype, jnp.float32)


def _exact(a: Any) -> Any:
    """Returns a for level "correct", or raises an error if the type of the transform does not hold its numbers."""
    if not any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(a)):
        given = unmasked(a, "stet.jax")
        wanted = np.dtype(_number_type(jnp.asarray(np.empty(0, given.dtype)).dtype))  # TypeError if not in JAX
        require_exact(given, wanted, "stet.jax")
        return given.astype(wanted)
    a = jnp.asarray(a)
    if jnp.issubdtype(a.dtype, jnp.integer):
        wanted = _number_type(a.dtype)
        if jnp.iinfo(a.dtype).max > 2 ** (jnp.finfo(wanted).nmant + 1):
            raise TypeError(
                f'{wanted} does not hold all numbers of {a.dtype}, and level "correct" rounds no input: '
                f'pass x.astype("{wanted}") if rounding is acceptable'
            )
    return a


def _numbers(a: Any, *, real: bool, level: str) -> Any:
    x = jnp.asarray(_exact(a) if level == "correct" else a)
    x = x.astype(_number_type(x.dtype))
    if jnp.issubdtype(x.dtype, jnp.complexfloating):
        if real:
            raise TypeError(f"rfft() takes real numbers, not dtype {x.dtype}")
        return x
    return x if real else x.astype(_wide(x.dtype))


def _call(
    kind: str, inverse: bool, a: Any, lengths: Sequence[int] | None, axes: Sequence[int] | None, norm: Any, level: str
) -> Any:
    number = _word("level", level, _LEVELS)
    x = _numbers(a, real=kind == "r2c", level=level)
    if level == "extended-ff" and _wide(x.dtype) != np.complex64:
        raise ValueError(f'level "extended-ff" is for float32 and complex64, not for dtype {x.dtype}: use "extended"')
    if axes is None:
        axes = range(x.ndim) if lengths is None else range(x.ndim - len(lengths), x.ndim)
    for axis in axes:
        if not -x.ndim <= axis < x.ndim:
            raise np.exceptions.AxisError(axis, x.ndim)
    settled = tuple(operator.index(axis) % x.ndim for axis in axes)
    if len(set(settled)) < len(settled) or not settled:
        raise ValueError("all axes must be unique, and at least one must be transformed")
    if lengths is None:
        lengths = [x.shape[axis] for axis in settled]
        if kind == "c2r":
            lengths[-1] = 2 * (lengths[-1] - 1)
    if len(lengths) != len(settled):
        raise ValueError("Shape and axes have different lengths.")
    n = operator.index(lengths[-1])
    for axis, length in zip(settled, lengths):
        if length < 1:
            raise ValueError(f"Invalid number of FFT data points ({length}) specified.")
        is_half = kind == "c2r" and axis == settled[-1]
        x = _fitted(x, axis, length // 2 + 1 if is_half else length)
    return _transform.bind(
        x, kind=kind, axes=settled, n=n if kind == "c2r" else 0, inverse=inverse,
        norm=_word("norm", norm, _NORMS), level=number,
    )  # fmt: skip


def fft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.fft at a level."""
    return _call("c2c", False, a, None if n is None else [n], [axis], norm, level)


def ifft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.ifft at a level."""
    return _call("c2c", True, a, None if n is None else [n], [axis], norm, level)


def rfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.rfft at a level."""
    return _call("r2c", False, a, None if n is None else [n], [axis], norm, level)


def irfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.irfft at a level."""
    return _call("c2r", True, a, None if n is None else [n], [axis], norm, level)


def hfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.hfft at a level, with the bits of stet.fft.hfft: those of irfft with index k and -k swapped."""
    x = _call("c2r", True, a, None if n is None else [n], [axis], _turned(norm), level)
    return jnp.roll(jnp.flip(x, axis), 1, axis)


def ihfft(a: Any, n: int | None = None, axis: int = -1, norm: str | None = None, *, level: str = "native") -> jax.Array:
    """Returns jax.numpy.fft.ihfft at a level."""
    return jnp.conj(_call("r2c", False, a, None if n is None else [n], [axis], _turned(norm), level))


def _turned(norm: Any) -> Any:
    """Returns the opposite norm: it divides by n in the other direction."""
    return {None: "forward", "backward": "forward", "forward": "backward"}.get(norm, norm)


def fftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.fftn at a level."""
    return _call("c2c", False, a, s, axes, norm, level)


def ifftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.ifftn at a level."""
    return _call("c2c", True, a, s, axes, norm, level)


def rfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.rfftn at a level."""
    return _call("r2c", False, a, s, axes, norm, level)


def irfftn(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.irfftn at a level."""
    return _call("c2r", True, a, s, axes, norm, level)


def fft2(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.fft2 at a level."""
    return _call("c2c", False, a, s, axes, norm, level)


def ifft2(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.ifft2 at a level."""
    return _call("c2c", True, a, s, axes, norm, level)


def rfft2(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.rfft2 at a level."""
    return _call("r2c", False, a, s, axes, norm, level)


def irfft2(
    a: Any, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None, *,
    level: str = "native",
) -> jax.Array:  # fmt: skip
    """Returns jax.numpy.fft.irfft2 at a level."""
    return _call("c2r", True, a, s, axes, norm, level)


def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None) -> jax.Array:
    """Returns the numbers of stet.fft.fftfreq, by default of JAX's default type; n and d are known outside jit."""
    return jnp.asarray(_fft.fftfreq(n, d, dtype=dtype or jnp.result_type(float)))


def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None) -> jax.Array:
    """Returns the numbers of stet.fft.rfftfreq, by default of JAX's default type; n and d are known outside jit."""
    return jnp.asarray(_fft.rfftfreq(n, d, dtype=dtype or jnp.result_type(float)))
