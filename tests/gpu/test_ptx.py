# SPDX-License-Identifier: Apache-2.0
"""libstet_gpu with PTX of its own (doors/gpu/ptx) and without NVRTC, on the made-up device, which runs what the PTX was made of."""
import os
import unittest

os.environ["STET_NVRTC"] = "/nowhere/libnvrtc.so"

from test_python import Array, cpu, gpu, numbers  # noqa: E402


class Ptx(unittest.TestCase):
    def test_there(self):
        x = numbers(512)
        for call, direction in (gpu.fft, 1), (gpu.ifft, 2):
            want = cpu(1, 1, 1, direction, 256, x, "f", 512)
            self.assertEqual(call(Array((256,), "complex64", x)).raw(), want)
            for batch in 2, 7, 100:
                self.assertEqual(call(Array((batch, 256), "complex64", batch * x)).raw(), batch * want)

    def test_not_there(self):
        with self.assertRaises(gpu.GpuError) as caught:
            gpu.fft(Array((60,), "complex64", numbers(120)))
        self.assertEqual(caught.exception.status, -103)


if __name__ == "__main__":
    unittest.main()
