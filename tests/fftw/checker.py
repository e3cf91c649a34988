#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""checker.py BUILD SOURCE LIBRARIES BITS [--long]: FFTW's own checking program on our libraries.

checker.sh compiles it from FFTW's source package in the folder SOURCE; without one the test is skipped (77).
The problems are those of FFTW's tests/check.pl, drawn with a seed of our own: complex, real and r2r transforms, in
place and out of place, pairs and split arrays, of rank 0 to 4, batches of both kinds of strides, one and three
threads. A problem is verified by the program itself (linearity, impulses, shifts, against a transform in its own
arithmetic), and small ones for accuracy against its multiple precision. What is refused must match REFUSED. Then
FFTW's own check.pl, as it is: SCRIPT, or with --long SCRIPT_LONG.
"""
import math
import os
import random
import re
import subprocess
import sys
import tempfile

# What no plan is made for: patterns of problems, and why.
REFUSED = []

# Options of check.pl. -a: copies, every length to 100, every n x m of up to 900 points, random problems of up to 60,000
# points; and that no plan is made for no points. Wisdom: once more in another process that has wisdom alone.
SCRIPT = [["-r", "-c=4", "--maxsize=4000", "--estimate", "--validate-wisdom"]]
SCRIPT_LONG = [
    ["-a", "--estimate"],
    ["-r", "-0d", "-1d", "-c=30", "--estimate", "--nthreads=3", "--threads_callback"],
    ["-r", "-1d", "-c=30", "--validate-wisdom"],
    ["-r", "-c=30", "--patient", "--nthreads=2"],
    ["-r", "-c=10", "--exhaustive", "--paranoid"],
]

R2R = ["f", "b", "h", "e00", "e01", "e10", "e11", "o00", "o01", "o10", "o11"]
UNIT = {"32": 2.0**-24, "64": 2.0**-53, "80": 2.0**-64}


def ways(size):
    """Of one geometry: both directions, in place or not, pairs or split. FFTW's tests leave out real split
    transforms in place of several dimensions, and batches of them: their strides are not defined."""
    for kind in "cr":
        for split in ("", "//"):
            for place in "io":
                for sign in "fb":
                    if split and kind == "r" and (set("v*") & set(size) or (place == "i" and "x" in size)):
                        continue
                    yield split + place + sign + kind + size


def factors(rng, least):
    n, f = 1, rng.randint(1, 13)
    while n * f < least:
        n, f = n * f, rng.randint(1, 13)
    return n


def draw(rng, largest, r2r):
    points, rank, batch = rng.randint(2, largest), rng.randint(1, 4), rng.randrange(3)
    each = int(2 + math.exp(math.log(points) / (rank + (batch > 0))))
    sizes = []
    while points > 1 and rank > 0:
        n = factors(rng, rng.randrange(each) + 10)
        if n > 1:
            sizes.append(str(n) + (rng.choice(R2R) if r2r else ""))
            points, rank = points // n, rank - 1
            each = max(2, min(each, points))
    size = "x".join(sizes) + ("" if batch == 0 else "*v"[batch - 1] + str(rng.randint(1, each)))
    return ("d" if rng.randrange(3) == 0 else "") + size


def problems(long, bits):
    """Long double goes through a plain engine: less of it."""
    largest = (200 if bits == "80" else 4000) * (10 if long else 1)
    rng = random.Random(19)
    found = []
    for n in list(range(1, 101)) + [128, 256, 1024, 4096] if long else [1, 2, 3, 16, 17, 35, 49, 97, 256]:
        found += list(ways(str(n)))
    for _ in range(400 if long and bits != "80" else 12):
        found += list(ways(draw(rng, largest, False)))
        size = draw(rng, largest, True)
        if not re.search(r"(?<![0-9])1e00", size):  # has no length
            found += ["ik" + size, "ok" + size]
    for i in range(0, 17, 1 if long else 5):
        for j in range(0, 17, 1 if long else 7):
            loops = f"v{i}:3:{3 * j}x{j}:{3 * i}:3x3:1:1"
            found += ["o1" + loops, "i1" + loops, "ok1" + loops, "ik1" + loops]
    # strides of the dimensions themselves: every other number, and both orders of the output
    found += ["of16:2:3", "ob12:20:1x20:1:12", "or30:3:2", "ofr6:8:1x8:1:6"]
    return [p for p in found if "x0" not in p]


class Checker:
    def __init__(self, program, libraries, threads):
        self.program, self.threads = program, threads
        self.environment = dict(os.environ, LD_LIBRARY_PATH=libraries)
        self.right, self.refused, self.wrong = 0, 0, []

    def run(self, *arguments):
        command = [self.program, "-oestimate", f"-onthreads={self.threads}", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=600)

    def take(self, problem):
        result = self.run("--verify", problem)
        if result.returncode == 0:
            self.right += 1
        elif self.run("--can-do", problem).stdout.strip() == "#f" and any(re.search(p, problem) for p, _ in REFUSED):
            self.refused += 1
        else:
            self.wrong.append((problem, (result.stdout + result.stderr).strip()[-200:]))

    def take_all(self, list_of_problems):
        """Many in one process; one by one only where that fails."""
        refused = [p for p in list_of_problems if any(re.search(r, p) for r, _ in REFUSED)]
        rest = [p for p in list_of_problems if p not in refused]
        for problem in refused:
            self.take(problem)
        for start in range(0, len(rest), 60):
            some = rest[start : start + 60]
            if self.run(*[word for p in some for word in ("--verify", p)]).returncode == 0:
                self.right += len(some)
            else:
                for problem in some:
                    self.take(problem)

    def script(self, source, options, folder):
        """check.pl with a seed of our own. Problems that were right, and what it said of the first that was not."""
        perl = "srand(19); my $script = shift; do $script; die $@ if $@"
        path = os.path.join(source, "tests", "check.pl")
        done = subprocess.run(["perl", "-e", perl, path, *options, "-v", self.program], env=self.environment, cwd=folder,
                              capture_output=True, text=True)
        lines = done.stdout.splitlines()
        right = sum(bool(re.fullmatch(r"\S+(?: [-+.\de]+){3} *", line)) for line in lines)
        right += sum("--can-do" in line for line in lines)
        failed = [line[:200] for line in lines if line.startswith("FAILED")] + [done.stderr[-300:]] * bool(done.stderr)
        return right, (failed or ["stopped"])[0] if failed or done.returncode else ""

    def accuracy(self, n, bits):
        """The largest of the relative errors (L2) that the program prints, in units of rounding."""
        result = self.run("--accuracy", str(n))
        errors = [float(word) for word in result.stdout.split()]
        return max(errors[1::3]) / UNIT[bits]


def main():
    build, source, libraries, bits = sys.argv[1:5]
    long = "--long" in sys.argv
    if not os.path.exists(os.path.join(source, "tests", "bench.c")):
        print(f"skipped: no source of FFTW in {source} (scripts/deps fftw fetches it)")
        return 77
    program = os.path.join(build, f"fftw-checker-f{bits}")
    script = os.path.join(os.path.dirname(__file__), "checker.sh")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(script):
        subprocess.run([script, source, libraries, program, bits], check=True)
    failed = False
    for threads in (1, 3):
        checker = Checker(program, libraries, threads)
        list_of_problems = problems(long, bits)
        checker.take_all(list_of_problems if threads == 1 or long else list_of_problems[::7])
        for problem, text in checker.wrong:
            print(f"WRONG {problem}: {text}")
        failed |= bool(checker.wrong) or checker.right == 0
        print(f"f{bits}, {threads} thread(s): {checker.right} right, {checker.refused} refused, {len(checker.wrong)} wrong")
    for options in SCRIPT_LONG if long else SCRIPT:
        # Long double goes through a plain engine: random problems of it are smaller.
        more = ["--maxsize=2000"] if bits == "80" else []
        with tempfile.TemporaryDirectory() as folder:  # its wisdom
            right, wrong = Checker(program, libraries, 1).script(source, [*options, *more], folder)
        print(f"f{bits}, check.pl {' '.join([*options, *more])}: {right} right{', WRONG: ' * bool(wrong)}{wrong}", flush=True)
        failed |= bool(wrong) or right == 0
    for n in (16, 100, 256, 1009, 4096):
        error, bound = checker.accuracy(n, bits), 2 + math.log2(n)
        print(f"n = {n}: relative error {error:.2f} units of rounding")
        failed |= not error < bound
    return failed


if __name__ == "__main__":
    sys.exit(main())
