# SPDX-License-Identifier: Apache-2.0
"""The command's --device on the made-up device (fake.h): stet info, fft, trig, bench, and stet-lab tables gpu. STET_COMMAND and STET_LAB name the
commands."""
import json
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

STET, LAB = os.environ["STET_COMMAND"], os.environ["STET_LAB"]


def stet(*arguments, status=0, command=STET, **environment):
    done = subprocess.run([command, *arguments], capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == status, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if status == 0 else done.stderr


def npy(path, numbers):
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(numbers)
    head += b" " * (63 - (10 + len(head)) % 64) + b"\n"
    Path(path).write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + struct.pack(f"<{len(numbers)}f", *numbers))


class Cli(unittest.TestCase):
    def test_info(self):
        devices = json.loads(stet("info", "--json"))["devices"]
        self.assertEqual([d["device"] for d in devices], ["cuda:0", "opencl:0"])
        self.assertEqual([d["lacks"] for d in devices], [None, None])

    def test_fft(self):
        with tempfile.TemporaryDirectory() as folder:
            x = os.path.join(folder, "x.npy")
            npy(x, [0.1 * (i * 7 % 11) - 0.4 for i in range(60)])
            for level in "native", "extended", "correct":
                want = json.loads(stet("fft", x, "--level", level, "--json"))["sha256"]
                for device in "cuda", "opencl:0":
                    got = json.loads(stet("fft", x, "--level", level, "--device", device, "--json"))
                    self.assertEqual(got["sha256"], want)
            for device, text in ("cuda:1", "no device has this number"), ("cuda:x", "it is cuda or opencl"), ("metal", "it is cuda or opencl"):
                self.assertIn(text, stet("fft", x, "--device", device, status=2))
            # A driver that is not there.
            said = stet("fft", x, "--device", "cuda", status=2, LD_LIBRARY_PATH="")
            self.assertIn("driver", said)
            self.assertNotIn("OpenCL", said)

    def test_no_room(self):
        """Arrays of 60 000 numbers on a device that takes 100 000 bytes: refused before the plan, with both sizes."""
        with tempfile.TemporaryDirectory() as folder:
            x = os.path.join(folder, "x.npy")
            npy(x, [0.5] * 60000)
            for device in "cuda", "opencl":
                for options, sizes in ([], "480000 bytes of input and 480000 of output"), (
                        ["--real"], "240000 bytes of input and 240008 of output"), (["--kind", "dct2"], "240000 bytes of input and 240000"):
                    said = stet("fft", x, "--device", device, *options, status=2, FAKE_MEMORY="100000")
                    self.assertIn(sizes, said)
                    self.assertIn("not enough memory on the device", said)
                stet("fft", x, "--n", "10000", "--device", device, FAKE_MEMORY="100000")

    def test_trig(self):
        bits = "3f000000..3f00ffff"
        for function in "sinf", "cospif":
            report = json.loads(stet("trig", function, "--check", "--device", "cuda", "--bits", bits, "--json"))
            self.assertEqual((report["inputs"], report["ours_differ"]), (65536, 0))
        self.assertIn("--check", stet("trig", "sinf", "--device", "cuda", status=2))
        self.assertIn("leave out --flavor", stet("trig", "sinf", "--check", "--device", "cuda", "--flavor", "correct", status=2))

    def test_tables(self):
        table = json.loads(stet("tables", "gpu", "--device", "cuda", "--json", command=LAB))
        self.assertIn("made-up device", table["device"])
        rows = table["transforms"]
        self.assertEqual(sorted({r["n"] for r in rows}), [250, 256, 1009, 1024, 4096, 16384, 65536, 262144])
        for r in rows:
            if r["way"] in ("stet, level native", "article: bit reversal, a launch a level"):
                self.assertEqual(r["native"], r["numbers"], r)
            if r["way"] == "stet, level correct":
                self.assertEqual(r["correct"], r["numbers"], r)
            self.assertEqual(r["by_cpu"], 0, r)
        self.assertEqual([r["ours"] for r in table["sines"]], [0, 0, 0, 0])
        self.assertIn("is computed on the CPU", stet("tables", "guide", "--device", "cuda", command=LAB, status=2))

    def test_bench(self):
        for more in [], ["--kind", "r2c", "--in-place"], ["--level", "correct", "--batch", "3"], ["--precision", "f16", "--mode", "native"]:
            rows = json.loads(stet("bench", "--device", "opencl", "--sizes", "60,64x5", "--rounds", "1", "--peers", "none", "--json", "-", *more))["rows"]
            self.assertEqual([r["bits"] for r in rows], [True] * len(rows))
            self.assertTrue(len(rows) >= 2)
        said = stet("bench", "--device", "opencl", "--sizes", "64", "--rounds", "1", "--precision", "f32")
        self.assertIn("cufft: it is for --device cuda", said)
        for wrong, text in (["--device", "cuda", "--peers", "mkl"], "cufft, vkfft or none"), (["--peers", "cufft"], "add --device DEVICE"), (
            ["--device", "cuda", "--kind", "dct2"], "c2c, r2c and c2r"), (["--device", "nothing"], "it is cuda or opencl"):
            self.assertIn(text, stet("bench", "--sizes", "64", *wrong, status=2))


if __name__ == "__main__":
    unittest.main()
