#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""random_cases.py GOLDEN COUNT SEED: cases that no file has. The program GOLDEN computes their digests by the library, this
one by spec/."""
import os
import random
import subprocess
import sys
import tempfile
from math import prod

import golden

PRIMES = [p for p in range(2, 600) if all(p % d for d in range(2, p))]
R2R = "r2hc hc2r dht dct1 dct2 dct3 dct4 dst1 dst2 dst3 dst4".split()
FAMILIES = ["uniform"] * 6 + ["mixed"] * 3 + ["subnormal", "huge", "large", "zeros", "negzero", "allnegzero", "integer",
                                              "impulse", "constant", "infinity", "infinities", "nan"]
LEVELS = {"native": ["f32", "f64", "f16.io", "f16.store", "f16.native", "bf16.io", "bf16.store"],
          "extended": ["f32", "f64"], "extended-ff": ["f32"], "correct": ["f32", "f64", "f16", "bf16"]}


def length(random_numbers, most, smooth):
    """Any; or a product of small primes and, not if smooth, a large one now and then."""
    n = 1
    while True:
        choices = [2, 2, 2, 2, 3, 5, 7, 11, 13] + ([] if smooth else [random_numbers.choice(PRIMES)])
        p = random_numbers.choice(choices)
        if n * p > most or random_numbers.random() < 0.1:
            return n
        n *= p


def case(random_numbers, level, seed):
    precision = random_numbers.choice(LEVELS[level])
    real = random_numbers.random() < 0.4 and precision in ("f32", "f64")
    rank = random_numbers.choice([1, 1, 1, 2, 3])
    most = 24 if level == "correct" else 2 ** random_numbers.randrange(4, 13)
    shape = []
    for _ in range(rank):
        shape.append(length(random_numbers, max(most // prod(shape), 2), precision == "f16.native"))
    kinds = [random_numbers.choice(R2R) for _ in shape] if real else [random_numbers.choice(["c2c", "r2c", "c2r"])]
    shape = [max(n, 2) if kind == "dct1" else n for n, kind in zip(shape, kinds + ["c2c"] * rank)]
    direction = {"r2c": "forward", "c2r": "inverse"}.get(kinds[0], random_numbers.choice(["forward", "inverse"]))
    return " ".join([",".join(kinds), "x".join(map(str, shape)), precision, direction,
                     random_numbers.choice(["backward", "ortho", "forward"]), random_numbers.choice(FAMILIES), str(seed), "-"])


def main():
    program, count, seed = sys.argv[1:]
    random_numbers = random.Random(int(seed))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for level in LEVELS:
            path = os.path.join(folder, level + ".txt")
            with open(path, "w", encoding="ascii") as file:
                print(f"level {level}" if level != "native" else "bits 0", file=file)
                for i in range(int(count) // len(LEVELS)):
                    print(case(random_numbers, level, i), file=file)
            subprocess.run(program.split() + ["--write", path], check=True)
            wrong += golden.check_files([path], 1, 2**40, 1, 1e9)
    return wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
