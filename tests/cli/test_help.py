# SPDX-License-Identifier: Apache-2.0
"""stet help, --help, --version, info, and what is said to a wrong subcommand."""
import re
import subprocess
import unittest

from support import ENVIRONMENT, STET, TIMEOUT, Case, documented_keys

SUBCOMMANDS = ("fft", "bits", "compare", "verify", "certify", "info", "bench", "trig", "tables", "help")


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
                                                ["info", "surplus"], ["bits"], ["bits", "--"])]
        self.assert_expected("help-errors.txt", "\n".join(lines) + "\n")

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

    def test_isa_that_is_none(self):
        message = self.error("info", env={"STET_ISA": "avx9"})
        self.assertTrue(message.startswith("stet info: STET_ISA=avx9: no such instruction set; "
                                           "unset it or use one of soft"), message)
        self.stet("help", env={"STET_ISA": "avx9"})
        self.stet("info", "--help", env={"STET_ISA": "avx9"})


if __name__ == "__main__":
    unittest.main()
