# SPDX-License-Identifier: Apache-2.0
"""Transforms of several axes agree with the definition along each axis in turn, and s and axes follow numpy's rules."""
from __future__ import annotations

from typing import Any

import definition
import numpy as np
import pytest

from stet import fft as f


def by_definition(x: np.ndarray, s: Any, axes: Any, inverse: bool = False, norm: Any = None) -> np.ndarray:
    for axis, n in zip(axes, s):
        x = definition.fft(x, n, axis, norm, inverse)
    return x


@pytest.mark.parametrize("axes", [(0,), (1, 0), (0, 2), (2, 0, 1), (-1, 0), (1, 1), (0, 1, 0)])
@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_complex(rng: np.random.Generator, axes: tuple[int, ...], norm: Any) -> None:
    x = rng.standard_normal((3, 4, 5)) + 1j * rng.standard_normal((3, 4, 5))
    for s in (None, tuple(range(4, 4 + len(axes)))):
        if s is not None and len(set(axes)) < len(axes):
            continue
        lengths = [x.shape[a] for a in axes] if s is None else s
        assert definition.near(f.fftn(x, s, axes, norm), by_definition(x, lengths, axes, norm=norm))
        assert definition.near(f.ifftn(x, s, axes, norm), by_definition(x, lengths, axes, True, norm))


def test_real(rng: np.random.Generator) -> None:
    x = rng.standard_normal((4, 6, 10))
    whole = by_definition(x, x.shape, range(3))
    assert definition.near(f.rfftn(x), whole[..., :6])
    assert definition.near(f.rfft2(x), definition.fft(definition.fft(x), axis=1)[..., :6])
    for n in (10, 9):
        y = x[..., :n]
        assert np.allclose(f.irfftn(f.rfftn(y), y.shape), y, rtol=0, atol=1e-14)
        assert np.allclose(f.irfft2(f.rfft2(y), y.shape[1:]), y, rtol=0, atol=1e-14)
        assert np.allclose(f.hfftn(f.ihfftn(y), y.shape), y, rtol=0, atol=1e-13)
        assert np.allclose(f.hfft2(f.ihfft2(y), y.shape[1:]), y, rtol=0, atol=1e-13)
    assert definition.near(f.ihfftn(x), by_definition(x, x.shape, range(3), True)[..., :6])
    assert definition.near(f.hfftn(f.ihfftn(x)), x)


def test_one_axis_is_the_one_dimensional_transform(rng: np.random.Generator) -> None:
    x = rng.standard_normal((4, 6)) + 0j
    for one, many in ((f.fft, f.fftn), (f.ifft, f.ifftn), (f.irfft, f.irfftn), (f.hfft, f.hfftn)):
        for axis in (0, 1):
            assert one(x, axis=axis).tobytes() == many(x, axes=[axis]).tobytes()
    assert f.rfft(x.real, axis=0).tobytes() == f.rfftn(x.real, axes=(0,)).tobytes()
    assert f.fft2(x).tobytes() == f.fftn(x).tobytes()
    assert f.ifft2(x).tobytes() == f.ifftn(x).tobytes()


def test_shapes_and_axes_that_are_left_out(rng: np.random.Generator) -> None:
    x = rng.standard_normal((3, 4, 5)) + 0j
    assert f.fftn(x, s=(6, 7)).shape == (3, 6, 7)
    assert f.fftn(x, s=(-1, 7), axes=(0, 1)).shape == (3, 7, 5)
    assert f.irfftn(x).shape == (3, 4, 8)
    assert f.irfftn(x, axes=(1,)).shape == (3, 6, 5)
    assert f.rfftn(x.real, s=4, axes=1).shape == (3, 3, 5)
    assert f.fftn(x, axes=()).tobytes() == x.tobytes()
    assert f.fftn(np.float64(3)) == 3
    assert f.irfftn(x, axes=(0, 0)).shape == np.fft.irfftn(x, axes=(0, 0)).shape
    with pytest.raises(ValueError, match="Shape and axes have different lengths"):
        f.fftn(x, s=(3, 3), axes=(0,))
    with pytest.raises(ValueError, match="at least 1 axis"):
        f.rfftn(x.real, axes=())


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
def test_repeated_axes_are_numpys(rng: np.random.Generator, name: str) -> None:
    x = rng.standard_normal((4, 5))
    ours = getattr(f, name + "n")(x, axes=(0, 1, 1))
    other = {"rfft": "fft", "ihfft": "ifft", "irfft": "ifft", "hfft": "fft"}.get(name, name)
    steps = [(other, 0), (other, 1), (name, 1)]
    if name in ("fft", "ifft", "rfft", "ihfft"):
        steps.reverse()
    wanted = x
    for step, axis in steps:
        n = x.shape[axis] if step[0] != "h" and step != "irfft" else None
        wanted = getattr(f, step)(wanted, n, axis)
    assert ours.tobytes() == wanted.tobytes()
    out = np.empty_like(wanted)
    assert getattr(f, name + "n")(x, axes=(0, 1, 1), out=out) is out
    assert out.tobytes() == wanted.tobytes()


def test_many_dimensions(rng: np.random.Generator) -> None:
    x = rng.standard_normal((2,) * 20)
    assert f.fft(x, axis=7).shape == x.shape
    assert np.allclose(f.ifftn(f.fftn(x)), x)
    deep = np.ones((1,) * 32)
    assert f.fftn(deep).shape == deep.shape
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        deep = np.ones((1,) * 62 + (2, 3))
        np.testing.assert_array_equal(f.fftn(deep).ravel(), [6, 0, 0, 0, 0, 0])
