# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import stet


def test_same_bits_as_the_functions(rng: np.random.Generator) -> None:
    z = rng.standard_normal((4, 9, 10)) + 1j * rng.standard_normal((4, 9, 10))
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        x = z.real.copy() if name in ("rfft", "ihfft") else z
        for axes in ((2,), (0, 1), (2, 1, 0)):
            for level in ("native", "extended", "correct"):
                plan = stet.Plan(name, x.shape, x.dtype, axes=axes, level=level, norm="ortho")
                wanted = getattr(stet.fft, name + "n")(x, axes=axes, level=level, norm="ortho")
                assert plan(x).tobytes() == wanted.tobytes()
                out = np.empty_like(wanted)
                assert plan(np.asfortranarray(x), out) is out
                assert out.tobytes() == wanted.tobytes()


def test_what_it_tells() -> None:
    plan = stet.Plan("rfft", (5, 96), np.float32, axes=-1, workers=2)
    assert plan.describe()["level"] == "native"
    assert plan.describe()["length"] == "96"
    assert plan.workspace >= 0
    bound = plan.error_bound()
    assert bound.unit == 0 and 0 < bound.each < 1e-5 and 0 < bound.rms < 1e-5
    assert stet.Plan("fft", 64, level="correct").error_bound().each == 0
    assert "rfft of float32 (5, 96)" in repr(plan)
    assert stet.Plan("irfft", 5, n=9)(np.ones(5, complex)).shape == (9,)
    measured = stet.Plan("fft", 64, effort="measure")
    assert measured(np.ones(64, complex))[0] == 64


def test_it_stays_when_the_cache_is_cleared(rng: np.random.Generator) -> None:
    plan = stet.Plan("fft", 100)
    stet.fft.clear_plan_cache()
    assert plan(np.ones(100, complex))[0] == 100
    assert stet.fft.plan_cache()[:3] == (0, 0, 0)  # it is used, and no other
    plan(np.ones(200, complex)[::2])
    assert stet.fft.plan_cache()[:3] == (0, 1, 1)  # but for other strides
    x = rng.standard_normal(100) + 0j
    assert plan(x).tobytes() == stet.fft.fft(x).tobytes()
    assert plan.describe()["length"] == "100"


CONVERTED = """
import resource, numpy as np, stet
stet.Plan("fft", (1, 2048), np.float32, axes=-1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
stet.Plan("fft", (32768, 2048), np.float32, axes=-1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_it_reads_no_array() -> None:
    """Nor writes the output, of 512 MiB, where the input has to be converted."""
    assert int(subprocess.check_output([sys.executable, "-c", CONVERTED])) < 128 << 10  # in KiB


def test_axes_are_integers() -> None:
    assert stet.Plan("fft", (3, 8), axes=np.int64(1)).axes == (1,)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        stet.Plan("fft", (3, 8), axes=[1.7])  # type: ignore[list-item]
    for name in ("fft", "irfft"):
        with pytest.raises(np.exceptions.AxisError):
            stet.Plan(name, (3, 8), axes=5)


def test_wrong_arguments() -> None:
    for arguments, keywords in (
        (("dft", 8), {}),
        (("fft", 8), {"effort": "none"}),
        (("fft", 8), {"n": 8}),
        (("irfft", 5), {"n": 5}),
        (("fft", (4, 4)), {"axes": (0, 0)}),
        (("fft", (4, 4)), {"axes": ()}),
        (("fft", (4, 4)), {"axes": (2,)}),
        (("fft", 0), {}),
        (("fft", (0, 4)), {"axes": (1,)}),
        (("rfft", 4), {"level": "none"}),
    ):
        with pytest.raises(ValueError):
            stet.Plan(*arguments, **keywords)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        stet.Plan("rfft", 4, complex)
    plan = stet.Plan("fft", (3, 4))
    for wrong in (np.ones((4, 3), complex), np.ones((3, 4)), np.ones((3, 4), np.complex64)):
        with pytest.raises(ValueError, match="the plan is for"):
            plan(wrong)
