# SPDX-License-Identifier: Apache-2.0
"""stet fft --kind: cosine, sine and Hartley transforms, halfcomplex data."""
import math
import unittest

from support import Case, npy, read_npy
from test_fft import numbers


def definition(kind, x):
    """FFTW's, by sums of exact terms."""
    n = len(x)

    def term(j, k):
        last, first = j == n - 1, j == 0
        return {
            "dct1": lambda: (1 if first or last else 2) * math.cos(math.pi * j * k / (n - 1)),
            "dct2": lambda: 2 * math.cos(math.pi * (2 * j + 1) * k / (2 * n)),
            "dct3": lambda: (1 if first else 2) * math.cos(math.pi * j * (2 * k + 1) / (2 * n)),
            "dct4": lambda: 2 * math.cos(math.pi * (2 * j + 1) * (2 * k + 1) / (4 * n)),
            "dst1": lambda: 2 * math.sin(math.pi * (j + 1) * (k + 1) / (n + 1)),
            "dst2": lambda: 2 * math.sin(math.pi * (2 * j + 1) * (k + 1) / (2 * n)),
            "dst3": lambda: (1 if last else 2) * math.sin(math.pi * (j + 1) * (2 * k + 1) / (2 * n)),
            "dst4": lambda: 2 * math.sin(math.pi * (2 * j + 1) * (2 * k + 1) / (4 * n)),
            "dht": lambda: math.cos(2 * math.pi * j * k / n) + math.sin(2 * math.pi * j * k / n),
        }[kind]()

    return [math.fsum(x[j] * term(j, k) for j in range(n)) for k in range(n)]


KINDS = ("dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4", "dht")
INVERSE = {"dct2": "dct3", "dct3": "dct2", "dst2": "dst3", "dst3": "dst2", "r2hc": "hc2r"}


class Kinds(Case):
    def setUp(self):
        super().setUp()
        given = numbers("float64", (10,))
        self.values = [given[(i,)] for i in range(10)]
        self.file("in.npy", npy("float64", (10,), given, "<", False))

    def values_of(self, name):
        number = read_npy(self.dir / name)[3]
        return [number[(i,)] for i in range(10)]

    def test_definitions(self):
        for kind in KINDS:
            got = self.stet_json("fft", "in.npy", "--kind", kind, "-o", "out.npy")
            self.assertEqual(got["kind"], kind)
            self.assertEqual(got["output_dtype"], "float64")
            want = definition(kind, self.values)
            for a, b in zip(self.values_of("out.npy"), want, strict=True):
                self.assertAlmostEqual(a, b, delta=1e-12 * max(map(abs, want)))

    def test_round_trips(self):
        for kind in KINDS + ("r2hc",):
            for level in ("native", "extended", "correct"):
                self.stet("fft", "in.npy", "--kind", kind, "--level", level, "-o", "a.npy")
                self.stet("fft", "a.npy", "--kind", INVERSE.get(kind, kind), "--inverse", "--level", level,
                          "-o", "b.npy")
                for a, b in zip(self.values_of("b.npy"), self.values, strict=True):
                    self.assertAlmostEqual(a, b, delta=1e-13 * max(map(abs, self.values)))

    def test_a_kind_for_each_axis(self):
        self.file("in.npy", npy("float64", (4, 6), numbers("float64", (4, 6)), "<", False))
        both = self.stet_json("fft", "in.npy", "--kind", "dct2,dst4", "--axes", "0,1", "-o", "a.npy")
        self.stet("fft", "in.npy", "--kind", "dst4", "--axis", "1", "-o", "b.npy")
        one = self.stet_json("fft", "b.npy", "--kind", "dct2", "--axis", "0", "-o", "c.npy")
        self.assertEqual(both["sha256"], one["sha256"])
        self.assertEqual(both["kind"], "dct2,dst4")

    def test_errors(self):
        for args, part in ((("--kind", "dct5"), "unknown"), (("--kind", "dct2,dct2"), "for each of the 1"),
                           (("--kind", "dct2", "--real"), "leave them out"),
                           (("--kind", "dct2", "--precision", "f16"), "--precision f32"),
                           (("--kind", "dct1", "--n", "1"), "at least 2")):
            self.assertIn(part, self.error("fft", "in.npy", *args))


if __name__ == "__main__":
    unittest.main()
