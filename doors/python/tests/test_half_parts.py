# SPDX-License-Identifier: Apache-2.0
"""Real numbers of 16 bits give the results of complex ones with imaginary part 0."""

import numpy as np
import pytest

import stet

rng = np.random.default_rng(5)


def parts(packed):
    return packed.view(np.float16).reshape(*packed.shape, 2)


@pytest.mark.parametrize("n", [None, 8, 16])
@pytest.mark.parametrize("order", ["<f2", ">f2"])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_real_float16(n, order, step):
    x = rng.standard_normal((3, 24)).astype(order)[:, ::step]
    y = stet.fft.fft(x, n, half="io")
    wanted = stet.fft.fft(x.astype(np.float32), n)
    got = parts(y).astype(np.float32)
    np.testing.assert_allclose(got[..., 0] + 1j * got[..., 1], wanted, rtol=1e-3, atol=2e-2)
    z = np.zeros(x.shape, stet.fft.complex32)
    z["re"] = x
    assert stet.compare(parts(y), parts(stet.fft.fft(z, n)))
    assert stet.compare(parts(stet.fft.fftn(x, half="io")), parts(stet.fft.fftn(z)))
    assert stet.verify(x, y, n=n).passed


def test_real_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes")
    x = rng.standard_normal((3, 24)).astype(ml_dtypes.bfloat16)
    assert stet.verify(x, stet.fft.fft(x, half="io")).passed
    assert stet.verify(x, stet.fft.rfft(x, half="io")).passed
