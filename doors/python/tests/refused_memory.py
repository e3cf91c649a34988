# SPDX-License-Identifier: Apache-2.0
"""test_hostile.py runs this script with failing_malloc.c. For each call every memory request of NumPy and the library is
refused once. The call must raise MemoryError or return the right result, and nothing may leak. Python's own small objects
are excluded: CPython 3.13.0 crashes in PyFunction_NewWithQualName() if one of them is refused.
"""
from __future__ import annotations

import ctypes
import gc
from typing import Callable

import numpy as np

import stet
from stet import fft as f

shim = ctypes.PyDLL(None)
fail, alive = shim.failing_at, shim.failing_alive
fail.restype = alive.restype = ctypes.c_long
fail.argtypes = [ctypes.c_long]
rng = np.random.default_rng(3)
z = rng.standard_normal((6, 400)) + 1j
x = z.real.copy()
half = x.astype(np.float16)
CALLS: dict[str, Callable[[], np.ndarray]] = {
    "fft": lambda: f.fft(z),
    "rfft": lambda: f.rfft(x),
    "irfft": lambda: f.irfft(z, 211),
    "hfft": lambda: f.hfft(z[:, ::-1]),
    "fftn": lambda: f.fftn(z),
    "padded": lambda: f.rfft(x, 500),
    "integers": lambda: f.fft(x.astype(int)),
    "byte order": lambda: f.irfft(z.astype(">c16")),
    "out": lambda: f.fft(z[:, :300], 301, out=np.empty((6, 301), np.complex64)),
    "prime": lambda: f.fft(z, 397),
    "dct": lambda: f.dct(x, 3, norm="ortho"),
    "dct of complex numbers": lambda: f.dct(z),
    "workers": lambda: f.fft(z, workers=2),
    "half": lambda: f.rfft(half, half="io"),
    "correct": lambda: f.fft(z[0, :64], level="correct"),
    "extended": lambda: f.fft(z.astype("F"), level="extended"),
    "plan": lambda: stet.Plan("fft", (6, 400))(z),
    "an axis twice": lambda: f.fftn(z, axes=(0, 0)),
}


def refuse_each(call: Callable[[], np.ndarray], wanted: bytes) -> int:
    """Returns the number of refusals that raised an exception."""
    k = told = 0
    while True:
        k += 1
        f.clear_plan_cache()
        result = None
        try:
            fail(k)
            result = call()
        except MemoryError:
            told += 1
        finally:
            asked = fail(0)
        assert result is None or result.tobytes() == wanted, f"request {k}"
        if asked < k:
            return told


for name, call in CALLS.items():
    wanted = call().tobytes()
    told = refuse_each(call, wanted)
    assert told > 0, name
    assert call().tobytes() == wanted, name
    f.clear_plan_cache()
    gc.collect()
    before = alive()
    for _ in range(3):
        refuse_each(call, wanted)
    f.clear_plan_cache()
    gc.collect()
    lost = alive() - before
    assert lost < 3, f"{name}: {lost} blocks lost"
    print(f"{name}: {told} refusals")
