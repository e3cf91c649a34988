# SPDX-License-Identifier: Apache-2.0
"""stet verify of cosine, sine and Hartley transforms: every kind, told or found; what is wrong has
a name."""
import json
import math
import random
import struct
import unittest

from support import Case, npy
from test_r2r import KINDS, definition

TRIGONOMETRIC = KINDS[:-1]
N = 21


def logical(kind):
    return {"dct1": 2 * (N - 1), "dst1": 2 * (N + 1), "dht": N}.get(kind, 2 * N)


def orthonormal(kind, x, other_end=False):
    """With sqrt(2) at the ends of the input and 1/sqrt(2) at those of the output."""
    ends = {"dct1": ((0, N - 1), (0, N - 1)), "dct2": ((), (0,)), "dct3": ((0,), ()),
            "dst2": ((), (N - 1,)), "dst3": ((N - 1,), ())}.get(kind, ((), ()))
    ends = [[N - 1 - i if other_end else i for i in side] for side in ends]
    y = definition(kind, [v * (math.sqrt(2) if j in ends[0] else 1) for j, v in enumerate(x)])
    return [v * (math.sqrt(0.5) if k in ends[1] else 1) / math.sqrt(logical(kind)) for k, v in enumerate(y)]


class Reals(Case):
    def setUp(self):
        super().setUp()
        r = random.Random(5)
        # floats: what definition() errs is far below their rounding
        self.x = [struct.unpack("f", struct.pack("f", r.gauss(0, 1)))[0] for _ in range(N)]
        self.save("x.npy", self.x)

    def save(self, name, values):
        self.file(name, npy("float32", (N,), {(i,): v for i, v in enumerate(values)}, "<", False))

    def verify(self, y, *args, status=1):
        self.save("y.npy", y)
        return json.loads(self.run_stet("verify", "x.npy", "y.npy", "--json", *args, status=status).stdout)

    def assert_bug(self, r, name, text=""):
        self.assertEqual((r["verdict"], r["bug"]), ("bug", name), r)
        self.assertIn(text, r["text"])

    def test_right(self):
        for kind in KINDS:
            y = definition(kind, self.x)
            for norm, factor in (("backward", 1), ("ortho", 1 / math.sqrt(logical(kind))),
                                 ("forward", 1 / logical(kind))):
                r = self.verify([factor * v for v in y], "--kind", kind, "--norm", norm, status=0)
                self.assertIn(r["verdict"], ("ordinary_rounding", "correctly_rounded"), (kind, norm))
                self.assertEqual((r["kind"], r["undecided"]), (kind, 0))

    def test_found_without_a_kind(self):
        for kind in TRIGONOMETRIC:
            r = self.verify(definition(kind, self.x), status=0)
            self.assertEqual((r["kind"], r["verdict"]), (kind, "correctly_rounded"))
        r = self.verify([v / 2 for v in definition("dst4", self.x)])
        self.assert_bug(r, "scaled", "times 1/2")
        self.assertEqual(r["kind"], "dst4")

    def test_correctly_rounded(self):
        """Of small integers: exact zeros, and whole numbers; one bit off is not."""
        for dtype in ("float32", "float64"):
            for kind in KINDS + ("r2hc", "hc2r"):
                self.file("x.npy", npy(dtype, (N,), {(i,): float(i % 5 - 2) for i in range(N)}, "<", False))
                self.stet("fft", "x.npy", "--kind", kind, "--level", "correct", "-o", "y.npy")
                r = self.stet_json("verify", "x.npy", "y.npy", "--kind", kind)
                self.assertEqual((r["verdict"], r["correct"]), ("correctly_rounded", N), (kind, r))
                data = bytearray((self.dir / "y.npy").read_bytes())
                data[-4 if dtype == "float32" else -8] ^= 1
                self.file("y.npy", bytes(data))
                r = self.stet_json("verify", "x.npy", "y.npy", "--kind", kind)
                self.assertEqual((r["verdict"], r["not_correct"]), ("ordinary_rounding", 1), (kind, r))

    def test_another_kind(self):
        for kind in KINDS:
            other = KINDS[(KINDS.index(kind) + 2) % len(KINDS)]
            self.assert_bug(self.verify(definition(other, self.x), "--kind", kind), "other_kind",
                            f"the kind is {other}, and not {kind}")

    def test_orthonormal(self):
        for kind in ("dct1", "dct2", "dct3", "dst2", "dst3"):
            y = orthonormal(kind, self.x)
            r = self.verify(y, "--kind", kind, "--norm", "ortho")
            self.assert_bug(r, "orthonormal", "sqrt(2)")
            self.assertEqual(r["factor"], 1)
        r = self.verify(y)
        self.assert_bug(r, "orthonormal", "times 1/sqrt(N)")
        self.assertEqual(r["kind"], "dst3")
        for kind in ("dst2", "dst3"):
            self.assert_bug(self.verify(orthonormal(kind, self.x, True), "--kind", kind, "--norm", "ortho"),
                            "orthonormal_wrong_end")
        for kind in ("dct4", "dst1", "dst4"):
            self.verify(orthonormal(kind, self.x), "--kind", kind, "--norm", "ortho", status=0)

    def test_factors(self):
        y = definition("dct2", self.x)
        for factor, text in ((2 * N, "times N"), (1 / N, "times 1/n"), (0.5, "times 1/2"), (-1, "times -1"),
                             (1.25, "times 1.25")):
            self.assert_bug(self.verify([factor * v for v in y], "--kind", "dct2"), "scaled", text)
        twice = [v / (4 * N * N) for v in y]
        self.assert_bug(self.verify(twice, "--kind", "dct2", "--norm", "forward"), "scaled", "1/N twice")
        self.assert_bug(self.verify(y, "--kind", "dct2", "--norm", "forward"), "scaled", "1/N is missing")

    def test_other_mistakes(self):
        y = definition("dct2", self.x)
        real = [math.fsum(x * math.cos(2 * math.pi * j * k / N) for j, x in enumerate(self.x)) for k in range(N)]
        for values, name in ((y[::-1], "index_reversed"), ([v * (-1) ** k for k, v in enumerate(y)], "alternating"),
                             (y[:4] + [9.0] + y[5:], "wrong_bin"), (self.x, "not_transformed"),
                             ([0.0] * N, "zeros"), (real, "real_part")):
            self.assert_bug(self.verify(values, "--kind", "dct2"), name)
        counted = [v + self.x[0] for v in definition("dct3", self.x)]
        self.assert_bug(self.verify(counted, "--kind", "dct3"), "ends", "counted twice")
        r = self.verify([math.sin(k * k) for k in range(N)], "--kind", "dct2")
        self.assertEqual(r["verdict"], "unexplained")

    def test_axes(self):
        r = random.Random(3)
        x = {(i, j): r.gauss(0, 1) for i in range(4) for j in range(6)}
        self.file("x.npy", npy("float64", (4, 6), x, "<", False))
        self.stet("fft", "x.npy", "--kind", "dct2,dst4", "--axes", "0,1", "-o", "y.npy")
        r = self.stet_json("verify", "x.npy", "y.npy", "--kind", "dct2,dst4", "--axes", "0,1")
        self.assertEqual((r["kind"], r["verdict"]), ("dct2,dst4", "ordinary_rounding"))
        self.stet("fft", "x.npy", "--kind", "dct2", "--axes", "0", "-o", "y.npy")
        done = self.run_stet("verify", "x.npy", "y.npy", "--kind", "dct2", "--json", status=1)
        self.assertEqual(json.loads(done.stdout)["bug"], "other_axes")

    def test_errors(self):
        self.verify(definition("dct2", self.x), "--kind", "dct2", status=0)
        for args, part in ((("--kind", "dct5"), "r2c, c2r, dct1, dct2"), (("--kind", "dct2,dct3"), "for each of the 1")):
            self.assertIn(part, self.error("verify", "x.npy", "y.npy", *args))
        self.file("z.npy", npy("complex128", (N,), {(i,): 1j for i in range(N)}, "<", False))
        self.assertIn("real numbers", self.error("verify", "x.npy", "z.npy", "--kind", "dct2"))


if __name__ == "__main__":
    unittest.main()
