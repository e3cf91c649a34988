# SPDX-License-Identifier: Apache-2.0
"""sum, dot and trig agree with exact fractions and mpmath."""

from fractions import Fraction

import numpy as np
import pytest

import stet

rng = np.random.default_rng(7)


def wild(shape, dtype):
    """Returns numbers of very different sizes; their sum cancels."""
    x = rng.standard_normal(shape) * 2.0 ** rng.integers(-30, 30, shape)
    x = x.astype(dtype)
    half = x.shape[-1] // 2
    x[..., half : 2 * half] = -x[..., :half]
    return x


def rounded(exact, dtype):
    """Rounds a fraction once. CPython's division of integers is correctly rounded; float32 goes through a
    double that is rounded to odd."""
    if dtype == np.float64:
        return np.float64(exact.numerator / exact.denominator)
    near = exact.numerator / exact.denominator
    rest = exact - Fraction(near)
    if rest and np.float64(near).view(np.uint64) % 2 == 0:
        near = np.nextafter(near, np.inf if rest > 0 else -np.inf)
    return np.float32(near)


def exact_sum(values):
    return sum((Fraction(float(v)) for v in values), Fraction(0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("n", [1, 2, 17, 300])
def test_sum_is_the_exact_one(dtype, n):
    x = wild(n, dtype)
    got = stet.sum(x)
    assert got.dtype == dtype and got == rounded(exact_sum(x), dtype)


@pytest.mark.parametrize("view", ["plain", "reversed", "steps", "transposed", "zero", "big-endian", "odd"])
@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 1), (1, 0), ()])
def test_sum_over_axes_and_strides(view, axis):
    x = wild((6, 10), np.float64)
    if view == "odd":  # misaligned; strides must be multiples of the item size
        record = np.zeros((6, 10), np.dtype("u1,f8"))
        record["f1"] = x
        y = record["f1"]
    else:
        y = {
            "plain": x,
            "reversed": x[::-1, ::-1],
            "steps": x[::2, ::3],
            "transposed": x.T,
            "zero": np.broadcast_to(x[0], (4, 10)),
            "big-endian": x.astype(">f8"),
        }[view]
    got = stet.sum(y, axis=axis)
    axes = (0, 1) if axis is None else axis
    wanted = np.vectorize(lambda v: Fraction(float(v)), otypes=[object])(y).sum(axis=axes)
    wanted = np.vectorize(lambda f: rounded(f, np.float64), otypes=[float])(wanted)
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (2, 0, 1), ()])
def test_keepdims(axis):
    for x in (wild((2, 3, 4), np.float32), wild((2, 3, 4), np.float64) * 1j):
        got = stet.sum(x, axis=axis, keepdims=True)
        assert got.shape == np.sum(x, axis=axis, keepdims=True).shape
        assert np.asarray(stet.sum(x, axis=axis)).tobytes() == got.tobytes()


def test_methods_differ_and_have_their_definitions():
    x = wild(999, np.float32)

    def pairwise(v):
        if len(v) == 1:
            return v[0]
        k = 1
        while 2 * k < len(v):
            k *= 2
        return np.float32(pairwise(v[:k]) + pairwise(v[k:]))

    assert stet.sum(x, method="pairwise") == pairwise(x)
    results = {float(stet.sum(x, method=m)) for m in ("exact", "pairwise", "compensated")}
    assert len(results) > 1


def test_sums_of_other_types():
    assert stet.sum([]) == 0.0 and stet.sum(np.zeros((0, 3)), axis=0).tolist() == [0, 0, 0]
    assert stet.sum(np.int32([1, 2])) == 3.0 and stet.sum([True, True]) == 2.0
    got = stet.sum(np.float16([1.5, 2.5]))
    assert got == 4.0 and got.dtype == np.float32
    z = wild(40, np.float64) + 1j * wild(40, np.float64)
    got = stet.sum(z.astype(np.complex64))
    parts = z.astype(np.complex64)
    assert got.dtype == np.complex64
    assert got.real == rounded(exact_sum(parts.real), np.float32)
    assert got.imag == rounded(exact_sum(parts.imag), np.float32)
    assert stet.sum(np.float64(3)) == 3.0
    assert np.isnan(stet.sum([np.inf, -np.inf])) and stet.sum([np.inf, 1]) == np.inf


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64, np.complex128])
def test_dot_is_the_exact_one(dtype):
    real = np.zeros(0, dtype).real.dtype
    a, b = wild((3, 50), real).astype(dtype), wild((50,), real).astype(dtype)
    if np.dtype(dtype).kind == "c":
        a, b = a + dtype(1j) * wild((3, 50), real), b - dtype(1j) * wild((50,), real)
    got = stet.dot(a, b)
    assert got.dtype == dtype and got.shape == (3,)
    for row, value in zip(a, got):
        re = im = Fraction(0)
        for p, q in zip(row, b):
            pr, pi, qr, qi = (Fraction(float(v)) for v in (p.real, p.imag, q.real, q.imag))
            re += pr * qr - pi * qi
            im += pr * qi + pi * qr
        assert value.real == rounded(re, real) and value.imag == rounded(im, real)
    np.testing.assert_array_equal(stet.dot(a.T, b[:, None], axis=0), got)


@pytest.mark.parametrize("function", ["sin", "cos", "sinpi", "cospi"])
def test_trig_is_correctly_rounded(function):
    mpmath = pytest.importorskip("mpmath", reason="skipped: no mpmath")
    mpmath.mp.prec = 400
    x = (rng.standard_normal(200) * 2.0 ** rng.integers(-20, 60, 200)).astype(np.float32)
    got = stet.trig(function, x)
    both = stet.trig("sincospi" if function.endswith("pi") else "sincos", x)
    assert stet.compare(got, both[0 if function.startswith("sin") else 1])
    for value, at in zip(got, x):
        exact = getattr(mpmath, function)(mpmath.mpf(float(at)))
        near = float(exact)
        low, high = (mpmath.mpf(float(np.nextafter(value, s))) for s in (np.float32(-9), np.float32(9)))
        v = mpmath.mpf(float(value))
        assert (low + v) / 2 <= exact <= (v + high) / 2, (function, at, near)


def test_trig_shapes_and_flavors():
    x = np.float32([[0, 1], [2, 1e6]])
    assert stet.trig("sin", x.T).shape == (2, 2)
    np.testing.assert_array_equal(stet.trig("sin", x.T), stet.trig("sin", x).T)
    assert stet.trig("sin", np.float32(0)).dtype == np.float32
    assert stet.trig("sin", 2**60) == stet.trig("sin", np.float32(2**60))
    t = np.linspace(-50, 50, 4001, dtype=np.float32)
    assert not stet.compare(stet.trig("sin", t), stet.trig("sin", t, flavor="cuda13"))


BAD = [
    (lambda: stet.sum([1.0], axis=1), np.exceptions.AxisError, "axis 1 is out of bounds"),
    (lambda: stet.sum([1.0], method="x"), ValueError, "Invalid method value x; should be"),
    (lambda: stet.sum(["a"]), TypeError, "array type str"),
    (lambda: stet.sum([None]), TypeError, "array type object"),
    (lambda: stet.sum([2**63 - 1]), stet.fft.InexactError, r"sum: element \[0\]: float64 does not hold 9223372036854775807"),
    (lambda: stet.sum([2**53 + 1, 0.5]), stet.fft.InexactError, "float64 does not hold 9007199254740993"),
    (lambda: stet.dot([1.0, 1], [2**53 + 1, 0.5]), stet.fft.InexactError, "dot: element"),
    (lambda: stet.trig("sin", [2**53 + 1, 0.5]), stet.fft.InexactError, "trig: element"),
    (lambda: stet.sum(np.longdouble([1])), TypeError, "is not supported"),
    (lambda: stet.dot([1.0, 2.0], [1.0, 2.0, 3.0]), ValueError, "broadcast|shape mismatch"),
    (lambda: stet.dot(1.0, [1.0]), ValueError, "at least one dimension"),
    (lambda: stet.dot([1.0], [1.0], axis=None), TypeError, "integer"),
    (lambda: stet.dot([[1.0]], [[1.0]], axis=(0, 1)), TypeError, "integer"),
    (lambda: stet.dot([1.0], [1.0], axis=1), np.exceptions.AxisError, "axis 1 is out of bounds"),
    (lambda: stet.trig("tan", [0.0]), ValueError, "Invalid function value tan; should be"),
    (lambda: stet.trig("sin", [0.1]), ValueError, "float32 does not hold"),
    (lambda: stet.trig("sin", 2**53 + 1), ValueError, "float32 does not hold"),
    (lambda: stet.trig("sin", np.uint64(2**64 - 1)), ValueError, "float32 does not hold"),
    (lambda: stet.trig("sin", np.ma.masked_less([1.0, 2.0], 2)), TypeError, "masked"),
    (lambda: stet.trig("sin", [1j]), TypeError, "array type complex128"),
    (lambda: stet.trig("sin", [0.0], flavor="x"), ValueError, "Invalid flavor value x"),
]


@pytest.mark.parametrize("call, kind, words", BAD, ids=range(len(BAD)))
def test_bad_arguments(call, kind, words):
    with pytest.raises(kind, match=words):
        call()
