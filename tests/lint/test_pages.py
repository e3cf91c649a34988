# SPDX-License-Identifier: Apache-2.0
"""The page of each rule: there, whole, printed by --explain; its bad example fires, its good one does not, and not by another
rule of the default set either; its fix makes the bad one silent."""
import pathlib
import re
import tempfile
import unittest

from support import findings, run

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "lint"
NAMES = {"python": "a.py", "c": "a.c", "cuda": "a.cu", "cmake": "CMakeLists.txt"}
SECTIONS = ["Why", "Bad", "Good", "Fix", "Silent when"]


def rules():
    return [line.split()[:2] for line in run("--list-rules")[1].splitlines()[1:]]


def examples(text):
    """[(language, code)] of Bad and Good."""
    return re.findall(r"(?ms)^## (?:Bad|Good)\n\n```(\w+)\n(.*?)^```$", text)


class Pages(unittest.TestCase):
    def test_each(self):
        self.assertEqual([rule for rule, _ in rules()], sorted(p.stem for p in PAGES.glob("FFT*.md")))
        for rule, name in rules():
            with self.subTest(rule=rule), tempfile.TemporaryDirectory() as folder:
                text = (PAGES / f"{rule}.md").read_text()
                self.assertEqual(run("--explain", rule)[1], text)
                self.assertTrue(text.startswith(f"# {rule} {name}\n"))
                self.assertEqual(re.findall(r"(?m)^## (.*)$", text), SECTIONS)
                (language, bad), (_, good) = examples(text)
                path = pathlib.Path(folder, NAMES[language])
                options = ["--no-config", "--extend-select", rule, str(path)]
                path.write_text(bad)
                found = findings(*options)
                self.assertEqual({f["id"] for f in found}, {rule})
                path.write_text(good)
                self.assertEqual([f["id"] for f in findings(*options)], [])
                if any(f["fix"] != "none" for f in found):
                    path.write_text(bad)
                    run("--fix", "--unsafe-fixes", *options)
                    self.assertEqual(findings(*options), [])

    def test_queries_are_flat(self):
        """Of C++, whose grammar is large: a pattern within a pattern costs milliseconds at each start."""
        for path in sorted((PAGES.parents[1] / "tools" / "lint" / "rules").glob("*.cpp.scm")):
            text = re.sub(r"(?m)^;.*$", "", path.read_text())
            text = re.sub(r'\(#[^()]*\)', "", text)
            self.assertRegex(text, r"\A(\s*\(\(\w+\) @site\s*\))+\s*\Z", path.name)

    def test_table(self):
        """docs/lint/README.md is rules/table.def."""
        rows = re.findall(r'(?m)^RULE\((\w+), "(.*?)", (\w+), "(\w*)", (\w+), "(.*)"\)$',
                          (PAGES.parents[1] / "tools" / "lint" / "rules" / "table.def").read_text())
        self.assertEqual([list(row[:2]) for row in rows], rules())
        table = re.findall(r"(?m)^\| (FFT.*) \|$", (PAGES / "README.md").read_text())
        self.assertEqual(table, [f"{rule} | {name}{f' ({group})' if group else ''} | {summary}"
                                 for rule, name, _, group, _, summary in rows])


if __name__ == "__main__":
    unittest.main()
