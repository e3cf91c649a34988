# SPDX-License-Identifier: Apache-2.0
"""stet.gpu on the made-up CUDA device (fake.h), arrays being objects with __cuda_array_interface__; bits are those of
stet_transform(). Needs neither NumPy nor the rest of the package."""
import ctypes
import importlib.util
import os
import random
import struct
import threading
import unittest

SPEC = importlib.util.spec_from_file_location("stet_gpu_alone", os.environ["STET_GPU_PY"])
gpu = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(gpu)

CUDA = ctypes.CDLL("libcuda.so.1")
SIZES = {"float32": ("<f4", "f", 4), "float64": ("<f8", "d", 8), "complex64": ("<c8", "f", 8),
         "complex128": ("<c16", "d", 16), "uint8": ("|u1", "B", 1)}


class Array:
    """An array on the made-up device."""

    def __init__(self, shape, dtype, numbers=None, strides=None, stream=None):
        self.shape, self.dtype, self.strides, self.stream = tuple(shape), dtype, strides, stream
        self.typestr, self.letter, size = SIZES[dtype]
        count = 1
        for n in self.shape:
            count *= n
        self.bytes = count * size
        self.address = ctypes.c_uint64()
        context = ctypes.c_void_p()
        CUDA.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        CUDA.cuCtxPushCurrent_v2(context)
        assert CUDA.cuMemAlloc_v2(ctypes.byref(self.address), ctypes.c_size_t(max(1, self.bytes))) == 0
        CUDA.cuCtxPopCurrent_v2(ctypes.byref(context))
        ctypes.memset(self.address.value, 0xA5, self.bytes)
        if numbers is not None:
            data = struct.pack(f"<{len(numbers)}{self.letter}", *numbers)
            ctypes.memmove(self.address.value, data, len(data))

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.typestr, "data": (self.address.value, False),
                "version": 3, "strides": self.strides, "stream": self.stream}

    def stet_empty(self, shape, dtype):
        return Array(shape, dtype)

    def raw(self):
        return ctypes.string_at(self.address.value, self.bytes)


class Tensor(ctypes.Structure):
    """DLManagedTensor as far as it is read."""

    _fields_ = gpu._Tensor._fields_ + [("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Packed(Array):
    """The same by DLPack alone."""

    def __init__(self, *args, kind=2, **more):
        super().__init__(*args, **more)
        self.kind, self.streams = kind, []

    __cuda_array_interface__ = property(lambda self: None)

    def __dlpack_device__(self):
        return self.kind, 0

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        code, bits = {"f": 2, "d": 2, "B": 1}[self.letter], 8 * SIZES[self.dtype][2]
        code = 5 if self.dtype.startswith("complex") else code
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        self.tensor = Tensor(self.address.value, self.kind, 0, len(self.shape), code, bits, 1,
                             ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), None, 0)
        self.keep = shape
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.tensor), b"dltensor", None)


def cpu(kind, precision, level, direction, n, numbers, letter, outputs):
    """The same by the library on the CPU."""
    stet = gpu._library().gpu
    options = gpu._Options()
    stet.stet_options_init_size(ctypes.byref(options), ctypes.c_size_t(ctypes.sizeof(options)))
    options.kind, options.precision, options.level, options.direction = kind, precision, level, direction
    lengths = n if isinstance(n, tuple) else (n,)
    dims, ins, outs = [], 1, 1
    for i, length in reversed(list(enumerate(lengths))):
        dims.insert(0, gpu._Dim(length, ins, outs))
        half, is_last = length // 2 + 1, i == len(lengths) - 1
        ins *= half if kind == 3 and is_last else length
        outs *= half if kind == 2 and is_last else length
    options.rank, options.dims = len(dims), (gpu._Dim * len(dims))(*dims)
    data = struct.pack(f"<{len(numbers)}{letter}", *numbers)
    out = ctypes.create_string_buffer(outputs * struct.calcsize(letter))
    assert stet.stet_transform(ctypes.byref(options), data, out) == 0
    return out.raw


def numbers(count):
    values = [random.uniform(-1, 1) for _ in range(count)]
    return list(struct.unpack(f"<{count}f", struct.pack(f"<{count}f", *values)))


class Gpu(unittest.TestCase):
    def setUp(self):
        random.seed(1)

    def test_kinds(self):
        for n in 8, 30, 97:
            for dtype, letter, precision in ("complex64", "f", 1), ("complex128", "d", 2):
                x = numbers(2 * n)
                a = Array((n,), dtype, x)
                self.assertEqual(gpu.fft(a).raw(), cpu(1, precision, 1, 1, n, x, letter, 2 * n))
                self.assertEqual(gpu.ifft(a).raw(), cpu(1, precision, 1, 2, n, x, letter, 2 * n))
            x = numbers(n)
            half = gpu.rfft(Array((n,), "float32", x))
            self.assertEqual(half.shape, (n // 2 + 1,))
            self.assertEqual(half.raw(), cpu(2, 1, 1, 1, n, x, "f", 2 * (n // 2 + 1)))
            x = numbers(2 * (n // 2 + 1))
            back = gpu.irfft(Array((n // 2 + 1,), "complex64", x), n)
            self.assertEqual(back.raw(), cpu(3, 1, 1, 2, n, x, "f", n))

    def test_levels(self):
        x = numbers(60)
        for level, number in ("extended", 2), ("correct", 3), ("extended-ff", 4):
            y = gpu.fft(Array((30,), "complex64", x), level=level)
            self.assertEqual(y.raw(), cpu(1, 1, number, 1, 30, x, "f", 60), level)

    def test_by_the_cpu(self):
        """Level correct of double has no kernel: the CPU does it, in place too."""
        x = numbers(60)
        want = cpu(1, 2, 3, 1, 30, x, "d", 60)
        a = Array((30,), "complex128", x)
        self.assertEqual(gpu.fft(a, level="correct").raw(), want)
        self.assertEqual(gpu.fft(a, level="correct", out=a).raw(), want)

    def test_several_axes(self):
        x = numbers(2 * 6 * 10)
        for call, kind, direction, outputs in (gpu.fftn, 1, 1, 120), (gpu.ifftn, 1, 2, 120):
            got = call(Array((6, 10), "complex64", x)).raw()
            self.assertEqual(got, cpu(kind, 1, 1, direction, (6, 10), x, "f", outputs))
            # The same axes in the other order, of a transposed array.
            a = Array((10, 6), "complex64", x, strides=(8, 80))
            other = call(a, axes=(1, 0)).raw()
            self.assertEqual(b"".join(other[8 * (6 * k + i) : 8 * (6 * k + i + 1)] for i in range(6) for k in range(10)), got)
        self.assertEqual(gpu.rfftn(Array((6, 10), "float32", x[:60])).raw(), cpu(2, 1, 1, 1, (6, 10), x[:60], "f", 72))
        self.assertEqual(gpu.irfftn(Array((6, 6), "complex64", x[:72])).raw(), cpu(3, 1, 1, 2, (6, 10), x[:72], "f", 60))
        rows = gpu.fft(Array((6, 10), "complex64", x)).raw()
        self.assertEqual(gpu.fftn(Array((6, 10), "complex64", x), axes=(1,)).raw(), rows)
        with self.assertRaisesRegex(ValueError, "named once"):
            gpu.fftn(Array((6, 10), "complex64", x), axes=(1, -1))
        with self.assertRaisesRegex(ValueError, "s has 3 lengths, but there are 2 axes"):
            gpu.fftn(Array((6, 10), "complex64", x), s=(1, 1, 1), axes=(0, 1))

    def test_dlpack(self):
        x = numbers(60)
        a = Packed((30,), "complex64", x)
        self.assertEqual(gpu.fft(a, out=Packed((30,), "complex64")).raw(), cpu(1, 1, 1, 1, 30, x, "f", 60))
        self.assertEqual(a.streams, [1])
        with self.assertRaisesRegex(TypeError, "not on a CUDA device"):
            gpu.fft(Packed((30,), "complex64", x, kind=1))
        with self.assertRaisesRegex(TypeError, "of this type"):
            gpu.fft(Packed((30,), "uint8"))

    def test_threads(self):
        """One plan, several threads: each has a workspace of its own."""
        x = numbers(2 * 97)
        want, found = cpu(1, 1, 3, 1, 97, x, "f", 2 * 97), []

        def work():
            for _ in range(5):
                found.append(gpu.fft(Array((97,), "complex64", x), level="correct").raw() == want)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(found, [True] * 20)

    def test_axes(self):
        x = numbers(2 * 6 * 10)
        rows = gpu.fft(Array((6, 10), "complex64", x)).raw()
        for i in range(6):
            self.assertEqual(rows[80 * i : 80 * (i + 1)], cpu(1, 1, 1, 1, 10, x[20 * i : 20 * (i + 1)], "f", 20))
        # The same numbers as columns of an array in Fortran's order.
        a = Array((10, 6), "complex64", x, strides=(8, 80))
        columns = gpu.fft(a, axis=0).raw()
        for i in range(6):
            column = b"".join(columns[8 * (6 * k + i) : 8 * (6 * k + i + 1)] for k in range(10))
            self.assertEqual(column, rows[80 * i : 80 * (i + 1)])

    def test_out_and_stream(self):
        x = numbers(32)
        a, b = Array((16,), "complex64", x), Array((16,), "complex64")
        self.assertIs(gpu.fft(a, out=b), b)
        self.assertEqual(b.raw(), cpu(1, 1, 1, 1, 16, x, "f", 32))
        self.assertIs(gpu.fft(a, out=a), a)  # in place
        self.assertEqual(a.raw(), b.raw())
        self.assertEqual(gpu._stream_of(a, gpu._Array(a), None), 0)
        self.assertEqual(gpu._stream_of(a, gpu._Array(a), 77), 77)
        streamed = Array((16,), "complex64", x, stream=2)
        self.assertEqual(gpu._stream_of(streamed, gpu._Array(streamed), None), 2)

    def test_streams(self):
        """What lies behind DLPack is told of the stream that work is enqueued on, whoever's class it is."""
        class Stream:
            ptr = 2

        class Protocol:
            def __cuda_stream__(self):
                return 0, 2

        x = numbers(32)
        want = cpu(1, 1, 1, 1, 16, x, "f", 32)
        for stream, told in (None, 1), (2, 2), (0, 1), (Stream(), 2), (Protocol(), 2):
            a, b = Packed((16,), "complex64", x), Packed((16,), "complex64")
            self.assertEqual(gpu.fft(a, out=b, stream=stream).raw(), want)
            self.assertEqual((a.streams, b.streams), ([told], [told]))

    def test_flags(self):
        """A tensor that is the conjugate of its memory, as PyTorch's are by a flag."""
        x = numbers(32)
        conjugate = [-v if i % 2 else v for i, v in enumerate(x)]

        class Lazy(Array):
            def resolve_conj(self):
                return Array((16,), "complex64", conjugate)

            def resolve_neg(self):
                return self

            def is_conj(self):
                return True

        self.assertEqual(gpu.fft(Lazy((16,), "complex64", x)).raw(), cpu(1, 1, 1, 1, 16, conjugate, "f", 32))
        with self.assertRaisesRegex(ValueError, "by a flag"):
            gpu.fft(Array((16,), "complex64", x), out=Lazy((16,), "complex64"))

    def test_numbers_like_integers(self):
        class Eight:
            def __index__(self):
                return 8

        x = numbers(32)
        a = Array((16,), "complex64", x)
        self.assertEqual(gpu.fft(a, n=Eight()).raw(), cpu(1, 1, 1, 1, 8, x[:16], "f", 16))
        with self.assertRaisesRegex(TypeError, "integer"):
            gpu.fft(a, n=8.0)

    def test_refused(self):
        a = Array((8,), "complex64", numbers(16))
        for call, error, text in (
            (lambda: gpu.fft([1, 2]), TypeError, "is not an array on a CUDA device"),
            (lambda: gpu.rfft(a), TypeError, "real numbers"),
            (lambda: gpu.fft(a, n=9), ValueError, "the array has 8"),
            (lambda: gpu.fft(a, axis=1), IndexError, "axis 1"),
            (lambda: gpu.fft(a, norm="Ortho"), ValueError, "norm"),
            (lambda: gpu.fft(a, level="best"), ValueError, "level"),
            (lambda: gpu.fft(a, out=Array((9,), "complex64")), ValueError, "out must have shape"),
            (lambda: gpu.fft(Array((4,), "uint8")), TypeError, "are not supported"),
        ):
            with self.assertRaisesRegex(error, text):
                call()

    def test_devices(self):
        self.assertEqual(gpu.devices(), ["cuda:0 made-up device", "opencl:0 made-up device"])


if __name__ == "__main__":
    unittest.main()
