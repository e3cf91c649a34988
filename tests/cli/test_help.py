# SPDX-License-Identifier: Apache-2.0
"""stet help, --help, --version, info, and what is said to a wrong subcommand."""
import re
import subprocess
import unittest

from support import ENVIRONMENT, STET, TIMEOUT, Case, documented_keys

SUBCOMMANDS = ("fft", "bits", "compare", "verify", "certify", "lint", "info", "bench", "tune", "conv", "run", "trig", "help")


class Help(Case):
    def test_list(self):
        self.assert_expected("help.txt", self.stet("help"))
        self.assertEqual(self.stet("--help"), self.stet("help"))

    def test_each(self):
        for name in SUBCOMMANDS:
            text = self.stet("help", name)
            self.assert_expected(f"help-{name}.txt", text)
            self.assertEqual(self.stet(name, "--help"), text)
            self.assertEqual(self.stet(name, "surplus", "-h"), text)
            self.assertIn(f"\nExample:\n  $ stet {'help fft' if name == 'help' else name}", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 90)

    def test_the_list_names_them_all(self):
        listed = re.findall(r"^  (\w+) ", self.stet("help"), re.M)
        self.assertEqual(tuple(listed), SUBCOMMANDS)

    def test_version(self):
        self.assertRegex(self.stet("--version"), r"^stet \d+\.\d+\.\d+ \(bits version \d+\)\n$")

    def test_wrong_lines(self):
        lines = [self.error(*args) for args in ([], ["frobnicate"], ["--frobnicate"],
                                                ["help", "frobnicate"], ["help", "a", "b"],
                                                ["info", "surplus"], ["bits"], ["bits", "--"],
                                                ["trasnform"], ["ftt"], ["help", "verfy"], ["--versoin"],
                                                ["fft", "x", "--presicion=f64"], ["fft", "x", "--real=1"],
                                                ["fft", "x", "--norm"], ["fft", "x", "-x"])]
        self.assert_expected("help-errors.txt", "\n".join(lines) + "\n")

    def test_subcommands_of_stet_lab(self):
        self.assertIn("stet-lab help", self.stet("help"))
        for name in ("drift", "profile", "tables"):
            for args in ([name], [name, "--json"], ["help", name]):
                self.assertIn(f"'stet {name}' is now 'stet-lab {name}'", self.error(*args))

    def test_did_you_mean(self):
        """One letter out of the middle of every option of every subcommand."""
        for name in SUBCOMMANDS:
            for option in re.findall(r"--([a-z][a-z0-9-]+)", self.stet("help", name).split("Options:")[1].split("Example:")[0]):
                wrong = option[:len(option) // 2] + "~" + option[len(option) // 2 + 1:]
                known = f"unknown option --{wrong}; did you mean --"
                if len(option) > 2:
                    self.assertIn(known, self.error(name, f"--{wrong}"))

    def test_output_that_cannot_be_written(self):
        for args in (["help"], ["info"], ["--version"], ["info", "--json"], ["fft", "--help"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(STET + args, stdout=full, stderr=subprocess.PIPE,
                                      env=ENVIRONMENT, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 2, args)
            self.assertIn(b"standard output: cannot write", done.stderr)


class Info(Case):
    def test_keys(self):
        info = self.stet_json("info")
        self.assertEqual(list(info), documented_keys("stet info"))
        self.assertEqual(f"stet {info['version']} (bits version {info['bits_version']})\n",
                         self.stet("--version"))

    def test_isa_follows_the_environment(self):
        self.assertEqual(self.stet_json("info", env={"STET_ISA": "soft"})["isa"], "soft")
        self.assertIn("isa         soft\n", self.stet("info", env={"STET_ISA": "soft"}))

    def test_isa_list(self):
        info = self.stet_json("info")
        names = [isa["name"] for isa in info["isas"]]
        self.assertEqual(names[0], "soft")
        for isa in info["isas"]:
            used = self.stet_json("info", env={"STET_ISA": isa["name"]})["isa"]
            self.assertEqual(used == isa["name"], isa["runs_here"], isa)
        self.assertEqual([i["name"] for i in info["isas"] if i["runs_here"]][-1], info["isa"])
        self.assertRegex(self.stet("info"), r"\nisas        soft")

    def test_plan_keys(self):
        documented = documented_keys("stet info --plan")
        stage = documented.index("axis")
        seen = set()
        for args in (["1024"], ["64x100", "--kind", "r2c", "--threads", "4"], ["1009", "--precision", "f64"],
                     ["4096", "--precision", "f16", "--mode", "native"], ["262144", "--precision", "bf16", "--mode", "store"],
                     ["2048", "--kind", "c2r", "--batch", "9", "--strided"], ["60", "--level", "correct"],
                     ["1000", "--level", "extended"]):
            plan = self.stet_json("info", "--plan", *args)
            seen |= set(plan) | set().union(*plan["stages"])
            self.assertEqual(list(plan)[:-1], [key for key in documented[:stage] if key in plan and key != "stages"], args)
            for one in plan["stages"]:
                self.assertEqual(list(one), [key for key in documented[stage:] if key in one], args)
                self.assertLessEqual({"axis", "length", "lines", "strides", "schedule", "kernels", "work"}, set(one))
        self.assertEqual(seen, set(documented))

    def test_plan(self):
        def plan(*args, isa="soft"):
            return self.stet_json("info", "--plan", *args, env={"STET_ISA": isa})
        first = plan("1000", "--batch", "3")
        self.assertEqual(first["stages"], [{
            "axis": 0, "length": 1000, "lines": 3, "strides": "1 1", "schedule": "lane 1: 5 5 5 8",
            "kernels": "1 by lane of soft_f32", "work": first["stages"][0]["work"], "parts": 1, "of": "the lines"}])
        self.assertGreaterEqual(first["workspace"], first["stages"][0]["work"])
        self.assertEqual((first["level"], first["threads"], first["batch"], first["batch_parts"]), ("native", 1, 1, 1))
        both = plan("8x12", "--kind", "r2c", "--precision", "f64")["stages"]
        self.assertEqual([(s["axis"], s["length"], s["lines"], s["strides"], s["schedule"], s["kernels"]) for s in both],
                         [(1, 12, 8, "1 1", "lane 1: 3 4", "1 by lane of soft_f64"),
                          (0, 8, 7, "7 7", "lane 1: 8", "1 by lane of soft_f64")])
        self.assertEqual(plan("2018", "--kind", "c2r")["stages"][0]["schedule"],
                         "lane 1 of lane 1: 1009 of lane 1: 7 3 3 2 8")
        self.assertEqual(plan("8", "--batch", "5", "--strided")["stages"][0]["strides"], "5 5")
        correct = plan("64", "--level", "correct")
        self.assertEqual((correct["level"], correct["stages"][0]["kernels"]), ("correct", "1 by lane of soft_f64"))
        threads = plan(str(1 << 18), "--batch", "8", "--threads", "4")
        count = 1 if self.stet_json("info")["threading"] == "none" else 4
        self.assertEqual((threads["threads"], threads["stages"][0]["parts"]), (count, count))
        best = self.stet_json("info")["isa"]
        if best.startswith("avx512"):
            self.assertRegex(plan("1024", isa=best)["stages"][0]["schedule"], # a table may have other lanes
                             "^wide 16: 8 . 8 . 16, block 8, together 2, lane [248 ]+$")
        half = plan("4096", "--precision", "f16", isa=best)
        if half["stages"][0]["converted"].startswith("by"): # lines that go one by one need no room for more
            self.assertLess(4 * half["workspace"], plan("4096", "--batch", "9", "--strided", isa=best)["workspace"])
        table = self.stet("info", "--plan", "1000", "--batch", "3", env={"STET_ISA": "soft"})
        self.assertTrue(table.startswith("level       native\nworkspace   "), table)
        self.assertIn("\n\naxis        0\nlength      1000\n", table)
        self.assertIn("\nschedule    lane 1: 5 5 5 8\nkernels     1 by lane of soft_f32\n", table)

    def test_plan_that_is_none(self):
        for args, message in ((["--plan", "x"], "--plan x: not a length such as 1024"),
                              (["--plan", "0"], "--plan 0: not a length"),
                              (["--plan", "5x"], "--plan 5x: not a length"),
                              (["--plan", "x".join(["2"] * 65)], "nor up to 64 of them such as 64x100"),
                              (["--plan", "64", "--mode", "io"], "--mode is for --precision f16 and bf16"),
                              (["--plan", "9223372036854775807x9"], "too large to have an address"),
                              (["--plan", "9007199254740992"], "--plan: "),
                              (["--kind", "r2c"], "these options describe a plan: add --plan N")):
            self.assertIn(message, self.error("info", *args))

    def test_isa_that_is_none(self):
        message = self.error("info", env={"STET_ISA": "avx9"})
        self.assertTrue(message.startswith("stet info: STET_ISA=avx9: no such instruction set; "
                                           "unset it or use one of soft"), message)
        self.stet("help", env={"STET_ISA": "avx9"})
        self.stet("info", "--help", env={"STET_ISA": "avx9"})

    def test_settings_that_are_not_understood(self):
        for name, value, words in (("STET_LEVEL", "Correct", "use one of native, extended, extended-ff, correct"),
                                   ("STET_THREADS", "+4", "not a whole number from 1 to 1024, nor all")):
            message = self.error("info", env={name: value})
            self.assertTrue(message.startswith(f"stet info: {name}={value}: "), message)
            self.assertIn(words, message)
        self.assertEqual(self.run_stet("info", env={"STET_TUNING": "nowhere"}).stderr,
                         b"stet info: STET_TUNING=nowhere: the file does not exist or cannot be opened\n")


if __name__ == "__main__":
    unittest.main()
