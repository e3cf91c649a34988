# SPDX-License-Identifier: Apache-2.0
"""stet verify: every mistake that has a name is made on purpose, and must get that name; what is
right must not get one."""
import cmath
import json
import math
import random
import re
import struct
import unittest

from support import Case, DTYPES, HERE, describe, documented_keys, indices, npy, npy_header, read_npy

COMPLEX = ("complex64", "complex128")


def noise(shape, seed=1, real=False):
    r = random.Random(f"{shape} {seed}")
    return {i: r.gauss(0, 1) if real else complex(r.gauss(0, 1), r.gauss(0, 1))
            for i in indices(shape)}


def line(values):
    """index -> number of one dimension, from a list."""
    return {(i,): v for i, v in enumerate(values)}


def listed(values):
    return [values[i] for i in sorted(values)]


def reverse_bits(k, n):
    return int(format(k, f"0{n.bit_length() - 1}b")[::-1], 2)


class Verify(Case):
    def save(self, name, dtype, shape, values):
        self.file(name, npy(dtype, shape, values))
        return name

    def spectrum(self, dtype, shape, values, *args):
        """What stet fft makes of it, as index -> number."""
        self.save("x.npy", dtype, shape, values)
        self.stet("fft", "x.npy", "-o", "y.npy", *args)
        return read_npy(self.dir / "y.npy")[3]

    def verify(self, *args, status=None):
        done = self.run_stet("verify", "x.npy", "y.npy", "--json", *args,
                             status=1 if status is None else status)
        self.assertEqual(done.stderr, b"")
        return json.loads(done.stdout)

    def found(self, dtype, shape, values, *args, status=None):
        self.save("y.npy", dtype, shape, values)
        return self.verify(*args, status=status)

    def assert_bug(self, r, name, what=""):
        self.assertEqual((r["verdict"], r["bug"]), ("bug", name), f"{what}: {r}")


class Planted(Verify):
    """One mistake in one row, in several lengths and both precisions."""

    def each(self, lengths, dtypes=COMPLEX):
        for dtype in dtypes:
            for n in lengths:
                x = noise((n,))
                yield dtype, n, x, listed(self.spectrum(dtype, (n,), x))

    def plant(self, name, dtype, y, *args):
        r = self.found(dtype, (len(y),), line(y), *args)
        self.assert_bug(r, name, f"{dtype} {len(y)}")
        return r

    def test_factors(self):
        for dtype, n, _, y in self.each((8, 15, 360)):
            for factor, text in ((n, "N"), (1 / n, "1/N"), (math.sqrt(n), "sqrt(N)"),
                                 (1 / math.sqrt(n), "1/sqrt(N)"), (2, "2"), (0.5, "1/2"),
                                 (-1, "-1"), (0.37, "0.37"), (1.001, "1.001")):
                r = self.plant("scaled", dtype, [v * factor for v in y])
                self.assertTrue(r["text"].split(", times ")[1].startswith(text), r["text"])
                self.assertAlmostEqual(r["factor"] / factor, 1, delta=1e-6)

    def test_the_one_factor_of_a_pair(self):
        """A round trip and a convolution with the 1/N of the pair twice, or with none: the inverse that was given
        numbers scaled already, and the inverse that left the scaling to somebody else."""
        for dtype, n, x, y in self.each((8, 30, 256)):
            k = listed(self.spectrum(dtype, (n,), noise((n,), 2)))
            for product in (y, [a * b for a, b in zip(y, k)]):
                right = listed(self.spectrum(dtype, (n,), line(product), "--inverse"))
                for factor, text in ((1 / n, "times 1/N: 1/N twice"), (n, "times N: 1/N is missing")):
                    r = self.plant("scaled", dtype, [v * factor for v in right], "--inverse")
                    self.assertEqual(r["text"], f"bug: the right values, {text}")
            self.spectrum(dtype, (n,), x)  # no 1/N is due here
            r = self.plant("scaled", dtype, [v / n for v in y])
            self.assertEqual(r["text"], "bug: the right values, times 1/N")
            self.spectrum(dtype, (n,), x, "--norm", "forward")
            r = self.plant("scaled", dtype, [v / n**2 for v in y], "--norm", "forward")
            self.assertEqual(r["text"], "bug: the right values, times 1/N: 1/N twice")

    def test_factors_near_one(self):
        """Not times 1."""
        for dtype, off, text in (("complex64", 16 * 2.0**-20, "1.5e-05"), ("complex128", 1e-12, "1e-12")):
            for _, _, _, y in self.each((8, 360), (dtype,)):
                for factor, sign in ((1 + off, "1 + "), (1 - off, "1 - "), (-1 - off, "-1 - "), (-1 + off, "-1 + ")):
                    r = self.plant("scaled", dtype, [v * factor for v in y])
                    self.assertTrue(r["text"].endswith(f", times {sign}{text}"), r["text"])

    def test_complex_factor(self):
        for dtype, n, _, y in self.each((8, 100)):
            r = self.plant("scaled", dtype, [v * cmath.exp(0.3j) for v in y])
            self.assertIn("i", r["text"].split(", times ")[1])
            self.assertIsNone(r["factor"])
            r = self.plant("scaled", dtype, [v * 1j for v in y])
            self.assertTrue(r["text"].endswith(", times i"), r["text"])

    def test_index_maps(self):
        for dtype, n, _, y in self.each((8, 15, 100, 256)):
            self.plant("inverse", dtype, [y[-k % n] for k in range(n)])
            r = self.plant("inverse", dtype, [y[-k % n] / n for k in range(n)])
            self.assertTrue(r["text"].endswith("times 1/N"), r["text"])
            self.plant("fftshifted", dtype, [y[(k + (n + 1) // 2) % n] for k in range(n)])
            if n % 2:
                self.plant("ifftshifted", dtype, [y[(k + n // 2) % n] for k in range(n)])
            for by in (1, -1, 3):
                r = self.plant("rolled", dtype, [y[(k - by) % n] for k in range(n)])
                self.assertIn(f"by {by:+}", r["text"])
            if n & (n - 1) == 0:
                self.plant("bit_reversed", dtype, [y[reverse_bits(k, n)] for k in range(n)])

    def test_values(self):
        for dtype, n, x, y in self.each((8, 15, 128)):
            self.plant("conjugated", dtype, [v.conjugate() for v in y])
            self.plant("swapped_parts", dtype, [complex(v.imag, v.real) for v in y])
            self.plant("imaginary_missing", dtype, [complex(v.real, 0) for v in y])
            self.plant("magnitude", dtype, [complex(abs(v), 0) for v in y])
            self.plant("power", dtype, [complex(abs(v) ** 2, 0) for v in y])
            self.plant("not_transformed", dtype, listed(x))
            self.plant("half_only", dtype, [v if k <= n // 2 else 0 for k, v in enumerate(y)])
            flat = [v.real for v in y] + [v.imag for v in y]
            self.plant("planar", dtype, [complex(*flat[2 * k:2 * k + 2]) for k in range(n)])

    def test_input(self):
        """Mistakes with the input: the spectrum of another one."""
        for dtype in COMPLEX:
            for n in (16, 15, 100):
                x = listed(noise((n,)))
                good = line(x)

                def plant(name, other):
                    y = self.spectrum(dtype, (n,), line(other))
                    self.save("x.npy", dtype, (n,), good)
                    return self.plant(name, dtype, listed(y))

                plant("input_conjugated", [v.conjugate() for v in x])
                plant("input_swapped_parts", [complex(v.imag, v.real) for v in x])
                plant("input_real", [complex(v.real, 0) for v in x])
                plant("input_fftshifted", [x[(k + (n + 1) // 2) % n] for k in range(n)])
                for by in (1, -1, 5):
                    r = plant("input_rolled", [x[(k - by) % n] for k in range(n)])
                    self.assertIn(f"by {by:+}", r["text"])
                if n & (n - 1) == 0:
                    plant("input_bit_reversed", [x[reverse_bits(k, n)] for k in range(n)])
                r = plant("truncated", x[:n - n // 4] + [0] * (n // 4))
                self.assertIn(f"the first {n - n // 4} of {n} samples", r["text"])
                r = plant("truncated", x[:5] + [0] * 3 + x[8:])
                self.assertIn("samples 5 to 7", r["text"])
                r = plant("samples_differ", x[:7] + [x[7] + 0.5] + x[8:])
                self.assertIn("1 of", r["text"])
                self.assertIn("number 7", r["text"])

    def test_input_rounded(self):
        x = noise((256,))
        half = {i: complex(*(struct.unpack("<e", struct.pack("<e", p))[0] for p in (v.real, v.imag)))
                for i, v in x.items()}
        single = {i: complex(*(struct.unpack("<f", struct.pack("<f", p))[0] for p in (v.real, v.imag)))
                  for i, v in x.items()}
        for dtype, other, name in (("complex64", half, "f16"), ("complex128", half, "f16"),
                                   ("complex128", single, "f32")):
            y = self.spectrum(dtype, (256,), other)
            self.save("x.npy", dtype, (256,), x)
            r = self.found(dtype, (256,), y)
            self.assert_bug(r, "input_rounded")
            self.assertIn(name, r["text"])

    def test_wrong_bins(self):
        for dtype, n, _, y in self.each((8, 15, 1000)):
            for k in (0, 1, n - 1):
                wrong = list(y)
                wrong[k] *= -1
                r = self.plant("wrong_bin", dtype, wrong)
                self.assertEqual(r["wrong_at"], [k])
        for dtype, n, _, y in self.each((64, 1000)):
            wrong = [v if k not in (5, 40, 41) else 0 for k, v in enumerate(y)]
            r = self.plant("wrong_bins", dtype, wrong)
            self.assertEqual(r["wrong_at"], [5])
            self.assertIn("3 wrong results", r["text"])

    def test_a_small_wrong_bin_is_no_coarse_arithmetic(self):
        """One wrong of 2^14 leaves a relative error of 0.8 %, like that of bf16."""
        n = 1 << 14
        y = listed(self.spectrum("complex64", (n,), noise((n,))))
        y[77] = 0
        self.assertEqual(self.plant("wrong_bin", "complex64", y)["wrong_at"], [77])

    def test_not_finite(self):
        for dtype, n, _, y in self.each((16,)):
            for bad in (math.nan, math.inf, -math.inf):
                wrong = y[:9] + [complex(0, bad)] + y[10:]
                r = self.plant("not_finite", dtype, wrong)
                self.assertEqual(r["not_finite"], 1)
                self.assertIn("(9,)", r["text"])


class Real(Verify):
    def test_half_spectra(self):
        for dtype, out in (("float32", "complex64"), ("float64", "complex128")):
            for n in (8, 15, 64, 100):
                x = noise((n,), real=True)
                y = listed(self.spectrum(dtype, (n,), x, "--real"))
                bins = (len(y),)
                self.assertIn(self.verify(status=0)["verdict"],
                              ("ordinary_rounding", "correctly_rounded"))
                for name, wrong in (("conjugated", [v.conjugate() for v in y]),
                                    ("scaled", [v / n for v in y]),
                                    ("swapped_parts", [complex(v.imag, v.real) for v in y]),
                                    ("fftshifted", y[-(len(y) // 2):] + y[:-(len(y) // 2)]),
                                    ("rolled", y[-1:] + y[:-1]),
                                    ("mean_removed", [0] + y[1:]),
                                    ("wrong_bin", y[:1] + [0] + y[2:])):
                    self.assert_bug(self.found(out, bins, line(wrong)), name, f"{dtype} {n}")
                shifted = line([x[(k - 1) % n,] for k in range(n)])
                y = self.spectrum(dtype, (n,), shifted, "--real")
                self.save("x.npy", dtype, (n,), x)
                self.assert_bug(self.found(out, bins, y), "input_rolled", f"{dtype} {n}")

    def test_half_and_full(self):
        for n in (8, 15, 64):
            x = noise((n,), real=True)
            full = self.spectrum("float64", (n,), x)
            self.assertEqual(self.verify(status=0)["kind"], "c2c")
            self.assert_bug(self.verify("--kind", "r2c"), "full_spectrum")
            half = self.spectrum("float64", (n,), x, "--real")
            self.assertEqual(self.verify(status=0)["kind"], "r2c")
            self.assert_bug(self.verify("--kind", "c2c"), "half_spectrum")
            self.assertEqual(len(full), n)
            self.assertEqual(len(half), n // 2 + 1)

    def test_real_results(self):
        for n in (8, 15, 64):
            x = noise((n // 2 + 1,))
            y = listed(self.spectrum("complex128", (n // 2 + 1,), x, "--real", "--inverse",
                                     "--n", n))
            self.assertEqual(self.verify(status=0)["kind"], "c2r")
            self.assert_bug(self.found("float64", (n,), line([v * n for v in y])), "scaled")
            self.assert_bug(self.found("float64", (n,), line(y[-1:] + y[:-1])), "rolled")
            self.assert_bug(self.found("float64", (n,), line([y[-k % n] for k in range(n)])), "inverse")


class Rows(Verify):
    shape = (6, 32)

    def setUp(self):
        super().setUp()
        self.x = noise(self.shape)
        self.y = self.spectrum("complex64", self.shape, self.x)

    def test_one_wrong_row(self):
        for change, words in ((lambda i: self.y[i] * 3.3, "times 3.3"),
                              (lambda i: self.y[4, i[1]], "the transform of row 4"),
                              (lambda i: self.y[i].conjugate(), "conjugated"),
                              (lambda i: self.y[2, (i[1] + 1) % 32], "rolled")):
            y = {i: change(i) if i[0] == 2 else v for i, v in self.y.items()}
            r = self.found("complex64", self.shape, y)
            self.assertEqual((r["verdict"], r["wrong_rows"], r["wrong_rows_first"]), ("bug", 1, [2]), r)
            self.assertIn("1 of 6 rows wrong", r["text"])
            self.assertIn(words, r["text"])

    def test_the_first_row_does_not_speak_for_the_others(self):
        other = noise(self.shape, 2)
        for change in (lambda v: v / 32, lambda v: v.conjugate() * (1 + 1e-3 * math.sin(abs(v)))):
            y = {i: change(self.y[i]) if i[0] == 0 else other[i] for i in self.y}
            r = self.found("complex64", self.shape, y)
            self.assertEqual(r["verdict"], "unexplained", r)

    def test_garbage_in_one_row(self):
        other = noise(self.shape, 2)
        y = {i: other[i] if i[0] == 5 else v for i, v in self.y.items()}
        r = self.found("complex64", self.shape, y)
        self.assert_bug(r, "wrong_rows")
        self.assertEqual(r["wrong_rows_first"], [5])

    def test_exchanged_rows(self):
        y = {(i, k): self.y[{1: 3, 3: 1}.get(i, i), k] for i, k in self.y}
        r = self.found("complex64", self.shape, y)
        self.assert_bug(r, "other_row")
        self.assertEqual(r["wrong_rows_first"], [1, 3])

    def test_every_row_the_same_mistake(self):
        y = {i: v / 32 for i, v in self.y.items()}
        r = self.found("complex64", self.shape, y)
        self.assert_bug(r, "scaled")
        self.assertEqual((r["wrong_rows"], r["text"]), (6, "bug: the right values, times 1/N"))


class Axes(Verify):
    def test_two_axes(self):
        shape = (8, 8)
        x = noise(shape)
        rows = self.spectrum("complex128", shape, x)
        self.save("r.npy", "complex128", shape, rows)
        self.stet("fft", "r.npy", "--axis", 0, "-o", "y.npy")
        both = read_npy(self.dir / "y.npy")[3]
        self.verify("--axes", "0,1", status=0)
        self.verify("--axes", "all", status=0)
        self.assert_bug(self.verify(), "other_axes")
        swap = {(i, k): both[k, i] for i, k in both}
        self.assert_bug(self.found("complex128", shape, swap, "--axes", "all"), "transposed")
        self.assert_bug(self.found("complex128", shape, rows, "--axes", "all"), "axis_missing")
        roll = {(i, k): both[(i - 1) % 8, (k + 2) % 8] for i, k in both}
        r = self.found("complex128", shape, roll, "--axes", "all")
        self.assert_bug(r, "rolled")
        self.assertIn("by +1, -2", r["text"])
        shift = {(i, k): both[(i + 4) % 8, (k + 4) % 8] for i, k in both}
        self.assert_bug(self.found("complex128", shape, shift, "--axes", "all"), "fftshifted")

    def test_whose_length_a_factor_is(self):
        """Of several axes N alone would be anybody's."""
        x = noise((6, 10))
        good = self.spectrum("complex128", (6, 10), x, "--axes", "0,1")
        for n, name in ((6, "N of axis 0"), (10, "N of axis 1"), (60, "N of all axes")):
            for factor, text in ((n, name), (1 / n, f"1/{name}"), (n**0.5, f"sqrt({name})"),
                                 (n**-0.5, f"1/sqrt({name})")):
                y = {i: factor * v for i, v in good.items()}
                r = self.found("complex128", (6, 10), y, "--axes", "0,1")
                self.assertEqual(r["text"], f"bug: the right values, times {text}")

    def test_wrong_axis_and_transposed_rows(self):
        shape = (4, 10)
        x = noise(shape)
        y = self.spectrum("complex64", shape, x, "--axis", 0)
        r = self.verify()
        self.assert_bug(r, "other_axes")
        self.assertIn("axis 0", r["text"])
        self.verify("--axes", "0", status=0)
        turned = {(k, i): v for (i, k), v in y.items()}
        r = self.found("complex64", (10, 4), turned, "--axes", "0")
        self.assert_bug(r, "transposed")

    def test_length(self):
        x = noise((3, 20))
        for n, name in ((32, "padded"), (16, "truncated")):
            self.spectrum("complex64", (3, 20), x, "--n", n)
            r = self.verify()
            self.assert_bug(r, name)
            self.assertIn(f" {n} along axis 1", r["text"])
            self.verify("--n", n, status=0)


class Right(Verify):
    """Nothing of this may be called wrong."""

    def test_levels_norms_and_lengths(self):
        for dtype in COMPLEX:
            for n in (1, 2, 3, 4, 7, 16, 31, 97, 120, 1009, 4096):
                x = noise((n,))
                for args in ([], ["--inverse", "--norm", "ortho"], ["--norm", "forward"],
                             ["--inverse"]):
                    self.spectrum(dtype, (n,), x, *args)
                    r = self.verify(*args, status=0)
                    self.assertIn(r["verdict"], ("ordinary_rounding", "correctly_rounded"), (n, r))
                    self.assertEqual((r["undecided"], r["not_finite"]), (0, 0), (n, r))

    def test_difficult_data(self):
        """Tones, impulses, constants, integers, symmetric data, wide ranges, a large mean."""
        r = random.Random(3)
        n = 256
        families = {
            "zeros": [0] * n,
            "impulse": [1] + [0] * (n - 1),
            "impulse 5": [0] * 5 + [1] + [0] * (n - 6),
            "constant": [0.1] * n,
            "tone": [cmath.exp(2j * math.pi * 17 * k / n) for k in range(n)],
            "slow tone": [math.cos(2 * math.pi * k / n) for k in range(n)],
            "off the bins": [math.cos(2 * math.pi * 17.3 * k / n) for k in range(n)],
            "integers": [r.randint(-9, 9) for _ in range(n)],
            "even": [min(k, n - k) / 7 for k in range(n)],
            "ramp": list(range(n)),
            "mean": [1e6 + r.gauss(0, 1) for _ in range(n)],
            "wide": [r.gauss(0, 1) * 2.0 ** r.randint(-60, 60) for _ in range(n)],
            "decay": [0.8 ** k for k in range(n)],
            "tiny": [r.gauss(0, 1) * 1e-36 for _ in range(n)],
            "subnormal": [r.gauss(0, 1) * 1e-42 for _ in range(n)],
            "huge": [r.gauss(0, 1) * 1e36 for _ in range(n)],
        }
        for name, values in families.items():
            for dtype in COMPLEX:
                for args in ([],) if name[0] < "i" else (["--inverse"],):
                    self.spectrum(dtype, (n,), line([complex(v) for v in values]), *args)
                    v = self.verify(*args, status=0)
                    self.assertIn(v["verdict"], ("ordinary_rounding", "correctly_rounded", "zero_sign",
                                                 "not_decided"), f"{name} {dtype}: {v}")

    def test_rounded_once(self):
        """Single from a transform in double of data with some room is correctly rounded, and one
        unit in the last place more is not."""
        for n in (8, 15, 64, 250):
            x = {i: complex(round(v.real * 512), round(v.imag * 512)) / 512
                 for i, v in noise((n,)).items()}
            y = self.spectrum("complex128", (n,), x)
            self.save("x.npy", "complex64", (n,), x)
            r = self.found("complex64", (n,), y, status=0)
            self.assertEqual(r["verdict"], "correctly_rounded", r)
            self.assertEqual(r["correct"], 2 * n)
            y[3,] = complex(y[3,].real * (1 + 2**-22), y[3,].imag)
            r = self.found("complex64", (n,), y, status=0)
            self.assertEqual((r["verdict"], r["not_correct"], r["first_not_correct"]),
                             ("ordinary_rounding", 1, [3]), r)

    def test_ties_are_proved(self):
        """1 + 2^-24 lies between two floats, and so does its neighbour: even wins; zeros are +0."""
        x = line([1, 2.0**-24])
        self.save("x.npy", "float32", (2,), x)
        for first, verdict in ((1.0, "correctly_rounded"), (1 + 2.0**-23, "ordinary_rounding")):
            r = self.found("complex64", (2,), line([first, 1 - 2.0**-24]), "--kind", "c2c", status=0)
            self.assertEqual(r["verdict"], verdict, r)
        # 3 2^-24 more than 1 is between odd and even: up.
        self.save("x.npy", "float32", (2,), line([1, 3 * 2.0**-24]))
        for first, verdict in ((1 + 2.0**-22, "correctly_rounded"), (1 + 2.0**-23, "ordinary_rounding")):
            r = self.found("complex64", (2,), line([first, 1 - 3 * 2.0**-24]), "--kind", "c2c", status=0)
            self.assertEqual((r["verdict"], r["undecided"]), (verdict, 0), r)
        for n in (2, 12, 16, 30, 128):
            self.save("x.npy", "float32", (n,), line([1.0] * n))
            r = self.found("complex64", (n,), line([complex(n)] + [0j] * (n - 1)), status=0)
            self.assertEqual((r["verdict"], r["proved_exact"]), ("correctly_rounded", 2 * n - 1), r)
            wrong = [complex(n)] + [0j] * (n - 2) + [complex(-0.0, 0)]
            r = self.found("complex64", (n,), line(wrong), status=0)
            self.assertEqual((r["verdict"], r["zero_signs"]), ("zero_sign", 1), r)
            wrong = [complex(n)] + [0j] * (n - 2) + [1e-30j]
            self.assertEqual(self.found("complex64", (n,), line(wrong), status=0)["verdict"],
                             "ordinary_rounding")

    def test_near_tie(self):
        """1 + 2^-24 + 2^-140: double-double alone does not see on which side of the tie it is."""
        self.save("x.npy", "float32", (4,), line([1, 2.0**-24, 2.0**-140, 0]))
        r = self.found("complex64", (4,), line([1 + 2.0**-23, complex(1, -2.0**-24), 1 - 2.0**-24,
                                                complex(1, 2.0**-24)]), "--kind", "c2c", status=0)
        self.assertEqual((r["verdict"], r["by_library"]), ("correctly_rounded", 0), r)

    def test_narrow_storage(self):
        """A float file that holds halves: correctly rounded to f16, which --expect accepts."""
        x = {i: complex(round(v.real * 64), round(v.imag * 64)) / 64 for i, v in noise((64,)).items()}
        y = self.spectrum("complex128", (64,), x)
        half = {i: complex(*(struct.unpack("<e", struct.pack("<e", p))[0] for p in (v.real, v.imag)))
                for i, v in y.items()}
        self.save("x.npy", "complex64", (64,), x)
        r = self.found("complex64", (64,), half, "--expect", "f16", status=0)
        self.assertEqual((r["verdict"], r["format"]), ("correctly_rounded", "f16"))
        self.assertFalse(self.verify(status=1)["passed"])

    def test_input_rounded_to_single_first(self):
        x = noise((64,))
        self.save("x.npy", "complex128", (64,), x)
        self.stet("fft", "x.npy", "--precision", "f32", "-o", "y.npy")
        self.assertEqual(self.verify(status=0)["verdict"], "ordinary_rounding")

    def test_single_in_a_double_file(self):
        x = {i: complex(*struct.unpack("<2f", struct.pack("<2f", v.real, v.imag)))
             for i, v in noise((256,)).items()}
        y = self.spectrum("complex64", (256,), x)
        self.save("x.npy", "complex128", (256,), x)
        r = self.found("complex128", (256,), y)
        self.assertEqual((r["verdict"], r["looks_like"], r["passed"]),
                         ("ordinary_rounding", "f32", False), r)
        self.assertTrue(self.verify("--expect", "f32", status=0)["passed"])


class Garbage(Verify):
    def test_unexplained(self):
        for dtype in COMPLEX:
            for n in (3, 4, 5, 8, 16, 100, 1024):
                self.save("x.npy", dtype, (n,), noise((n,), 1))
                r = self.found(dtype, (n,), noise((n,), 2))
                self.assertEqual(r["verdict"], "unexplained", (dtype, n, r))
            self.save("x.npy", dtype, (4, 6), noise((4, 6), 1))
            self.assertEqual(self.found(dtype, (4, 6), noise((4, 6), 2))["verdict"], "unexplained")
            self.assertEqual(self.verify("--axes", "all")["verdict"], "unexplained")

    def test_how_many_are_right(self):
        """What nothing explains is not all wrong."""
        other = lambda k, y: complex(math.sin(7 * k * k + 1), math.cos(5 * k * k))
        for n, right, where in ((8, [], ""), (64, [0, 1, 2, 9, 20, 21], "0 to 2, 9, 20 to 21"),
                                (100, range(50), "0 to 49")):
            y = listed(self.spectrum("complex128", (n,), noise((n,))))
            y = [v if k in right else other(k, v) for k, v in enumerate(y)]
            r = self.found("complex128", (n,), line(y))
            self.assertEqual((r["verdict"], r["right_results"], r["right_where"]), ("unexplained", len(right), where))
            self.assertIn(f"; {len(right)} of {n} results are right" + (f": {where}" if where else ""), r["text"])
        y = listed(self.spectrum("complex128", (400,), noise((400,))))
        r = self.found("complex128", (400,), line([v if k % 3 else other(k, v) for k, v in enumerate(y)]))
        self.assertEqual(r["right_results"], 266)
        self.assertRegex(r["right_where"], r"^1 to 2, 4 to 5, .*, \.\.\.$")
        shape = (3, 32)
        good = self.spectrum("complex64", shape, noise(shape))
        for wrong, count, where in ((lambda i: i[1] > 9, 30, "0 to 9 of each line"),
                                    (lambda i: i[1] + i[0] > 9, 27, "(0, 0) to (0, 9), (1, 0) to (1, 8), (2, 0) to (2, 7)")):
            y = {i: other(32 * i[0] + i[1], v) if wrong(i) else v for i, v in good.items()}
            r = self.found("complex64", shape, y)
            self.assertEqual((r["verdict"], r["right_results"], r["right_where"]), ("unexplained", count, where), r)
        y = {i: other(32 * i[0] + i[1], v) if i[0] == 1 and i[1] > 9 else v for i, v in good.items()}
        r = self.found("complex64", shape, y)
        self.assertEqual((r["bug"], r["right_results"], r["right_where"]), ("wrong_rows", 10, "0 to 9"), r)
        self.assertIn("10 of 32 results are right: 0 to 9", r["text"])

    def test_zeros(self):
        self.save("x.npy", "complex64", (8,), noise((8,)))
        self.assert_bug(self.found("complex64", (8,), line([0j] * 8)), "zeros")
        self.save("x.npy", "complex64", (8,), line([0j] * 8))
        self.assert_bug(self.found("complex64", (8,), noise((8,))), "not_zero")

    def test_what_should_be_zero(self):
        """Nothing is rounding there, though its square is no number; the sign of a zero is no bug."""
        for size in (1e-300, 5e-324, 1e-30, 1.0):
            self.save("x.npy", "complex128", (8,), line([0j] * 8))
            r = self.found("complex128", (8,), line([size] * 8))
            self.assert_bug(r, "not_zero", size)
            self.assertIsNone(r["relative_l2"])
            x = noise((4, 8))
            x.update({(2, k): 0j for k in range(8)})
            y = self.spectrum("complex128", (4, 8), x)
            y[2, 5] = complex(0, size)
            r = self.found("complex128", (4, 8), y)
            self.assert_bug(r, "not_zero", size)
            self.assertIn("1 of 4 rows wrong, the others right: results that are not zero", r["text"])
        self.save("x.npy", "complex128", (8,), line([0j] * 8))
        self.found("complex128", (8,), line([-0.0] * 8), status=0)

    def test_few_numbers_have_no_name(self):
        """One or two numbers are near anything: a factor, a row, an integer, bytes in another order."""
        self.save("x.npy", "complex64", (4, 1), {(i, 0): 1.3 * i + 0.7 - 0.2j for i in range(4)})
        for y in ((2, 1, 3, 5), (1, 2, 3, 5)):
            r = self.found("complex64", (4, 1), {(i, 0): complex(v) for i, v in enumerate(y)})
            self.assertEqual(r["verdict"], "unexplained", r)
        self.save("x.npy", "complex128", (2,), line([-1 + 0.56j, 2 + 0.64j]))
        r = self.found("float64", (2,), line([0.5, -1.25]))
        self.assertEqual(r["verdict"], "unexplained", r)

    def test_no_coarse_arithmetic_where_most_is_right(self):
        """Small wrong results leave little of a mistake, and are no coarse arithmetic."""
        y = listed(self.spectrum("complex128", (400,), noise((400,))))
        y = [v if k % 3 else cmath.exp(1j * k * k) for k, v in enumerate(y)]
        r = self.found("complex128", (400,), line(y))
        self.assertEqual((r["verdict"], r["right_results"]), ("unexplained", 266), r)

    def test_one_large_result_is_no_evidence(self):
        """A factor fits it, whatever the others are; and so does one for numbers of any bytes."""
        r = random.Random(6)
        n = 16
        for dtype, size in [("complex128", 0.1), ("complex128", 1e-9)] * 4:
            x = {(i,): 100 + r.gauss(0, 1) for i in range(n)}
            y = listed(self.spectrum(dtype, (n,), x))
            y = [v * complex(1 + size * r.gauss(0, 1), size * r.gauss(0, 1)) for v in y]
            self.assertIsNone(self.found(dtype, (n,), line(y))["bug"])
        y = listed(self.spectrum("complex128", (n,), line([1.0] * n)))
        v = self.found("complex128", (n,), line([y[0] * (1 + 1e-5 + 1e-5j)] + y[1:]))
        self.assert_bug(v, "wrong_bin")
        y = listed(self.spectrum("complex64", (256,), line([0, 0, 1.0] + [0] * 253)))
        y = [v + 3e-6 * complex(r.gauss(0, 1), r.gauss(0, 1)) for v in y]
        self.assertEqual(self.found("complex64", (256,), line(y))["verdict"], "inaccurate")
        tone = [cmath.exp(2j * math.pi * 3 * k / 128) for k in range(128)]
        y = listed(self.spectrum("complex64", (128,), line(tone)))
        y = [v * (1 + 2e-5 if k == 3 else 1 + 0.01 / max(abs(v), 1e-9)) for k, v in enumerate(y)]
        self.assertNotEqual(self.found("complex64", (128,), line(y))["bug"], "filtered")

    def test_inaccurate(self):
        y = self.spectrum("complex128", (256,), noise((256,)))
        r = random.Random(4)
        y = {i: v * (1 + 1e-11 * r.gauss(0, 1)) for i, v in y.items()}
        v = self.found("complex128", (256,), y)
        self.assertEqual(v["verdict"], "inaccurate", v)

    def test_subnormal_input(self):
        """Bluestein's method loses bits below the normal range; where there is room it does not."""
        r = random.Random(4)
        for size, said in ((1e-310, True), (1e-280, False)):
            y = self.spectrum("complex128", (64,), {i: size * v for i, v in noise((64,)).items()})
            y = {i: v * (1 + 1e-10 * r.gauss(0, 1)) for i, v in y.items()}
            v = self.found("complex128", (64,), y)
            self.assertEqual((v["verdict"], "below the normal range of f64 may be the reason" in v["text"]),
                             ("inaccurate", said), v)
        y = self.spectrum("complex128", (64,), {i: 1e-300 * v for i, v in noise((64,)).items()})
        v = self.found("complex128", (64,), {i: 2 * v for i, v in y.items()})
        self.assertEqual(v["text"], "bug: the right values, times 2")


class Hostile(Verify):
    def message(self, *args):
        return self.error("verify", "x.npy", "y.npy", *args)

    def test_messages(self):
        good = noise((4, 8))
        lines = []
        cases = [
            ("shape", "complex64", (4, 8), good, "complex64", (3, 7), noise((3, 7)), []),
            ("rank", "complex64", (4, 8), good, "complex64", (32,), noise((32,)), []),
            ("permuted", "complex64", (4, 8), good, "complex64", (8, 4), noise((8, 4)), []),
            ("length", "complex64", (4, 8), good, "complex64", (4, 9), noise((4, 9)), []),
            ("real", "complex64", (4, 8), good, "float32", (4, 8), noise((4, 8), real=True),
             ["--kind", "c2c"]),
            ("real, guessed", "float64", (4, 8), noise((4, 8), real=True), "float64", (4, 8),
             noise((4, 8), 2, real=True), []),
            ("r2c", "complex64", (4, 8), good, "complex64", (4, 5), noise((4, 5)), ["--kind", "r2c"]),
            ("inverse r2c", "float32", (8,), noise((8,), real=True), "complex64", (5,), noise((5,)),
             ["--kind", "r2c", "--inverse"]),
            ("c2r", "complex64", (5,), noise((5,)), "complex64", (8,), noise((8,)), ["--kind", "c2r"]),
            ("empty", "complex64", (0,), {}, "complex64", (0,), {}, []),
            ("scalar", "complex64", (), {(): 1j}, "complex64", (), {(): 1j}, []),
            ("integers", "float32", (4,), noise((4,), real=True), "int16", (4,),
             line([1, 2, 3, 4]), []),
            ("nan", "complex64", (4, 8), {**good, (2, 3): complex(math.nan, math.inf)}, "complex64",
             (4, 8), good, []),
            ("axis", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--axes", "2"]),
            ("axis twice", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--axes", "1,-1"]),
            ("axes", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--axes", "0,x"]),
            ("n", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--axes", "all", "--n", "8"]),
            ("expect", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--expect", "f8"]),
            ("kind", "complex64", (4, 8), good, "complex64", (4, 8), good, ["--kind", "dct"]),
        ]
        for name, in_type, in_shape, x, out_type, out_shape, y, args in cases:
            self.save("x.npy", in_type, in_shape, x)
            self.save("y.npy", out_type, out_shape, y)
            lines.append(f"{name}: {self.message(*args)}")
        self.assert_expected("verify-errors.txt", "\n".join(lines) + "\n")

    def test_files(self):
        self.save("x.npy", "complex64", (8,), noise((8,)))
        self.assertIn("y.npy: cannot open", self.message())
        self.file("y.npy", b"")
        self.assertIn("y.npy: byte 0", self.message())
        self.file("y.npy", npy("complex64", (8,), noise((8,)))[:-1])
        self.assertIn("y.npy: byte", self.message())

    def test_a_sparse_giant(self):
        for name in ("x.npy", "y.npy"):
            with open(self.dir / name, "wb") as f:
                f.write(npy_header(describe("<c8", False, (1 << 40,))))
                try:
                    f.truncate(128 + (1 << 43))
                except OSError:
                    self.skipTest("the file system has no sparse files of that size")
        self.assertIn("not enough memory", self.message())

    def test_table_keys_and_picture(self):
        shape = (2, 8)
        x = {i: (i[0] + 1) * (i[1] + 1j) for i in indices(shape)}
        y = self.spectrum("complex64", shape, x)
        y[1, 3] = 1j
        self.save("y.npy", "complex64", shape, y)
        text = self.run_stet("verify", "x.npy", "y.npy", "--plot", "p.svg", status=1).stdout.decode()
        self.assert_expected("verify.txt", text)
        self.assertIn(b"<svg", (self.dir / "p.svg").read_bytes())
        picture = (self.dir / "p.svg").read_text()
        self.assertIn("Errors of y.npy, row 1 of 2", picture)
        self.assertIn(">verdict: bug: 1 of 2 rows wrong", picture)
        for words in ("exact value", "error", "index in the row", "magnitude / rms of the exact values"):
            self.assertIn(f">{words}<", picture)
        r = self.verify()
        self.assertEqual(list(r), documented_keys("stet verify"))
        self.assertEqual(set(DTYPES) & {"complex64"}, {"complex64"})


class Documents(unittest.TestCase):
    def test_all_names_are_documented(self):
        room = HERE.parent.parent / "tools" / "verify"
        text = (HERE.parent.parent / "docs" / "cli.md").read_text()
        names = set()
        for source in ("hypotheses.c", "views.c"):
            names |= set(re.findall(r'\{"(\w+)", (?:map|view)_', (room / source).read_text()))
        # view_places() names what it found; other_lengths() has names of the table.
        names |= set(re.findall(r'return .*"(\w+)";', (room / "places.c").read_text()))
        self.assertGreater(len(names), 50)
        self.assertEqual([name for name in sorted(names) if f"`{name}`" not in text], [])


if __name__ == "__main__":
    unittest.main()
