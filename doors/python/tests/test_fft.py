# SPDX-License-Identifier: Apache-2.0
"""Transforms along one axis against their definition: lengths, dtypes, norms, axes, n=."""
from __future__ import annotations

import definition
import numpy as np
import pytest

import stet
from stet import fft as f

NORMS = [None, "backward", "ortho", "forward"]
COMPLEX = [np.complex64, np.complex128]


def random(rng: np.random.Generator, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def swapped(norm: str | None) -> str:
    return {"ortho": "ortho", "forward": "backward"}.get(norm or "backward", "forward")


@pytest.mark.parametrize("dtype", COMPLEX)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 16, 17, 30, 97, 128, 210])
def test_lengths(rng: np.random.Generator, dtype: type, n: int) -> None:
    x = random(rng, (2, n), dtype)
    for result, wanted in (
        (f.fft(x), definition.fft(x)),
        (f.ifft(x), definition.fft(x, inverse=True)),
        (f.rfft(x.real), definition.fft(x.real)[:, : n // 2 + 1]),
        (f.irfft(x, n), definition.irfft(x, n)),
        (f.hfft(x, n), definition.irfft(x.conj(), n, norm="forward")),
        (f.ihfft(x.real), definition.fft(x.real, inverse=True)[:, : n // 2 + 1]),
    ):
        assert definition.near(result, wanted)
        assert result.dtype == (x.real.dtype if result.dtype.kind == "f" else x.dtype)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
@pytest.mark.parametrize("n", [None, 3, 11])
def test_axis_norm_and_n(rng: np.random.Generator, norm: str | None, axis: int, n: int | None) -> None:
    x = random(rng, (5, 6, 7), np.complex128)
    length = x.shape[axis] if n is None else n
    half = tuple(slice(length // 2 + 1 if i == axis % 3 else None) for i in range(3))
    permuted = x.transpose(2, 0, 1).copy().transpose(1, 2, 0)
    for layout in (x, np.asfortranarray(x), x[::-1].copy()[::-1], permuted):
        assert definition.near(f.fft(layout, n, axis, norm), definition.fft(x, n, axis, norm))
        assert definition.near(f.ifft(layout, n, axis, norm), definition.fft(x, n, axis, norm, True))
        assert definition.near(f.rfft(layout.real, n, axis, norm), definition.fft(x.real, n, axis, norm)[half])
        assert definition.near(f.irfft(layout, n, axis, norm), definition.irfft(x, n, axis, norm))
        assert definition.near(f.hfft(layout, n, axis, norm), definition.irfft(x.conj(), n, axis, swapped(norm)))
        assert definition.near(
            f.ihfft(layout.real, n, axis, norm), definition.fft(x.real, n, axis, swapped(norm))[half].conj()
        )


@pytest.mark.parametrize("layout", ["F", "reversed", "steps", "misaligned", "swapped", "rows", "zero stride"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, *COMPLEX])
def test_layout_changes_no_bit(rng: np.random.Generator, layout: str, dtype: type) -> None:
    x = random(rng, (6, 20), dtype)
    size = x.itemsize
    if layout == "F":
        y = np.asfortranarray(x)
    elif layout == "reversed":
        y = x[::-1, ::-1].copy()[::-1, ::-1]
    elif layout == "steps":
        y = np.repeat(np.repeat(x, 2, 0), 3, 1)[::2, ::3]
    elif layout == "misaligned":
        y = np.frombuffer(b"." + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape)
    elif layout == "swapped":
        y = x.astype(x.dtype.newbyteorder())
    elif layout == "rows":  # strides that are no multiple of an element
        y = np.zeros((6, 20 * size + 3), np.uint8)[:, : 20 * size].view(x.dtype)
        y[:] = x
    else:
        x[:] = x[0]
        y = np.broadcast_to(x[0], x.shape)
    np.testing.assert_array_equal(x, y)
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idst"):
        if name in ("rfft", "ihfft") and x.dtype.kind == "c":
            continue
        for axis in (0, 1):
            a, b = (getattr(f, name)(z, axis=axis) for z in (x, y))
            assert a.dtype == b.dtype
            assert np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes(), (name, axis)


def test_real_input_of_fft_is_that_of_its_complex_equal(rng: np.random.Generator) -> None:
    for n in (8, 15, 1000):
        for dtype in (np.float32, np.float64):
            x = rng.standard_normal((3, n)).astype(dtype)
            wide = x.astype(np.result_type(dtype, 1j))
            assert f.fft(x).tobytes() == f.fft(wide).tobytes()
            assert f.ifft(x).tobytes() == f.ifft(wide).tobytes()


@pytest.mark.parametrize("dtype", ["?", "b", "B", "h", "H", "i", "I", "q", "Q"])
def test_integers_become_double(rng: np.random.Generator, dtype: str) -> None:
    x = rng.integers(0, 2, 24).astype(dtype)
    assert f.fft(x).tobytes() == f.fft(x.astype(np.float64)).tobytes()
    assert f.rfft(x).tobytes() == f.rfft(x.astype(np.float64)).tobytes()
    assert f.irfft(x).dtype == np.float64
    assert f.dct(x).dtype == np.float64


def test_levels_and_workers(rng: np.random.Generator) -> None:
    x = random(rng, (2, 384), np.complex64)
    exact = definition.fft(x)
    results = {level: f.fft(x, level=level) for level in ("native", "extended", "extended-ff", "correct")}
    assert results["correct"].tobytes() == exact.astype(np.complex64).tobytes()
    assert results["native"].tobytes() != results["correct"].tobytes()
    for level, result in results.items():
        assert definition.near(result, exact)
        assert f.fft(x, level=level, workers=2).tobytes() == result.tobytes()
        assert f.fft(x, level=level, workers=-1).tobytes() == result.tobytes()


def test_many_workers_change_no_bit(rng: np.random.Generator) -> None:
    x = random(rng, (64, 4096), np.complex64)
    for axis in (0, 1):
        assert f.fft(x, axis=axis).tobytes() == f.fft(x, axis=axis, workers=3).tobytes()


def test_no_libm_no_numpy_inside(monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator) -> None:
    """The results do not come from NumPy."""
    x = random(rng, (1000,), np.complex128)
    monkeypatch.setattr(np.fft, "fft", None)
    assert definition.near(f.fft(x), definition.fft(x))


def test_namespace() -> None:
    for name in f.__all__:
        assert hasattr(f, name), name
    assert stet.__version__.count(".") == 2
    assert stet.bits_version >= 2
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        stet.nothing
    assert {"fft", "Plan", "scipy_backend", "numpy_patch"} <= set(dir(stet))
