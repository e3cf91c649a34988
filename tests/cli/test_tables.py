# SPDX-License-Identifier: Apache-2.0
"""stet tables: the limits that docs/fpsan.md states are those that are measured."""
import unittest

from support import Case, documented_keys


class Tables(Case):
    def test_fpsan(self):
        found = self.stet_json("tables", "fpsan")
        self.assertEqual(list(found), documented_keys("stet tables"))
        for row in found["zero_products"]:
            self.assertLess(row["field"], 0.01)
        self.assertGreater(found["zero_products"][-1]["ring"], 0.99)
        self.assertLess(found["zero_products"][0]["ring"], 0.05)
        self.assertAlmostEqual(found["quotient_of_equals"]["ring"], 0.5, delta=0.05)
        self.assertAlmostEqual(found["double_quotient"]["ring"], 0.25, delta=0.05)
        for key in ("quotient_of_equals", "double_quotient", "common_denominator", "doubling"):
            self.assertEqual(found[key]["field"], 1)
        self.assertEqual(found["doubling"]["ring"], 0)
        self.assertEqual(found["fft_sizes_ring"], [1, 2, 4, 8])
        self.assertEqual(found["fft_sizes_field"], [1, 2, 4, 8, 16, 32, 64])
        for row in found["misses"]:  # 20000 trials: four standard deviations
            sigma = (row["bound"] / 20000) ** 0.5
            self.assertAlmostEqual(row["rate"], row["bound"], delta=4 * sigma + 1e-4)

    def test_text(self):
        self.assertIn("FFT = DFT, sizes", self.stet("tables", "fpsan"))

    def test_wrong(self):
        self.assertIn("no table 'frobnicate'", self.error("tables", "frobnicate"))


if __name__ == "__main__":
    unittest.main()
