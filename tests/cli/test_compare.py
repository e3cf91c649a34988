# SPDX-License-Identifier: Apache-2.0
"""stet compare: the same or not, how far apart, exit statuses."""
import json
import math
import struct
import unittest

from support import Case, describe, documented_keys, indices, npy, npy_header


def bits32(*words):
    return npy_header(describe("<f4", False, (len(words),))) + struct.pack(f"<{len(words)}I", *words)


class Compare(Case):
    def compare(self, a, b, status):
        self.file("a.npy", a)
        self.file("b.npy", b)
        return json.loads(self.run_stet("compare", "a.npy", "b.npy", "--json", status=status).stdout)

    def test_same_whatever_the_order(self):
        for dtype in ("int16", "complex64", "float64"):
            values = {i: float(sum(i)) if dtype != "int16" else sum(i) for i in indices((3, 4))}
            for order in "<>":
                for fortran in (False, True):
                    r = self.compare(npy(dtype, (3, 4), values),
                                     npy(dtype, (3, 4), values, order, fortran), 0)
                    self.assertEqual((r["same"], r["reason"], r["different"], r["max_ulp"],
                                      r["relative_l2"]), (True, None, 0, 0, 0))

    def test_largest_difference_and_its_index(self):
        values = {i: complex(1 + i[0], 2 + i[1]) for i in indices((3, 4))}
        other = dict(values)
        other[1, 2] = complex(2, 4 + 3 * 2**-21)  # 3 steps of 2^-21 up
        other[2, 0] = complex(3 - 2 * 2**-22, 2)  # 2 steps of 2^-22 down
        for fortran in (False, True):
            r = self.compare(npy("complex64", (3, 4), values),
                             npy("complex64", (3, 4), other, "<", fortran), 1)
            self.assertEqual((r["same"], r["components"], r["different"]), (False, 24, 2))
            self.assertEqual((r["max_ulp"], r["ulp_format"]), (3, "f32"))
            at = r["max_ulp_at"]
            self.assertEqual((at["index"], at["part"]), ([1, 2], "imaginary"))
            self.assertEqual((at["a"]["value"], at["a"]["bits"]), (4, "0x40800000"))
            self.assertEqual(at["b"]["bits"], "0x40800003")
            self.assertEqual((r["max_abs"], r["max_abs_at"]["index"]), (3 * 2**-21, [1, 2]))
            norm = math.sqrt(sum(abs(v) ** 2 for v in other.values()))
            want = math.sqrt((3 * 2**-21) ** 2 + 2**-42) / norm
            self.assertAlmostEqual(r["relative_l2"] / want, 1, delta=1e-12)

    def test_first_of_equals(self):
        r = self.compare(npy("float64", (4,), {(i,): 1.0 for i in range(4)}),
                         npy("float64", (4,), {(i,): [1, 2, 2, 0.5][i] for i in range(4)}), 1)
        self.assertEqual((r["max_ulp"], r["max_ulp_at"]["index"], r["max_ulp_at"]["part"]),
                         (2**52, [1], None))

    def test_signed_zeros(self):
        r = self.compare(bits32(0, 0x80000000), bits32(0x80000000, 0x80000000), 1)
        self.assertEqual((r["same"], r["different"], r["signed_zeros"], r["max_ulp"], r["max_abs"],
                          r["relative_l2"]), (False, 1, 1, 0, 0, 0))
        self.assertNotIn("max_ulp_at", r)

    def test_across_zero(self):
        r = self.compare(bits32(1), bits32(0x80000002), 1)
        self.assertEqual(r["max_ulp"], 3)

    def test_the_longest_distance(self):
        raw = [npy_header(describe("<f8", False, (1,))) + struct.pack("<d", s * math.inf)
               for s in (1, -1)]
        self.assertEqual(self.compare(raw[0], raw[1], 1)["max_ulp"], 2.0 * 0x7ff0000000000000)

    def test_nans(self):
        nan, other, one = 0x7fc00000, 0xff800001, 0x3f800000
        r = self.compare(bits32(nan, one), bits32(other, one), 0)
        self.assertEqual((r["same"], r["nan"], r["nan_mismatches"], r["relative_l2"]), (True, 1, 0, 0))
        r = self.compare(bits32(nan, one), bits32(one, one), 1)
        self.assertEqual((r["nan"], r["nan_mismatches"], r["different"], r["max_ulp"]), (0, 1, 1, 0))
        self.assertIsNone(r["relative_l2"])

    def test_infinities(self):
        inf, most = 0x7f800000, 0x7f7fffff
        self.assertEqual(self.compare(bits32(inf), bits32(inf), 0)["relative_l2"], 0)
        r = self.compare(bits32(inf), bits32(most), 1)
        self.assertEqual((r["max_ulp"], r["relative_l2"], r["max_abs"]), (1, None, 0))
        self.assertIsNone(r["max_ulp_at"]["a"]["value"])

    def test_two_precisions(self):
        """ulp of the narrower one: 1/3 in double is its float after rounding."""
        third = struct.unpack("<f", struct.pack("<f", 1 / 3))[0]
        r = self.compare(npy("float32", (2,), {(0,): third, (1,): 1.0}),
                         npy("float64", (2,), {(0,): 1 / 3, (1,): 1 + 2**-22}), 1)
        self.assertEqual((r["reason"], r["ulp_format"], r["max_ulp"], r["different"]),
                         ("the types differ", "f32", 2, 2))
        r = self.compare(npy("float32", (1,), {(0,): 1.0}), npy("float64", (1,), {(0,): 1.0}), 1)
        self.assertEqual((r["same"], r["different"], r["max_ulp"]), (False, 0, 0))
        r = self.compare(npy("int16", (1,), {(0,): -5}), npy("int16", (1,), {(0,): 6}), 1)
        self.assertEqual((r["ulp_format"], r["max_ulp"], r["max_ulp_at"]["a"]["bits"]),
                         ("int16", 11, "0xfffb"))

    def test_not_comparable(self):
        a = npy("float32", (2,), {(0,): 1.0, (1,): 2.0})
        for b, reason in ((npy("float32", (1, 2), {(0, 0): 1.0, (0, 1): 2.0}), "the shapes differ"),
                          (npy("complex64", (2,), {(0,): 1.0, (1,): 2.0}),
                           "one is real, the other complex")):
            r = self.compare(a, b, 1)
            self.assertEqual((r["same"], r["reason"]), (False, reason))
            self.assertNotIn("max_ulp", r)

    def test_empty(self):
        self.assertTrue(self.compare(npy("int16", (0,), {}), npy("int16", (0,), {}), 0)["same"])

    def test_errors_are_two(self):
        self.file("a.npy", bits32(1))
        self.file("cut.npy", bits32(1)[:-1])
        self.assertIn("cut.npy: byte 131:", self.error("compare", "a.npy", "cut.npy"))
        self.assertIn("missing.npy: cannot open", self.error("compare", "missing.npy", "a.npy"))
        self.assertIn("an operand is missing", self.error("compare", "a.npy"))

    def test_table_and_keys(self):
        values = {i: float(sum(i)) for i in indices((2, 2))}
        other = {**values, (0, 1): 1.5, (0, 0): -0.0}
        self.file("a.npy", npy("float32", (2, 2), values))
        self.file("b.npy", npy("float32", (2, 2), other))
        text = "".join(self.run_stet("compare", "a.npy", b, status=s).stdout.decode() + "\n"
                       for b, s in (("a.npy", 0), ("b.npy", 1)))
        self.assert_expected("compare.txt", text)
        done = self.run_stet("compare", "a.npy", "b.npy", "--json", status=1)
        self.assertEqual(list(json.loads(done.stdout)), documented_keys("stet compare"))


if __name__ == "__main__":
    unittest.main()
