# SPDX-License-Identifier: Apache-2.0
"""scripts/explain-difference: what it says of two builds that differ in one thing each."""
import io
import lzma
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

EXPLAIN = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "explain-difference"


def tar(files, mtime=1, mode=0o644):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in files:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.mode = len(content), mtime, mode
            archive.addfile(member, io.BytesIO(content))
    return out.getvalue()


def wheel(files, year=1980):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name, (year, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def deb(data):
    parts = b"!<arch>\n"
    for name, content in (("debian-binary", b"2.0\n"), ("data.tar.xz", lzma.compress(data))):
        parts += f"{name:16}{1:<12}{0:<6}{0:<6}{'100644':8}{len(content):<10}`\n".encode() + content + b"\n" * (len(content) % 2)
    return parts


class Explain(unittest.TestCase):
    def explain(self, a, b, status=1):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("a", a), ("b", b)):
                pathlib.Path(folder, name).write_bytes(content)
            done = subprocess.run([sys.executable, "-B", EXPLAIN, "a", "b"], cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (status, ""))
        return done.stdout

    def test_same(self):
        self.assertEqual(self.explain(b"x", b"x", 0), "the same bytes\n")
        self.assertEqual(self.explain(lzma.compress(b"x" * 999, preset=0), lzma.compress(b"x" * 999, check=lzma.CHECK_SHA256)),
                         "the same content, compressed in another way\n")

    def test_members(self):
        a, b = ("a", b"1"), ("b", b"2")
        self.assertIn("another order of members, first a and b", self.explain(tar([a, b]), tar([b, a])))
        self.assertIn("only in A: b", self.explain(tar([a, b]), tar([a])))
        self.assertIn("a: ('0o644', b'0', '', '', 1, '') and ('0o644', b'0', '', '', 2, '')", self.explain(tar([a]), tar([a], 2)))
        self.assertIn("0o600", self.explain(tar([a]), tar([a], mode=0o600)))
        self.assertIn("1980", self.explain(wheel([a]), wheel([a], 1981)))

    def test_content(self):
        a, b = b"....built in /home/one/stet....", b"....built in /home/two/stet...."
        for pack in (lambda x: tar([("so", x)]), lambda x: wheel([("so", x)]), lambda x: deb(tar([("so", x)]))):
            said = self.explain(pack(a), pack(b))
            self.assertIn("so: SHA-256", said)
            self.assertIn("the first that differs is 19", said)
            self.assertIn("only in A: ....built in /home/one/stet....", said)

    def test_section(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for name in ("one", "two"):
                path = pathlib.Path(folder, f"{name}.o")
                source = f'const char place[] = "/home/{name}/stet";'
                subprocess.run(["cc", "-x", "c", "-c", "-o", path, "-"], input=source, text=True, check=True)
                files.append(path.read_bytes())
        self.assertIn("in section .rodata", self.explain(*files))

    def test_refuses(self):
        done = subprocess.run([sys.executable, "-B", EXPLAIN, "none", "none"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("none", done.stderr)


if __name__ == "__main__":
    unittest.main()
