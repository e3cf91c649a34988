# SPDX-License-Identifier: Apache-2.0
"""The backend: every name of scipy.fft reaches stet, and declined calls reach SciPy."""
from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import stet

scipy_fft: Any = pytest.importorskip("scipy.fft", reason="skipped: no SciPy")

FOURIER = [p + "fft" + s for p in ("", "i", "r", "ir", "h", "ih") for s in ("", "2", "n")]
REAL = [p + t + s for p in ("", "i") for t in ("dct", "dst") for s in ("", "n")]


@pytest.fixture(autouse=True)
def counted() -> None:
    stet.fft.reset_counts()


@pytest.mark.parametrize("name", FOURIER + REAL)
def test_every_name_is_served(rng: np.random.Generator, name: str) -> None:
    x = rng.standard_normal((4, 6))
    if name.startswith(("rfft", "ihfft")) or name in REAL:
        z: Any = x
    else:
        z = x + 1j
    with scipy_fft.set_backend(stet.scipy_backend):
        result = getattr(scipy_fft, name)(z)
        getattr(scipy_fft, name)(z, overwrite_x=True, workers=2, norm="ortho")
    assert stet.fft.counts() == ({name: 2}, {})
    assert result.tobytes() == getattr(stet.fft, name)(z).tobytes()
    wanted = getattr(scipy_fft, name)(z)
    assert result.dtype == wanted.dtype and result.shape == wanted.shape
    np.testing.assert_allclose(result, wanted, rtol=0, atol=1e-11 * np.abs(wanted).max())


def test_lengths_and_axes_in_arrays(rng: np.random.Generator) -> None:
    x = rng.standard_normal((3, 4, 5))
    with scipy_fft.set_backend(stet.scipy_backend):
        for s, axes in ((np.array([4, 6]), np.array([0, 2])), (None, np.array([1])), (np.array(4), np.array(0))):
            y = scipy_fft.dctn(x, s=s, axes=axes)
            assert y.tobytes() == stet.fft.dctn(x, s=None if s is None else s.tolist(), axes=axes.tolist()).tobytes()
        assert scipy_fft.fftn(x, np.array([4, 6]), np.array([0, 2])).shape == (4, 4, 6)
        with pytest.raises((TypeError, ValueError)):
            scipy_fft.fftn(x, np.array([4.0, 6.0]), (0, 1))
    assert stet.fft.counts().served == {"dctn": 3, "fftn": 1}


def test_the_level_of_the_backend(rng: np.random.Generator) -> None:
    x = rng.standard_normal(60)
    with scipy_fft.set_backend(stet.scipy_backend.at("correct")):
        assert scipy_fft.fft(x).tobytes() == stet.fft.fft(x, level="correct").tobytes()
    with pytest.raises(ValueError, match="Invalid level"):
        stet.scipy_backend.at("none")


def test_declined() -> None:
    with scipy_fft.set_backend(stet.scipy_backend):
        assert scipy_fft.fft(np.ones(4, np.longdouble)).dtype == np.clongdouble
        scipy_fft.fht(np.ones(8), 0.1, 0.0)
        assert scipy_fft.fftn(np.ones((2, 2)), axes=()).shape == (2, 2)
        with pytest.raises(NotImplementedError):
            scipy_fft.fft(np.ones(4), plan=3)
        with pytest.raises(ValueError, match="invalid number of data points"):
            scipy_fft.fft(np.ones(4), 0)
        with pytest.raises(ValueError, match="unique"):
            scipy_fft.fftn(np.ones((2, 2)), axes=(0, 0))
    declined = stet.fft.counts().declined
    assert declined["fht", "not a transform of stet's"] == 1
    assert declined["fft", "plan="] == 1
    assert declined["fftn", "no axis, or one named twice"] == 2
    assert declined["fft", "ValueError: Invalid number of FFT data points (0) specified."] == 1
    assert len(declined) == 5
    assert stet.fft.counts().served["rfft"] == 1  # fht calls it


GLOBAL = """
import numpy as np, scipy.fft, stet
for keywords in ({}, {"try_last": True}, {"only": False}):
    scipy.fft.set_global_backend(stet.scipy_backend, **keywords)
    scipy.fft.fft(np.ones(4))
    scipy.fft.fft(np.ones(4, np.longdouble))  # declined, and SciPy is still there
    scipy.fft.set_global_backend("scipy")
print(stet.fft.counts().served["fft"])
"""


def test_global_backend_in_a_process_of_its_own() -> None:
    assert int(subprocess.check_output([sys.executable, "-c", GLOBAL])) in (2, 3)


def test_workers_of_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    from stet import _scipy

    seen: list[Any] = []
    monkeypatch.setattr(_scipy, "_threads", lambda workers: seen.append(scipy_fft.get_workers()))
    with scipy_fft.set_backend(stet.scipy_backend), scipy_fft.set_workers(2):
        scipy_fft.fft(np.ones(4))
    assert seen == [2]


def test_arrays_of_other_libraries_are_left_to_scipy() -> None:
    """With SCIPY_ARRAY_API=1 the arrays that SciPy returns belong to the other library."""

    class Other:
        def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray:
            return np.ones(4)

        def __dlpack__(self) -> None: ...

    with scipy_fft.set_backend(stet.scipy_backend):
        scipy_fft.fft(Other())
        scipy_fft.fft(x=Other())
        scipy_fft.fft([1, 2]), scipy_fft.fft(np.ones(2)), scipy_fft.fft(memoryview(np.ones(2)))
    assert stet.fft.counts() == ({"fft": 3}, {("fft", "an array of another library"): 2})
