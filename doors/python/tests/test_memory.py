# SPDX-License-Identifier: Apache-2.0
"""Memory and locks: contiguous input is not copied, nothing leaks, and the plan cache keeps its limits."""
from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest

import stet
from stet import fft as f


def peak(call: Any) -> int:
    """Returns the peak of the bytes that NumPy and Python allocate during the call, without the library's own."""
    call()
    gc.collect()
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


N = 1 << 18


@pytest.mark.parametrize("strided", [False, True])
def test_no_copy_of_the_input(rng: np.random.Generator, strided: bool) -> None:
    z = (rng.standard_normal((2, 2 * N)) + 1j)[:, ::2] if strided else rng.standard_normal((2, N)) + 1j
    x = z.real if strided else np.ones((2, N))
    slack = 4096
    for call, output in (
        (lambda: f.fft(z), z.nbytes),
        (lambda: f.ifft(z, axis=0), z.nbytes),
        (lambda: f.rfft(x), 2 * 16 * (N // 2 + 1)),
        (lambda: f.irfft(z), 2 * 8 * 2 * (N - 1)),
        (lambda: f.hfft(z), 2 * 8 * 2 * (N - 1)),
        (lambda: f.fftn(z), z.nbytes),
        (lambda: f.fft(x), 2 * x.nbytes),  # converted into the output, then in place
        (lambda: f.fft(z, N + 100), 2 * 16 * (N + 100)),  # padded into the output
        (lambda: f.fft(z, N - 100), 2 * 16 * (N - 100)),  # the plan crops
        (lambda: f.dct(x), x.nbytes),
        (lambda: f.dct(z), z.nbytes),
        (lambda: f.dct(x, 3, norm="ortho"), x.nbytes),
    ):
        assert peak(call) <= output + slack
    out = np.empty_like(z)
    assert peak(lambda: f.fft(z, out=out)) <= slack
    assert peak(lambda: f.fft(out, out=out)) <= slack


PEAK = """
import resource, sys
import numpy as np, stet
kind, n = sys.argv[1], int(sys.argv[2])
x = np.ones(n) if kind == "rfft" else np.ones(n, complex)
getattr(stet.fft, kind)(x[:64])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
y = getattr(stet.fft, kind)(x)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(after - before, y.nbytes, stet.fft.plan_cache().nbytes)
"""


@pytest.mark.parametrize("kind, n", [("fft", 1 << 21), ("rfft", 1 << 21), ("irfft", 1 << 20), ("fft", 1_048_573)])
def test_peak_of_the_process(kind: str, n: int) -> None:
    """The process grows by the output and the plan (the cache's estimate), and by nothing else of that size."""
    grown, output, plan = map(int, subprocess.check_output([sys.executable, "-c", PEAK, kind, str(n)]).split())
    assert grown <= output + plan + (4 << 20)


ROUND = 800  # number of calls; caches grow by 3 to 8 kB at times, whatever the number


def test_no_leak(rng: np.random.Generator) -> None:
    x = rng.standard_normal((3, 50)) + 1j
    good = np.empty_like(x)

    def once() -> None:
        f.fft(x), f.fft(x.real), f.irfftn(x), f.dct(x, 3, norm="ortho"), f.fft(x[::2, ::-1], 70, out=None)
        f.fft(x, out=good), f.fft(x, out=x.copy()), f.fft(list(x[0])), f.hfft(x.astype(">c16"))
        f.rfft(x.real.astype(np.float16), half="io"), f.fftn(x, (4, 4), (0, 1)), f.fftn(x, axes=(0, 0))
        stet.Plan("fft", (3, 50))(x)
        for wrong in (
            {"n": 0}, {"axis": 5}, {"norm": "bad"}, {"level": "bad"}, {"out": 3}, {"out": x.real}, {"workers": 0},
            {"out": good[:1]}, {"half": "io"},
        ):  # fmt: skip
            try:
                f.fft(x, **wrong)  # type: ignore[arg-type]
            except (TypeError, ValueError):
                continue
            raise AssertionError(wrong)

    for _ in range(20):
        once()
    references = sys.getrefcount(x), sys.getrefcount(good), sys.getrefcount(x.dtype), sys.getrefcount(None)
    tracemalloc.start()
    try:
        grown = []  # some rounds include growth of Python's and NumPy's caches
        for _ in range(4):
            gc.collect()
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(ROUND):
                once()
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    now = sys.getrefcount(x), sys.getrefcount(good), sys.getrefcount(x.dtype), sys.getrefcount(None)
    assert now[:2] == references[:2]
    assert abs(now[2] - references[2]) < 100
    assert min(grown) < ROUND * 16  # less than one object for each call


@pytest.fixture
def cache() -> Any:
    f.clear_plan_cache()
    yield
    f.set_plan_cache()
    f.clear_plan_cache()


@pytest.mark.usefixtures("cache")
def test_plan_cache() -> None:
    f.set_plan_cache(max_plans=4)
    for n in (8, 16, 8, 8):
        f.fft(np.ones(n))
    assert f.plan_cache()[:3] == (2, 2, 2)
    for n in range(20, 30):
        f.fft(np.ones(n))
    assert f.plan_cache().plans == 4
    f.fft(np.ones(29)), f.fft(np.ones(8))
    assert f.plan_cache()[:2] == (3, 13)  # 29 was cached, 8 was dropped
    f.set_plan_cache(max_plans=0)
    assert f.plan_cache().plans == 0
    f.fft(np.ones(8)), f.fft(np.ones(8))
    assert f.plan_cache()[:3] == (3, 15, 0)
    for wrong in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="negative"):
            f.set_plan_cache(*wrong)
    with pytest.raises(OverflowError):
        f.set_plan_cache(2**70)


@pytest.mark.usefixtures("cache")
def test_plan_cache_limits_bytes() -> None:
    f.set_plan_cache(max_nbytes=1 << 20)
    for n in (1 << 10, 1 << 12, 1 << 14, 1 << 15, 1 << 16, 1 << 17):
        f.fft(np.ones(n))
        info = f.plan_cache()
        assert info.nbytes <= 1 << 20 or info.plans == 1
    hits = info.hits
    f.fft(np.ones(1 << 17))  # above the limit, but the newest plan stays
    assert f.plan_cache().hits == hits + 1


@pytest.mark.usefixtures("cache")
def test_threads_share_a_small_cache(rng: np.random.Generator) -> None:
    f.set_plan_cache(max_plans=3)
    inputs = [rng.standard_normal(n) + 1j for n in range(50, 70)]
    wanted = [f.fft(x).tobytes() for x in inputs]
    wrong: list[int] = []

    def work(seed: int) -> None:
        order = np.random.default_rng(seed)
        for i in order.integers(len(inputs), size=400):
            if f.fft(inputs[i]).tobytes() != wanted[i]:
                wrong.append(int(i))
            if i == 3:
                f.clear_plan_cache()

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert f.plan_cache().plans <= 3


def lets_others_run(call: Any, calls: int = 10**6) -> bool:
    """Reports whether another thread gets the GIL while `call` runs, within `calls` repetitions. Nobody forces a switch here:
    a waiting thread gets the GIL only when it is released. The test reads no clock."""
    begun = done = seen = False

    def work() -> None:
        nonlocal begun, done
        begun = True
        for _ in range(calls):
            call()
            if seen:
                return
        done = True

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        while not begun:
            time.sleep(0)
        early, seen = not done, True
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    return early


def test_the_gil_is_released(rng: np.random.Generator) -> None:
    """The GIL is released for long arrays, at levels other than native, and while a plan is made; not for short calls."""
    x = rng.standard_normal(1 << 12).astype(np.float32)
    z = x[:60] + 1j * x[:60]
    f.fft(z)
    assert lets_others_run(lambda: f.rfft(x))
    assert lets_others_run(lambda: f.rfft(x[:60], level="correct"))
    assert lets_others_run(lambda: (f.clear_plan_cache(), f.fft(z)))
    assert not lets_others_run(lambda: f.fft(z), 1000) or not getattr(sys, "_is_gil_enabled", lambda: True)()
