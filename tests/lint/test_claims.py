# SPDX-License-Identifier: Apache-2.0
"""The numbers in the pages of the rules are what comes out: transforms by `stet fft`, the rest by Python's own doubles.

STET is the command. Each claim returns what the page of its rule has to say, as the page writes it.
"""
import cmath
import math
import os
import pathlib
import random
import shlex
import struct
import subprocess
import tempfile
import unittest

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "lint"
STET = shlex.split(os.environ.get("STET", "build/stet"))


def write_npy(path, kind, values):
    header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    code = {"f4": "f", "f8": "d", "c8": "f", "c16": "d"}[kind]
    numbers = [part for v in values for part in (v.real, v.imag)] if kind[0] == "c" else values
    path.write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() +
                     struct.pack(f"<{len(numbers)}{code}", *numbers))


def read_npy(path):
    data = path.read_bytes()
    size = struct.unpack("<H", data[8:10])[0]
    kind = data[10:10 + size].decode().split("'descr': '<")[1].split("'")[0]
    body, code = data[10 + size:], {"4": "f", "8": "d"}
    width = {"f4": 4, "f8": 8, "c8": 4, "c16": 8}[kind]
    numbers = struct.unpack(f"<{len(body) // width}{code[str(width)]}", body)
    return list(map(complex, numbers[::2], numbers[1::2])) if kind[0] == "c" else list(numbers)


def fft(values, kind, *options):
    with tempfile.TemporaryDirectory() as folder:
        source, result = pathlib.Path(folder, "in.npy"), pathlib.Path(folder, "out.npy")
        write_npy(source, kind, values)
        half = ["--real"] if kind[0] == "f" else []
        subprocess.run(STET + ["fft", *half, *options, str(source), "-o", str(result)], check=True, capture_output=True)
        return read_npy(result)


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def distance(x, y):
    """Relative, in the Euclidean norm."""
    return math.sqrt(sum(abs(a - b)**2 for a, b in zip(x, y)) / sum(abs(b)**2 for b in y))


def noise(n, seed=1):
    rng = random.Random(seed)
    return [rng.gauss(0, 1) for _ in range(n)]


def to(x, digits=2):
    return f"{x:.{digits}g}"


def sum32(values):
    total = 0.0
    for v in values:
        total = f32(total + v)
    return total


def radix2(x):
    """Decimation in time, each operation rounded to float."""
    n = len(x)
    if n == 1:
        return x
    even, odd, result = radix2(x[::2]), radix2(x[1::2]), [0j] * n
    for k in range(n // 2):
        c, s = f32(math.cos(2 * math.pi * k / n)), f32(-math.sin(2 * math.pi * k / n))
        re, im = odd[k].real, odd[k].imag
        t = complex(f32(f32(re * c) - f32(im * s)), f32(f32(re * s) + f32(im * c)))
        result[k] = complex(f32(even[k].real + t.real), f32(even[k].imag + t.imag))
        result[k + n // 2] = complex(f32(even[k].real - t.real), f32(even[k].imag - t.imag))
    return result


class Claims(unittest.TestCase):
    def says(self, rule, *words):
        text = " ".join((PAGES / f"{rule}.md").read_text().split())
        for word in words:
            self.assertIn(word, text, rule)

    def test_norms(self):
        x = noise(1000)
        X = fft(x, "f8")
        back = fft([v / math.sqrt(1000) for v in X], "c16", "--inverse", "--n", "1000", "--real")
        self.says("FFT101", to(math.sqrt(sum(v * v for v in x) / sum(v * v for v in back)), 3) + " times")
        back = fft(X, "c16", "--inverse", "--n", "1000", "--real", "--norm", "forward")
        self.says("FFT102", to(back[0] / x[0], 4) + " times")
        self.says("FFT105", to(back[0] / x[0], 4) + " times")
        back = fft([v / 1000 for v in X], "c16", "--inverse", "--n", "1000", "--real")
        self.says("FFT103", f"{back[0] / x[0]:.3f}")

    def test_lengths(self):
        x = noise(999)
        y = fft(fft(x, "f8"), "c16", "--inverse", "--real", "--n", "998")
        self.says("FFT201", f"{len(y)} samples", to(distance(y, x[:998])))
        n = 1024
        u, k = noise(n, 2), noise(n, 3)
        U, K = fft(u, "f8"), fft(k, "f8")
        wrapped = fft([a * b for a, b in zip(U, K)], "c16", "--inverse", "--real", "--n", str(n))
        U, K = fft(u + [0.0] * n, "f8"), fft(k + [0.0] * n, "f8")
        linear = fft([a * b for a, b in zip(U, K)], "c16", "--inverse", "--real", "--n", str(2 * n))[:n]
        self.says("FFT202", to(distance(wrapped, linear)))

    def test_bins(self):
        """A grid up to half the rate for an odd length, and what a correlation keeps as imaginary part."""
        n = 101
        grid, bins = [0.5 * k / (n // 2) for k in range(n // 2 + 1)], [k / n for k in range(n // 2 + 1)]
        self.says("FFT208", f"{n} samples", f"{100 * (grid[-1] / bins[-1] - 1):.0f} %")
        X = fft([complex(v) for v in noise(1000)] + [0j] * 1000, "c16")
        r = fft([complex(abs(v)**2) for v in X], "c16", "--inverse")
        share = max(abs(v.imag) for v in r) / max(abs(v.real) for v in r)
        self.says("FFT306", "below 1e-15 of the largest")
        self.assertTrue(0 < share < 1e-15, share)

    def test_shift(self):
        x = [complex(v) for v in noise(255)]
        half = 127
        right = fft(x[half:] + x[:half], "c16")  # ifftshift: the sample in the middle comes first
        wrong = fft(x[half + 1:] + x[:half + 1], "c16")
        self.says("FFT203", to(distance(wrong, right)))

    def test_pairs(self):
        a, b = noise(1000, 6), noise(1000, 7)
        whole = fft([complex(x, y) for x, y in zip(a, b)], "c16")
        self.says("FFT204", to(distance(fft(a, "f8"), whole[:501])) + " of its norm")
        y = fft(fft(a, "f8"), "c16", "--inverse")
        self.assertTrue(all(abs(v.imag) > 1e-9 for v in y))
        self.says("FFT205", f"1000 real samples {len(y)} complex numbers")
        batch = list(range(8))
        rolled = batch[-4:] + batch[:-4]
        self.assertEqual([i for i in batch if rolled[i] == i], [])
        self.assertEqual(rolled.index(0), 8 // 2)
        self.says("FFT207", "no image of a batch of 8")

    def test_rate(self):
        self.says("FFT206", to(44100**2))

    def test_widths(self):
        x = noise(4096)
        narrow = [struct.unpack("<e", struct.pack("<e", v))[0] for v in x]
        self.says("FFT301", to(distance(fft(narrow, "f8"), fft(x, "f8"))))
        self.says("FFT302", to(distance(fft([f32(v) for v in x], "f4"), fft([f32(v) for v in x], "f8"))))

    def test_narrow_store(self):
        X = fft(noise(4096), "f8")
        self.says("FFT303", to(distance([complex(v.real) for v in X], X)) + " of its norm")
        self.says("FFT303", to(distance([complex(f32(v.real), f32(v.imag)) for v in X], X)) + " in one of complex64")

    def test_orders(self):
        squares = [f32(f32(v)**2) for v in noise(4096)]
        sums = set()
        for seed in range(100):
            shuffled = squares[:]
            random.Random(seed).shuffle(shuffled)
            sums.add(sum32(shuffled))
        self.says("FFT402", f"in 100 orders, has {len(sums)} values")
        lanes = sum32([sum32(squares[i::8]) for i in range(8)])
        self.says("FFT403", f"{lanes:.4f} instead of {sum32(squares):.4f}")
        x = [complex(f32(a), f32(b)) for a, b in zip(noise(1024, 8), noise(1024, 9))]
        X, Y = fft(x, "c8"), radix2(x)
        self.says("FFT401", f"{sum(a != b for a, b in zip(X, Y))} are not equal", to(distance(Y, X)) + " of the norm")

    def test_sizes(self):
        self.says("FFT404", f"{2**(24 - 21.4):.0f} and {2**(24 - 21.2):.0f} times the 2^-24")
        self.says("FFT606", f"{struct.calcsize('dd')} bytes in double")

    def test_phase(self):
        X = fft([complex(a, b) for a, b in zip(noise(4096, 4), noise(4096, 5))], "c16")
        # stet: ignore-next-line[FFT304]: the mistake itself
        wrong = sum(abs(math.atan(v.imag / v.real) - cmath.phase(v)) > 1 for v in X)
        self.says("FFT304", f"{wrong} of 4096")

    def test_log(self):
        wrong = [k for k in range(1, 64) if math.ceil(math.log(2**k, 2)) != k]
        self.says("FFT305", ", ".join(f"2^{k}" for k in wrong))
        self.assertEqual([k for k in range(1, 64) if int(math.log(2**k) / math.log(2)) != k], [], "floor never fails")
        quotients = {k: math.log10(2**k) / math.log10(2) for k in range(1, 64)}
        self.assertEqual([k for k, q in quotients.items() if q != k], [], "of decimal logarithms it is whole")

    def test_log_in_float(self):
        def quotients(log):
            return {k: f32(f32(log(2**k)) / f32(log(2))) for k in range(1, 64)}

        of_log, of_log10 = quotients(math.log), quotients(math.log10)
        first_below = [min(k for k, q in wrong.items() if q < k) for wrong in (of_log, of_log10)]
        first_above = min(k for wrong in (of_log, of_log10) for k, q in wrong.items() if q > k)
        self.says("FFT305", f"from 2^{first_below[0]} on, and with decimal logarithms from 2^{first_below[1]} on")
        self.says("FFT305", f"up in float, which fails from 2^{first_above} on")

    def test_recurrence(self):
        worst = {}
        for n in (2**10, 2**20):
            u, w, worst[n] = cmath.exp(-2j * math.pi / n), 1, 0
            for k in range(n):
                worst[n] = max(worst[n], abs(w - cmath.exp(-2j * math.pi * k / n))) if k % 64 == 63 else worst[n]
                w *= u
        self.says("FFT501", f"{worst[2**10]:.0e}", f"{worst[2**20]:.0e}")

    def test_float_angle(self):
        n, worst = 1024, 0
        for k in range(1, n, 7):
            for j in range(1, n, 5):
                angle = f32(f32(f32(f32(2 * math.pi) * k) * j) / n)
                worst = max(worst, abs(math.cos(angle) - math.cos(2 * math.pi * (k * j % n) / n)))
        self.says("FFT502", f"{worst:.0e}")

    def test_overflow(self):
        self.says("FFT503", str((46341 * 46341 + 2**31) % 2**32 - 2**31))

    def test_short_pi(self):
        n, x = 1024, noise(1024)
        pi = 3.14159  # stet: ignore[FFT504]
        X = fft(x, "f8")
        mine = [sum(v * cmath.exp(-2j * pi * j * k / n) for j, v in enumerate(x)) for k in range(0, 513, 16)]
        self.says("FFT504", to(distance(mine, X[::16])), f"{math.log10(distance(mine, X[::16]) * 2**53):.0f} digits")

    def test_compare(self):
        x = noise(1000)
        back = fft(fft(x, "f8"), "c16", "--inverse", "--real", "--n", "1000")
        self.says("FFT701", f"{sum(a == b for a, b in zip(x, back))} of 1000")
        x = [math.cos(2 * math.pi * 10 * j / 1000) for j in range(1000)]
        X = fft(x, "f8")
        self.says("FFT702", f"{max(abs(v) for k, v in enumerate(X) if k != 10):.0e}")
        X4 = fft([1000 * f32(v) for v in noise(1000)], "f4")
        X8 = fft([1000 * f32(v) for v in noise(1000)], "f8")
        self.says("FFT702", f"{max(abs(a - b) for a, b in zip(X4, X8)):.0e}")


if __name__ == "__main__":
    unittest.main()
