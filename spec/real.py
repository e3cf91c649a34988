# SPDX-License-Identifier: Apache-2.0
"""Real-to-real lines: docs/bits.md, section 9. Arrays: (words, rows, columns)."""
from fractions import Fraction
from math import floor

import numpy as np

from roots import root
from transform import as_number, c2c, c2r, parts, r2c, table

STARRED = {"hc2r", "dct3", "dst3"}


def logical_length(kind, n):
    return {"dct1": 2 * (n - 1), "dst1": 2 * (n + 1)}.get(kind, n if kind in ("r2hc", "hc2r", "dht") else 2 * n)


def cosines(A, at, twice=False):
    """c and s of the angles 2 pi k/n."""
    rows = [[A.constant(v) for v in root(k, n)] for k, n in at]
    factor = 2 if twice else 1
    return [table(A, [tuple(factor * x for x in row[i]) for row in rows]) for i in range(2)]


def alternating(x):
    """The sign changed for odd indices."""
    y = x.copy()
    y[:, 1::2] = -y[:, 1::2]
    return y


def one_of(A):
    return A.of_f64(1.0)


def halfcomplex(A, n, x, s):
    re, im = A.mul(x[:, 0], as_number(A, s, x[:, 0])), A.mul(x[:, 1], as_number(A, s, x[:, 1]))
    return np.concatenate([re, im[:, 1:(n + 1) // 2][:, ::-1]], axis=1)


def r2hc(A, n, x, s):
    return halfcomplex(A, n, r2c(A, x, one_of(A)), s)


def hc2r(A, n, x, s):
    im = np.zeros_like(x[:, :n // 2 + 1])
    im[:, 1:(n + 1) // 2] = x[:, :n // 2:-1]
    return c2r(A, n, parts(x[:, :n // 2 + 1], im), s)


def dht(A, n, x, s):
    V = r2c(A, x, one_of(A))
    return halfcomplex(A, n, parts(A.sub(V[:, 0], V[:, 1]), A.add(V[:, 0], V[:, 1])), s)


def evens_first(x):
    return np.concatenate([x[:, ::2], x[:, 1::2][:, ::-1]], axis=1)


def dct2(A, n, x, s):
    V = r2c(A, evens_first(x), one_of(A))
    a, b = V[:, 0], V[:, 1]
    c, sine = cosines(A, [(k, 4 * n) for k in range(n // 2 + 1)], twice=True)
    return halfcomplex(A, n, parts(A.fma(c, a, A.mul(sine, b)), A.fnma(c, b, A.mul(sine, a))), s)


def dct3(A, n, x, s):
    half = n // 2 + 1
    c, sine = cosines(A, [(k, 4 * n) for k in range(1, half)])
    p, q = x[:, 1:half], x[:, :n - half:-1]
    v = np.zeros((A.words, 2, half, x.shape[2]), A.dtype)
    v[:, 0, 0] = x[:, 0]
    if half > 1:
        v[:, 0, 1:], v[:, 1, 1:] = A.fma(c, p, A.mul(sine, q)), A.fnma(c, q, A.mul(sine, p))
    V = c2r(A, n, v, s)
    y = np.empty_like(V)
    y[:, ::2], y[:, 1::2] = V[:, :(n + 1) // 2], V[:, :(n - 1) // 2:-1]
    return y


def dct4_even(A, n, x, s, sign):
    h = n // 2
    c, sine = cosines(A, [(8 * j + 1, 16 * n) for j in range(h)])
    a, b = x[:, ::2], x[:, ::-1][:, ::2]
    v = parts(A.fma(a, c, A.mul(b, sine)), A.fnma(a, sine, A.mul(b, c)))
    V = c2c(A, v, one_of(A), False)
    a, b = V[:, 0], V[:, 1]
    s2 = as_number(A, s, a)
    s2 = A.add(s2, s2)
    y = np.empty_like(x)
    y[:, ::2] = A.mul(A.fma(a, c, A.mul(b, sine)), s2)
    y[:, ::-1][:, ::2] = A.mul(A.fnma(a, sine, A.mul(b, c)), s2 if sign else -s2)
    return y


def dct4_odd(A, n, x, s, sign):
    v = np.empty_like(x)
    for m in range(n):
        j = 2 * m if 4 * m + 1 < 2 * n else 2 * n - 1 - 2 * m
        v[:, (4 * m + 1) % n] = -x[:, j] if j % 4 in (1, 2) else x[:, j]
    V = r2c(A, v, one_of(A))
    y, eighth = np.empty_like(x), pow(8, -1, n) if n > 1 else 0
    r = tuple(2 * w for w in A.constant(root(1, 8)[0]))
    for k in range(n):
        f = (2 * k + 1) * eighth % n
        a, b = V[:, :, min(f, (n - f) % n)].swapaxes(0, 1)
        b = -b if 2 * f > n else b
        turn = Fraction(n * (2 * k + 1) % 8, 8)
        c, sine = root(turn.numerator, turn.denominator)
        z = A.add(-a if c < 0 else a, -b if sine < 0 else b)
        z = A.mul(z, as_number(A, r, z))
        z = -z if sign and k % 2 else z
        y[:, k] = A.mul(z, as_number(A, s, z))
    return y


def dct4(A, n, x, s, sign=False):
    return (dct4_odd if n % 2 else dct4_even)(A, n, x, s, sign)


def dct1(A, n, x, s):
    V = r2c(A, np.concatenate([x, x[:, -2:0:-1]], axis=1), one_of(A))
    return A.mul(V[:, 0], as_number(A, s, V[:, 0]))


def dst1(A, n, x, s):
    zero = np.zeros_like(x[:, :1])
    V = r2c(A, np.concatenate([zero, x, zero, -x[:, ::-1]], axis=1), one_of(A))[:, 1, 1:n + 1]
    return A.mul(V, -as_number(A, s, V))


def dst2(A, n, x, s):
    return dct2(A, n, alternating(x), s)[:, ::-1]


def dst3(A, n, x, s):
    return alternating(dct3(A, n, x[:, ::-1], s))


def dst4(A, n, x, s):
    return dct4(A, n, x[:, ::-1], s, True)


def r2r(A, kind, x, s):
    return globals()[kind](A, x.shape[1], x, s)
