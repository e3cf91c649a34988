# SPDX-License-Identifier: Apache-2.0
"""Cosine and sine transforms agree with the definition; orthonormal matrices and inverses are tested too."""
from __future__ import annotations

from typing import Any

import definition
import numpy as np
import pytest

from stet import fft as f

FAMILIES = [("dct", f.dct, f.idct, f.dctn, f.idctn), ("dst", f.dst, f.idst, f.dstn, f.idstn)]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda x: x[0])
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("n", [2, 5, 16, 27])
def test_definition(rng: np.random.Generator, family: Any, kind: Any, dtype: str, n: int) -> None:
    name, forward, inverse, _, _ = family
    x = rng.standard_normal((3, n, 2))
    if dtype in "FD":
        x = x + 1j * rng.standard_normal(x.shape)
    x = x.astype(dtype)
    y = forward(x, kind, axis=1)
    assert y.dtype == x.dtype
    assert definition.near(y, definition.r2r(x, name, kind, axis=1))
    for norm in (None, "ortho", "forward"):
        for orthogonalize in (None, True, False):
            there = forward(x, kind, axis=1, norm=norm, orthogonalize=orthogonalize)
            back = inverse(there, kind, axis=1, norm=norm, orthogonalize=orthogonalize)
            assert definition.near(back, x)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda x: x[0])
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_orthonormal(family: Any, kind: Any) -> None:
    for forward, identity in ((family[1], np.eye(9)), (family[2], np.eye(9))):
        matrix = forward(identity, kind, norm="ortho", axis=0)
        assert np.allclose(matrix @ matrix.T, np.eye(9), rtol=0, atol=1e-14)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda x: x[0])
@pytest.mark.parametrize("kind", [1, 2, 3, 4])
@pytest.mark.parametrize("norm", [None, "ortho"])
def test_several_axes(rng: np.random.Generator, family: Any, kind: Any, norm: Any) -> None:
    _, forward, _, several, inverse = family
    x = rng.standard_normal((4, 5, 6))
    wanted = forward(forward(x, kind, axis=0, norm=norm), kind, axis=2, norm=norm)
    assert definition.near(several(x, kind, axes=(0, 2), norm=norm), wanted)
    assert definition.near(inverse(several(x, kind, norm=norm), kind, norm=norm), x)
    assert several(x, kind, s=(7, 3), axes=(0, 1)).shape == (7, 3, 6)


def test_in_place_and_padding(rng: np.random.Generator) -> None:
    x = rng.standard_normal((3, 8))
    y = f.dct(x)
    z = x.copy()
    assert f.dct(z, out=z) is z
    assert z.tobytes() == y.tobytes()
    assert f.dct(x, n=12).tobytes() == f.dct(np.pad(x, ((0, 0), (0, 4)))).tobytes()
    assert f.dct(x, n=5).tobytes() == f.dct(x[:, :5].copy()).tobytes()
    kept = x.copy()
    f.dct(x, 3, norm="ortho", overwrite_x=True)
    assert x.tobytes() == kept.tobytes()


def test_correct_level(rng: np.random.Generator) -> None:
    x = rng.standard_normal(48).astype(np.float32)
    exact = definition.r2r(x, "dct", 2)
    assert f.dct(x, level="correct").tobytes() == exact.astype(np.float32).tobytes()


def test_wrong_arguments() -> None:
    for kind in (0, 5, -1):
        with pytest.raises(ValueError, match="Invalid type"):
            f.dct([1.0, 2.0], kind)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        f.dct([1.0, 2.0], 2.0)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        f.dct([1.0], 1)
    with pytest.raises(ValueError, match="unique"):
        f.dctn(np.ones((2, 2)), axes=(0, 0))
