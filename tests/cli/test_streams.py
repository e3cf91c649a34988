# SPDX-License-Identifier: Apache-2.0
"""- is standard input, or output, wherever data are read or written."""
import os
import pty
import struct
import subprocess
import unittest

from support import ENVIRONMENT, STET, TIMEOUT, Case, npy, wav

X = npy("complex64", (3, 8), {(i, k): complex(i, k) for i in range(3) for k in range(8)})
F = npy("float32", (8,), {(i,): float(i) for i in range(8)})


class Streams(Case):
    def setUp(self):
        super().setUp()
        self.file("x.npy", X)
        self.file("f.npy", F)
        self.stet("fft", "x.npy", "-o", "y.npy", "--level", "correct", "--certificate", "c.json")

    def piped(self, *args, data=X, status=0):
        """Through a pipe."""
        done = subprocess.run(STET + list(args), cwd=self.dir, env=ENVIRONMENT, input=data,
                              capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, status, (args, done.stderr))
        return done

    def test_input(self):
        for args in (["fft", "-"], ["bits", "-"], ["compare", "-", "x.npy"], ["compare", "x.npy", "-"],
                     ["verify", "-", "y.npy"], ["certify", "c.json", "-", "y.npy"],
                     ["fft", "-", "-o", "z.npy", "-l", "correct", "-c", "z.json"]):
            done = self.piped(*args)
            self.assertEqual(done.stderr, b"", args)
            with open(self.dir / "x.npy", "rb") as f:  # a file has its size
                self.stet(*args, stdin=f)
            with open(self.dir / "x.npy", "rb") as f:  # but not from its middle
                f.seek(7)
                self.assertIn("standard input: byte 0: neither", self.error(*args, stdin=f))
        self.assertEqual((self.dir / "z.npy").read_bytes(), (self.dir / "y.npy").read_bytes())
        self.assertIn(b"confirmed", self.piped("certify", "-", "x.npy", "y.npy",
                                               data=(self.dir / "z.json").read_bytes()).stdout)
        self.assertIn(b"input       -\n", self.piped("trig", "sinf", "-", data=F).stdout)

    def test_recordings(self):
        data = wav(2, 16, 1, struct.pack("<8h", *range(8)))
        self.file("a.wav", data)
        want = self.stet_json("fft", "a.wav", "--level", "correct")["sha256"]
        self.assertIn(want.encode(), self.piped("fft", "-", "-l", "correct", data=data).stdout)
        self.piped("fft", "-", "-l", "correct", "-o", "w.npy", "-c", "w.json", data=data)  # read twice
        self.assertIn("confirmed", self.stet("certify", "w.json", "a.wav", "w.npy"))

    def test_long_input(self):
        """Longer than a pipe holds, and than a block."""
        n = 300001
        data = npy("float32", (n,), {(i,): float(i % 17) for i in range(n)})
        self.file("long.npy", data)
        want = self.stet_json("bits", "long.npy")["sha256"].encode()
        self.assertIn(want, self.piped("bits", "-", data=data).stdout)

    def test_damaged_input(self):
        for data, words in ((b"", b"the file is empty"), (X[:-1], b"is cut short"), (X + b"x", b"1 byte more"),
                            (b"PK\x03\x04", b".npz")):
            done = self.piped("fft", "-", data=data, status=2)
            self.assertTrue(done.stderr.startswith(b"stet fft: standard input: byte "), done.stderr)
            self.assertIn(words, done.stderr)
        self.assertIn("only one operand can be -", self.error("compare", "-", "-"))
        self.assertIn("only one operand can be -", self.error("certify", "-", "x.npy", "-"))
        env = {"TMPDIR": str(self.dir / "none")}
        done = subprocess.run(STET + ["bits", "-"], env=dict(ENVIRONMENT, **env), input=X, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot keep it in a temporary file, in the folder that TMPDIR names: No such file", done.stderr)
        self.assertIn("the name of an input is empty", self.error("bits", ""))

    def test_no_terminal(self):
        terminal, end = pty.openpty()
        done = subprocess.run(STET + ["bits", "-"], stdin=end, capture_output=True, env=ENVIRONMENT)
        self.assertIn(b"standard input is a terminal", done.stderr)
        done = subprocess.run(STET + ["fft", "x.npy", "-o", "-"], cwd=self.dir, stdout=end,
                              stderr=subprocess.PIPE, env=ENVIRONMENT)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard output is a terminal", done.stderr)
        os.close(end)
        os.close(terminal)

    def test_output(self):
        """The table goes to stderr, and no file is made."""
        done = self.run_stet("fft", "x.npy", "-l", "correct", "-o", "-")
        self.assertEqual(done.stdout, (self.dir / "y.npy").read_bytes())
        self.assertIn(b"written     -\n", done.stderr)
        self.stet("trig", "sinf", "f.npy", "-o", "s.npy")
        self.assertEqual(self.run_stet("trig", "sinf", "f.npy", "-o", "-").stdout,
                         (self.dir / "s.npy").read_bytes())
        for args in (["fft", "x.npy", "-p", "-"], ["verify", "x.npy", "y.npy", "-p", "-"],
                     ["bench", "--sizes", "16", "-r", "1", "--peers", "none", "-o", "-"]):
            done = self.run_stet(*args)
            self.assertTrue(done.stdout.startswith(b"<svg"), done.stdout[:40])
            self.assertNotEqual(done.stderr, b"")
        done = self.run_stet("fft", "x.npy", "-l", "correct", "-o", "z.npy", "-c", "-")
        self.assertTrue(done.stdout.startswith(b'{\n  "format": "stet certificate 1"'))
        self.assertNotIn("-", self.files())
        self.assertIn(b">Spectrum of standard input<", self.piped("fft", "-", "-p", "-").stdout)
        self.stet("fft", "x.npy", "-o", "./-")
        self.stet("bits", "./-")

    def test_the_file_that_is_standard_output(self):
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            message = self.error("fft", "x.npy", "-o", name)
            self.assertEqual(message, f"stet fft: {name}: that is standard output: say -o -")

    def test_one_output_at_a_time(self):
        for args in (["fft", "x.npy", "-o", "-", "--json"], ["fft", "x.npy", "-o", "-", "-p", "-"],
                     ["fft", "x.npy", "-p", "-", "--json"], ["trig", "sinf", "f.npy", "-o", "-", "-j"],
                     ["verify", "x.npy", "y.npy", "-p", "-", "--json"],
                     ["bench", "--sizes", "16", "--json", "-", "-o", "-"]):
            self.assertIn("both write to standard output", self.error(*args), args)

    def test_a_pipeline(self):
        """There and back."""
        first = subprocess.Popen(STET + ["fft", "x.npy", "-o", "-"], cwd=self.dir, env=ENVIRONMENT,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        last = subprocess.run(STET + ["fft", "-", "--inverse", "-o", "back.npy"], cwd=self.dir,
                              env=ENVIRONMENT, stdin=first.stdout, capture_output=True, timeout=TIMEOUT)
        first.stdout.close()
        self.assertEqual((first.wait(TIMEOUT), last.returncode), (0, 0), last.stderr)
        self.assertIn(b"relative L2", self.run_stet("compare", "back.npy", "x.npy", status=1).stdout)

    def test_a_reader_that_goes_away(self):
        """SIGPIPE ends the run and leaves no temporary file."""
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(STET + ["fft", "x.npy", "-o", "-", "-p", "p.svg"], cwd=self.dir, stdout=write,
                              stderr=subprocess.PIPE, env=ENVIRONMENT)
        os.close(write)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(self.files(), ["c.json", "f.npy", "x.npy", "y.npy"])


if __name__ == "__main__":
    unittest.main()
