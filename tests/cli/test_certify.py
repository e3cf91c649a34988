# SPDX-License-Identifier: Apache-2.0
"""stet fft --certificate and stet certify: what is right is confirmed, everything else is not."""
import copy
import json
import math
import random
import re
import unittest

from support import Case, documented_keys, indices, npy, read_npy

# A certificate of the right form; of no file.
CERTIFICATE = {
    "format": "stet certificate 1",
    "statement": "Every real number of the output is the exact value of the transform, rounded once"
                 " to nearest, ties to even; an exact zero is +0.",
    "stet": {"version": "0.1.0", "bits_version": 1},
    "transform": {"kind": "c2c", "direction": "forward", "norm": "backward", "precision": "f32",
                  "axis": 0, "length": 8},
    "input": {"dtype": "complex64", "shape": [8], "sha256": "0" * 64},
    "output": {"dtype": "complex64", "shape": [8], "sha256": "f" * 64},
    "statistics": {"transforms": 1, "numbers": 16, "after_f64": 0, "after_classes": 0,
                   "after_dd": 0, "rational": 0, "classes": 0, "limbs": 0,
                   "seconds": {"f64": 0.5, "classes": 0.0, "dd": 0.0, "fixed": 0.0}},
}


def noise(shape, parts=2):
    r = random.Random(str(shape))
    return {i: complex(r.gauss(0, 1), r.gauss(0, 1)) if parts == 2 else r.gauss(0, 1)
            for i in indices(shape)}


class Certify(Case):
    def make(self, dtype, shape, values, *args):
        self.file("x.npy", npy(dtype, shape, values))
        self.stet("fft", "x.npy", "-o", "y.npy", "--level", "correct", "--certificate", "c.json", *args)

    def certify(self, status=0):
        return json.loads(self.run_stet("certify", "c.json", "x.npy", "y.npy", "--json",
                                        status=status).stdout)

    def test_confirmed(self):
        for dtype, shape, args in (("complex64", (64,), []), ("complex64", (5, 12), ["--axis", 0]),
                                   ("complex128", (31,), []), ("float32", (40,), ["--real"]),
                                   ("float64", (3, 9), ["--norm", "ortho"]), ("int16", (16,), []),
                                   ("complex64", (9,), ["--real", "--inverse"]),
                                   ("complex64", (20,), ["--n", 32]), ("complex64", (20,), ["--n", 7]),
                                   ("complex128", (24,), ["--precision", "f32"]),
                                   ("complex64", (24,), ["--precision", "f64", "--inverse"]),
                                   ("complex64", (1,), [])):
            values = noise(shape, 2 if dtype[0] == "c" else 1)
            if dtype == "int16":
                values = {i: round(99 * v) for i, v in values.items()}
            self.make(dtype, shape, values, *args)
            r = self.certify()
            self.assertEqual((r["result"], r["right"], r["wrong"], r["undecided"]),
                             ("confirmed", r["numbers"], 0, 0), (dtype, shape, args))

    def test_ties_and_zeros(self):
        n = 16
        for values in ([1.0] * n, [float(k % 3) for k in range(n)],
                       [1.0] + [0] * 7 + [2.0**-24] + [0] * 7,
                       [1.0, 2.0**-140] + [0] * 6 + [2.0**-24] + [0] * 7):
            self.make("complex64", (n,), {(k,): complex(v) for k, v in enumerate(values)})
            r = self.certify()
            self.assertEqual(r["result"], "confirmed", (values, r))
            self.assertGreater(r["proved_exact"], 0)

    def test_another_level_is_not_confirmed(self):
        """The native result, with a certificate that names it: the hashes are right, the claim is not."""
        self.make("complex64", (1000,), noise((1000,)))
        self.stet("fft", "x.npy", "-o", "y.npy")
        c = json.loads((self.dir / "c.json").read_text())
        c["output"]["sha256"] = self.stet_json("bits", "y.npy")["sha256"]
        self.file("c.json", json.dumps(c).encode())
        r = self.certify(status=1)
        self.assertEqual(r["result"], "false")
        self.assertGreater(r["wrong"], 100)

    def test_one_bit(self):
        """One unit in the last place of one number: found, wherever it is."""
        self.make("complex64", (64,), noise((64,)))
        y = read_npy(self.dir / "y.npy")[3]
        for k in (0, 17, 63):
            wrong = dict(y)
            wrong[k,] = complex(y[k,].real, y[k,].imag * (1 + 2**-23))
            self.file("y.npy", npy("complex64", (64,), wrong))
            self.assertIn("refused", self.certify(status=1)["text"])
            c = json.loads((self.dir / "c.json").read_text())
            c["output"]["sha256"] = self.stet_json("bits", "y.npy")["sha256"]
            self.file("c2.json", json.dumps(c).encode())
            done = self.run_stet("certify", "c2.json", "x.npy", "y.npy", status=1)
            self.assertIn(f"false: 1 number is not correctly rounded, the first at ({k},)",
                          done.stdout.decode())

    def test_refused(self):
        self.make("complex64", (8,), noise((8,)))
        for name in ("x.npy", "y.npy"):
            keep = (self.dir / name).read_bytes()
            for data, words in ((npy("complex64", (8,), noise((8,)) | {(3,): 1j}), "the values are others"),
                                (npy("complex64", (2, 4), noise((2, 4))), "the shape is another"),
                                (npy("complex128", (8,), noise((8,))), "the type is another")):
                self.file(name, data)
                r = self.certify(status=1)
                self.assertEqual((r["result"], r["numbers"]), ("refused", 0))
                self.assertIn(words, r["text"])
            self.file(name, keep)
        good = json.loads((self.dir / "c.json").read_text())
        for change in ({"length": 7}, {"axis": 1}, {"precision": "f64"}, {"kind": "c2r", "direction": "inverse"}):
            c = copy.deepcopy(good)
            c["transform"].update(change)
            self.file("c.json", json.dumps(c).encode())
            self.assertIn("contradicts itself", self.certify(status=1)["text"])
        c = copy.deepcopy(good)
        c["transform"]["norm"] = "forward"
        self.file("c.json", json.dumps(c).encode())
        self.assertEqual(self.certify(status=1)["result"], "false")

    def test_numbers_far_below_the_others(self):
        """The even harmonics of a triangle, rounded to f64, are 2^-55 of the others, and so are all bins
        of a sine but two: double-double does not have the bits to round them, fixed point has."""
        def sine(n, k):
            return {(j,): complex(math.sin(2 * math.pi * k * j / n)) for j in range(n)}
        for values, args in (({(k,): complex(min(k, 16 - k) / 7) for k in range(16)}, []),
                             (sine(4096, 5), []), (sine(1000, 30), ["--norm", "ortho"]),
                             (sine(97, 3), ["--norm", "forward"]), (sine(64, 1), ["--inverse"])):
            self.make("complex128", (len(values),), values, *args)
            r = self.certify()
            self.assertEqual((r["result"], r["wrong"], r["undecided"]), ("confirmed", 0, 0))
            self.assertGreater(r["by_fixed_point"], 0, (len(values), args))
            v = json.loads(self.stet("verify", "x.npy", "y.npy", "--json", *args))
            self.assertEqual((v["verdict"], v["by_library"]), ("correctly_rounded", r["by_fixed_point"]))

    def test_one_bit_far_below_the_others(self):
        """What fixed point decides it can refuse as well."""
        n = 256
        self.make("complex128", (n,), {(j,): complex(math.sin(2 * math.pi * 3 * j / n)) for j in range(n)})
        y = read_npy(self.dir / "y.npy")[3]
        for k in (0, 1, 100):
            wrong = dict(y)
            wrong[k,] = complex(y[k,].real, y[k,].imag * (1 + 2**-52) if y[k,].imag else 2**-200)
            self.assertNotEqual(wrong[k,], y[k,])
            self.file("y.npy", npy("complex128", (n,), wrong))
            c = json.loads((self.dir / "c.json").read_text())
            c["output"]["sha256"] = self.stet_json("bits", "y.npy")["sha256"]
            self.file("c2.json", json.dumps(c).encode())
            done = self.run_stet("certify", "c2.json", "x.npy", "y.npy", status=1)
            self.assertIn(f"false: 1 number is not correctly rounded, the first at ({k},)",
                          done.stdout.decode())

    def test_bits_lost_in_scaling(self):
        """2^1000 + 2^947 is a tie, and 2^-1000 decides it: no check that has lost it may say so."""
        for tail in (2.0**-1000, -(2.0**-1000)):
            self.make("complex128", (4,), {(k,): complex(v) for k, v in
                                           enumerate([2.0**1000, 2.0**947, tail, 0])})
            r = self.certify(status=3)
            self.assertEqual((r["result"], r["wrong"]), ("not_decided", 0), r)
            self.assertIn("not decided: 5 numbers are",
                          self.run_stet("certify", "c.json", "x.npy", "y.npy", status=3).stdout.decode())

    def test_statistics_that_contradict(self):
        """Nothing is proved by them, but whoever changed them may have changed more."""
        self.make("complex64", (3, 8), noise((3, 8)))
        good = json.loads((self.dir / "c.json").read_text())
        self.assertEqual((good["statistics"]["transforms"], good["statistics"]["numbers"]), (3, 48))
        for change in ({"transforms": 2}, {"numbers": 1}, {"rational": 999}, {"after_f64": 49},
                       {"after_classes": 49}, {"after_dd": 49}):
            c = copy.deepcopy(good)
            c["statistics"].update(change)
            self.file("c.json", json.dumps(c).encode())
            self.assertIn("its statistics are not those", self.certify(status=1)["text"], change)

    def test_another_bits_version(self):
        self.make("complex64", (8,), noise((8,)))
        c = json.loads((self.dir / "c.json").read_text())
        self.assertTrue(self.certify()["same_bits_version"])
        c["stet"]["bits_version"] += 1
        self.file("c.json", json.dumps(c).encode())
        self.assertFalse(self.certify()["same_bits_version"])
        self.assertRegex(self.stet("certify", "c.json", "x.npy", "y.npy"), r"\nremark      the certificate is of bits")

    def test_several_axes(self):
        for dtype, shape, args in (("complex64", (4, 3, 6), ["--axes", "all"]),
                                   ("float64", (5, 8), ["--axes", "0,1", "--real"]),
                                   ("float32", (6, 2, 5), ["--axes", "2,0", "--real", "--norm", "ortho"]),
                                   ("complex128", (6, 5), ["--axes", "-1,0", "--real", "--inverse", "--n", 11])):
            values = noise(shape, 2 if dtype[0] == "c" else 1)
            self.make(dtype, shape, values, *args)
            r = self.certify()
            self.assertEqual((r["result"], r["right"]), ("confirmed", r["numbers"]), (dtype, args))
            c = json.loads((self.dir / "c.json").read_text())
            self.assertEqual(c["format"], "stet certificate 2")
            for change in ({"axes": [0] * len(c["transform"]["axes"])},
                           {"axes": [9, *c["transform"]["axes"][1:]]},
                           {"lengths": [n + 1 for n in c["transform"]["lengths"]]}):
                wrong = copy.deepcopy(c)
                wrong["transform"].update(change)
                self.file("c.json", json.dumps(wrong).encode())
                self.assertEqual(self.certify(status=1)["result"], "refused")

    def test_messages(self):
        """Damage to a certificate: one line that says where."""
        self.file("x.npy", npy("complex64", (8,), noise((8,))))
        lines = []

        def bad(name, data):
            self.file("c.json", data if isinstance(data, bytes) else json.dumps(data).encode())
            message = self.error("certify", "c.json", "x.npy", "x.npy")
            # After the place come jansson's words, and its versions differ.
            lines.append(f"{name}: " + re.sub(r"(line \d+, column \d+): .*", r"\1", message))

        bad("empty", b"")
        bad("list", [])
        bad("cut", json.dumps(CERTIFICATE).encode()[:-1])
        bad("twice", b'{"format": "a", "format": "b"}')
        bad("deep", b"[" * 100000)
        bad("binary", bytes(range(256)))
        bad("large", b" " * ((1 << 20) + 1))
        for path, value in (("format", "stet certificate 3"), ("format", 1), ("statement", "Trust me."),
                            ("stet", {}), ("stet.bits_version", -1), ("transform.kind", "dct"),
                            ("transform.axis", 64), ("transform.axes", [0]), ("format", "stet certificate 2"), ("transform.length", 0), ("transform.length", 1.5),
                            ("transform.surplus", 1), ("input.dtype", "uint24"),
                            ("input.sha256", "0" * 63 + "g"), ("input.shape", "8"), ("input.shape", [-1]),
                            ("input.shape", [1] * 65), ("output", None), ("statistics.numbers", -1),
                            ("statistics.seconds", {}), ("surplus", 1)):
            c = copy.deepcopy(CERTIFICATE)
            at = c
            *folders, key = path.split(".")
            for folder in folders:
                at = at[folder]
            at[key] = value
            bad(f"{path}={json.dumps(value)[:20]}", c)
        del (c := copy.deepcopy(CERTIFICATE))["output"]
        bad("no output", c)
        lines.append(f"missing: {self.error('certify', 'd.json', 'x.npy', 'x.npy')}")
        lines.append(f"folder: {self.error('certify', '.', 'x.npy', 'x.npy')}")
        self.file("c.json", json.dumps(CERTIFICATE).encode())
        lines.append(f"file: {self.error('certify', 'c.json', 'x.npy', 'z.npy')}")
        self.assert_expected("certify-errors.txt", "\n".join(lines) + "\n")

    def test_fft_messages(self):
        self.file("x.npy", npy("complex64", (8,), noise((8,))))
        self.file("n.npy", npy("complex64", (2,), {(0,): 1j, (1,): complex(0, math.nan)}))
        correct = ["--level", "correct", "--certificate", "c.json"]
        for args, words in ((["x.npy", "--certificate", "c.json", "-o", "y.npy"], "is for --level correct"),
                            (["x.npy", *correct], "--certificate describes the file that -o writes"),
                            (["x.npy", *correct[:3], "c", "-o", "c"], "name the same file"),
                            (["c.json", *correct, "-o", "y.npy"], "c.json"),
                            (["n.npy", *correct, "-o", "y.npy"], "nothing to certify")):
            self.assertIn(words, self.error("fft", *args))
            self.assertNotIn("y.npy", self.files())

    def test_table_and_keys(self):
        self.make("complex64", (8,), noise((8,)))
        text = self.stet("certify", "c.json", "x.npy", "y.npy")
        self.assertIn("result      confirmed: every number is the exact value, rounded once\n", text)
        self.assertEqual(list(self.certify()), documented_keys("stet certify"))
        made = json.loads((self.dir / "c.json").read_text())
        self.assertEqual({k: list(v) if isinstance(v, dict) else 0 for k, v in made.items()},
                         {k: list(v) if isinstance(v, dict) else 0 for k, v in CERTIFICATE.items()})


if __name__ == "__main__":
    unittest.main()
