# SPDX-License-Identifier: Apache-2.0
"""Cosines and sines of rational parts of a turn as rational numbers, in integers; nothing of libm. Those of root() are off
by less than 2^-300, and no sine, cosine or tangent of these tables that is no number of the format lies that near to a
midpoint of two: test_spec.py looks."""
from fractions import Fraction
from functools import lru_cache
from math import gcd



def arctan_of_inverse(x, bits):
    """arctan(1/x)"""
    total, term, k = 0, (1 << bits) // x, 1
    while term:
        total += term // k if k % 4 == 1 else -(term // k)
        term //= x * x
        k += 2
    return total


@lru_cache(None)
def half_pi(bits):
    return 2 * (4 * arctan_of_inverse(5, bits) - arctan_of_inverse(239, bits))  # J. Machin, 1706


def series(x, first, k, bits):
    """1 - x^2/2! + .. or x - x^3/3! + .. from the first term on, which has the factorial of k."""
    total, term, square = 0, first, x * x >> bits
    while abs(term) > 1:
        total += term
        term = -(term * square >> bits) // ((k + 1) * (k + 2))
        k += 2
    return total


@lru_cache(None)
def quarter(k, n, bits):
    """cos and sin of (pi/2) k/n, 0 <= k < n in lowest terms, in units of 2^-bits, off by some hundred of them."""
    one = 1 << bits
    if k == 0:
        return one, 0
    if 2 * k > n:
        return quarter(n - k, n, bits)[::-1]
    x = half_pi(bits) * k // n
    if 3 * k == n:
        return series(x, one, 0, bits), one // 2  # the one rational value between
    return series(x, one, 0, bits), series(x, x, 1, bits)


def turned(k, n, bits):
    """cos and sin of 2 pi k/n in these units."""
    turns, rest = divmod(4 * (k % n), n)
    divisor = gcd(rest, n)
    c, s = quarter(rest // divisor, n // divisor, bits)
    for _ in range(turns):
        c, s = -s, c
    return c, s


def root(k, n, bits=320):
    """The same as rational numbers."""
    return tuple(Fraction(x, 1 << bits) for x in turned(k, n, bits))
