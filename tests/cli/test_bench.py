# SPDX-License-Identifier: Apache-2.0
"""stet bench: what it computes, finds and writes. Its numbers are times, and not tested.

No peer need be installed: a stand-in for MKL (fake_mkl.c) computes the DFT from its definition.
"""
import ctypes.util
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

from support import HERE, SANITIZED, STET, TIMEOUT, Case, documented_keys

FAKE = os.environ.get("STET_FAKE_MKL", "build/tests/cli/fake")
FAKE = str(pathlib.Path(FAKE).resolve())
POCKETFFT = HERE.parent.parent / "build" / "pocketfft" / "libstet_pocketfft.so"
QUICK = ("--rounds", "2")


class BenchCase(Case):
    def setUp(self):
        super().setUp()
        (self.dir / "home").mkdir()
        # Nothing of this machine's is found by accident.
        self.env = {"HOME": str(self.dir / "home"), "PATH": str(self.dir / "home"), "STET_MKL": "",
                    "VIRTUAL_ENV": "", "CONDA_PREFIX": "", "MKLROOT": "", "PYENV_ROOT": ""}

    def bench(self, *args, status=0, **env):
        done = self.run_stet("bench", *QUICK, *args, "--json", "-", status=status,
                             env=dict(self.env, **env))
        self.assertEqual(done.stderr, b"")
        return json.loads(done.stdout)

    def table(self, *args, status=0, **env):
        done = self.run_stet("bench", *QUICK, *args, status=status, env=dict(self.env, **env))
        return done.stdout.decode()


class Alone(BenchCase):
    def test_keys(self):
        result = self.bench("--peers", "none", "--sizes", "16,30", "--batch", "1,3")
        self.assertEqual(list(result), documented_keys("stet bench"))
        self.assertEqual(list(result["machine"]), documented_keys("stet bench machine"))
        for row in result["rows"]:
            self.assertEqual(list(row), documented_keys("stet bench rows"))
            for key in ("gflops", "plan_ms"):
                self.assertTrue(0 < row[key] < math.inf, row)
            self.assertGreaterEqual(row["noise"], 0)
            self.assertEqual((row["peers"], row["over"], row["ratio"]), ({}, {}, None))
        self.assertIsNone(result["geomean"])
        self.assertEqual([(r["precision"], r["n"], r["batch"]) for r in result["rows"]],
                         [(p, n, b) for p in ("f32", "f64") for b in (1, 3) for n in (16, 30)])

    def test_machine(self):
        machine = self.bench("--peers", "none", "--sizes", "16")["machine"]
        self.assertEqual(machine["rounds"], 2)
        self.assertEqual((machine["libraries"], machine["missing"], machine["notes"]), ({}, {}, []))
        if hasattr(os, "sched_getaffinity"):
            self.assertEqual(machine["pinned_to"], [max(os.sched_getaffinity(0))])
        info = self.stet_json("info")
        self.assertEqual((machine["isa"], machine["stet"]), (info["isa"], info["version"]))

    def test_lists_of_sizes(self):
        def sizes(*args):
            rows = self.bench("--peers", "none", "--precision", "f32", *args)["rows"]
            return [(r["n"], r["batch"]) for r in rows]
        self.assertEqual(sizes("--sizes", "2^2..2^4x5,6,3..13x2"),
                         [(4, 5), (8, 5), (16, 5), (6, 1), (3, 2), (6, 2), (12, 2)])
        self.assertEqual(sizes("--sizes", "8x4,10", "--batch", "2,3"),
                         [(8, 4), (10, 2), (10, 3)])

    def test_shapes(self):
        """Arrays, all of whose axes are transformed, and their batches."""
        rows = self.bench("--peers", "none", "--precision", "f32", "--shapes", "1x1x16,4x6,5",
                          "--batch", "1,2")["rows"]
        self.assertEqual([(r["n"], r["shape"], r["batch"], r["work"]) for r in rows],
                         [(16, [1, 1, 16], 1, "c2c"), (24, [4, 6], 1, "c2c"), (5, [5], 1, "c2c"),
                          (16, [1, 1, 16], 2, "c2c"), (24, [4, 6], 2, "c2c"), (5, [5], 2, "c2c")])
        text = self.table("--peers", "none", "--shapes", "4x6x2^3", "--kind", "r2c")
        self.assertRegex(text, "\\n +4x6x8 +[0-9]")

    def test_strides(self):
        def works(*args):
            return [(r["work"], r["batch"]) for r in self.bench("--peers", "none", "--precision", "f32", *args)["rows"]]
        self.assertEqual(works("--sizes", "16,8x3,8x4", "--stride", "4"),
                         [("c2c stride 4", 1), ("c2c stride 4", 3), ("c2c columns", 4)])
        self.assertEqual(works("--shapes", "4x4", "--batch", "3", "--columns"), [("c2c columns", 3)])

    def test_table_and_file(self):
        text = self.table("--peers", "none", "--sizes", "16,2^5", "--json", "out.json")
        rows = json.loads((self.dir / "out.json").read_text())["rows"]
        self.assertEqual([r["n"] for r in rows], [16, 32, 16, 32])
        lines = [line.split() for line in text.splitlines()]
        numbers = [line for line in lines if line and line[0] in ("16", "32")]
        self.assertEqual([line[1] for line in numbers], [f"{r['gflops']:.1f}" for r in rows])
        self.assertIn("\nc2c f32, 1 thread, GFLOPS\n", text)

    def test_the_command_is_recorded(self):
        result = self.bench("--peers", "none", "--sizes", "16", "--mkl", "a b")
        self.assertEqual(result["command"], "stet bench --rounds 2 --peers none --sizes 16 --mkl 'a b' "
                                            "--json -")

    def test_errors(self):
        wrong = [["--sizes", s] for s in ("", "1", "0", "x", "16,", "2^99", "2^29", "16..8", "8x",
                                          "8x0", "64x64x64", "2^20x2^20", "-8", "8 ", "..8", "99999999999999999999",
                                          "2..2^20x300")]
        wrong += [["--batch", b] for b in ("", "0", "x", "1,", "2^", ",".join(["1"] * 257))]
        wrong += [["--peers", "fftw,acme"], ["--peers", ""], ["--kind", "dct"], ["--precision", "f8"],
                  ["--threads", "0"], ["--rounds", "0"], ["--rounds", "1e3"], ["--sizes"], ["--frob"],
                  ["surplus"], ["--kind", "r2c", "--in-place", "--columns"],
                  ["--sizes", "2^20", "--batch", "2^20"], ["--json", "missing/out.json"],
                  ["--plot", "missing/out.svg"], ["--json", "a", "--plot", "a"]]
        wrong += [["--shapes", s] for s in ("", "1", "1x1", "8x", "x8", "8x0", "2x2x2x2", "2^20x2^20", "8..16", "8x8,")]
        wrong += [["--stride", s] for s in ("0", "-1", "x", "2^4")]
        wrong += [["--shapes", "4x4", "--sizes", "16"], ["--columns", "--stride", "4"],
                  ["--sizes", "16x5", "--stride", "4"], ["--sizes", "2^20", "--stride", "1000"],
                  ["--kind", "c2r", "--in-place", "--stride", "4"], ["--conv", "--shapes", "4x4"],
                  ["--device", "cuda", "--stride", "4"], ["--first-call", "--conv"], ["--first-call", "--plot", "a.svg"], ["--shapes", "2x4", "--kind", "dct1", "--batch", "2^27"]]
        lines = [self.error("bench", *args, env=self.env) for args in wrong]
        self.assert_expected("bench-errors.txt", "\n".join(lines) + "\n")
        self.assertEqual(self.files(), ["home"])

    def test_too_much_memory(self):
        if not SANITIZED:
            line = self.error("bench", "--peers", "none", "--sizes", "2^26", "--json", "-",
                              env=self.env, memory=1 << 29)
            self.assertIn("not enough memory", line)

    def test_picture(self):
        self.table("--peers", "mkl", "--mkl", FAKE, "--sizes", "2^3..2^5,12", "--plot", "out.svg")
        root = xml.parse(self.dir / "out.svg").getroot()
        name = "{http://www.w3.org/2000/svg}"
        groups = root.findall(f"{name}g")
        # Of each library a line for each precision, and a dot for each row.
        self.assertEqual([len(g) for g in groups], [1, 1, 8] * 2)
        self.assertEqual([g[0].get("stroke-dasharray") is not None for g in groups],
                         [False, True, False] * 2)
        self.assertEqual(groups[0][0].get("d").count("L"), 2)
        texts = [t.text for t in root.findall(f"{name}text")]
        self.assertEqual([t.text for t in root.findall(f"{name}text[@class='legend']")], ["f64", "f32", "mkl", "stet"])
        samples = [p for p in root.findall(f"{name}path") if "sample" in p.get("class")]
        self.assertEqual(len(samples), 4)
        self.assertIn("speed (GFLOPS)", texts)

    def test_document(self):
        """The script that makes tables of the JSON."""
        result = self.bench("--peers", "mkl,cbwr", "--mkl", FAKE, "--sizes", "16,4x3")
        self.file("run.json", json.dumps(result).encode())
        script = HERE.parent.parent / "scripts" / "performance-doc"
        text = subprocess.run([sys.executable, "-B", script, self.dir / "run.json"], check=True,
                              capture_output=True, timeout=TIMEOUT).stdout.decode()
        cells = {line.split(" | ")[0]: line.strip("| ").split(" | ")[1:] for line in text.splitlines()
                 if line.startswith(("| 16 |", "| 4 x 3 |"))}
        self.assertEqual([len(row) for row in cells.values()], [2, 2])
        for row in result["rows"]:
            name = "| 16" if row["batch"] == 1 else "| 4 x 3"
            speed, ratio = cells[name][row["precision"] == "f64"].split(" ")
            self.assertEqual(speed, f"{row['gflops']:.1f}")
            self.assertEqual(re.sub("[(*~m)]", "", ratio), f"{row['ratio']:.2f}")
        self.assertIn(result["machine"]["cpu"], text)
        self.assertIn("CBWR=COMPATIBLE f32", text)

    def test_whole_record(self):
        """Every table of a record, and the page of two of them."""
        scripts = HERE.parent.parent / "scripts"
        self.file("one.json", b'{"title": "A title"}')  # is kept
        for name in ("one", "two"):
            subprocess.run([sys.executable, "-B", scripts / "bench-record", name], check=True,
                           capture_output=True, timeout=TIMEOUT,
                           env=dict(self.env, STET=shlex.join(STET), STET_MKL=FAKE, QUICK="1",
                                    RECORDED=str(self.dir)))
        record = json.loads((self.dir / "one.json").read_text())
        self.assertEqual(record["title"], "A title")
        self.assertEqual(list(record["runs"][0]["machine"]["libraries"]["mkl"]), ["version", "branch"])
        self.assertIn("flags", record["machine"])
        precisions = {(row["work"], row["precision"]) for r in record["runs"] for row in r["rows"]}
        self.assertLessEqual({("c2c", "f16 native"), ("r2c", "f64"), ("c2r", "f32"),
                              ("c2c columns", "f32"), ("c2c stride 64", "f64"), ("dst4", "f32")}, precisions)
        tables = {r["table"]: r["rows"] for r in record["runs"]}
        self.assertEqual(tables["arrays"][0]["shape"], [4, 4])
        self.assertEqual(list(tables["first call"][0]["first"]), ["stet", "mkl"])
        text = subprocess.run([sys.executable, "-B", scripts / "performance-doc", self.dir / "one.json",
                               self.dir / "two.json"], check=True, capture_output=True,
                              timeout=TIMEOUT).stdout.decode()
        self.assertIn("\n## A title\n", text)
        self.assertIn("\n## two\n", text)
        self.assertIn("### On A title\n", text)
        self.assertIn("| work | lengths | geometric mean | best | worst | stet is slower at |", text)
        self.assertIn("Speed in 16 bits over the speed of c2c f32:", text)
        self.assertIn("| N | c2c f32 | c2c f64 | r2c f32 | r2c f64 | c2r f32 | c2r f64 |", text)
        self.assertIn("| c2c columns f32 | c2c columns f64 | c2c f32, 2 threads | c2c f64, 2 threads |", text)
        self.assertIn("| work | N | f32 | f64 | f32, 2 threads | f64, 2 threads |", text)
        for row in ("| c2c stride 64 | 16 | ", "| c2c | (4, 4) | ", "| dct2 | (4, 4) | ", "| dst4 | 16 | "):
            self.assertIn(row, text)
        self.assertIn("| N | c2c f32, ms | c2c f32, plan | c2c f32, MB | c2c f32, FFTW's MB |", text)
        for group in ("c2c f64, factors from 17", "r2c f32, 2-D and 3-D", "cosine and sine transforms f64",
                      "c2c columns f32, few columns", "c2c stride 64 f64", "c2c f32, 2 threads, 2-D and 3-D"):
            self.assertIn(f"| {group} | ", text)
        self.assertNotIn("Not measured", text)
        self.assertIn("Plans that measure have ", text)

    def test_records_of_earlier_benchmarks(self):
        """They have neither shapes nor the later tables, which the summary then names."""
        script = HERE.parent.parent / "scripts" / "performance-doc"
        record = json.loads((HERE.parent.parent / "tools/bench/recorded/zen5.json").read_text())
        record["runs"] = [{**run, "rows": [{k: v for k, v in row.items() if k != "shape"} for row in run["rows"]]}
                          for run in record["runs"] if run["table"] in ("c2c", "batches")]
        self.file("early.json", json.dumps(record).encode())
        text = subprocess.run([sys.executable, "-B", script, self.dir / "early.json"], check=True, capture_output=True,
                              timeout=TIMEOUT).stdout.decode()
        self.assertIn("Not measured in this record: few columns, factors from 17, 2-D and 3-D, lines with a stride, "
                      "cosine\nand sine transforms, first calls, two threads.\n", text)

    def test_the_page_is_what_the_records_say(self):
        script = HERE.parent.parent / "scripts" / "performance-doc"
        subprocess.run([sys.executable, "-B", script, "--check"], check=True, timeout=TIMEOUT)


class Dependencies(BenchCase):
    """scripts/deps, a copy of it with a machine made of stand-ins."""
    def deps(self, *words, python):
        tools = {"dpkg-query": "printf 'installed '", "apt-get": "exit 9", "uname": "echo x86_64",
                 "python3": python}
        for folder in ("scripts", "bin"):
            (self.dir / folder).mkdir(exist_ok=True)
        for name, line in tools.items():
            self.file("bin/" + name, f"#!/bin/sh\n{line}\n".encode())
            (self.dir / "bin" / name).chmod(0o755)
        shutil.copy(HERE.parent.parent / "scripts" / "deps", self.dir / "scripts")
        return subprocess.run([self.dir / "scripts" / "deps", *words], capture_output=True, text=True,
                              env={"PATH": f"{self.dir / 'bin'}:/usr/bin:/bin"}, timeout=TIMEOUT)

    def test_bench_goes_on_without_mkl(self):
        done = self.deps("bench", python="exit 1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("on Debian: apt-get install python3-venv", done.stderr)
        self.assertIn("stet bench goes on without it", done.stderr)
        self.assertIn("deps: no pocketfft: stet bench goes on without it", done.stderr)
        self.assertNotEqual(self.deps("mkl", python="exit 1").returncode, 0)
        self.assertNotEqual(self.deps("pocketfft", python="exit 1").returncode, 0)

    def test_pip_that_fails(self):
        """A virtual environment that is made, and no network."""
        python = 'test "$2" = venv && mkdir -p "$3/bin" && cp "$0" "$3/bin/" && exit; exit 1'
        done = self.deps("bench", python=python)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("stet bench goes on without it", done.stderr)
        self.assertIn("not free software", done.stdout)

    def test_mkl_that_is_there(self):
        (self.dir / "build/mkl/lib").mkdir(parents=True)
        (self.dir / "build/pocketfft").mkdir()
        self.file("build/mkl/lib/libmkl_rt.so.3", b"")
        self.file("build/pocketfft/libstet_pocketfft.so", b"")
        self.assertEqual(self.deps("bench", python="exit 1").stderr, "")


class Peers(BenchCase):
    def test_every_layout_is_the_transform(self):
        """stet and the definition agree about every kind and layout."""
        sizes = ("--sizes", "2,3,9x1,16x7,13x4", "--peers", "mkl", "--mkl", FAKE, "--rounds", "1")
        for kind in ("c2c", "r2c", "c2r"):
            for layout in ((), ("--in-place",), ("--columns",), ("--in-place", "--columns")):
                if len(layout) == 2 and kind != "c2c":
                    continue
                rows = self.bench("--kind", kind, *layout, *sizes)["rows"]
                self.assertEqual(len(rows), 10)
                work = " ".join([kind, *(o.strip("-").replace("-", " ") for o in layout)])
                for row in rows:
                    self.assertEqual((row["work"], list(row["peers"])), (work, ["mkl"]))
                    self.assertAlmostEqual(row["ratio"] * row["peers"]["mkl"] / row["gflops"], 1, 4)

    def test_every_shape_is_the_transform(self):
        """stet and the definition agree about several axes, also in place and with a stride."""
        shapes = ("--shapes", "2x3,3x2x4,1x1x6,4x1,9", "--batch", "1,3", "--peers", "mkl", "--mkl", FAKE,
                  "--rounds", "1")
        for kind in ("c2c", "r2c", "c2r"):
            for layout in ((), ("--in-place",), ("--columns",), ("--stride", "5"), ("--in-place", "--stride", "5")):
                if len(layout) == 3 and kind != "c2c":
                    continue
                rows = self.bench("--kind", kind, *layout, *shapes)["rows"]
                self.assertEqual([list(row["peers"]) for row in rows], [["mkl"]] * 20)

    def test_a_wrong_result_of_a_shape(self):
        for kind in ("c2c", "r2c", "c2r"):
            for layout in ((), ("--stride", "3")):
                result = self.bench("--kind", kind, *layout, "--shapes", "3x4", "--peers", "mkl", "--mkl", FAKE,
                                    "--precision", "f64", status=1, FAKE_MKL="wrong")
                self.assertEqual(result["rows"][0]["peers"], {"mkl": None})
        text = self.table("--shapes", "3x4", "--peers", "mkl", "--mkl", FAKE, "--precision", "f64", status=1,
                          FAKE_MKL="wrong")
        self.assertIn("WRONG: c2c f64 3x4: mkl and stet are ", text)

    def test_first_calls(self):
        result = self.bench("--first-call", "--peers", "mkl,cbwr", "--mkl", FAKE, "--sizes", "16,30x3,2^10")
        self.assertEqual(len(result["rows"]), 6)
        for row in result["rows"]:
            self.assertEqual(list(row), documented_keys("stet bench --first-call rows"))
            self.assertEqual(list(row["first"]), ["stet", "mkl"])
            for one in row["first"].values():
                self.assertEqual(list(one), ["plan_ms", "ms", "bytes"])
                self.assertTrue(0 < one["plan_ms"] < one["ms"] and one["bytes"] >= 0, one)
            mkl, stet = row["first"]["mkl"]["ms"], row["first"]["stet"]["ms"]
            self.assertAlmostEqual(row["ratio"] * stet / mkl, 1, 4)
        # Tables and workspace of so many points take pages of their own.
        long = self.bench("--first-call", "--peers", "none", "--sizes", "2^20", "--precision", "f64")
        self.assertGreater(long["rows"][0]["first"]["stet"]["bytes"], 0 if SANITIZED else 1 << 16)
        text = self.table("--first-call", "--peers", "mkl", "--mkl", FAKE, "--sizes", "16", "--precision", "f32")
        self.assertIn("c2c f32, 1 thread, first call: ms with the plan, ms of the plan, memory in MB\n", text)
        self.assertRegex(text, "\n +N +stet +plan +MB +mkl +plan +MB +ratio +noise\n")

    def test_first_calls_of_every_layout(self):
        for kind in ("c2c", "r2c", "c2r"):
            for layout in (("--sizes", "12"), ("--sizes", "12", "--in-place"), ("--sizes", "12", "--stride", "4"),
                           ("--shapes", "2x3x4")):
                rows = self.bench("--first-call", "--kind", kind, *layout, "--batch", "2", "--peers", "mkl",
                                  "--mkl", FAKE)["rows"]
                self.assertEqual([list(row["first"]) for row in rows], [["stet", "mkl"]] * 2)

    def test_first_calls_that_fail(self):
        quick = ("--first-call", "--peers", "mkl", "--mkl", FAKE, "--precision", "f32")
        for how in ("wrong", "idle"):
            result = self.bench(*quick, "--sizes", "16", status=1, FAKE_MKL=how)
            self.assertEqual((result["rows"][0]["first"]["mkl"]["ms"], result["rows"][0]["ratio"]), (None, None))
            self.assertIn("WRONG: c2c f32 16: mkl and stet", self.table(*quick, "--sizes", "16", status=1, FAKE_MKL=how))
        line = self.error("bench", *QUICK, *quick, "--sizes", "30", "--json", "-", env=dict(self.env, FAKE_MKL="aborts"))
        self.assertIn("the process that makes a plan with mkl ended early", line)
        # No plan of MKL: left out.
        result = self.bench(*quick, "--kind", "dct1", "--sizes", "2,16")
        self.assertEqual([list(row["first"]) for row in result["rows"]], [["stet"], ["stet", "mkl"]])
        self.assertEqual(result["machine"]["notes"], ["mkl has no plan for length 2"])
        self.assertIn("stet has no plan for length 1x4", self.error(
            "bench", "--first-call", "--peers", "none", "--kind", "dct1", "--shapes", "1x4", "--json", "-", env=self.env))

    def test_pocketfft_that_is_not_there(self):
        machine = self.bench("--peers", "pocketfft", "--sizes", "16")["machine"]
        self.assertIn("scripts/deps pocketfft", machine["missing"]["pocketfft"])
        self.file("libstet_pocketfft.so", b"no library")
        for path in (".", "libstet_pocketfft.so"):
            machine = self.bench("--peers", "pocketfft", "--pocketfft", path, "--sizes", "16")["machine"]
            self.assertIn("file too short", machine["missing"]["pocketfft"])
        machine = self.bench("--peers", "pocketfft", "--pocketfft", FAKE + "/libmkl_rt.so.3", "--sizes", "16")["machine"]
        self.assertIn("it has no function stet_pocketfft_create", machine["missing"]["pocketfft"])

    @unittest.skipUnless(POCKETFFT.exists(), "scripts/deps pocketfft has not built it")
    def test_pocketfft(self):
        """It and stet agree about every kind and layout; a layout that it lacks is left out."""
        here = ("--peers", "pocketfft", "--pocketfft", POCKETFFT.parent, "--rounds", "1", "--batch", "1,3")
        kinds = ["c2c", "r2c", "c2r", *(f"{cs}{i}" for cs in ("dct", "dst") for i in (1, 2, 3, 4))]
        for kind in kinds:
            layouts = [("--sizes", "9,16"), ("--shapes", "4x6,3x5x4,2x8"), ("--sizes", "12", "--stride", "4")]
            if kind not in ("r2c", "c2r"):
                layouts += [("--shapes", "4x6", "--in-place")]
            for layout in layouts:
                rows = self.bench("--kind", kind, *layout, *here)["rows"]
                self.assertEqual({tuple(row["peers"]) for row in rows}, {("pocketfft",)})
        result = self.bench("--kind", "r2c", "--in-place", *here, "--sizes", "16")
        self.assertEqual(result["rows"][0]["peers"], {})
        self.assertEqual(result["machine"]["notes"], ["pocketfft: it has no r2c in place"])
        machine = result["machine"]["libraries"]["pocketfft"]
        self.assertEqual((machine["version"], machine["path"]), ("of SciPy 1.17.1", str(POCKETFFT)))

    def test_cosines_and_sines(self):
        """MKL's have other factors, work in place, and want zeros around some lines."""
        sizes = ("--sizes", "2,3,9x1,16x7,13x4", "--peers", "mkl", "--mkl", FAKE, "--rounds", "1")
        for kind in [f"{cs}{i}" for cs in ("dct", "dst") for i in (1, 2, 3, 4)]:
            for layout in ((), ("--in-place",)):
                result = self.bench("--kind", kind, *layout, *sizes)
                self.assertEqual(len(result["rows"]), 10)
                for row in result["rows"]:
                    there = kind != "dct1" or row["n"] > 2  # MKL's n is that minus 1, and 2 or more
                    self.assertEqual(list(row["peers"]), ["mkl"] if there else [], (kind, layout, row))
                    self.assertTrue(not there or row["ratio"] > 0, row)

    def test_layouts_that_mkl_has_no_cosines_for(self):
        for layout in (("--sizes", "16", "--columns", "--batch", "2"), ("--sizes", "16", "--threads", "2"),
                       ("--shapes", "4x4,2x2")):
            result = self.bench("--kind", "dct2", *layout, "--precision", "f32",
                                "--peers", "mkl", "--mkl", FAKE)
            self.assertEqual(result["rows"][0]["peers"], {})
            self.assertEqual(["contiguous lines" in note for note in result["machine"]["notes"]], [True])
        result = self.bench("--kind", "dht", "--sizes", "16", "--peers", "mkl", "--mkl", FAKE)
        self.assertEqual((result["rows"][0]["peers"], result["machine"]["libraries"]), ({}, {}))

    def test_a_wrong_result(self):
        for kind, layout, how in (("c2c", (), "wrong"), ("c2c", ("--in-place",), "wrong"),
                                  ("r2c", (), "wrong"), ("c2r", (), "wrong"), ("c2c", (), "idle"),
                                  ("c2c", ("--in-place",), "idle"),
                                  ("dct2", (), "wrong"), ("dst3", ("--in-place",), "wrong"),
                                  ("dct3", ("--in-place",), "idle")):
            args = ("--kind", kind, *layout, "--peers", "mkl", "--mkl", FAKE, "--sizes", "16x3")
            result = self.bench(*args, status=1, FAKE_MKL=how)
            for row in result["rows"]:
                self.assertEqual((row["peers"], row["ratio"]), ({"mkl": None}, None))
                self.assertGreater(row["gflops"], 0)
            self.assertIsNone(result["geomean"])
            text = self.table(*args, status=1, FAKE_MKL=how)
            self.assertIn(f"WRONG: {kind} f32 16: mkl and stet are ", text)

    def test_restricted_branches(self):
        result = self.bench("--peers", "mkl,cbwr", "--mkl", FAKE, "--sizes", "16", "--precision", "f32")
        self.assertEqual(result["machine"]["libraries"]["mkl"],
                         {"path": FAKE + "/libmkl_rt.so.3", "version": "fake", "branch": "off"})
        over = result["rows"][0]["over"]
        self.assertEqual(list(over), ["CBWR=COMPATIBLE", "CBWR=AVX2"])
        shaped = self.bench("--peers", "mkl,cbwr", "--mkl", FAKE, "--shapes", "2x3x4", "--batch", "2", "--stride", "3",
                            "--precision", "f32")
        self.assertEqual(list(shaped["rows"][0]["over"]), ["CBWR=COMPATIBLE", "CBWR=AVX2"])
        for there in over.values():
            self.assertEqual(list(there), ["gflops", "mkl", "ratio", "noise"])
            self.assertAlmostEqual(there["ratio"] * there["mkl"] / there["gflops"], 1, 4)
        self.assertEqual(result["machine"]["notes"], [])

    def test_a_branch_that_is_not_taken(self):
        result = self.bench("--peers", "cbwr", "--mkl", FAKE, "--sizes", "16", FAKE_MKL="old")
        for row in result["rows"]:
            self.assertEqual((list(row["over"]), row["peers"]), (["CBWR=COMPATIBLE"], {}))
        self.assertEqual(result["machine"]["notes"],
                         ["CBWR=AVX2: MKL runs its branch COMPATIBLE on this CPU instead"])

    def test_stet_restricted_too(self):
        result = self.bench("--peers", "cbwr", "--mkl", FAKE, "--sizes", "16", "--precision", "f64",
                            "--isa-children")
        over, notes = result["rows"][0]["over"], result["machine"]["notes"]
        name = "avx2/CBWR=AVX2"
        isa = self.stet_json("info", env={"STET_ISA": "avx2"})["isa"]
        self.assertEqual(name in over, isa == "avx2")
        self.assertEqual(notes, [] if isa == "avx2" else
                         [f"{name}: stet has no instance avx2 here, and runs {isa}"])

    def test_mkl_that_is_not_there(self):
        (self.dir / "empty").mkdir()
        self.file("libmkl_rt.so", b"no library")
        for path, reason in (("nowhere", "nowhere: cannot find MKL: No such file or directory"),
                             ("empty", "empty: no libmkl_rt.so* in it"),
                             ("libmkl_rt.so", "file too short")):
            missing = self.bench("--peers", "mkl,cbwr", "--mkl", path,
                                 "--sizes", "16")["machine"]["missing"]
            self.assertIn(reason, missing["mkl"])
        text = self.table("--peers", "mkl", "--mkl", "nowhere", "--sizes", "16")
        self.assertIn("mkl         missing: nowhere", text)

    def test_mkl_that_ends_the_process(self):
        result = self.bench("--peers", "mkl", "--mkl", FAKE, "--sizes", "16", FAKE_MKL="dies")
        self.assertIn("ends the process that uses it", result["machine"]["missing"]["mkl"])

    @unittest.skipIf(ctypes.util.find_library("mkl_rt"), "the system has MKL")
    def test_where_mkl_is_looked_for(self):
        def path(**env):
            return self.bench("--peers", "mkl", "--sizes", "16",
                              **env)["machine"]["libraries"].get("mkl", {}).get("path")
        missing = self.bench("--peers", "mkl", "--sizes", "16")["machine"]["missing"]["mkl"]
        self.assertIn("pip install mkl", missing)
        fake = FAKE + "/libmkl_rt.so.3"
        for folder in ("env/bin", "home/.local", "pyenv/versions/3.1"):
            (self.dir / folder).mkdir(parents=True)
        os.symlink(FAKE, self.dir / "env" / "lib")
        os.symlink(FAKE, self.dir / "pyenv" / "versions" / "3.1" / "lib")
        self.assertEqual(path(LD_LIBRARY_PATH=FAKE), fake)
        self.assertEqual(path(VIRTUAL_ENV=str(self.dir / "env")), fake)
        self.assertEqual(path(PYENV_ROOT=str(self.dir / "pyenv")), fake)
        self.assertEqual(path(STET_MKL=FAKE), fake)
        self.assertEqual(path(STET_MKL=fake), fake)
        python = self.dir / "env" / "bin" / "python3"
        python.write_bytes(b"#!/bin/false\n")
        python.chmod(0o755)
        self.assertEqual(path(PATH=str(self.dir / "nowhere") + ":" + str(python.parent)), fake)
        (self.dir / "link").mkdir()
        os.symlink(python, self.dir / "link" / "python3")
        self.assertEqual(path(PATH=str(self.dir / "link")), fake)
        os.symlink(FAKE, self.dir / "home" / ".local" / "lib")
        self.assertEqual(path(), fake)

    def test_fftw_that_is_not_there(self):
        """A broken one, found before that of the system."""
        (self.dir / "broken").mkdir()
        for name in ("libfftw3.so.3", "libfftw3f.so.3"):
            self.file("broken/" + name, b"no library")
        machine = self.bench("--peers", "fftw", "--sizes", "16",
                             LD_LIBRARY_PATH=str(self.dir / "broken"))["machine"]
        self.assertEqual(machine["libraries"], {})
        for precision in ("f32", "f64"):
            self.assertIn("apt-get install libfftw3-single3 libfftw3-double3",
                          machine["missing"]["fftw " + precision])

    def test_fftw_of_a_folder(self):
        (self.dir / "mine/lib").mkdir(parents=True)
        for name in ("libfftw3.so.3", "libfftw3f.so.3"):
            self.file("mine/lib/" + name, b"no library")
        machine = self.bench("--peers", "fftw512", "--sizes", "16", "--fftw", "mine")["machine"]
        self.assertIn("./mine/lib/libfftw3f.so.3: file too short", machine["missing"]["fftw512 f32"])
        machine = self.bench("--peers", "fftw512", "--sizes", "16", "--precision", "f64")["machine"]
        self.assertEqual(list(machine["missing"]), ["fftw512 f64"])
        self.assertIn("scripts/deps fftw512", machine["missing"]["fftw512 f64"])

    @unittest.skipUnless(hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1,
                         "one CPU")
    def test_peers_get_a_cpu_for_each_thread(self):
        """Also where the OpenMP of one binds the first thread."""
        for bind in ("true", "false"):
            machine = self.bench("--peers", "mkl", "--mkl", FAKE, "--sizes", "16", "--threads", "2",
                                 OMP_PROC_BIND=bind)["machine"]
            self.assertEqual(len(machine["pinned_to"]), 2)

    def test_threads_of_mkl_stop_waiting_actively(self):
        """Else they would take a processor from the next library."""
        for threads, env, version in (("2", {}, "fake, waits actively for ms: 1"), ("1", {}, "fake"),
                                      ("2", {"KMP_BLOCKTIME": "7"}, "fake, waits actively for ms: 7")):
            machine = self.bench("--peers", "mkl", "--mkl", FAKE, "--sizes", "16", "--precision", "f32", "--threads",
                                 threads, **env)["machine"]
            self.assertEqual(machine["libraries"]["mkl"]["version"], version)

    @unittest.skipUnless(ctypes.util.find_library("fftw3f") and ctypes.util.find_library("fftw3"),
                         "FFTW is not installed")
    def test_shapes_of_fftw(self):
        for kind in ("c2c", "r2c", "c2r", "dct2", "dst4"):
            for layout in ((), ("--in-place",), ("--stride", "5")):
                rows = self.bench("--peers", "fftw", "--shapes", "4x6,3x5x4,1x1x8", "--batch", "1,3", "--kind", kind,
                                  *layout, "--rounds", "1")["rows"]
                self.assertEqual([list(row["peers"]) for row in rows], [["fftw", "fftw-estimate"]] * 12)

    @unittest.skipUnless(ctypes.util.find_library("fftw3f") and ctypes.util.find_library("fftw3"),
                         "FFTW is not installed")
    def test_fftw(self):
        for kind in ("c2c", "r2c", "c2r"):
            for layout in ((), ("--in-place",), ("--columns",)):
                result = self.bench("--peers", "fftw", "--sizes", "16,15x4", "--kind", kind, *layout,
                                    "--rounds", "1")
                for row in result["rows"]:
                    self.assertEqual(list(row["peers"]), ["fftw", "fftw-estimate"])
                    best = max(row["peers"].values())
                    self.assertAlmostEqual(row["ratio"] * best / row["gflops"], 1, 4)
        folder = os.path.dirname(result["machine"]["libraries"]["fftw f32"]["path"])
        again = self.bench("--peers", "fftw512", "--fftw", folder, "--sizes", "16", "--rounds", "1")
        self.assertEqual([list(row["peers"]) for row in again["rows"]], [["fftw512"]] * 2)
        self.assertEqual(list(again["machine"]["libraries"]), ["fftw512 f32", "fftw512 f64"])
        product = math.prod(r["ratio"] for r in result["rows"])
        self.assertAlmostEqual(result["geomean"] / product ** (1 / len(result["rows"])), 1, 4)
        self.assertRegex(result["machine"]["libraries"]["fftw f64"]["version"], "^fftw-3")


if __name__ == "__main__":
    unittest.main()
