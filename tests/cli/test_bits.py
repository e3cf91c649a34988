# SPDX-License-Identifier: Apache-2.0
"""stet bits: the hash is that of the bytes, whatever their order in the file."""
import hashlib
import json
import math
import struct
import unittest

from support import DTYPES, INTEGERS, Case, documented_keys, indices, npy, npy_header, describe, sha256

SHAPE = (2, 3, 4)


class Bits(Case):
    def test_every_order_gives_the_hash_of_the_bytes(self):
        for dtype, (_, _, parts, _) in DTYPES.items():
            low, high = INTEGERS.get(DTYPES[dtype][1], (-7, 99))
            values = {i: complex(n - 7, 3 - n) if parts == 2 else (max(low, high - n), low)[n % 2]
                      for n, i in enumerate(indices(SHAPE))}
            want = sha256(dtype, SHAPE, values)
            for order in "<>":
                for fortran in (False, True):
                    self.file("a.npy", npy(dtype, SHAPE, values, order, fortran))
                    got = self.stet_json("bits", "a.npy")
                    self.assertEqual((got["sha256"], got["dtype"], got["shape"]),
                                     (want, dtype, list(SHAPE)))

    def test_plain_file_has_the_hash_of_its_tail(self):
        data = npy("float64", (1000,), {(i,): math.sqrt(i) for i in range(1000)})
        self.file("a.npy", data)
        self.assertEqual(self.stet_json("bits", "a.npy")["sha256"],
                         hashlib.sha256(data[-8000:]).hexdigest())

    def test_large(self):
        """Several blocks of the hash, and in Fortran order too."""
        shape = (301, 97)
        values = {i: float(i[0] * 1000 + i[1]) for i in indices(shape)}
        want = sha256("float32", shape, values)
        for fortran in (False, True):
            self.file("a.npy", npy("float32", shape, values, "<", fortran))
            self.assertEqual(self.stet_json("bits", "a.npy")["sha256"], want)

    def test_nans_are_one_class(self):
        one, quiet, other, negative = 0x3f800000, 0x7fc00000, 0x7f800001, 0xffc12345
        hashes = set()
        for nan in (quiet, other, negative):
            raw = struct.pack("<3I", one, nan, one)
            self.file("a.npy", npy_header(describe("<f4", False, (3,))) + raw)
            got = self.stet_json("bits", "a.npy")
            self.assertEqual(got["nan"], 1)
            hashes.add(got["sha256"])
        self.assertEqual(hashes, {hashlib.sha256(struct.pack("<3I", one, quiet, one)).hexdigest()})
        self.file("a.npy", npy_header(describe(">c16", False, (1,))) + struct.pack(
            ">2Q", 0xfff0000000000123, 0x3ff0000000000000))
        self.assertEqual(self.stet_json("bits", "a.npy")["sha256"], hashlib.sha256(struct.pack(
            "<2Q", 0x7ff8000000000000, 0x3ff0000000000000)).hexdigest())
        self.assertIn("nan         1, hashed without sign and payload", self.stet("bits", "a.npy"))

    def test_signed_zeros_and_infinities_count(self):
        hashes = set()
        for v in (0.0, -0.0, math.inf, -math.inf):
            self.file("a.npy", npy("float32", (1,), {(0,): v}))
            hashes.add(self.stet_json("bits", "a.npy")["sha256"])
        self.assertEqual(len(hashes), 4)

    def test_empty_and_scalar(self):
        self.file("empty.npy", npy("int16", (3, 0), {}))
        self.assertEqual(self.stet_json("bits", "empty.npy")["sha256"], hashlib.sha256().hexdigest())
        self.file("scalar.npy", npy("int16", (), {(): -2}))
        got = self.stet_json("bits", "scalar.npy")
        self.assertEqual((got["sha256"], got["shape"]), (hashlib.sha256(b"\xfe\xff").hexdigest(), []))

    def test_table_and_keys(self):
        self.file("a.npy", npy("int16", (2,), {(0,): 1, (1,): 2}))
        self.assert_expected("bits.txt", self.stet("bits", "a.npy"))
        self.assertEqual(list(self.stet_json("bits", "a.npy")), documented_keys("stet bits"))

    def test_names_that_are_no_text(self):
        """Control characters would be obeyed by the terminal; JSON holds UTF-8 only."""
        raw = npy("int16", (1,), {(0,): 1})
        name = b"a\x1b[31m\xff.npy"
        (self.dir / name.decode("utf-8", "surrogateescape")).write_bytes(raw)
        done = self.run_stet("bits", name.decode("utf-8", "surrogateescape"), "--json")
        self.assertEqual(json.loads(done.stdout)["file"], {"bytes": name.hex()})
        self.assertIn(b"file        a?[31m?.npy\n",
                      self.run_stet("bits", name.decode("utf-8", "surrogateescape")).stdout)
        self.file("Größe \u2200.npy", raw)
        self.assertEqual(self.stet_json("bits", "Größe \u2200.npy")["file"], "Größe \u2200.npy")


if __name__ == "__main__":
    unittest.main()
