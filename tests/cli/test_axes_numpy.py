# SPDX-License-Identifier: Apache-2.0
"""stet fft --axes beside numpy's fftn, rfftn and irfftn: the same shapes, and values as near as two good
transforms are. Needs numpy."""
import json
import math
import unittest

import numpy

from support import Case

EPSILON = {"float32": 2.0**-24, "complex64": 2.0**-24}


class Numpy(Case):
    def setUp(self):
        super().setUp()
        self.random = numpy.random.default_rng(7)

    def make(self, dtype, shape):
        if numpy.dtype(dtype).kind in "iub":
            info = (0, 2) if dtype == "bool" else (numpy.iinfo(dtype).min // 2048, numpy.iinfo(dtype).max // 2048 + 2)
            return self.random.integers(*info, shape).astype(dtype)
        x = self.random.standard_normal(shape)
        if numpy.dtype(dtype).kind == "c":
            x = x + 1j * self.random.standard_normal(shape)
        return x.astype(dtype)

    def check(self, x, want, args, points):
        numpy.save(self.dir / "x.npy", x)
        for level in ("native", "correct"):
            got = json.loads(self.stet("fft", "x.npy", "-o", "y.npy", "--level", level, "--json", *args))
            y = numpy.load(self.dir / "y.npy")
            self.assertEqual(y.shape, want.shape, args)
            self.assertEqual(y.flags.f_contiguous, x.flags.f_contiguous or y.ndim == 1, args)
            unit = EPSILON.get(x.dtype.name, 2.0**-53)
            error = numpy.linalg.norm((y - want).ravel()) / numpy.linalg.norm(want.ravel())
            self.assertLess(error, 4 * unit * (2 + math.log2(points + 1)), (x.dtype, x.shape, args, got))

    def axes_of(self, rank):
        count = int(self.random.integers(1, rank + 1))
        axes = [int(a) for a in self.random.permutation(rank)[:count]]
        return [a - rank if self.random.integers(2) else a for a in axes]

    def case(self, dtypes):
        shape = tuple(int(n) for n in self.random.integers(2, 12, int(self.random.integers(1, 5))))
        x = self.make(str(self.random.choice(dtypes)), shape)
        axes = self.axes_of(len(shape))
        norm = str(self.random.choice(["backward", "ortho", "forward"]))
        args = ["--axes", ",".join(map(str, axes)), "--norm", norm]
        points = math.prod(shape[a] for a in axes)
        order = numpy.asfortranarray if self.random.integers(2) else numpy.ascontiguousarray
        return order(x), axes, norm, args, points

    def test_complex(self):
        for _ in range(40):
            x, axes, norm, args, points = self.case(["float32", "float64", "complex64", "complex128", "int8",
                                                     "uint8", "int16", "int32", "int64", "uint64", "bool"])
            wide = x.astype("complex128")
            self.check(x, numpy.fft.fftn(wide, axes=axes, norm=norm), args, points)
            self.check(x, numpy.fft.ifftn(wide, axes=axes, norm=norm), [*args, "--inverse"], points)

    def test_real(self):
        for _ in range(40):
            x, axes, norm, args, points = self.case(["float32", "float64", "int16", "uint32"])
            self.check(x, numpy.fft.rfftn(x.astype("float64"), axes=axes, norm=norm), [*args, "--real"], points)

    def test_back_to_real(self):
        """numpy drops the imaginary parts that must vanish, and so does stet."""
        for _ in range(40):
            x, axes, norm, args, _ = self.case(["complex64", "complex128"])
            bins = x.shape[axes[-1]]
            n = 2 * (bins - 1) + int(self.random.integers(2))
            lengths = [x.shape[a] for a in axes[:-1]] + [n]
            want = numpy.fft.irfftn(x.astype("complex128"), s=lengths, axes=axes, norm=norm)
            self.check(x, want, [*args, "--real", "--inverse", "--n", str(n)], math.prod(lengths))

    def test_what_numpy_writes(self):
        """Every type, byte and memory order as numpy.save has it."""
        for dtype in ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"):
            for mark in "<>":
                x = self.make(dtype, (3, 4))
                x = x.astype(x.dtype.newbyteorder(mark))
                for order in (numpy.ascontiguousarray, numpy.asfortranarray):
                    self.check(order(x), numpy.fft.fft(x.astype("float64")), [], 4)
        numpy.save(self.dir / "x.npy", numpy.ones(4, "longdouble"))
        self.assertIn("save a.astype('<f8')", self.error("fft", "x.npy"))
        numpy.savez(self.dir / "x.npz", a=numpy.ones(4))
        self.assertIn("unzip -p", self.error("fft", "x.npz"))


if __name__ == "__main__":
    unittest.main()
