# SPDX-License-Identifier: Apache-2.0
"""WAV: every encoding gives the values that its definition says, bit for bit."""
import struct
import unittest

from support import Case, dft, f32, npy, read_npy, relative_l2
from support import riff_chunk, wav, wav_format


def pcm(bits, values):
    """Integer samples; 8 bits are unsigned with an offset of 128."""
    if bits == 8:
        return bytes(v + 128 for v in values)
    return b"".join(v.to_bytes(bits // 8, "little", signed=True) for v in values)


def identity(case, name):
    """The samples that stet reads: the transform of length 1 along axis 1 is the identity."""
    case.stet("fft", name, "--axis", "1", "--n", "1", "-o", "out.npy")
    dtype, shape, _, values, _ = read_npy(case.dir / "out.npy")
    return dtype, [values[i, 0] for i in range(shape[0])]


class Wav(Case):
    def check(self, data, dtype, want):
        """A stereo file, so that axis 1 exists; the right channel is silent."""
        self.file("in.wav", data)
        got_dtype, got = identity(self, "in.wav")
        self.assertEqual(got_dtype, dtype)
        self.assertEqual([v.real for v in got], want)
        self.assertEqual({v.imag for v in got}, {0.0})

    def stereo(self, samples, silence=0):
        return [v for s in samples for v in (s, silence)]

    def test_integers_are_scaled_exactly(self):
        for bits, dtype in ((8, "complex64"), (16, "complex64"), (24, "complex64"),
                            (32, "complex128")):
            full = 1 << (bits - 1)
            samples = [0, 1, -1, full - 1, -full, full // 3, -full // 5]
            with self.subTest(bits=bits):
                self.check(wav(2, bits, 1, pcm(bits, self.stereo(samples))), dtype,
                           [s / full for s in samples])

    def test_floats_are_as_they_are(self):
        samples = [0.0, 1.0, -1.0, 1e-30, 3e30, 1 / 3, -2.5, 2.0**-149]
        stereo = self.stereo(samples)
        self.check(wav(2, 32, 3, struct.pack(f"<{len(stereo)}f", *stereo)), "complex64",
                   [f32(s) for s in samples])
        self.check(wav(2, 64, 3, struct.pack(f"<{len(stereo)}d", *stereo)), "complex128", samples)

    def test_conversion_down_rounds_once(self):
        samples = [0x40000000 + 64, 0x40000000 + 65, 0x40000000 + 192, -0x40000000 - 64]
        self.file("in.wav", wav(2, 32, 1, pcm(32, self.stereo(samples))))
        self.stet("fft", "in.wav", "--axis", "1", "--n", "1", "--precision", "f32", "-o", "out.npy")
        got = read_npy(self.dir / "out.npy")[3]
        self.assertEqual([got[i, 0].real for i in range(4)], [f32(s / 2**31) for s in samples])

    def test_mono_and_rate(self):
        samples = [100, -200, 300, 400, -500]
        self.file("in.wav", wav(1, 16, 1, pcm(16, samples), rate=44100))
        got = self.stet_json("fft", "in.wav", "-o", "out.npy")
        self.assertEqual((got["rate"], got["input_shape"], got["format"], got["input_dtype"]),
                         (44100, [5], "WAV, 16-bit PCM, 44100 Hz, 1 channel", "float32"))
        values = read_npy(self.dir / "out.npy")[3]
        want = {(i,): v for i, v in enumerate(dft([s / 32768 for s in samples]))}
        self.assertLess(relative_l2(values, want), 4 * 2.0**-24)

    def test_channels_are_the_second_dimension(self):
        """Frames along axis 0; three channels do not divide the reader's blocks."""
        frames = [[(7 * i * i + 11 * c) % 1000 - 500 for c in range(3)] for i in range(3001)]
        self.file("in.wav", wav(3, 16, 1, pcm(16, [s for f in frames for s in f])))
        got = self.stet_json("fft", "in.wav", "-o", "all.npy")
        self.assertEqual((got["axis"], got["input_shape"]), (0, [3001, 3]))
        _, _, _, together, _ = read_npy(self.dir / "all.npy")
        for c in range(3):
            self.file("one.wav", wav(1, 16, 1, pcm(16, [f[c] for f in frames])))
            self.stet("fft", "one.wav", "-o", "one.npy")
            alone = read_npy(self.dir / "one.npy")[3]
            self.assertEqual([alone[i,] for i in range(3001)], [together[i, c] for i in range(3001)])

    def test_containers(self):
        samples = [1, -2, 3, -4]
        self.file("riff.wav", wav(1, 16, 1, pcm(16, samples)))
        want = self.stet_json("bits", "riff.wav")
        big = b"".join(s.to_bytes(2, "big", signed=True) for s in samples)
        self.file("rifx.wav", wav(1, 16, 1, big, form=b"RIFX"))
        extension = struct.pack("<HHI", 22, 16, 4) + struct.pack("<IHH", 1, 0, 0x10) + \
            b"\x80\x00\x00\xaa\x00\x38\x9b\x71"
        body = (b"WAVE" + riff_chunk(b"JUNK", b"odd") + riff_chunk(
            b"fmt ", wav_format(1, 16, 0xfffe) + extension) + riff_chunk(b"data", pcm(16, samples)))
        self.file("wavex.wav", b"RIFF" + struct.pack("<I", len(body)) + body)
        body = (b"WAVE" + riff_chunk(b"ds64", struct.pack("<QQQI", 100, 8, 4, 0)) + riff_chunk(
            b"fmt ", wav_format(1, 16, 1)) + b"data\xff\xff\xff\xff" + pcm(16, samples))
        self.file("rf64.wav", b"RF64\xff\xff\xff\xff" + body)
        for name in ("rifx.wav", "wavex.wav", "rf64.wav"):
            got = self.stet_json("bits", name)
            self.assertEqual((got["sha256"], got["shape"]), (want["sha256"], [4]), name)

    def test_size_unknown_means_to_the_end(self):
        """What programs write into a pipe, in which they cannot go back: SoX and espeak 0x7ffff000,
        ffmpeg and mpg123 0xffffffff, arecord 0x80000000, GStreamer, Csound and Python's wave 0."""
        whole = wav(1, 16, 1, pcm(16, [5, 6, 7, 8]))
        self.file("whole.wav", whole)
        want = self.stet_json("bits", "whole.wav")["sha256"]
        self.assertNotIn("stream", self.stet_json("fft", "whole.wav")["format"])
        sizes = [0, 0x7ffff000, 0x7fffff00, 0x7fffffff - 36, 0x7fffffff, 0x80000000, 0xffffff00, 0xffffffdb,
                 0xfffffffe, 0xffffffff]
        streams = [whole[:4] + struct.pack("<I", (size + 36) % 2**32) + whole[8:40] + struct.pack("<I", size)
                   + whole[44:] for size in sizes]
        listed = riff_chunk(b"LIST", b"INFOISFT")
        streams += [streams[-1][:36] + listed + streams[-1][36:]]
        streams += [b"RF64\xff\xff\xff\xffWAVE" + riff_chunk(b"ds64", struct.pack("<QQQI", size, size, 0, 0))
                    + whole[12:40] + b"\xff" * 4 + whole[44:] for size in (0, 2**64 - 1)]
        for stream in streams:
            self.file("stream.wav", stream)
            self.assertEqual(self.stet_json("bits", "stream.wav")["sha256"], want, stream)
            self.assertTrue(self.stet_json("fft", "stream.wav")["format"].endswith(
                "1 channel, a stream of no stated size: read to its end"))
        for size in (10, 0x40000000, 0x7ffe0000, 0x80010000, 0xfffe0000):  # a promise, not kept
            self.file("cut.wav", whole[:40] + struct.pack("<I", size) + whole[44:])
            self.assertIn("cut short", self.error("bits", "cut.wav"))

    def test_empty_is_not_a_stream(self):
        whole = wav(1, 16, 1, b"")
        for behind in (b"", riff_chunk(b"LIST", b"INFOISFT"), riff_chunk(b"LIST", b"odd")):
            self.file("empty.wav", whole + behind)
            self.assertEqual(self.stet_json("bits", "empty.wav")["shape"], [0])
            self.assertIn("the array is empty", self.error("fft", "empty.wav"))

    def test_picture_has_hertz(self):
        self.file("in.wav", wav(1, 16, 1, pcm(16, [1000, -1000] * 64), rate=8000))
        self.stet("fft", "in.wav", "--plot", "p.svg")
        text = (self.dir / "p.svg").read_text()
        self.assertIn(">frequency (Hz)<", text)
        self.assertIn(">4k<", text)

    def test_against_npy(self):
        samples = [0.25, -0.5, 0.125]
        self.file("in.wav", wav(1, 32, 3, struct.pack("<3f", *samples)))
        self.file("in.npy", npy("float32", (3,), {(i,): s for i, s in enumerate(samples)}))
        self.assertIn("the same bits", self.stet("compare", "in.wav", "in.npy"))


if __name__ == "__main__":
    unittest.main()
