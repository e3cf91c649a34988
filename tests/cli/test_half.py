# SPDX-License-Identifier: Apache-2.0
"""stet fft in 16 bits: what .npy files hold, modes, range, refusals."""
import json
import random
import re
import struct
import unittest

from support import Case, describe, dft, npy_header


def bf16(x):
    """The bits of x rounded to bfloat16."""
    (bits,) = struct.unpack("<I", struct.pack("<f", x))
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16


def from_bf16(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def f16_file(numbers, shape, order="<", fortran=False):
    return (npy_header(describe(order + "f2", fortran, shape))
            + struct.pack(f"{order}{len(numbers)}e", *numbers))


def bf16_file(numbers, shape):
    return npy_header(describe("<u2", False, shape)) + struct.pack(f"<{len(numbers)}H", *numbers)


class Half(Case):
    def setUp(self):
        super().setUp()
        r = random.Random(1)
        self.numbers = [struct.unpack("<e", struct.pack("<e", r.uniform(-1, 1)))[0]
                        for _ in range(128)]

    def read(self, name, descr, shape, code):
        raw = (self.dir / name).read_bytes()
        (length,) = struct.unpack("<H", raw[8:10])
        header = eval(raw[10:10 + length].decode(), {"__builtins__": {}})
        self.assertEqual(header, {"descr": descr, "fortran_order": False, "shape": shape})
        payload = raw[10 + length:]
        return struct.unpack(f"<{len(payload) // 2}{code}", payload)

    def check(self, got, x, unit):
        want = dft(x)[:len(got) // 2]
        top = sum(abs(complex(a, b) - w) ** 2 for a, b, w in zip(got[::2], got[1::2], want))
        error = (top / sum(abs(w) ** 2 for w in want)) ** 0.5
        self.assertLess(error, unit)
        self.assertGreater(error, unit / 32)

    def test_complex(self):
        x = [complex(a, b) for a, b in zip(self.numbers[::2], self.numbers[1::2])]
        for order in "<>":
            self.file("in.npy", f16_file(self.numbers, (64, 2), order))
            for mode, unit in (("io", 2.0**-11), ("store", 2.0**-11), ("native", 2.0**-10)):
                r = self.stet_json("fft", "in.npy", "--complex", "--mode", mode, "-o", "out.npy")
                self.assertEqual((r["precision"], r["mode"], r["exponent"]), ("f16", mode, 0))
                self.assertEqual((r["output_dtype"], r["output_shape"]), ("complex float16", [64]))
                self.check(self.read("out.npy", "<f2", (64, 2), "e"), x, unit)
                self.assertEqual(self.stet_json("bits", "out.npy")["sha256"], r["sha256"])

    def test_real(self):
        self.file("in.npy", f16_file(self.numbers, (128,)))
        r = self.stet_json("fft", "in.npy", "--real", "-o", "out.npy")
        self.assertEqual(r["mode"], "io")
        self.check(self.read("out.npy", "<f2", (65, 2), "e"), self.numbers, 2.0**-11)
        self.stet("fft", "out.npy", "--complex", "--inverse", "--real", "-o", "back.npy")
        back = self.read("back.npy", "<f2", (128,), "e")
        self.assertLess(max(abs(a - b) for a, b in zip(back, self.numbers)), 2.0**-9)

    def test_bfloat16(self):
        bits = [bf16(x) for x in self.numbers]
        self.file("in.npy", bf16_file(bits, (128,)))
        r = self.stet_json("fft", "in.npy", "--bf16", "-o", "out.npy")
        self.assertEqual((r["precision"], r["output_dtype"]), ("bf16", "complex bfloat16"))
        got = [from_bf16(b) for b in self.read("out.npy", "<u2", (128, 2), "H")]
        self.check(got, [from_bf16(b) for b in bits], 2.0**-8)
        again = self.stet_json("fft", "out.npy", "--bf16", "--complex", "--inverse")
        self.assertEqual(again["input_shape"], [128])

    def test_bfloat16_as_numpy_saves_it(self):
        """ml_dtypes.bfloat16: '<V2', in every subcommand what uint16 is with --bf16."""
        bits = [bf16(x) for x in self.numbers]
        self.file("u2.npy", bf16_file(bits, (64, 2)))
        want = self.stet_json("fft", "u2.npy", "--bf16")["sha256"]
        pairs = self.stet_json("fft", "u2.npy", "--bf16", "--complex")["sha256"]
        for order in "<>":
            self.file("v2.npy", npy_header(describe(order + "V2", False, (64, 2)))
                      + struct.pack(f"{order}128H", *bits))
            for extra in ([], ["--bf16"]):
                r = self.stet_json("fft", "v2.npy", *extra)
                self.assertEqual((r["sha256"], r["input_dtype"], r["precision"]), (want, "bfloat16", "bf16"))
                self.assertEqual(self.stet_json("fft", "v2.npy", "--complex", *extra)["sha256"], pairs)
            self.assertEqual(self.stet_json("bits", "v2.npy")["sha256"], self.stet_json("bits", "u2.npy")["sha256"])
        for pair in (("u2.npy", "v2.npy"), ("v2.npy", "u2.npy"), ("v2.npy", "v2.npy")):
            self.assertIn("the same bits", self.stet("compare", *pair))
        self.stet("fft", "v2.npy", "--level", "correct", "-o", "y.npy", "-c", "y.json")
        self.assertIn("confirmed", self.stet("certify", "y.json", "v2.npy", "y.npy"))

    def test_same_bits_everywhere(self):
        self.file("in.npy", f16_file(self.numbers, (128,)))
        for mode in ("io", "store", "native"):
            digests = {self.stet_json("fft", "in.npy", "--mode", mode, env={"STET_ISA": isa})["sha256"]
                       for isa in ("soft", "fma128", "avx2", "avx512", "neon", "neonfp16")}
            self.assertEqual(len(digests), 1)

    def test_conversion(self):
        """float32 is rounded once to the precision asked for."""
        self.file("half.npy", f16_file(self.numbers, (128,)))
        wide = npy_header(describe("<f4", False, (128,))) + struct.pack("<128f", *self.numbers)
        self.file("wide.npy", wide)
        half = self.stet_json("fft", "half.npy")
        self.assertEqual(self.stet_json("fft", "wide.npy", "--precision", "f16")["sha256"],
                         half["sha256"])
        self.assertEqual(self.stet_json("fft", "wide.npy")["mode"], None)

    def test_range(self):
        self.file("in.npy", f16_file([1.0] * 65536, (65536,)))
        r = self.stet_json("fft", "in.npy", "-o", "out.npy")
        self.assertEqual(r["exponent"], -1)
        self.assertEqual(self.read("out.npy", "<f2", (65536, 2), "e")[0], 32768)
        self.assertIn("2^-1 times", self.stet("fft", "in.npy"))
        before = self.files()
        message = self.error("fft", "in.npy", "--exponent", "0", "-o", "other.npy")
        self.assertIn("overflows", message)
        self.assertEqual(self.files(), before)
        self.file("in.npy", f16_file([65504, 65504, 65504, -65504] * 256, (512, 2)))
        advice = re.search("--exponent (-[0-9]+) is enough for any 512 points",
                           self.error("fft", "in.npy", "--complex", "-o", "other.npy"))
        self.stet("fft", "in.npy", "--complex", "--exponent", advice[1])
        self.file("in.npy", f16_file([1.0] * 65536, (65536,)))
        self.assertEqual(self.stet_json("fft", "in.npy", "--norm", "forward")["exponent"], 0)

    def correct(self, *args):
        made = self.stet_json("fft", "in.npy", "-o", "out.npy", "--level", "correct",
                              "--certificate", "c.json", *args)
        self.assertEqual((made["level"], made["mode"], made["exponent"]), ("correct", None, 0))
        return made

    def verify(self, *args, status=0):
        r = self.run_stet("verify", "in.npy", "out.npy", "--json", *args, status=status)
        return json.loads(r.stdout)

    def test_level_correct(self):
        """Two independent methods, certify's and verify's, find every number correctly rounded."""
        f16, raw = f16_file(self.numbers, (64, 2)), [bf16(x) for x in self.numbers]
        half = f16_file(self.numbers[:34], (17, 2))
        for data, args, judged in (
                (f16, ["--complex"], ["--complex"]),
                (f16, ["--complex", "--inverse"], ["--complex", "--inverse"]),
                (f16, ["--complex", "--norm", "ortho"], ["--complex", "--norm", "ortho"]),
                (f16_file(self.numbers, (4, 32)), ["--real"], []),
                (half, ["--complex", "--real", "--inverse"], ["--complex", "--kind", "c2r"]),
                (bf16_file(raw, (64, 2)), ["--bf16", "--complex"], ["--bf16", "--complex"]),
                (bf16_file(raw[:120], (120,)), ["--bf16"], ["--bf16"])):
            self.file("in.npy", data)
            made = self.correct(*args)
            checked = json.loads(self.stet("certify", "c.json", "in.npy", "out.npy", "--json"))
            self.assertEqual((checked["result"], checked["right"]),
                             ("confirmed", checked["numbers"]), args)
            r = self.verify(*judged)
            self.assertEqual((r["verdict"], r["format"], r["correct"]),
                             ("correctly_rounded", made["precision"], r["numbers"]), args)

    def test_one_bit_off(self):
        self.file("in.npy", f16_file(self.numbers, (64, 2)))
        self.correct("--complex")
        data = bytearray((self.dir / "out.npy").read_bytes())
        data[-10] ^= 1
        self.file("out.npy", bytes(data))
        r = self.verify("--complex")
        self.assertEqual((r["verdict"], r["not_correct"]), ("ordinary_rounding", 1))
        refused = self.run_stet("certify", "c.json", "in.npy", "out.npy", status=1).stdout
        self.assertIn(b"refused", refused)
        claim = json.loads((self.dir / "c.json").read_text())
        claim["output"]["sha256"] = self.stet_json("bits", "out.npy")["sha256"]
        self.file("c.json", json.dumps(claim).encode())
        false = json.loads(self.run_stet("certify", "c.json", "in.npy", "out.npy", "--json",
                                         status=1).stdout)
        self.assertEqual((false["result"], false["wrong"]), ("false", 1))

    def test_certificate_of_another_type(self):
        """The same bytes as real numbers of another type are another array."""
        self.file("in.npy", f16_file(self.numbers, (64, 2)))
        self.correct("--complex")
        claim = json.loads((self.dir / "c.json").read_text())
        self.assertEqual(claim["input"]["dtype"], "complex float16")
        for dtype in ("float16", "bfloat16", "complex bfloat16", "complex64"):
            self.file("c.json", json.dumps(dict(claim, input=dict(claim["input"], dtype=dtype))).encode())
            r = json.loads(self.run_stet("certify", "c.json", "in.npy", "out.npy", "--json",
                                         status=1).stdout)
            self.assertEqual(r["result"], "refused")

    def test_verify_native(self):
        """Level native is ordinary rounding of f16, and an input in float is rounded first."""
        self.file("in.npy", f16_file(self.numbers, (64, 2)))
        for mode in ("io", "native"):
            self.stet("fft", "in.npy", "--complex", "--mode", mode, "-o", "out.npy")
            r = self.verify("--complex")
            self.assertIn(r["verdict"], ("correctly_rounded", "ordinary_rounding"))
            self.assertLess(r["relative_l2"], 2.0**-9)
        self.stet("fft", "in.npy", "--complex", "--inverse", "-o", "out.npy")
        self.assertEqual(self.verify("--complex", status=1)["verdict"], "bug")
        third = [x / 3 for x in self.numbers]
        self.file("in.npy", npy_header(describe("<f4", False, (128,))) + struct.pack("<128f", *third))
        self.correct("--precision", "f16")
        r = self.verify()
        self.assertEqual((r["verdict"], r["input_rounded"]), ("correctly_rounded", True))

    def test_overflow_is_exact(self):
        """Level correct scales nothing: what is too large is infinite, which is the rounded value."""
        self.file("in.npy", f16_file([1.0] * 65536, (65536,)))
        self.correct()
        self.assertEqual(self.read("out.npy", "<f2", (65536, 2), "e")[0], float("inf"))
        self.assertEqual(json.loads(self.stet("certify", "c.json", "in.npy", "out.npy",
                                              "--json"))["result"], "confirmed")

    def test_bench(self):
        for precision, mode in (("f16", "native"), ("bf16", "store")):
            r = json.loads(self.stet("bench", "--precision", precision, "--mode", mode, "--sizes",
                                     "64x4", "--rounds", "1", "--json", "-"))
            self.assertEqual([row["precision"] for row in r["rows"]], [f"{precision} {mode}"])
        self.assertIn("say --mode io or store for bf16",
                      self.error("bench", "--precision", "bf16", "--mode", "native"))
        self.assertIn("--mode is for", self.error("bench", "--mode", "io"))

    def test_refusals(self):
        self.file("f16.npy", f16_file(self.numbers, (64, 2)))
        self.file("fortran.npy", f16_file(self.numbers, (64, 2), fortran=True))
        self.file("row.npy", f16_file(self.numbers, (128,)))
        self.file("u2.npy", bf16_file([bf16(x) for x in self.numbers], (128,)))
        self.file("f4.npy", npy_header(describe("<f4", False, (2,))) + struct.pack("<2f", 1, 2))
        lines = [self.error("fft", *args.split()) for args in (
            "row.npy --complex", "fortran.npy --complex", "fortran.npy", "f4.npy --complex",
            "f16.npy --bf16", "f4.npy --mode io", "f4.npy --exponent 1",
            "u2.npy --bf16 --mode native", "row.npy --mode native --n 17", "row.npy --mode fast",
            "row.npy --exponent 101", "row.npy --precision f8",
            "row.npy --level correct --mode io", "row.npy --level correct --exponent 1")]
        self.assert_expected("half-errors.txt", "\n".join(lines) + "\n")


if __name__ == "__main__":
    unittest.main()
