# SPDX-License-Identifier: Apache-2.0
"""Integers as numbers, and conversions that would lose what no rounding loses."""
import json
import math
import struct
import unittest
import zipfile

from support import DTYPES, INTEGERS, Case, describe, f32, indices, npy, npy_header, read_npy, wav


def column(dtype, values, **options):
    """Rows of length 1: the transform of each is the number itself."""
    return npy(dtype, (len(values), 1), {(i, 0): v for i, v in enumerate(values)}, **options)


class Integers(Case):
    def identity(self, *args):
        self.stet("fft", "in.npy", "-o", "out.npy", *args)
        dtype, _, _, values, _ = read_npy(self.dir / "out.npy")
        return dtype, [values[i].real for i in sorted(values)]

    def test_every_type_is_read_as_numbers(self):
        for dtype in DTYPES:
            code = DTYPES[dtype][1]
            if code not in INTEGERS:
                continue
            low, high = INTEGERS[code]
            values = [low, high if code not in "qQ" else (high >> 11) << 11, 0, 1, (low + high) // 2 or 1]
            values = [v for v in values if float(v) == v]
            for order in "<>":
                self.file("in.npy", column(dtype, values, order=order))
                self.assertEqual(self.identity(), ("complex128", [float(v) for v in values]), dtype)

    def test_a_true_value_is_one(self):
        """numpy writes 1, and reads anything else as true too."""
        self.file("in.npy", npy_header(describe("|b1", False, (3, 1))) + b"\x00\x01\x02")
        self.assertEqual(self.identity()[1], [0.0, 1.0, 1.0])

    def test_narrow_precisions_where_exact(self):
        for dtype, precision, good, bad in (
                ("int16", "f32", [-32768, 32767], []), ("int32", "f32", [1 << 24, -(1 << 30)], [(1 << 24) + 1]),
                ("int16", "f16", [2048, -32768, 4100], [2049, 4098]), ("uint16", "f16", [65504, 1], [65535]),
                ("int8", "bf16", [127, -128], []), ("int16", "bf16", [256, -32768], [257]),
                ("int32", "f16", [65504], [65536, -65536]), ("uint64", "f32", [1 << 63], [(1 << 63) + 1])):
            self.file("in.npy", column(dtype, good))
            self.stet("fft", "in.npy", "--precision", precision)
            for v in bad:
                self.file("in.npy", column(dtype, [0, v]))
                message = self.error("fft", "in.npy", "--precision", precision, "-o", "out.npy")
                self.assertIn(f"in.npy: element (1, 0): {v} is not a number of ", message)
                self.assertIn("integers are not rounded: sa", message)

    def test_what_helps(self):
        """The message says what does: it is done here, and the transform runs."""
        for dtype, v, precision, words in (
                ("int64", (1 << 53) + 1, "f64", ["save"]), ("int64", (1 << 53) + 1, "f32", ["save"]),
                ("int64", -(1 << 24) - 1, "f32", ["say", "save"]), ("int32", 70000, "f16", ["say"]),
                ("uint64", (1 << 64) - 1, "f16", ["save", "say"]), ("uint64", (1 << 64) - 1, "bf16", ["save"])):
            self.file("in.npy", column(dtype, [v]))
            message = self.error("fft", "in.npy", "-P", precision)
            offered = message.split("integers are not rounded: ")[1]
            self.assertEqual([w for w in offered.replace(",", "").split(" ") if w in ("say", "save")], words)
            self.assertNotIn("  ", message)
            cures = offered.split(", or ")
            for cure in cures:
                self.file("in.npy", column("float64" if "astype" in cure else dtype, [v]))
                self.stet("fft", "in.npy", "-P", "f64" if "f64" in cure else precision)

    def test_what_double_does_not_hold(self):
        for dtype, v in (("int64", (1 << 53) + 1), ("int64", -(1 << 53) - 1), ("uint64", (1 << 64) - 1),
                         ("int64", (1 << 63) - 1)):
            self.file("in.npy", npy(dtype, (2, 3), {i: v if i == (1, 2) else 1 for i in indices((2, 3))}))
            message = f"in.npy: element (1, 2): {v} is not a number of float64, and integers are not rounded"
            self.assertIn(message, self.error("fft", "in.npy"))
            self.file("fortran.npy", npy(dtype, (2, 3), {i: v if i == (1, 2) else 1 for i in indices((2, 3))},
                                         ">", True))
            self.assertIn(f"element (1, 2): {v} is", self.error("fft", "fortran.npy", "--axis", "0"))
            self.file("y.npy", npy("complex128", (2, 3), {i: 1j for i in indices((2, 3))}))
            self.assertIn("element (1, 2): f64 does not hold this integer", self.error("verify", "in.npy", "y.npy"))
        self.stet("fft", "in.npy", "--n", "2")  # it is not read

    def test_the_same_numbers_the_same_bits(self):
        for values in ([3, -1, 4, 1, 5, 9, 2, 6],):
            hashes = set()
            for dtype in ("int8", "int16", "int32", "int64", "float64"):
                self.file("in.npy", npy(dtype, (8,), {(i,): v for i, v in enumerate(values)}))
                hashes.add(self.stet_json("fft", "in.npy", "--level", "correct")["sha256"])
            self.assertEqual(len(hashes), 1)

    def test_verify_and_certify(self):
        self.file("in.npy", npy("int64", (24,), {(i,): i * i * 10**6 for i in range(24)}))
        self.stet("fft", "in.npy", "-o", "y.npy", "-l", "correct", "-c", "c.json", "--real")
        self.assertEqual(self.stet_json("verify", "in.npy", "y.npy")["verdict"], "correctly_rounded")
        self.assertEqual(self.stet_json("certify", "c.json", "in.npy", "y.npy")["result"], "confirmed")
        self.assertIn("no transform has a result of type int64", self.error("verify", "in.npy", "in.npy", "--kind", "c2r"))

    def test_compare_is_exact(self):
        self.file("a.npy", npy("int64", (2,), {(0,): (1 << 53) + 1, (1,): -5}))
        self.file("b.npy", npy("int64", (2,), {(0,): 1 << 53, (1,): -5}))
        done = self.run_stet("compare", "a.npy", "b.npy", status=1).stdout.decode()
        self.assertIn("max ulp     1 (int64) at (0,): 9007199254740993 and 9007199254740992\n", done)
        self.file("c.npy", npy("int8", (2,), {(0,): -128, (1,): 127}))
        self.file("d.npy", npy("int8", (2,), {(0,): 127, (1,): 127}))
        done = self.run_stet("compare", "c.npy", "d.npy", "--json", status=1).stdout.decode()
        self.assertIn('"value": -128,\n      "bits": "0x80"', done)

    def test_compare_is_exact_across_types(self):
        """What a double does not hold is a difference all the same."""
        top = 1 << 63
        for one, a, two, b, off in (
                ("int64", (1 << 53) + 1, "float64", 2.0**53, 1), ("uint64", 2 * top - 1, "float64", 2.0**64, 1),
                ("int64", -(1 << 53) - 1, "float64", -2.0**53, 1), ("uint64", top + 1025, "float64", 2.0**63, 1025),
                ("int64", (1 << 60) + 1, "int64", 1 << 60, 1), ("uint64", top + 1, "int64", top - 1, 2),
                ("int64", (1 << 53) + 1, "float32", 2.0**53, 1), ("int64", 1 << 60, "float64", 2.0**60, 0),
                ("uint64", 2 * top - 1, "int64", -1, 2.0**64), ("uint64", top, "float32", 2.0**63, 0)):
            for first, x, second, y in ((one, a, two, b), (two, b, one, a)):
                self.file("a.npy", npy(first, (2,), {(0,): x, (1,): 0}))
                self.file("b.npy", npy(second, (2,), {(0,): y, (1,): 0}))
                r = json.loads(self.run_stet("compare", "a.npy", "b.npy", "--json", status=1).stdout)
                self.assertEqual((r["different"], r["max_abs"]), (int(off > 0), off), (one, a, two))
                self.assertAlmostEqual(r["relative_l2"] * abs(y), off, delta=1e-15 * off)
                if off and max(a, b) < top:  # JSON's integers end there
                    at = r["max_abs_at"]
                    self.assertEqual([int(at[side]["value"]) for side in "ab"], [int(x), int(y)])

    def test_bfloat16_or_whole_numbers(self):
        self.file("in.npy", npy("uint16", (4,), {(i,): 0x3f80 for i in range(4)}))
        self.assertIn("as whole numbers (see --bf16)", self.stet("fft", "in.npy"))
        self.assertEqual(self.stet_json("fft", "in.npy", "--bf16")["precision"], "bf16")

    def test_hints(self):
        for descr, words in (("<f16", "save a.astype('<f8')"), (">c32", "save a.astype('<c16')"),
                             ("|i2", "not a type that stet reads"), ("<M8[s]", "not a type that stet reads")):
            self.file("in.npy", npy_header(describe(descr, False, (1,))) + bytes(32))
            self.assertIn(words, self.error("bits", "in.npy"))
        with zipfile.ZipFile(self.dir / "in.npz", "w") as z:
            z.writestr("a.npy", npy("float32", (1,), {(0,): 1.0}))
        self.assertIn("unzip -p FILE.npz NAME.npy | stet ... -", self.error("fft", "in.npz"))


class Overflow(Case):
    def test_named_unless_allowed(self):
        for dtype, v, precision, name in (("float64", 5e5, "f16", "float16"), ("float64", -1e300, "f32", "float32"),
                                          ("float32", 65520.0, "f16", "float16"),
                                          ("float64", 3.4e38 * 1.01, "f32", "float32"),
                                          ("float64", 3.4e38 * 1.01, "bf16", "bfloat16"),
                                          ("complex128", 1 + 1e300j, "f32", "float32")):
            values = {i: v if i == (1, 0) else 1 for i in indices((2, 3))}
            self.file("in.npy", npy(dtype, (2, 3), values))
            message = self.error("fft", "in.npy", "-P", precision, "-o", "out.npy")
            shown = "%.17g" % (v.imag if dtype == "complex128" else f32(v) if dtype == "float32" else v)
            self.assertEqual(message, f"stet fft: in.npy: element (1, 0): {shown} is beyond the range of {name}: "
                             "choose a wider --precision, or say --allow-overflow to make it infinite")
            self.assertEqual(self.files(), ["in.npy"])
            self.stet("fft", "in.npy", "-P", precision, "--allow-overflow")

    def test_what_is_infinite_already_stays_so(self):
        for v in (math.inf, -math.inf, math.nan):
            self.file("in.npy", npy("float64", (2, 1), {(0, 0): v, (1, 0): 1.0}))
            for precision in ("f16", "bf16", "f32"):
                self.stet("fft", "in.npy", "-P", precision, "-o", "out.npy")
            self.assertEqual(str(read_npy(self.dir / "out.npy")[3][0, 0].real), str(v))

    def test_the_largest_number_is_no_overflow(self):
        """What rounds to the largest number is rounded; half a step more is not."""
        half = 2.0**-24
        for precision, top in (("f16", 65504.0), ("f32", float.fromhex("0x1.fffffep+127"))):
            for v, ok in ((top, True), (top * (1 + half / 4), True),
                          (65520.0 if precision == "f16" else float.fromhex("0x1.ffffffp+127"), False)):
                self.file("in.npy", npy("float64", (1, 1), {(0, 0): v}))
                self.run_stet("fft", "in.npy", "-P", precision, status=0 if ok else 2)

    def test_what_is_cut_off_is_not_converted(self):
        self.file("in.npy", npy("float64", (4,), {(i,): 1e300 if i == 3 else 1.0 for i in range(4)}))
        self.stet("fft", "in.npy", "-P", "f32", "--n", "3")
        self.assertIn("element (3,)", self.error("fft", "in.npy", "-P", "f32"))

    def test_recordings(self):
        self.file("in.wav", wav(2, 64, 3, struct.pack("<4d", 1, 1, 1e200, 1)))
        self.assertIn("in.wav: element (1, 0): ", self.error("fft", "in.wav", "-P", "f32"))


if __name__ == "__main__":
    unittest.main()
