# SPDX-License-Identifier: Apache-2.0
"""stet-lab drift: what it says, its JSON, its picture, and what it refuses."""
import json
import unittest
import xml.dom.minidom

from support import Case, documented_keys


class Drift(Case):
    def json(self, *args):
        return json.loads(self.stet("drift", "--json", *args))

    def test_keys(self):
        self.assertEqual(list(self.json("--steps", "3", "-n", "16")), documented_keys("stet-lab drift"))

    def test_round_trips(self):
        found = self.json("--steps", "2e3")
        self.assertEqual([level["level"] for level in found["levels"]], ["native", "extended", "correct"])
        native, *others = found["levels"]
        self.assertEqual(native["cycle_length"], 0)
        self.assertEqual(native["steps_run"], 2000)
        self.assertGreater(native["records"][-1]["rms_scale"], 500)
        for level in others:
            self.assertEqual(level["cycle_length"], 1)
            self.assertLess(level["steps_run"], 200)
            self.assertEqual(level["records"][-1]["step"], 2000)
            self.assertLess(level["records"][-1]["rms_scale"], 0.35)

    def test_run_on_gives_the_same_end(self):
        ends = [self.json("--steps", "1e3", "-l", "correct", *more)["levels"][0] for more in ([], ["--run-on"])]
        self.assertEqual(ends[0]["records"][-1], ends[1]["records"][-1])
        self.assertEqual(ends[1]["steps_run"], 1000)
        self.assertFalse(ends[1]["cycle_broken"])

    def test_text(self):
        text = self.stet("drift", "--steps", "1e3", "--level", "native,correct")
        self.assertIn("fixed point after 27 steps; the remaining steps are identical", text)
        self.assertIn("from step 1 to the last the rms error became", text)
        self.assertNotIn("extended", text)

    def test_rebase(self):
        level = self.json("--steps", "1000", "--rebase", "50", "-l", "native")["levels"][0]
        self.assertEqual(level["rebases"], 20)
        self.assertLess(max(r["rms_scale"] for r in level["records"]), 60)

    def test_convolution(self):
        for precision in ("f32", "f64"):
            levels = self.json("--work", "conv", "--steps", "1000", "-P", precision, "-l", "native,correct")["levels"]
            self.assertGreater(levels[0]["records"][-1]["rms_scale"], 100)
            self.assertLess(levels[1]["records"][-1]["rms_scale"], 0.5)

    def test_picture(self):
        self.stet("drift", "--steps", "100", "--plot", "d.svg")
        text = (self.dir / "d.svg").read_text()
        document = xml.dom.minidom.parseString(text)
        curves = [p for p in document.getElementsByTagName("path") if "curve" in p.getAttribute("class")]
        self.assertEqual(len(curves), 8)  # two of each level, sqrt(n) and n
        for name in ("native", "extended", "correct", "rms", "largest", "as sqrt(n)", "as n"):
            self.assertIn(f">{name}<", text)
        self.assertNotIn("nan", text)

    def test_refused(self):
        for args, words in ((["--steps", "0"], "--steps 0: not a whole number"),
                            (["--steps", "1.5"], "--steps 1.5"), (["--steps", "x"], "--steps x"),
                            (["--level", "native,best"], "--level best: unknown"),
                            (["--work", "conv", "-n", "6"], "multiple of 4"),
                            (["-n", "0"], "--length 0"), (["--rebase", "-1"], "--rebase -1"),
                            (["-P", "f16"], "--precision f16"), (["in.npy"], "too many operands")):
            self.assertIn(words, self.error("drift", *args))


if __name__ == "__main__":
    unittest.main()
