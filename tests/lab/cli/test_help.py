# SPDX-License-Identifier: Apache-2.0
"""stet-lab help, --help, --version, and what is said to a wrong subcommand."""
import re
import unittest

from support import Case

SUBCOMMANDS = ("drift", "profile", "tables", "help")


class Help(Case):
    def test_list(self):
        self.assert_expected("help.txt", self.stet("help"))
        self.assertEqual(self.stet("--help"), self.stet("help"))
        self.assertEqual(tuple(re.findall(r"^  (\w+) ", self.stet("help"), re.M)), SUBCOMMANDS)

    def test_each(self):
        for name in SUBCOMMANDS:
            text = self.stet("help", name)
            self.assert_expected(f"help-{name}.txt", text)
            self.assertEqual(self.stet(name, "--help"), text)
            self.assertIn(f"\nExample:\n  $ stet-lab {'help drift' if name == 'help' else name}", text)
            self.assertLessEqual(max(map(len, text.splitlines())), 90)

    def test_version(self):
        self.assertRegex(self.stet("--version"), r"^stet-lab \d+\.\d+\.\d+ \(bits version \d+\)\n$")

    def test_wrong_lines(self):
        lines = [self.error(*args) for args in ([], ["frobnicate"], ["fft"], ["help", "tabels"], ["drift", "--stepz", "3"],
                                                ["profile", "a", "b"])]
        self.assert_expected("help-errors.txt", "\n".join(lines) + "\n")

    def test_settings_that_are_not_understood(self):
        message = self.error("tables", "fpsan", env={"STET_THREADS": "+4"})
        self.assertTrue(message.startswith("stet-lab tables: STET_THREADS=+4: "), message)


if __name__ == "__main__":
    unittest.main()
