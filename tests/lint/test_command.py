# SPDX-License-Identifier: Apache-2.0
"""The command: options, formats, suppressions, configuration, fixes, exit statuses."""
import copy
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import unittest

from support import HERE, LINT, findings, report, run

BAD = "import numpy as np\n\n\ndef f(X):\n    return np.fft.irfft(X)\n"
GOOD = "import numpy as np\nX = np.fft.fft([1.0])\n"
NORM = 'import numpy as np\nX = np.fft.fft([1.0], norm="Ortho")\n'


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name).resolve()

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def ids(self, *arguments):
        return [f["id"] for f in findings(*arguments, cwd=self.path)]


class Formats(Folder):
    def test_text(self):
        self.write("a.py", BAD)
        status, out, err = run("a.py", cwd=self.path)
        self.assertEqual(status, 1)
        lines = out.split("\n")
        self.assertRegex(lines[0], r"^a\.py:5:12: FFT201 irfft without n")
        self.assertEqual(lines[1], "        return np.fft.irfft(X)")
        self.assertEqual(lines[2], "               ^~~~~~~~~~~~~~~")
        self.assertIn("1 finding in 1 of 1 files", err)

    def test_concise(self):
        self.write("a.py", BAD)
        status, out, _ = run("--format", "concise", "a.py", cwd=self.path)
        self.assertEqual((status, out.count("\n")), (1, 1))
        self.assertTrue(out.startswith("a.py:5:12: FFT201 "))

    def test_columns_are_code_points(self):
        self.write("a.py", 'import numpy as np\nname = "\u00e9\U0001d11e"; y = np.fft.irfft(name)\n')
        self.assertEqual(findings("a.py", cwd=self.path)[0]["place"]["column"], 18)

    def test_mark_of_byte_order(self):
        self.write("a.py", b"\xef\xbb\xbf" + 'import numpy as np; X = np.fft.fft([1], norm="Ortho")\n'.encode())
        lines = run("a.py", cwd=self.path)[1].split("\n")
        self.assertRegex(lines[0], r"^a\.py:1:46: FFT104")
        self.assertEqual(lines[1], '    import numpy as np; X = np.fft.fft([1], norm="Ortho")')
        self.assertEqual(lines[2], " " * 49 + "^~~~~~~")

    def test_ends_of_lines(self):
        for end in ("\n", "\r\n", "\r"):
            self.write("a.py", (f'import numpy as np{end}# \u00e9{end}X = np.fft.fft([1], norm="Ortho"){end}').encode())
            (one,) = findings("a.py", cwd=self.path)
            self.assertEqual((one["id"], one["place"]["line"], one["place"]["column"]), ("FFT104", 3, 26))
            run("--fix", "a.py", cwd=self.path)
            self.assertEqual((self.path / "a.py").read_bytes().decode(),
                             f'import numpy as np{end}# \u00e9{end}X = np.fft.fft([1], norm="ortho"){end}')

    def test_long_line(self):
        """Many reports on one line: what is around each is shown, and the time is not the square of their number."""
        self.write("a.py", "import numpy as np\n" + 'y\u00e9 = np.fft.fft([1.0], norm="Ortho"); ' * 5000 + "\n")
        lines = run("a.py", cwd=self.path)[1].split("\n")
        self.assertEqual(lines[0].split(":")[2], "29")
        self.assertTrue(lines[1].startswith("    y\u00e9 = ") and lines[1].endswith("..."))
        at = [i for i, line in enumerate(lines) if line.startswith("a.py:2:")]
        self.assertEqual(len(at), 5000)
        for i in at:
            self.assertLess(len(lines[i + 1]), 420)
            self.assertEqual(lines[i + 1][lines[i + 2].index("^"):][:7], '"Ortho"')
        self.assertTrue(lines[at[-1] + 1].startswith("    ..."))

    def test_lines_as_they_are(self):
        """What the grammar of C++ does not know is blanked or joined for it, and shown as it is in the file."""
        for name, line in {
                "a.c": "double complex fft(double complex *w) { float complex z = *w; complex double y = atan(w->y / w->x); return y; }",
                "a.cu": "__global__ void fft(float2 *w) { kernel<<<1, 2>>>(w); float y = atan(w->y / w->x); }",
                "b.c": "void f(FFTW(complex) *w) { double fft = atan(w->y / w->x); }"}.items():
            self.write(name, line + "\n")
            _, out, err = run(name, cwd=self.path)
            self.assertIn(f"\n    {line}\n", out)
            self.assertEqual(err, "stet lint: 1 finding in 1 of 1 files\n")

    def test_names_that_a_terminal_obeys(self):
        self.write("a\x1b[31m\n.py", NORM)
        self.write("b\x1b[31m.py", b"\xff\xfe")
        _, out, err = run(".", cwd=self.path)
        self.assertIn("a?[31m?.py:2:28: FFT104", out)
        self.assertIn("b?[31m.py: in UTF-16", err)
        self.assertNotIn("\x1b", out + err)

    def test_github(self):
        self.write("a,b.py", NORM)
        out = run("--format", "github", ".", cwd=self.path)[1]
        self.assertRegex(out, r"^::error file=a%2Cb\.py,line=2,col=28,endLine=2,endColumn=35,title=FFT104 invalid-norm::norm=")

    def test_json(self):
        self.write("a.py", NORM)
        one = report("a.py", cwd=self.path)
        self.assertEqual((one["files"], one["files_with_ffts"], one["notes"]), (1, 1, []))
        finding = one["findings"][0]
        self.assertEqual({k: finding[k] for k in ("path", "id", "name", "severity", "fix", "suppressed")},
                         {"path": "a.py", "id": "FFT104", "name": "invalid-norm", "severity": "error", "fix": "safe",
                          "suppressed": False})
        self.assertEqual(finding["edits"][0]["text"], "ortho")

    def test_output_file(self):
        self.write("a.py", NORM)
        status, out, _ = run("--json", "-o", "r.json", "a.py", cwd=self.path)
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(len(json.loads((self.path / "r.json").read_text())["findings"]), 1)

    def test_explain_and_list(self):
        status, out, _ = run("--explain", "swapped-shift")
        self.assertEqual(status, 0)
        self.assertIn("FFT203", out)
        self.assertEqual(run("--explain", "FFT203")[1], out)
        rules = [line.split()[0] for line in run("--list-rules")[1].splitlines()]
        self.assertEqual(len(rules), 55)
        self.assertEqual(rules, sorted(rules))

    def test_statistics(self):
        self.write("a.py", BAD + NORM)
        self.assertRegex(run("--statistics", "a.py", cwd=self.path)[1], r"(?m)^ +1  FFT104 invalid-norm +1 fixable")


SCHEMA = """
import json, sys
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Schema
Schema.model_validate(json.load(sys.stdin))
"""


class Sarif(Folder):
    def sarif(self, *arguments):
        return json.loads(run("--format", "sarif", *arguments, cwd=self.path)[1])

    def accepted(self, document):
        """By the classes that datamodel-codegen made of the schema of 2.1.0 (the package pydantic-sarif)."""
        python = HERE.parent.parent / "build/sarif/bin/python3"
        done = subprocess.run([python, "-c", SCHEMA], input=json.dumps(document), capture_output=True, text=True)
        return done.returncode == 0 or done.stderr

    @unittest.skipUnless(list((HERE.parent.parent / "build/sarif").glob("lib/*/site-packages/pydantic_sarif")),
                         "skipped: no schema of SARIF (scripts/deps lint)")
    def test_schema(self):
        self.write("a b.py", NORM + "def f(x):\n    X = np.fft.rfft(x)\n    return np.fft.irfft(X)\n")
        self.write("c.py", NORM.rstrip() + "  # stet: ignore[FFT104]\n")
        self.write("large.py", "fft = 1\n" + "x = 1\n" * 800000)
        one = self.sarif(".")
        self.assertEqual(len(one["runs"][0]["results"]), 3)
        self.assertIs(self.accepted(one), True)
        for spoil in (lambda run_: run_.pop("tool"), lambda run_: run_.update(columnKind="bytes"),
                      lambda run_: run_["results"][0].pop("message"), lambda run_: run_.update(unknown=1),
                      lambda run_: run_["results"][0]["locations"][0]["physicalLocation"]["region"].update(startLine=0)):
            spoiled = copy.deepcopy(one)
            spoil(spoiled["runs"][0])
            self.assertIn("validation error", self.accepted(spoiled))

    def test_document(self):
        self.write("a b.py", 'import numpy as np\n\n\ndef f(x):\n    X = np.fft.rfft(x)\n    return np.fft.irfft(X)\n')
        self.write("c.py", 'import numpy as np\nX = np.fft.fft([1], norm="Ortho")  # stet: ignore[FFT104]\n')
        one = self.sarif(".")
        self.assertEqual(one["version"], "2.1.0")
        self.assertTrue(one["$schema"].endswith("sarif-2.1.0.json"))
        (run_,) = one["runs"]
        self.assertEqual(run_["columnKind"], "unicodeCodePoints")
        self.assertEqual([i["executionSuccessful"] for i in run_["invocations"]], [True])
        driver = run_["tool"]["driver"]
        self.assertEqual(driver["name"], "stet lint")
        self.assertRegex(driver["version"], r"^\d+\.\d+\.\d+$")
        self.rules(driver["rules"])
        self.assertEqual(len(run_["results"]), 2)
        for result in run_["results"]:
            self.result(result, driver["rules"])
        length, norm = run_["results"]
        self.assertEqual(length["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b.py")
        self.assertEqual(length["relatedLocations"][0]["message"]["text"], "forward here")
        self.assertNotIn("suppressions", length)
        self.assertEqual(norm["suppressions"], [{"kind": "inSource"}])

    def rules(self, rules):
        self.assertEqual(len(rules), 55)
        self.assertEqual(len({rule["id"] for rule in rules}), 55)
        for rule in rules:
            self.assertRegex(rule["id"], r"^FFT\d{3}$")
            self.assertTrue(rule["shortDescription"]["text"])
            self.assertIn(rule["defaultConfiguration"]["level"], ("none", "note", "warning", "error"))
            if rule["id"] != "FFT000":
                self.assertIn(rule["id"], rule["help"]["markdown"])

    def result(self, result, rules):
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.assertIn(result["level"], ("none", "note", "warning", "error"))
        self.assertTrue(result["message"]["text"])
        self.assertRegex(result["partialFingerprints"]["stetLint/v1"], r"^[0-9a-f]{16}$")
        for location in result["locations"] + result.get("relatedLocations", []):
            physical = location["physicalLocation"]
            self.assertFalse(physical["artifactLocation"]["uri"].startswith("/"))
            region = physical["region"]
            for key in ("startLine", "startColumn", "endLine", "endColumn"):
                self.assertGreaterEqual(region[key], 1)
        for fix in result.get("fixes", []):
            self.assertTrue(fix["description"]["text"])
            for change in fix["artifactChanges"]:
                self.assertTrue(change["artifactLocation"]["uri"])
                for replacement in change["replacements"]:
                    self.assertGreaterEqual(replacement["deletedRegion"]["byteOffset"], 0)
                    self.assertGreaterEqual(replacement["deletedRegion"]["byteLength"], 0)

    def test_absolute_paths(self):
        path = self.write("a b.py", NORM)
        location = self.sarif(path)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(location["artifactLocation"]["uri"], path.as_uri())

    def test_fingerprints_differ(self):
        self.write("a.py", "import numpy as np\n" + 'X = np.fft.fft([1.0], norm="Ortho")\n' * 50)
        prints = [r["partialFingerprints"]["stetLint/v1"] for r in self.sarif("a.py")["runs"][0]["results"]]
        self.assertEqual([int(p, 16) - int(prints[0], 16) for p in prints], list(range(50)))

    def test_fingerprints_stay(self):
        self.write("a.py", BAD)
        before = self.sarif("a.py")["runs"][0]["results"][0]["partialFingerprints"]
        self.write("a.py", "# more\n\n" + BAD)
        self.assertEqual(self.sarif("a.py")["runs"][0]["results"][0]["partialFingerprints"], before)

    def test_notes(self):
        self.write("a.py", "fft = 1\n" + "x = 1\n" * 800000)
        note = self.sarif("a.py")["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]
        self.assertIn("4 MB", note["message"]["text"])


class Selection(Folder):
    def test_select(self):
        self.write("a.py", BAD + NORM)
        self.assertEqual(self.ids("a.py"), ["FFT201", "FFT104"])
        self.assertEqual(self.ids("--select", "FFT104", "a.py"), ["FFT104"])
        self.assertEqual(self.ids("--select", "inverse-length", "a.py"), ["FFT201"])
        self.assertEqual(self.ids("--select", "FFT2", "a.py"), ["FFT201"])
        self.assertEqual(self.ids("--ignore", "FFT201,FFT104", "a.py"), [])
        self.assertEqual(self.ids("--select", "ALL", "--ignore", "FFT1", "a.py"), ["FFT201"])
        self.assertEqual(self.ids("--select", "fft1, Inverse-Length", "a.py"), ["FFT201", "FFT104"])

    def test_groups(self):
        self.write("a.c", "void f(int n, fftw_complex *x) { fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_MEASURE); }\n")
        self.assertEqual(self.ids("a.c"), [])
        self.assertEqual(self.ids("--extend-select", "repro", "a.c"), ["FFT401"])
        self.assertEqual(run("--extend-select", "repro", "a.c", cwd=self.path)[0], 0, "info does not fail a run")

    def test_unknown_rule(self):
        status, _, err = run("--select", "swaped-shift", ".", cwd=self.path)
        self.assertEqual(status, 2)
        self.assertIn("did you mean 'swapped-shift'", err)
        self.assertIn("did you mean 'repro'", run("--select", "reprro", ".", cwd=self.path)[2])


class Suppressions(Folder):
    def lines(self, text, name="a.py"):
        self.write(name, text)
        return [(f["id"], f["place"]["line"]) for f in findings(name, cwd=self.path)]

    def test_on_the_line(self):
        for comment in ("stet: ignore", "stet: ignore[FFT104]", "stet: ignore[invalid-norm, FFT201]", "noqa",
                        "noqa: FFT104", "noqa: E501,FFT104", "NOQA:FFT104", "type: ignore # noqa", "stet:ignore [fft1]"):
            self.assertEqual(self.lines(NORM.rstrip() + f"  # {comment}\n"), [], comment)

    def test_of_others(self):
        for comment in ("noqa: E501", "NOLINT(bugprone-x)", "stet ignore", "see the noqa pages", "noqas", "NOLINTER"):
            self.assertEqual(self.lines(NORM.rstrip() + f"  # {comment}\n"), [("FFT104", 2)], comment)

    def test_what_cannot_be_read(self):
        """It suppresses nothing, and that is said; nothing is said of what stands in quotes."""
        for comment, message in {
                "stet: ignored": "neither ignore,", "stet: ignore-nextline[FFT104]": "neither ignore,",
                "stet: ignore(FFT104)": "in brackets", "stet: ignore: FFT104": "in brackets",
                "stet: ignore[]": "no rule in the brackets", "stet: ignore [FFT201]": "suppresses nothing",
                "stet: ignore[invalid_norm]": "did you mean 'invalid-norm'"}.items():
            self.write("a.py", NORM.rstrip() + f"  # {comment}\n")
            found = findings("a.py", cwd=self.path)
            self.assertEqual([f["id"] for f in found], ["FFT104", "FFT000"], comment)
            self.assertIn(message, found[1]["message"])
        self.assertEqual(self.lines(NORM.rstrip() + "  # stet: ignore[FFT104, FFT999]\n"), [("FFT000", 2)])

    def test_first_line_of_the_statement(self):
        text = 'import numpy as np\nX = np.fft.fft(  # stet: ignore[FFT104]\n    [1.0],\n    norm="Ortho")\n'
        self.assertEqual(self.lines(text), [])

    def test_next_line_and_file(self):
        head, call = NORM.rstrip().split("\n")
        self.assertEqual(self.lines(f"{head}\n# stet: ignore-next-line[FFT104]\n{call}\n"), [])
        self.assertEqual(self.lines(f"# stet: ignore-file[FFT104]\n{head}\n{call}\n{call}\n"), [])
        late = "\n" * 12 + f"# stet: ignore-file[FFT104]\n{head}\n{call}\n"
        self.assertEqual(self.lines(late), [("FFT000", 13), ("FFT104", 15)])

    def test_c(self):
        line = "double fft_phase(double complex z) { return atan(cimag(z) / creal(z)); }"
        for comment in ("// NOLINT", "// NOLINT(FFT304)", "/* stet: ignore[FFT304] */"):
            self.assertEqual(self.lines(f"{line} {comment}\n", "a.c"), [], comment)
        for comment in ("NOLINT(*)", "NOLINT(bugprone-*, FFT3*)"):
            self.assertEqual(self.lines(f"{line} // {comment}\n", "a.c"), [], comment)
        self.assertEqual(self.lines(f"// NOLINTNEXTLINE(FFT304)\n{line}\n", "a.c"), [])

    def test_block(self):
        line = "double fft_phase(double complex z) { return atan(cimag(z) / creal(z)); }\n"
        text = f"{line}// NOLINTBEGIN(FFT304)\n{line}// NOLINTBEGIN\n{line}// NOLINTEND\n{line}// NOLINTEND(FFT304)\n{line}"
        self.assertEqual(self.lines(text, "a.c"), [("FFT304", 1), ("FFT304", 9)])
        self.assertEqual(self.lines(f"{line} // NOLINTEND\n", "a.c"), [("FFT304", 1)])

    def test_build_files(self):
        flag = "add_compile_options(-ffast-math)"
        text = f"project(fft)\n{flag} # stet: ignore[FFT403]\n# stet: ignore-next-line\n{flag}\n{flag} # stet: ignore[FFT504]\n"
        self.assertEqual(self.lines(text, "CMakeLists.txt"), [("FFT403", 5), ("FFT000", 5)])

    def test_unused(self):
        self.write("a.py", "import numpy as np\nX = np.fft.fft([1.0])  # stet: ignore[FFT104]\n")
        (one,) = findings("a.py", cwd=self.path)
        self.assertEqual((one["id"], one["severity"], one["fix"]), ("FFT000", "info", "safe"))
        self.assertEqual(run("a.py", cwd=self.path)[0], 0)
        self.assertEqual(run("--fix", "a.py", cwd=self.path)[0], 0)
        self.assertEqual((self.path / "a.py").read_text(), GOOD)
        self.write("a.py", 'import numpy as np\nX = np.fft.fft([1.0])  # say "stet: ignore[FFT104]"\n')
        self.assertEqual(self.ids("a.py"), [], "it is quoted")
        self.write("a.py", "import numpy as np\nX = np.fft.fft([1.0])  # stet: ignore[FFT401]\n")
        self.assertEqual(self.ids("a.py"), [], "a rule that is not selected may be what it is there for")

    def test_fix_of_unused(self):
        """A comment of its own goes with its line; what else a comment says stays, and so the comment."""
        for text, then in {"x = 1\r\n# stet: ignore-next-line[FFT104]\r\nfft = 2\r\n": "x = 1\r\nfft = 2\r\n",
                           "fft = 2  # why  # stet: ignore[FFT104]\n": None,
                           "fft = 2  # stet: ignore[FFT104]  # pylint: disable=x\n": None}.items():
            path = self.write("a.py", text)
            run("--fix", "a.py", cwd=self.path)
            self.assertEqual(path.read_bytes().decode(), then or text)

    def test_many(self):
        """A comment on every line, and a report: not the square of their number."""
        self.write("a.py", "import numpy as np\n" + 'y = np.fft.fft(x, norm="Ortho")  # noqa: FFT104\n' * 20000)
        one = report("a.py", cwd=self.path)
        self.assertEqual({f["suppressed"] for f in one["findings"]}, {True})
        self.assertEqual(len(one["findings"]), 20000)


class Configuration(Folder):
    def test_pyproject(self):
        self.write("pyproject.toml", '[project]\nname = "x"\n[tool.stet.lint]\nselect = ["FFT104"]\n')
        self.write("sub/a.py", BAD + NORM)
        self.assertEqual(self.ids("sub"), ["FFT104"])
        self.assertEqual(self.ids("--no-config", "sub"), ["FFT201", "FFT104"])
        self.assertEqual(self.ids("--select", "FFT201", "sub"), ["FFT201"])

    def test_own_file(self):
        self.write(".stet-lint.toml", 'ignore = [\n  "FFT201", # here\n]\n')
        self.write("a.py", BAD + NORM)
        self.assertEqual(self.ids("."), ["FFT104"])

    def test_pyproject_without_us(self):
        self.write("pyproject.toml", '[project]\nname = "x"\nversion = "1"\n[tool.other]\nselect = [1, {a = 2}]\n')
        self.write("a.py", BAD)
        self.assertEqual(self.ids("."), ["FFT201"])

    def test_per_file_ignores_and_exclude(self):
        self.write(".stet-lint.toml", 'exclude = ["third_party/", "*_generated.py"]\n[per-file-ignores]\n'
                   '"tests/**" = ["FFT201"]\n')
        for name in ("a.py", "tests/deep/b.py", "third_party/c.py", "x_generated.py"):
            self.write(name, BAD)
        self.assertEqual([f["path"] for f in findings(".", cwd=self.path)], ["a.py"])

    def test_patterns(self):
        """* within a folder, ** over folders, **/ whole ones."""
        names = ["a.py", "b/a.py", "b/c/a.py", "b/ca.py", "ca.py", "b/c/d.py"]
        for name in names:
            self.write(name, BAD)
        for pattern, excluded in (("**/a.py", ["a.py", "b/a.py", "b/c/a.py"]), ("b/*.py", ["b/a.py", "b/ca.py"]),
                                  ("b/**/*.py", ["b/a.py", "b/c/a.py", "b/c/d.py", "b/ca.py"]), ("[!c]*/c", ["b/c/a.py", "b/c/d.py"]),
                                  ("b/**", ["b/a.py", "b/c/a.py", "b/c/d.py", "b/ca.py"]), ("**a*.py", ["a.py", "b/a.py", "b/c/a.py", "b/ca.py", "ca.py"]),
                                  ("?a.py", ["b/ca.py", "ca.py"]), ("*/*a.py", ["b/a.py", "b/ca.py"]), ("**/c/*", ["b/c/a.py", "b/c/d.py"])):
            self.write(".stet-lint.toml", f'exclude = ["{pattern}"]\n')
            left = [f["path"] for f in findings(".", cwd=self.path)]
            self.assertEqual(sorted(set(names) - set(left)), excluded, pattern)

    def test_patterns_from_the_folder_of_the_settings(self):
        """Wherever the command runs, and however the file is named."""
        self.write(".stet-lint.toml", 'exclude = ["old/*.py"]\n[per-file-ignores]\n"tests/**" = ["FFT201"]\n')
        path = self.write("tests/deep/b.py", BAD)
        self.write("old/c.py", BAD)
        for arguments, cwd in ((["."], "."), ([path], "."), ([path], "/"), (["."], "tests"), (["b.py"], "tests/deep"),
                               (["../tests/deep/b.py", "."], "old"), ([self.path], "/")):
            self.assertEqual(findings(*arguments, cwd=self.path / cwd), [], (arguments, cwd))
        for name in (path, "tests/deep/b.py"):
            self.assertEqual(run("--stdin-filename", name, input=BAD, cwd=self.path)[0], 0, name)
        self.assertEqual(run("--stdin-filename", path, input=BAD, cwd="/")[0], 0, "the settings of the named file")

    def test_force_exclude(self):
        """What pre-commit names need not be what is to be linted."""
        self.write(".stet-lint.toml", 'exclude = ["old/"]\n')
        self.write("old/c.py", BAD)
        self.assertEqual(self.ids("old/c.py"), ["FFT201"])
        self.assertEqual(self.ids("--force-exclude", "old/c.py"), [])

    def test_order_of_keys(self):
        """None: ignore takes away from what is selected, also where it is written first."""
        self.write("a.py", BAD + NORM)
        self.write(".stet-lint.toml", 'ignore = ["FFT201"]\nextend-select = ["FFT1"]\nselect = ["FFT2"]\n')
        self.assertEqual(self.ids("."), ["FFT104"])

    def test_folder_named_like_a_file(self):
        self.write("d.py/a.py", BAD)
        self.write("d.py/.stet-lint.toml", 'ignore = ["FFT201"]\n')
        self.assertEqual(self.ids("d.py"), [])

    def test_dates(self):
        """TOML has dates with a blank in them."""
        self.write("pyproject.toml", '[x]\na = 1979-05-27 07:32:00Z\nb = [1979-05-27 07:32:00.5, 07:32:00]\nc = 1979-05-27 # 1\n'
                   '[tool.stet.lint]\nignore = ["FFT201"]\n')
        self.write("a.py", BAD)
        self.assertEqual(self.ids("."), [])

    def test_severity_and_numpy(self):
        self.write(".stet-lint.toml", 'numpy-minimum = "2.0"\n[severity]\nFFT201 = "info"\n')
        self.write("a.py", BAD + "\nY = np.fft.fft(x.astype(np.float32))\n")
        self.assertEqual(run(".", cwd=self.path)[0], 0)
        self.assertEqual(self.ids("--extend-select", "FFT302", "."), ["FFT201"])
        self.write(".stet-lint.toml", 'numpy-minimum = "1.26"\n')
        self.assertEqual(self.ids("--extend-select", "FFT302", "."), ["FFT201", "FFT302"])

    def test_setup(self):
        """The options in setup.py count if another source of the run has FFTs."""
        self.write("setup.py", "extra_compile_args = ['-O3', '-ffast-math']\n")
        self.assertEqual(self.ids("."), [])
        self.write("a.py", GOOD)
        self.assertEqual(self.ids("."), ["FFT403"])

    def test_build_files(self):
        self.write("CMakeLists.txt", "project(fft)\nadd_compile_options(-ffast-math)\n")
        self.assertEqual(self.ids("."), ["FFT403"])
        self.write(".stet-lint.toml", "build-files = false\n")
        self.assertEqual(self.ids("."), [])

    def test_mistakes(self):
        self.write("a.py", BAD)
        cases = {
            'selct = ["FFT201"]': "did you mean 'select'?",
            'select = ["FFT999"]': "no rule or group 'FFT999'",
            "select = FFT201": "strings need quotes",
            'select = "FFT201"': "needs a list",
            'select = ["FFT201"': "',' or ']'",
            'a = "x': "does not end",
            "build-files = 3": "true or false",
            'numpy-minimum = "x"': "needs a version",
            '[severity]\nFFT201 = "loud"': "needs \"info\"",
            "[per-file-ignores]\nx = 3": "needs a list",
            "= 3": "a key is expected",
            "[a": "']' is expected",
            'a = "\\x"': "escape",
            'ignore = ["FFT201"]\nignore = ["FFT203"]': "ignore: is here twice",
            '[per-file-ignores]\nx = ["FFT1"]\nx = ["FFT2"]': "x: is here twice",
            '[severity]\nFFT999 = "info"': "no rule or group 'FFT999'",
            '[tool.stet.lint]\nselect = ["FFT1"]': "stand without [tool.stet.lint]",
            'ignore.x = ["FFT1"]': "ignore: needs a value",
        }
        for text, message in cases.items():
            self.write(".stet-lint.toml", "\n" + text + "\n")
            status, _, err = run(".", cwd=self.path)
            self.assertEqual(status, 2, text)
            self.assertIn(message, err, text)
            self.assertIn(".stet-lint.toml", err)
            self.assertRegex(err, r"line [234]", text)

    def test_mistakes_in_pyproject(self):
        self.write("a.py", BAD)
        cases = {
            '[tool.stet.lint]\nselct = ["FFT201"]': "line 2: no key 'selct'; did you mean 'select'?",
            "[tool.stet.lnt]\nselect = []": "line 1: no key 'lnt'; did you mean 'lint'?",
            "[tool.stet]\nlint = 3": "line 2: lint: needs a table",
            "[tool.stet-lint]\nselect = []": "line 1: no key 'stet-lint'; did you mean 'stet.lint'?",
        }
        for text, message in cases.items():
            self.write("pyproject.toml", text + "\n")
            status, _, err = run(".", cwd=self.path)
            self.assertEqual(status, 2, text)
            self.assertIn("pyproject.toml: " + message, err)


class Fixes(Folder):
    def test_safe_alone(self):
        self.write("a.py", NORM + "\n\ndef f(x):\n    X = np.fft.rfft(x)\n    return np.fft.irfft(X)\n")
        self.assertEqual(run("--fix", "a.py", cwd=self.path)[0], 1)
        text = (self.path / "a.py").read_text()
        self.assertIn('norm="ortho"', text)
        self.assertIn("irfft(X)", text)
        self.assertEqual(run("--fix", "--unsafe-fixes", "a.py", cwd=self.path)[0], 0)
        self.assertIn("irfft(X, n=x.shape[-1])", (self.path / "a.py").read_text())

    def test_diff(self):
        path = self.write("a.py", NORM)
        status, out, _ = run("--diff", "a.py", cwd=self.path)
        self.assertEqual((status, path.read_text()), (0, NORM))
        patch = subprocess.run(["patch", "-p1", "-s"], input=out, text=True, cwd=self.path, capture_output=True)
        self.assertEqual(patch.returncode, 0, out + patch.stdout)
        self.assertIn('norm="ortho"', path.read_text())

    def test_diff_elsewhere(self):
        """Of standard input, and into a file."""
        self.write("a.py", NORM)
        self.assertEqual(run("--diff", "-o", "a.patch", "a.py", cwd=self.path)[1], "")
        patch = (self.path / "a.patch").read_text()
        self.assertIn('+X = np.fft.fft([1.0], norm="ortho")\n', patch)
        status, out, err = run("--diff", "--stdin-filename", "a.py", input=NORM, cwd=self.path)
        self.assertEqual((status, out, err), (0, patch, "stet lint: 1 fix would be made\n"))

    def test_one_cannot_be_written(self):
        """The others are mended. Root writes everything but what is immutable."""
        for name in ("a.py", "c.py"):
            self.write(name, NORM)
        self.write("b.py", NORM)
        for attribute in ("+i", "-i"):
            done = subprocess.run(["chattr", attribute, self.path / "b.py"], capture_output=True) if os.geteuid() == 0 else None
            if done is None:
                (self.path / "b.py").chmod(0o444 if attribute == "+i" else 0o644)
            elif done.returncode != 0:
                self.skipTest("skipped: no file here that root cannot write")
            if attribute == "+i":
                status, _, err = run("--fix", ".", cwd=self.path)
        self.assertEqual(status, 2)
        self.assertIn("b.py: cannot write", err)
        self.assertIn("2 fixes made", err)
        self.assertEqual([(self.path / name).read_text() == NORM for name in ("a.py", "b.py", "c.py")], [False, True, False])

    def test_no_room(self):
        """A file that would grow beyond what there is room for is as it was; the others are mended."""
        grows = "import numpy as np\ndef f(x):\n    return np.fft.irfft(np.fft.rfft(x))\n"
        for name in ("a.py", "b.py"):
            self.write(name, grows + "#" * (3000 if name == "a.py" else 0))
        size = (self.path / "a.py").stat().st_size

        def little():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        status, _, err = run("--fix", "--unsafe-fixes", "a.py", "b.py", cwd=self.path, preexec_fn=little)
        self.assertEqual(status, 2)
        self.assertIn("a.py: cannot write: File too large", err)
        self.assertIn("1 fix made", err)
        self.assertEqual((self.path / "a.py").read_text(), grows + "#" * 3000)
        self.assertIn("n=x.shape[-1]", (self.path / "b.py").read_text())

    def test_fixes_without_end(self):
        """A parenthesis is missing: each length that irfft should have goes to range."""
        text = "for k in np.fft.irfft(np.fft.rfft(x, n) * range(n):"
        path = self.write("a.py", text)
        self.assertIn("0 fixes made", run("--fix", "--unsafe-fixes", "a.py", cwd=self.path)[2])
        self.assertEqual(path.read_text(), text)

    def test_suppressed_is_left(self):
        text = NORM.rstrip() + "  # stet: ignore[FFT104]\n"
        path = self.write("a.py", text)
        run("--fix", "a.py", cwd=self.path)
        self.assertEqual(path.read_text(), text)

    def test_standard_input(self):
        self.assertEqual(run("--stdin-filename", "a.py", input=NORM, cwd=self.path)[0], 1)
        status, out, _ = run("--fix", "--stdin-filename", "a.py", input=NORM, cwd=self.path)
        self.assertEqual((status, out), (0, NORM.replace("Ortho", "ortho")))
        status, _, err = run("--stdin-filename", "a.py", input="#fft\n" * 1000000, cwd=self.path)
        self.assertEqual(status, 2)
        self.assertIn("a.py: larger than 4 MB: not linted", err)

    def test_mode_stays(self):
        path = self.write("a.py", NORM)
        path.chmod(0o750)
        run("--fix", "a.py", cwd=self.path)
        self.assertEqual(path.stat().st_mode & 0o777, 0o750)


class Run(Folder):
    def test_statuses(self):
        self.write("good.py", GOOD)
        self.write("bad.py", BAD)
        self.assertEqual(run("good.py", cwd=self.path)[0], 0)
        self.assertEqual(run("bad.py", cwd=self.path)[0], 1)
        self.assertEqual(run("--exit-zero", "bad.py", cwd=self.path)[0], 0)
        for arguments in (["missing.py"], ["--format", "xml"], ["--jobs", "0"], ["--nothing"], ["--select"],
                          ["--unsafe-fixes", "bad.py"], ["--statistics", "--json", "bad.py"],
                          ["--stdin-filename", "x.py", "bad.py"]):
            self.assertEqual(run(*arguments, cwd=self.path, input="")[0], 2, arguments)
        with open("/dev/full", "w") as full:
            done = subprocess.run(LINT + ["bad.py"], cwd=self.path, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("No space left on device", done.stderr)

    def test_nothing_there(self):
        """No file at all is told from no finding."""
        self.write("a.py", GOOD)
        self.assertEqual(run(".", cwd=self.path), (0, "", ""))
        self.write("d/a.txt", BAD)
        self.assertEqual(run("d", cwd=self.path), (0, "", "stet lint: no file to look at\n"))

    def test_jobs_change_nothing(self):
        for i in range(40):
            self.write(f"d{i % 5}/f{i}.py", (BAD + NORM) * (1 + i % 3))
        outs = {run("--format", "sarif", "--jobs", jobs, ".", cwd=self.path)[1] for jobs in (1, 2, 7)}
        self.assertEqual(len(outs), 1)

    def test_files_are_joined(self):
        """A planner in one file, run in parallel by another, two calls away; a second function of the name ends that."""
        self.write("plan.c", "void make_fft(int n)\n{\n    p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE);\n}\n")
        self.write("middle.c", "void prepare_fft(int n) { make_fft(n); }\n")
        self.write("run.c", "void f(int n)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n"
                            "        prepare_fft(i);\n}\n")
        for jobs in (1, 2, 3):
            found = findings("--jobs", jobs, ".", cwd=self.path)
            self.assertEqual([(f["id"], f["path"], f["place"]["line"]) for f in found], [("FFT603", "plan.c", 3)])
            self.assertEqual([(r["path"], r["place"]["line"]) for r in found[0]["related"]], [("run.c", 5)])
        sarif = json.loads(run("--format", "sarif", ".", cwd=self.path)[1])["runs"][0]["results"][0]
        place = sarif["relatedLocations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "run.c")
        self.assertEqual(findings("plan.c", "middle.c", cwd=self.path), [])
        self.write("other.c", "void prepare_fft(double n) { fftw_execute(p); }\n")
        self.assertEqual(findings(".", cwd=self.path), [])

    def test_program_without_threads(self):
        """FFT607 is silent if some file has a main and none starts threads, also one without a word of FFTs."""
        self.write("fft.c", "void f(int n, fftw_complex *x)\n"
                   "{ p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n")
        self.write("program.c", "int main(void) { return 0; }\n")
        options = ["--no-config", "--select", "strict"]
        self.assertEqual(self.ids(*options, "fft.c"), ["FFT607"])
        self.assertEqual(self.ids(*options, "."), [])
        self.write("workers.c", "void g(void) { pthread_create(&t, 0, work, 0); }\n")
        self.assertEqual(self.ids(*options, "."), ["FFT607"])

    def test_cleanup_of_a_program(self):
        """FFT610 is silent if some file has a main."""
        self.write("fft.c", "void fft_end(void) { fftw_cleanup(); }\n")
        options = ["--no-config", "--select", "FFT610"]
        self.assertEqual(self.ids(*options, "."), ["FFT610"])
        self.write("program.c", "int main(void) { return 0; }\n")
        self.assertEqual(self.ids(*options, "."), [])

    def test_plan_of_a_class(self):
        """FFT611: the class is in one file, the constructor and the destructor in others."""
        self.write("a.cpp", "Fft::~Fft() { fftw_destroy_plan(plan_a); }\n")
        self.write("b.cpp", "void Fft::resize(int n) { plan_a = fftw_plan_dft_1d(n, x, x, 1, 0); }\n")
        options = ["--no-config", "--select", "FFT611"]
        self.assertEqual(self.ids(*options, "."), [])
        self.write("fft.h", "class Fft { fftw_plan plan_a; };\n")
        self.assertEqual(self.ids(*options, "."), ["FFT611"])
        self.write("c.cpp", "Fft::Fft() { resize(8); plan_a = nullptr; }\n")
        self.assertEqual(self.ids(*options, "."), [])

    def test_destructor_elsewhere(self):
        """FFT608: the plan is made in one file, and the destructor that leaves it is in another."""
        self.write("grid.cc", "template <typename T> void Grid<T>::make(int n)\n"
                   "{ plan_ = FFTW_API(plan_dft_1d)(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n")
        options = ["--no-config", "--select", "FFT608"]
        self.assertEqual(self.ids(*options, "."), [])
        self.write("other.hh", "class Fft { ~Fft() { fftw_free(x); } };\n")
        self.assertEqual(self.ids(*options, "."), [])
        self.write("grid.hh", "template <typename T> class Grid { fftw_plan plan_; ~Grid() { fftw_free(x); } };\n")
        self.assertEqual(self.ids(*options, "."), ["FFT608"])
        self.write("grid.hh", "template <typename T> class Grid { fftw_plan plan_; ~Grid() { end(); fftw_free(x); }\n"
                   "void end() { fftw_destroy_plan(plan_); } };\n")
        self.assertEqual(self.ids(*options, "."), [])

    def test_words_in_comments(self):
        """What speaks of threads or of a main in a comment or a string says nothing."""
        self.write("fft.c", "void f(int n, fftw_complex *x)\n"
                   "{ p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n")
        self.write("words.c", "/* int main(void) */ // no main (\nconst char *s = \" main( \\\" main(\"; char q = '\"';\n")
        options = ["--no-config", "--select", "strict"]
        self.assertEqual(self.ids(*options, "."), ["FFT607"])
        self.write("program.c", "int main(void) { return 0; }\n")
        self.write("words.c", "// pthread_create\n/* omp parallel **/ int n = 1'000; /*/ std::thread */ char *s = \"QThread\";\n")
        self.assertEqual(self.ids(*options, "."), [])
        self.write("words.c", "int n = 1'000; void g(void) { pthread_create(&t, 0, work, 0); }\n")
        self.assertEqual(self.ids(*options, "."), ["FFT607"])

    def test_first_in_a_file(self):
        """FFT607 reports the first plan that has no lock, and not none because the first of all is switched off."""
        self.write("fft.c", "#if 0\nvoid e(int n) { p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n#endif\n"
                   "void f(int n) { p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n"
                   "void g(int n) { p = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_ESTIMATE); }\n")
        found = findings("--no-config", "--select", "FFT607", "fft.c", cwd=self.path)
        self.assertEqual([f["place"]["line"] for f in found], [4])

    def test_plans_of_members(self):
        """FFT608 of a member: no file of the run destroys a plan."""
        self.write("a.cpp", "Spectrum::Spectrum(int n)\n{\n    in = fftw_alloc_real(n);\n"
                   "    plan = fftw_plan_dft_r2c_1d(n, in, out, FFTW_ESTIMATE);\n}\nSpectrum::~Spectrum() { fftw_free(in); }\n")
        self.write("b.c", "struct stft *stft_new(int n)\n{\n    struct stft *s = malloc(sizeof *s);\n"
                   "    s->plan = fftw_plan_dft_1d(n, s->x, s->x, FFTW_FORWARD, FFTW_ESTIMATE);\n    return s;\n}\n"
                   "void stft_free(struct stft *s) { free(s); }\n")
        options = ["--no-config", "--select", "FFT608"]
        found = findings(*options, ".", cwd=self.path)
        self.assertEqual([(f["path"], f["place"]["line"]) for f in found], [("a.cpp", 4), ("b.c", 4)])
        self.write("c.c", "/* fftw_destroy_plan(s->plan); */ const char *s = \"fft\";\n")
        self.assertEqual(self.ids(*options, "."), ["FFT608", "FFT608"])
        self.write("c.c", "void stft_end(struct stft *s) { fftw_destroy_plan(s->plan); }\n")
        self.assertEqual(self.ids(*options, "."), [])

    def test_git(self):
        self.write("a.py", BAD)
        self.write("ignored/b.py", BAD)
        self.write(".gitignore", "ignored/\n")
        clean = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
        subprocess.run(["git", "init", "-q"], cwd=self.path, check=True, env=clean)
        self.assertEqual([f["path"] for f in findings(".", cwd=self.path)], ["a.py"])

    def test_names(self):
        """What the manual says is read is read, and given by the hooks for pre-commit, and nothing else is."""
        root = HERE.parent.parent
        manual = (root / "docs/lint.md").read_text().split("decides how a file is read:\n\n")[1].split("\n\n")[0]
        hooks = re.findall(r"(?m)^  files: .*'(.*)'$", (root / ".pre-commit-hooks.yaml").read_text())
        names = [("a" if name.startswith(".") else "") + name for name in re.findall("`([^`]+)`", manual)]
        self.assertGreater(len(names), 25)
        for name in names:
            self.write(name, "fft\n")
            self.assertEqual([bool(re.search(hook, f"d/{name}")) for hook in hooks], [True], name)
        for name in ("script", "a.pyx", "a.txt", "a.cmake.in", "NoMakefile", "xpy"):
            self.write(name, "fft\n")
            self.assertEqual(run(name, cwd=self.path)[0], 2, name)
            self.assertEqual([bool(re.search(hook, name)) for hook in hooks], [False], name)
        self.assertEqual(report(".", cwd=self.path)["files"], len(names))

    def test_folders_that_nobody_wrote(self):
        for name in ("a.py", "node_modules/x.py", "build/y.py", ".venv/z.py"):
            self.write(name, BAD)
        self.assertEqual([f["path"] for f in findings(".", cwd=self.path)], ["a.py"])

    def test_other_words(self):
        self.write("a.py", "import numpy as np\nx = np.arctan(z.imag / z.real)\n")
        self.assertEqual(self.ids("."), [], "a file without a word of FFTs")

    def test_the_guide(self):
        """The four snippets of the guide on normalisation, alone as they stand there."""
        cases = (HERE / "cases" / "FFT102.cases").read_text() + (HERE / "cases" / "FFT103.cases").read_text()
        self.assertEqual(len(re.findall(r"(?m)^== \w+ guide_", cases)), 6)


if __name__ == "__main__":
    unittest.main()
