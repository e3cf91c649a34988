# SPDX-License-Identifier: Apache-2.0
"""Files appear whole or not at all; the progress line; the picture."""
import os
import re
import resource
import signal
import stat
import subprocess
import time
import unittest
import xml.etree.ElementTree as xml

from support import ENVIRONMENT, STET, TIMEOUT, Case, indices, npy

OLD = b"what was there before"


def ramp(n):
    return npy("float32", (n,), {(i,): float(i % 7) for i in range(n)})


class Output(Case):
    def setUp(self):
        super().setUp()
        self.file("in.npy", ramp(4096))

    def mode(self, name):
        return stat.S_IMODE((self.dir / name).stat().st_mode)

    def test_new_file_obeys_umask(self):
        for mask, want in ((0o022, 0o644), (0o077, 0o600)):
            old = os.umask(mask)
            try:
                self.stet("fft", "in.npy", "-o", "out.npy")
            finally:
                os.umask(old)
            self.assertEqual(self.mode("out.npy"), want)
            (self.dir / "out.npy").unlink()

    def test_old_file_is_replaced_and_keeps_its_mode(self):
        self.file("out.npy", OLD)
        os.chmod(self.dir / "out.npy", 0o640)
        before = (self.dir / "out.npy").stat().st_ino
        self.stet("fft", "in.npy", "-o", "out.npy")
        self.assertTrue((self.dir / "out.npy").read_bytes().startswith(b"\x93NUMPY"))
        self.assertEqual(self.mode("out.npy"), 0o640)
        self.assertNotEqual((self.dir / "out.npy").stat().st_ino, before)  # renamed, not rewritten

    def test_a_symbolic_link_stays_one(self):
        os.mkdir(self.dir / "folder")
        self.file("folder/real.npy", OLD)
        os.symlink("folder/real.npy", self.dir / "link.npy")
        self.stet("fft", "in.npy", "-o", "link.npy")
        self.assertTrue((self.dir / "link.npy").is_symlink())
        self.assertTrue((self.dir / "folder/real.npy").read_bytes().startswith(b"\x93NUMPY"))

    def test_a_dangling_link_stays_one_too(self):
        """The same rule: what it leads to is written, through a chain of links and folders."""
        os.mkdir(self.dir / "folder")
        os.symlink("folder/second.npy", self.dir / "link.npy")
        os.symlink("real.npy", self.dir / "folder/second.npy")
        self.stet("fft", "in.npy", "-o", "link.npy")
        self.assertTrue((self.dir / "link.npy").is_symlink())
        self.assertTrue((self.dir / "folder/second.npy").is_symlink())
        self.assertTrue((self.dir / "folder/real.npy").read_bytes().startswith(b"\x93NUMPY"))
        os.symlink("loop", self.dir / "loop")
        self.assertIn("cannot write there", self.error("fft", "in.npy", "-o", "loop"))
        os.symlink("no/where.npy", self.dir / "astray.npy")
        self.assertIn("cannot write there", self.error("fft", "in.npy", "-o", "astray.npy"))

    def test_what_cannot_be_printed_is_not_written(self):
        """The table is part of the run: stdout closed, or full, leaves what was there before."""
        self.file("y.npy", npy("complex64", (4096,), {(i,): 1j for i in range(4096)}))
        for args in (["fft", "in.npy", "-o", "out.npy"], ["trig", "sinf", "in.npy", "-o", "out.npy"],
                     ["fft", "in.npy", "-o", "out.npy", "--json"], ["info"],
                     ["verify", "in.npy", "y.npy", "-p", "out"],
                     ["bench", "--sizes", "16", "-r", "1", "--peers", "none", "-o", "out"]):
            name = args[-1] if args[-1] == "out" else "out.npy"
            for closed in (True, False):
                self.file(name, OLD)
                with open("/dev/full", "wb") as full:
                    done = subprocess.run(STET + args, cwd=self.dir, env=ENVIRONMENT, timeout=TIMEOUT,
                                          stdout=full, stderr=subprocess.PIPE,
                                          preexec_fn=(lambda: os.close(1)) if closed else None)
                self.assertEqual(done.returncode, 2, (args, closed, done))
                self.assertIn(b"standard output: cannot write", done.stderr)
                self.assertEqual((self.dir / name).read_bytes(), OLD, args)
        self.assertEqual(self.files(), ["in.npy", "out", "out.npy", "y.npy"])

    def test_a_closed_stream_is_no_file(self):
        """Files that are opened must not get the number of a stream that is closed."""
        for fd in (0, 1, 2):
            self.file("out.npy", OLD)
            subprocess.run(STET + ["fft", "in.npy", "-o", "out.npy", "--frequency", "log"], cwd=self.dir,
                           env=ENVIRONMENT, timeout=TIMEOUT, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, preexec_fn=lambda: os.close(fd))
            self.assertEqual((self.dir / "out.npy").read_bytes(), OLD)
            self.assertEqual((self.dir / "in.npy").read_bytes(), ramp(4096))

    def test_other_endings_are_free(self):
        for name in ("out", "out.npy.tmp", "out.1", ".npy", "OUT.NPY"):
            self.stet("fft", "in.npy", "-o", name)
            (self.dir / name).unlink()

    def test_places_that_cannot_be_written(self):
        os.mkdir(self.dir / "folder")
        self.file("file", OLD)
        lines = [self.error("fft", "in.npy", "-o", path) for path in
                 ("missing/out.npy", "folder", "folder/", "file/out.npy", "/dev/null", "", "new/")]
        lines += [self.error("fft", "in.npy", "-o", "out.npy", "--plot", path)
                  for path in ("missing/out.svg", "folder")]
        lines += [self.error(*args) for args in (
            ["fft", "in.npy", "-o", "y.wav"], ["fft", "in.npy", "-o", "folder/y.TXT"],
            ["fft", "in.npy", "-o", "y.svg"], ["fft", "in.npy", "--plot", "p.png"],
            ["conv", "in.npy", "in.npy", "-o", "y.txt"], ["trig", "sinf", "in.npy", "-o", "y.csv"],
            ["fft", "in.npy", "-l", "correct", "-o", "y.npy", "-c", "c.npy"],
            ["bench", "--sizes", "16", "-r", "1", "--peers", "none", "-o", "b.pdf"],
            ["tune", "--sizes", "2", "--output", "t.txt"])]
        self.assert_expected("output-errors.txt", "\n".join(lines) + "\n")
        self.assertEqual(self.files(), ["file", "folder", "in.npy"])

    def test_a_folder_without_write_permission(self):
        """Root may write everywhere, but not there."""
        message = self.error("fft", "in.npy", "-o", "/proc/out.npy")
        self.assertIn("/proc/out.npy: cannot write in its folder: ", message)

    def full_disk(self, *args):
        """Every write beyond 8 KiB fails, as on a full disk."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
        return subprocess.run(STET + ["fft", "in.npy", *args], cwd=self.dir, capture_output=True,
                              env=ENVIRONMENT, timeout=TIMEOUT, preexec_fn=limit)

    def test_a_full_disk_leaves_the_old_files(self):
        for args in (("-o", "out.npy"), ("--plot", "out.svg", "-o", "out.npy"), ("-o", "in.npy")):
            self.file("out.npy", OLD)
            self.file("out.svg", OLD)
            done = self.full_disk(*args)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(b": cannot write: File too large", done.stderr)
            self.assertEqual(done.stdout, b"")
            self.assertEqual((self.dir / "out.npy").read_bytes(), OLD)
            self.assertEqual((self.dir / "out.svg").read_bytes(), OLD)
            self.assertEqual((self.dir / "in.npy").read_bytes(), ramp(4096))
            self.assertEqual(self.files(), ["in.npy", "out.npy", "out.svg"])

    def test_no_picture_no_array(self):
        """Both or none: the array is small enough for the disk, the picture is not."""
        self.file("in.npy", ramp(512))
        done = self.full_disk("-o", "out.npy", "--plot", "out.svg")
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(self.files(), ["in.npy"])

    def interrupt(self, number, old):
        """Signal a run once its temporary file is there. A run that was too fast for us is tried
        again with more work."""
        size = 1 << 20
        while size < 1 << 27:
            if old:
                self.file("out.npy", OLD)
            process = subprocess.Popen(STET + ["fft", "in.npy", "--n", str(size), "-o", "out.npy"],
                                       cwd=self.dir, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            while process.poll() is None and not any(f.startswith(".stet-") for f in self.files()):
                time.sleep(0.0005)
            process.send_signal(number)
            if process.wait(TIMEOUT) == -number:
                return
            self.assertEqual(process.returncode, 0)
            size *= 4
        self.fail("never interrupted")

    def test_signals_remove_the_temporary_file(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE,
                       signal.SIGALRM, signal.SIGXCPU, signal.SIGUSR1, signal.SIGVTALRM):
            self.interrupt(number, old=True)
            self.assertEqual((self.dir / "out.npy").read_bytes(), OLD)
            self.assertEqual(self.files(), ["in.npy", "out.npy"])

    def test_an_ignored_signal_stays_ignored(self):
        """As under nohup."""
        process = subprocess.Popen(
            STET + ["fft", "in.npy", "--n", str(1 << 20), "-o", "out.npy"], cwd=self.dir,
            env=ENVIRONMENT, stdout=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        while process.poll() is None:
            process.send_signal(signal.SIGHUP)
            time.sleep(0.01)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.files(), ["in.npy", "out.npy"])


class Progress(Case):
    def test_nothing_for_short_work(self):
        """On a busy machine short work may take long: once of ten times will do."""
        self.file("in.npy", ramp(16))
        self.assertIn(b"", [self.on_terminal("fft", "in.npy")[1] for _ in range(10)])

    def test_a_line_for_long_work_and_it_goes_away(self):
        self.file("in.npy", npy("int16", (64, 1), {i: 1 for i in indices((64, 1))}))
        n = 1 << 16
        while n <= 1 << 22:
            _, seen = self.on_terminal("fft", "in.npy", "--n", str(n))
            if seen:
                break
            n *= 4
        self.assertRegex(seen, rb"(reading|transforming|hashing): \d+ of \d+ \(\d+ %\)")
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen[-40:])
        self.assertNotIn(b"\n", seen)


    def test_one_step_that_takes_long(self):
        """Seconds go by though no step ends."""
        self.file("in.npy", npy("float32", (4,), {(i,): 0.1 * i for i in range(4)}))
        n = 1 << 17
        while n <= 1 << 22:
            _, seen = self.on_terminal("fft", "in.npy", "--n", str(n), "--level", "correct")
            if b"transforming" in seen:
                break
            n *= 2
        self.assertRegex(seen, rb"\r\x1b\[Ktransforming: \d+ s")
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen[-40:])


class Picture(Case):
    def draw(self, data, *args):
        self.file("in<&>.npy", data)
        self.stet("fft", "in<&>.npy", "--plot", "p.svg", *args)
        raw = (self.dir / "p.svg").read_bytes()
        tree = xml.fromstring(raw)
        texts = [t.text for t in tree.iter("{http://www.w3.org/2000/svg}text")]
        curves = [p.get("d") for p in tree.iter("{http://www.w3.org/2000/svg}path")
                  if "mean" in p.get("class", "")]
        return raw, texts, curves

    def test_a_line_of_known_bins(self):
        """One cosine at bin 3 of 16, real: bins 0 to 8, the largest at bin 3 and at 0 dB."""
        cosine = [1, 0.3826834323650898, -0.7071067811865475, -0.9238795325112867, 0,
                  0.9238795325112867, 0.7071067811865475, -0.3826834323650898]
        values = {(i,): cosine[i % 8] * (1 if i < 8 else -1) for i in range(16)}
        raw, texts, curves = self.draw(npy("float64", (16,), values))
        self.assertIn("Spectrum of in<&>.npy", texts)
        self.assertIn("frequency bin", texts)
        self.assertIn("0", texts)
        points = [tuple(map(float, p.split(","))) for p in re.split("[ML]", curves[0])[1:]]
        self.assertEqual(len(points), 9)
        heights = [y for _, y in points]
        self.assertEqual(heights.index(min(heights)), 3)
        steps = {round(b[0] - a[0], 0) for a, b in zip(points, points[1:])}
        self.assertEqual(len(steps), 1)

    def test_a_million_bins_stay_small(self):
        self.file("short.npy", ramp(100))
        self.stet("fft", "short.npy", "--n", 1 << 20, "--plot", "p.svg")
        self.assertLess((self.dir / "p.svg").stat().st_size, 80000)

    def test_complex_input_has_all_bins(self):
        values = {(i,): complex(i, -i * i) for i in range(10)}
        _, _, curves = self.draw(npy("complex64", (10,), values))
        self.assertEqual(curves[0].count("L"), 9)
        _, _, curves = self.draw(npy("complex64", (10,), values), "--frequency", "log")
        self.assertEqual(curves[0].count("L"), 8)

    def test_rows(self):
        values = {i: float((i[0] * i[1]) % 5 + 1) for i in indices((6, 16))}
        _, texts, curves = self.draw(npy("float32", (6, 16), values))
        self.assertEqual(len(curves), 4)
        self.assertIn("row 3", texts)
        self.assertTrue(any("the first 4 of 6 rows" in t for t in texts))

    def test_strange_values(self):
        inf = float("inf")
        for values in ([0.0] * 8, [inf] * 8, [float("nan")] * 8, [1e300, -1e300] * 4, [5e-324] * 8,
                       [1.0], [0.0]):
            for scale in ("linear", "log"):
                raw, _, _ = self.draw(npy("float64", (len(values),), {
                    (i,): v for i, v in enumerate(values)}), "--frequency", scale)
                self.assertNotRegex(raw.decode(), r"[ML\"](-?nan|-?inf)")

    def test_half_spectrum_looks_the_same(self):
        values = {(i,): float(i * i % 11) for i in range(20)}
        full = self.draw(npy("float64", (20,), values))[2]
        self.assertEqual(self.draw(npy("float64", (20,), values), "--real")[2], full)


if __name__ == "__main__":
    unittest.main()
