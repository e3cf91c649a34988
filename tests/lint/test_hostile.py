# SPDX-License-Identifier: Apache-2.0
"""Files that no one wrote for a linter: large, damaged, deep, unreadable."""
import os
import pathlib
import random
import resource
import shutil
import subprocess
import tempfile
import unittest

from support import HERE, LINT, run

HEAD = b"import numpy as np\nnp.fft.fft(x)\n"
SECONDS = 60  # of processor time, where one or two are enough, ten times more under sanitizers, and minutes in a square


class Hostile(unittest.TestCase):
    def lint(self, files, *options):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                pathlib.Path(folder, name).write_bytes(data)
            status, out, err = run("--no-config", "--select", "ALL", *options, ".", cwd=folder, text=False)
            self.assertIn(status, (0, 1, 2), err)
            return status, out.decode(errors="replace"), err.decode(errors="replace")

    def test_large(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "large.py")
            with path.open("wb") as to:
                to.write(HEAD)
                to.truncate(100 << 20)
            status, _, err = run(folder)
            self.assertEqual(status, 0, "one of many")
            self.assertIn("larger than 4 MB", err)
            status, _, err = run(path)
            self.assertEqual(status, 2, "what was asked for was not done")
            self.assertIn("large.py: larger than 4 MB", err)

    def test_calling_each_other(self):
        """Bluestein's algorithm is written so: a wrapper of a wrapper of itself."""
        status, _, _ = self.lint({"a.py": b"""def fft(x):
    return ifft(x.conj()).conj() * len(x)
def ifft(x):
    return fft(x.conj()).conj() / len(x)
y = fftshift(fft(x))
"""})
        self.assertEqual(status, 0)

    def test_utf_16(self):
        """Named, it is an error; one of many is noted."""
        for code in ("utf-16-le", "utf-16-be"):
            files = {"u.py": "\ufeff".encode(code) + HEAD.decode().encode(code)}
            status, _, err = self.lint(files)
            self.assertEqual((status, "u.py: in UTF-16: not linted" in err), (0, True))

    def test_nul_and_bytes(self):
        rng = random.Random(1)
        files = {"nul.py": HEAD + b"\0\0x = 1\0\n", "latin.py": HEAD + b"# caf\xe9\nnp.fft.irfft(\xe9)\n",
                 "cut.py": HEAD + b"y = '\xf0\x9f", "empty.py": b"", "only.c": b"fft", "zeros.c": b"fft" + bytes(5000)}
        for i in range(40):
            files[f"r{i}.{'py' if i % 2 else 'cu'}"] = b"fft " + rng.randbytes(rng.randrange(3000))
        for form in ("text", "json", "sarif", "github"):
            status, out, _ = self.lint(files, "--format", form)
            self.assertIn(status, (0, 1), form)
            self.assertNotIn("\0", out)

    def test_deep(self):
        n = 100000
        files = {"brackets.py": HEAD + b"x = " + b"(" * n + b")" * n + b"\n", "open.py": HEAD + b"[" * n,
                 "sum.py": HEAD + b"x = " + b"1+" * n + b"1\n", "not.py": HEAD + b"x = " + b"not " * n + b"1\n",
                 "blocks.c": b"void fft(void) " + b"{" * n + b"}" * n, "calls.c": b"int fft = " + b"f(" * n + b")" * n + b";",
                 "stars.c": b"int fft(" + b"*" * n, "attributes.py": HEAD + b"x = a" + b".b" * n + b"\n",
                 "calls.py": HEAD + b"x = " + b"np.fft.fft(" * n + b")" * n + b"\n"}
        for name, data in files.items():
            with self.subTest(name=name):
                status, _, err = self.lint({name: data})
                self.assertIn(status, (0, 1))
                self.assertTrue(err == "" or f"{name}: " in err, err)

    def test_many_names(self):
        """Every name defined again and again: no time that grows with the square."""
        lines = b"".join(b"x = np.fft.fft(x)\n" for _ in range(4000))
        chain = b"".join(b"a%d = a%d + a%d\n" % (i + 1, i, i) for i in range(4000))
        self.assertIn(self.lint({"again.py": HEAD + lines, "chain.py": HEAD + chain + b"np.fft.irfft(a4000)\n"})[0], (0, 1))

    def test_long_lists(self):
        """Arguments, openings that nothing closes, inverses, declarations, patterns of many stars: no time that
        grows with the square of them, or worse."""
        n = 100000
        files = {"arguments.c": b"void fft(void) { cufftExecC2C(" + b"a," * n + b"b); }",
                 "openings.cu": b"int fft;" + b"<" * 8 * n,
                 "inverses.py": HEAD + b"def f(x):\n" + b"    y = np.fft.ifft(np.fft.fft(x))\n    z = y * 2\n" * (n // 8),
                 "declarations.c": b"void fft(int n) {\n" + b"".join(b"int a%d = n; y = sin(a%d * n);\n" % (i, i) for i in range(n // 2)) + b"}"}

        def few_seconds():
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        for name, data in files.items():
            with self.subTest(name=name), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, name).write_bytes(data)
                status, _, err = run("--no-config", "--select", "ALL", "--jobs", 1, ".", cwd=folder, preexec_fn=few_seconds)
                self.assertIn(status, (0, 1), err)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, ".stet-lint.toml").write_text(f'exclude = ["{"*a" * 15}b"]\n')
            pathlib.Path(folder, "a" * 200 + ".py").write_bytes(HEAD)
            self.assertEqual(run(".", cwd=folder, preexec_fn=few_seconds)[0], 0)

    def test_not_files(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(f"{folder}/dir.py")
            os.mkfifo(f"{folder}/pipe.py")
            os.symlink("nowhere.py", f"{folder}/broken.py")
            os.symlink(".", f"{folder}/loop")
            self.assertEqual(run(folder)[0], 0)
            status, _, err = run(f"{folder}/pipe.py")
            self.assertEqual(status, 2)
            self.assertIn("pipe.py", err)

    def test_deep_folders(self):
        """What is not looked at is said."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, *"d" * 70)
            path.mkdir(parents=True)
            (path / "a.py").write_bytes(HEAD)
            status, _, err = run(".", cwd=folder)
            self.assertEqual(status, 2)
            self.assertIn("d/" * 63 + "d: not a file", err)

    def test_unreadable(self):
        """A file, and a folder below; root reads both, so it lints as nobody, a copy that nobody can run."""
        nobody = {"preexec_fn": lambda: (os.setgroups([]), os.setuid(65534))} if os.geteuid() == 0 else {}
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            command = shutil.copy(LINT[-1], folder)
            os.makedirs(f"{folder}/in/closed")
            for name in ("in/a.py", "in/closed/b.py", "in/c.py"):
                pathlib.Path(folder, name).write_bytes(HEAD)
            os.chmod(f"{folder}/in/a.py", 0)
            os.chmod(f"{folder}/in/closed", 0)
            done = subprocess.run([command, "--no-config", "in"], cwd=folder, capture_output=True, text=True, **nobody)
            self.assertEqual(done.returncode, 2, done.stderr)
            for name in ("in/a.py", "in/closed"):
                self.assertIn(f"{name}: cannot open: Permission denied", done.stderr)
            os.chmod(f"{folder}/in/closed", 0o755)

    def test_where_reading_stopped(self):
        """A file that is not its language: the line is that of what does not fit, such as a macro, and not line 1."""
        macros = ("class API Fft\n{\npublic:\n    Fft (int order);\n    Fft (Fft&&) noexcept;\n    ~Fft();\nprivate:\n    int size;\n"
                  "    NOT_COPIED (Fft)\n};\n")
        macros += "".join(f"class API C{i} : public B {{ public: void run() FINAL_; int m; LEAK (C{i}) }};\n" for i in range(20))
        files = {
            "macros.h": (3, "#ifndef FFT_H\n#define FFT_H\nSTART_OF\nnamespace dsp\n{\n" + macros + "}\nEND_OF\n#endif\n"),
            "prose.c": (4, "int fft(int n) { return n; }\n" * 3 + "Here {the [text (begins, that nobody} has] made) for a compiler.\n" * 20),
            "signs.py": (3, "import fft\nx = 1\ndef f(:\n" + "  $$ x y z\n" * 40),
            "other.cpp": (1, "fft = lambda x: [k for k in x if k]\n" + "def f(x): return {k: x[k] for k in x}\n" * 20),
        }
        for name, (line, text) in files.items():
            status, _, err = self.lint({name: text.encode()})
            self.assertEqual((status, err), (0, f"stet lint: {name}: reading stopped in line {line}, and more than 30 % of the "
                                             "file is not the language of its name: not linted\n"))

    def test_little_memory(self):
        """However little there is: an exit status, and a line that says why; no signal."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.py")
            path.write_bytes(HEAD + b"y = [x * 2 + 1, f(x)[3]]\n" * 8000)
            told = 0
            for megabytes in range(10, 130, 4):
                def little():
                    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
                if run("--list-rules", preexec_fn=little)[0] != 0:
                    continue  # not even loaded
                status, _, err = run("--jobs", 1, path, preexec_fn=little)
                self.assertIn(status, (0, 2), f"{megabytes} MB: {err}")
                self.assertTrue(status == 0 or "memory" in err, err)
                told += "for the parser" in err
                if status == 0:
                    break
            else:
                self.skipTest("skipped: it does not start in so little address space")
            self.assertGreater(told, 0)

    def test_syntax_errors(self):
        """What can be read is linted; with more than a third of errors nothing is."""
        status, out, err = self.lint({"a.py": HEAD + b"def f(:\n    pass\n\nX = np.fft.fft(x, norm='Ortho')\n"})
        self.assertEqual(status, 1, err)
        self.assertIn("FFT104", out)

    def test_damaged_cases(self):
        """The files of the rules with pieces cut out, doubled and changed."""
        rng = random.Random(2)
        texts = [p.read_bytes() for p in sorted((HERE / "cases").glob("*.cases"))]
        files = {}
        for i in range(150):
            data = bytearray(rng.choice(texts))
            for _ in range(rng.randrange(1, 30)):
                at, to = sorted(rng.randrange(len(data)) for _ in range(2))
                to = min(to, at + 200)
                data[at:to] = rng.choice([b"", data[at:to] * 2, rng.randbytes(3), b"(", b")", b"\n", b"    "])
            files[f"d{i}.{rng.choice(['py', 'c', 'cu', 'cmake'])}"] = bytes(data)
        self.assertIn(self.lint(files)[0], (0, 1))
        self.assertIn(self.lint(files, "--fix", "--unsafe-fixes")[0], (0, 1))


if __name__ == "__main__":
    unittest.main()
