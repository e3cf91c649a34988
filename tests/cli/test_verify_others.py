# SPDX-License-Identifier: Apache-2.0
"""Spectra of numpy and scipy, of every kind, must not be called wrong: COUNT of them are written to a
folder, and test_verify_good judges them in one process. Usage: test_verify_others.py COUNT"""
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.fft

LENGTHS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 30, 31, 32, 37, 48, 60, 64, 97, 100, 101, 120, 127,
           128, 210, 243, 250, 255, 256, 257, 360, 500, 509, 512, 625, 720, 997, 1000, 1009, 1024, 2003, 2048)
C2C, R2C, C2R = 1, 2, 3  # stet_kind
NORMS = {"backward": 1, "ortho": 2, "forward": 3}  # stet_norm


def data(r, shape, real):
    """Samples of one of many families."""
    n, size = shape[-1], np.prod(shape)
    j = np.arange(n)
    at = int(r.integers(n))
    family = r.integers(16)
    x = [lambda: r.standard_normal(shape), lambda: r.random(shape), lambda: r.integers(-9, 10, shape),
         lambda: r.integers(0, 2, shape), lambda: np.full(shape, r.integers(1, 30) / 10),
         lambda: np.ones(shape), lambda: np.where(np.arange(size) == r.integers(size), 1, 0).reshape(shape),
         lambda: np.broadcast_to(np.cos(2 * np.pi * at * j / n), shape),
         lambda: np.broadcast_to((-1.0) ** j, shape), lambda: np.arange(size).reshape(shape),
         lambda: 1000 + r.standard_normal(shape), lambda: r.standard_normal(shape) * 2.0 ** r.integers(-30, 30, shape),
         lambda: np.round(20000 * r.standard_normal(shape)) / 32768, lambda: np.broadcast_to(0.8 ** j, shape),
         lambda: np.broadcast_to(np.exp(-50 * (j / n - 0.5) ** 2), shape),
         lambda: np.broadcast_to(j % 3 == 0, shape)][family]().astype(float)
    if real or r.integers(3) == 0:
        return x if real else x + 0j
    if family == 7:
        return np.broadcast_to(np.exp(2j * np.pi * at * j / n), shape)
    return x + 1j * (r.permutation(x.ravel()).reshape(shape))


def good(r):
    """(input, spectrum, kind, inverse, norm, axes, n)"""
    kind, norm = int(r.choice((C2C, C2C, R2C, C2R))), str(r.choice(list(NORMS)))
    rank = int(r.choice((1, 1, 2, 3)))
    shape = tuple(int(n) if rank == 1 else 1 + int(n) % (40 if rank == 2 else 12) for n in r.choice(LENGTHS, rank))
    inverse = kind == C2R or (kind == C2C and r.integers(2) == 1)
    single, several = r.integers(2) == 1, rank > 1 and r.integers(2) == 1
    x = np.array(data(r, shape[:-1] + (shape[-1] // 2 + 1,) if kind == C2R else shape, kind == R2C))
    x = x.astype(np.float32 if kind == R2C else np.complex64) if single else x
    fft = scipy.fft if single or r.integers(2) else np.fft  # numpy computes in double always
    name = {C2C: "ifft" if inverse else "fft", R2C: "rfft", C2R: "irfft"}[kind] + ("n" if several else "")
    args = {"norm": norm}
    if kind == C2R:
        args.update({"s": shape} if several else {"n": shape[-1]})
    y = getattr(fft, name)(x, **args)
    return x, y, kind, int(inverse), NORMS[norm], "all" if several else "-1", shape[-1] if kind == C2R and not several else 0


def main():
    total, bad = int(sys.argv[1]), 0
    r = np.random.default_rng(2)
    for first in range(0, total, 1000):
        with tempfile.TemporaryDirectory(prefix="stet-") as folder:
            lines = []
            for i in range(first, min(total, first + 1000)):
                x, y, *rest = good(r)
                paths = [pathlib.Path(folder) / f"{i}{side}.npy" for side in "xy"]
                np.save(paths[0], x)
                np.save(paths[1], y)
                lines.append(" ".join(str(v) for v in [*paths, *rest]))
            (pathlib.Path(folder) / "list").write_text("\n".join(lines) + "\n")
            bad += subprocess.run([os.environ["VERIFY"], "--list", f"{folder}/list"]).returncode
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
