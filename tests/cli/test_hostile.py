# SPDX-License-Identifier: Apache-2.0
"""Damaged, lying and hostile files: one clear line that names the file and the byte, exit status
2, no crash, and no more memory than the file justifies (the runs get 256 MiB in all)."""
import random
import struct
import unittest

from support import Case, describe, indices, npy, npy_header
from support import riff_chunk, wav, wav_format

HEAD = "{'descr': '<f4', 'fortran_order': False, 'shape': "
GOOD = npy_header(HEAD + "(2, 3), }") + bytes(24)
MEMORY = 256 << 20


def header(shape, descr="<f4", payload=24):
    return npy_header(describe(descr, False, shape)) + bytes(payload)


def preamble(version, length, rest=b""):
    return b"\x93NUMPY" + version + length + rest


NPY = {
    "empty": b"",
    "one-byte": b"\x93",
    "magic-only": b"\x93NUMPY",
    "magic-and-version": b"\x93NUMPY\x01\x00",
    "wrong-magic": b"\x93NUMPX" + GOOD[6:],
    "text": b"1.0 2.0 3.0\n" * 4,
    "zip": b"PK\x03\x04" + bytes(60),
    "version-0": preamble(b"\x00\x00", b"\x04\x00") + bytes(8),
    "version-4": preamble(b"\x04\x00", b"\x04\x00\x00\x00") + bytes(8),
    "version-1-9": preamble(b"\x01\x09", b"\x04\x00") + bytes(8),
    "header-past-the-end": preamble(b"\x01\x00", b"\xff\xff", b"{}"),
    "header-of-4-GiB": preamble(b"\x02\x00", b"\xff\xff\xff\xff", b"{}"),
    "header-of-70000": preamble(b"\x02\x00", struct.pack("<I", 70000), b" " * 70000),
    "header-empty": preamble(b"\x01\x00", b"\x00\x00"),
    "header-blank": preamble(b"\x01\x00", b"\x40\x00", b" " * 64),
    "header-zeros": preamble(b"\x01\x00", b"\x40\x00", bytes(64)),
    "header-of-brackets": preamble(b"\x01\x00", b"\x00\x40", b"(" * 0x4000),
    "header-of-braces": preamble(b"\x01\x00", b"\x00\x40", b"{" * 0x4000),
    "shape-of-brackets": npy_header(HEAD + "(" * 9000),
    "dict-not-closed": npy_header(HEAD + "(2, 3), "),
    "no-descr": npy_header("{'fortran_order': False, 'shape': (6,)}") + bytes(24),
    "no-shape": npy_header("{'descr': '<f4', 'fortran_order': False}") + bytes(24),
    "two-shapes": npy_header(HEAD + "(6,), 'shape': (6,)}") + bytes(24),
    "other-key": npy_header(HEAD + "(6,), 'x': 1}") + bytes(24),
    "code": npy_header("__import__('os').system('true')") + bytes(24),
    "pairs-of-bytes": header((12,), "|V2"),
    "objects": header((3,), "|O"),
    "structured": npy_header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,)}"),
    "strings": header((6,), "<U1"),
    "quarter": header((12,), "<f1"),
    "datetime": header((3,), "<M8[s]"),
    "int128": header((1,), "<i16", 16),
    "bool-of-two-bytes": header((12,), "<b2"),
    "complex-int": header((6,), "<c4"),
    "long-double": header((3,), "<f16"),
    "no-byte-order": header((6,), "f4"),
    "control-characters": header((6,), "\x1b[2J\x07"),
    "order-not-boolean": npy_header("{'descr': '<f4', 'fortran_order': 1, 'shape': (6,)}"),
    "shape-number": npy_header(HEAD + "6}") + bytes(24),
    "shape-no-comma": npy_header(HEAD + "(6)}") + bytes(24),
    "shape-list": npy_header(HEAD + "[6]}") + bytes(24),
    "shape-negative": npy_header(HEAD + "(-6,)}") + bytes(24),
    "shape-float": npy_header(HEAD + "(6.0,)}") + bytes(24),
    "shape-hex": npy_header(HEAD + "(0x6,)}") + bytes(24),
    "shape-2-to-40": header((1 << 40,)),
    "shape-2-to-62": header((1 << 62,)),
    "shape-2-to-64": header((1 << 64,)),
    "shape-wraps-to-6": header(((1 << 63) + 3, 2)),
    "shape-wraps-to-0": header((1 << 32, 1 << 32)),
    "shape-zero-times-much": header((0, 1 << 62, 1 << 62), payload=0),
    "65-dimensions": header((1,) * 65, payload=4),
    "text-after-dict": npy_header(HEAD + "(6,)} + 1") + bytes(24),
    "cut-by-one": GOOD[:-1],
    "cut-in-the-header": GOOD[:70],
    "cut-after-the-header": GOOD[:128],
    "one-byte-more": GOOD + b"\0",
    "two-arrays": GOOD + GOOD,
}

FLOATS = struct.pack("<4f", 1, 2, 3, 4)
PCM = struct.pack("<4h", 1, -1, 2, -2)
DATA = b"WAVE" + riff_chunk(b"fmt ", wav_format(1, 16, 1))


def riff(body, form=b"RIFF"):
    return form + struct.pack("<I", len(body)) + body


WAV = {
    "wav-cut-in-the-samples": wav(1, 16, 1, PCM)[:-3],
    "wav-cut-in-the-format": wav(1, 16, 1, PCM)[:26],
    "wav-cut-after-WAVE": wav(1, 16, 1, PCM)[:12],
    "wav-no-data": riff(DATA),
    "wav-data-before-format": riff(b"WAVE" + riff_chunk(b"data", PCM)),
    "wav-data-of-1-GiB": riff(DATA + b"data" + b"\x00\x00\x00\x40" + PCM),
    "wav-format-of-4-bytes": riff(b"WAVE" + riff_chunk(b"fmt ", b"abcd") + riff_chunk(b"data", PCM)),
    "wav-chunk-of-4-GiB": riff(b"WAVEjunk" + b"\xf0\xff\xff\xff" + PCM),
    "wav-1000-empty-chunks": riff(b"WAVE" + riff_chunk(b"junk", b"") * 1000),
    "wav-no-channels": wav(0, 16, 1, PCM),
    "wav-30000-channels": wav(30000, 16, 1, PCM),
    "wav-no-bits": wav(1, 0, 1, PCM),
    "wav-no-frames": riff(b"WAVE" + riff_chunk(b"fmt ", wav_format(1, 16, 1)[:12] + bytes(4)) + riff_chunk(b"data", PCM)),
    "wav-20-bits-of-2-bytes": riff(b"WAVE" + riff_chunk(b"fmt ", wav_format(1, 16, 1)[:14] + b"\x14\0") + riff_chunk(b"data", PCM)),
    "wav-float-of-16-bits": wav(1, 16, 3, PCM),
    "wav-mp3": riff(b"WAVE" + riff_chunk(b"fmt ", wav_format(2, 0, 0x55) + bytes(14)) + riff_chunk(b"data", b"\xff\xfb\x90\x64" * 500)),
    "wav-unknown-encoding": wav(1, 16, 0x7777, PCM),
    "wav-adpcm": riff(b"WAVE" + riff_chunk(b"fmt ", wav_format(1, 4, 2) + bytes(34))
                      + riff_chunk(b"data", PCM * 64)),
    "wav-rf64-lies": riff(b"WAVE" + riff_chunk(b"ds64", struct.pack("<QQQI", 99, 1 << 60, 1 << 59, 0))
                          + riff_chunk(b"fmt ", wav_format(1, 16, 1)) + b"data\xff\xff\xff\xff" + PCM,
                          b"RF64"),
    "avi": riff(b"AVI " + bytes(40)),
}


class Hostile(Case):
    def check(self, cases, name):
        lines = []
        for case, data in cases.items():
            self.file("in", data)
            for args in (["fft", "in", "-o", "out.npy", "--plot", "out.svg"], ["bits", "in"],
                         ["compare", "in", "in"]):
                message = self.error(*args, memory=MEMORY)
                prefix = f"stet {args[0]}: "
                self.assertTrue(message.startswith(prefix + "in: "), message)
                lines.append(f"{case}: {message[len(prefix):]}")
            self.assertEqual(lines[-3:], lines[-1:] * 3)
            lines[-3:] = lines[-1:]
            self.assertEqual(self.files(), ["in"])
        self.assert_expected(name, "\n".join(lines) + "\n")

    def test_npy(self):
        self.check(NPY, "hostile-npy.txt")

    def test_wav(self):
        self.check(WAV, "hostile-wav.txt")

    def test_a_sparse_giant(self):
        """The header tells the truth about a file of 4 TiB that fills no disk."""
        path = self.dir / "in.npy"
        with open(path, "wb") as f:
            f.write(npy_header(describe("<f4", False, (1 << 40,))))
            try:
                f.truncate(128 + (1 << 42))
            except OSError:
                self.skipTest("the file system has no sparse files of that size")
        for args in (["fft", "in.npy"], ["bits", "in.npy"], ["compare", "in.npy", "in.npy"]):
            self.assertIn("in.npy: not enough memory: needs", self.error(*args))

    def test_not_a_file(self):
        for name in (".", "/dev/zero", "/dev/null"):
            self.assertIn("not a regular file", self.error("bits", name))

    def test_random_damage(self):
        """Whatever is done to the bytes: success or one clear line, nothing else."""
        r = random.Random(7)
        seeds = [GOOD, npy("complex128", (2, 2), {i: 1j for i in indices((2, 2))}, ">", True, 2)]
        seeds += [wav(2, 24, 1, bytes(range(24))), wav(1, 32, 3, FLOATS), wav(1, 16, 1, PCM)]
        for _ in range(300):
            data = bytearray(r.choice(seeds))
            for _ in range(r.randint(1, 4)):
                what = r.randrange(3)
                if what == 0:
                    data[r.randrange(len(data))] = r.choice([0, 1, 0x7f, 0x80, 0xff, 0x28, 0x7d])
                elif what == 1:
                    data = data[:r.randrange(1, len(data) + 1)]
                else:
                    data[r.randrange(len(data)):0] = r.choice([b"9", b"(", b"'", b"\0", b"\xff" * 4])
            self.file("in", bytes(data))
            try:
                self.stet("fft", "in", memory=MEMORY)
            except AssertionError:
                self.assertIn("stet fft: in: ", self.error("fft", "in", memory=MEMORY), bytes(data))


if __name__ == "__main__":
    unittest.main()
