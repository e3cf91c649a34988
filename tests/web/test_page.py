# SPDX-License-Identifier: Apache-2.0
"""The page in headless Chromium, opened from the disk: what it prints is what the command prints.

PAGE is the page, STET the command, CHROMIUM the browser; PICTURES a folder for the screenshots of docs/web.md."""
import functools
import http.server
import json
import math
import os
import pathlib
import random
import re
import shlex
import shutil
import struct
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
import chromium  # noqa: E402
from support import STET, Case, npy, npy_header, wav  # noqa: E402

PAGE = pathlib.Path(os.environ.get("PAGE", "build/web/stet.html")).resolve()
PICTURE_FOLDER = HERE.parent.parent / "docs/pictures"
page = None


def setUpModule():
    global page
    # A microphone that beeps, and leave to use it.
    page = chromium.Chromium("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                             "--autoplay-policy=no-user-gesture-required")
    unittest.addModuleCleanup(page.__exit__)
    load()


def load(url=None):
    page.open(url or PAGE.as_uri())
    page.until("document.querySelector('#version').textContent.startsWith('stet ')")


def tone(seconds, rate=48000, hertz=440.0):
    """16-bit samples of a tone with overtones that swells, and some noise."""
    rng = random.Random(1)
    return [round(9000 * math.sin(2 * math.pi * hertz * i / rate) * (0.6 + 0.4 * math.sin(i * 9 / rate))
                  + 2500 * math.sin(2 * math.pi * 7.5 * hertz * i / rate) + rng.uniform(-30, 30)) for i in range(int(seconds * rate))]


def text_of(selector):
    return page.run(f"document.querySelector({json.dumps(selector)}).textContent")


def put(**options):
    """Choose in the page: kind="c2c", level="correct", ..., without starting anything."""
    for name, value in options.items():
        page.run(f"document.getElementById({json.dumps(name)}).value = {json.dumps(value)}")


class PageCase(Case):
    def setUp(self):
        super().setUp()
        put(kind="r2c", level="native", precision="", norm="backward", length="", scale="linear")
        page.run("document.querySelector('#error').hidden = true, document.querySelector('#name').textContent = ''")
        page.complaints()

    def tearDown(self):
        self.assertEqual(page.complaints(), [])

    def wait(self, timeout=60):
        """Until the page has an answer; an error of the page fails the test."""
        found = page.until("document.querySelector('#error').hidden ? document.querySelector('#name').textContent"
                           " : 'error: ' + document.querySelector('#error').textContent", timeout)
        self.assertFalse(found.startswith("error: "), found)

    def facts(self):
        return dict(page.run("[...document.querySelectorAll('#facts tr')].map(r => [...r.children].map(c => c.textContent))"))

    def transform(self, name, timeout=60, **options):
        """Give the page a file of the test's folder, and return its table."""
        put(**options)
        page.run("document.querySelector('#name').textContent = ''")
        page.files("#file", self.dir / name)
        self.wait(timeout)
        return self.facts()

    def refused(self, name, **options):
        """What the page says of a file that it refuses."""
        put(**options)
        page.files("#file", self.dir / name)
        message = page.until("document.querySelector('#error').hidden ? '' : document.querySelector('#error').textContent")
        self.assertTrue(page.run("document.querySelector('#result').hidden"))
        page.run("document.querySelector('#error').hidden = true")
        return message

    def type_numbers(self, text, **options):
        put(numbers="", **options)
        page.run("document.querySelector('#name').textContent = ''; document.querySelector('#numbers').focus()")
        page.write(text)
        page.key("Enter", modifiers=2)
        self.wait()
        return self.facts()

    def as_command(self):
        """The table that the command prints for the line that the page shows."""
        words = shlex.split(text_of("#command"))
        self.assertEqual(words[0], "stet")
        return dict(line.split(None, 1) for line in self.stet(*words[1:]).splitlines())

    def assert_as_command(self, facts):
        command = self.as_command()
        for key in ("input", "elements", "transform", "length", "level", "precision", "result", "sha256"):
            self.assertEqual(facts[key], command[key], key)

    def saved(self, button, name):
        """Press a button that saves a file, and move that into the test's folder."""
        page.run(f"document.querySelector({json.dumps(button)}).click()")
        path = pathlib.Path(page.downloads, name)
        deadline = time.monotonic() + 30
        while not path.exists():
            self.assertLess(time.monotonic(), deadline, f"{name} is not saved")
            time.sleep(0.02)
        path.rename(self.dir / name)


class Transforms(PageCase):
    def test_ten_seconds(self):
        """Spectrum and hash of ten seconds: at most a second, and those of the command."""
        self.file("ten.wav", wav(1, 16, 1, struct.pack("<480000h", *tone(10)), 48000))
        page.run("""(() => { const began = {}; window.took = [];
            document.querySelector('#file').addEventListener('change', () => (began.at = performance.now()), true);
            new MutationObserver(() => took.push(performance.now() - began.at)).observe(document.querySelector('#facts'), {childList: true}) })()""")
        for _ in range(5):
            facts = self.transform("ten.wav")
        self.assert_as_command(facts)
        took = page.run("took")
        print(f"ten seconds of sound: spectrum and hash after {min(took):.0f} ms (of {len(took)}: {', '.join(f'{t:.0f}' for t in took)})")
        self.assertLess(min(took), 1000)
        self.assertRegex(text_of("#output-caption"), r"at 440 Hz$")
        self.assertRegex(text_of("#input-caption"), r"10 s; peak −\d")

    def test_options(self):
        """Each kind, level, precision, norm and a length that cuts or fills up, of sound in two channels."""
        samples = tone(0.05, 8000)
        self.file("one.wav", wav(1, 16, 1, struct.pack(f"<{len(samples)}h", *samples)))
        self.file("two.wav", wav(2, 32, 3, struct.pack(f"<{len(samples)}f", *(x / 32768 for x in samples))))
        self.file("deep.wav", wav(1, 32, 1, struct.pack(f"<{len(samples)}i", *(65536 * x + 1 for x in samples))))
        for name in ("one.wav", "two.wav", "deep.wav"):
            for options in ({}, {"kind": "c2c"}, {"kind": "inverse", "norm": "ortho"}, {"kind": "c2r"}, {"level": "correct", "length": "97"},
                            {"precision": "f64"}, {"precision": "f32", "length": "1009", "norm": "forward"}, {"level": "extended"}):
                with self.subTest(name, **options):
                    put(kind="r2c", level="native", precision="", norm="backward", length="")
                    self.assert_as_command(self.transform(name, **options))

    def test_npy(self):
        """Arrays of rows, in both orders; integers; complex numbers."""
        rng = random.Random(2)
        real = {(i, j): rng.uniform(-1, 1) for i in range(3) for j in range(20)}
        self.file("rows.npy", npy("float64", (3, 20), real))
        self.file("columns.npy", npy("float32", (3, 20), real, fortran=True))
        self.file("swapped.npy", npy("float32", (3, 20), real, order=">"))
        self.file("complex.npy", npy("complex64", (33,), {(i,): complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for i in range(33)}))
        self.file("whole.npy", npy("int64", (16,), {(i,): 2**53 - 2 * i for i in range(16)}))
        self.file("bool.npy", npy("bool", (9,), {(i,): i % 3 == 0 for i in range(9)}))
        for name, kind in (("rows.npy", "r2c"), ("columns.npy", "r2c"), ("swapped.npy", "c2c"), ("complex.npy", "c2c"), ("complex.npy", "c2r"),
                           ("complex.npy", "inverse"), ("whole.npy", "r2c"), ("bool.npy", "r2c")):
            with self.subTest(name, kind=kind):
                facts = self.transform(name, kind=kind)
                command = self.as_command()
                for key in ("elements", "length", "precision", "result", "sha256"):
                    self.assertEqual(facts[key], command[key], key)

    def test_typed(self):
        """The README's example, typed; and the file of it, saved."""
        facts = self.type_numbers("1 2 3 4 5 6 7 8")
        rows = page.run("[...document.querySelectorAll('#values-body tr')].map(r => [...r.children].slice(3).map(c => c.textContent).join(' '))")
        self.assertEqual(rows, ["+0x1.2p+5 +0x0p+0", "-0x1p+2 +0x1.3504f333f9de6p+3", "-0x1p+2 +0x1p+2", "-0x1p+2 +0x1.a827999fcef34p+0",
                                "-0x1p+2 +0x0p+0"])
        self.saved("#save-input", "numbers.npy")
        self.assertEqual(self.as_command()["sha256"], facts["sha256"])
        self.saved("#save-output", "numbers-r2c.npy")
        self.assertIn(facts["sha256"], self.stet("bits", "numbers-r2c.npy"))

    def test_numbers_are_read(self):
        """Every way to write a number, as Python reads it; what is none is named with its place."""
        rng = random.Random(3)
        words = ["1", "-0.5", ".5", "5.", "+3e-3", "1E+2", "inf", "-Infinity", "0x1.8p+1", "-0x.8p-3", "0x10", "4e-324", "1e-400", "0.1",
                 "0x1.fffffffffffff8p+0", "0x1.fffffffffffff7p+0", "0x1p-1075", "0x1.8p-1074", "0x1p+1023", "0x1p+1024", "-0",
                 "0x0.0000000000001p-1022", "0x1.00000000000008000000001p+0"]
        words += [rng.uniform(-1, 1).hex() for _ in range(20)] + [repr(rng.uniform(-1, 1) * 10.0**rng.randrange(-300, 300)) for _ in range(20)]
        self.type_numbers(", ".join(words))
        self.saved("#save-input", "numbers.npy")
        data = (self.dir / "numbers.npy").read_bytes()
        values = struct.unpack(f"<{len(words)}d", data[-8 * len(words):])
        expected = [float.fromhex(w) if "0x" in w and not overflows(w) else float("inf") if "0x" in w else float(w) for w in words]
        self.assertEqual([v.hex() for v in values], [v.hex() for v in expected])
        facts = self.type_numbers("[1+2j; (3-i)\n-4i 5, 1e-2+0x1p1j]", kind="c2c")
        self.assertEqual(facts["elements"], "complex128 (5,), 80 bytes")
        self.saved("#save-input", "numbers.npy")
        data = (self.dir / "numbers.npy").read_bytes()
        self.assertEqual(struct.unpack("<10d", data[-80:]), (1, 2, 3, -1, -0.0, -4, 5, 0, 0.01, 2))
        for text, part in (("1 2\n3, zwei", '"zwei", line 2, column 4,'), ("1.2.3", '"1.2.3", line 1, column 1,'), ("1+2", '"1+2"'), ("0x", '"0x"'),
                           ("", "there are none"), ("--1", '"--1"'), ("1e", '"1e"'), ("()", '"()"'), ("+", '"+"')):
            put(numbers=text)
            page.run("document.querySelector('#error').hidden = true; document.querySelector('#typed').requestSubmit()")
            message = page.until("document.querySelector('#error').hidden ? '' : document.querySelector('#error').textContent")
            self.assertIn(part, message)

    def test_strange_names(self):
        """The command line is one that a shell takes."""
        data = npy("float32", (4,), {(i,): float(i) for i in range(4)})
        for name in ("it's $HOME & more.npy", "-o.npy", "ä\"b.npy", "a;b.npy"):
            self.file(name, data)
            facts = self.transform(name)
            self.assertEqual(self.as_command()["sha256"], facts["sha256"])

    def test_special_values(self):
        """NaN, infinities and zeros: hashed as the command does, and not drawn."""
        values = {"nan": [1, 2, math.nan, 4], "inf": [1, math.inf, 3, 4], "zero": [0.0, -0.0, 0.0, 0.0], "tiny": [5e-324, 0, 0, 1e-310],
                  "one": [7.0]}
        for name, numbers in values.items():
            self.file(f"{name}.npy", npy("float64", (len(numbers),), dict(zip(((i,) for i in range(9)), numbers))))
            facts = self.transform(f"{name}.npy")
            self.assertEqual(self.as_command()["sha256"], facts["sha256"], name)
        nan = self.transform("nan.npy")["nan"]
        self.assertEqual(nan, f"{self.stet_json('fft', 'nan.npy', '--real')['nan']} components of the result")
        self.assertIn("1 NaN or infinite value is not drawn", text_of("#input-caption"))


def overflows(word):
    try:
        float.fromhex(word)
    except OverflowError:
        return True
    return False


class BadInput(PageCase):
    def test_files(self):
        """What, where, and what to do."""
        good = npy("float32", (8,), {(i,): 1.0 for i in range(8)})
        speech = wav(1, 16, 1, bytes(200))
        strings = npy_header("{'descr': '<U3', 'fortran_order': False, 'shape': (1,), }") + bytes(12)
        for name, data, *parts in (
                ("empty.npy", b"", "is empty"),
                ("text.wav", b"hello, world", "neither WAV nor .npy", "68 65 6c 6c"),
                ("song.mp3", b"ID3\x03\0\0\0\0\0\0" * 3, "an MP3 file", "ffmpeg -i song.mp3"),
                ("song.flac", b"fLaC" + bytes(50), "a FLAC file"),
                ("many.npz", b"PK\x03\x04" + bytes(50), "unzip"),
                ("cut.npy", good[:-1], "cut.npy"),
                ("long.npy", good + b"\0", "long.npy"),
                ("cut.wav", speech[:-3], "cut.wav"),
                ("head.wav", speech[:20], "head.wav"),
                ("strings.npy", strings, "strings.npy", "U3"),
                ("half.npy", npy_header("{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }") + bytes(8), "float16", "command"),
                ("none.npy", npy("float32", (0,), {}), "0 elements"),
                ("scalar.npy", npy("float32", (), {(): 1.0}), "no axis"),
                ("large.npy", npy("float64", (2,), {(0,): 1.0, (1,): 1e300}), "element 1 is 1e+300", "f64"),
                ("whole.npy", npy("int32", (2,), {(0,): 1, (1,): 2**24 + 1}), "element 1 is 16777217", "f64"),
                ("odd.npy", npy("int64", (2,), {(0,): 1, (1,): 2**53 + 1}), "element 1 is 9007199254740993"),
                ("complex.npy", npy("complex64", (2,), {(0,): 1j, (1,): 1}), "complex numbers")):
            self.file(name, data)
            with self.subTest(name):
                message = self.refused(name, precision="f32" if "f64" in parts else "")
                for part in (name, *parts):
                    self.assertIn(part, message)
        with self.subTest("lengths"):
            self.file("good.npy", good)
            for length in ("x", "0", "-1", "1.5", "99999999999999999999"):
                self.assertRegex(self.refused("good.npy", length=length), "^length: ")
        put(length="")
        self.transform("good.npy")  # and all is well again

    def test_drops(self):
        self.file("a.npy", npy("float32", (8,), {(i,): 1.0 for i in range(8)}))
        names = [self.dir / "a.npy"] * 3
        page.drop("#drop", *names)
        self.assertIn("3 files were dropped", page.until("document.querySelector('#error').hidden ? '' : document.querySelector('#error').textContent"))
        page.drop("#drop", self.dir)
        self.assertIn("is a folder", page.until("(t => t.includes('folder') && t)(document.querySelector('#error').textContent)"))
        page.drop("header", self.dir / "a.npy")  # anywhere will do
        self.wait()
        self.assertEqual(self.facts()["length"], "8")


class TwoFiles(PageCase):
    def answers(self, a, b):
        page.drop("#drop-two", self.dir / a, self.dir / b)
        page.until("['passed', 'not passed', 'cannot be verified'].includes(document.querySelector('#verify-word').textContent)")
        return {which: (text_of(f"#{which}-word"), text_of(f"#{which}-text"), text_of(f"#{which}-command")) for which in ("compare", "verify")}

    def assert_as_command(self, answers):
        """The words are those that the command prints for the line that the page shows, the verdict its exit status."""
        for which, words in (("compare", ("the same bits", "different", "cannot be compared")),
                             ("verify", ("passed", "not passed", "cannot be verified"))):
            word, text, line = answers[which]
            done = self.try_stet(*shlex.split(line)[1:])
            self.assertEqual(text.strip(), (done.stdout or done.stderr).decode().removeprefix("stet verify: ").strip())
            self.assertEqual(word, words[done.returncode])

    def test_words(self):
        rng = random.Random(4)
        values = {(i,): complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for i in range(100)}
        self.file("in.npy", npy("complex64", (100,), values))
        self.stet("fft", "in.npy", "-o", "native.npy")
        self.stet("fft", "in.npy", "-o", "again.npy")
        self.stet("fft", "in.npy", "--level", "correct", "-o", "correct.npy")
        self.stet("fft", "in.npy", "--inverse", "-o", "inverse.npy")
        self.file("text.npy", npy("int16", (3,), {(i,): i for i in range(3)}))
        for a, b, compare, verdict in (("in.npy", "native.npy", "different", "ordinary rounding"), ("in.npy", "correct.npy", "different", "correctly rounded"),
                                       ("in.npy", "inverse.npy", "different", "bug"), ("native.npy", "again.npy", "the same bits", "bug"),
                                       ("in.npy", "text.npy", "different", "")):
            with self.subTest(a + " " + b):
                answers = self.answers(a, b)
                self.assert_as_command(answers)
                self.assertEqual(answers["compare"][0], compare)
                self.assertIn(verdict, answers["verify"][1])

    def test_options(self):
        """What verify is told: norm, direction, axes; and files the other way round."""
        rng = random.Random(5)
        self.file("in.npy", npy("complex128", (4, 6), {(i, j): complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for i in range(4) for j in range(6)}))
        self.stet("fft", "in.npy", "--axes", "all", "--norm", "ortho", "--inverse", "-o", "out.npy")
        put(**{"verify-norm": "ortho", "verify-axes": "0, 1", "verify-kind": "c2c"})
        page.run("document.querySelector('#verify-inverse').checked = true")
        try:
            answers = self.answers("in.npy", "out.npy")
            self.assertEqual(answers["verify"][2], "stet verify in.npy out.npy --kind c2c --inverse --norm ortho --axes 0,1")
            self.assertEqual(answers["verify"][0], "passed")
            self.assert_as_command(answers)
        finally:
            put(**{"verify-norm": "backward", "verify-axes": "", "verify-kind": ""})
            page.run("document.querySelector('#verify-inverse').checked = false")
        page.run("document.querySelector('#compare-command').textContent = ''; document.querySelector('#swap').click()")
        page.until("document.querySelector('#compare-command').textContent == 'stet compare out.npy in.npy'")

    def test_one_name(self):
        """Files of one name from two folders."""
        for folder, value in (("a", 1.0), ("b", 2.0)):
            (self.dir / folder).mkdir()
            self.file(f"{folder}/x.npy", npy("float32", (4,), {(i,): value for i in range(4)}))
        page.files("#file-a", self.dir / "a/x.npy")
        page.files("#file-b", self.dir / "b/x.npy")
        page.until("document.querySelector('#compare-command').textContent == 'stet compare first/x.npy second/x.npy'")
        self.assertEqual(text_of("#compare-word"), "different")

    def test_bad(self):
        self.file("in.npy", npy("float32", (4,), {(i,): 1.0 for i in range(4)}))
        self.file("text.npy", b"hello")
        page.drop("#drop-two", self.dir / "in.npy", self.dir / "text.npy")
        self.assertIn("text.npy: is neither", page.until("document.querySelector('#error').hidden ? '' : document.querySelector('#error').textContent"))


class LongWork(PageCase):
    def test_ten_minutes(self):
        """Ten minutes of sound at 48 kHz: no task of the page keeps it for 50 ms."""
        self.file("noise.wav", wav(1, 16, 1, random.Random(6).randbytes(2 * 48000 * 600), 48000))
        page.run("""(() => { window.blocks = []; window.frames = 0;
            new PerformanceObserver(list => blocks.push(...list.getEntries().map(e => e.duration))).observe({type: 'longtask'});
            const tick = () => { frames++; requestAnimationFrame(tick) }; tick() })()""")
        page.send("Tracing.start", _timeout=60, traceConfig={"includedCategories": ["toplevel", "__metadata"]}, transferMode="ReportEvents")
        began = time.monotonic()
        facts = self.transform("noise.wav", 300)
        took = time.monotonic() - began
        self.saved("#save-output", "noise-r2c.npy")
        cpu = page.longest_task()
        blocks, frames = page.run("[blocks, frames]")
        print(f"ten minutes of sound: {took:.1f} s; the page's longest task took {1000 * cpu:.1f} ms of processor time; "
              f"long tasks by the clock: {[round(b) for b in blocks]}; {frames / took:.0f} frames a second meanwhile")
        self.assertLess(cpu, 0.05)
        self.assertGreater(frames, 10)
        self.assert_as_command(facts)
        self.assertIn(facts["sha256"], self.stet("bits", "noise-r2c.npy"))

    def test_cancel(self):
        """A job ends at once by Escape and by the button, and the page goes on."""
        self.file("long.wav", wav(1, 16, 1, random.Random(7).randbytes(2 * 4000037), 48000))
        self.file("short.wav", wav(1, 16, 1, random.Random(7).randbytes(200), 48000))
        put(level="correct")
        for end in (lambda: page.key("Escape"), lambda: page.run("document.querySelector('#cancel').click()")):
            page.files("#file", self.dir / "long.wav")
            page.until("!document.querySelector('#work').hidden && document.querySelector('#phase').textContent == 'Transforming'")
            end()
            self.assertTrue(page.run("document.querySelector('#work').hidden && document.querySelector('#error').hidden"))
        self.assert_as_command(self.transform("short.wav", level="native"))

    def test_no_memory(self):
        """A length that no page has room for is an error, and the page goes on."""
        self.file("short.npy", npy("float32", (4,), {(i,): 1.0 for i in range(4)}))
        put(length=str(2**30), precision="f64")
        page.files("#file", self.dir / "short.npy")
        message = page.until("document.querySelector('#error').hidden ? '' : document.querySelector('#error').textContent", 120)
        self.assertRegex(message, "^short.npy: there is not enough memory in this page")
        self.assert_as_command(self.transform("short.npy", length="", precision=""))

    def test_at_once(self):
        """A file that is dropped before the library is there waits for it."""
        self.file("short.npy", npy("float32", (4,), {(i,): 1.0 for i in range(4)}))
        page.open(PAGE.as_uri() + "?")
        page.files("#file", self.dir / "short.npy")
        self.wait()
        self.assertRegex(text_of("#version"), r"^stet \d.*, bits version \d+, \w+$")

    def test_no_library(self):
        """A page that lost its WebAssembly says so at once."""
        lost = self.dir / "lost.html"
        lost.write_text(PAGE.read_text().replace('"stet-', '"lost-'))
        self.addCleanup(load)
        page.open(lost.as_uri())
        page.until("!document.querySelector('#error').hidden")
        self.assertEqual(text_of("#version"), "The library could not be loaded.")

    def test_saved_again(self):
        """What a cancelled job took along is computed again when it is to be saved."""
        self.file("long.wav", wav(1, 16, 1, random.Random(7).randbytes(2 * 4000037), 48000))
        facts = self.type_numbers("3 1 4 1 5")
        put(level="correct")
        page.files("#file", self.dir / "long.wav")
        page.until("document.querySelector('#phase').textContent == 'Transforming'")
        page.key("Escape")
        self.saved("#save-output", "numbers-r2c.npy")
        self.assertIn(facts["sha256"], self.stet("bits", "numbers-r2c.npy"))

    def test_cancel_verify(self):
        """What compare said stays, verify is said to be cancelled."""
        n = 1000003
        data = npy_header(f"{{'descr': '<c8', 'fortran_order': False, 'shape': ({n},), }}") + struct.pack("<f", 0.25) * (2 * n)
        self.file("a.npy", data)
        self.file("b.npy", data)
        page.drop("#drop-two", self.dir / "a.npy", self.dir / "b.npy")
        page.until("document.querySelector('#verify-word').textContent == 'working'")
        page.key("Escape")
        page.until("document.querySelector('#verify-word').textContent == 'cancelled'")
        self.assertEqual(text_of("#compare-word"), "the same bits")

    def test_other_work_takes_over(self):
        """Who chooses something else does not wait for what runs."""
        self.file("long.wav", wav(1, 16, 1, random.Random(7).randbytes(2 * 4000037), 48000))
        put(level="correct")
        page.files("#file", self.dir / "long.wav")
        page.until("document.querySelector('#phase').textContent == 'Transforming'")
        self.assertEqual(self.type_numbers("1 2 3", level="native")["length"], "3")


class Recording(PageCase):
    def test_recording(self):
        """What the microphone gave is a WAV that the command reads, with the hash that the page shows."""
        page.run("document.querySelector('#name').textContent = ''; document.querySelector('#record').click()")
        page.until("!document.querySelector('#recording').hidden && document.querySelector('#elapsed').textContent == '0:01'")
        self.assertRegex(text_of("#decibels"), " dB$")
        page.run("document.querySelector('#record').click()")
        self.wait()
        facts = self.facts()
        self.assertRegex(facts["elements"], r"^float32 \(\d+,\)")
        self.assertNotIn("−∞", text_of("#input-caption"))  # the fake microphone beeps
        self.saved("#save-input", "recording.wav")
        self.assert_as_command(facts)


class Access(PageCase):
    def test_names(self):
        """Whatever has the focus has a name."""
        self.type_numbers("1 2 3 4")
        nodes = page.send("Accessibility.getFullAXTree")["nodes"]
        focusable = [n for n in nodes if not n.get("ignored") and any(p["name"] == "focusable" and p["value"].get("value") for p in n.get("properties", []))]
        self.assertGreater(len(focusable), 20)
        self.assertEqual([n["role"] for n in focusable if n["role"]["value"] != "RootWebArea" and not n.get("name", {}).get("value", "").strip()], [])

    def test_keyboard(self):
        """The Tab key reaches everything, and arrow keys read a picture."""
        self.type_numbers("1 2 3 4")
        page.run("document.activeElement.blur()")
        reached = set()
        for _ in range(60):
            page.key("Tab")
            reached.add(page.run("document.activeElement.id"))
        self.assertLessEqual({"file", "record", "numbers", "kind", "level", "precision", "norm", "length", "scale", "input-plot", "output-plot",
                              "save-output", "file-a", "file-b", "verify-kind", "verify-inverse"}, reached)
        page.run("document.querySelector('#output-plot').focus()")
        page.key("ArrowRight")
        self.assertEqual(text_of("#reading"), "bin 0: 0 dB")
        page.key("ArrowRight")
        self.assertEqual(text_of("#reading"), "bin 1: −10.97 dB")

    def test_contrast(self):
        """Text against its ground: 4.5 to 1 at least, in both schemes (WCAG 2.2, 1.4.3)."""
        def light(colour):
            parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
            r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
            return 0.2126 * r + 0.7152 * g + 0.0722 * b
        for scheme in ("light", "dark"):
            page.color_scheme(scheme)
            colour = {name: page.run(f"getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()")
                      for name in ("surface", "raised", "text", "muted", "first", "second", "wrong", "wrong-surface")}
            for front, ground in (("text", "surface"), ("muted", "surface"), ("text", "raised"), ("muted", "raised"), ("wrong", "wrong-surface"),
                                  ("first", "surface"), ("second", "surface")):
                a, b = sorted((light(colour[front]), light(colour[ground])))
                self.assertGreaterEqual((b + 0.05) / (a + 0.05), 4.5, f"{scheme}: {front} on {ground}")
        page.color_scheme("light")


class Network(PageCase):
    def test_nothing_leaves(self):
        """The page cannot fetch, by its own rule."""
        why = page.run("fetch('https://example.org/').then(() => 'fetched', e => 'refused')")
        self.assertEqual(why, "refused")
        self.assertTrue(any("Content Security Policy" in c for c in page.complaints()))
        self.assertEqual([r for r in page.requests if not r.startswith(("file:", "blob:", "data:", "http://127.0.0.1:"))], [])

    def test_from_a_server(self):
        """The same from any static server."""
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=PAGE.parent))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            load(f"http://127.0.0.1:{server.server_port}/{PAGE.name}")
            facts = self.type_numbers("1 2 3 4 5 6 7 8")
            self.saved("#save-input", "numbers.npy")
            self.assertEqual(self.as_command()["sha256"], facts["sha256"])
        finally:
            load()
            server.shutdown()
            server.server_close()


class Pictures(PageCase):
    """The screenshots of docs/web.md, 1000 pixels wide; PICTURES=docs/pictures makes them anew: look at them then."""

    def picture(self, name, first, last):
        folder = pathlib.Path(os.environ.get("PICTURES", self.dir))
        page.run("document.activeElement.blur()")
        page.screenshot(folder / name, first, last)
        raw = (folder / name).read_bytes()
        width, height = struct.unpack(">II", raw[16:24])
        self.assertEqual(width, 1000)
        if (PICTURE_FOLDER / name).exists():
            self.assertEqual(height, struct.unpack(">I", (PICTURE_FOLDER / name).read_bytes()[20:24])[0], f"{name}: another layout than in the docs")
        self.assertLess(len(raw), 300000)
        self.assertGreater(len(raw), 10000)

    def test_pictures(self):
        load()  # without what other tests left
        self.addCleanup(load)
        self.addCleanup(page.color_scheme, "light")
        rate, last = 48000, 0.0
        samples = []
        for i in range(3 * rate):  # a glide with overtones and some breath
            last = 0.98 * last + random.Random(i).uniform(-40, 40) if i % 7 == 0 else last
            phase = 2 * math.pi * (180 * i / rate + 9 * math.sin(2 * math.pi * 0.6 * i / rate))
            swell = math.sin(math.pi * i / (3 * rate)) ** 0.5 * (0.7 + 0.3 * math.sin(2 * math.pi * 2.3 * i / rate))
            samples.append(round(swell * sum(5000 / h**1.2 * math.sin(h * phase) for h in range(1, 12)) + last))
        self.file("glide.wav", wav(1, 16, 1, struct.pack(f"<{len(samples)}h", *samples), rate))
        self.transform("glide.wav")
        page.run("document.querySelector('#fact-time').textContent = '2.00 ms'")  # no two runs take the same time
        self.picture("web-sound.png", "header", "#save-output")
        page.color_scheme("dark")
        put(scale="log")
        page.run("document.querySelector('#scale').onchange()")
        self.picture("web-dark.png", "#name", "#output-plot")
        page.color_scheme("light")
        self.type_numbers("1 2 3 4 5 6 7 8", level="correct", scale="linear")
        page.run("document.querySelector('#values').open = true; document.querySelector('#fact-time').textContent = '0.200 ms'")
        self.picture("web-numbers.png", "#name", "#values")
        rng = random.Random(8)
        self.file("signal.npy", npy("complex64", (1000,), {(i,): complex(rng.gauss(0, 1), rng.gauss(0, 1)) for i in range(1000)}))
        self.stet("fft", "signal.npy", "-o", "spectrum.npy")
        raw = (self.dir / "spectrum.npy").read_bytes()
        head = len(raw) - 8000
        self.file("rolled.npy", raw[:head] + raw[head + 8:] + raw[head:head + 8])
        page.drop("#drop-two", self.dir / "signal.npy", self.dir / "rolled.npy")
        page.until("document.querySelector('#verify-word').textContent == 'not passed'")
        self.picture("web-two.png", "section[aria-labelledby=files-title]", "#answers")


if __name__ == "__main__":
    for there, what in ((chromium.find(), "chromium (scripts/deps web)"), (PAGE.exists(), f"{PAGE} (make web)"),
                        (shutil.which(STET[0]), f"{STET[0]} (make)")):
        if not there:
            print(f"skipped: no {what}", file=sys.stderr)
            sys.exit(77)
    unittest.main(verbosity=2)
