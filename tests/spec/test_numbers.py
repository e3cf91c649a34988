#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""test_numbers.py ARITH_BITS_C: the numbers that spec/ computes with. fma, conversions and sums have the hashes that
tests/arith/test_arith_bits.c has for the library's; and no constant lies so near to a midpoint that its error matters."""
import re
import struct
import sys
import unittest
from fractions import Fraction

import golden  # finds spec/
import numpy as np

import arithmetic
from arithmetic import F16, F32, F64, fma_f64, fma_narrow, widened
from roots import root
from sums import compensated, dot, exact_sum, pairwise

MASK = 2**64 - 1
SAMPLES = 20000


def expected(function):
    with open(sys.argv[1], encoding="ascii") as file:
        body = file.read().split(f"static void {function}(void **state)")[1]
    return int(re.search(r"require_hash\(h, (0x[0-9a-f]+)\)", body)[1], 16)


class Hash:
    """FNV-1a over words."""

    def __init__(self):
        self.value = 0xCBF29CE484222325

    def add(self, word):
        for byte in int(word).to_bytes(8, "little"):
            self.value = (self.value ^ byte) * 0x100000001B3 & MASK

    def add_number(self, x):
        self.add(1 if np.isnan(x) else x.view(np.uint64 if x.dtype == np.float64 else np.uint32))


class Random:
    """arith_test.h"""

    def __init__(self, seed):
        self.numbers = golden.splitmix64(seed)

    def pattern(self, bits):
        number, power = next(self.numbers), 1 << next(self.numbers) % bits
        which = next(self.numbers) % 4
        return [power, -power % (1 << bits), number & (power - 1), number % (1 << bits)][which]

    def integer(self, low, high):
        return low + next(self.numbers) % (high - low + 1)

    def words(self, low, high, sign, bits):
        field = self.integer(low, high)
        negative = next(self.numbers) >> sign & 1
        return negative << sign | field << bits | self.pattern(bits)

    def f64(self, low, high):
        return np.float64(struct.unpack("<d", self.words(low, high, 63, 52).to_bytes(8, "little"))[0])

    def f32(self, low, high):
        return np.uint32(self.words(low, high, 31, 23)).view(np.float32)


def narrowed(x, name):
    """RN of numbers to 16 bits, as words; from double, which spec/ does not need, by way of f32 rounded to odd."""
    sign = np.signbit(x).astype(np.uint16) << 15
    if x.dtype == np.float64 and name == "bf16":
        odd = (x.view(np.uint64) >> 29 << 29 | (x.view(np.uint64) << 35 != 0).astype(np.uint64) << 29).view(np.float64)
        tiny = abs(x) < 2.0**-126
        near = np.where(tiny, np.rint(np.where(tiny, x, 0) * 2.0**133) * 2.0**-133, odd).astype(np.float32)
        words = arithmetic.narrowed(near, name)
    elif name == "f16":
        words = x.astype(np.float16).view(np.uint16)
    else:
        words = arithmetic.narrowed(x, name)
    return np.where(np.isnan(x), sign | {"f16": 0x7E00, "bf16": 0x7FC0}[name], words)


class Numbers(unittest.TestCase):
    def test_fma(self):
        numbers, h = Random(1), Hash()
        rows = [[numbers.f64(0, 2047) for _ in range(3)] + [numbers.f32(0, 255) for _ in range(3)] for _ in range(SAMPLES)]
        a, b, c, s, t, u = (np.array(column) for column in zip(*rows))
        for results in zip(fma_f64(a, b, c), fma_f64(a, b, -(a * b)), fma_narrow(s, t, u), fma_narrow(s, t, -(s * t))):
            for x in results:
                h.add_number(x)
        self.assertEqual(h.value, expected("fma_bits"))

    def test_conversions(self):
        numbers, h = Random(2), Hash()
        words = np.arange(1 << 16, dtype=np.uint16)
        x, s = (np.array(column) for column in zip(*((numbers.f64(0, 2047), numbers.f32(0, 255)) for _ in words)))
        wide = [widened(words, name) for name in ("f16", "bf16")]
        narrow = [narrowed(y, name) for y in (x, s) for name in ("f16", "bf16")]
        for row in zip(*wide, *narrow):
            for y in row[:2]:
                h.add_number(y)
            for word in row[2:]:
                h.add(word)
        self.assertEqual(h.value, expected("half_bits"))

    def test_sums(self):
        numbers, h = Random(5), Hash()
        for _ in range(SAMPLES // 10):
            n, low = numbers.integer(1, 64), numbers.integer(0, 253)
            rows = [(numbers.f64(8 * low, 8 * low + 14), numbers.f64(0, 2046), numbers.f32(low, 254), numbers.f32(0, 254))
                    for _ in range(n)]
            x, y, s, t = zip(*rows)
            for method in (exact_sum, pairwise, compensated):
                h.add_number(method(np.float64, x))
                h.add_number(method(np.float32, s))
            h.add_number(dot(np.float64, x, y))
            h.add_number(dot(np.float32, s, t))
        self.assertEqual(h.value, expected("sum_bits"))

    def test_signs(self):
        """Zeros and infinities that the random numbers above do not have."""
        def bits(x):
            return np.float64(x).view(np.uint64)
        zero, one, inf, nan = np.float64(0), np.float64(1), np.float64("inf"), np.float64("nan")
        self.assertEqual(bits(exact_sum(np.float64, [-zero, -zero])), bits(-zero))
        self.assertEqual(bits(exact_sum(np.float64, [-zero, zero])), bits(zero))
        self.assertEqual(bits(exact_sum(np.float64, [one, -one])), bits(zero))
        self.assertEqual(bits(exact_sum(np.float64, [])), bits(zero))
        self.assertEqual(bits(dot(np.float64, [-zero], [one])), bits(-zero))
        self.assertTrue(np.isnan(dot(np.float64, [zero], [inf])))
        self.assertEqual(exact_sum(np.float64, [inf, one]), inf)
        self.assertTrue(np.isnan(exact_sum(np.float64, [inf, -inf])) and np.isnan(exact_sum(np.float64, [nan, one])))
        self.assertEqual(bits(compensated(np.float64, [-zero])), bits(-zero))
        self.assertEqual(bits(fma_f64(-one, zero, -zero)), bits(-zero))
        self.assertEqual(bits(fma_f64(one, one, -one)), bits(zero))
        self.assertEqual(fma_f64(np.float64(1e300), np.float64(1e300), -inf), -inf)

    def test_constants(self):
        """Rounded alike from both ends of root()'s error."""
        error = Fraction(1, 2**290)
        for n in [*range(1, 34), 1009, 4096]:
            for k in range(n // 8 + 1):
                c, s = root(k, n)
                for A in (F16, F32, F64):
                    for x in (c, s) if s else (c,):
                        self.assertEqual(A.constant(x - error), A.constant(x + error))
                        high = Fraction(A.constant(x)[0])
                        if abs(x - high) > error:  # the low word of a pair
                            self.assertEqual(A.constant(x - high - error), A.constant(x - high + error))
                    m = A.constant(c)
                    if s:
                        self.assertEqual(A.tangent(s - error, m), A.tangent(s + error, m))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
