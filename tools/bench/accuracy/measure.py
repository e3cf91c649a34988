# SPDX-License-Identifier: Apache-2.0
"""measure.py STET OUT.json measures errors of forward complex transforms, of stet's levels and other libraries.

STET is the command. FFTW is Debian's (ctypes), MKL that of `scripts/deps mkl` or STET_MKL. NumPy's and SciPy's transforms are
those of the Python that runs this script (build/python/env/..., scripts/deps python). Missing libraries are left out and named.
The exact results are Arb's: cc builds reference.c. The input is uniform in [-1, 1), from a generator that OUT.json names.
"""
import ctypes
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
POWERS = [2**k for k in range(2, 17)]
OTHERS = [3, 5, 7, 12, 15, 27, 60, 100, 105, 243, 360, 1000, 1155, 2187, 4725, 10000, 30030,  # products of the odd radices
          11, 17, 47, 101, 211, 1009, 2027, 4099, 10007, 16411, 32771]  # primes
POINTS = 16384  # points per length, in several signals: a single one may be lucky
SEED = 20260101


def exact(program, x):
    """Returns two words of the real and of the imaginary parts, in rows like x."""
    rows, n = x.shape
    done = subprocess.run([program, str(n), str(rows)], input=x.astype(np.complex128).tobytes(), capture_output=True, check=True)
    words = np.frombuffer(done.stdout).reshape(rows, 2, 2, n)
    return words[:, 0], words[:, 1]  # [row, word, k]


def errors(y, reference):
    """Returns the relative L2 error, the largest error over the rms of the spectrum, and the share of incorrectly rounded numbers."""
    squares = total = largest = wrong = 0.0
    narrow = y.real.dtype
    for part, words in ((y.real, reference[0]), (y.imag, reference[1])):
        difference = (part.astype(np.float64) - words[:, 0]) - words[:, 1]
        squares += float(np.sum(difference**2))
        total += float(np.sum(words[:, 0]**2))
        largest = max(largest, float(np.max(np.abs(difference))))
        # A number is wrong if its error is more than half the gap to its neighbour on that side.
        side = np.where(difference > 0, -np.inf, np.inf).astype(narrow)
        gap = np.abs(np.nextafter(part, side).astype(np.float64) - part.astype(np.float64))
        wrong += float(np.sum(np.abs(difference) > gap / 2))
    return {"l2": (squares / total)**0.5, "max": largest / (total / y.size)**0.5, "wrong": wrong / (2 * y.size)}


class Fftw:
    """Uses libfftw3 and libfftw3f, with FFTW_MEASURE and one second per plan."""

    def __init__(self):
        self.libraries = {}
        for name, dtype, prefix in (("libfftw3f.so.3", np.complex64, "fftwf"), ("libfftw3.so.3", np.complex128, "fftw")):
            library = ctypes.CDLL(name)
            plan, run = library[f"{prefix}_plan_dft_1d"], library[f"{prefix}_execute"]
            plan.restype = ctypes.c_void_p
            plan.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint]
            run.argtypes = [ctypes.c_void_p]
            limit = library[f"{prefix}_set_timelimit"]
            limit.argtypes = [ctypes.c_double]
            limit(1.0)
            self.libraries[dtype] = plan, run
        self.name = ctypes.c_char.in_dll(library, "fftw_version")
        self.name = ctypes.string_at(ctypes.addressof(self.name)).decode()

    def __call__(self, x):
        plan, run = self.libraries[x.dtype.type]
        a, b, out = np.empty_like(x[0]), np.empty_like(x[0]), np.empty_like(x)
        p = plan(x.shape[1], a.ctypes.data, b.ctypes.data, -1, 0)
        for row, result in zip(x, out):
            a[:] = row
            b[:] = np.nan
            run(p)
            result[:] = b
        return out


class Mkl:
    """Uses DFTI with one thread."""

    def __init__(self):
        os.environ.update(MKL_THREADING_LAYER="SEQUENTIAL", MKL_INTERFACE_LAYER="LP64")
        folder = pathlib.Path(os.environ.get("STET_MKL", ROOT / "build" / "mkl" / "lib"))
        self.library = ctypes.CDLL(str(sorted(folder.glob("libmkl_rt.so*"))[0]))
        text = ctypes.create_string_buffer(200)
        self.library.mkl_get_version_string(text, 200)
        self.name = text.value.decode().strip()

    def __call__(self, x):
        handle, out = ctypes.c_void_p(), np.array(x)
        precision = 35 if x.dtype == np.complex64 else 36  # DFTI_SINGLE, DFTI_DOUBLE
        status = self.library.DftiCreateDescriptor(ctypes.byref(handle), precision, 32, 1, ctypes.c_long(x.shape[1]))  # DFTI_COMPLEX
        status = status or self.library.DftiCommitDescriptor(handle)
        for row in out:
            status = status or self.library.DftiComputeForward(handle, ctypes.c_void_p(row.ctypes.data))
        if status:
            raise OSError(f"MKL: status {status}")
        self.library.DftiFreeDescriptor(ctypes.byref(handle))
        return out


class Stet:
    """Uses the command, with one level."""

    def __init__(self, command, level):
        self.command, self.level = command, level
        self.name = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def __call__(self, x):
        with tempfile.TemporaryDirectory() as folder:
            np.save(f"{folder}/x.npy", x)
            subprocess.run([self.command, "fft", "x.npy", "-o", "y.npy", "--level", self.level], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            return np.load(f"{folder}/y.npy")


def scipy_fft():
    import scipy
    import scipy.fft

    def transform(x):
        return scipy.fft.fft(x)
    transform.name = f"SciPy {scipy.__version__}"
    return transform


def numpy_fft():
    def transform(x):
        return np.fft.fft(x)
    transform.name = f"NumPy {np.__version__}"
    return transform


def libraries(command):
    """Returns {key: transform} without missing libraries."""
    found = {level: Stet(command, level) for level in ("native", "extended", "correct")}
    for key, make in (("fftw", Fftw), ("mkl", Mkl), ("numpy", numpy_fft), ("scipy", scipy_fft)):
        try:
            found[key] = make()
        except (OSError, IndexError, ImportError) as error:
            print(f"{key}: left out: {error}", file=sys.stderr)
    return found


def processor():
    """Returns the CPU's name, with family and model if the name is vague."""
    words = dict(line.split(":", 1) for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if ":" in line)
    words = {name.strip(): value.strip() for name, value in words.items()}
    if "model name" not in words:
        return platform.processor()
    return f"{words['model name']}, family {words['cpu family']}, model {words['model']}"


def main():
    command, out = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    found = libraries(command)
    isa = json.loads(subprocess.run([command, "info", "--json"], capture_output=True, check=True).stdout)["isa"]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/reference"
        subprocess.run(["cc", "-O2", "-o", program, HERE / "reference.c", "-lflint-arb", "-lflint"], check=True)
        for n in sorted(POWERS + OTHERS):
            wide = np.random.Generator(np.random.PCG64(SEED + n)).uniform(-1, 1, (max(1, -(-POINTS // n)), n, 2)).view(np.complex128)[..., 0]
            for precision, dtype in (("f32", np.complex64), ("f64", np.complex128)):
                x = wide.astype(dtype)
                reference = exact(program, x)
                for key, transform in found.items():
                    y = transform(x)
                    assert y.dtype == dtype, (key, y.dtype)
                    rows.append({"n": n, "precision": precision, "library": key, **errors(y, reference)})
            if sys.stderr.isatty():
                print(f"\r{n:6} points ", end="", file=sys.stderr)
    record = {
        "date": datetime.date.today().isoformat(), "cpu": processor(), "isa": isa,
        "libraries": {key: transform.name for key, transform in found.items()},
        "reference": "Arb, acb_dft with 192 bits", "input": f"uniform in [-1, 1), numpy PCG64({SEED} + n), {POINTS} points or one transform of each length",
        "rows": rows}
    # Each row is one line.
    text = json.dumps(record, indent=1)
    out.write_text(text.replace('{\n   "n"', '{"n"').replace(',\n   "', ', "').replace("\n  }", "}") + "\n")


if __name__ == "__main__":
    main()
