# SPDX-License-Identifier: Apache-2.0
"""stet verify on what others compute: numpy.fft and scipy.fft in every form, and FFTs with rounded
twiddles or arithmetic, or bad twiddles. Needs numpy and scipy."""
import json
import unittest

import numpy as np
import scipy.fft

from support import Case

RIGHT = ("ordinary_rounding", "correctly_rounded", "zero_sign")


def part_by_part(function):
    return lambda x: function(x.real) + 1j * function(x.imag)


@part_by_part
def to_f32(x):
    return x.astype(np.float32).astype(np.float64)


@part_by_part
def to_f16(x):
    return x.astype(np.float16).astype(np.float64)


def to_bits(bits):
    @part_by_part
    def function(x):
        mantissa, exponent = np.frexp(x)
        return np.ldexp(np.round(np.ldexp(mantissa, bits)), exponent - bits)
    return function


to_tf32, to_bf16 = to_bits(11), to_bits(8)


def exact_twiddles(n):
    return np.exp(-2j * np.pi * np.arange(n // 2) / n)


def recurrence(n):
    w, step = np.ones(n // 2, np.complex64), np.complex64(np.exp(-2j * np.pi / n))
    for i in range(1, n // 2):
        w[i] = w[i - 1] * step  # stet: ignore[FFT501] the mistake that is looked for
    return w.astype(complex)


def radix2(x, twiddle, value, table=exact_twiddles):
    """An FFT whose twiddles and intermediate values are rounded."""
    n = len(x)
    if n == 1:
        return x
    even, odd = (radix2(x[i::2], twiddle, value, table) for i in (0, 1))
    w = twiddle(table(n))
    turned = value(value(w.real * odd.real + 0j) - value(w.imag * odd.imag + 0j)
                   + 1j * (value(w.real * odd.imag + 0j) + value(w.imag * odd.real + 0j)))
    return value(np.concatenate([even + turned, even - turned]))


class Numpy(Case):
    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(11)

    def noise(self, *shape, real=False):
        x = self.random.standard_normal(shape)
        return x if real else x + 1j * self.random.standard_normal(shape)

    def verify(self, x, y, *args, status=0):
        np.save(self.dir / "x.npy", x)
        np.save(self.dir / "y.npy", y)
        done = self.run_stet("verify", "x.npy", "y.npy", "--json", *args, status=status)
        return json.loads(done.stdout)

    def right(self, x, y, *args):
        r = self.verify(x, y, *args)
        self.assertIn(r["verdict"], RIGHT, r)
        self.assertEqual((r["undecided"], r["not_finite"]), (0, 0))

    def test_one_axis(self):
        for n in (1, 2, 3, 8, 11, 97, 210, 1009, 4096, 10007):
            for norm in ("backward", "ortho", "forward") if n < 200 else ("ortho",):
                x, args = self.noise(n), ("--norm", norm)
                self.right(x, np.fft.fft(x, norm=norm), *args)
                self.right(x, np.fft.ifft(x, norm=norm), "--inverse", *args)
                x = x.astype(np.complex64)
                self.right(x, scipy.fft.fft(x, norm=norm), *args)
                self.right(x, scipy.fft.ifft(x, norm=norm), "--inverse", *args)
                self.right(x, np.fft.fft(x, norm=norm).astype(np.complex64), *args)
                x = x.real
                self.right(x, scipy.fft.rfft(x, norm=norm), *args, "--kind", "r2c")
                if n > 1:
                    h = self.noise(n // 2 + 1).astype(np.complex64)
                    self.right(h, scipy.fft.irfft(h, n=n, norm=norm), *args)

    def test_more_axes(self):
        for shape in ((8, 8), (5, 12), (3, 4, 10), (17, 32)):
            x = self.noise(*shape).astype(np.complex64)
            self.right(x, scipy.fft.fftn(x), "--axes", "all")
            self.right(x, scipy.fft.ifft2(x, norm="ortho"), "--axes=-2,-1", "--inverse", "--norm", "ortho")
            self.right(x.real, scipy.fft.rfftn(x.real), "--axes", "all")
            for axis in range(len(shape)):
                self.right(x, scipy.fft.fft(x, axis=axis), "--axes", axis)
            h = self.noise(*shape)
            n = 2 * shape[-1] - 1
            self.right(h, np.fft.irfftn(h, s=shape[:-1] + (n,)), "--axes", "all")
            self.right(np.asfortranarray(x), scipy.fft.fft(x))
        x = self.noise(6, 20)
        self.right(x, np.fft.fft(x, n=32), "--n", 32)

    def test_cosines_and_sines(self):
        """SciPy's of every type and norm. Its orthonormal ones have another factor at an end, up to 1.11
        those of DST II and III at the wrong end (scipy issue 18452)."""
        late = [int(part) for part in scipy.__version__.split(".")[:2]] >= [1, 12]
        for function in (scipy.fft.dct, scipy.fft.dst):
            for i in (1, 2, 3, 4):
                kind = f"{function.__name__}{i}"
                sine_end = kind in ("dst2", "dst3")
                for n in (9, 64):
                    x = self.noise(n, real=True)
                    for norm in ("backward", "forward", "ortho"):
                        self.right(x, function(x, i, norm=norm, orthogonalize=False), "--kind", kind, "--norm", norm)
                    y = function(x, i, norm="ortho")
                    if kind in ("dst1", "dct4", "dst4"):
                        self.right(x, y, "--kind", kind, "--norm", "ortho")
                        continue
                    r = self.verify(x, y, "--kind", kind, "--norm", "ortho", status=1)
                    bug = "orthonormal_wrong_end" if sine_end and not late else "orthonormal"
                    self.assertEqual((r["verdict"], r["bug"]), ("bug", bug), kind)
                    e = function(np.eye(n), i, norm="ortho", axis=0)
                    self.assertEqual(bug == "orthonormal", np.allclose(e @ e.T, np.eye(n)), kind)

    def test_results_that_fit_a_narrower_type(self):
        """Few numbers, or simple ones, are no sign of rounding to it."""
        ones, ramp, signs = np.ones(17), np.arange(8, dtype=np.float32), (-1.0) ** np.arange(5)
        self.right(np.fft.rfft(ones), np.fft.irfft(np.fft.rfft(ones), 17), "--kind", "c2r", "--n", 17)
        self.right(ramp, np.fft.fft(ramp).astype(np.complex64))
        self.right(signs + 0j, np.fft.fft(signs))
        x = self.noise(64)
        r = self.verify(x, to_f16(np.fft.fft(x)), status=1)
        self.assertEqual((r["verdict"], r["format"]), ("correctly_rounded", "f16"), r)
        self.assertIn("(see --expect)", r["text"])

    def test_outliers(self):
        """The norm of all errors is that of rounding, but not each of them."""
        for n, factor, ulp in ((1 << 12, 1e-5, 60), (1 << 16, 1e-4, 500), (1 << 18, 1e-4, 500), (1000, 1e-5, 50)):
            x = self.noise(n).astype(np.complex64)
            y = scipy.fft.fft(x)
            k = int(np.argmax(abs(y)))
            y[k] *= np.float32(1 + factor)
            r = self.verify(x, y, status=1)
            self.assertEqual((r["verdict"], r["bug"], r["wrong_at"]), ("bug", "wrong_bin", [k]), r)
            self.assertGreater(r["wrong_ulp"], ulp)
            self.assertIn(f"at ({k},), off by {r['wrong_ulp']:.3g} ulp", r["text"])
        x = self.noise(4096).astype(np.complex64)
        y = radix2(x.astype(complex), to_f32, to_f32)
        self.verify(x.astype(complex), y, "--expect", "f32")
        y[1000] *= 1 + 2e-5
        r = self.verify(x.astype(complex), y, "--expect", "f32", status=1)
        self.assertEqual((r["bug"], r["wrong_at"]), ("wrong_bin", [1000]), r)
        x = self.noise(1 << 16).astype(np.complex64).astype(complex)
        table = lambda n: (lambda w: np.where((n == 1 << 16) & (np.arange(n // 2) == 3), np.roll(w, -1), w))(exact_twiddles(n))
        y = radix2(x, to_f32, to_f32, table).astype(np.complex64)
        r = self.verify(x.astype(np.complex64), y, status=1)
        self.assertIn("2 wrong results, the first at (3,)" if r["bug"] == "wrong_bins" else "number 3 of", r["text"])
        self.verify(x.astype(np.complex64), radix2(x, to_f32, to_f32).astype(np.complex64))

    def test_numpy_mistakes(self):
        x = self.noise(6, 16)
        for y, args, bug in ((np.fft.fftshift(np.fft.fft2(x)), ["--axes", "all"], "fftshifted"),
                             (np.fft.fft(x, axis=0), [], "other_axes"),
                             (np.fft.fft2(x), [], "other_axes"),
                             (np.fft.ifft(x), [], "inverse"),
                             (np.fft.fft(x, norm="ortho"), [], "scaled"),
                             (np.fft.fft(np.fft.fftshift(x, axes=1)), [], "input_fftshifted"),
                             (np.fft.fft2(x).T, ["--axes", "all"], "transposed"),
                             (np.fft.fft(x, n=32), [], "padded"),
                             (np.fft.hfft(x.conj(), n=16) + 0j, [], None)):
            r = self.verify(x, y, *args, status=1)
            if bug is not None:
                self.assertEqual((r["verdict"], r["bug"]), ("bug", bug), r)

    def test_rounded_twiddles_and_arithmetic(self):
        for n in (16, 64, 512, 4096):
            x = to_f16(self.noise(n) / 4)
            for twiddle, value, name, what in ((to_f16, to_f32, "f16 or tf32", "twiddles"),
                                               (to_tf32, to_f32, "f16 or tf32", "twiddles"),
                                               (to_bf16, to_f32, "bf16", "twiddles"),
                                               (to_f16, to_f16, "f16 or tf32", "arithmetic"),
                                               (to_tf32, to_tf32, "f16 or tf32", "arithmetic")):
                y = radix2(x, twiddle, value).astype(np.complex64)
                r = self.verify(x.astype(np.complex64), y, status=1)
                self.assertEqual((r["verdict"], r["looks_like"], r["looks_what"]),
                                 ("ordinary_rounding", name, what), (n, r))
                expect = "bf16" if name == "bf16" else "f16"
                self.verify(x.astype(np.complex64), y, "--expect", expect)
            x = to_bf16(x)
            r = self.verify(x.astype(np.complex64), radix2(x, to_bf16, to_bf16).astype(np.complex64),
                            status=1)
            self.assertEqual((r["verdict"], r["looks_like"]), ("ordinary_rounding", "bf16"), r)
            r = self.verify(x, radix2(x, to_f32, lambda v: v), status=1)
            self.assertEqual((r["verdict"], r["looks_like"], r["looks_what"]),
                             ("ordinary_rounding", "f32", "twiddles"), (n, r))

    def test_a_bug_in_coarse_arithmetic(self):
        for n in (64, 1024):
            x = to_f16(self.noise(n) / 4)
            y = np.conj(radix2(x, to_f16, to_f32)).astype(np.complex64)
            r = self.verify(x.astype(np.complex64), y, status=1)
            self.assertEqual((r["verdict"], r["bug"]), ("bug", "conjugated"), r)

    def test_bad_twiddles(self):
        for n in (1024, 16384):
            x = self.noise(n).astype(np.complex64).astype(complex)
            y = radix2(x, to_f32, to_f32, recurrence).astype(np.complex64)
            r = self.verify(x.astype(np.complex64), y, status=1)
            self.assertEqual((r["verdict"], r["bad_twiddles"]), ("inaccurate", True), r)


if __name__ == "__main__":
    unittest.main()
