# SPDX-License-Identifier: Apache-2.0
"""Tests of numpy_patch(), which serves numpy.fft within a context."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stet
from stet._numpy import NAMES


@pytest.fixture(autouse=True)
def counted() -> None:
    stet.fft.reset_counts()


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_served(rng: np.random.Generator, name: str) -> None:
    original = getattr(np.fft, name)
    x = rng.standard_normal((4, 6))
    z: Any = x if name.startswith(("rfft", "ihfft")) else x + 1j
    wanted = original(z)
    with stet.numpy_patch():
        assert getattr(np.fft, name) is not original
        result = getattr(np.fft, name)(z)
    assert getattr(np.fft, name) is original
    assert stet.fft.counts() == ({name: 1}, {})
    assert result.tobytes() == getattr(stet.fft, name)(z).tobytes()
    assert result.dtype == wanted.dtype
    np.testing.assert_allclose(result, wanted, rtol=0, atol=1e-12 * np.abs(wanted).max())


def test_dtypes_are_those_of_this_numpy() -> None:
    for dtype in "?bhefdFD":
        x = np.ones(4, dtype)
        wanted = np.fft.fft(x).dtype
        with stet.numpy_patch():
            assert np.fft.fft(x).dtype == wanted, dtype


def test_declined() -> None:
    class Duck:
        def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> str:
            return f"quack {function.__name__}"

    with stet.numpy_patch():
        assert np.fft.fft(np.ones(4, np.longdouble)).dtype in (np.clongdouble, np.complex128)
        assert np.fft.fft(Duck()) == "quack fft"  # type: ignore[call-overload]
        with pytest.raises(ValueError, match="Invalid number"):
            np.fft.fft([], 0)
    declined = stet.fft.counts().declined
    assert declined["fft", "an array of another library"] == 1
    assert declined["fft", "ValueError: Invalid number of FFT data points (0) specified."] == 1


def test_arguments_that_numpy_lacks() -> None:
    for more in ({"x": [1.0]}, {"overwrite_x": True}, {"plan": None}, {"half": None}, {"level": "native"}):
        with stet.numpy_patch(), pytest.raises(TypeError):
            np.fft.fft([1.0], **more)  # type: ignore[call-overload]


def test_nested_and_interleaved(rng: np.random.Generator) -> None:
    original = np.fft.fft
    x = rng.standard_normal(60)
    native, correct = stet.fft.fft(x).tobytes(), stet.fft.fft(x, level="correct").tobytes()
    assert native != correct
    one, two = stet.numpy_patch(), stet.numpy_patch(level="correct")
    one.__enter__()
    assert np.fft.fft(x).tobytes() == native
    two.__enter__()
    assert np.fft.fft(x).tobytes() == correct
    one.__exit__(None, None, None)
    assert np.fft.fft(x).tobytes() == correct
    two.__exit__(None, None, None)
    assert np.fft.fft is original
    with pytest.raises(RuntimeError), stet.numpy_patch():
        raise RuntimeError
    assert np.fft.fft is original
    with pytest.raises(ValueError, match="Invalid level"), stet.numpy_patch(level="none"):
        pass
    assert np.fft.fft is original


def test_arguments_that_numpy_takes() -> None:
    """Arrays and iterators: a check before NumPy's call must not consume them."""

    class Mine(np.ndarray):
        def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> str:
            return "mine"

    x = np.ones((4, 4))
    out = np.empty(4, complex).view(Mine)
    with stet.numpy_patch():
        assert np.fft.fftn(x, (2, 3), np.array([0, 1])).shape == (2, 3)  # type: ignore[arg-type]
        assert np.fft.fftn(x, (2,), np.array([0])).shape == (2, 4)  # type: ignore[arg-type]
        assert np.fft.fftn(x, map(int, "23"), (0, 1)).shape == (2, 3)  # type: ignore[call-overload]
        if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
            assert np.fft.fft(x[0], out=out) == "mine"  # type: ignore[comparison-overlap]
            assert np.fft.fft(x[0], None, -1, None, out) == "mine"  # type: ignore[comparison-overlap]
