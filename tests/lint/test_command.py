# SPDX-License-Identifier: Apache-2.0
"""The command: options, formats, suppressions, configuration, fixes, exit statuses."""
import copy
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from support import HERE, findings, report, run

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
        self.assertEqual(len(rules), 54)
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
        self.assertEqual(len(rules), 54)
        self.assertEqual(len({rule["id"] for rule in rules}), 54)
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

    def test_groups(self):
        self.write("a.c", "void f(int n, fftw_complex *x) { fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_MEASURE); }\n")
        self.assertEqual(self.ids("a.c"), [])
        self.assertEqual(self.ids("--extend-select", "repro", "a.c"), ["FFT401"])
        self.assertEqual(run("--extend-select", "repro", "a.c", cwd=self.path)[0], 0, "info does not fail a run")

    def test_unknown_rule(self):
        status, _, err = run("--select", "swaped-shift", ".", cwd=self.path)
        self.assertEqual(status, 2)
        self.assertIn("did you mean 'swapped-shift'", err)


class Suppressions(Folder):
    def lines(self, text, name="a.py"):
        self.write(name, text)
        return [(f["id"], f["place"]["line"]) for f in findings(name, cwd=self.path)]

    def test_on_the_line(self):
        for comment in ("stet: ignore", "stet: ignore[FFT104]", "stet: ignore[invalid-norm, FFT201]", "noqa",
                        "noqa: FFT104", "noqa: E501,FFT104"):
            self.assertEqual(self.lines(NORM.rstrip() + f"  # {comment}\n"), [], comment)

    def test_of_others(self):
        for comment in ("noqa: E501", "NOLINT(bugprone-x)", "stet ignore"):
            self.assertEqual(self.lines(NORM.rstrip() + f"  # {comment}\n"), [("FFT104", 2)], comment)

    def test_first_line_of_the_statement(self):
        text = 'import numpy as np\nX = np.fft.fft(  # stet: ignore[FFT104]\n    [1.0],\n    norm="Ortho")\n'
        self.assertEqual(self.lines(text), [])

    def test_next_line_and_file(self):
        head, call = NORM.rstrip().split("\n")
        self.assertEqual(self.lines(f"{head}\n# stet: ignore-next-line[FFT104]\n{call}\n"), [])
        self.assertEqual(self.lines(f"# stet: ignore-file[FFT104]\n{head}\n{call}\n{call}\n"), [])
        late = "\n" * 12 + f"# stet: ignore-file[FFT104]\n{head}\n{call}\n"
        self.assertEqual(self.lines(late), [("FFT104", 15)])

    def test_c(self):
        line = "double fft_phase(double complex z) { return atan(cimag(z) / creal(z)); }"
        for comment in ("// NOLINT", "// NOLINT(FFT304)", "/* stet: ignore[FFT304] */"):
            self.assertEqual(self.lines(f"{line} {comment}\n", "a.c"), [], comment)
        self.assertEqual(self.lines(f"// NOLINTNEXTLINE(FFT304)\n{line}\n", "a.c"), [])

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
        for arguments in (["missing.py"], ["--format", "xml"], ["--jobs", "0"], ["--nothing"], ["--select"]):
            self.assertEqual(run(*arguments, cwd=self.path)[0], 2, arguments)

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
