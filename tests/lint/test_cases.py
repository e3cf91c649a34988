# SPDX-License-Identifier: Apache-2.0
"""Each rule against its own files, cases/FFTnnn.cases: one file of many sections.

    == prelude py          lines put before each section whose name ends in .py
    == fire NAME           the rule reports exactly the lines that end in #! or //!
    == silent NAME         the rule reports nothing

test_cases.py --count prints how many there are.
"""
import json
import pathlib
import re
import sys
import tempfile
import unittest

from support import HERE, run

LEAST_FIRE, LEAST_SILENT = 6, 10
MARK = re.compile(r"\s*(#|//)!$")


def read_cases(path):
    """[(kind, name, lines)], the prelude in front of the lines that it is for."""
    preludes, cases, lines = {}, [], None
    for line in path.read_text().split("\n"):
        if line.startswith("== "):
            kind, name = line[3:].split()
            lines = []
            if kind == "prelude":
                preludes[name] = lines
            else:
                cases.append((kind, name, lines))
        elif lines is not None:
            lines.append(line)
    return [(kind, name, preludes.get(name.rsplit(".")[-1], []) + lines) for kind, name, lines in cases]


def write_cases(folder, cases):
    """The expected lines of each file."""
    expected = {}
    for number, (kind, name, lines) in enumerate(cases):
        path = pathlib.Path(folder, f"{kind}{number}", name)
        path.parent.mkdir(parents=True)
        marked = {i + 1 for i, line in enumerate(lines) if MARK.search(line)}
        assert (kind == "fire") == bool(marked), f"{name}: a marked line in fire alone"
        path.write_text("\n".join(MARK.sub("", line) for line in lines))
        expected[str(path)] = marked
    return expected


def paths():
    return sorted((HERE / "cases").glob("FFT*.cases"))


class Cases(unittest.TestCase):
    def test_all_rules(self):
        rules = [line.split()[0] for line in run("--list-rules")[1].splitlines()[1:]]
        self.assertEqual(rules, [path.stem for path in paths()])

    def test_lines(self):
        for path in paths():
            with self.subTest(rule=path.stem), tempfile.TemporaryDirectory() as folder:
                cases = read_cases(path)
                self.assertGreaterEqual(sum(c[0] == "fire" for c in cases), LEAST_FIRE)
                self.assertGreaterEqual(sum(c[0] == "silent" for c in cases), LEAST_SILENT)
                expected = write_cases(folder, cases)
                status, out, err = run("--no-config", "--select", path.stem, "--json", *expected)
                self.assertEqual(status in (0, 1), True, err)
                report = json.loads(out)
                found = {name: set() for name in expected}
                for finding in report["findings"]:
                    self.assertEqual(finding["id"], path.stem)
                    if not finding["suppressed"]:
                        found[finding["path"]].add(finding["place"]["line"])
                for name, marked in expected.items():
                    self.assertEqual(found[name], marked, f"{path.stem} {name}\n{pathlib.Path(name).read_text()}")

    def test_fixes(self):
        """--fix --unsafe-fixes: a second run changes nothing, and nothing that was mended is reported again."""
        for path in paths():
            with self.subTest(rule=path.stem), tempfile.TemporaryDirectory() as folder:
                expected = write_cases(folder, read_cases(path))
                options = ["--no-config", "--select", path.stem, "--exit-zero"]
                before = json.loads(run(*options, "--json", *expected)[1])
                texts = {name: pathlib.Path(name).read_text() for name in expected}
                self.assertEqual(run(*options, "--fix", "--unsafe-fixes", *expected)[0], 0)
                once = {name: pathlib.Path(name).read_text() for name in expected}
                after = json.loads(run(*options, "--json", *expected)[1])
                self.assertEqual(run(*options, "--fix", "--unsafe-fixes", *expected)[0], 0)
                self.assertEqual({name: pathlib.Path(name).read_text() for name in expected}, once)
                fixable = [f for f in before["findings"] if f["fix"] != "none" and not f["suppressed"]]
                left = {(f["path"], f["place"]["line"]) for f in after["findings"]}
                for finding in fixable:
                    self.assertNotIn((finding["path"], finding["place"]["line"]), left, once[finding["path"]])
                    self.assertNotEqual(texts[finding["path"]], once[finding["path"]])
                for name in expected:
                    if name.endswith(".py") and not self.compiles(texts[name]):
                        continue
                    if name.endswith(".py"):
                        self.assertTrue(self.compiles(once[name]), once[name])

    @staticmethod
    def compiles(text):
        try:
            compile(text, "case", "exec")
        except SyntaxError:
            return False
        return True


if __name__ == "__main__":
    if sys.argv[1:] == ["--count"]:
        for path in paths():
            kinds = [c[0] for c in read_cases(path)]
            print(path.stem, kinds.count("fire"), kinds.count("silent"))
    else:
        unittest.main()
