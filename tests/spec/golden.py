#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""golden.py [--points FROM..TO] FILE ..: compute the cases of files such as tests/golden/native.txt by spec/, and compare
the digests. The inputs are those of tests/lib/generate.c, made here anew."""
import argparse
import hashlib
import os
import sys
import time
from collections import Counter
from math import prod

try:
    import numpy as np
except ImportError:
    print("skipped: no numpy")
    sys.exit(77)

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "spec"))
from plans import Case, run

# fraction bits, exponent bits, type of the words
FORMATS = {"f16": (10, 5, np.uint16), "bf16": (7, 8, np.uint16), "f32": (23, 8, np.uint32), "f64": (52, 11, np.uint64)}
MASK = 2**64 - 1


def splitmix64(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


class Generator:
    """Numbers of a family, as words."""

    def __init__(self, precision, count, family, seed):
        self.fraction, self.exponent, self.dtype = FORMATS[precision]
        self.top = 2**self.exponent - 2
        self.count, self.family, self.seed = count, family, seed

    def assemble(self, sign, exponent, fraction):
        return (sign << self.exponent | exponent) << self.fraction | fraction & ((1 << self.fraction) - 1)

    def scaled_integer(self, sign, k, scale):
        if k == 0:
            return 0
        top = k.bit_length() - 1
        return self.assemble(sign, self.top // 2 + scale + top, k << (self.fraction - top))

    def uniform(self, r):
        return self.scaled_integer(r & 1, r >> (63 - self.fraction), -(self.fraction + 1))

    def infinity(self, r):
        return self.assemble(r & 1, self.top + 1, 0)

    def any(self, r, exponent):
        return self.assemble(r & 1, exponent, r >> 12)

    def mixed(self, r, which):
        some = 1 + (r >> 1) % self.top
        return {0: self.assemble(r & 1, 0, 0), 1: self.any(r, 0), 2: self.any(r, self.top),
                3: self.assemble(r & 1, some, 0), 4: self.uniform(r)}.get(which, self.any(r, some))

    def number(self, r, special, numbers):
        family = self.family
        if family == "integer":
            return self.scaled_integer(r & 1, (r >> 57) + (r & 1), 0)
        if family == "impulse":
            return self.scaled_integer(0, 1, 0) if special else 0
        if family == "mixed":
            return self.mixed(r, next(numbers) % 8)
        if family in ("subnormal", "huge", "large"):
            return self.any(r, {"subnormal": 0, "huge": self.top, "large": self.top - 24}[family])
        if family in ("negzero", "allnegzero"):
            return self.uniform(r) if special and family == "negzero" else self.assemble(1, 0, 0)
        if family == "zeros":
            return self.assemble(r & 1, 0, 0)
        if family == "infinities":
            return self.infinity(r) if r >> 61 == 0 else self.uniform(r)
        if family in ("infinity", "nan") and special:
            return self.infinity(r) | (family == "nan")
        return self.uniform(r)

    def words(self):
        numbers, special = splitmix64(self.seed), self.seed % self.count
        values = []
        for i in range(self.count):
            if self.family == "constant":
                numbers = splitmix64(self.seed)
            values.append(self.number(next(numbers), i == special, numbers))
        return np.array(values, self.dtype)


def digest(words, precision):
    """SHA-256 of the words, little-endian, every NaN as one."""
    fraction, exponent, dtype = FORMATS[precision]
    words = np.ascontiguousarray(words).view(dtype).copy()
    infinity = dtype((2**exponent - 1) << fraction)
    nan = words & dtype(2**(fraction + exponent) - 1) > infinity
    words[nan] = infinity | dtype(1 << (fraction - 1))
    return hashlib.sha256(words.astype(words.dtype.newbyteorder("<")).tobytes()).hexdigest()


def cases_of(path):
    level = "native"
    for number, text in enumerate(open(path, encoding="ascii"), 1):
        words = text.split()
        if words[:1] == ["level"]:
            level = words[1]
        elif len(words) == 8 and words[0] != "#":
            kind, shape, precision, direction, norm, family, seed, sha = words
            precision, _, mode = precision.partition(".")
            shape = [int(n) for n in shape.split("x")]
            yield number, Case(kind.split(","), shape, precision, mode, level, direction, norm), family, int(seed), sha


def check(case, family, seed, sha):
    words = Generator(case.precision, prod(case.in_shape()), family, seed).words()
    floats = {"f32": np.float32, "f64": np.float64}.get(case.precision)
    return digest(run(case, words.view(floats) if floats else words), case.precision) == sha


def name_of(case):
    kind = case.kinds[0] if len(set(case.kinds)) == 1 else "mixed kinds"
    return f"{case.level} {case.precision}{'.' + case.mode if case.mode else ''} {kind}"


def check_files(paths, least, most, every, slow):
    """The number of digests that differ, or 1 if there was none."""
    good, bad, lengths = Counter(), Counter(), set()
    for path in paths:
        for number, case, family, seed, sha in cases_of(path):
            if not least <= prod(case.shape) <= most or number % every:
                continue
            start = time.process_time()
            same = check(case, family, seed, sha)
            (good if same else bad)[name_of(case)] += 1
            if not same:
                print(f"{path}:{number}: other bits: {case} {family} {seed}")
            if time.process_time() - start > slow:
                print(f"{path}:{number}: {time.process_time() - start:.2f} s: {case} {family}")
            lengths.update(case.shape)
    for name in sorted(set(good) | set(bad)):
        print(f"{name}: {good[name]} reproduced, {bad[name]} not")
    print(f"lengths: {' '.join(map(str, sorted(lengths)))}")
    print(f"{len(lengths)} lengths, {sum(good.values())} digests reproduced, {sum(bad.values())} not")
    return sum(bad.values()) if good or bad else 1


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--points", default="1..", help="numbers of points that are taken")
    options.add_argument("--every", type=int, default=1, help="one case of so many")
    options.add_argument("--slow", type=float, default=1e9, help="name cases that take so many seconds")
    options.add_argument("files", nargs="+")
    chosen = options.parse_args()
    least, most = (int(n) if n else MASK for n in chosen.points.split(".."))
    return 1 if check_files(chosen.files, least, most, chosen.every, chosen.slow) else 0


if __name__ == "__main__":
    sys.exit(main())
