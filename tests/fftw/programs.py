#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""programs.py STET SOURCES CHECK: a program from Debian on FFTW and on stet, by `stet run`: the results agree within
their rounding, and something was served. What is not installed is skipped, and says so (scripts/deps fftw installs
it). CHECK is a function below; pyfftw_suite runs pyFFTW's own tests, whose source `scripts/deps fftw` puts below the
folder SOURCES; minutes.
"""
import array
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STET = sys.argv[1]
SOURCES = pathlib.Path(sys.argv[2])
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's packages
# One thread in BLAS, which is not ours and whose sums depend on it.
QUIET = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", OMPI_ALLOW_RUN_AS_ROOT="1",
             OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


def need(program):
    if shutil.which(program) is None:
        raise Skipped(f"no {program}")


def theirs(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=3000, env={**QUIET, **options.pop("env", {})},
                          **options)


def ours(*command, options=(), **rest):
    """The process, and what was served: kinds with their numbers of transforms."""
    done = theirs(STET, "run", "--json", *options, "--", *command, **rest)
    report = json.loads(done.stderr[done.stderr.rindex("\n{") if "\n{" in done.stderr else 0 :])
    served = {}
    for row in report["served"]:
        key = f"{row['precision']} {row['kind']}"
        served[key] = served.get(key, 0) + row["transforms"]
    if not served:
        raise Failed("nothing was served: " + done.stderr[-300:])
    return done, served


def numbers(text):
    return [float(word) for word in re.findall(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?", text)]


def agree(a, b, bound, what):
    """Largest distance, relative to the largest number."""
    a, b = list(a), list(b)
    if len(a) != len(b) or not a:
        raise Failed(f"{what}: {len(a)} numbers and {len(b)}")
    size = max(map(abs, a)) or 1
    worst = max(abs(x - y) for x, y in zip(a, b)) / size
    if not worst <= bound:
        raise Failed(f"{what}: {worst:.2g} apart")
    return worst


# ------------------------------------------------------------- programs --

PYFFTW = """
import numpy, pyfftw, sys
rng = numpy.random.default_rng(1)
for dtype, real in (("complex128", "float64"), ("complex64", "float32")):
    a = pyfftw.empty_aligned((24, 35), dtype); b = pyfftw.empty_aligned((24, 35), dtype)
    f = pyfftw.FFTW(a, b, axes=(0, 1), threads=2, flags=("FFTW_MEASURE",))
    a[:] = rng.standard_normal((24, 35)) + 1j * rng.standard_normal((24, 35)); f()
    x = rng.standard_normal((5, 36)).astype(real)
    y = pyfftw.interfaces.numpy_fft.rfft(x); z = pyfftw.interfaces.numpy_fft.irfft(y)
    c = pyfftw.interfaces.scipy_fft.dct(x, type=2)
    for w in (b, y, c):
        for number in numpy.asarray(w).ravel().view(real): print(repr(float(number)))
    print(float(abs(z - x).max()) < 1e-5)
"""


def pyfftw():
    if theirs(PYTHON, "-c", "import pyfftw").returncode != 0:
        raise Skipped("no pyfftw")
    done, served = ours(PYTHON, "-c", PYFFTW)
    reference = theirs(PYTHON, "-c", PYFFTW)
    if done.returncode or "False" in done.stdout:
        raise Failed(done.stderr[-300:])
    return agree(numbers(reference.stdout), numbers(done.stdout), 1e-6, "pyfftw"), served


# What its tests expect of FFTW's speed: that planning with a limit takes a quarter of the time.
PYFFTW_TIMED = "test_planning_time_limit"


def pyfftw_suite():
    folder = SOURCES / "pyfftw"
    if theirs(PYTHON, "-c", "import pyfftw").returncode != 0:
        raise Skipped("no pyfftw")
    if not (folder / "tests").is_dir():
        raise Skipped(f"no source of pyFFTW in {folder}")
    done = theirs(STET, "run", "--", PYTHON, "-B", "-m", "unittest", "discover", "-v", "-s", str(folder / "tests"),
                  "-t", str(folder), cwd="/")
    text = done.stderr
    wrong = set(re.findall(r"^(?:FAIL|ERROR): (\w+)", text, re.M)) - {PYFFTW_TIMED}
    count = re.search(r"^Ran (\d+) tests", text, re.M)
    if wrong or not count or " served" not in text:
        raise Failed(f"pyFFTW's tests: {sorted(wrong)} {text[-300:]}")
    return 0, {"tests": int(count.group(1))}


OCTAVE = """
rand("seed", 1); randn("seed", 1); x = randn(60, 42) + 1i*randn(60, 42); r = randn(36, 25, 4);
show = @(y) printf("%.17g\\n", [real(y(:)); imag(y(:))]);
show(fft(x)); show(ifft(x, [], 2)); show(fft2(x)); show(fftn(r)); show(fft(single(r))); show(ifft2(fft2(r)));
show(fftfilt([1 2 3], r(:, 1))); show(fftconv(r(:, 1)', r(:, 2)'));
"""
OCTAVE_TESTS = "names = {'fftfilt','fftconv','freqz','periodogram','fftshift','arma_rnd','sinetone'}; " \
    "for i = 1:numel(names) test(names{i}, 'quiet'); end"


def octave():
    need("octave-cli")
    done, served = ours("octave-cli", "--no-gui", "--eval", OCTAVE)
    reference = theirs("octave-cli", "--no-gui", "--eval", OCTAVE)
    worst = agree(numbers(reference.stdout), numbers(done.stdout), 1e-7, "octave")
    tests, _ = ours("octave-cli", "--no-gui", "--eval", OCTAVE_TESTS)
    if "PASSES 9 out of 9" not in tests.stdout or re.search("!!!!!|FAIL", tests.stdout + tests.stderr):
        raise Failed("octave's own tests: " + tests.stdout[-300:])
    return worst, served


def imagemagick():
    need("convert-im6.q16")
    with tempfile.TemporaryDirectory() as folder:
        def picture(name):
            return ["convert-im6.q16", "-size", "72x72", "radial-gradient:white-black", "-wave", "5x19", "-crop", "72x72+0+0",
                    "+repage", "-colorspace", "Gray", "-depth", "16", "-fft", f"gray:{folder}/{name}-%d.gray"]
        theirs(*picture("theirs"))
        _, served = ours(*picture("ours"))
        pairs = []
        for part in (0, 1):  # magnitude and phase, in 65536 steps; the phase of what is nearly 0 is any
            read = lambda name: array.array("H", pathlib.Path(f"{folder}/{name}-{part}.gray").read_bytes())
            pairs.append((read("theirs"), read("ours")))
        return agree(*pairs[0], 1.1 / 65535, "ImageMagick"), served


R = """
library(fftw); set.seed(1); x <- complex(real = rnorm(1000), imaginary = rnorm(1000)); r <- rnorm(360)
p <- planFFT(1000); show <- function(y) cat(sprintf("%.17g", c(Re(y), Im(y))), sep = "\\n")
show(FFT(x, plan = p)); show(IFFT(x)); for (type in 1:4) { show(DCT(r, type = type)); show(IDCT(r, type = type)) }
"""


def r_fftw():
    need("Rscript")
    if theirs("Rscript", "-e", "library(fftw)").returncode != 0:
        raise Skipped("no fftw package of R")
    done, served = ours("Rscript", "-e", R, options=["--preload"])
    return agree(numbers(theirs("Rscript", "-e", R).stdout), numbers(done.stdout), 1e-13, "R"), served


ATOM = """&input
 title='Si', zed=14., rel=0, config='[Ne] 3s2 3p2 3d-1', iswitch=3, dft='PZ'
/
&inputp
 lloc=2, pseudotype=1, file_pseudopw='Si.UPF', tm=.true.
/
3
3S 1 0 2.00 0.00 2.10 2.10
3P 2 1 2.00 0.00 2.10 2.10
3D 3 2 0.00 -0.1 2.10 2.10
"""
CRYSTAL = """&control
 calculation='scf', prefix='si', pseudo_dir='.', outdir='./out', disk_io='low'
/
&system
 ibrav=2, celldm(1)=10.2, nat=2, ntyp=1, ecutwfc=12.0
/
&electrons
 conv_thr=1d-9
/
ATOMIC_SPECIES
 Si 28.086 Si.UPF
ATOMIC_POSITIONS alat
 Si 0.00 0.00 0.00
 Si 0.25 0.25 0.25
K_POINTS automatic
 2 2 2 1 1 1
"""


def quantum_espresso():
    """The energy of a silicon crystal, with a pseudopotential made first. Then the density of the electrons, byte by
    byte, on another instruction set."""
    need("pw.x")
    need("ld1.x")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "pw.in").write_text(CRYSTAL)
        theirs("ld1.x", input=ATOM, cwd=folder)
        energy = lambda text: numbers(text.split("!    total energy")[1].split("Ry")[0])
        reference = theirs("pw.x", "-in", "pw.in", cwd=folder)
        densities = []
        for isa in ("", "soft"):
            done, served = ours("pw.x", "-in", "pw.in", cwd=folder, env={"STET_ISA": isa})
            densities.append(pathlib.Path(folder, "out/si.save/charge-density.dat").read_bytes())
        if densities[0] != densities[1]:
            raise Failed("Quantum ESPRESSO: another density on another instruction set")
        return agree(energy(reference.stdout), energy(done.stdout), 1e-8, "Quantum ESPRESSO"), served


def fortran():
    """modern.f90: FFTW's header for Fortran 2003, threads, and the names of older programs."""
    need("gfortran")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/modern"
        made = theirs("gfortran", "-w", "-I/usr/include", str(HERE / "modern.f90"), "-o", program, "-lfftw3_threads",
                      "-lfftw3")
        if made.returncode:
            raise Failed(made.stderr[-300:])
        done, served = ours(program)
        return agree(numbers(theirs(program).stdout), numbers(done.stdout), 1e-14, "Fortran"), served


def reproducible():
    """A chaotic equation in Octave: its file is the same with any number of threads, on any instruction set, with any
    planner. FFTW's has other bytes with 3 threads."""
    need("octave-cli")
    ways = [("1", "estimate", ""), ("3", "estimate", ""), ("1", "measure", ""), ("2", "estimate", "soft")]
    with tempfile.TemporaryDirectory() as folder:
        def solve(run, threads, planner, isa):
            path = pathlib.Path(folder, "u")
            run("octave-cli", "--no-gui", str(HERE / "solver.m"),
                env={"SOLVER_THREADS": threads, "SOLVER_PLANNER": planner, "SOLVER_STEPS": "60", "STET_ISA": isa,
                     "SOLVER_FILE": str(path)})
            content = path.read_bytes()
            path.unlink()
            return content
        files = {solve(ours, *way) for way in ways}
        others = {solve(theirs, *way) for way in ways[:2]}
    if len(files) != 1 or len(others) != 2:
        raise Failed(f"{len(files)} different files, and {len(others)} on FFTW")
    return 0, {"different files on stet": len(files), "on FFTW": len(others)}


CHECKS = {check.__name__: check for check in (pyfftw, octave, imagemagick, r_fftw, quantum_espresso, fortran, reproducible,
                                              pyfftw_suite)}


def main():
    check = CHECKS[sys.argv[3]]
    try:
        worst, served = check()
        print(f"{check.__name__}: as on FFTW within {worst:.2g}; {served}")
    except Skipped as why:
        print(f"{check.__name__}: skipped: {why}")
        return 1 if os.environ.get("STET_PROGRAMS") == "needed" else 77  # make test-fftw has installed them
    except Failed as why:
        print(f"{check.__name__}: FAILED: {why}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
