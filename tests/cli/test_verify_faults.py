# SPDX-License-Identifier: Apache-2.0
"""What people do wrong with spectra, as a list: how each fault is made, and what stet verify must say.
At least 95 in 100 must be named, and no fault may pass. Needs numpy and scipy."""
import collections
import json
import sys
import unittest

import numpy as np
import scipy.fft
import scipy.fftpack
import scipy.signal

from support import Case

fft, ifft, rfft = np.fft.fft, np.fft.ifft, np.fft.rfft
fftshift, ifftshift = np.fft.fftshift, np.fft.ifftshift

# make: of a Signal; returns the spectrum, or (input, spectrum, options ...). bug: what verify must
# name it, or several names that are right; "unexplained" and the other verdicts stand for themselves.
Fault = collections.namedtuple("Fault", "name make bug")


class Signal:
    """Data to go wrong with: complex x and real a of n samples, an image b and its real part, rows."""

    def __init__(self, n):
        r = np.random.default_rng(n)
        self.n, self.k, self.random = n, np.arange(n), r
        self.x = r.standard_normal(n) + 1j * r.standard_normal(n) + 0.3
        self.X = fft(self.x)
        self.a = r.standard_normal(n) + 0.3
        self.audio = (self.a * 1000).astype(np.int16)
        self.R, self.A = rfft(self.a), fft(self.a)
        self.b = r.standard_normal((24, 40)) + 1j * r.standard_normal((24, 40))
        self.B = np.fft.fft2(self.b)
        self.c = self.b.real.copy()
        self.rows = r.standard_normal((8, 256)) + 1j * r.standard_normal((8, 256))
        self.Rows = fft(self.rows)
        self.w = np.exp(-2j * np.pi * self.k / n)


def put(y, k, value):
    y = y.copy()
    y[k] = value
    return y


def bits_reversed(n):
    return np.array([int(format(i, f"0{n.bit_length() - 1}b")[::-1], 2) for i in range(n)])


def direct(x, w):
    """The definition, with a table of roots."""
    k = np.arange(len(x))
    return w[np.outer(k, k) % len(x)] @ x


def direct_real(x, w):
    k = np.arange(len(x))
    return w[np.outer(k[:len(x) // 2 + 1], k) % len(x)] @ x


def four_step(x, w, rows=8):
    """Columns, roots, rows."""
    n, columns = len(x), len(x) // rows
    a = fft(x.reshape(rows, columns), axis=0)
    a = a * w[np.outer(np.arange(rows), np.arange(columns))]
    return fft(a, axis=1).T.ravel()


def radix2(x, w, dtype=np.complex128):
    """Decimation in time, with a table of n/2 roots."""
    n, m = len(x), 1
    a, w = x[bits_reversed(n)].astype(dtype), w.astype(dtype)
    while m < n:
        a = a.reshape(-1, 2 * m)
        t = a[:, m:] * w[::n // (2 * m)][:m]
        a, m = np.concatenate([a[:, :m] + t, a[:, :m] - t], 1), 2 * m
    return a.ravel()


def radix2_dif(x, w):
    """Decimation in frequency."""
    n, m = len(x), len(x)
    a = x.reshape(1, n)
    while m > 1:
        a = a.reshape(-1, m)
        p, q = a[:, :m // 2], a[:, m // 2:]
        a = np.stack([p + q, (p - q) * w[::n // m][:m // 2]], 1)
        m //= 2
    return a.ravel()[bits_reversed(n)]


def in_f16(z):
    return z.real.astype(np.float16).astype(float) + 1j * z.imag.astype(np.float16).astype(float)


def one_sided(y):
    """Bins that stand for two doubled."""
    y = 2 * y
    y[0] /= 2
    y[-1] /= 2
    return y


def halves(s):
    return fft(s.x[::2]), fft(s.x[1::2]), s.w[:s.n // 2]


def packed(R):
    """Re 0, Re 1, Im 1, ..., Re n/2: scipy.fftpack's order."""
    return np.delete(R.view(float), 1)[:2 * len(R) - 2]


def upper(s, y, z):
    return np.where(s.k < s.n // 2, y, z)


def swapped_rows(s):
    y = s.Rows.copy()
    y[[2, 5]] = y[[5, 2]]
    return s.rows, y


def row(s, *changes):
    y = s.Rows.copy()
    for i, change in changes:
        y[i] = change(y[i])
    return s.rows, y


def f32(s):
    """x and its spectrum in single precision: scipy computes in it."""
    x = s.x.astype(np.complex64)
    return x, scipy.fft.fft(x)


def scaled_bin(s, factor):
    x, y = f32(s)
    return x, put(y, np.argmax(abs(y)), y[np.argmax(abs(y))] * np.float32(factor))


# In one dimension, complex, in any length.
ANY = [
    Fault("forward and not scaled, but the other sign", lambda s: ifft(s.x) * s.n, "inverse"),
    Fault("inverse with its 1/N", lambda s: ifft(s.x), "inverse"),
    Fault("1/N too much", lambda s: s.X / s.n, "scaled"),
    Fault("an inverse without 1/N", lambda s: (s.x, ifft(s.x) * s.n, "--inverse"), "scaled"),
    Fault("an inverse with 1/N twice", lambda s: (s.x, ifft(s.x) / s.n, "--inverse"), "scaled"),
    Fault("orthonormal", lambda s: fft(s.x, norm="ortho"), "scaled"),
    Fault("negated", lambda s: -s.X, "scaled"),
    Fault("times i", lambda s: 1j * s.X, "scaled"),
    Fault("any factor", lambda s: 3.7 * s.X, "scaled"),
    Fault("said ortho", lambda s: (s.x, s.X, "--norm", "ortho"), "scaled"),
    Fault("said inverse", lambda s: (s.x, s.X, "--inverse"), "inverse"),
    Fault("integrated over dt = 1/44100", lambda s: s.X / 44100, "scaled"),
    Fault("output conjugated", lambda s: s.X.conj(), "conjugated"),
    Fault("input conjugated", lambda s: fft(s.x.conj()), "input_conjugated"),
    Fault("X[::-1]", lambda s: s.X[::-1].copy(), "index_reversed"),
    Fault("x[::-1]", lambda s: fft(s.x[::-1]), "input_reversed"),
    Fault("X[-k]", lambda s: np.roll(s.X[::-1], 1), "inverse"),
    Fault("bins off by 1", lambda s: np.roll(s.X, 1), "rolled"),
    Fault("bins off by -1", lambda s: np.roll(s.X, -1), "rolled"),
    Fault("input rolled", lambda s: fft(np.roll(s.x, -1)), "input_rolled"),
    Fault("first sample lost", lambda s: fft(np.append(s.x[1:], 0)), "input_shifted"),
    Fault("one sample late", lambda s: fft(np.append(0, s.x[:-1])), "input_shifted"),
    Fault("time counted from 1", lambda s: s.X * s.w, "input_rolled"),
    Fault("fftshift", lambda s: fftshift(s.X), "fftshifted"),
    Fault("fftshift of the input", lambda s: fft(fftshift(s.x)), "input_fftshifted"),
    Fault("centred", lambda s: fftshift(fft(ifftshift(s.x))), "centred"),
    Fault("parts exchanged", lambda s: s.X.imag + 1j * s.X.real, "swapped_parts"),
    Fault("parts of the input exchanged", lambda s: fft(s.x.imag + 1j * s.x.real), "input_swapped_parts"),
    Fault("real part of the input", lambda s: fft(s.x.real), "input_real"),
    Fault("real part, complex", lambda s: s.X.real + 0j, "imaginary_missing"),
    Fault("single precision in a double file", lambda s: scipy.fft.fft(s.x.astype(np.complex64)).astype(complex),
          ("ordinary_rounding", "input_rounded")),
    Fault("input in single precision", lambda s: fft(s.x.astype(np.complex64).astype(complex)),
          ("ordinary_rounding", "input_rounded")),
    Fault("output in half precision", lambda s: in_f16(s.X), ("ordinary_rounding", "correctly_rounded")),
    Fault("input in half precision", lambda s: fft(in_f16(s.x)), "input_rounded"),
    Fault("twiddles in single precision", lambda s: direct(s.x, s.w.astype(np.complex64).astype(complex)),
          "ordinary_rounding"),
    Fault("padded to the double", lambda s: fft(s.x, 2 * s.n), "padded"),
    Fault("padded to 2048 and cut", lambda s: fft(s.x, 2048)[:s.n], "padded_cut"),
    Fault("padded to the double and cut", lambda s: fft(s.x, 2 * s.n)[:s.n], "padded_cut"),
    Fault("one sample less", lambda s: fft(s.x[:-1]), "truncated"),
    Fault("cut to 512", lambda s: fft(s.x, 512), "truncated"),
    Fault("last sample zero", lambda s: fft(put(s.x, -1, 0)), ("truncated", "samples_differ")),
    Fault("second half zero", lambda s: fft(upper(s, s.x, 0)), "truncated"),
    Fault("every other sample zero", lambda s: fft(np.where(s.k % 2, 0, s.x)), "samples_zero"),
    Fault("bin 0 zero", lambda s: put(s.X, 0, 0), "mean_removed"),
    Fault("mean removed", lambda s: fft(s.x - s.x.mean()), "mean_removed"),
    Fault("line removed", lambda s: fft(scipy.signal.detrend(s.x)), "detrended"),
    Fault("differences", lambda s: fft(np.append(0, np.diff(s.x))), "differences"),
    Fault("differences, the first kept", lambda s: fft(np.diff(s.x, prepend=0)), "differences"),
    Fault("Hann", lambda s: fft(s.x * np.hanning(s.n)), "windowed"),
    Fault("Hann, periodic", lambda s: fft(s.x * scipy.signal.get_window("hann", s.n)), "windowed"),
    Fault("Hamming", lambda s: fft(s.x * np.hamming(s.n)), "windowed"),
    Fault("Blackman", lambda s: fft(s.x * np.blackman(s.n)), "windowed"),
    Fault("Bartlett", lambda s: fft(s.x * np.bartlett(s.n)), "windowed"),
    Fault("Kaiser", lambda s: fft(s.x * np.kaiser(s.n, 8)), "windowed"),
    Fault("flat top, over its sum", lambda s: fft(s.x * scipy.signal.windows.flattop(s.n)) / 200, "windowed"),
    Fault("Hann on the spectrum", lambda s: s.X * np.hanning(s.n), "filtered"),
    Fault("bytes in the other order", lambda s: s.X.byteswap(), "byte_swapped"),
    Fault("input bytes in the other order", lambda s: (s.audio, rfft(s.audio.byteswap())), "byte_swapped"),
    Fault("one wrong element", lambda s: put(s.X, 17, s.X[17] + 1), "wrong_bin"),
    Fault("one element off by 1e-9", lambda s: put(s.X, 17, s.X[17] * (1 + 1e-9)), "wrong_bin"),
    Fault("one element off by 1e-13", lambda s: put(s.X, np.argmax(abs(s.X)), max(s.X, key=abs) * (1 + 1e-13)),
          "wrong_bin"),
    Fault("two bins exchanged", lambda s: np.concatenate([s.X[:5], s.X[6:7], s.X[5:6], s.X[7:]]), "wrong_bins"),
    Fault("f32, the largest bin off by 1e-3", lambda s: scaled_bin(s, 1 + 1e-3), "wrong_bin"),
    Fault("f32, the largest bin off by 1e-5", lambda s: scaled_bin(s, 1 + 1e-5), "wrong_bin"),
    Fault("a wrong root, direct", lambda s: direct(s.x, put(s.w, 5, s.w[6])), "wrong_twiddle"),
    Fault("a root off by 1e-7, direct", lambda s: direct(s.x, put(s.w, 5, s.w[5] * (1 + 1e-7))), "wrong_twiddle"),
    Fault("a wrong root in four steps", lambda s: four_step(s.x, put(s.w, 6, s.w[5])),
          ("wrong_bins", "samples_differ")),
    Fault("pi = 3.14159, direct", lambda s: direct(s.x, np.exp(-2j * 3.14159 * s.k / s.n)), "wrong_angle"),
    Fault("pi = 22/7, direct", lambda s: direct(s.x, np.exp(-2j * 22 / 7 * s.k / s.n)), "wrong_angle"),
    Fault("odd bins of the inverse", lambda s: np.where(s.k % 2 == 0, s.X, ifft(s.x) * s.n), "mixed"),
    Fault("upper half conjugated", lambda s: upper(s, s.X, s.X.conj()), "mixed"),
    Fault("upper half negated", lambda s: upper(s, s.X, -s.X), "mixed"),
    Fault("every third bin zero", lambda s: np.where(s.k % 3 == 0, 0, s.X), "mixed"),
    Fault("signs of the input alternate", lambda s: fft(s.x * (-1.0) ** s.k), ("fftshifted", "rolled")),
    Fault("signs of the output alternate", lambda s: s.X * (-1.0) ** s.k, "input_fftshifted"),
    Fault("planar", lambda s: np.concatenate([s.X.real, s.X.imag]).view(complex), "planar"),
    Fault("bins 0 to N/2", lambda s: s.X[:s.n // 2 + 1].copy(), "half_spectrum"),
    Fault("bins 0 to N/2 - 1", lambda s: s.X[:s.n // 2].copy(), "half_spectrum"),
    Fault("upper half zero", lambda s: np.where(s.k <= s.n // 2, s.X, 0), "half_only"),
    Fault("a NaN", lambda s: put(s.X, 3, np.nan), "not_finite"),
    Fault("an infinity", lambda s: put(s.X, 3, np.inf), "not_finite"),
    Fault("zeros", lambda s: 0 * s.X, "zeros"),
    Fault("ones of zeros", lambda s: (0 * s.x, 0 * s.X + 1), "not_zero"),
    Fault("something else", lambda s: s.random.standard_normal(s.n) + 0j, "unexplained"),
    Fault("the input", lambda s: s.x, "not_transformed"),
    Fault("real part", lambda s: s.X.real.copy(), "imaginary_missing"),
    Fault("magnitude", lambda s: abs(s.X), "magnitude"),
    Fault("magnitude, complex", lambda s: abs(s.X) + 0j, "magnitude"),
    Fault("magnitude, said c2c", lambda s: (s.x, abs(s.X), "--kind", "c2c"), "magnitude"),
    Fault("power", lambda s: abs(s.X) ** 2, "power"),
    Fault("periodogram", lambda s: abs(s.X) ** 2 / s.n, "power"),
    Fault("decibels", lambda s: 20 * np.log10(abs(s.X)), "decibels"),
    Fault("phase", lambda s: np.angle(s.X), "phase"),
    Fault("magnitude, fftshifted", lambda s: fftshift(abs(s.X)), "magnitude"),
    Fault("half a bin off", lambda s: fft(s.x * np.exp(-1j * np.pi * s.k / s.n)), "half_bin"),
    Fault("conjugated, fftshifted, times 2", lambda s: 2 * fftshift(s.X.conj()), "conjugated"),
    Fault("inverse and fftshifted", lambda s: fftshift(ifft(s.x)), "inverse"),
    Fault("transformed twice", lambda s: fft(s.X), "twice"),
    Fault("cumulative sums", lambda s: np.cumsum(s.X), "unexplained"),
]

# In one dimension, real.
REAL = [
    Fault("r2c: conjugated", lambda s: (s.a, s.R.conj()), "conjugated"),
    Fault("r2c: 1/N", lambda s: (s.a, s.R / s.n), "scaled"),
    Fault("r2c: one-sided, doubled", lambda s: (s.a, one_sided(s.R)), "one_sided"),
    Fault("r2c: one-sided amplitudes", lambda s: (s.a, one_sided(s.R) / s.n), "one_sided"),
    Fault("r2c: doubled but for bin 0", lambda s: (s.a, put(2 * s.R, 0, s.R[0])), ("one_sided", "wrong_bin")),
    Fault("r2c: without the last bin", lambda s: (s.a, s.R[:-1].copy()), "last_bin_missing"),
    Fault("r2c: last bin in bin 0", lambda s: (s.a, put(s.R[:-1], 0, s.R[0].real + 1j * s.R[-1].real)), "packed"),
    Fault("r2c: halfcomplex", lambda s: (s.a, np.append(s.R.real, s.R.imag[1:-1][::-1])), "packed"),
    Fault("r2c: scipy.fftpack", lambda s: (s.a, scipy.fftpack.rfft(s.a)), "packed"),
    Fault("r2c: magnitude", lambda s: (s.a, abs(s.R)), "magnitude"),
    Fault("r2c: magnitude, said r2c", lambda s: (s.a, abs(s.R), "--kind", "r2c"), "magnitude"),
    Fault("r2c: power", lambda s: (s.a, abs(s.R) ** 2), "power"),
    Fault("magnitude of all bins", lambda s: (s.a, abs(s.A)), "magnitude"),
    Fault("real part of all bins", lambda s: (s.a, s.A.real.copy()), "imaginary_missing"),
    Fault("r2c: decibels", lambda s: (s.a, 20 * np.log10(abs(s.R))), "decibels"),
    Fault("r2c: a wrong root, direct", lambda s: (s.a, direct_real(s.a, put(s.w, 5, s.w[6]))), "wrong_bins"),
    Fault("Hartley", lambda s: (s.a, s.A.real - s.A.imag), "hartley"),
    Fault("cosine transform", lambda s: (s.a, scipy.fft.dct(s.a), "--kind", "c2c"), "cosine"),
    Fault("r2c: Hann", lambda s: (s.a, rfft(s.a * np.hanning(s.n))), "windowed"),
    Fault("r2c: mean removed", lambda s: (s.a, rfft(s.a - s.a.mean())), "mean_removed"),
    Fault("r2c: differences", lambda s: (s.a, rfft(np.append(0, np.diff(s.a)))), "differences"),
    Fault("r2c: padded to 1024", lambda s: (s.a, rfft(s.a, 1024 + 1024 * (s.n > 1000))), "padded"),
    Fault("r2c: padded to the double", lambda s: (s.a, rfft(s.a, 2 * s.n)), "padded"),
    Fault("r2c: padded to an odd length", lambda s: (s.a, rfft(s.a, 1101)), "padded"),
    Fault("r2c: cut to 512", lambda s: (s.a, rfft(s.a, 512)), "truncated"),
    Fault("r2c: padded to 4096 and cut", lambda s: (s.a, rfft(s.a, 4096)[:s.n // 2 + 1]), "padded_cut"),
    Fault("real, padded, all bins", lambda s: (s.a, fft(s.a, 1100)), "padded"),
    Fault("integers not scaled", lambda s: (s.audio, rfft(s.audio / 32768)), "scaled"),
    Fault("c2r: without 1/N", lambda s: (s.R, np.fft.irfft(s.R) * s.n), "scaled"),
    Fault("c2r: time reversed", lambda s: (s.R, np.roll(np.fft.irfft(s.R)[::-1], 1)), "inverse"),
    Fault("c2r: one sample less", lambda s: (s.R, np.fft.irfft(s.R, s.n - 1)), "other_length"),
    Fault("c2r: twice as many samples", lambda s: (s.R, np.fft.irfft(s.R, 2 * s.n)), "other_length"),
    Fault("c2r: as complex", lambda s: (s.R, np.fft.irfft(s.R) + 0j), "full_result"),
]

# What needs a power of two.
POWER = [
    Fault("bits of the output reversed", lambda s: s.X[bits_reversed(s.n)], "bit_reversed"),
    Fault("bits of the input reversed", lambda s: fft(s.x[bits_reversed(s.n)]), "input_bit_reversed"),
    Fault("last stage without twiddles", lambda s: np.concatenate([halves(s)[0] + halves(s)[1],
                                                                  halves(s)[0] - halves(s)[1]]), "stage"),
    Fault("last stage adds twice", lambda s: np.tile(halves(s)[0] + halves(s)[2] * halves(s)[1], 2), "stage"),
    Fault("last stage with the other sign",
          lambda s: np.concatenate([halves(s)[0] + halves(s)[2].conj() * halves(s)[1],
                                    halves(s)[0] - halves(s)[2].conj() * halves(s)[1]]), "stage"),
    Fault("even samples only", lambda s: np.tile(halves(s)[0], 2), ("samples_zero", "stage")),
    Fault("halves exchanged", lambda s: np.roll(s.X, s.n // 2), "fftshifted"),
    Fault("radix 2, root 3", lambda s: radix2(s.x, put(s.w[:s.n // 2], 3, s.w[4])), "wrong_twiddle"),
    Fault("radix 2, root N/8", lambda s: radix2(s.x, put(s.w[:s.n // 2], s.n // 8, s.w[s.n // 8 + 1])), "wrong_twiddle"),
    Fault("radix 2, last root but one", lambda s: radix2(s.x, put(s.w[:s.n // 2], s.n // 2 - 2, s.w[s.n // 2 - 1])),
          "wrong_twiddle"),
    Fault("radix 2, frequency, root N/8", lambda s: radix2_dif(s.x, put(s.w[:s.n // 2], s.n // 8, s.w[s.n // 8 + 1])),
          "wrong_twiddle"),
    Fault("radix 2, pi = 3.14159", lambda s: radix2(s.x, np.exp(-2j * 3.14159 * s.k[:s.n // 2] / s.n)), "wrong_angle"),
    Fault("radix 2, f32, root 3", lambda s: (s.x.astype(np.complex64), radix2(
        s.x.astype(np.complex64), put(s.w[:s.n // 2], 3, s.w[4]), np.complex64)), ("wrong_twiddle", "wrong_bins")),
]

# In more dimensions.
MORE = [
    Fault("all axes, asked for one", lambda s: (s.b, s.B), "other_axes"),
    Fault("the other axis", lambda s: (s.b, fft(s.b, axis=0)), "other_axes"),
    Fault("one axis of two", lambda s: (s.b, fft(s.b), "--axes", "all"), "axis_missing"),
    Fault("2-d: transposed", lambda s: (s.b, s.B.T.copy(), "--axes", "all"), "transposed"),
    Fault("2-d: transposed, shape kept", lambda s: (s.b, s.B.T.reshape(s.B.shape), "--axes", "all"), "other_order"),
    Fault("2-d: Fortran order in a C file", lambda s: (s.b, s.B.ravel("F").reshape(s.B.shape), "--axes", "all"),
          "other_order"),
    Fault("2-d: input in the other order", lambda s: (s.b, np.fft.fft2(s.b.ravel("F").reshape(s.b.shape)),
                                                      "--axes", "all"), "input_other_order"),
    Fault("2-d: C order in a Fortran file", lambda s: (s.b, s.B.ravel().reshape(s.B.shape, order="F").copy("C"),
                                                      "--axes", "all"), "other_order"),
    Fault("2-d: input as if in Fortran order", lambda s: (s.b, np.fft.fft2(s.b.ravel().reshape(s.b.shape, order="F")),
                                                         "--axes", "all"), "input_other_order"),
    Fault("2-d: fftshifted", lambda s: (s.b, fftshift(s.B), "--axes", "all"), "fftshifted"),
    Fault("2-d: one axis fftshifted", lambda s: (s.b, fftshift(s.B, axes=0), "--axes", "all"), "rolled"),
    Fault("2-d: centred", lambda s: (s.b, fftshift(np.fft.fft2(ifftshift(s.b))), "--axes", "all"), "centred"),
    Fault("2-d: one axis inverse", lambda s: (s.b, ifft(fft(s.b, axis=0), axis=1) * 40, "--axes", "all"),
          "axis_reversed"),
    Fault("2-d: square, transposed", lambda s: (s.b[:, :24], np.fft.fft2(s.b[:, :24]).T.copy(), "--axes", "all"),
          "transposed"),
    Fault("2-d: 1/N of one axis", lambda s: (s.b, s.B / 24, "--axes", "all"), "scaled"),
    Fault("2-d: Hann", lambda s: (s.b, np.fft.fft2(s.b * np.outer(np.hanning(24), np.hanning(40))), "--axes", "all"),
          "windowed"),
    Fault("rfft2, asked for rfft", lambda s: (s.c, np.fft.rfft2(s.c)), "other_axes"),
    Fault("rfft2, half along the first axis", lambda s: (s.c, np.fft.rfft2(s.c, axes=(1, 0)), "--axes", "all"),
          "half_axis"),
    Fault("rfft2, the axes the other way", lambda s: (s.c, np.fft.rfft2(s.c), "--axes", "1,0"),
          "half_axis"),
    Fault("irfft2 without 1/N", lambda s: (np.fft.rfft2(s.c), s.c * s.c.size, "--axes", "all", "--kind", "c2r"), "scaled"),
    Fault("magnitude of an image", lambda s: (s.c, abs(np.fft.fft2(s.c)), "--axes", "all"), "magnitude"),
    Fault("ravelled", lambda s: (s.b, fft(s.b).ravel()), "other_shape"),
    Fault("rows in reverse", lambda s: (s.b, fft(s.b)[::-1].copy()), "other_row"),
    Fault("two rows exchanged", swapped_rows, "other_row"),
    Fault("a row zero", lambda s: row(s, (3, lambda y: 0 * y)), "zeros"),
    Fault("a row conjugated, one zero", lambda s: row(s, (3, np.conj), (5, lambda y: 0 * y)),
          ("conjugated", "zeros")),
    Fault("a row rolled, one doubled", lambda s: row(s, (3, lambda y: np.roll(y, 2)), (6, lambda y: 2 * y)),
          ("rolled", "scaled")),
    Fault("a row in single precision",
          lambda s: row(s, (7, lambda y: scipy.fft.fft(s.rows[7].astype(np.complex64)))),
          ("coarse_rows", "input_rounded")),
    Fault("one row twice", lambda s: row(s, (5, lambda y: s.Rows[4])), "other_row"),
    Fault("all the mean of the rows", lambda s: (s.rows, np.repeat(s.Rows.mean(0)[None], 8, 0)), "averaged"),
    Fault("power of rows", lambda s: (s.rows, abs(s.Rows) ** 2), "power"),
    Fault("one bin of one row", lambda s: row(s, (2, lambda y: put(y, 9, 0))), "wrong_bin"),
]

LISTS = ((1000, ANY + REAL), (1024, ANY + REAL + POWER), (1000, MORE))


class Faults(Case):
    def said(self, made):
        """The name of the bug, or the verdict; None if it passed or was refused."""
        x, y, *args = made
        np.save(self.dir / "x.npy", x)
        np.save(self.dir / "y.npy", y)
        done = self.try_stet("verify", "x.npy", "y.npy", "--json", *args)
        if done.returncode != 1:
            return f"exit status {done.returncode} {done.stderr.decode()}"
        r = json.loads(done.stdout)
        return r["bug"] or r["verdict"]

    def test_all_are_named(self):
        total, wrong, passed = 0, [], []
        for n, faults in LISTS:
            s = Signal(n)
            for f in faults:
                made = f.make(s)
                said = self.said(made if isinstance(made, tuple) else (s.x, made))
                total += 1
                if said not in (f.bug if isinstance(f.bug, tuple) else (f.bug,)):
                    wrong.append(f"{n}: {f.name}: {said}, not {f.bug}")
                if said.startswith("exit status 0"):
                    passed.append(f.name)
        print(f"{total - len(wrong)} of {total} faults named as they must be", *wrong, sep="\n", file=sys.stderr)
        self.assertEqual(passed, [])
        self.assertLessEqual(20 * len(wrong), total)
        self.assertGreaterEqual(total, 200)


if __name__ == "__main__":
    unittest.main()
