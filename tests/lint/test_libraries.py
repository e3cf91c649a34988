# SPDX-License-Identifier: Apache-2.0
"""Each rule of Python's transforms in each library that it is for: the same mistake by its names."""
import pathlib
import tempfile
import unittest

from support import findings

# What is imported, the module of the transforms in it, the name of the axes.
LIBRARIES = {
    "numpy": ("import numpy as m", "m.fft", "axes"),
    "scipy": ("import numpy as m, scipy.fft", "scipy.fft", "axes"),
    "torch": ("import torch as m", "m.fft", "dim"),
    "mlx": ("import mlx.core as m", "m.fft", "axes"),
    "jax": ("import jax.numpy as m", "m.fft", "axes"),
    "cupy": ("import cupy as m", "m.fft", "axes"),
    "pyfftw": ("import numpy as m, pyfftw.interfaces.numpy_fft as F", "F", "axes"),
    "dask": ("import dask.array as m", "m.fft", "axes"),
    "fftpack": ("import numpy as m, scipy.fftpack as F", "F", "axes"),
}
RULES = {
    "FFT101": ["X = {F}.fft(x, norm='ortho')", "return {F}.ifft(X)"],
    "FFT102": ["X = {F}.fft(x)", "return {F}.ifft(X, norm='forward')"],
    "FFT103": ["n = len(x)", "X = {F}.fft(x) / n", "return {F}.ifft(X)"],
    "FFT104": ["return {F}.fft(x, norm='Ortho')"],
    "FFT201": ["X = {F}.rfft(x)", "return {F}.irfft(X)"],
    "FFT203": ["X = {F}.fft({F}.fftshift(x))", "return X * w"],
    "FFT204": ["return {F}.rfft(x + 1j * y)"],
    "FFT205": ["X = {F}.rfft(x)", "return {F}.ifft(X)"],
    "FFT206": ["return {F}.fftfreq(n, fs)"],
    "FFT207": ["X = {F}.fft2(x, {axes}=(-2, -1))", "return {F}.fftshift(X)"],
    "FFT211": ["k = {F}.fftfreq(n, fs)", "return {F}.ifft(m.exp(1j * k * y) * {F}.fft(x))"],
    "FFT212": ["return {F}.fftshift({F}.fft2(x * m.exp(1j * y)))"],
    "FFT213": ["return {F}.fft(x, n / 2)"],
    "FFT301": ["return {F}.fft(x.astype(m.float16))"],
    "FFT303": ["out = m.zeros(n)", "out[:] = {F}.fft(x)", "return out"],
    "FFT701": ["return ({F}.fft(x) == y).all()"],
    "FFT702": ["return m.allclose({F}.fft(x), y)  # float32"],
}
# fftpack has no norm, and its rfft packs real numbers in as many; the others widen 16 bits before they transform.
SILENT = {("fftpack", rule) for rule in ("FFT101", "FFT102", "FFT104", "FFT201", "FFT204", "FFT205")}
SILENT |= {(library, "FFT301") for library in LIBRARIES if library not in ("torch", "mlx")}


class Libraries(unittest.TestCase):
    def test_each(self):
        for library, (head, module, axes) in LIBRARIES.items():
            for rule, lines in RULES.items():
                with self.subTest(library=library, rule=rule), tempfile.TemporaryDirectory() as folder:
                    body = [f"    {line}".format(F=module, axes=axes) for line in lines]
                    path = pathlib.Path(folder, "a.py")
                    path.write_text("\n".join([head, "def f(x, y, w, n, fs):", *body, ""]))
                    found = [f["id"] for f in findings("--no-config", "--select", rule, path)]
                    self.assertEqual(found, [] if (library, rule) in SILENT else [rule], path.read_text())


if __name__ == "__main__":
    unittest.main()
