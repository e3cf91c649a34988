# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import concurrent.futures
import copy
import multiprocessing
import pickle
import subprocess
import sys
from typing import Any

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
    assert stet.fft.plan_cache()[:3] == (0, 0, 0)  # no other plan is used
    plan(np.ones(200, complex)[::2])
    assert stet.fft.plan_cache()[:3] == (0, 1, 1)  # other strides use the cache
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
    """An input that must be converted is not read, and the output of 512 MiB is not written."""
    assert int(subprocess.check_output([sys.executable, "-c", CONVERTED])) < 128 << 10  # in KiB


REAL = [
    (name, kind, norm, orthogonalize)
    for name in ("dct", "idct", "dst", "idst")
    for kind in (None, 1, 2, 3, 4)
    for norm, orthogonalize in ((None, None), ("ortho", None), ("ortho", False), ("forward", True))
]


@pytest.mark.parametrize("name, kind, norm, orthogonalize", REAL)
def test_cosine_and_sine_transforms(rng: np.random.Generator, name: str, kind: Any, norm: Any, orthogonalize: Any) -> None:
    for x in (rng.standard_normal((3, 10)), rng.standard_normal((3, 10)) + 1j):
        plan = stet.Plan(name, x.shape, x.dtype, axes=-1, type=kind, norm=norm, orthogonalize=orthogonalize)
        wanted = getattr(stet.fft, name)(x, kind or 2, norm=norm, orthogonalize=orthogonalize)
        assert plan(x).tobytes() == wanted.tobytes() == plan(x.T.copy().T).tobytes()
    whole = stet.Plan(name, (3, 10), type=kind, norm=norm, orthogonalize=orthogonalize)
    x = rng.standard_normal((3, 10))
    several = getattr(stet.fft, name + "n")(x, kind or 2, norm=norm, orthogonalize=orthogonalize)
    assert whole(x).tobytes() == several.tobytes()
    is_scaled = orthogonalize if orthogonalize is not None else norm == "ortho"
    assert np.isinf(whole.error_bound().each) or not is_scaled


def transformed(plan: stet.Plan, x: np.ndarray) -> bytes:
    return plan(x).tobytes()


PLANS = [
    lambda: stet.Plan("irfft", (2, 5), "c8", axes=iter([1]), n=9, norm="ortho", level="extended", workers=2),  # type: ignore[arg-type]
    lambda: stet.Plan("dct", 12, type=3, orthogonalize=True),
    lambda: stet.Plan("rfft", np.array([3, 4]), np.int64, level="correct"),  # type: ignore[arg-type]
    lambda: stet.Plan("fft", (4, 8), stet.fft.complex32, axes=0, half="store"),
]


@pytest.mark.parametrize("make", PLANS)
def test_copies_are_made_from_the_arguments(rng: np.random.Generator, make: Any) -> None:
    plan = make()
    x = (100 * rng.standard_normal(plan.shape)).astype(np.float16 if plan.dtype == stet.fft.complex32 else plan.dtype)
    if plan.dtype == stet.fft.complex32:
        x = np.stack((x, x), -1).view(plan.dtype)[..., 0]
    for other in (copy.copy(plan), copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):
        assert repr(other) == repr(plan) and other.describe() == plan.describe()
        assert other(x).tobytes() == plan(x).tobytes()


def test_plans_go_to_a_pool_of_processes() -> None:
    """New processes, which have none of this process's plans, make the same results."""
    plan, conv = stet.Plan("fft", 60, level="correct"), stet.Conv([1.0, 0.5], 60, level="correct", bias=2.0)
    x = np.arange(60.0)
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        far = [pool.submit(transformed, what, x.astype(kind)) for what, kind in ((plan, complex), (conv, float))]  # type: ignore[arg-type]
        assert [f.result() for f in far] == [plan(x + 0j).tobytes(), conv(x).tobytes()]


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
        (("rfft", 4), {"level": "extended-ff"}),
        (("fft", 4), {"type": 2}),
        (("rfft", 4), {"orthogonalize": True}),
        (("dct", 4), {"type": 5}),
        (("dct", 1), {"type": 1}),
        (("dct", 4), {"n": 4}),
    ):
        with pytest.raises(ValueError):
            stet.Plan(*arguments, **keywords)  # type: ignore[arg-type]
    for arguments, keywords in ((("rfft", 4, complex), {}), (("dct", 4, np.float16), {"half": "io"})):
        with pytest.raises(TypeError):
            stet.Plan(*arguments, **keywords)  # type: ignore[arg-type]
    plan = stet.Plan("fft", (3, 4))
    for wrong in (np.ones((4, 3), complex), np.ones((3, 4)), np.ones((3, 4), np.complex64)):
        with pytest.raises(ValueError, match="the plan is for"):
            plan(wrong)
