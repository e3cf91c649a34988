# SPDX-License-Identifier: Apache-2.0
"""Wrong arguments raise TypeError or ValueError with numpy's text; nothing crashes, and nothing is written."""
from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import stet
from stet import fft as f

ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]


@pytest.mark.parametrize("name", ONE)
def test_lengths_and_axes(name: str) -> None:
    call = getattr(f, name)
    x = np.ones((3, 4))
    for n in (0, -1, -(2**62)):
        with pytest.raises(ValueError, match=r"Invalid number of FFT data points \(.*\) specified"):
            call(x, n)
    for n in (2**63, 1e3, "3", [3]):
        with pytest.raises((TypeError, OverflowError)):
            call(x, n)
    with pytest.raises((MemoryError, ValueError)):
        call(x, 2**62)
    for axis in (2, -3, 2**31):
        with pytest.raises(np.exceptions.AxisError):
            call(x, axis=axis)
    with pytest.raises(TypeError):
        call(x, axis=0.0)
    with pytest.raises(IndexError):
        call(np.float64(3.0))


@pytest.mark.parametrize("name", ONE)
def test_options(name: str) -> None:
    call = getattr(f, name)
    x = np.ones(4)
    for norm in ("no", "", 3, "backward\0", "\ud800", b"ortho"):
        with pytest.raises(ValueError, match="Invalid norm value"):
            call(x, norm=norm)
    for level in ("fast", None, 1, ""):
        with pytest.raises(ValueError, match="Invalid level"):
            call(x, level=level)
    with pytest.raises(ValueError, match="workers must not be zero"):
        call(x, workers=0)
    with pytest.raises(ValueError, match="workers value out of range"):
        call(x, workers=-(10**6))
    with pytest.raises(TypeError):
        call(x, workers=1.5)
    with pytest.raises(TypeError, match="half= is for 16-bit numbers"):
        call(x, half="io")
    with pytest.raises(ValueError, match="Invalid half mode"):
        call(x.astype(np.float16), half="fast")
    assert call(x, workers=10**9).size


@pytest.mark.parametrize(
    "x",
    [
        np.ones(4, np.longdouble), np.ones(4, np.clongdouble), np.array(["a", "b"]), np.array([b"a"]),
        np.array([None, 1]), np.array([1.5, 2], object), np.zeros(3, "M8[s]"), np.zeros(3, "m8[s]"),
        np.zeros(3, [("a", "f4"), ("b", "f4")]), np.zeros(3, [("re", "f4"), ("im", "f4")]), np.zeros(3, "V4"),
        "text", {1: 2}, None, object(),
    ],
    ids=lambda x: str(getattr(x, "dtype", type(x))),
)  # fmt: skip
@pytest.mark.parametrize("name", [*ONE, "dct", "fftn", "irfftn"])
def test_what_is_no_number(name: str, x: Any) -> None:
    with pytest.raises((TypeError, IndexError)):
        getattr(f, name)(x)


def test_real_transforms_take_no_complex_numbers() -> None:
    for name in ("rfft", "ihfft", "rfftn", "ihfft2"):
        with pytest.raises(TypeError, match="takes real numbers"):
            getattr(f, name)(np.ones((2, 2), complex))


@pytest.mark.parametrize("name", [n for n in f.__all__ if n.rstrip("2n").endswith(("fft", "dct", "dst"))])
def test_scipys_arguments(name: str) -> None:
    """Every function takes overwrite_x, plan and x=; a= is NumPy's name."""
    call = getattr(f, name)
    x = np.arange(12.0).reshape(3, 4)
    wanted = call(x).tobytes()
    kept = x.copy()
    assert call(x=x, overwrite_x=True, plan=None, workers=1).tobytes() == wanted
    assert call(x, overwrite_x=False).tobytes() == wanted and (x == kept).all()
    with pytest.raises(NotImplementedError, match="plan="):
        call(x, plan=3)
    with pytest.raises(TypeError):
        call(x, x=x)
    with pytest.raises(TypeError):
        call()
    if "fft" in name:
        assert call(a=x).tobytes() == wanted


def test_errors_speak_of_python() -> None:
    """Messages name no option or header of C, and they name the transform."""
    half = np.ones(8, np.float16)
    for call, words in (
        (lambda: f.dct([1.0], 1), r"Invalid number of FFT data points \(1\) specified: a DCT of type 1 needs 2"),
        (lambda: f.idctn(np.ones((2, 1)), 1), "type 1 needs 2"),
        (lambda: f.fft([1.0, 2], level="extended-ff"), '"extended-ff" is for float32 and complex64, not for dtype float64'),
        (lambda: f.dst([1, 2], level="extended-ff"), "not for dtype int64"),
        (lambda: stet.Plan("rfft", 8, level="extended-ff"), "not for dtype float64"),
        (lambda: f.fft(half, half="native", level="correct"), "fft: half= has no such mode"),
        (lambda: f.dct(half.view(f.complex32)), r"dct\(\) does not support 16-bit complex numbers"),
        (lambda: f.idst(np.ones(4), out=np.ones(4, int)), r"idst\(\): cannot cast"),
        (lambda: stet.conv([1.0], [1.0], operator="time"), "length"),
        (lambda: stet.Conv([1.0], 0), "length"),
        (lambda: stet.Conv([1.0], 4, channels=0), "channels"),
        (lambda: stet.Conv([1.0], 4, method="strict", extended=["fft"]), "extended="),
    ):  # fmt: skip
        with pytest.raises((ValueError, TypeError, MemoryError), match=words) as refused:
            call()
        assert not re.search(r"stet\.h|STET_|options\.|struct|sizeof|r2r|unknown precision", str(refused.value))
    assert f.fft(np.float32([1, 2]), level="extended-ff").dtype == np.complex64


def test_empty() -> None:
    for name in ONE:
        call = getattr(f, name)
        with pytest.raises(ValueError, match="Invalid number of FFT data points"):
            call([])
        with pytest.raises(ValueError, match="Invalid number of FFT data points"):
            call(np.zeros((2, 0)))
        assert call(np.zeros((0, 4)), 5).shape[0] == 0
    assert f.fft(np.zeros((0, 4))).dtype == np.complex128
    np.testing.assert_array_equal(f.fft(np.zeros(0), 3), np.zeros(3))
    with pytest.raises(ValueError, match="Invalid number of FFT data points"):
        f.irfft([1.0])
    with pytest.raises(ValueError):
        f.fftn(np.zeros((2, 0)))


def test_out() -> None:
    x = np.arange(12.0).reshape(3, 4) + 1j
    wanted = f.fft(x)
    for out in (np.empty((3, 4), complex), np.empty((4, 3), complex).T, np.empty((3, 8), complex)[:, ::-2]):
        assert f.fft(x, out=out) is out
        assert np.ascontiguousarray(out).tobytes() == wanted.tobytes()
    narrow = np.empty((3, 4), np.complex64)
    f.fft(x, out=narrow)
    assert narrow.tobytes() == wanted.astype(np.complex64).tobytes()
    with pytest.raises(ValueError, match="output array has wrong shape"):
        f.fft(x, out=np.empty((3, 5), complex))
    with pytest.raises(ValueError, match="output array has wrong shape"):
        f.fft(x, out=np.empty(12, complex))
    with pytest.raises(TypeError, match="return arrays must be of ArrayType"):
        f.fft(x, out=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cannot cast"):
        f.fft(x, out=np.empty((3, 4)))
    fixed = np.zeros((3, 4), complex)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        f.fft(x, out=fixed)
    assert not fixed.any()


def test_out_that_is_or_overlaps_the_input(rng: np.random.Generator) -> None:
    room = rng.standard_normal(64) + 1j * rng.standard_normal(64)
    for name, there, here, n in (
        ("fft", slice(0, 16), slice(0, 16), None),
        ("fft", slice(0, 16), slice(1, 17), None),
        ("fft", slice(1, 17), slice(0, 16), None),
        ("ifft", slice(0, 32, 2), slice(0, 16), None),
        ("ifft", slice(15, None, -1), slice(0, 16), None),
        ("fft", slice(0, 16), slice(4, 24), 20),
        ("fft", slice(4, 20), slice(0, 10), 10),
        ("fft", slice(8, 20), slice(0, 20), 20),
    ):
        memory = room.copy()
        wanted = getattr(f, name)(memory[there].copy(), n)
        getattr(f, name)(memory[there], n, out=memory[here])
        assert memory[here].tobytes() == wanted.tobytes(), (name, there, here)
    real = rng.standard_normal(34)
    wanted = f.rfft(real[:32].copy())
    f.rfft(real[:32], out=real.view(complex))
    assert real.view(complex).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.float16])
@pytest.mark.parametrize("start", [0, 1, 5])
def test_out_on_real_numbers(rng: np.random.Generator, dtype: type, start: int) -> None:
    """The input is converted while it overlaps the output. NumPy's own x[::2] = x[:n] is wrong there."""
    half: Any = {"half": "io"} if dtype == np.float16 else {}
    for first in (0, 2):
        room = np.zeros(32, f.complex32 if half else np.result_type(dtype, np.complex64))
        x = room.view(dtype)[start : start + 16]
        x[...] = (100 * rng.standard_normal(16)).astype(dtype)
        wanted = f.fft(x.copy(), **half)
        f.fft(x, out=room[first : first + 16], **half)
        assert room[first : first + 16].tobytes() == wanted.tobytes()


def test_out_of_any_dtype_for_16_bits() -> None:
    x = np.float16([1, 2, 3, 4])
    for dtype in (np.clongdouble, object, np.complex128):
        out = np.empty(4, dtype)
        assert f.fft(x, out=out) is out
        assert list(out) == list(f.fft(x))
    ml = pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes")
    y = np.empty(3, [("re", ml.bfloat16), ("im", ml.bfloat16)])
    f.rfft(x.astype(ml.bfloat16), out=y)
    assert y.tobytes() == f.rfft(x.astype(ml.bfloat16), half="io").tobytes()
    if hasattr(ml, "complex32"):
        for z in (np.empty(3, ml.complex32), np.empty(6, ml.complex32)[::-2]):
            assert f.rfft(x, out=z).tobytes() == f.rfft(x, half="io").tobytes()


def test_out_of_no_axis() -> None:
    assert f.fftn(np.ones(3), axes=(), out=np.empty(3, complex)).tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="wrong shape"):
        f.fftn(np.ones(3), axes=(), out=np.empty((5, 3), complex))


def test_out_with_shared_addresses() -> None:
    """If two outputs share an address, the last written one stays, as in NumPy; no other element is touched."""
    room = np.full(8, 7.0 + 0j)
    shared = np.lib.stride_tricks.as_strided(room, (3, 4), (0, 16))
    f.fft(np.arange(12.0).reshape(3, 4), out=shared)
    assert shared[0].tobytes() == f.fft(np.arange(8.0, 12)).tobytes()
    assert (room[4:] == 7).all()


def test_the_input_is_kept(rng: np.random.Generator) -> None:
    x = rng.standard_normal((4, 6)) + 1j * rng.standard_normal((4, 6))
    x.flags.writeable = False
    kept = x.tobytes()
    for name in ("fft", "irfft", "hfft", "fftn", "irfftn", "hfftn", "dct", "idst", "dctn"):
        getattr(f, name)(x)
        assert x.tobytes() == kept


def test_subclasses_and_sequences() -> None:
    class Mine(np.ndarray):
        pass

    x = np.arange(4.0)
    wanted = f.fft(x).tobytes()
    for other in (x.view(Mine), list(x), tuple(x), np.ma.masked_array(x), memoryview(x)):
        result = f.fft(other)
        assert type(result) is np.ndarray
        assert result.tobytes() == wanted


def test_16_bits(rng: np.random.Generator) -> None:
    x = rng.standard_normal(64).astype(np.float16)
    assert f.rfft(x).tobytes() == f.rfft(x.astype(np.float32)).tobytes()
    for mode in ("io", "store", "native"):
        y = f.rfft(x, half=mode)
        assert y.dtype == f.complex32 and y.shape == (33,)
        z = f.irfft(y, half=mode)
        assert z.dtype == np.float16
        assert np.abs(z.astype(float) - x).max() < 0.02
    parts = f.rfft(x, half="io").view(np.float16).reshape(33, 2)
    exact = f.rfft(x.astype(np.float32)).view(np.float32).reshape(33, 2)
    assert parts.tobytes() == exact.astype(np.float16).tobytes()
    spectrum = f.fft(x, half="io")
    assert f.fft(spectrum).dtype == f.complex32
    out = np.empty(64, np.float16)
    assert f.irfft(f.rfft(x, half="io"), out=out) is out
    strided = np.repeat(spectrum, 2)[::2]
    assert f.ifft(strided).tobytes() == f.ifft(spectrum).tobytes()
    assert f.ifft(spectrum, 100).tobytes() == f.ifft(np.pad(spectrum, (0, 36))).tobytes()
    assert f.dct(x).dtype == np.float32
    with pytest.raises(TypeError):
        f.dct(spectrum)
    with pytest.warns(RuntimeWarning, match="overflow encountered in fft"):
        f.fft(np.full(64, 60000, np.float16), half="io")
    correct = f.fft(x, half="io", level="correct")
    assert correct.dtype == f.complex32


def test_bfloat16(rng: np.random.Generator) -> None:
    ml = pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes")
    x = rng.standard_normal(40).astype(ml.bfloat16)
    assert f.rfft(x).tobytes() == f.rfft(x.astype(np.float32)).tobytes()
    y = f.rfft(x, half="io")
    assert y.itemsize == 4
    assert f.irfft(y).dtype == ml.bfloat16
    parts = y.view(np.uint16).view(ml.bfloat16)
    exact = f.rfft(x.astype(np.float32)).view(np.float32)
    assert parts.tobytes() == exact.astype(ml.bfloat16).tobytes()
    pairs = y.view([("re", ml.bfloat16), ("im", ml.bfloat16)])
    assert f.irfft(pairs).tobytes() == f.irfft(y).tobytes()
    if hasattr(ml, "complex32"):
        z = f.rfft(x.astype(np.float16), half="io").view(ml.complex32)
        assert f.ifft(z).dtype == ml.complex32


def test_frequencies_and_shifts(rng: np.random.Generator) -> None:
    for n in (1, 2, 7, 8):
        for d in (1.0, 0.3, 2):
            np.testing.assert_array_equal(f.fftfreq(n, d), np.fft.fftfreq(n, 1) / d if d == 1 else f.fftfreq(n, d))
            np.testing.assert_allclose(f.fftfreq(n, d), np.fft.fftfreq(n, d), rtol=4e-16)
            np.testing.assert_allclose(f.rfftfreq(n, d), np.fft.rfftfreq(n, d), rtol=4e-16)
    assert f.fftfreq(4, dtype=np.float32).dtype == np.float32
    large = 2**24 + 4  # float32 holds only even numbers from 2^24 on
    assert f.fftfreq(large, 1 / large, dtype=np.float32)[-3:].tolist() == [-3, -2, -1]
    x = rng.standard_normal((5, 6))
    for axes in (None, 0, -1, (0, 1), [1]):
        np.testing.assert_array_equal(f.fftshift(x, axes), np.fft.fftshift(x, axes))
        np.testing.assert_array_equal(f.ifftshift(x, axes), np.fft.ifftshift(x, axes))
        np.testing.assert_array_equal(f.ifftshift(f.fftshift(x, axes), axes), x)
    for wrong in (2.5, "4"):
        with pytest.raises(ValueError, match="n should be an integer"):
            f.fftfreq(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cpu"):
        f.fftfreq(4, device="cuda")


def test_fast_lengths() -> None:
    def is_fast(n: int) -> bool:
        for p in (2, 3, 5, 7, 11, 13):
            while n % p == 0:
                n //= p
        return n == 1

    fast = [n for n in range(1, 3000) if is_fast(n)]
    for n in range(1, 2900):
        assert f.next_fast_len(n) == next(m for m in fast if m >= n)
        assert f.prev_fast_len(n) == max(m for m in fast if m <= n)
    assert f.next_fast_len(0) == 0
    for n in (10**9 + 7, 10**12 + 39, 2**60 - 1, 2**60):
        above, below = f.next_fast_len(n), f.prev_fast_len(n)
        assert is_fast(above) and is_fast(below) and below <= n <= above
        assert f.prev_fast_len(above) == above and f.next_fast_len(below + (below < n)) == above
    for wrong in (-1, -(2**70), 2**60 + 1, 2**70):
        with pytest.raises(ValueError, match="Target length"):
            f.next_fast_len(wrong)
        with pytest.raises(ValueError, match="Target length"):
            f.prev_fast_len(wrong)
    with pytest.raises(ValueError, match="positive"):
        f.prev_fast_len(0)
    with pytest.raises(TypeError):
        f.next_fast_len(2.5)  # type: ignore[arg-type]


def test_the_array_api_extension() -> None:
    """Checks the 14 functions with the signatures of the standard: x positional, the rest by keyword."""
    x = np.ones((2, 4), np.float32)
    z = x.astype(np.complex64)
    for name in ("fft", "ifft", "irfft", "hfft"):
        assert getattr(f, name)(z, n=4, axis=-1, norm="ortho").dtype.itemsize == (8 if "i" != name[0] and name == "fft" or name == "ifft" else 4)
    for name in ("rfft", "ihfft"):
        assert getattr(f, name)(x, n=4, axis=-1, norm="backward").dtype == np.complex64
    for name in ("fftn", "ifftn", "irfftn"):
        getattr(f, name)(z, s=(2, 4), axes=(0, 1), norm="forward")
    assert f.rfftn(x, s=(2, 4), axes=(0, 1), norm="forward").dtype == np.complex64
    assert f.fftfreq(5, d=2.0, dtype=np.float32, device="cpu").dtype == np.float32
    assert f.rfftfreq(5, d=2.0, device=None).dtype == np.float64
    f.fftshift(x, axes=(0,)), f.ifftshift(x, axes=1)
