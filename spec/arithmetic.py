# SPDX-License-Identifier: Apache-2.0
"""Numbers: docs/bits.md, sections 1, 8 and 13. Arrays of them have their words in front: one, or two of a pair."""
from fractions import Fraction

import numpy as np

np.seterr(all="ignore")


def rounded(x, bits, least=None, top=None):
    """The rational number x to the nearest of `bits` bits, ties to even; multiples of 2^least; infinite from 2^top on."""
    size = abs(x)
    if size == 0:
        return 0.0
    e = size.numerator.bit_length() - size.denominator.bit_length()
    e -= size < Fraction(2) ** e  # 2^e <= size < 2^(e + 1)
    e -= bits - 1
    e = e if least is None else max(e, least)
    near = round(size / Fraction(2) ** e) * Fraction(2) ** e  # round() is to even
    value = float("inf") if top is not None and near >= Fraction(2) ** top else float(near)
    return -value if x < 0 else value


def two_sum(a, b):
    """a + b rounded, and the error, exactly (Knuth)."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def to_odd(a, b):
    """a + b: if it is no double, that of the two around it whose last bit is 1. Twice rounded, to odd and then to a
    format of at least two bits less, is rounded once (S. Boldo, G. Melquiond, 2008, Theorem 2)."""
    s, error = two_sum(a, b)
    bits = s.view(np.int64)
    moves = (error != 0) & (bits & 1 == 0) & np.isfinite(s)
    return (bits + np.where(moves, np.where((error > 0) == (s > 0), 1, -1), 0)).view(np.float64)


def split(a):
    """a = high + low, of 26 bits each (Veltkamp)."""
    t = a * 134217729.0
    high = t - (t - a)
    return high, a - high


def fma_exactly(a, b, c):
    x = Fraction(a) * Fraction(b) + Fraction(c)
    try:
        return float(x) if x != 0 else a * b + c  # the quotient of two integers, rounded once; a sum of two numbers
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


def fma_f64(a, b, c):
    """Boldo and Melquiond's Fma (2008, Theorem 5): with a b = p + low, c + low = t + t2 and p + t = v + v2, all exactly,
    it is RN(v + odd(t2 + v2)), where nothing over- or underflows. What is out of range is done in integers. Where
    a b + c = 0 the product is exact, and two operations give the zero's sign; so they do where something is infinite,
    unless c alone is."""
    a, b, c = np.broadcast_arrays(a, b, c)
    p = a * b
    factors = np.isfinite(a) & np.isfinite(b)
    plain = np.where(factors & np.isinf(c), c, p + c)
    (ah, al), (bh, bl) = split(a), split(b)
    low = ((ah * bh - p) + ah * bl + al * bh) + al * bl
    t, t2 = two_sum(c, low)
    v, v2 = two_sum(p, t)
    result = v + to_odd(t2, v2)
    size = abs(p)
    fits = (size > 2.0**-900) & (size < 2.0**1000) & (abs(c) < 2.0**1000)
    fits &= (abs(a) < 2.0**990) & (abs(b) < 2.0**990)
    result = np.where(fits & (result != 0), result, plain)
    left = ~fits & factors & np.isfinite(c) & (a != 0) & (b != 0)
    for i in map(tuple, np.argwhere(left)):
        result[i] = fma_exactly(float(a[i]), float(b[i]), float(c[i]))
    return result


def fma_narrow(a, b, c):
    """f32 and f16: the product is a double."""
    p = a.astype(np.float64) * b.astype(np.float64)
    return to_odd(*np.broadcast_arrays(p, c.astype(np.float64))).astype(c.dtype)


# ------------------------------------------------------------- 16 bits

def widened(x, name):
    """Arrays of 16-bit words, f16 or bf16, to f32."""
    return x.view(np.float16).astype(np.float32) if name == "f16" else (x.astype(np.uint32) << 16).view(np.float32)


def narrowed(x, name):
    """And back."""
    if name == "f16":
        return x.astype(np.float16).view(np.uint16)
    bits = x.view(np.uint32)
    near = (bits + (0x7FFF + (bits >> 16 & 1))) >> 16
    return np.where(np.isnan(x), 0x7FC0, near).astype(np.uint16)


# ---------------------------------------------------------- arithmetics

class Plain:
    """Numbers of one format. Constants come as exact rational numbers."""

    def __init__(self, dtype, bits):
        self.dtype, self.bits, self.words = dtype, bits, 1

    def constant(self, x):
        return (rounded(x, self.bits),)

    def quotient(self, x, constant):
        """x, exact, by a constant."""
        return (rounded(x / Fraction(constant[0]), self.bits),)

    tangent = quotient

    def of_f64(self, x):
        return (self.dtype(x),)

    def add(self, a, b):
        return a + b

    def sub(self, a, b):
        return a - b

    def mul(self, a, b):
        return a * b

    def fma(self, a, b, c):
        return fma_f64(a, b, c) if self.dtype is np.float64 else fma_narrow(a, b, c)

    def fnma(self, a, b, c):
        return self.fma(-a, b, c)


class Pair:
    """Sums of two numbers of a format."""

    def __init__(self, of):
        self.of, self.dtype, self.words = of, of.dtype, 2

    def constant(self, x):
        high = rounded(x, 53)
        pair = high, rounded(x - Fraction(high), 53)
        return pair if self is DD else narrowed_pair(pair)

    def nearest(self, x):
        """The constants of section 4."""
        high = rounded(x, self.of.bits)
        return high, rounded(x - Fraction(high), self.of.bits)

    def quotient(self, x, constant):
        return self.nearest(x / (Fraction(constant[0]) + Fraction(constant[1])))

    def tangent(self, x, m):
        t = [float(w[0]) for w in DD.divide(as_arrays(DD.constant(x)), as_arrays(widened_pair(m)))]
        return tuple(t) if self is DD else narrowed_pair(t)

    def of_f64(self, x):
        high = self.dtype(x)
        return high, self.dtype(x - np.float64(high))

    def normal(self, s, low):
        high = s + low
        return np.stack([high, low - (high - s)])

    def add(self, a, b):
        s = a[0] + b[0]
        t = s - a[0]
        e = (a[0] - (s - t)) + (b[0] - t)
        return self.normal(s, (a[1] + b[1]) + e)

    def sub(self, a, b):
        s = a[0] - b[0]
        t = s - a[0]
        e = (a[0] - (s - t)) - (b[0] + t)
        return self.normal(s, (a[1] - b[1]) + e)

    def mul(self, a, b):
        fnma = self.of.fnma
        p = a[0] * b[0]
        n = fnma(a[1], b[0], fnma(a[0], b[1], fnma(a[0], b[0], p)))
        high = p - n
        return np.stack([high, (p - high) - n])

    def fma(self, a, b, c):
        p = a[0] * b[0]
        s = c[0] + p
        z = c[0] - s
        d = c[0] - (s + z)
        g = self.of.fma(a[0], b[0], z)
        q = self.of.fma(a[0], b[1], a[1] * b[0])
        return self.normal(s, (c[1] + q) + (d + g))

    def fnma(self, a, b, c):
        p = a[0] * b[0]
        s = c[0] - p
        z = c[0] - s
        d = c[0] - (s + z)
        g = self.of.fnma(a[0], b[0], z)
        q = self.of.fma(a[0], b[1], a[1] * b[0])
        return self.normal(s, (c[1] - q) + (d + g))

    def divide(self, a, b):
        """Of constants alone."""
        t = a[0] / b[0]
        low = (self.of.fma(-t, b[0], a[0]) + self.of.fma(-t, b[1], a[1])) / b[0]
        high = t + low
        return np.stack([high, low - (high - t)])


def as_arrays(constant):
    return np.array(constant, np.float64).reshape(2, 1)


def widened_pair(pair):
    high = pair[0] + pair[1]
    return high, pair[1] - (high - pair[0])


def narrowed_pair(pair):
    """A pair of doubles as one of f32."""
    high = np.float32(pair[0])
    rest = np.float32((pair[0] - np.float64(high)) + pair[1])
    return float(high + rest), float(rest - ((high + rest) - high))


F16, F32, F64 = Plain(np.float16, 11), Plain(np.float32, 24), Plain(np.float64, 53)
FF, DD = Pair(F32), Pair(F64)
