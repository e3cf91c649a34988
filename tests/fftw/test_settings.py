# SPDX-License-Identifier: Apache-2.0
"""What the FFTW interface prints: settings that are not understood, levels that a precision lacks, executions of no plan.
PROGRAM is program.c, LIBRARIES the folder of ours, PAGE docs/fftw.md."""
import os
import pathlib
import subprocess
import unittest

PROGRAM, LIBRARIES = os.environ["PROGRAM"], os.environ["LIBRARIES"]
SAID = "stet (FFTW interface): "


def said(what, **settings):
    """Lines on stderr; the program itself sees nothing and ends with status 0."""
    done = subprocess.run([PROGRAM, what], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "LD_LIBRARY_PATH": LIBRARIES, **settings})
    assert done.returncode == 0, done
    return done.stderr.splitlines()


class Settings(unittest.TestCase):
    def test_nothing_is_said_where_nothing_is_wrong(self):
        for settings in ({}, {"STET_LEVEL": ""}, {"STET_LEVEL": "correct", "STET_THREADS": "all", "STET_ISA": "soft"},
                         {"STET_THREADS": "1024", "STET_TUNING": ""}):
            self.assertEqual(said("transform", **settings), [])

    def test_values_that_are_not_understood(self):
        for name, value, words in (("STET_THREADS", "1025", "not a whole number from 1 to 1024, nor all"),
                                   ("STET_THREADS", " 4", "not a whole number from 1 to 1024, nor all"),
                                   ("STET_ISA", "AVX2", "use one of soft"),
                                   ("STET_TUNING", "nowhere.json", "the file does not exist")):
            lines = said("transform", **{name: value})
            self.assertEqual(len(lines), 1, lines)
            self.assertTrue(lines[0].startswith(f"{SAID}{name}={value}: "), lines)
            self.assertIn(words, lines[0])

    def test_a_name_that_is_none(self):
        self.assertEqual(said("transform", STET_THREAD="4"), [SAID + "STET_THREAD: no such variable; did you mean STET_THREADS?"])

    def test_the_page_has_the_words(self):
        page = pathlib.Path(os.environ["PAGE"]).read_text()
        for level, count in (("Correct", 3), ("extended-ff", 2)):  # float has extended-ff
            lines = said("transform", STET_LEVEL=level)
            self.assertEqual(len(lines), count, lines)
            for line in lines:
                self.assertIn(f"    {line}\n", page)

    def test_a_precision_that_has_the_level(self):
        self.assertEqual(said("single", STET_LEVEL="extended-ff"), [])

    def test_executions_of_no_plan(self):
        self.assertEqual(said("null"), [SAID + "fftw_execute() with a NULL plan, or without arrays: nothing was computed. "
                                        "No planner has returned NULL"])


if __name__ == "__main__":
    unittest.main()
