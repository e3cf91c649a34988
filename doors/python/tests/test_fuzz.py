# SPDX-License-Identifier: Apache-2.0
"""Random calls. A call that NumPy accepts gives NumPy's numbers and the bits of a compact copy of the input; a call that
NumPy refuses is refused. Nothing crashes, and nothing outside out= is written.

STET_FUZZ sets the number of calls, STET_FUZZ_SEED the first seed.
"""
from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
import pytest

from stet import fft as f

CALLS = int(os.environ.get("STET_FUZZ", "1500"))
SEED = int(os.environ.get("STET_FUZZ_SEED", "1"))
NAMES = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
DTYPES = list("?bBhHiIqQefdFD") + ["<f4", ">f4", ">c16", ">i2", ">f2"]
REFUSED = (TypeError, ValueError, IndexError, OverflowError, np.exceptions.ComplexWarning)


def any_array(rng: np.random.Generator) -> np.ndarray:
    """Returns an array of any shape, dtype and strides: reversed, stepped, permuted, repeated, misaligned, read-only."""
    shape = tuple(int(n) for n in rng.integers(0 if rng.random() < 0.1 else 1, 9, rng.integers(0, 4)))
    dtype = np.dtype(DTYPES[rng.integers(len(DTYPES))])
    wide = tuple(2 * n + 1 for n in shape)
    values = rng.integers(-4, 5, (*wide, 2)) if rng.random() < 0.3 else 4 * rng.standard_normal((*wide, 2))
    base = values[..., 0] + 1j * values[..., 1]
    with np.errstate(all="ignore"):
        x = (base if dtype.kind == "c" else base.real).astype(dtype)
    if rng.random() < 0.2 and x.nbytes:
        room = np.zeros(x.nbytes + 1, np.uint8)[1:].view(x.dtype).reshape(x.shape)
        room[...] = x
        x = room
    cut = tuple(
        [slice(0, n), slice(None, None, 2), slice(n - 1, None, -1)][rng.integers(3)] if n else slice(0, 0)
        for n in shape
    )
    x = x[cut]
    x = x[tuple(slice(0, n) for n in shape)]
    if x.ndim > 1 and rng.random() < 0.4:
        x = x.transpose(rng.permutation(x.ndim))
    if x.ndim and x.size and rng.random() < 0.15:
        axis = int(rng.integers(x.ndim))
        x = np.broadcast_to(x.take([0], axis), x.shape)
    return x


def any_out(rng: np.random.Generator, shape: tuple[int, ...], dtype: Any, x: np.ndarray) -> np.ndarray:
    """Returns an output array: right, strided, of a wrong shape or dtype, or within the input."""
    kind = rng.integers(6)
    if kind == 0 and shape:
        return np.empty(shape[:-1] + (shape[-1] + 1,), dtype)
    if kind == 1:
        return np.empty(shape, rng.choice(["f", "D", "F", "d", "i"]))
    if kind == 2 and x.flags.writeable and x.flags.c_contiguous:
        flat = x.reshape(-1).view(np.uint8)
        need = int(np.prod(shape)) * np.dtype(dtype).itemsize
        if flat.size >= need:
            return flat[:need].view(dtype).reshape(shape)
    if kind == 3:
        return np.empty(tuple(2 * n for n in shape), dtype)[(..., *(slice(None, None, 2) for _ in shape))]
    if kind == 4:
        return np.empty(shape, dtype, "F")
    return np.empty(shape, dtype)


def any_call(rng: np.random.Generator) -> tuple[str, np.ndarray, dict[str, Any]]:
    x = any_array(rng)
    name = NAMES[rng.integers(6)]
    keywords: dict[str, Any] = {"norm": [None, "ortho", "forward", "backward", "bad"][rng.integers(4 + (rng.random() < 0.1))]}
    if rng.random() < 0.6 or name in ("hfft", "ihfft"):
        keywords["axis"] = int(rng.integers(-4, 4) if rng.random() < 0.2 else -1 - rng.integers(max(x.ndim, 1)))
        if rng.random() < 0.5:
            keywords["n"] = int(rng.integers(-1 if rng.random() < 0.1 else 1, 14))
        return name, x, keywords
    if x.ndim and rng.random() < 0.6:
        count = int(rng.integers(1, x.ndim + 1))
        keywords["axes"] = [int(a) for a in rng.integers(-x.ndim, x.ndim, count)]
        if rng.random() < 0.5:
            keywords["s"] = [int(n) for n in rng.integers(-1, 9, count)]
    return name + "n", x, keywords


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape and np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def check(seed: int) -> None:
    rng = np.random.default_rng(seed)
    name, x, keywords = any_call(rng)
    plain = np.array(x, x.dtype.newbyteorder("="), order="C", copy=True)
    theirs = getattr(np.fft, name)
    double = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    told = dict(keywords)
    if "s" in told:  # only NumPy 2 accepts -1
        told["s"] = [x.shape[axis] if n == -1 else n for n, axis in zip(told["s"], told["axes"])]
    try:
        with warnings.catch_warnings():  # NumPy 1.26 drops imaginary parts and warns
            warnings.simplefilter("error", np.exceptions.ComplexWarning)
            wanted = theirs(double, **told)
    except REFUSED as refused:
        try:
            getattr(f, name)(x, **keywords)
        except REFUSED:
            return
        raise AssertionError(f"NumPy refuses this: {refused!r}") from refused
    result = getattr(f, name)(x, **keywords)
    single = result.dtype in (np.dtype(np.float32), np.dtype(np.complex64))
    assert single == (x.dtype.newbyteorder("=").char in "efF")
    tolerance = (1e-5 if single else 1e-14) * max(1.0, float(np.abs(double).sum(initial=0)))
    hermitian = name in ("irfftn", "irfft", "hfft") and x.dtype.kind == "c" and np.ndim(wanted) > 1
    if not hermitian or name != "irfftn":
        np.testing.assert_allclose(result, wanted, rtol=0, atol=tolerance)
    else:  # several axes of an array that is no spectrum of real numbers: undefined
        assert result.shape == wanted.shape
    assert same_bits(result, getattr(f, name)(plain, **keywords))
    kept = x.tobytes()
    out = any_out(rng, result.shape, result.dtype, x)
    inside = np.may_share_memory(out, x)
    try:
        assert getattr(f, name)(x, out=out, **keywords) is out
    except REFUSED:
        assert out.shape != result.shape or not np.can_cast(result.dtype, out.dtype, "same_kind")
    else:
        with np.errstate(all="ignore"):
            assert same_bits(np.asarray(out), result.astype(out.dtype))
    assert inside or x.tobytes() == kept


@pytest.mark.parametrize("block", range(10))
def test_random_calls(block: int) -> None:
    for seed in range(SEED + block, SEED + CALLS, 10):
        try:
            check(seed)
        except BaseException as error:
            raise AssertionError(f"call {seed}: {any_call(np.random.default_rng(seed))}") from error


def test_random_nonsense() -> None:
    """Calls functions with arguments of any kind in any place."""
    rng = np.random.default_rng(SEED)
    things: list[Any] = [
        None, 0, 1, -1, 2**70, 1.5, "ortho", b"x", (), (1,), [0, 0], {}, object(), np.float32(2), True,
        np.ones(3), np.zeros((2, 0)), np.ones((2, 3), complex), [[1], [2, 3]], float("nan"), slice(3), int, "native",
    ]  # fmt: skip
    names = [name for name in f.__all__ if name[0] in "fihrd" and "shift" not in name]
    for _ in range(CALLS):
        call = getattr(f, names[rng.integers(len(names))])
        arguments = [things[i] for i in rng.integers(len(things), size=rng.integers(0, 7))]
        keywords = {
            key: things[rng.integers(len(things))]
            for key in ("out", "level", "workers", "half", "axis", "axes", "norm")
            if rng.random() < 0.1
        }
        try:
            call(*arguments, **keywords)
        except (*REFUSED, MemoryError):
            pass
