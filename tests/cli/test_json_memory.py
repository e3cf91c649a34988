# SPDX-License-Identifier: Apache-2.0
"""Each --json is whole or it is an error, whichever of jansson's allocations is refused (refuse_json.c)."""
import json
import os
import subprocess
import unittest

from support import Case, ENVIRONMENT, SANITIZED, STET, STET_LAB, TIMEOUT, indices, npy

REFUSE = os.environ["STET_REFUSE_JSON"]
FPSAN = os.environ["STET_FPSAN_COMMAND"]
HAS_LINT = os.environ["STET_HAS_LINT"] == "1"
HAS_FFTW = os.environ["STET_HAS_FFTW"] == "1"


def array(dtype, shape, numbers):
    return npy(dtype, shape, dict(zip(indices(shape), numbers)))


def shape_of(value):
    """The keys and the lengths of lists, without the values, many of which are times."""
    if isinstance(value, dict):
        return {key: shape_of(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape_of(inner) for inner in value]
    return type(value is None)


@unittest.skipIf(SANITIZED, "skipped: no preloading under a sanitizer")
class Memory(Case):
    def setUp(self):
        super().setUp()
        signal = [complex(i * i % 7, i % 3) for i in range(12)]
        self.file("a.npy", array("complex128", (2, 6), signal))
        self.file("b.npy", array("complex128", (2, 6), [x + (i == 5) for i, x in enumerate(signal)]))
        self.file("k.npy", array("float32", (3,), [0.5, 1, 0.25]))
        self.file("x.npy", array("float32", (8,), [1, 2, 3, 4, 5, 6, 7, 8]))
        self.file("bad.py", b"import numpy as np\nX = np.fft.rfft(x, norm='Ortho')\ny = np.fft.irfft(X)\n")

    command = STET

    def attempt(self, args, refuse):
        settings = {"LD_PRELOAD": REFUSE, "STET_REFUSE": str(refuse), "STET_REFUSE_COUNT": str(self.dir / "count")}
        done = subprocess.run([*self.command, *args], cwd=self.dir, capture_output=True, timeout=TIMEOUT,
                              env={**ENVIRONMENT, **settings})
        count = self.dir / "count"
        return done, int(count.read_text()) if count.exists() else 0

    def each(self, *args, status=0, stream="stdout", json_file=None, most=60, total=0):
        """At most so many of the allocations are refused, one in each run. total: how many there are at least, of a
        command that does not come to its end."""
        def answer(done):
            return (self.dir / json_file).read_text() if json_file else getattr(done, stream).decode()

        done, counted = self.attempt(args, 0)
        total = total or counted
        self.assertEqual(done.returncode, status, done.stderr)
        whole = shape_of(json.loads(answer(done)))
        self.assertGreater(total, 5)
        errors = 0
        for refuse in range(1, total + 1, -(-total // most)):
            if json_file:
                (self.dir / json_file).unlink(missing_ok=True)
            done, _ = self.attempt(args, refuse)
            where = f"{args}, allocation {refuse} of {total}: {done}"
            if done.returncode == status:
                # What was refused was not of the answer: it is whole.
                self.assertEqual(shape_of(json.loads(answer(done))), whole, where)
                continue
            self.assertEqual(done.returncode, 2, where)
            self.assertRegex(done.stderr, b"not enough memory|[Cc]annot allocate memory|no memory", where)
            if stream == "stdout":
                self.assertEqual(done.stdout, b"", where)
            if json_file:
                self.assertFalse((self.dir / json_file).exists(), where)
            errors += 1
        self.assertGreater(errors, min(total, most) // 3)

    def test_bits(self):
        self.each("bits", "--json", "a.npy")

    def test_compare(self):
        self.each("compare", "--json", "a.npy", "b.npy", status=1)

    def test_verify(self):
        self.stet("fft", "a.npy", "-o", "spectrum.npy")
        self.each("verify", "--json", "a.npy", "spectrum.npy")
        self.each("verify", "--json", "a.npy", "b.npy", status=1)

    def test_fft_and_certify(self):
        self.each("fft", "--json", "a.npy", "--axes", "0,1")
        args = ["fft", "a.npy", "--axes", "0,1", "--level", "correct", "-o", "spectrum.npy"]
        self.each(*args, "--certificate", "c.json", json_file="c.json")
        self.stet(*args, "--certificate", "c.json")
        self.each("certify", "--json", "c.json", "a.npy", "spectrum.npy")

    def test_info(self):
        self.each("info", "--json")
        self.each("info", "--plan", "60", "--json")

    def test_conv(self):
        self.each("conv", "--json", "x.npy", "k.npy", "-o", "y.npy")

    def test_lab_drift(self):
        self.command = STET_LAB
        self.each("drift", "--json", "--steps", "3", "-n", "16")

    def test_lab_profile(self):
        self.command = STET_LAB
        self.each("profile", "--json", "torch_like")

    def test_trig(self):
        self.each("trig", "--json", "sinf", "x.npy")
        self.each("trig", "--json", "sinf", "--check", "--bits", "3f800000..3f800040")

    def test_bench(self):
        self.each("bench", "--json", "-", "--rounds", "1", "--sizes", "16", "--peers", "none")
        self.each("bench", "--json", "-", "--rounds", "1", "--shapes", "4x4", "--peers", "none", "--first-call")

    def test_tune(self):
        self.each("tune", "--json", "--sizes", "16", most=5)

    def test_lab_tables(self):
        self.command = STET_LAB
        self.each("tables", "fpsan", "--json", most=5)

    @unittest.skipUnless(HAS_FFTW, "skipped: no FFTW interface")
    def test_run(self):
        self.each("run", "--json", "--", "true", stream="stderr", total=20)

    @unittest.skipUnless(HAS_LINT, "skipped: no linter")
    def test_lint(self):
        self.each("lint", "bad.py", "--format", "json", "--exit-zero")
        self.each("lint", "bad.py", "--format", "sarif", "--exit-zero")

    @unittest.skipUnless(os.path.exists(FPSAN), "skipped: no fpsan command")
    def test_fpsan(self):
        self.command = [FPSAN]
        self.each("explain", "--json", "1", "2", "0.5")


if __name__ == "__main__":
    unittest.main()
