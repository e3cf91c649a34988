# SPDX-License-Identifier: Apache-2.0
"""Whole transforms: docs/bits.md, sections 7, 8 (levels) and 10. A transform is a Case; arrays are in C order."""
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, prod

import numpy as np

import correct
from arithmetic import DD, F16, F32, F64, FF, fma_f64, narrowed, rounded, widened
from real import logical_length, r2r
from roots import root
from transform import UNROLLED, c2c, c2r, r2c, steps


@dataclass
class Case:
    kinds: list      # one of c2c, r2c, c2r; or a kind of real-to-real for each dimension
    shape: list      # of the transform: a half spectrum has less
    precision: str   # f32, f64, f16, bf16
    mode: str        # io, store, native, of 16 bits
    level: str       # native, extended, extended-ff, correct
    direction: str
    norm: str

    def is_real_to_real(self):
        return self.kinds[0] not in ("c2c", "r2c", "c2r")

    def kind_of(self, axis):
        if self.is_real_to_real():
            return self.kinds[axis]
        return self.kinds[0] if axis == len(self.shape) - 1 else "c2c"

    def in_shape(self):
        last = self.shape[-1] // 2 + 1 if self.kinds == ["c2r"] else self.shape[-1]
        return self.shape[:-1] + [last] + ([2] if self.kinds[0] in ("c2c", "c2r") else [])

    def order(self):
        axes = list(range(len(self.shape)))
        return axes if self.direction == "inverse" else axes[::-1]

    def divisor(self):
        """N of the norm, and whether the factor is 1/N (1), its root (2), or 1 (0)."""
        N = prod(self.shape)
        if self.is_real_to_real():
            N = prod(logical_length(k, n) for k, n in zip(self.kinds, self.shape))
        return N, 2 if self.norm == "ortho" else int((self.norm == "forward") == (self.direction == "forward"))


def inverse_root(N):
    """1/sqrt(N) to nearest: sqrt(2^600/N) and a bit less, in integers."""
    bits = 300
    return rounded(Fraction(2 * isqrt((1 << 2 * bits) // N) + 1, 2 << bits), 53) if isqrt(N) ** 2 != N \
        else rounded(Fraction(1, isqrt(N)), 53)


def factor_of(case):
    N, way = case.divisor()
    return [1.0, rounded(Fraction(1, N), 53), inverse_root(N)][way]


# ----------------------------------------------------------- dimensions

def line(A, case, axis, x, s):
    """Lines (words, [2,] rows, columns)."""
    kind = case.kind_of(axis)
    if kind == "c2c":
        return c2c(A, x, s, case.direction == "inverse")
    if kind == "r2c":
        return r2c(A, x, s)
    if kind == "c2r":
        return c2r(A, case.shape[axis], x, s)
    return r2r(A, kind, x, s)


def along(rank, axis, x, run):
    """run() on the lines along a dimension of an array (words, [2,] and the rest)."""
    front = x.ndim - rank
    x = np.moveaxis(x, front + axis, front)
    y = run(np.ascontiguousarray(x).reshape(x.shape[:front + 1] + (-1,)))
    y = y.reshape(y.shape[:-1] + x.shape[front + 1:])
    return np.moveaxis(y, y.ndim - rank, y.ndim - rank + axis)


def dimensions(A, case, x, s):
    """All of them, in A; s: of the last one."""
    rank, order = len(case.shape), case.order()
    for axis in order:
        here = s if axis == order[-1] else A.of_f64(1.0)
        x = along(rank, axis, x, lambda lines: line(A, case, axis, lines, here))
    return x


# --------------------------------------------------------------- levels

def native(case, x):
    A = {"f32": F32, "f64": F64}[case.precision]
    return dimensions(A, case, x[None], A.of_f64(factor_of(case)))[0]


def extended_in_f64(case, x):
    return dimensions(F64, case, x[None].astype(np.float64), F64.of_f64(factor_of(case)))[0].astype(np.float32)


def extended_in_ff(case, x):
    y = dimensions(FF, case, np.stack([x, np.zeros_like(x)]), FF.of_f64(factor_of(case)))
    return y[0] + y[1]


def factor_and_rest(case):
    N, way = case.divisor()
    n = np.float64(N)
    if way == 0 or N == 1:
        return 1.0, 0.0
    if way == 1:
        H = 1 / n
        return H, fma_f64(-H, n, np.float64(1))
    H = 1 / np.sqrt(n)
    Q = H * H
    return H, fma_f64(-n, fma_f64(H, H, -Q), fma_f64(-n, Q, np.float64(1))) / 2


def extended_in_dd(case, x):
    H, rest = factor_and_rest(case)
    high, low = dimensions(DD, case, np.stack([x, np.zeros_like(x)]), (H, 0.0))
    return high + (low + (high * rest if rest != 0 else 0.0))


# -------------------------------------------------------------- 16 bits

def half_exponents(case):
    """e and g."""
    log2 = (prod(case.shape) - 1).bit_length()
    E = min(0, 15 - log2) if case.precision == "f16" else 0
    if factor_of(case) == 1:
        return E, E
    return (0 if case.mode == "io" else E), 0


def half(case, x):
    e, g = half_exponents(case)
    s = F32.of_f64(factor_of(case) * 2.0**(g - e))
    read = widened(x, case.precision)[None] * np.float32(2.0**e)
    if case.mode == "io":
        return narrowed(dimensions(F32, case, read, s)[0], case.precision)
    if case.mode == "native":
        v = dimensions(F16, case, read.astype(np.float16), (1.0,)).astype(np.float32)
        return narrowed((v * np.float32(s[0]) if s[0] != 1 else v)[0], "f16")
    rank, order = len(case.shape), case.order()
    for axis in order:
        here = s if axis == order[-1] else (1.0,)
        read = written(case, along(rank, axis, read, lambda lines: store_line(case, axis, lines, here)))
    return narrowed(read[0], case.precision)


def written(case, x):
    """To 16 bits, and read again."""
    return widened(narrowed(np.ascontiguousarray(x), case.precision), case.precision)


def divisor_of_line(n):
    if n < 2**16 or max(steps(n)) > UNROLLED:
        return 1
    return max((d for d in range(64, isqrt(n) + 1) if n % d == 0), default=1)


def store_line(case, axis, x, s):
    n = case.shape[axis]
    n1 = divisor_of_line(n) if case.kind_of(axis) == "c2c" else 1
    if n1 == 1:
        return line(F32, case, axis, x, s)
    n2, inverse, columns = n // n1, case.direction == "inverse", x.shape[3]
    y = written(case, c2c(F32, x.reshape(1, 2, n1, n2 * columns), (1.0,), inverse))
    w = twists(n, n1, inverse)[..., None]  # (1, 2, n1, n2, 1)
    y = product(y.reshape(1, 2, n1, n2, columns), w)
    y = c2c(F32, np.moveaxis(y, 3, 2).reshape(1, 2, n2, n1 * columns), s, inverse)
    return y.reshape(1, 2, n, columns)  # [q][j] is output j + n1 q


def product(a, b):
    (ar, ai), (br, bi) = (np.moveaxis(z, 1, 0) for z in (a, b))
    return np.stack([F32.fma(ar, br, -(ai * bi)), F32.fma(ai, br, ar * bi)], axis=1)


def twists(n, n1, inverse):
    j, c = np.arange(n1)[:, None], np.arange(n // n1)[None]
    A, B = (roots_at(n, k % n, inverse) for k in (32 * j * (c // 32), j * (c % 32)))
    return product(A, B)


def roots_at(n, k, inverse):
    """e(-k/n) for an array of k, or its conjugate."""
    distinct, at = np.unique(k, return_inverse=True)
    w = np.array([[F32.constant(v)[0] for v in root(int(i if inverse else -i), n)] for i in distinct], np.float32)
    return np.moveaxis(w[at].reshape(k.shape + (2,)), -1, 0)[None]


# ------------------------------------------------------------------ all

def run(case, x):
    """x: the numbers of the input in their order; so is what is returned. Words of 16 bits as uint16."""
    if case.level == "correct":
        return correct.run(case, x)
    x = x.reshape(case.in_shape())
    if case.in_shape() != case.shape and len(case.in_shape()) > len(case.shape):
        x = np.moveaxis(x, -1, 0)
    if case.precision in ("f16", "bf16"):
        y = half(case, np.ascontiguousarray(x))
    elif case.level == "native":
        y = native(case, x)
    elif case.level == "extended-ff":
        y = extended_in_ff(case, x)
    else:
        y = extended_in_f64(case, x) if case.precision == "f32" else extended_in_dd(case, x)
    if y.ndim > len(case.shape):
        y = np.moveaxis(y, 0, -1)
    return np.ascontiguousarray(y).reshape(-1)
