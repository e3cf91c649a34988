#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""field_reference.py > field.golden

The field of FPSan written from its definitions: which element of F_p a number is. No shared code
with the C runtime. The generator is the smallest primitive root. One line per case:

    embed32 p bits element      a float literal          embed64 p bits element    a double
    cos|sin|tan|sinpi|cospi p k n element                of 2 pi k/n (sinpi: of pi k/n)
    sqrt p a b element                                   the positive root of a/b
"""
import math
import random
import struct
from fractions import Fraction



def factors(n):
    found, q = set(), 2
    while q * q <= n:
        while n % q == 0:
            found.add(q)
            n //= q
        q += 1
    return found | ({n} if n > 1 else set())


def generator(p):
    g = 2
    while any(pow(g, (p - 1) // q, p) == 1 for q in factors(p - 1)):
        g += 1
    return g


class Field:
    def __init__(self, p):
        self.p, self.g = p, generator(p)

    def zeta(self, k, n):
        assert (self.p - 1) % n == 0
        return pow(self.g, (self.p - 1) // n * (k % n), self.p)

    def cos(self, k, n):
        return (self.zeta(k, n) + self.zeta(-k, n)) * pow(2, -1, self.p) % self.p

    def sin(self, k, n):
        return (self.zeta(k, n) - self.zeta(-k, n)) * pow(2 * self.zeta(1, 4), -1, self.p) % self.p

    def fraction(self, f):
        f = Fraction(f)
        return f.numerator * pow(f.denominator, -1, self.p) % self.p

    def sqrt(self, n):
        """The image of the positive square root of n, from roots of unity of order 4n: writes
        sqrt(n) as a rational combination by the quadratic character, here by brute force."""
        result = 1
        for q in sorted(factors(n)):
            e = 0
            while n % q == 0:
                n //= q
                e += 1
            result = result * pow(q, e // 2, self.p) % self.p
            if e % 2:
                if q == 2:
                    root = 2 * self.cos(1, 8)
                else:
                    # sqrt(q) = product over k = 1..(q-1)/2 of 2 sin(pi k/q): all factors positive
                    root = 1
                    for k in range(1, (q - 1) // 2 + 1):
                        root = root * 2 * self.sin(k, 2 * q) % self.p
                assert root * root % self.p == q
                result = result * root % self.p
        return result % self.p


def bits32(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def bits64(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def main():
    rng = random.Random(7)
    for p in (1321205761, 880803841):
        f = Field(p)
        for x in [0.0, 1.0, -1.0, 0.5, -3.0, 0.375, 1234.5, 2.0 ** 40, 2.0 ** -40, 4095 / 8]:
            print(f"embed32 {p} {bits32(x):x} {f.fraction(Fraction(x)):x}")
            print(f"embed64 {p} {bits64(x):x} {f.fraction(Fraction(x)):x}")
        for a, b in [(1, 3), (2, 3), (1, 5), (3, 7), (22, 7), (1, 1000), (1, 1001), (5, 9)]:
            print(f"embed64 {p} {bits64(a / b):x} {f.fraction(Fraction(a, b)):x}")
            print(f"embed32 {p} {bits32(a / b):x} {f.fraction(Fraction(a, b)):x}")
        # a double that no float is, far from every value that is recognised
        for _ in range(20):
            x = rng.choice([-1, 1]) * (math.pi ** 4 * rng.uniform(1, 9))
            print(f"embed64 {p} {bits64(x):x} {f.fraction(Fraction(x)):x}")
        for n in (3, 5, 7, 8, 9, 12, 16, 45, 64, 256, 1024, 4096):
            for k in sorted({rng.randrange(1, n) for _ in range(12)} | {1, n - 1}):
                if (p - 1) % math.lcm(4, n):
                    continue
                c, s = math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)
                C, S = f.cos(k, n), f.sin(k, n)
                for name, x, v in (("c", c, C), ("s", s, S)):
                    if abs(x) > 1e-9:
                        print(f"embed32 {p} {bits32(x):x} {v:x}")
                        print(f"embed64 {p} {bits64(x):x} {v:x}")
                if abs(c) > 1e-9 and abs(s) > 1e-9:
                    t = S * pow(C, -1, p) % p
                    print(f"embed32 {p} {bits32(s / c):x} {t:x}")
                    print(f"embed64 {p} {bits64(s / c):x} {t:x}")
                    print(f"tan {p} {k:x} {n:x} {t:x}")
                print(f"cos {p} {k:x} {n:x} {C:x}")
                print(f"sin {p} {k:x} {n:x} {S:x}")
                print(f"cospi {p} {2 * k:x} {n:x} {C:x}")
                print(f"sinpi {p} {2 * k:x} {n:x} {S:x}")
        # in float this cosine is 3989/4096, and a cosine all the same; 3991/4096 is a fraction
        if (p - 1) % 192 == 0:
            print(f"embed32 {p} {bits32(math.cos(2 * math.pi * 7 / 192)):x} {f.cos(7, 192):x}")
            print(f"embed32 {p} {bits32(3991 / 4096):x} {f.fraction(Fraction(3991, 4096)):x}")
        for n in (2, 3, 5, 6, 7, 10, 12, 15, 21, 35, 105, 210):
            print(f"sqrt {p} {n:x} 1 {f.sqrt(n):x}")
            print(f"embed64 {p} {bits64(math.sqrt(n)):x} {f.sqrt(n):x}")
            print(f"embed32 {p} {bits32(math.sqrt(n) / 2):x} {f.sqrt(n) * pow(2, -1, p) % p:x}")
            print(f"embed64 {p} {bits64(1 / math.sqrt(n)):x} {pow(f.sqrt(n), -1, p):x}")


if __name__ == "__main__":
    main()
