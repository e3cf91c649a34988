#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ring_reference.py > ring.golden

The ring of FPSan written from its definitions, in integers without bound: no shared code with
the C runtime. Exponentials are pow(c, x, 2^w), trigonometry is binary powering in Z/2^w[i],
inverses are pow(a, -1, 2^w), downcasts are written with // and %. One line per case:

    operation type operand [operand] result          (all hexadecimal but the first two)
"""
import random

WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
MANTISSA = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}
ONE = {"f16": 0x3C00, "bf16": 0x3F80, "f32": 0x3F800000, "f64": 0x3FF0000000000000}
MULTIPLIER = 922291


def phi(t, bits):
    """Embedding of a bit pattern: see the article; phi(1) = 1 fixes the second multiplier."""
    half = 1 << (WIDTH[t] - 1)

    def mixed(m):
        m = m * MULTIPLIER % half
        return m ^ (m // (1 << MANTISSA[t]))

    magnitude = mixed(bits % half) * pow(mixed(ONE[t]), -1, half) % half
    if bits < half:
        return magnitude
    return half + (-magnitude) % half


def signed(v, w):
    return v - (1 << w) if v >> (w - 1) else v


def inverse(b, w):
    odd = pow(b | 1, -1, 1 << w)
    return odd - (odd % 2) + b % 2


def remainder(a, b, w):
    a, b = signed(a, w), signed(b | 1, w)
    r = abs(a) % abs(b)
    return (-r if a < 0 else r) % (1 << w)


def exp2_new(x, w):
    k = -(-w // 4)
    return pow(1 + (1 << k), x, 1 << w)


def exp2_article(x, w):
    return pow(0xA343836D, x, 1 << w)


def power_of_unit(x, w):
    """(-3/5 + 4/5 i)^x by halving the exponent, least significant bit first."""
    m = 1 << w
    fifth = pow(5, -1, m)
    base, result = (-3 * fifth % m, 4 * fifth % m), (1, 0)
    while x:
        if x & 1:
            result = ((result[0] * base[0] - result[1] * base[1]) % m,
                      (result[0] * base[1] + result[1] * base[0]) % m)
        base = ((base[0] ** 2 - base[1] ** 2) % m, 2 * base[0] * base[1] % m)
        x >>= 1
    return result


def murmur(h):
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        h = (h ^ (h >> 33)) * multiplier % (1 << 64)
    return h ^ (h >> 33)


TAGS = {"log": 1, "log2": 3, "sqrt": 6, "rsqrt": 7, "erf": 8, "floor": 9, "ceil": 10}


def tag(x, w, number):
    m = 1 << w
    return ((x * 314159 % m) ^ (murmur(number) % m)) * 314159 % m


def truncate(v, w, to):
    return v % (1 << to)


def fold(v, w, to):
    s = (1 << w) - 1 if v >> (w - 1) else 0
    return (v ^ (((v ^ s) >> to) * 3511)) % (1 << to)


def main():
    rng = random.Random(20260617)
    for t, w in WIDTH.items():
        m = 1 << w
        bits = [0, ONE[t], ONE[t] | m >> 1, m >> 1, ONE[t] + (1 << MANTISSA[t]), m - 1]
        bits += [rng.randrange(m) for _ in range(34)]
        for b in bits:
            print(f"embed {t} {b:x} {phi(t, b):x}")
        values = [0, 1, 2, m - 1, m >> 1, (m >> 1) - 1, (m >> 1) + 1]
        values += [rng.randrange(m) for _ in range(25)]
        for x in values:
            y = rng.choice(values)
            print(f"div {t} {x:x} {y:x} {x * inverse(y, w) % m:x}")
            print(f"rem {t} {x:x} {y:x} {remainder(x, y, w):x}")
            print(f"exp2 {t} {x:x} {exp2_new(x, w):x}")
            print(f"exp {t} {x:x} {exp2_new(x * 0x236EE9BF % m, w):x}")
            print(f"exp2_article {t} {x:x} {exp2_article(x, w):x}")
            c, s = power_of_unit(x, w)
            print(f"cos {t} {x:x} {c:x}")
            print(f"sin {t} {x:x} {s:x}")
            print(f"min {t} {x:x} {y:x} {min(signed(x, w), signed(y, w)) % m:x}")
            print(f"max {t} {x:x} {y:x} {max(signed(x, w), signed(y, w)) % m:x}")
            for name, number in TAGS.items():
                print(f"{name} {t} {x:x} {tag(x, w, number):x}")
            for other, to in WIDTH.items():
                if to > w:
                    print(f"cast_{other} {t} {x:x} {signed(x, w) % (1 << to):x}")
                else:
                    print(f"cast_{other} {t} {x:x} {truncate(x, w, to):x}")
                    print(f"fold_{other} {t} {x:x} {fold(x, w, to) if to < w else x:x}")


if __name__ == "__main__":
    main()
