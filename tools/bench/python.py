#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times stet.fft beside numpy.fft, scipy.fft and mkl_fft: medians of interleaved calls in one process, on one thread.

    python tools/bench/python.py [--seconds S] [--json FILE] [--only PREFIX]

Every contender transforms the same random numbers, and its result is compared with stet's. A round calls each once, enough
times in a row to take 0.2 ms; the table has medians over the rounds, in microseconds, and geometric means of the ratios.
Rows "call ..." are of 16 points: the overhead of a call. "import" is the time to import each package into a new interpreter.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time
from typing import Any, Callable

os.environ.setdefault("MKL_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import stet  # noqa: E402

Call = Callable[[Any], Any]


def contenders(kind: str) -> dict[str, Call]:
    """Returns the function of each installed library."""
    found: dict[str, Call] = {"stet": getattr(stet.fft, kind), "numpy": getattr(np.fft, kind)}
    try:
        import scipy.fft

        found["scipy"] = getattr(scipy.fft, kind)
    except ImportError:
        print("python.py: no SciPy", file=sys.stderr)
    try:
        import mkl_fft

        found["mkl_fft"] = getattr(mkl_fft.interfaces.numpy_fft, kind)
    except (ImportError, AttributeError):
        print("python.py: no mkl_fft", file=sys.stderr)
    return found


def cases() -> list[tuple[str, str, tuple[int, ...], str]]:
    """Returns tuples (name, function, shape, dtype)."""
    rows = []
    for kind in ("fft", "rfft"):
        for bits in (32, 64):
            dtype = {("fft", 32): "F", ("fft", 64): "D", ("rfft", 32): "f", ("rfft", 64): "d"}[kind, bits]
            for shape in [(1 << k,) for k in range(6, 21)] + [(1000,), (1000, 64), (256, 1024), (64, 1000)]:
                name = f"{kind} f{bits} " + " x ".join(map(str, shape))
                rows.append((name, kind, shape, dtype))
            rows.append((f"call {kind} f{bits} 16", kind, (16,), dtype))
    return rows


def measure(calls: dict[str, Call], x: Any, seconds: float) -> dict[str, float]:
    """Returns the median time of one call of each contender."""
    repeat = {}
    for name, call in calls.items():
        for _ in range(3):
            start = time.perf_counter()
            call(x)
            once = time.perf_counter() - start
        repeat[name] = max(1, math.ceil(2e-4 / max(once, 1e-7)))
    times: dict[str, list[float]] = {name: [] for name in calls}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times["stet"]) < 5:
        for name, call in calls.items():
            start = time.perf_counter()
            for _ in range(repeat[name]):
                call(x)
            times[name].append((time.perf_counter() - start) / repeat[name])
    return {name: statistics.median(values) for name, values in times.items()}


def import_times(seconds: float) -> dict[str, float]:
    """Returns the median time to start an interpreter and import the package, less the time of an empty one."""
    programs = {"stet": "import numpy, stet", "numpy": "import numpy", "": ""}
    times: dict[str, list[float]] = {name: [] for name in programs}
    end = time.perf_counter() + 20 * seconds
    while time.perf_counter() < end or len(times["stet"]) < 5:
        for name, program in programs.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-I", "-c", program], check=True)
            times[name].append(time.perf_counter() - start)
    empty = statistics.median(times.pop(""))
    return {name: statistics.median(values) - empty for name, values in times.items()}


def check(calls: dict[str, Call], x: Any) -> None:
    results = {name: np.asarray(call(x)) for name, call in calls.items()}
    size = float(np.abs(results["stet"]).max())
    for name, result in results.items():
        if not np.allclose(result, results["stet"], rtol=0, atol=1e-5 * size):
            raise SystemExit(f"python.py: {name} has another result")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each row (0.5)")
    parser.add_argument("--json", help="write the rows to this file as well")
    parser.add_argument("--only", default="", help="rows whose names begin with this")
    options = parser.parse_args()
    rng = np.random.default_rng(1)
    rows = []
    for name, kind, shape, dtype in cases():
        if not name.startswith(options.only):
            continue
        x = rng.standard_normal(shape)
        x = (x + 1j * rng.standard_normal(shape) if dtype in "FD" else x).astype(dtype)
        calls = contenders(kind)
        check(calls, x)
        times = measure(calls, x, options.seconds)
        if not rows:
            print(f"{'microseconds, and as a multiple of stet':40}" + "".join(f"{n:>18}" for n in times))
        ratios = {n: t / times["stet"] for n, t in times.items()}
        print(f"{name:40}" + "".join(f"{1e6 * t:10.2f} {ratios[n]:6.2f}x" for n, t in times.items()), flush=True)
        rows.append({"name": name, "seconds": times})
    for family in ("fft f32", "fft f64", "rfft f32", "rfft f64", "call", ""):
        some = [r["seconds"] for r in rows if r["name"].startswith(family) and (family or r["name"][:4] != "call")]
        if not some:
            continue
        means = {n: statistics.geometric_mean(r[n] / r["stet"] for r in some) for n in some[0]}
        print(f"{'geometric mean ' + (family or 'of all'):40}" + "".join(f"{'':10} {m:6.2f}x" for m in means.values()))
    if "import".startswith(options.only):
        times = import_times(options.seconds)
        ratio = times["stet"] / times["numpy"]
        print(f"import: numpy {1e3 * times['numpy']:.1f} ms, numpy and stet {1e3 * times['stet']:.1f} ms, {ratio:.3f}x")
        rows.append({"name": "import", "seconds": times})
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"python": platform.python_version(), "numpy": np.__version__, "rows": rows}, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
