# SPDX-License-Identifier: Apache-2.0
"""Level correct: docs/bits.md, section 11. Each output is s W with W = sum V[i] cos(2 pi P[i]/Q), V and P integers times a
power of two; it is computed to so many bits that both ends of an interval round alike, and what is a zero or a midpoint
is found by algebra. The time grows with the square of the number of points."""
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import isqrt, lcm

import numpy as np

from arithmetic import rounded, widened
from roots import turned

# bits, least exponent, overflow
FORMATS = {"f16": (11, -24, 16), "bf16": (8, -133, 128), "f32": (24, -149, 128), "f64": (53, -1074, 1024)}


# ------------------------------------- the definition: sums of cosines

def terms_of(kind, n, Q, j, k):
    """What each x[j] is multiplied by in y[k], real to real: a list of (r, p), the sum of r cos(2 pi p/Q). j is an array."""
    one, quarter = np.ones_like(j), Q // 4  # sin(2 pi t) = cos(2 pi (t - 1/4))
    if kind == "dht":
        return [(one, j * k * (Q // n)), (one, j * k * (Q // n) - quarter)]
    if kind == "r2hc":
        return [(one, j * k * (Q // n))] if 2 * k <= n else [(-one, j * (n - k) * (Q // n) - quarter)]
    if kind == "hc2r":
        r = np.where((j == 0) | (2 * j == n), 1, np.where(2 * j < n, 2, -2))
        return [(r, np.where(2 * j <= n, j * k * (Q // n), (n - j) * k * (Q // n) - quarter))]
    if kind == "dct1":
        return [(np.where((j == 0) | (j == n - 1), 1, 2), j * k * (Q // (2 * (n - 1))))]
    if kind == "dst1":
        return [(2 * one, (j + 1) * (k + 1) * (Q // (2 * (n + 1))) - quarter)]
    sine = kind[:3] == "dst"
    row, column = {"2": (2 * j + 1, 2 * (k + sine)), "3": (2 * (j + sine), 2 * k + 1), "4": (2 * j + 1, 2 * k + 1)}[kind[3]]  # twice
    once = (kind == "dct3") & (j == 0) | (kind == "dst3") & (j == n - 1)
    return [(np.where(once, 1, 2), row * column * (Q // (8 * n)) - quarter * sine)]


def sum_real(case, Q, read, k):
    """P and V of one output. cos A cos B = (cos(A + B) + cos(A - B))/2: V is twice as large for each dimension but the last."""
    j, _, V = read
    terms = [(np.ones_like(V), 0)]
    for axis, (kind, n) in enumerate(zip(case.kinds, case.shape)):
        of_axis = terms_of(kind, n, Q, j[:, axis], k[axis])
        terms = [(r * q, p + sign * o) for (r, p), (q, o) in product(terms, of_axis) for sign in ((1, -1) if axis else (1,))]
    return np.concatenate([p % Q for _, p in terms]), np.concatenate([r * V for r, _ in terms])


def sum_complex(case, Q, read, k, imaginary):
    """Of (1 or i) e(-+ j k/n) the one part: im z = re(z e(-1/4)), i = e(1/4). Of C2R the others count twice."""
    j, part, V = read
    steps = np.array([b * (Q // n) for b, n in zip(k, case.shape)])
    P = (j @ steps) * (-1 if case.direction == "forward" else 1) + (part - imaginary) * (Q // 4)
    once = (case.kinds[0] != "c2r") | (j[:, -1] == 0) | (2 * j[:, -1] == case.shape[-1])
    return P % Q, V * np.where(once, 1, 2)


def outputs(case):
    """For each real number of the output, in order: (index, whether it is the imaginary part)."""
    kind = case.kinds[0]
    shape = case.shape[:-1] + [case.shape[-1] // 2 + 1] if kind == "r2c" else case.shape
    for k in product(*map(range, shape)):
        yield from [(k, 0), (k, 1)] if kind in ("c2c", "r2c") else [(k, 0)]


def inputs(case, x):
    """(index, part, value) of what is read and is not zero."""
    parts = 2 if case.kinds[0] in ("c2c", "c2r") else 1
    shape = case.in_shape()[:len(case.shape)]
    for at, j in enumerate(product(*map(range, shape))):
        for part in range(parts):
            if part and case.kinds[0] == "c2r" and len(shape) == 1 and 2 * j[0] in (0, case.shape[0]):
                continue
            yield j, part, float(x[parts * at + part])


def turn_of(case):
    """All angles are multiples of 2 pi/Q."""
    if not case.is_real_to_real():
        return lcm(4, *case.shape)
    orders = {"dct1": lambda n: 2 * (n - 1), "dst1": lambda n: 4 * (n + 1)}
    return lcm(4, *(orders.get(kind, lambda n: 8 * n)(n) for kind, n in zip(case.kinds, case.shape)))


# ------------------------------------------------------------ algebra

def primes_of(Q):
    return [p for p in range(2, Q + 1) if Q % p == 0 and all(p % d for d in range(2, isqrt(p) + 1))]


def is_zero(a):
    """Whether sum a[p] e(p/Q) = 0. For each prime P of Q the roots of p, p + Q/P, p + 2 Q/P .. have the sum zero; when of
    each such class one has been taken out, the same one modulo the power of P in Q, what is left is a basis."""
    a, Q = list(a), len(a)
    for P in primes_of(Q):
        power = P
        while Q % (power * P) == 0:
            power *= P
        for p in range(Q):
            if p % power // (power // P) == P - 1 and a[p]:
                out = a[p]
                for i in range(P):
                    a[(p + i * (Q // P)) % Q] -= out
    return not any(a)


def squared(a):
    Q = len(a)
    b = [0] * Q
    for p, q in product(range(Q), repeat=2):
        if a[p] and a[q]:
            b[(p + q) % Q] += a[p] * a[q]
    return b


def is_equal(Q, P, V, square, value):
    """Whether W, or if `square` W^2, is that rational number: cos is the mean of two roots."""
    a = [0] * Q
    for p, v in zip(P, V):
        a[p] += v
        a[-p] += v
    a = squared(a) if square else a
    a[0] -= value * (4 if square else 2)
    return is_zero(a)


# ----------------------------------------------------------- rounding

@lru_cache(None)
def cosines(Q, bits):
    return np.array([turned(p, Q, bits)[0] for p in range(Q)], object)


def interval(Q, P, V, bits):
    """W to within (sum |V|) 2^(10 - bits)."""
    middle = Fraction(np.dot(V, cosines(Q, bits)[P])) / (1 << bits)
    error = Fraction(np.sum(abs(V))) / (1 << (bits - 10))
    return middle - error, middle + error


def scaled(low, high, N, way, bits):
    """Both ends times the norm's factor."""
    if way == 1:
        return low / N, high / N
    if way == 2:
        below, above = (Fraction(isqrt((1 << 2 * bits) // N) + i, 1 << bits) for i in range(2))
        return min(low * below, low * above), max(high * below, high * above)
    return low, high


def nearest(Q, P, V, unit, N, way, form):
    bits = 200
    while True:
        low, high = (unit * x for x in scaled(*interval(Q, P, V, bits), N, way, bits))
        ends = [rounded(x, *form) for x in (low, high)]
        crosses = low <= 0 <= high
        if ends[0] == ends[1] and not crosses:
            return ends[0]
        top = Fraction(2) ** form[2]
        middle = Fraction(0) if crosses else sum(max(-top, min(top, e)) if np.isinf(e) else Fraction(e) for e in ends) / 2
        square = way == 2 and crosses == 0
        value = middle / unit
        if is_equal(Q, P, V, square, value**2 * N if square else value * (N if way == 1 else 1)):
            return rounded(middle, *form)
        bits *= 2


def run(case, x):
    values = widened(x, case.precision) if case.precision in ("f16", "bf16") else x
    Q, read, places = turn_of(case), list(inputs(case, values)), list(outputs(case))
    if not all(np.isfinite(v) for _, _, v in read):
        return from_values(case, [float("nan")] * len(places))
    read = [(j, part, Fraction(v)) for j, part, v in read if v != 0]
    if not read:
        return from_values(case, [0.0] * len(places))
    unit = Fraction(1, max(v.denominator for _, _, v in read))
    read = [(j, part, int(v / unit)) for j, part, v in read]
    N, way = case.divisor()
    columns = [np.array(c) for c in zip(*((j, part) for j, part, _ in read))] + [np.array([v for _, _, v in read], object)]
    real = case.is_real_to_real()
    if real:
        unit /= 2 ** (len(case.shape) - 1)
    sums = (sum_real(case, Q, columns, k) if real else sum_complex(case, Q, columns, k, imaginary) for k, imaginary in places)
    return from_values(case, [nearest(Q, P, V, unit, N, way, FORMATS[case.precision]) for P, V in sums])


def from_values(case, results):
    y = np.array(results, np.float64)
    if case.precision == "f64":
        return y
    if case.precision == "f16":
        return y.astype(np.float16).view(np.uint16)
    y = y.astype(np.float32)
    return y if case.precision == "f32" else (y.view(np.uint32) >> 16).astype(np.uint16)
