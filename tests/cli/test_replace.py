# SPDX-License-Identifier: Apache-2.0
"""No picture, certificate or JSON takes the place of an input, and no output that of another, in any
subcommand and under any name."""
import os
import shutil
import subprocess
import unittest

from support import ENVIRONMENT, STET, TIMEOUT, Case, npy

X = npy("complex64", (8,), {(i,): complex(i, -i) for i in range(8)})
F = npy("float32", (8,), {(i,): float(i) for i in range(8)})
CORRECT = ["--level", "correct"]


class Replace(Case):
    def setUp(self):
        super().setUp()
        self.file("x.npy", X)
        self.file("f.npy", F)
        self.stet("fft", "x.npy", "-o", "y.npy", *CORRECT, "--certificate", "c.json")
        os.mkdir(self.dir / "folder")
        os.symlink("../x.npy", self.dir / "folder/soft.npy")
        os.link(self.dir / "x.npy", self.dir / "hard.npy")
        self.before = self.state()

    def state(self):
        return {str(p): p.read_bytes() for p in sorted(self.dir.rglob("*")) if p.is_file()}

    def names_of_x(self):
        return ("x.npy", "./x.npy", "folder/../x.npy", str(self.dir / "x.npy"), "folder/soft.npy",
                "hard.npy")

    def refused(self, *args):
        message = self.error(*args)
        self.assertEqual(self.state(), self.before, args)
        return message

    def test_inputs(self):
        words = "would replace an input of this command: name another file"
        for name in self.names_of_x():
            for args in (["fft", "x.npy", "--plot", name], ["fft", name, "-p", "x.npy"],
                         ["fft", "x.npy", *CORRECT, "-o", "new.npy", "-c", name],
                         ["verify", "x.npy", "y.npy", "-p", name], ["verify", name, "y.npy", "-p", "x.npy"],
                         ["verify", "y.npy", "x.npy", "-p", name]):
                message = self.refused(*args)
                self.assertTrue(message.endswith(words), message)

    def test_standard_input_is_an_input(self):
        with open(self.dir / "x.npy", "rb") as f:
            message = self.error("fft", "-", "--plot", "hard.npy", stdin=f)
        self.assertIn("would replace an input", message)
        self.assertEqual(self.state(), self.before)

    def test_a_library_is_an_input(self):
        library = os.environ.get("STET_FAKE_MKL")
        if library is None:
            self.skipTest("no library that stands for MKL")
        shutil.copy(library + "/libmkl_rt.so.3", self.dir / "libmkl_rt.so.3")
        self.before = self.state()
        done = self.run_stet("bench", "--sizes", "16", "-r", "1", "--peers", "mkl", "--mkl",
                             self.dir / "libmkl_rt.so.3", "-o", "libmkl_rt.so.3", status=2)
        self.assertIn(b"would replace an input", done.stderr)
        self.assertEqual(self.state(), self.before)

    def test_outputs(self):
        """One file for two outputs, there or not, through links or not."""
        os.symlink("new", self.dir / "dangling")
        self.file("old", b"old")
        os.link(self.dir / "old", self.dir / "old2")
        self.before = self.state()
        for one, two in (("new", "new"), ("new", "./new"), ("new", "folder/../new"),
                         ("new", "dangling"), ("dangling", str(self.dir / "new")),
                         ("old", "old2"), ("old", "./old")):
            for args in (["fft", "x.npy", "-o", one, "-p", two], ["fft", "x.npy", *CORRECT, "-o", one, "-c", two],
                         ["fft", "x.npy", *CORRECT, "-o", "other.npy", "-p", one, "-c", two],
                         ["bench", "--sizes", "16", "--json", one, "-o", two]):
                self.assertTrue(self.refused(*args).endswith("name the same file"), args)

    def test_a_result_may_replace_its_input(self):
        self.stet("fft", "x.npy", "-o", "./x.npy")
        self.assertEqual((self.dir / "x.npy").read_bytes()[-64:][:4], (self.dir / "y.npy").read_bytes()[-64:][:4])
        self.assertEqual((self.dir / "hard.npy").read_bytes(), X)
        self.stet("trig", "sinf", "f.npy", "-o", "f.npy")
        self.assertNotEqual((self.dir / "f.npy").read_bytes(), F)

    def test_results_on_standard_output_do_not(self):
        """They are not put in its place whole, but written over it."""
        with open(self.dir / "x.npy", "ab") as f:
            done = self.redirected(f, "fft", "x.npy", "-o", "-")
        self.assertIn(b"would replace an input", done.stderr)
        self.assertEqual(self.state(), self.before)

    def test_nothing_is_printed_into_an_input(self):
        """Table or JSON, in every subcommand that reads a file; another file may have more."""
        for args in (["fft", "x.npy"], ["bits", "x.npy"], ["compare", "y.npy", "x.npy"],
                     ["verify", "x.npy", "y.npy"], ["certify", "c.json", "x.npy", "y.npy"],
                     ["trig", "sinf", "f.npy"]):
            for extra in ([], ["--json"]):
                for name in set(args) & {"x.npy", "y.npy", "f.npy", "c.json"}:
                    with open(self.dir / name, "ab") as f:
                        done = self.redirected(f, *args, *extra)
                    self.assertIn(b"standard output is redirected to an input", done.stderr)
                    self.assertEqual(self.state(), self.before, (args, name))
            with open(self.dir / "hard.npy", "ab") as f:
                self.redirected(f, "bits", "x.npy")
            with open("/dev/null", "ab") as f:
                self.assertEqual(subprocess.run(STET + args, cwd=self.dir, env=ENVIRONMENT, stdout=f).returncode,
                                 int(args[0] == "compare"))

    def redirected(self, stdout, *args):
        done = subprocess.run(STET + list(args), cwd=self.dir, env=ENVIRONMENT, stdout=stdout,
                              stderr=subprocess.PIPE, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 2, done)
        return done


if __name__ == "__main__":
    unittest.main()
