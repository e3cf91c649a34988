#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""stet-mpi over ranks: its files are those of `stet fft`, byte for byte. STET, STET_MPI, MPIRUN and RANKS ("1 2 3 4")
come from the environment."""
import json
import os
import random
import signal
import struct
import subprocess
import tempfile
import time
import unittest

STET, STET_MPI, MPIRUN = os.environ["STET"], os.environ["STET_MPI"], os.environ["MPIRUN"]
RANKS = [int(word) for word in os.environ["RANKS"].split()]


def write_npy(path, shape, descr):
    """Random numbers, as numpy.save() writes them."""
    rng = random.Random(repr(shape) + descr)
    count = 2 if descr[1] == "c" else 1
    for n in shape:
        count *= n
    letter = "f" if descr in ("<f4", "<c8") else "d"
    text = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (descr, "".join("%d, " % n for n in shape))
    text += " " * (-(len(text) + 11) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode())
        f.write(struct.pack("<%d%s" % (count, letter), *[rng.uniform(-1, 1) for _ in range(count)]))


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def mpi(self, ranks, *arguments):
        return run(MPIRUN, "-n", str(ranks), STET_MPI, *arguments)

    def same(self, name, *options, ours=()):
        """stet fft and stet-mpi fft of one file: the same bytes on any ranks."""
        result = run(STET, "fft", self.path(name), "--axes", "all", "-o", self.path("want.npy"), *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        for ranks in RANKS:
            result = self.mpi(ranks, "fft", self.path(name), "-o", self.path("got.npy"), *options, *ours)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertTrue(self.read("want.npy") == self.read("got.npy"), f"{name} {options} {ours} {ranks} ranks")
            os.remove(self.path("got.npy"))

    def test_files(self):
        for name, shape, descr in [("a.npy", (12, 10, 9), "<f8"), ("b.npy", (31, 20), "<c8"), ("c.npy", (360,), "<c16"),
                                   ("d.npy", (2, 3, 4, 5), "<f4")]:
            write_npy(self.path(name), shape, descr)
            self.same(name)
        self.same("a.npy", "--real", ours=("--layout", "transposed", "--exchange", "alltoallv"))
        self.same("a.npy", "--inverse", "--norm", "ortho", ours=("--layout", "cyclic"))
        self.same("b.npy", "--level", "correct")
        run(STET, "fft", self.path("a.npy"), "--axes", "all", "--real", "-o", self.path("half.npy"))
        self.same("half.npy", "--real", "--inverse", "--n", "9")

    def test_a_setting_that_is_not_understood(self):
        result = run("env", "STET_LEVEL=Correct", MPIRUN, "-n", str(RANKS[-1]), STET_MPI, "plan", "8x8")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(result.stderr.count("stet-mpi plan: STET_LEVEL=Correct: no such level; "), 1, result.stderr)

    def test_bits(self):
        write_npy(self.path("a.npy"), (30, 7), "<c16")
        digests = set()
        for ranks in RANKS:
            result = self.mpi(ranks, "bits", self.path("a.npy"), "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            digests.add(json.loads(result.stdout)["digest"])
        result = self.mpi(RANKS[-1], "fft", self.path("a.npy"), "--json", "-o", self.path("y.npy"))
        report = json.loads(result.stdout)
        self.assertEqual(report["ranks"], RANKS[-1])
        bits = self.mpi(RANKS[0], "bits", self.path("y.npy"), "--json")
        self.assertEqual(json.loads(bits.stdout)["digest"], report["digest"])
        self.assertEqual(len(digests), 1)
        self.assertNotIn(report["digest"], digests)

    def test_errors(self):
        """One line from rank 0, status 2, and nothing is left."""
        write_npy(self.path("a.npy"), (6, 5), "<c16")
        with open(self.path("cut.npy"), "wb") as f:
            f.write(self.read("a.npy")[:-1])
        for arguments, text in [(("fft", self.path("none.npy")), "cannot open"), (("fft", self.path("cut.npy")), "ends"),
                                (("fft", self.path("a.npy"), "--real"), "--real needs real input"),
                                (("fft", self.path("a.npy"), "--layout", "spiral"), "natural, transposed"),
                                (("fft", self.path("a.npy"), "--grid", "7x7"), "grid"),
                                (("fft", self.path("a.npy"), "-o", "/nowhere/y.npy"),
                                 "/nowhere/y.npy: cannot write there: No such file or directory"),
                                (("fft", self.path("a.npy"), "-o", self.path("y.wav")), "-o writes .npy, not .wav"),
                                (("fft", self.path("a.npy"), "-o", "-"), "name a file"), (("fft", "-"), "name a file"),
                                (("fft", self.path("a.npy"), "--lyout", "cyclic"), "did you mean --layout?"),
                                (("fft",), "operand"), (("frob",), "no subcommand"), (("ftf",), "did you mean 'fft'?"), (("plan", "0x3"), "whole numbers")]:
            result = self.mpi(RANKS[-1], *arguments)
            self.assertEqual(result.returncode, 2, (arguments, result.stdout, result.stderr))
            said = [line for line in result.stderr.splitlines() if line.startswith("stet-mpi")]
            self.assertEqual(len(said), 1, result.stderr)
            self.assertIn(text, said[0])
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.npy", "cut.npy"])

    def test_a_file_that_is_too_large(self):
        """As on a full disk: the system's reason, and nothing is left."""
        if "mpich" in os.path.basename(MPIRUN):
            self.skipTest("MPICH does not begin under such a limit")
        write_npy(self.path("a.npy"), (64, 1024), "<c16")
        result = run(MPIRUN, "-n", "1", "sh", "-c", 'ulimit -f 1024; exec "$@"', "sh", STET_MPI, "fft", self.path("a.npy"),
                     "-o", self.path("b.npy"))
        self.assertEqual(result.returncode, 2, (result.stdout, result.stderr))
        self.assertIn("b.npy: cannot write: File too large", result.stderr)
        self.assertEqual(os.listdir(self.folder.name), ["a.npy"])

    def test_a_run_that_is_ended(self):
        """SIGTERM to mpirun leaves no file and no part of one. Its exit status is not checked: MPICH's mpirun ends
        with 0 or 15, whichever of its processes is faster."""
        # Ten seconds of work: Open MPI's mpirun passes the signal on after a second, and a fast machine needs less for <f4.
        write_npy(self.path("a.npy"), (8, 196613), "<f8")
        process = subprocess.Popen([MPIRUN, "-n", "2", STET_MPI, "fft", self.path("a.npy"), "--level", "correct",
                                    "-o", self.path("y.npy")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(os.listdir(self.folder.name)) == 1:
            time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
        process.wait(300)
        for _ in range(1000):  # the ranks may end after mpirun
            if os.listdir(self.folder.name) == ["a.npy"]:
                break
            time.sleep(0.01)
        self.assertEqual(os.listdir(self.folder.name), ["a.npy"])

    def test_plan(self):
        """The model of docs/mpi.md."""
        result = run(STET_MPI, "plan", "2048x2048x2048", "--nodes", "1024", "--json")
        layouts = {l["layout"]: l for l in json.loads(result.stdout)["layouts"]}
        slab, pencil = layouts["slab, transposed"], layouts["pencil, transposed"]
        self.assertEqual((slab["exchanges"], pencil["exchanges"], pencil["grid"]), (1, 2, [32, 32]))
        self.assertAlmostEqual(slab["bytes_per_rank"], 16 * 2048**3 / 1024 * 1023 / 1024)
        self.assertEqual([round(1e3 * slab[k]) for k in ("compute_seconds", "exchange_seconds")], [11, 12])
        self.assertEqual(round(1e3 * pencil["exchange_seconds"]), 21)
        self.assertEqual(layouts["1-D, cyclic"]["not_here"], "of one dimension")
        self.assertEqual(layouts["cyclic"]["not_here"], "more ranks than parts")
        few = run(STET_MPI, "plan", "4096x4096x4096", "--nodes", "64", "--json")
        cyclic = {l["layout"]: l for l in json.loads(few.stdout)["layouts"]}["cyclic"]
        self.assertEqual((cyclic["exchanges"], cyclic["grid"]), (1, [64, 1]))
        many = run(STET_MPI, "plan", "1024x1024x1024", "--nodes", "10240", "--json")
        layouts = {l["layout"]: l for l in json.loads(many.stdout)["layouts"]}
        self.assertEqual(layouts["slab, natural"]["not_here"], "more ranks than parts")

    def test_bench(self):
        result = self.mpi(RANKS[-1], "bench", "16x12x10", "--rounds", "2", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        rows = json.loads(result.stdout)["results"]
        self.assertGreaterEqual(len(rows), 4)
        self.assertEqual(len({row["digest"] for row in rows}), 1)
        self.assertTrue(all(row["seconds"] > 0 for row in rows))

    def test_help(self):
        for name in ("fft", "bits", "bench", "plan"):
            result = run(STET_MPI, "help", name)
            self.assertIn("Example:", result.stdout)
            self.assertTrue(all(len(line) <= 100 for line in result.stdout.splitlines()))


if __name__ == "__main__":
    unittest.main()
