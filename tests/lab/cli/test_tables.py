# SPDX-License-Identifier: Apache-2.0
"""stet-lab tables mojo: the figures, which depend on no machine, and the picture."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.dom.minidom

from support import ENVIRONMENT, SANITIZED, STET, TIMEOUT, Case, documented_keys


@unittest.skipIf(SANITIZED, "minutes under a sanitizer; the pieces have tests of their own")
class Mojo(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="stet-")
        cls.addClassCleanup(folder.cleanup)
        cls.picture = pathlib.Path(folder.name) / "m.svg"

        def run(*args, **env):
            return subprocess.run(STET + ["tables", "mojo", *args], check=True, timeout=TIMEOUT,
                                  stdout=subprocess.PIPE, env=dict(ENVIRONMENT, **env)).stdout.decode()
        cls.json = json.loads(run("--json", "--plot", cls.picture))
        cls.text = run(STET_ISA="scalar")

    def test_keys(self):
        self.assertEqual(list(self.json), documented_keys("stet-lab tables mojo"))

    def test_another_instruction_set_gives_the_same_text(self):
        self.assert_expected("tables-mojo.txt", self.text)

    def test_the_articles_figures_are_reproduced(self):
        self.assertEqual(len(self.json["precision"]), 10)
        for row in self.json["precision"]:
            self.assertTrue(row["reproduced"], row)

    def test_constants(self):
        same = [row["name"] for row in self.json["constants"] if row["same"]]
        self.assertEqual(same, ["2/pi", "cos, 1"])

    def test_experiment(self):
        rows = {row["strategy"]: row for row in self.json["experiment"]}
        self.assertEqual(self.json["experiment_uncertain"], 0)
        self.assertEqual({row["verdict"] for row in rows.values()}, {"passes"})
        angle = rows["radix-2, CUDA 13 sinf/cosf, f32"]["relative_l2"]
        exact_angle = rows["radix-2, CUDA 13 sinpif/cospif, f32"]["relative_l2"]
        self.assertTrue(2.2 < angle / exact_angle < 2.8)
        self.assertEqual(rows["radix-2, correct, f64"]["equal_percent"], 100)
        self.assertLess(rows["radix-2, article double sin/cos, f64"]["equal_percent"], 90)
        self.assertLess(rows["direct sum, double, Kahan"]["equal_percent"], 99)

    def test_order(self):
        patterns = {row["method"]: row["patterns"] for row in self.json["order"]}
        self.assertEqual(patterns["exact, rounded once"], 1)
        self.assertGreater(patterns["float, one after the other"], 100)
        self.assertGreater(patterns["float, a random tree"], 5)

    def test_picture(self):
        paths = xml.dom.minidom.parse(str(self.picture)).getElementsByTagName("path")
        self.assertEqual(len([p for p in paths if "curve" in p.getAttribute("class")]), 3)
        self.assertLess(os.path.getsize(self.picture), 100000)


class Refused(Case):
    def test_errors(self):
        lines = [self.error("tables", *args) for args in (
            [], ["nothing"], ["mojo", "extra"], ["mojo", "--plot", "no/m.svg"], ["mojo", "--frob"])]
        self.assert_expected("tables-errors.txt", "\n".join(lines) + "\n")
        self.assertEqual(self.files(), [])

    def test_one_output_at_a_time(self):
        self.assertIn("both write to standard output", self.error("tables", "mojo", "-p", "-", "--json"))

    def test_what_cannot_be_printed(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(STET + ["tables", "fpsan"], env=ENVIRONMENT, timeout=TIMEOUT, stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2, done)


@unittest.skipIf(SANITIZED, "it measures speed")
class Correct(Case):
    def test_for_people(self):
        """Minutes are not silent, and a blank line stands between the tables."""
        out, seen = self.on_terminal("tables", "correct")
        self.assertRegex(seen, rb"inputs: \d+ of \d+")
        self.assertRegex(seen, rb"costs, kinds: \d of 3")
        lines = out.decode().split("\n")
        titles = [i for i, line in enumerate(lines) if line.startswith("Level correct")]
        self.assertEqual(len(titles), 3)
        for i in titles[1:]:
            self.assertEqual((lines[i - 1], lines[i + 1]), ("", ""), lines[i])

    def test_counts(self):
        found = self.stet_json("tables", "correct")
        self.assertEqual(list(found), documented_keys("stet-lab tables correct"))
        rows = {(row["input"], row["n"]): row for row in found["correct"]}
        self.assertTrue(all(row["same"] for row in rows.values()))
        self.assertEqual(rows["impulse", 1024]["wrong_f64_percent"], 0)
        self.assertGreater(rows["random", 16384]["wrong_f32_percent"], 50)
        self.assertGreater(rows["symmetric", 4096]["wrong_f64_percent"], 10)
        self.assertGreater(rows["random", 16384]["wrong_fftw_percent"], 50)
        self.assertEqual(rows["random", 4096]["wide"], 0)
        # Slices of the input decide near ties; what is left for fixed point are tails of subnormal numbers.
        self.assertGreater(rows["near ties", 4096]["after_f64"], 1000)
        self.assertEqual(rows["near ties", 4096]["wide"], 0)
        self.assertGreater(rows["denormal tail", 65536]["wide"], 0)
        costs = {(row["kind"], row["n"], row["batch"]): row["ratio"] for row in found["correct_costs"]}
        self.assertEqual(len(costs), 3 * (6 + 5))
        self.assertTrue(all(ratio > 0.5 for ratio in costs.values()), costs)
        halves = {(row["format"], row["input"], row["n"]): row for row in found["correct_half"]}
        self.assertTrue(all(row["same"] for row in halves.values()))
        self.assertGreater(halves["f16", "random", 4096]["wrong_native_percent"], 0)
        self.assertEqual(halves["bf16", "constant", 256]["wrong_native_percent"], 0)
        self.assertGreater(halves["bf16", "denormal tail", 256]["after_f64"], 100)
        self.assertNotIn(("f16", "denormal tail", 256), halves)


@unittest.skipIf(SANITIZED, "a minute under a sanitizer; the butterflies have tests of their own")
class DualSelect(Case):
    """The paper's claims, and what is measured: see docs/half.md."""

    def test_the_verdict_rests_on_the_rows(self):
        found = self.stet_json("tables", "dual-select", "--plot", "d.svg")
        paths = xml.dom.minidom.parse(str(self.dir / "d.svg")).getElementsByTagName("path")
        self.assertEqual(len([p for p in paths if "curve" in p.getAttribute("class")]), 8)
        self.assertEqual(list(found), documented_keys("stet-lab tables dual-select"))
        ratios = {row["log2_n"]: row for row in found["ratios"]}
        self.assertAlmostEqual(ratios[10]["lf_ratio"], 162.973, places=3)
        self.assertAlmostEqual(ratios[10]["improvement"], 235.1, places=1)
        self.assertEqual(ratios[10]["split"], "257/255")
        self.assertEqual(sorted(ratios), list(range(4, 19)))
        errors = {row["strategy"]: row for row in found["errors_f16"]}
        dual = errors["dual-select"]
        self.assertTrue(1.03 < errors["Linzer-Feig, W^0 apart"]["2^10"] / dual["2^10"] < 1.10)
        self.assertTrue(1.10 < errors["standard"]["2^10"] / dual["2^10"] < 1.17)
        self.assertLess(errors["dual-select, compensated"]["2^16"], 1.01 * dual["2^16"])
        self.assertIsNone(errors["Linzer-Feig, W^0 apart"]["2^16"])
        for name in ("Linzer-Feig, clamp 1e-7", "cosine"):
            self.assertEqual({errors[name][f"2^{m}"] for m in range(4, 17, 2)}, {None})
        ranges = {row["strategy"]: row for row in found["range"]}
        self.assertEqual(ranges["dual-select"]["2^14"], ranges["standard"]["2^14"])
        self.assertGreaterEqual(
            ranges["dual-select"]["2^14"] - ranges["Linzer-Feig, W^0 apart"]["2^14"], 6)
        self.assertEqual(len(found["verdict"]), 4)


@unittest.skipIf(SANITIZED, "sums of 10^8 numbers")
class Guide(Case):
    def test_figures(self):
        found = self.stet_json("tables", "guide")
        self.assertEqual(list(found), documented_keys("stet-lab tables guide"))
        results = {(r["config"], r["what"]): r for r in found["results"]}
        self.assertEqual(len(results), 3 * 7)
        for config, points in (("1", 256), ("2", 512), ("3", 1024)):
            def rel(what):
                return results[config, what]["rel"]
            self.assertAlmostEqual(rel("before: 1/N twice"), 1 - 1 / points, 5)
            self.assertAlmostEqual(rel("before: 1/N missing") / (points - 1), 1, 5)
            self.assertLess(rel("tier 0: native"), results[config, "tier 0: native"]["printed_rel"])
            self.assertLess(rel("tier 2: ep_fft"), rel("tier 0: native") / 2)
            self.assertEqual(rel("tier 2: both"), rel("level extended"))
            self.assertTrue(2e-8 < rel("level extended") < 3e-8)
        self.assertTrue(all(r["rel"] > 0.1 for r in found["operators"]))
        fused, strict, extended = found["depthwise"]
        self.assertLess(extended["worst_u"], 1.0001)
        self.assertLess(extended["rel"], fused["rel"])
        self.assertLess(fused["rel"], strict["rel"])
        sums = {r["n"]: r for r in found["sums"]}
        self.assertGreater(sums[1e8]["same_sign"], 0.6)
        self.assertLess(max(r["kahan"] for n, r in sums.items() if n <= 1e8), 2**-23)
        for n, r in sums.items():
            if n <= 1e8:
                self.assertLess(r["same_sign"], r["model_worst"])
        self.assertAlmostEqual(sums[2.592e13]["model_random"], 0.303, 3)
        self.assertGreaterEqual(len(found["statements"]), 15)

    def test_text_and_picture(self):
        text = self.stet("tables", "guide", "--plot", "g.svg")
        self.assert_expected("tables-guide.txt", text)
        xml.dom.minidom.parse(str(self.dir / "g.svg"))


class Fpsan(Case):
    def test_the_limits_are_those_of_the_manual(self):
        found = self.stet_json("tables", "fpsan")
        self.assertEqual(list(found), documented_keys("stet-lab tables fpsan"))
        rows = {row["what"]: row for row in found["identities"]}
        self.assertGreater(rows["product of 64 is 0"]["ring"], 0.99)
        self.assertLess(rows["product of 16 is 0"]["ring"], 0.05)
        self.assertLess(rows["product of 64 is 0"]["field"], 0.01)
        self.assertAlmostEqual(rows["x/x = 1"]["ring"], 0.5, delta=0.05)
        self.assertAlmostEqual(rows["(a/y)/z = a/(y z)"]["ring"], 0.25, delta=0.05)
        self.assertEqual(rows["2 x = x + x"]["ring"], 0)
        for what in ("x/x = 1", "(a/y)/z = a/(y z)", "a/y + b/y = (a + b)/y", "2 x = x + x"):
            self.assertEqual(rows[what]["field"], 1)
        for row in found["transforms"]:
            self.assertEqual(row["ring"], "equal" if row["n"] <= 8 else "differs")
            self.assertEqual(row["field"], "equal")
        for row in found["misses"]:  # 20000 trials: four standard deviations
            sigma = (row["bound"] / 20000) ** 0.5
            self.assertAlmostEqual(row["rate"], row["bound"], delta=4 * sigma + 1e-4)


if __name__ == "__main__":
    unittest.main()
