# SPDX-License-Identifier: Apache-2.0
"""Files appear whole or not at all; the progress line; the picture."""
import cmath
import math
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
        self.file("in.npy", npy("complex64", (990,), {(i,): complex(i % 7, i % 5) for i in range(990)}))
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
        """Seconds go by though no step ends. The instruction set soft makes the step long."""
        self.file("in.npy", npy("float32", (4,), {(i,): 0.1 * i for i in range(4)}))
        n = 1 << 17
        while n <= 1 << 22:
            _, seen = self.on_terminal("fft", "in.npy", "--n", str(n), "--level", "correct",
                                       STET_ISA="soft")
            if b"transforming" in seen:
                break
            n *= 2
        self.assertRegex(seen, rb"\r\x1b\[Ktransforming: \d+ s")
        self.assertTrue(seen.endswith(b"\r\x1b[K"), seen[-40:])


SVG = "{http://www.w3.org/2000/svg}"


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
        self.assertIn("frequency bin (cycles in 16 samples)", texts)
        self.assertIn("0", texts)
        points = [tuple(map(float, p.split(","))) for p in re.findall("[ML]([-.,0-9]+)", curves[0])]
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
        self.assertIn("Spectrum of in<&>.npy, the first 4 of 6 rows", texts)

    def test_every_curve_has_a_sample_in_the_legend(self):
        raw, _, curves = self.draw(npy("float32", (2, 16), {i: float(i[1] % 3) for i in indices((2, 16))}))
        paths = [p for p in xml.fromstring(raw).iter(SVG + "path")]
        drawn, samples = ([p for p in paths if p.get("class", "").startswith(kind)] for kind in ("curve", "sample"))
        def look(p):
            return p.get("stroke"), p.get("stroke-dasharray")
        self.assertEqual(len(curves), 2)
        self.assertEqual(curves[0], curves[1])  # two rows with the same values: the dashes show both
        self.assertEqual([look(p) for p in drawn], [look(p) for p in samples][::-1])  # from right to left
        self.assertEqual(len({look(p) for p in drawn}), 2)

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


class HeatMap(Case):
    """The picture of a transform along two axes: cells (row, column) by colour, the frequencies of both growing."""

    def draw(self, data, *args):
        self.file("image.npy", data)
        self.stet("fft", "image.npy", "--plot", "p.svg", *args)
        tree = xml.parse(self.dir / "p.svg").getroot()
        cells = {}
        for path in tree.iter(SVG + "path"):
            if path.get("class") == "cells":
                for column, row, width in re.findall(r"M(\d+) (\d+)h(\d+)", path.get("d")):
                    for i in range(int(width)):
                        cells[int(row), int(column) + i] = path.get("stroke")
        return cells, [t.text for t in tree.iter(SVG + "text")]

    def brightest(self, cells):
        return {at for at, colour in cells.items() if colour == "#fde725"}

    def test_one_bright_frequency(self):
        """exp(2 pi i (2 r / 8 - 3 c / 16)): frequency 2 of axis 0, and -3 of axis 1."""
        shape = (8, 16)
        cells, texts = self.draw(npy("complex64", shape, {
            (r, c): cmath.exp(2j * math.pi * (2 * r / 8 - 3 * c / 16)) for r, c in indices(shape)}), "--axes", "all")
        self.assertEqual(self.brightest(cells), {(4 + 2, 8 - 3)})
        self.assertEqual(sorted(cells), sorted(indices(shape)))
        for words in ("Spectrum of image.npy, shape (8, 16)", "length 8 x 16, c2c, level native, f32",
                      "frequency along axis 0 (cycles per sample)", "frequency along axis 1 (cycles per sample)",
                      "magnitude (dB, largest = 0)", "-0.4", "0.4", "-100", "0"):
            self.assertIn(words, texts)

    def test_a_real_image_is_symmetric_and_its_half_spectrum_shows_the_same(self):
        for shape, order in (((6, 10), "0,1"), ((7, 5), "0,1"), ((6, 9), "1,0"), ((5, 8), "1,0")):
            image = npy("float64", shape, {(r, c): math.cos(2 * math.pi * (r / shape[0] + 2 * c / shape[1]))
                                           + 1e-3 * ((5 * r + 3 * c) % 7) for r, c in indices(shape)})
            cells, _ = self.draw(image, "--axes", order)
            zero = (shape[0] // 2, shape[1] // 2)
            self.assertEqual(self.brightest(cells), {(zero[0] + 1, zero[1] + 2), (zero[0] - 1, zero[1] - 2)})
            half, _ = self.draw(image, "--axes", order, "--real")
            self.assertEqual(self.brightest(half), self.brightest(cells))
            self.assertEqual(sorted(half), sorted(cells))

    def test_more_than_two_dimensions(self):
        shape = (2, 4, 6)
        volume = npy("complex64", shape, {i: cmath.exp(2j * math.pi * i[2] / 6) for i in indices(shape)})
        cells, texts = self.draw(volume, "--axes", "all")
        self.assertEqual(self.brightest(cells), {(2, 4)})
        self.assertIn("Spectrum of image.npy, shape (2, 4, 6), at frequency 0 of axis 0", texts)
        cells, texts = self.draw(volume, "--axes", "0,2")
        self.assertEqual(self.brightest(cells), {(1, 4)})
        self.assertIn("Spectrum of image.npy, shape (2, 4, 6), at index 0 of axis 1", texts)
        self.assertIn("frequency along axis 2 (cycles per sample)", texts)

    def test_a_large_image(self):
        """Several bins share a cell, which shows the largest; the picture stays small."""
        shape = (300, 500)
        values = dict.fromkeys(indices(shape), 0.0)
        values[0, 0] = 1.0
        values[1, 0] = 0.5
        cells, texts = self.draw(npy("float32", shape, values), "--axes", "0,1")
        self.assertEqual(sorted(cells), sorted(indices((240, 240))))
        self.assertTrue(any("each cell: its largest value" in t for t in texts))
        self.assertLess((self.dir / "p.svg").stat().st_size, 700000)

    def test_strange_values(self):
        for value in (0.0, float("inf"), float("nan"), 1e300, 5e-324):
            for shape in ((1, 1), (3, 1), (2, 2)):
                self.draw(npy("float64", shape, dict.fromkeys(indices(shape), value)), "--axes", "all")
                self.assertNotRegex((self.dir / "p.svg").read_text(), r"[M\"(> ](-?nan|-?inf)[^i]")

    def test_a_logarithmic_axis_is_for_one(self):
        self.file("image.npy", npy("float32", (2, 2), dict.fromkeys(indices((2, 2)), 1.0)))
        self.assertIn("--frequency log is for the picture of a transform along one axis",
                      self.error("fft", "image.npy", "--axes", "all", "--plot", "p.svg", "--frequency", "log"))


if __name__ == "__main__":
    unittest.main()
