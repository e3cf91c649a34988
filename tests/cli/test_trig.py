# SPDX-License-Identifier: Apache-2.0
"""stet trig: files, checks, and what is refused."""
import math
import struct
import unittest

from support import Case, documented_keys, f32, indices, npy, read_npy

# Of NVIDIA's own code, CUDA 13.0.
SIN_10 = struct.unpack("<f", struct.pack("<f", -0.54402107))[0]


class Files(Case):
    def run_on(self, values, *args):
        self.file("in.npy", npy("float32", (len(values),), {(i,): v for i, v in enumerate(values)}))
        self.stet("trig", *args, "in.npy", "-o", "out.npy")
        dtype, shape, _, out, _ = read_npy(self.dir / "out.npy")
        self.assertEqual((dtype, shape), ("float32", (len(values),)))
        return [out[i,] for i in range(len(values))]

    def test_flavors(self):
        self.assertEqual(self.run_on([10.0], "sinf"), [SIN_10])
        self.assertEqual(self.run_on([10.0], "sinf", "--flavor", "cuda13"), [SIN_10])
        self.assertEqual(self.run_on([10.0], "sinf", "--flavor", "correct"), [f32(math.sin(10))])
        self.assertEqual(self.run_on([10.0], "sinf", "--flavor", "article"), [f32(-0.544020712)])
        self.assertEqual(self.run_on([10.0], "sinf", "--flavor", "article64"), [f32(math.sin(10))])

    def test_functions(self):
        x = [0.0, 0.25, 0.5, 1.0, -1.5, 2.0]
        self.assertEqual(self.run_on(x, "sinpif", "--flavor", "correct"),
                         [0.0, f32(math.sqrt(0.5)), 1.0, 0.0, 1.0, 0.0])
        self.assertEqual(self.run_on(x, "cospif", "--flavor", "correct"),
                         [1.0, f32(math.sqrt(0.5)), 0.0, -1.0, 0.0, 1.0])
        self.assertEqual(self.run_on([0.0, 1.0], "cosf", "--flavor", "correct"),
                         [1.0, f32(math.cos(1))])

    def test_shape_order_and_in_place(self):
        shape = (3, 5)
        values = {i: f32(i[0] + 0.1 * i[1]) for i in indices(shape)}
        for order in "<>":
            for fortran in (False, True):
                self.file("a.npy", npy("float32", shape, values, order, fortran))
                self.stet("trig", "cosf", "--flavor", "correct", "a.npy", "-o", "a.npy")
                dtype, got_shape, got_fortran, out, digest = read_npy(self.dir / "a.npy")
                self.assertEqual((dtype, got_shape, got_fortran), ("float32", shape, fortran))
                self.assertEqual(out, {i: f32(math.cos(values[i])) for i in values})

    def test_every_instruction_set(self):
        values = {(i,): f32((i - 500) * 1234.567) for i in range(1000)}
        self.file("a.npy", npy("float32", (1000,), values))
        hashes = {self.stet_json("trig", "sinf", "a.npy", "-o", "b.npy", env={"STET_ISA": isa})["sha256"]
                  for isa in ("soft", "scalar", "fma128", "avx2", "avx512")}
        self.assertEqual(len(hashes), 1)

    def test_keys(self):
        self.file("a.npy", npy("float32", (2,), {(0,): 1.0, (1,): math.inf}))
        got = self.stet_json("trig", "sinf", "a.npy", "-o", "b.npy")
        self.assertEqual(list(got), documented_keys("stet trig"))
        self.assertEqual((got["nan"], got["flavor"], got["function"]), (1, "cuda13", "sinf"))
        self.assertEqual(got["sha256"], self.stet_json("bits", "b.npy")["sha256"])
        self.assertIn("nan         1,", self.stet("trig", "sinf", "a.npy", "-o", "b.npy"))


class Check(Case):
    def test_one_binade(self):
        """1 to 2: the worst cosine of all floats is elsewhere, the counts are of this range."""
        args = ("trig", "sinf", "--check", "--bits", "3f800000..3fffffff")
        got = self.stet_json(*args)
        self.assertEqual(list(got), documented_keys("stet trig --check"))
        self.assertEqual((got["inputs"], got["nan"], got["max_steps"]), (1 << 23, 0, 1))
        self.assertTrue(0.5 < got["max_ulp"] < 1.5)
        self.assertTrue(0 < got["not_correct"] < 1 << 22)
        self.assertTrue(1 <= got["worst"]["value"] < 2)
        text = self.stet(*args)
        self.assertIn("inputs      8388608 floats, bits 0x3f800000..0x3fffffff\n", text)
        self.assertIn(f"max ulp     {got['max_ulp']:.6f}\n", text)

    def test_the_worst_cosine(self):
        bits = struct.unpack("<I", struct.pack("<f", float.fromhex("0x1.173412p+16")))[0]
        got = self.stet_json("trig", "cosf", "--check", "--bits", f"{bits - 9:x}..{bits + 9:x}")
        self.assertEqual(got["worst"]["bits"], f"0x{bits:08x}")
        self.assertEqual(got["max_steps"], 2)
        self.assertEqual(got["worst_result"]["value"], float.fromhex("0x1.fee37ep-4"))
        self.assertEqual(got["worst_correct"]["value"], float.fromhex("0x1.fee37ap-4"))

    def test_correct_is_correct(self):
        for function in ("sinf", "cosf", "sinpif", "cospif"):
            got = self.stet_json("trig", function, "--check", "--flavor", "correct", "--bits",
                                 "40000000..4000ffff")
            self.assertEqual((got["not_correct"], got["max_steps"]), (0, 0))
            self.assertTrue(got["max_ulp"] <= 0.5)


class Refused(Case):
    def test_errors(self):
        self.file("f.npy", npy("float32", (1,), {(0,): 1.0}))
        self.file("d.npy", npy("float64", (1,), {(0,): 1.0}))
        self.file("c.npy", npy("complex64", (1,), {(0,): 1j}))
        self.file("i.npy", npy("int16", (1,), {(0,): 1}))
        before = self.files()
        lines = [self.error("trig", *args) for args in (
            [], ["sinf"], ["tanf", "f.npy", "-o", "o.npy"],
            ["sinf", "f.npy", "extra", "-o", "o.npy"], ["sinf", "-o", "o.npy"],
            ["sinf", "d.npy", "-o", "o.npy"], ["sinf", "c.npy", "-o", "o.npy"],
            ["sinf", "i.npy", "-o", "o.npy"], ["sinf", "no.npy", "-o", "o.npy"],
            ["sinf", "f.npy", "-o", "no/o.npy"],
            ["sinpif", "--flavor", "article", "f.npy", "-o", "o.npy"],
            ["sinf", "--flavor", "cuda12", "f.npy", "-o", "o.npy"],
            ["sinf", "f.npy", "--check"], ["sinf", "--check", "-o", "o.npy"],
            ["sinf", "f.npy", "-o", "o.npy", "--bits", "0..1"],
            ["sinf", "--check", "--bits", "1"], ["sinf", "--check", "--bits", "2..1"],
            ["sinf", "--check", "--bits", "0..100000000"], ["sinf", "--check", "--bits", "x..y"],
            ["sinf", "--check", "--bits", " 0..1"], ["sinf", "--check", "--bits", "0..+1"],
            ["sinf", "f.npy", "-o", ""])]
        self.assert_expected("trig-errors.txt", "\n".join(lines) + "\n")
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
