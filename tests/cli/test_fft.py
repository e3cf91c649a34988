# SPDX-License-Identifier: Apache-2.0
"""stet fft on .npy files: values against a naive DFT, bits against each other."""
import array
import math
import random
import unittest

from support import DTYPES, INTEGERS, Case, dft, documented_keys, f32, indices, npy, read_npy
from support import relative_l2, transform_axis

SHAPE = (3, 4, 5)


def numbers(dtype, shape, seed=1):
    """Random values that the type holds exactly, and a double too."""
    r = random.Random(seed)
    _, code, parts, _ = DTYPES[dtype]
    one = {"f": lambda: f32(r.gauss(0, 1)), "d": lambda: r.gauss(0, 1)}.get(
        code, lambda: int(float(r.randint(*INTEGERS[code])) / 2048) * 2048 if code in "qQ"
        else r.randint(*INTEGERS[code]))
    return {i: complex(one(), one()) if parts == 2 else one() for i in indices(shape)}


def bound(unit, n):
    """Relative L2 error that a transform of length n may have: each of log2 n levels adds about
    one unit roundoff, Bluestein has three transforms, and the naive DFT errs too."""
    return 2 * unit * (2 + math.log2(n))


class Values(Case):
    def check(self, dtype, shape=SHAPE, axis=None, n=None, args=(), function=dft, order="<",
              fortran=False, version=1, out="complex", precision=None):
        values = numbers(dtype, shape)
        self.file("in.npy", npy(dtype, shape, values, order, fortran, version))
        result = self.stet_json("fft", "in.npy", "-o", "out.npy", *args)
        axis = len(shape) - 1 if axis is None else axis % len(shape)
        n = n or shape[axis]
        want, want_shape = transform_axis(values, shape, axis, n, function)
        bits = precision or ("32" if DTYPES[dtype][1] == "f" else "64")
        want_dtype = {"complex64": "complex128", "complex32": "complex64", "float64": "float64",
                      "float32": "float32"}[out + bits]
        got_dtype, got_shape, got_fortran, got, digest = read_npy(self.dir / "out.npy")
        self.assertEqual((got_dtype, got_shape, got_fortran), (want_dtype, want_shape, fortran))
        self.assertLessEqual(relative_l2(got, want), bound(DTYPES[want_dtype][3], max(n, 2)))
        self.assertEqual(result["sha256"], digest)
        self.assertEqual(result["output_shape"], list(want_shape))
        self.assertEqual(result["output_dtype"], want_dtype)
        return result

    def test_every_type_order_and_version(self):
        for dtype in DTYPES:
            for order in "<>":
                for fortran in (False, True):
                    for version in (1, 2, 3):
                        with self.subTest(dtype=dtype, order=order, fortran=fortran, version=version):
                            self.check(dtype, order=order, fortran=fortran, version=version)

    def test_axes(self):
        for fortran in (False, True):
            for axis in range(-3, 3):
                with self.subTest(axis=axis, fortran=fortran):
                    r = self.check("complex64", axis=axis, args=("--axis", axis), fortran=fortran)
                    self.assertEqual(r["axis"], axis % 3)

    def test_lengths(self):
        for n in (1, 2, 3, 5, 8, 16, 17, 30, 49, 64, 97):
            with self.subTest(n=n):
                self.assertEqual(self.check("complex128", shape=(n,))["length"], n)

    def test_zero_filling_and_cutting_off(self):
        for n in (1, 3, 4, 7, 16):
            for axis in (0, 1, 2):
                for fortran in (False, True):
                    with self.subTest(n=n, axis=axis, fortran=fortran):
                        self.check("float64", axis=axis, n=n, fortran=fortran,
                                   args=("--axis", axis, "--n", n))

    def test_norms(self):
        n = SHAPE[-1]
        for norm, forward in (("backward", 1), ("ortho", 1 / math.sqrt(n)), ("forward", 1 / n)):
            for inverse in (False, True):
                scale = 1 / n / forward if inverse else forward
                with self.subTest(norm=norm, inverse=inverse):
                    self.check("complex64", function=lambda x: dft(x, inverse, scale),
                               args=["--norm", norm] + ["--inverse"] * inverse)

    def test_half_spectrum(self):
        for dtype in ("int16", "float32", "float64"):
            for n in (4, 5):
                with self.subTest(dtype=dtype, n=n):
                    r = self.check(dtype, n=n, args=("--real", "--n", n),
                                   function=lambda x: dft(x)[:len(x) // 2 + 1])
                    self.assertEqual((r["kind"], r["length"]), ("r2c", n))

    def test_real_signal_from_half_spectrum(self):
        def c2r(n):
            def function(half):
                # The imaginary parts of bin 0 and, for even n, of bin n/2 count as zero.
                half = [complex(half[0].real)] + list(half[1:])
                if n % 2 == 0:
                    half[n // 2] = complex(half[n // 2].real)
                full = half + [half[n - k].conjugate() for k in range(n // 2 + 1, n)]
                return [v.real for v in dft(full, True, 1 / n)]
            return function
        for n in (None, 8, 7, 9, 3, 1, 2):
            args = ["--inverse", "--real"] + (["--n", n] if n else [])
            length = n or 2 * (SHAPE[-1] - 1)
            with self.subTest(n=n):
                r = self.check("complex64", n=length // 2 + 1, args=args, function=c2r(length),
                               out="float")
                self.assertEqual((r["kind"], r["length"]), ("c2r", length))

    def test_conversion(self):
        for dtype in DTYPES:
            for precision in ("f32", "f64"):
                if precision == "f32" and DTYPES[dtype][1] in "iIqQ":
                    continue  # see test_types.py
                with self.subTest(dtype=dtype, precision=precision):
                    r = self.check(dtype, args=("--precision", precision), precision=precision[1:])
                    self.assertEqual(r["precision"], precision)

    def test_conversion_down_rounds_once(self):
        """Length 1 is the identity, so the result is the conversion: to nearest, ties to even."""
        cases = [1 + 2**-24, 1 + 2**-24 + 2**-52, 1 + 3 * 2**-24, 2**-150, 2**-150 + 2**-200, 1e-40]
        values = {(i,): v for i, v in enumerate(cases)}
        self.file("in.npy", npy("float64", (len(cases), 1), {(i, 0): v for (i,), v in values.items()}))
        self.stet("fft", "in.npy", "--precision", "f32", "-o", "out.npy")
        got = read_npy(self.dir / "out.npy")[3]
        for i, v in enumerate(cases):
            self.assertEqual(got[i, 0].real, f32(v))

    def test_empty_and_scalar(self):
        self.file("scalar.npy", npy("float32", (), {(): 1.0}))
        self.file("empty.npy", npy("float32", (3, 0), {}))
        self.assertEqual(self.error("fft", "scalar.npy"), "stet fft: scalar.npy: a single number of "
                         "shape () has no axis to transform")
        self.assertEqual(self.error("fft", "empty.npy"), "stet fft: empty.npy: the array is empty: "
                         "there is nothing to transform")


class Bits(Case):
    """What the library promises, seen from outside."""

    def spectrum(self, *args, name="in.npy", **options):
        return self.stet_json("fft", name, *args, **options)["sha256"]

    def test_byte_and_memory_order_do_not_matter(self):
        for dtype in DTYPES:
            values = numbers(dtype, SHAPE)
            for axis in range(3):
                hashes = set()
                for order in "<>":
                    for fortran in (False, True):
                        self.file("in.npy", npy(dtype, SHAPE, values, order, fortran))
                        hashes.add(self.spectrum("--axis", axis))
                self.assertEqual(len(hashes), 1, (dtype, axis))

    def test_batch_does_not_matter(self):
        values = numbers("float32", (6, 35))
        self.file("in.npy", npy("float32", (6, 35), values))
        self.stet("fft", "in.npy", "-o", "all.npy")
        together = read_npy(self.dir / "all.npy")[3]
        for row in range(6):
            self.file("row.npy", npy("float32", (35,), {(i,): values[row, i] for i in range(35)}))
            self.stet("fft", "row.npy", "-o", "one.npy")
            alone = read_npy(self.dir / "one.npy")[3]
            self.assertEqual([alone[i,] for i in range(35)], [together[row, i] for i in range(35)])

    def test_many_pieces(self):
        """More work than one piece, along either side: every row is there, in its place."""
        n, rows, r = 1 << 14, 150, random.Random(4)
        bins = n // 2 + 1
        values = {i: r.randint(-999, 999) for i in indices((rows, 8))}
        for fortran in (False, True):
            self.file("in.npy", npy("int16", (rows, 8), values, "<", fortran))
            self.stet("fft", "in.npy", "--real", "--n", n, "-o", "all.npy", "-P", "f32")
            together = array.array("Q", (self.dir / "all.npy").read_bytes()[128:])
            self.assertEqual(len(together), rows * bins)
            for row in (0, 1, 63, 64, 65, 127, 128, rows - 1):
                self.file("row.npy", npy("int16", (8,), {(i,): values[row, i] for i in range(8)}))
                self.stet("fft", "row.npy", "--real", "--n", n, "-o", "one.npy", "-P", "f32")
                alone = array.array("Q", (self.dir / "one.npy").read_bytes()[128:])
                there = together[row::rows] if fortran else together[row * bins:(row + 1) * bins]
                self.assertEqual(there, alone, row)

    def test_soft_fma_does_not_matter(self):
        self.file("in.npy", npy("complex64", (2, 60), numbers("complex64", (2, 60))))
        soft = self.stet_json("fft", "in.npy", env={"STET_ISA": "soft"})
        self.assertEqual(soft["isa"], "soft")
        self.assertEqual(soft["sha256"], self.spectrum(env={"STET_ISA": ""}))

    def test_round_trip(self):
        for n in (64, 60, 61):
            values = numbers("float64", (n,))
            self.file("in.npy", npy("float64", (n,), values))
            self.stet("fft", "in.npy", "--real", "-o", "spectrum.npy")
            self.stet("fft", "spectrum.npy", "--real", "--inverse", "--n", n, "-o", "back.npy")
            result = self.run_stet("compare", "back.npy", "in.npy", "--json", status=1)
            self.assertIn(b'"different"', result.stdout)
            back = read_npy(self.dir / "back.npy")
            self.assertEqual(back[:2], ("float64", (n,)))
            self.assertLessEqual(relative_l2(back[3], values), 2 * bound(2.0**-53, n))

    def test_in_place_on_the_file(self):
        data = npy("complex64", SHAPE, numbers("complex64", SHAPE))
        self.file("in.npy", data)
        self.file("same.npy", data)
        want = self.spectrum("-o", "out.npy")
        self.assertEqual(self.spectrum("-o", "./same.npy", name="same.npy"), want)
        self.assertEqual((self.dir / "same.npy").read_bytes(), (self.dir / "out.npy").read_bytes())

    def test_nan_stays_in_its_row(self):
        ones = {i: 1.0 for i in indices((3, 4))}
        self.file("in.npy", npy("float32", (3, 4), {**ones, (1, 2): math.nan}))
        self.assertGreaterEqual(self.stet_json("fft", "in.npy", "-o", "out.npy")["nan"], 4)
        got = read_npy(self.dir / "out.npy")[3]
        for row in range(3):
            for k in range(4):
                want = math.nan if row == 1 else 4.0 if k == 0 else 0.0
                self.assertEqual(str(got[row, k].real), str(want))


class Lines(Case):
    """The command line and what is printed."""

    def setUp(self):
        super().setUp()
        self.file("in.npy", npy("float32", (2, 8), numbers("float32", (2, 8))))
        self.file("z.npy", npy("complex64", (1, 1), {(0, 0): 1j}))

    def test_table(self):
        text = self.stet("fft", "in.npy", "--real", "-o", "out.npy")
        labels = [line.split()[0] for line in text.splitlines()]
        self.assertEqual(labels, ["input", "elements", "transform", "length", "level", "precision",
                                  "time", "isa", "result", "sha256", "written"])
        self.assertIn("length      8\n", text)
        self.assertIn("result      complex64 (2, 5), 80 bytes\n", text)
        self.assertIn(read_npy(self.dir / "out.npy")[4], text)

    def test_json_keys_are_the_documented_ones(self):
        keys = list(self.stet_json("fft", "in.npy"))
        self.assertEqual(keys, documented_keys("stet fft"))
        seconds = self.stet_json("fft", "in.npy")["seconds"]
        self.assertEqual(list(seconds), ["read", "plan", "transform", "write"])
        self.assertTrue(all(s >= 0 for s in seconds.values()))

    def test_no_output_writes_nothing(self):
        before = self.files()
        self.stet("fft", "in.npy")
        self.assertEqual(self.files(), before)

    def test_errors(self):
        lines = []
        for args in (["in.npy", "--axis", "2"], ["in.npy", "--axis", "-3"], ["in.npy", "--axis", "x"],
                     ["in.npy", "--n", "0"], ["in.npy", "--n", "-1"], ["in.npy", "--n", "8x"],
                     ["in.npy", "--n", "99999999999999999999"], ["in.npy", "--n"],
                     ["in.npy", "--norm", "big"], ["in.npy", "--level", "exact"],
                     ["z.npy", "--level", "extended-ff", "--precision", "f64"],
                     ["in.npy", "--precision", "f8"], ["in.npy", "--colour"], ["in.npy", "-x"],
                     ["in.npy", "z.npy"], [], ["z.npy", "--real"], ["z.npy", "--real", "--inverse"],
                     ["in.npy", "--inverse", "--plot", "p.svg"], ["in.npy", "--plot", "in.npy"],
                     ["in.npy", "-o", "a", "--plot", "./a"], ["missing.npy"], ["."],
                     ["in.npy", "--frequency", "mel"], ["in.npy", "--frequency", "log"],
                     ["in.npy", "--n", " 8"], ["in.npy", "--n", "+8"], ["in.npy", "--n", "8 "],
                     ["in.npy", "--threads", " 2"], ["in.npy", "--axis", "+1"], [""],
                     ["in.npy", "--axes", "2"], ["in.npy", "--axes", "0,x"], ["in.npy", "--axes", ""],
                     ["in.npy", "--axes", "0,-2"], ["in.npy", "--axes", "0,"],
                     ["in.npy", "--axes", "0", "--axis", "1"], ["in.npy", "--axes", "all", "--n", "8"], ["in.npy", "--threads", "0"],
                     ["in.npy", "--threads", "1025"], ["in.npy", "--threads", "-1"],
                     ["in.npy", "--threads", "2x"], ["in.npy", "--threads", ""]):
            lines.append("$ " + " ".join(["stet", "fft", *args]) + "\n" + self.error("fft", *args) + "\n")
        self.assert_expected("fft-errors.txt", "".join(lines))
        self.assertEqual(self.files(), ["in.npy", "z.npy"])

    def test_threads(self):
        self.file("in.npy", npy("complex64", (3, 1 << 17), numbers("complex64", (3, 1 << 17))))
        digest = self.stet_json("fft", "in.npy")["sha256"]
        for args, env in ((("--threads", "2"), {}), (("--threads", "all"), {}), (("-t", "7"), {}),
                          ((), {"STET_THREADS": "3"}), ((), {"STET_THREADS": "all"}),
                          ((), {"STET_THREADS": ""})):
            self.assertEqual(self.stet_json("fft", "in.npy", *args, env=env)["sha256"], digest)
        for value in ("0", "x", "-1", "1e3", "1025", "99999999999999999999", "ALL"):
            for command in (["fft", "in.npy"], ["bench", "--sizes", "16"]):
                self.assertEqual(self.error(*command, env={"STET_THREADS": value}),
                                 f"stet {command[0]}: STET_THREADS={value}: not a whole number from "
                                 "1 to 1024, nor all")

    def test_more_memory_than_there_is(self):
        for n in (1 << 45, 1 << 61, (1 << 63) - 1):
            message = self.error("fft", "in.npy", "--n", n, "-o", "out.npy")
            self.assertRegex(message, "not enough memory|would not fit in the address space")
        self.assertEqual(self.files(), ["in.npy", "z.npy"])


if __name__ == "__main__":
    unittest.main()
