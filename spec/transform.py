# SPDX-License-Identifier: Apache-2.0
"""Lines of one dimension: docs/bits.md, sections 2 to 6.

A complex array has the shape (words, 2, rows, columns), a real one (words, rows, columns): what is said of a number is done
to all columns at once, which are columns of the graph and lines beside each other alike."""
from fractions import Fraction
from functools import lru_cache

import numpy as np

from arithmetic import DD, F64, Pair
from roots import root

UNROLLED, LARGEST = 13, 127  # rough primes are above


def table(A, constants):
    """A list of constants as an array: (words, count, 1)."""
    return np.array(constants, A.dtype).T.reshape(A.words, len(constants), 1)


def parts(re, im):
    return np.stack([re, im], axis=1)


def exchanged(x):
    return x[:, ::-1]


@lru_cache(None)
def steps(n):
    """Section 2: the radices in their order."""
    radices, r = [], 2
    while n > 1:
        if r * r > n:
            r = n
        while n % r == 0:
            radices.append(r)
            n //= r
        r += 1
    return [r for r in reversed(radices) if r > 2] + [r for r in radices if r == 2]


def forward(A, x):
    """The transform of n numbers: (words, 2, n, columns)."""
    L = 1
    for r in steps(x.shape[2]):
        step = x.reshape(A.words, 2, L, r, -1)
        y = level(A, L, step) if r == 2 else odd_radix(A, L, r, step)
        x = y.reshape(x.shape)  # (words, 2, r, L, columns): row j + L q
        L *= r
    return x


# ------------------------------------------------------------ section 3

def rho_of(L, j):
    return (4 * j // L + 1) // 2


def twiddle(A, L, j):
    """m and t."""
    c, s = root(2 * j - rho_of(L, j) * L, 4 * L)
    m = A.constant(c)
    if 4 * j in (L, 3 * L):
        return m, A.constant(Fraction(-1))
    return m, A.tangent(s, m)


@lru_cache(None)
def level_tables(A, L):
    rows = [twiddle(A, L, j) for j in range(L)]
    return table(A, [m for m, t in rows]), table(A, [t for m, t in rows])


def dual_select(A, rho, m, t, a, b):
    """a + w b and a - w b."""
    re, im = A.fma(t, b[:, 1], b[:, 0]), A.fnma(t, b[:, 0], b[:, 1])
    plus = [(A.fma, re, A.fma, im), (A.fma, im, A.fnma, re), (A.fnma, re, A.fnma, im)][rho]
    minus = [(A.fnma, re, A.fnma, im), (A.fnma, im, A.fma, re), (A.fma, re, A.fma, im)][rho]
    return [parts(f(m, u, a[:, 0]), g(m, v, a[:, 1])) for f, u, g, v in (plus, minus)]


def plain_row(A, turned, a, b):
    if not turned:
        return A.add(a, b), A.sub(a, b)
    re, im = (a[:, 0], b[:, 1]), (a[:, 1], b[:, 0])
    return parts(A.add(*re), A.sub(*im)), parts(A.sub(*re), A.add(*im))


def level(A, L, x):
    a, b = x[:, :, :, 0], x[:, :, :, 1]
    if L <= 2:
        rows = [plain_row(A, j, a[:, :, j:j + 1], b[:, :, j:j + 1]) for j in range(L)]
    else:
        m, t = level_tables(A, L)
        rows, begin = [], 0
        for rho in range(3):
            end = sum(rho_of(L, j) <= rho for j in range(L))
            j = slice(begin, end)
            rows.append(dual_select(A, rho, m[:, j], t[:, j], a[:, :, j], b[:, :, j]))
            begin = end
    return np.stack([np.concatenate(y, axis=2) for y in zip(*rows)], axis=2)


# ------------------------------------------------------------ section 4

@lru_cache(None)
def turn_tables(A, L, r):
    """c and s, (words, L, r - 1, 1)."""
    values = []
    for j in range(L):
        upper = 2 * j > L
        for i in range(1, r):
            c, s = root(i * (L - j if upper else j), r * L)
            values.append((A.constant(c), A.constant(-s if upper else s)))
    return [table(A, [v[w] for v in values]).reshape(A.words, L, r - 1, 1) for w in range(2)]


@lru_cache(None)
def butterfly_tables(A, r):
    """For each k = 1 .. h: p, S, C_i of all i, Q_i of all i but p."""
    h, near, rows = r // 2, A.nearest if isinstance(A, Pair) else A.constant, []
    for k in range(1, h + 1):
        exact = [root(i * k, r) for i in range(1, h + 1)]
        p = max(range(h), key=lambda i: abs(exact[i][1]))
        S = near(exact[p][1])
        rest = [i for i in range(h) if i != p]
        rows.append((p, table(A, [S]), table(A, [near(c) for c, s in exact]), rest,
                     table(A, [A.quotient(exact[i][1], S) for i in rest])))
    return rows


def turned(A, L, r, x):
    c, s = turn_tables(A, L, r)
    re, im = x[:, 0, :, 1:], x[:, 1, :, 1:]
    y = parts(A.fma(re, c, A.mul(im, s)), A.fnma(re, s, A.mul(im, c)))
    return np.concatenate([x[:, :, :, :1], y], axis=3)


@lru_cache(None)
def direct_tables(A, r):
    """For each i = 1 .. h: C_i and S_i of all k, (words, 1, h, 1, 1)."""
    h, roots = r // 2, [[A.constant(x) for x in root(k, r)] for k in range(r)]
    rows = [[table(A, [roots[i * k % r][part] for k in range(1, h + 1)]) for part in range(2)] for i in range(1, h + 1)]
    return [[t[:, None, ..., None] for t in row] for row in rows]


def sums(A, x):
    """Y_0, t and d of the x_i, lists."""
    h = len(x) // 2
    t = [A.add(x[i], x[-i]) for i in range(1, h + 1)]
    d = [A.sub(x[i], x[-i]) for i in range(1, h + 1)]
    Y = x[0]
    for a in t:
        Y = A.add(Y, a)
    return Y, t, d


def direct(A, r, x):
    """Y_0 .. Y_{r-1}, of the x_i, lists; all k at once."""
    first, t, d = sums(A, x)
    u = v = None
    for i, (C, S) in enumerate(direct_tables(A, r)):
        u = A.fma(C, t[i][:, :, None], x[0][:, :, None] if i == 0 else u)
        v = A.mul(S, d[i][:, :, None]) if i == 0 else A.fma(S, d[i][:, :, None], v)
    low = parts(A.add(u[:, 0], v[:, 1]), A.sub(u[:, 1], v[:, 0]))
    high = parts(A.sub(u[:, 0], v[:, 1]), A.add(u[:, 1], v[:, 0]))
    return [first] + [low[:, :, k] for k in range(r // 2)] + [high[:, :, k] for k in reversed(range(r // 2))]


def butterfly(A, r, x):
    """Y_0 .. Y_{r-1}, of the x_i, lists."""
    h, Y = r // 2, [None] * r
    Y[0], t, d = sums(A, x)
    for k, (p, S, C, rest, Q) in enumerate(butterfly_tables(A, r), 1):
        u, q = x[0], d[p]
        for i in range(h):
            u = A.fma(C[:, i, :, None, None], t[i], u)
        for at, i in enumerate(rest):
            q = A.fma(Q[:, at, :, None, None], d[i], q)
        Y[k] = parts(A.fma(S, q[:, 1], u[:, 0]), A.fnma(S, q[:, 0], u[:, 1]))
        Y[r - k] = parts(A.fnma(S, q[:, 1], u[:, 0]), A.fma(S, q[:, 0], u[:, 1]))
    return Y


def rough(A, r, x):
    """The rows and columns beside each other."""
    x = np.moveaxis(x, 3, 2)
    columns = x.reshape(A.words, 2, r, -1)
    X = rader(A, columns) if rader_generator(r) else bluestein(A, columns)
    return X.reshape(x.shape)


def odd_radix(A, L, r, x):
    if L > 1:
        x = turned(A, L, r, x)
    if r > LARGEST:
        y = rough(A, r, x)
    else:
        y = np.stack((butterfly if r <= UNROLLED else direct)(A, r, [x[:, :, :, i] for i in range(r)]), axis=2)
    upper = L // 2 + 1  # the first row with 2 j > L
    return np.concatenate([y[:, :, :, :upper], np.roll(y[:, :, :, upper:], -1, axis=2)], axis=3)


# ------------------------------------------------------------ section 5

def rader_generator(R):
    """The least generator, if Rader's method is taken; or 0."""
    primes = set(steps(R - 1))
    if R >= 2**31 or max(primes) > LARGEST:
        return 0
    return next((g for g in range(2, min(R, 1001)) if all(pow(g, (R - 1) // p, R) != 1 for p in primes)), 0)


def bluestein_length(R):
    return min(o << a for o in (1, 3, 5, 9, 15) for a in range(4, 64) if o << a >= 2 * R - 1)


def root_of(A, k, n):
    """e(k/n), rounded, as words by parts."""
    return np.array([A.constant(v) for v in root(k, n)], A.dtype).T


def filter_of(A, v):
    """v: M exact roots (k, n) or None."""
    B = DD if isinstance(A, Pair) else F64
    M = len(v)
    x = np.zeros((B.words, 2, M, 1))
    for s, at in enumerate(v):
        if at is not None:
            x[:, :, s, 0] = root_of(B, *at)
    y = forward(B, x)
    if B is F64:
        return (y * (1 / np.float64(M))).astype(A.dtype)
    y = B.divide(y, np.array([M, 0.0]).reshape(2, 1, 1, 1))
    if A is DD:
        return y
    high = y[0].astype(np.float32)
    rest = ((y[0] - high) + y[1]).astype(np.float32)
    return np.stack([high + rest, rest - ((high + rest) - high)])


@lru_cache(None)
def rader_tables(A, R):
    g, M = rader_generator(R), R - 1
    order = [pow(g, q, R) for q in range(M)]
    return np.array(order), filter_of(A, [(-order[-s % M], R) for s in range(M)])


@lru_cache(None)
def bluestein_tables(A, R):
    M = bluestein_length(R)
    square = [k * k % (2 * R) for k in range(R)]
    chirp = np.stack([root_of(A, -k, 2 * R) for k in square], axis=2)[..., None]
    v = [None] * M
    for k, at in enumerate(square):
        v[k] = v[-k] = (at, 2 * R)
    return chirp, filter_of(A, v)


def times(A, x, z):
    re, im = x[:, 0], x[:, 1]
    return parts(A.fma(re, z[:, 0], A.mul(im, -z[:, 1])), A.fma(re, z[:, 1], A.mul(im, z[:, 0])))


def back(A, x):
    return exchanged(forward(A, exchanged(x)))


def rader(A, x):
    R, M = x.shape[2], x.shape[2] - 1
    order, F = rader_tables(A, R)
    X = np.empty_like(x)
    b = forward(A, x[:, :, order])
    X[:, :, 0] = A.add(x[:, :, 0], b[:, :, 0])
    b = times(A, b, F)
    b[:, :, 0] = A.add(b[:, :, 0], x[:, :, 0])
    X[:, :, order] = back(A, b)[:, :, -np.arange(M) % M]
    return X


def bluestein(A, x):
    R = x.shape[2]
    z, F = bluestein_tables(A, R)
    a = np.zeros(x.shape[:2] + (F.shape[2], x.shape[3]), A.dtype)
    a[:, :, :R] = times(A, x, z)
    a = back(A, times(A, forward(A, a), F))
    return times(A, a[:, :, :R], z)


# ------------------------------------------------------------ section 6

def scaled(A, y, s):
    """s: words. Left out where s = 1."""
    return y if s[0] == 1 and not any(s[1:]) else A.mul(y, as_number(A, s, y))


def as_number(A, s, like):
    return np.array(s, A.dtype).reshape((A.words,) + (1,) * (like.ndim - 1))


def c2c(A, x, s, inverse):
    return exchanged(scaled(A, forward(A, exchanged(x)), s)) if inverse else scaled(A, forward(A, x), s)


def r2c(A, x, s):
    y = forward(A, parts(x, np.zeros_like(x)))[:, :, :x.shape[1] // 2 + 1]
    y = scaled(A, y, s)
    return A.add(y, np.zeros_like(y))


def zero_minus(A, x):
    return A.sub(np.zeros_like(x), x)


def c2r_odd(A, x, s):
    Y = np.concatenate([x, x[:, :, :0:-1]], axis=2)
    h = x.shape[2]
    Y[:, 1, 0] = 0
    Y[:, 1, 1:h] = zero_minus(A, x[:, 1, 1:])
    return scaled(A, forward(A, Y)[:, 0], s)


def c2r_even(A, x, s):
    h = x.shape[2] - 1
    Z = np.empty_like(x[:, :, :h])
    first, last, a = x[:, 0, 0], x[:, 0, h], x[:, :, h // 2]
    Z[:, 0, 0], Z[:, 1, 0] = A.add(first, last), A.sub(first, last)
    if h % 2 == 0:
        Z[:, 0, h // 2], Z[:, 1, h // 2] = A.add(a[:, 0], a[:, 0]), zero_minus(A, A.add(a[:, 1], a[:, 1]))
    for rho, k in ((1, range(1, (h + 3) // 4)), (2, range((h + 3) // 4, (h + 1) // 2))):
        if len(k):
            k = np.array(k)
            m, t = (table(A, list(v)) for v in zip(*(twiddle(A, h, int(i)) for i in k)))
            a, b = x[:, :, k], x[:, :, h - k]
            S = parts(A.add(a[:, 0], b[:, 0]), A.sub(b[:, 1], a[:, 1]))
            D = parts(A.sub(a[:, 0], b[:, 0]), zero_minus(A, A.add(a[:, 1], b[:, 1])))
            P, N = dual_select(A, rho, m, t, S, D)
            Z[:, :, k], Z[:, :, h - k] = N, parts(P[:, 0], zero_minus(A, P[:, 1]))
    z = scaled(A, forward(A, Z), s)
    return np.stack([z[:, 0], z[:, 1]], axis=2).reshape(A.words, 2 * h, -1)


def c2r(A, n, x, s):
    return c2r_odd(A, x, s) if n % 2 else c2r_even(A, x, s)
