#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""checker.py BUILD SOURCE OURS BITS MPICC MPIRUN RANKS [--long]: FFTW's own checking program for MPI on our libraries.

checker.sh compiles it from FFTW's source package in the folder SOURCE; without one the test is skipped (77). OURS are the
folders of our libraries, with colons; "" takes FFTW's, to check this test. The problems are those of FFTW's
tests/check.pl --mpi, drawn with a seed of our own as in tests/fftw/checker.py: complex, real and r2r transforms and
transpositions, in place and not, batches, both transposed sides. The program verifies each by itself.
"""
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fftw"))
import checker as serial  # noqa: E402


def is_for_mpi(problem):
    """As check.pl says: no split arrays, no batches of strides, no real transform of one dimension."""
    several = "x" in problem
    if "/" in problem or "*" in problem or (not several and re.search("[rk]", problem)):
        return False
    if "[" in problem and (not several or ("r" in problem and "b" not in problem)):
        return False
    return not ("]" in problem and (not several or ("r" in problem and "b" in problem)))


def problems(long):
    rng = random.Random(23)
    found = []
    for size in ["2", "9", "16", "35", "100", "101", "3x2", "13x16", "34x58", "12x5x7", "6v3", "10x12v4", "4x5x6x3"]:
        found += list(serial.ways(size))
    for _ in range(100 if long else 12):
        size = serial.draw(rng, 10000 if long else 3000, False)
        found += [w.replace(size, p + size) for w in serial.ways(size) for p in rng.sample(["", "[", "]"], 2)]
        size = rng.choice(["", "[", "]"]) + serial.draw(rng, 10000 if long else 3000, True)
        if not re.search(r"(?<![0-9])1e00", size):
            found += ["ik" + size, "ok" + size]
    for i, j, v in [(3, 4, 1), (7, 5, 2), (16, 9, 3), (2, 31, 1)]:
        found += [f"{place}k1v{i}:{v * j}:{v}x{j}:{v}:{v * i}x{v}:1:1" for place in "oi"]
    return [p for p in found if is_for_mpi(p)]


def main():
    build, source, ours, bits, mpicc, mpirun, ranks = sys.argv[1:8]
    if not os.path.exists(os.path.join(source, "mpi", "mpi-bench.c")):
        print(f"skipped: no source of FFTW in {source} (scripts/deps fftw fetches it)")
        return 77
    program = os.path.join(build, f"fftw-mpi-checker-f{bits}")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "checker.sh")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(script):
        subprocess.run([script, source, ours, program, bits, mpicc], check=True)
    environment = dict(os.environ, **({"LD_LIBRARY_PATH": ours} if ours else {}))

    def wrong_of(some):
        command = [mpirun, "-n", ranks, program, "-oestimate", *[word for p in some for word in ("--verify", p)]]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)

    rest, right, wrong = problems("--long" in sys.argv), 0, []
    for start in range(0, len(rest), 60):
        some = rest[start : start + 60]
        if wrong_of(some).returncode == 0:
            right += len(some)
            continue
        for problem in some:  # one by one only where that fails
            result = wrong_of([problem])
            if result.returncode == 0:
                right += 1
            else:
                wrong.append(problem)
                print(f"WRONG {problem}: {(result.stdout + result.stderr).strip()[-300:]}")
    print(f"f{bits}, {ranks} rank(s): {right} right, {len(wrong)} wrong")
    return bool(wrong) or right < 100


if __name__ == "__main__":
    sys.exit(main())
