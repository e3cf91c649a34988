# SPDX-License-Identifier: Apache-2.0
"""stet run, with a program that is linked to Debian's FFTW (program.c). STET is the command, PROGRAM the program,
SLOW_FORK slow_fork.c."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from support import STET, documented_keys  # noqa: E402

PROGRAM = os.environ["PROGRAM"]


def run(*arguments, options=(), env=None, program=PROGRAM):
    command = [*STET, "run", *options, "--", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, env=dict(os.environ, **(env or {})))


def summary(*arguments, options=(), env=None):
    done = run(*arguments, options=("--json", *options), env=env)
    return json.loads(done.stderr), done


class Run(unittest.TestCase):
    def test_stet_takes_the_place_of_fftw(self):
        theirs = subprocess.run([PROGRAM, "transform"], capture_output=True, text=True, timeout=600).stdout
        done = run("transform")
        ours = done.stdout
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("stet", theirs.splitlines()[0])
        self.assertIn("stet", ours.splitlines()[0])
        for a, b in zip(theirs.split()[1:], ours.split()[1:]):
            self.assertAlmostEqual(float.fromhex(a), float.fromhex(b), delta=1e-13)
        self.assertIn("2 f64 c2c of level native served, in 2 executions", done.stderr)
        self.assertIn("1 f32 c2c of level native served, in 1 executions", done.stderr)

    def test_json(self):
        report, done = summary("transform")
        self.assertEqual(sorted(report), sorted(documented_keys("stet run")[:-1]))
        self.assertEqual((report["processes"], report["status"], report["refused"]), (1, 0, []))
        rows = {(r["precision"], r["kind"], r["level"]): (r["transforms"], r["executions"]) for r in report["served"]}
        self.assertEqual(rows, {("f64", "c2c", "native"): (2, 2), ("f32", "c2c", "native"): (1, 1)})
        self.assertEqual(len(done.stdout.splitlines()), 13)

    def test_children_count_what_they_do(self):
        report, _ = summary("fork")
        self.assertEqual(report["processes"], 2)
        self.assertEqual(sum(r["transforms"] for r in report["served"]), 6)

    def test_however_a_process_ends(self):
        for what, ends in (("abort", -signal.SIGABRT), ("leave", 0)):
            report, done = summary(what)
            self.assertEqual(done.returncode, ends)
            self.assertEqual((report["processes"], sum(r["transforms"] for r in report["served"])), (1, 3))

    def test_a_child_with_its_parents_plan(self):
        report, _ = summary("heir")
        self.assertEqual((report["processes"], sum(r["transforms"] for r in report["served"])), (2, 1))

    def test_many_processes_at_once(self):
        line = f"for i in 1 2 3 4 5 6 7 8; do {PROGRAM} transform & done; wait"
        done = run("-c", line, options=["--json"], program="sh")
        report = json.loads(done.stderr)
        self.assertEqual((report["processes"], sum(r["transforms"] for r in report["served"])), (8, 24))

    def test_settings_are_checked_first(self):
        for name, value, words in (("STET_LEVEL", "Correct", "native, extended, extended-ff, correct"),
                                   ("STET_THREADS", "0", "from 1 to 1024, nor all"), ("STET_ISA", "avx9", "soft"),
                                   ("STET_TUNING", "nowhere.json", "the file does not exist"),
                                   ("STET_PROFILE", "nowhere", "shipped profiles are")):
            done = run("print", "started", env={name: value})
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertTrue(done.stderr.startswith(f"stet run: {name}={value}: "), done.stderr)
            self.assertIn(words, done.stderr)

    def test_refused(self):
        report, _ = summary("refused")
        self.assertEqual([r["calls"] for r in report["refused"]], [1, 1])
        self.assertIn("FFTW_PRESERVE_INPUT", " ".join(r["why"] for r in report["refused"]))
        text = run("refused").stderr
        self.assertIn("1 calls refused", text)
        self.assertNotIn("nothing was served", text)

    def test_nothing_served(self):
        for options in ((), ("--preload",)):
            text = run("exit", "0", options=options).stderr
            self.assertIn("nothing was served", text)
            self.assertEqual("--preload" in text, not options)

    def test_level(self):
        report, done = summary("transform", options=("--level", "correct"))
        self.assertEqual({r["level"] for r in report["served"]}, {"correct"})
        self.assertEqual(done.stdout, summary("transform", env={"STET_LEVEL": "correct"})[1].stdout)

    def test_every_level_is_counted(self):
        for level in ("native", "extended", "extended-ff", "correct"):
            report, done = summary("single", options=("--level", level))
            rows = [(r["precision"], r["kind"], r["level"], r["transforms"], r["executions"]) for r in report["served"]]
            self.assertEqual(sorted(rows), [("f32", kind, level, 1, 1) for kind in ("c2c", "c2r", "r2c", "r2r")])
            self.assertEqual((done.returncode, report["refused"]), (0, []))

    def test_threads_change_no_bit(self):
        self.assertEqual(run("transform").stdout, run("transform", options=("--threads", "3")).stdout)

    def test_isa_changes_no_bit(self):
        self.assertEqual(run("transform").stdout, run("transform", env={"STET_ISA": "soft"}).stdout)

    def test_status_is_passed_on(self):
        for status in (0, 1, 2, 3, 77, 255):
            self.assertEqual(run("exit", str(status)).returncode, status)

    def test_signal_of_the_program_is_passed_on(self):
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGABRT):
            report, done = summary("raise", str(int(number)))
            self.assertEqual(done.returncode, -number)
            self.assertEqual(report["signal"], number)

    def test_signals_reach_the_program(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
            with tempfile.TemporaryDirectory() as folder:
                ready = pathlib.Path(folder) / "ready"
                process = subprocess.Popen([*STET, "run", PROGRAM, "wait", str(int(number)), str(ready)],
                                           stderr=subprocess.PIPE)
                while not ready.exists() and process.poll() is None:
                    time.sleep(0.01)
                process.send_signal(number)
                process.communicate(timeout=600)
                self.assertEqual(process.returncode, 0)

    def test_a_signal_that_comes_before_fork_returns(self):
        line = "trap 'exit 7' USR1; kill -USR1 $PPID; for i in 1 2 3 4 5 6 7 8 9; do sleep 0.1; done"
        done = run("-c", line, program="sh", env={"LD_PRELOAD": os.environ["SLOW_FORK"]})
        self.assertEqual(done.returncode, 7)

    def test_arguments_are_the_programs(self):
        words = ["--level", "-x", "a b", "-", "-", "--json"]
        command = [*STET, "run", PROGRAM, "print", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.stdout.splitlines(), words)

    def test_the_users_path_stays(self):
        done = run("-c", "echo $LD_LIBRARY_PATH", env={"LD_LIBRARY_PATH": "/somewhere:/else"}, program="sh")
        folders = done.stdout.strip().split(":")
        self.assertEqual(folders[1:], ["/somewhere", "/else"])
        self.assertTrue(os.path.exists(os.path.join(folders[0], "libfftw3.so.3")))

    def test_preload(self):
        there = os.path.dirname(subprocess.run(["sh", "-c", "cc -print-file-name=libfftw3.so.3"], capture_output=True,
                                               text=True, timeout=600).stdout)
        line = f"LD_LIBRARY_PATH={there} exec {PROGRAM} transform"
        self.assertIn("--preload serves it", run("-c", line, program="sh").stderr)
        done = run("-c", line, program="sh", options=["--preload"])
        self.assertIn("2 f64 c2c of level native served", done.stderr)
        self.assertEqual(done.stdout, run("transform").stdout)

    def test_errors(self):
        for arguments, text in ((["run"], "an operand is missing"), (["run", "no-such-program"], "cannot execute it"),
                                (["run", "--level", "corect", "true"], "corect"),
                                (["run", "--threads", "0", "true"], "not a whole number"),
                                (["run", "--frobnicate", "true"], "unknown option")):
            done = subprocess.run([*STET, *arguments], capture_output=True, text=True, timeout=600)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
            self.assertIn(text, done.stderr)

    def test_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            run("transform", env={"TMPDIR": folder})
            run(env={"TMPDIR": folder}, program="no-such-program")
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
