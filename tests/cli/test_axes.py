# SPDX-License-Identifier: Apache-2.0
"""stet fft --axes: several axes at once. Level native is the transforms along one axis, the last named
first; the other levels and norms are held against the definition, and all against stet verify."""
import array
import itertools
import math
import unittest

from support import Case, describe, dft, documented_keys, npy, npy_header, read_npy, relative_l2
from support import transform_axis
from test_fft import bound, numbers

SHAPE = (3, 4, 6)


class Axes(Case):
    def make(self, dtype="complex64", shape=SHAPE, fortran=False):
        self.values = numbers(dtype, shape)
        self.file("in.npy", npy(dtype, shape, self.values, "<", fortran))

    def fft(self, *args, out="out.npy", name="in.npy"):
        return self.stet_json("fft", name, "-o", out, *args)

    def composed(self, axes, *args):
        """The hash of one transform after the other, each along one axis."""
        name = "in.npy"
        for i, axis in enumerate(reversed(axes)):
            digest = self.fft("--axis", axis, *args, out=f"step{i}.npy", name=name)["sha256"]
            name = f"step{i}.npy"
        return digest

    def test_native_is_one_axis_after_the_other(self):
        for fortran in (False, True):
            self.make(fortran=fortran)
            for count in (1, 2, 3):
                for axes in itertools.permutations(range(3), count):
                    got = self.fft("--axes", ",".join(map(str, axes)))
                    self.assertEqual(got["sha256"], self.composed(axes), (axes, fortran))
                    self.assertEqual(got["axes"], list(axes))
                    self.assertEqual(got["lengths"], [SHAPE[a] for a in axes])
                    self.assertEqual((got["axis"], got["length"]), (axes[-1], SHAPE[axes[-1]]))
                    negative = ",".join(str(a - 3) for a in axes)
                    self.assertEqual(self.fft(f"--axes={negative}")["sha256"], got["sha256"])
            self.assertEqual(self.fft("--axes", "all")["sha256"], self.fft("--axes", "0,1,2")["sha256"])

    def test_many_transforms(self):
        """The loops around a transform: before it, between its axes, behind it, in pieces."""
        shape = (2, 3, 2, 5, 2)
        for fortran in (False, True):
            self.make("complex64", shape, fortran)
            for axes in ((1, 3), (0, 4), (2, 1), (0, 2, 4), (1,), (4, 3, 2, 1, 0)):
                got = self.fft("--axes", ",".join(map(str, axes)))["sha256"]
                self.assertEqual(got, self.composed(axes), (axes, fortran))
        shape = (3, 512, 2, 512)  # more than a piece
        count = 2 * math.prod(shape)
        whole = array.array("f", (i * i % 251 - 125 for i in range(count)))
        self.file("in.npy", npy_header(describe("<c8", False, shape)) + whole.tobytes())
        for axes in ((1, 3), (3, 1), (0, 1)):
            self.assertEqual(self.fft("--axes", ",".join(map(str, axes)))["sha256"], self.composed(axes))

    def test_real(self):
        """--real halves the last one named, and is transformed first; the others are complex."""
        self.make("float64")
        for axes in ((0, 1), (2, 0), (1, 2, 0)):
            got = self.fft("--real", "--axes", ",".join(map(str, axes)))["sha256"]
            first = self.fft("--real", "--axis", axes[-1], out="half.npy")["sha256"]
            name, digest = "half.npy", first
            for i, axis in enumerate(reversed(axes[:-1])):
                digest = self.fft("--axis", axis, name=name, out=f"s{i}.npy")["sha256"]
                name = f"s{i}.npy"
            self.assertEqual(got, digest, axes)

    def test_back_again(self):
        self.make("float64", (4, 5, 7))
        for n, axes in ((7, "0,1,2"), (7, "0,2"), (4, "1,0"), (5, "2,1")):
            for norm in ("backward", "ortho", "forward"):
                self.fft("--real", "--axes", axes, "--norm", norm, out="half.npy")
                got = self.fft("--real", "--inverse", "--axes", axes, "--n", n, "--norm", norm, name="half.npy")
                back = read_npy(self.dir / "out.npy")
                self.assertEqual(back[1], (4, 5, 7))
                self.assertEqual(got["lengths"][-1], n)
                self.assertLess(relative_l2(back[3], self.values), 1e-14)

    def test_the_definition(self):
        """Every level, precision and norm, against the naive transform."""
        shape = (3, 4, 5)
        for dtype, args, unit in (("complex64", [], 2.0**-24), ("complex128", ["--level", "correct"], 2.0**-53),
                                  ("complex64", ["--level", "correct"], 2.0**-24),
                                  ("int16", [], 2.0**-53), ("float32", ["--norm", "ortho"], 2.0**-24),
                                  ("complex128", ["--inverse", "--norm", "backward"], 2.0**-53)):
            self.make(dtype, shape)
            for axes in ((0, 1, 2), (2, 0)):
                self.fft("--axes", ",".join(map(str, axes)), *args)
                want, n = self.values, 1
                for axis in axes:
                    n *= shape[axis]
                    want, _ = transform_axis(want, shape, axis, shape[axis],
                                             lambda x: dft(x, "--inverse" in args))
                scale = n**-0.5 if "ortho" in args else 1 / n if "--inverse" in args else 1
                got = read_npy(self.dir / "out.npy")[3]
                self.assertLessEqual(relative_l2(got, {i: scale * v for i, v in want.items()}),
                                     bound(unit, n), (dtype, args, axes))

    def test_verify_agrees(self):
        for dtype, args, verify in (("complex64", [], []), ("float64", ["--real"], ["--kind", "r2c"]),
                                    ("float32", ["--real", "--norm", "ortho"], ["--kind", "r2c", "--norm", "ortho"]),
                                    ("complex128", ["--inverse"], ["--inverse"])):
            self.make(dtype)
            for axes in ("all", "0,1", "1,0", "-1,0", "2,0,1"):
                self.fft(f"--axes={axes}", *args)
                got = self.stet_json("verify", "in.npy", "out.npy", f"--axes={axes}", *verify)
                self.assertIn(got["verdict"], ("ordinary_rounding", "correctly_rounded"), (dtype, axes))
                self.fft(f"--axes={axes}", "--level", "correct", *args)
                got = self.stet_json("verify", "in.npy", "out.npy", f"--axes={axes}", *verify)
                self.assertEqual(got["verdict"], "correctly_rounded", (dtype, axes))

    def test_a_length_of_one_of_several_axes(self):
        """--n is the real length along the last axis, for both commands; else it is refused by both."""
        self.make("complex64", (6, 16))
        for n in (31, 30, 29, 20):
            self.fft("--inverse", "--real", "--axes", "0,1", "--n", n)
            got = self.stet_json("verify", "in.npy", "out.npy", "--axes", "0,1", "--kind", "c2r", "--n", n)
            self.assertEqual((got["verdict"], got["lengths"]), ("ordinary_rounding", [6, n]))
        for command in (["fft", "in.npy"], ["verify", "in.npy", "in.npy"]):
            self.assertIn("--n is for one axis; with several",
                          self.error(*command, "--axes", "0,1", "--n", "8"))

    def test_halves(self):
        self.make("float32", (4, 6))
        for mode in ("io", "store", "native"):
            got = self.fft("--axes", "all", "--precision", "f16", "--mode", mode)
            self.assertEqual((got["output_shape"], got["mode"]), ([4, 6], mode))
            x = self.stet_json("verify", "in.npy", "out.npy", "--axes", "all", "--expect", "bf16")
            self.assertIn(x["verdict"], ("ordinary_rounding", "correctly_rounded"))

    def test_threads_and_instruction_sets(self):
        self.make("complex64", (8, 60, 9))
        want = self.fft("--axes", "1,0")["sha256"]
        self.assertEqual(self.fft("--axes", "1,0", "--threads", "3")["sha256"], want)
        self.assertEqual(self.stet_json("fft", "in.npy", "--axes", "1,0", env={"STET_ISA": "soft"})["sha256"], want)

    def test_picture_and_table(self):
        self.make("float32")
        text = self.stet("fft", "in.npy", "--axes", "0,2", "--plot", "p.svg")
        self.assertIn("transform   c2c forward along axes 0, 2, norm backward\n", text)
        self.assertIn("length      3 x 6\n", text)
        self.assertEqual(list(self.stet_json("fft", "in.npy", "--axes", "all")), documented_keys("stet fft"))


if __name__ == "__main__":
    unittest.main()
