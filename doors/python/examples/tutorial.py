#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Transforms with the same bits on every machine
#
# Run this script twice, on two machines or with two instruction sets, and compare the outputs:
#
#     STET_ISA=avx2 python tutorial.py --no-pictures
#     STET_ISA=avx512 python tutorial.py --no-pictures
#
# Every line that begins with a hash is the same. The pictures are written to the folder of `--pictures DIR`
# and need matplotlib (`pip install stet[plot]`). An editor that supports `# %%` shows this script as a notebook.

# %%
from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import stet

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--pictures", type=Path, default=Path("tutorial-pictures"), metavar="DIR")
parser.add_argument("--no-pictures", action="store_true")
options = parser.parse_args()


def say(name: str, array: np.ndarray) -> None:
    """Prints the identity of an array: the SHA-256 of its elements, as `stet bits` prints it."""
    print(f"{stet.bits(array)}  {name}")


# %% [markdown]
# ## A signal
#
# The signal is two tones and a chirp, in noise. NumPy's `sin` may differ in the last bit between machines;
# `stet.trig` may not. NumPy guarantees the integers of its generators, so the noise is made of integers.

# %%
n, rate = 4096, 1024.0
k = np.arange(n)
noise = np.random.Generator(np.random.PCG64(7)).integers(-(2**20), 2**20, n).astype(np.float32) / 2**20
tone = stet.trig("sinpi", (k % 64 / np.float32(32)).astype(np.float32))  # 16 Hz
other = stet.trig("cospi", (k % 20 / np.float32(10)).astype(np.float32))  # 51.2 Hz
chirp = stet.trig("sinpi", (k * k % 65536 / np.float32(32768)).astype(np.float32))
signal = (tone + other / 2 + chirp / 4 + noise).astype(np.float32)
say("signal", signal)

# %% [markdown]
# ## Its spectrum, at three levels
#
# `native` computes in float32, by one fixed graph of operations; `extended` computes in float64 and rounds once;
# `correct` is the exact value, rounded once. Each has the same bits everywhere. They differ from each other by a few ulp.

# %%
levels = ("native", "extended", "correct")
spectra = {level: stet.fft.rfft(signal, level=level) for level in levels}
for level, spectrum in spectra.items():
    say(f"rfft, {level}", spectrum)
print(stet.compare(spectra["native"], spectra["correct"]))
print("computed by", stet.Plan("rfft", n, np.float32).describe()["kernels"].split()[-1])

# %% [markdown]
# Which of them is right? `stet.verify` does not use the library's transforms: it computes the spectrum in
# double-double, with a proved bound, and gives a verdict. It judges NumPy's spectrum and a wrong one too.

# %%
for level in levels:
    print(f"{level}: {stet.verify(signal, spectra[level]).text}")
print(f"no factor: {stet.verify(signal, spectra['native'] / np.float32(n)).text}")
assert stet.verify(signal, spectra["correct"]).verdict == "correctly_rounded"

# %% [markdown]
# ## A certificate
#
# A certificate states what was proved. Anybody can check it without trusting this library.

# %%
y, paper = stet.certificate(signal, kind="r2c")
assert stet.compare(y, spectra["correct"])
print(stet.certify(paper, signal, y).text)

# %% [markdown]
# ## Threads, strides and batches change no bit

# %%
block = np.broadcast_to(signal, (8, n)).T  # strides of zero; the first axis is transformed
for workers in (1, 2, 4):
    for column in stet.fft.rfft(block, axis=0, workers=workers).T:
        assert stet.compare(column, spectra["native"])

# %% [markdown]
# ## A long filter
#
# A low-pass of 255 taps runs through the FFT, with an error bound before and after. A stream of pieces has the same bits.

# %%
taps = stet.fft.irfft(np.concatenate((np.ones(20), np.zeros(108))), 255).astype(np.float32)
plan = stet.Conv(np.roll(taps, 127), n, dtype="float32", method="fft")
smooth, info = plan.run(signal)
say("filtered", smooth)
stream = plan.stream()
pieces = [stream.push(signal[i : i + 500]) for i in range(0, n, 500)]
assert stet.compare(np.concatenate([*pieces, stream.finish()]), smooth)
exact = stet.conv(signal, np.roll(taps, 127), level="correct")
worst = float(np.abs(smooth - exact.astype(np.float64)).max())
print(f"largest error {worst:.2g}, and its bound {info.bound:.2g}")

# %% [markdown]
# ## Sums
#
# The mean of the noise: NumPy's sum depends on the width of its vectors; `stet.sum` is the exact sum, rounded.

# %%
energy = stet.dot(signal, signal)
say("energy", energy)
say("sum", stet.sum(signal))
parts = spectra["correct"].view(np.float32).astype(np.float64)  # alternating real and imaginary parts
once = [parts[0], parts[-2]]  # bins 0 and n/2 have no conjugate among the others
print(f"energy {energy:.8g} in time, {(2 * stet.dot(parts, parts) - stet.dot(once, once)) / n:.8g} in frequency")

# %% [markdown]
# ## Drift
#
# A transform and its inverse run a thousand times: how far is the signal from its start? At level native each step
# adds about as much error as the one before. At the other two the error soon stops: the state is a fixed point.


# %%
def there_and_back(level: str) -> stet.Drift:
    def step(x: np.ndarray, i: int) -> None:
        x[:] = stet.fft.irfft(stet.fft.rfft(x, level=level), x.size, level=level)

    return stet.drift(step, signal, steps=1000, cycles="stop")


runs = {level: there_and_back(level) for level in levels}
for level, run in runs.items():
    say(f"after the round trips, {level}", run.state)
    still = f", a fixed point after {run.cycle_seen - 1} steps" if run.cycle_length == 1 else ""
    print(f"{level}: {run.last.rms_scale:.3g} ulp rms{still}")

# %% [markdown]
# ## SciPy and NumPy
#
# Programs that call them get the same bits without a change.

# %%
wide = signal.astype(np.float64)  # NumPy 1.26 converts to double
with stet.numpy_patch():
    assert stet.compare(np.fft.rfft(wide), stet.fft.rfft(wide))
try:
    import scipy.fft
except ImportError:
    print("no SciPy here")
else:
    with scipy.fft.set_backend(stet.scipy_backend):
        assert stet.compare(scipy.fft.rfft(signal), spectra["native"])

# %% [markdown]
# ## Pictures

# %%
if not options.no_pictures:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    options.pictures.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(2, 1, figsize=(8, 6), layout="constrained")
    axes[0].plot(k / rate, signal, lw=0.4, label="signal")
    axes[0].plot((k - 127) / rate, smooth, lw=1.2, label="filtered, 127 samples earlier")
    axes[0].set(xlabel="seconds", ylabel="amplitude", title="A signal, and what 255 taps leave of it", xlim=(0, 1), ylim=(-3, 4))
    axes[0].legend(loc="upper right", ncols=2)
    axes[1].plot(stet.fft.rfftfreq(n, 1 / rate), 20 * np.log10(np.abs(spectra["native"]) / n + 1e-12), lw=0.6)
    axes[1].set(xlabel="Hz", ylabel="dB", title="Its spectrum", xlim=(0, rate / 2))
    figure.savefig(options.pictures / "signal.png", dpi=120)

    truth = stet.fft.rfft(signal.astype(np.float64), level="correct")
    figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
    lines = dict(zip(levels, ("-", "-", "--")))  # extended and correct often coincide
    for level in levels:
        error = np.abs(spectra[level] - truth) / np.sqrt(np.mean(np.abs(truth) ** 2)) * 2.0**24
        axis.semilogy(np.sort(error)[1:] + 1e-9, lines[level], label=level)
    axis.set(xlabel="bins, sorted by error", ylabel="error, in units of $2^{-24}$ rms")
    axis.set_title("How far the levels are from the exact spectrum")
    axis.legend()
    figure.savefig(options.pictures / "levels.png", dpi=120)

    figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
    for level, run in runs.items():
        steps = [r.step for r in run.records]
        axis.loglog(steps, [max(r.rms_scale, 1e-3) for r in run.records], ls=lines[level], marker=".", label=level)
    axis.set(xlabel="round trips", ylabel="rms error, ulp", title="Drift of a transform and its inverse")
    axis.legend()
    figure.savefig(options.pictures / "drift.png", dpi=120)
    print(f"pictures in {options.pictures}")
