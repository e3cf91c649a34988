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
        self.cube = r.standard_normal((6, 10, 8))
        self.stereo = self.a.reshape(-1, 2)
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


def radix2_stage(x, w, distance, j, frequency):
    """Radix 2 whose stage of that distance has a table of its own, and one root of it is wrong."""
    n, a = len(x), x if frequency else x[bits_reversed(len(x))]
    m = n // 2 if frequency else 1
    while 1 <= m <= n // 2:
        table = w[::n // (2 * m)][:m]
        table = put(table, j, table[j - 1]) if m == distance else table
        a = a.reshape(-1, 2 * m)
        p, q = a[:, :m], a[:, m:]
        a = np.stack([p + q, (p - q) * table] if frequency else [p + q * table, p - q * table], 1)
        m = m // 2 if frequency else 2 * m
    return a.ravel()[bits_reversed(n)] if frequency else a.ravel()


def power_table(root, n):
    """1, root, root^2 ..., each the one before times root, in the type of the root."""
    return np.cumprod(np.append(np.ones(1, root.dtype), np.full(n - 1, root)), dtype=root.dtype)


def recurrence(x, dtype, table):
    """Direct sums; one table of powers, or powers anew for each result."""
    n, x = len(x), x.astype(dtype)
    roots = [np.exp(-2j * np.pi * k / n).astype(dtype) for k in range(n)]
    if table:
        w = power_table(roots[1], n)
        return np.array([np.dot(x, w[np.arange(n) * k % n]) for k in range(n)])
    return np.array([np.dot(x, power_table(roots[k], n)) for k in range(n)])


def bluestein(x, modulus):
    """With k^2 modulo that in the chirp."""
    n, m = len(x), 4 * len(x)
    chirp = np.exp(-1j * np.pi * (np.arange(n) ** 2 % modulus) / n)
    b = np.zeros(m, complex)
    b[:n] = b[-np.arange(n)] = chirp.conj()
    return chirp * ifft(fft(x * chirp, m) * fft(b))[:n]


def mirrored(R, n, first, off=0, others=lambda a: a):
    """n results along the last axis of half a spectrum: from number `first` on, the conjugates of bins n - k + off;
    along the other axes as they are said to be."""
    k = np.arange(n)
    upper = others(R).conj()[..., np.minimum((n - k + off) % n, R.shape[-1] - 1)]
    return np.where(k >= first, upper, R[..., np.minimum(k, R.shape[-1] - 1)])


def emphasis(x, a, first):
    return np.append(first, x[1:] - a * x[:-1])


def truncated_bits(x, bits):
    """Doubles of which so many bits of the significand are kept."""
    return (x.view(np.uint64) & np.uint64(-(1 << (53 - bits)) % (1 << 64))).view(x.dtype)


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
    Fault("input cut off to 24 bits", lambda s: fft(truncated_bits(s.x, 24)), "input_cut_off"),
    Fault("input cut off to bf16", lambda s: fft(truncated_bits(s.x, 8)), "input_cut_off"),
    Fault("input cut off to 11 bits", lambda s: fft(truncated_bits(s.x, 11)), "input_cut_off"),
    Fault("integers, int()", lambda s: (9 * s.x, fft(np.trunc(9 * s.x.real) + 1j * np.trunc(9 * s.x.imag))),
          "input_whole"),
    Fault("integers, rounded", lambda s: (9 * s.x, fft(np.round(9 * s.x))), "input_whole"),
    Fault("integers, rounded, f32", lambda s: ((9 * s.x).astype(np.complex64), scipy.fft.fft(
        np.round(9 * s.x).astype(np.complex64))), "input_whole"),
    Fault("integers, floor", lambda s: (9 * s.a, fft(np.floor(9 * s.a))), "input_whole"),
    Fault("16-bit sound", lambda s: fft(np.round(s.x * 32767)) / 32767, "input_whole"),
    Fault("16-bit sound, not scaled back", lambda s: (s.a / 9, rfft((s.a / 9 * 32768).astype(np.int16))), "input_whole"),
    Fault("8-bit sound", lambda s: (s.a / 9, rfft(np.round(s.a / 9 * 127) / 127)), "input_whole"),
    Fault("clipped", lambda s: (s.a, rfft(np.clip(s.a, -1, 1))), "clipped"),
    Fault("clipped, complex", lambda s: fft(np.clip(s.x.real, -1.5, 1.5) + 1j * np.clip(s.x.imag, -1.5, 1.5)), "clipped"),
    Fault("pre-emphasis", lambda s: fft(emphasis(s.x, 0.97, s.x[0])), "pre_emphasis"),
    Fault("pre-emphasis, first zero", lambda s: (s.a, rfft(emphasis(s.a, 0.95, 0))), "pre_emphasis"),
    Fault("pre-emphasis, cyclic", lambda s: fft(s.x - 0.9 * np.roll(s.x, 1)), "pre_emphasis"),
    Fault("smoothed", lambda s: fft(emphasis(s.x, -0.5, 1.5 * s.x[0])), "pre_emphasis"),
    Fault("roots by a recurrence, direct", lambda s: recurrence(s.x, np.complex128, False), "recurrence"),
    Fault("roots by a recurrence, one table", lambda s: recurrence(s.x, np.complex128, True), "recurrence"),
    Fault("roots by a recurrence, f32", lambda s: (s.x.astype(np.complex64), recurrence(s.x, np.complex64, False)),
          "recurrence"),
    Fault("roots by a recurrence, one table, f32", lambda s: (s.x.astype(np.complex64), recurrence(
        s.x, np.complex64, True)), "recurrence"),
    Fault("Bluestein, k^2 mod N", lambda s: bluestein(s.x, s.n), "chirp"),
    Fault("Bluestein, k^2 mod N, real", lambda s: (s.a, bluestein(s.a, s.n)[:s.n // 2 + 1]), "chirp"),
    Fault("mirrored, one bin low", lambda s: (s.a, mirrored(s.R, s.n, s.n // 2 + 1, -1)), "mirrored"),
    Fault("mirrored, one bin high", lambda s: (s.a, mirrored(s.R, s.n, s.n // 2 + 1, 1)), "mirrored"),
    Fault("mirrored from N/2 on, one bin low", lambda s: (s.a, mirrored(s.R, s.n, s.n // 2, -1)), "mirrored"),
    Fault("mirrored, not conjugated", lambda s: (s.a, np.append(s.R, s.R[-2:0:-1])), ("mirrored", "mixed")),
    Fault("mirrored, complex input", lambda s: mirrored(s.X[:s.n // 2 + 1], s.n, s.n // 2 + 1), "mirrored"),
]

# What changes the shape.
SHAPE = [
    Fault("c2r: a sample lost", lambda s: (rfft(s.a[1:]), np.fft.irfft(rfft(s.a[1:])), "--n", s.n - 1), "other_length"),
    Fault("c2r: a sample too many", lambda s: (s.R, np.fft.irfft(s.R, s.n + 1), "--n", s.n), "other_length"),
    Fault("c2r: twice as many, asked for N", lambda s: (s.R, np.fft.irfft(s.R, 2 * s.n), "--n", s.n), "other_length"),
    Fault("c2r: first sample lost", lambda s: (s.R, s.a[1:]), ("cut", "bin_0_missing", "other_length")),
    Fault("c2r: rows of FFTW in place", lambda s: (s.R, np.append(s.a, [7, 9])), "padding"),
    Fault("irfft2: a sample lost", lambda s: (np.fft.rfft2(s.c[:, 1:]), np.fft.irfft2(np.fft.rfft2(s.c[:, 1:])),
                                              "--axes", "all", "--n", 39), "other_length"),
    Fault("irfft2: rows padded", lambda s: (np.fft.rfft2(s.c), np.fft.irfft2(np.fft.rfft2(s.c), (32, 40)),
                                            "--axes", "all"), "padded"),
    Fault("the half spectrum transformed as a full one", lambda s: (s.R, ifft(s.R), "--kind", "c2r"), "half_as_full"),
    Fault("said --n, not padded", lambda s: (s.x, s.X, "--n", 2 * s.n), "other_length"),
    Fault("said --n, not padded, real", lambda s: (s.a, s.R, "--n", 2 * s.n), "other_length"),
    Fault("padded to another length than said", lambda s: (s.x, fft(s.x, 2048), "--n", 4096), "padded"),
    Fault("fft2 padded to powers of two", lambda s: (s.b, np.fft.fft2(s.b, (32, 64)), "--axes", "all"), "padded"),
    Fault("rfft2 padded to powers of two", lambda s: (s.c, np.fft.rfft2(s.c, (32, 64)), "--axes", "all"), "padded"),
    Fault("rfft2 cut and padded", lambda s: (s.c, np.fft.rfft2(s.c, (16, 64)), "--axes", "all"), "other_length"),
    Fault("rfft2 padded along the first axis", lambda s: (s.c, np.fft.rfft2(s.c, (32, 40)), "--axes", "all"), "padded"),
    Fault("cosine transform padded", lambda s: (s.a, scipy.fft.dct(s.a, n=2 * s.n), "--kind", "dct2"), "padded"),
    Fault("bin 0 lost", lambda s: s.X[1:], "bin_0_missing"),
    Fault("bin 0 lost, half", lambda s: (s.a, s.R[1:]), "bin_0_missing"),
    Fault("bin 0 lost, 1/N", lambda s: (s.a, s.R[1:] / s.n), "bin_0_missing"),
    Fault("bins 0 and N/2 lost", lambda s: (s.a, s.R[1:-1]), "bin_0_missing"),
    Fault("bin 0 lost, rows", lambda s: (s.rows, s.Rows[:, 1:]), "bin_0_missing"),
    Fault("bin 0 of the first axis lost", lambda s: (s.b, s.B[1:], "--axes", "all"), "bin_0_missing"),
    Fault("last bin lost", lambda s: s.X[:-1], "cut"),
    Fault("a band", lambda s: s.X[20:60], "cut"),
    Fault("a band of real data", lambda s: (s.a, s.R[20:60]), "cut"),
    Fault("every other bin", lambda s: s.X[::2], ("bins_decimated", "half_spectrum")),
    Fault("every third bin of half", lambda s: (s.a, s.R[::3]), "bins_decimated"),
    Fault("bin 0 again at the end", lambda s: np.append(s.X, s.X[0]), "rearranged"),
    Fault("fftshifted, closed", lambda s: np.append(fftshift(s.X), fftshift(s.X)[0]), "rearranged"),
    Fault("half mirrored, bin N/2 twice", lambda s: (s.a, np.append(s.R, s.R[:0:-1].conj())), "rearranged"),
    Fault("half mirrored, both ends twice", lambda s: (s.a, np.append(s.R, s.R[::-1].conj())), "rearranged"),
    Fault("odd half mirrored as an even one", lambda s: (s.a[1:], np.append(rfft(s.a[1:]), rfft(s.a[1:])[-2:0:-1].conj())),
          "rearranged"),
    Fault("spectrum twice", lambda s: np.tile(s.X, 2), ("rearranged", "padded")),
    Fault("rfft2, transposed", lambda s: (s.c, np.fft.rfft2(s.c).T.copy(), "--axes", "all"), "transposed"),
    Fault("axes in another order", lambda s: (s.cube, np.moveaxis(np.fft.fftn(s.cube), 2, 0).copy(), "--axes", "all"),
          "transposed"),
    Fault("rfft along the other axis", lambda s: (s.c, rfft(s.c, axis=0)), "other_axes"),
    Fault("irfft along the other axis", lambda s: (rfft(s.c, axis=0), s.c), "other_axes"),
    Fault("rfft2 of the first two of three", lambda s: (s.cube, np.fft.rfft2(s.cube, axes=(0, 1)), "--axes", "1,2"),
          "other_axes"),
    Fault("fft2 of the first two of three", lambda s: (s.cube + 0j, np.fft.fft2(s.cube, axes=(0, 1)), "--axes", "1,2"),
          "other_axes"),
    Fault("ravelled, of rank 2", lambda s: (s.b, fft(s.b).reshape(12, 80)), "other_shape"),
    Fault("c2r: ravelled", lambda s: (rfft(s.c), s.c.ravel()), "other_shape"),
    Fault("reals read as pairs", lambda s: (s.a, fft(s.a.view(complex))), "pairs_as_complex"),
    Fault("stereo as complex numbers", lambda s: (s.stereo, fft(s.stereo[:, 0] + 1j * s.stereo[:, 1]), "--axes", 0),
          "pairs_as_complex"),
    Fault("complex numbers read as reals", lambda s: (s.x, rfft(s.x.view(float))), "complex_as_pairs"),
    Fault("complex numbers read as reals, all bins", lambda s: (s.x, fft(s.x.view(float))), "complex_as_pairs"),
    Fault("stereo, interleaved", lambda s: (s.stereo, rfft(s.stereo.ravel()), "--axes", 0), "interleaved"),
    Fault("stereo, interleaved, all bins in its shape", lambda s: (s.stereo, fft(s.stereo.ravel()).reshape(-1, 2),
                                                                   "--axes", 0), "interleaved"),
    Fault("stereo, interleaved as two halves", lambda s: (s.stereo, rfft(s.stereo.reshape(2, -1)).T.copy(), "--axes", 0),
          ("input_other_order", "other_order")),
    Fault("stereo, two halves in rows", lambda s: (s.stereo, rfft(s.stereo.reshape(2, -1)), "--axes", 0), "input_other_shape"),
    Fault("mono as stereo", lambda s: (s.a, rfft(s.a.reshape(-1, 2), axis=0)), "channels"),
    Fault("mono as stereo, rows", lambda s: (s.a, rfft(s.a.reshape(-1, 2).T)), "channels"),
    Fault("cut into rows", lambda s: (s.a, rfft(s.a.reshape(8, -1))), "channels"),
    Fault("one channel of stereo", lambda s: (s.stereo, rfft(s.stereo[:, 0]), "--axes", 0), "rows_missing"),
    Fault("channels mixed down", lambda s: (s.stereo, rfft(s.stereo.mean(1)), "--axes", 0), "averaged"),
    Fault("rows missing", lambda s: (s.rows, s.Rows[:3]), "rows_missing"),
    Fault("parts in turn", lambda s: s.X.view(float), "parts_as_reals"),
    Fault("parts in turn, half", lambda s: (s.a, s.R.view(float)), "parts_as_reals"),
    Fault("parts in two columns", lambda s: s.X.view(float).reshape(-1, 2), "parts_as_reals"),
    Fault("parts in two columns, conjugated", lambda s: s.X.conj().view(float).reshape(-1, 2), "parts_as_reals"),
    Fault("parts in two rows", lambda s: (s.c, np.stack([np.fft.rfft2(s.c).real, np.fft.rfft2(s.c).imag]), "--axes", "all"),
          "parts_as_reals"),
    Fault("half of the magnitudes", lambda s: abs(s.X)[:s.n // 2], "magnitude"),
    Fault("half of the magnitudes, 2/N", lambda s: (s.a, 2 / s.n * abs(s.A)[:s.n // 2]), "magnitude"),
    Fault("power without bin 0", lambda s: (s.a, abs(s.R[1:]) ** 2), "power"),
    Fault("real parts of half", lambda s: s.X.real[:s.n // 2 + 1].copy(), "imaginary_missing"),
    Fault("every other sample", lambda s: fft(s.x[::2]), "decimated"),
    Fault("every third sample, real", lambda s: (s.a, rfft(s.a[::3])), "decimated"),
    Fault("each sample twice", lambda s: (s.a, rfft(np.repeat(s.a, 2))), "repeated"),
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
    *(Fault(f"radix 2, {'frequency' if f else 'time'}, root {j} of the stage of {d}",
            lambda s, f=f, d=d, j=j: radix2_stage(s.x, s.w, d, j, f), "wrong_twiddle")
      for f in (0, 1) for d, j in ((512, 3), (512, 4), (128, 5), (128, 6), (16, 7), (4, 1))),
    *(Fault(f"radix 2, frequency, root {j}", lambda s, j=j: radix2_dif(s.x, put(s.w[:s.n // 2], j, s.w[j + 1])),
            "wrong_twiddle") for j in (1, 2, 3, 12, 200, 511)),
    Fault("radix 2, frequency, a root off by 1e-8", lambda s: radix2_dif(s.x, put(s.w[:s.n // 2], 3, s.w[3] * (1 + 1e-8))),
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
    Fault("rfft2 mirrored along the last axis only", lambda s: (s.c, mirrored(np.fft.rfft2(s.c), 40, 21), "--axes", "all"),
          "mirrored"),
    Fault("rfft2 mirrored, the first axis backwards", lambda s: (s.c, mirrored(
        np.fft.rfft2(s.c), 40, 21, 0, lambda a: a[::-1]), "--axes", "all"), "mirrored"),
    Fault("rfft2 mirrored, off by one", lambda s: (s.c, mirrored(
        np.fft.rfft2(s.c), 40, 21, -1, lambda a: np.roll(a[::-1], 1, 0)), "--axes", "all"), "mirrored"),
    Fault("2-d: integers", lambda s: (9 * s.b, np.fft.fft2(np.round(9 * s.b)), "--axes", "all"), "input_whole"),
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

LISTS = ((1000, ANY + REAL), (1024, ANY + REAL + POWER), (1000, MORE + SHAPE))


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
