# SPDX-License-Identifier: Apache-2.0
"""bits, compare, verify and certify against the command on the same arrays in files, and by themselves."""

import json
import os
import subprocess
import threading
from dataclasses import fields

import numpy as np
import pytest

import stet
from stet._judge import Comparison, Confirmation, Verdict

COMMAND = os.environ.get("STET_COMMAND")
rng = np.random.default_rng(20)


def command(tmp_path, *args, **arrays):
    """Returns the command's --json for arrays in files; args refer to the files by name."""
    if COMMAND is None:
        pytest.skip("skipped: no command (STET_COMMAND names it)")
    for name, array in arrays.items():
        np.save(tmp_path / name, array)
    words = [str(tmp_path / f"{a}.npy") if a in arrays else str(a) for a in args]
    done = subprocess.run([COMMAND, *words, "--json"], capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads(done.stdout)


def agree(report, said, ignored):
    """Asserts that every key of the command is an attribute with the same value."""
    names = {f.name for f in fields(report)} - {"table"}
    assert set(said) - ignored <= names
    for name in names:
        value, wanted = getattr(report, name), said.get(name)
        assert json.loads(json.dumps(value)) == wanted, name


X = rng.standard_normal((3, 60))
SPECTRA = {
    "right": np.fft.fft(X),
    "half": np.fft.rfft(X),
    "single": np.fft.fft(X.astype(np.float32)).astype(np.complex64),  # NumPy 1.26 computes in double
    "scaled": np.fft.fft(X) / 60,
    "shifted": np.fft.fftshift(np.fft.fft(X), axes=1),
    "other": rng.standard_normal((3, 60)) + 0j,
    "axes": np.fft.fft2(X),
}


@pytest.mark.parametrize("name", SPECTRA)
def test_verify_says_what_the_command_says(tmp_path, name):
    y = SPECTRA[name]
    said = command(tmp_path, "verify", "x", "y", x=X, y=y)
    v = stet.verify(X, y)
    agree(v, said, {"input", "spectrum"})
    assert v.passed == (name in ("right", "half", "single")) == bool(v)
    assert v.text in str(v)


def test_verify_options(tmp_path):
    y = np.fft.ifft2(X, norm="ortho").astype(np.complex64)
    v = stet.verify(X, y, axes=(0, 1), norm="ortho", inverse=True, expect="f32")
    words = ["--axes", "0,1", "--norm", "ortho", "--inverse", "--expect", "f32"]
    agree(v, command(tmp_path, "verify", "x", "y", *words, x=X, y=y), {"input", "spectrum"})
    assert v.passed and v.format == "f32"
    assert not stet.verify(X, y, axes=(0, 1), inverse=True).passed
    assert stet.verify(X, np.fft.fft(X, 50), n=50).passed
    assert stet.verify(np.fft.rfft(X), X, kind="c2r").passed


def test_mistakes_that_change_the_shape(tmp_path):
    odd, signal = np.fft.rfft(X[:, 1:]), X[0]
    cases = {
        "other_length": (odd, np.fft.irfft(odd), {"n": 59}),
        "bin_0_missing": (signal, np.fft.rfft(signal)[1:], {}),
        "padded": (X, np.fft.rfft2(X, (4, 64)), {"axes": (0, 1)}),
        "pairs_as_complex": (signal, np.fft.fft(signal.view(complex)), {}),
    }
    for name, (x, y, options) in cases.items():
        v = stet.verify(x, y, **options)
        assert (v.bug, v.passed, v.right_results) == (name, False, None), v.text
    v = stet.verify(signal, np.where(np.arange(31) < 9, np.fft.rfft(signal), 7j * np.arange(31) ** 2))
    assert (v.verdict, v.right_results, v.right_where) == ("unexplained", 9, "0 to 8")
    assert v.text.endswith("; 9 of 31 results are right: 0 to 8")


def test_verify_of_16_bits():
    x = X.astype(np.float16)
    y = stet.fft.fft(x.astype(np.float64), level="correct")
    pairs = np.stack((y.real, y.imag), -1).astype(np.float16)
    v = stet.verify(x, pairs)
    assert (v.verdict, v.format) == ("correctly_rounded", "f16")
    packed = stet.fft.fft(x, half="io")
    assert packed.dtype == stet.fft.complex32 and stet.verify(x, packed).passed
    assert stet.bits(packed) == stet.bits(packed.view(np.float16))
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="skipped: no ml_dtypes")
    x = X.astype(ml_dtypes.bfloat16)
    y = stet.fft.fft(x.astype(np.float64), level="correct")
    pairs = np.stack((y.real, y.imag), -1).astype(ml_dtypes.bfloat16)
    v = stet.verify(np.stack((x, 0 * x), -1), pairs, complex=True)
    assert (v.verdict, v.format) == ("correctly_rounded", "bf16")


COMPARED = {
    "same": (X, X.copy()),
    "last bit": (X, np.nextafter(X, 9)),
    "type": (X, X.astype(np.float32)),
    "shape": (X, X[:2]),
    "complex": (SPECTRA["right"], SPECTRA["right"] * (1 + 2e-16)),
    "whole": (np.arange(5), np.arange(5) ** 2),
    "nan": (np.array([np.nan, 0.0, 1.0]), np.array([np.nan, -0.0, np.nan])),
}


@pytest.mark.parametrize("name", COMPARED)
def test_compare_says_what_the_command_says(tmp_path, name):
    a, b = COMPARED[name]
    c = stet.compare(a, b)
    agree(c, command(tmp_path, "compare", "a", "b", a=a, b=b), {"a", "b"})
    assert bool(c) == c.same == (name == "same")


ARRAYS = [
    np.zeros((0, 3)),
    np.float32(1.5),
    np.array([True, False]),
    np.arange(6, dtype=">i4").reshape(2, 3).T,
    np.array([np.nan, -np.nan, 1]),
    np.float16([1, 2]),
    np.asfortranarray(SPECTRA["right"]),
    SPECTRA["right"][::-2, ::3],
]


@pytest.mark.parametrize("array", ARRAYS, ids=range(len(ARRAYS)))
def test_bits_are_those_of_the_command(tmp_path, array):
    assert stet.bits(array) == command(tmp_path, "bits", "a", a=array)["sha256"]


def test_bits_by_their_definition():
    import hashlib

    a = rng.standard_normal((7, 5))
    assert stet.bits(a.T) == hashlib.sha256(a.T.tobytes()).hexdigest()
    assert stet.bits(a) != stet.bits(a.T)
    quiet, other = np.array([0x7FF8000000000000, 0xFFF0000000000001], np.uint64).view(np.float64)
    assert stet.bits([other]) == stet.bits([quiet])


def test_certificates_are_those_of_the_command(tmp_path):
    x = X.astype(np.float32)
    y, paper = stet.certificate(x, kind="r2c", norm="ortho")
    assert y.dtype == np.complex64 and stet.verify(x, y, norm="ortho").verdict == "correctly_rounded"
    (tmp_path / "paper.json").write_text(paper)
    said = command(tmp_path, "certify", str(tmp_path / "paper.json"), "x", "y", x=x, y=y)
    c = stet.certify(paper, x, y)
    agree(c, said, {"certificate", "input", "output"})
    assert c and stet.certify(json.loads(paper), x, y).result == "confirmed"
    false = y.copy()
    false[0, 3] *= 1 + 1e-6
    assert stet.certify(paper, x, false).result == "refused"
    forged = json.loads(paper)
    forged["output"]["sha256"] = stet.bits(false)
    assert stet.certify(forged, x, false).result == "false"


@pytest.mark.parametrize("dtype", ["int16", "float32", "complex64", "float64", ">f8", "complex128"])
def test_certificates_of_every_type(dtype):
    x = (100 * X).astype(dtype)
    y, paper = stet.certificate(x, axes=(1, 0), inverse=True)
    assert y.dtype == (np.complex64 if dtype in ("float32", "complex64") else np.complex128)
    assert stet.certify(paper, x, y)
    back, paper = stet.certificate(y, kind="c2r", n=118, axes=1)
    assert back.shape == (3, 118) and stet.certify(paper, y, back)


# The message cuts this word, because it is too long, in the middle of a character.
CUT = json.loads(stet.certificate(X)[1])
CUT["transform"]["kind"] = "é" * 1000

BAD = [
    (lambda: stet.verify(X, SPECTRA["right"], axes=2), np.exceptions.AxisError, "axis 2 is out of bounds"),
    (lambda: stet.verify(X, SPECTRA["right"], axes=(0, 0)), ValueError, "repeated axis"),
    (lambda: stet.verify(X, SPECTRA["right"], norm="x"), ValueError, "Invalid norm value x; should be"),
    (lambda: stet.verify(X, SPECTRA["right"], kind="x"), ValueError, "Invalid kind value x; should be"),
    (lambda: stet.verify(X, SPECTRA["right"], kind=3), ValueError, "Invalid kind value 3; should be"),
    (lambda: stet.verify(X, SPECTRA["right"], expect="x"), ValueError, "Invalid expect value x; should be"),
    (lambda: stet.verify(X, SPECTRA["right"], n=0), ValueError, "Invalid number of FFT data points"),
    (lambda: stet.verify(X, X[:2]), ValueError, "real numbers"),
    (lambda: stet.verify(X[:0], X[:0]), ValueError, "nothing to verify"),
    (lambda: stet.verify(1.0, 1.0), ValueError, "a single number"),
    (lambda: stet.verify(X * np.inf, SPECTRA["right"]), ValueError, "NaN or infinite"),
    (lambda: stet.verify(X, SPECTRA["right"][:2, :7]), ValueError, "kind="),
    (lambda: stet.bits(["a"]), TypeError, "array type str"),
    (lambda: stet.bits(np.array([None])), TypeError, "array type object"),
    (lambda: stet.bits(np.longdouble(1)), TypeError, "array type float128|longdouble"),
    (lambda: stet.bits(np.zeros(2, "i4,f4")), TypeError, "array type void"),
    (lambda: stet.bits(np.ma.array([1.0, 2.0], mask=[0, 1])), TypeError, "masked"),
    (lambda: stet.compare(X, [[1], [2, 3]]), ValueError, "inhomogeneous"),
    (lambda: stet.certify("{", X, X), ValueError, "certificate: line 1"),
    (lambda: stet.certify("{}", X, X), ValueError, "certificate: format: missing"),
    (lambda: stet.certify(CUT, X, X), ValueError, "kind: 'é"),
    (lambda: stet.certify(3, X, X), TypeError, "certificate must be JSON text"),
    (lambda: stet.certificate(X, workers=0), ValueError, "workers must not be zero"),
    (lambda: stet.certificate(X * np.nan), ValueError, "nothing to certify"),
    (lambda: stet.certificate(X[:0]), ValueError, "Invalid number of data points"),
    (lambda: stet.certificate(X + 0j, kind="r2c"), TypeError, "r2c needs real input"),
    (lambda: stet.certificate(X, kind="c2r", n=4), ValueError, "Invalid number of data points"),
]


@pytest.mark.parametrize("call, kind, words", BAD, ids=range(len(BAD)))
def test_bad_arguments(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_subclasses_and_read_only_arrays():
    a = X.copy()
    a.flags.writeable = False
    plain = stet.bits(X)
    assert stet.bits(a) == stet.bits(a.view(np.recarray)) == stet.bits(np.ma.array(a)) == plain
    assert stet.bits(X.tolist()) == plain


def test_the_lock_is_released():
    """Another thread runs while a large verdict is computed."""
    x = rng.standard_normal(1 << 17)
    y = np.fft.rfft(x)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(None)

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        assert stet.verify(x, y)
    finally:
        stop.set()
        thread.join()
    assert len(ticks) > 3


def test_reports_are_hashable_values():
    a, b = (stet.compare(X, X) for _ in range(2))
    assert a == b and isinstance(a, Comparison)
    assert issubclass(Verdict, object) and issubclass(Confirmation, object)


def test_real_transforms(tmp_path):
    y = stet.fft.dctn(X)
    v = stet.verify(X, y, kind="dct2", axes=(0, 1))
    agree(v, command(tmp_path, "verify", "x", "y", "--kind", "dct2", "--axes", "0,1", x=X, y=y), {"input", "spectrum"})
    assert v.passed and v.kind == "dct2,dct2"
    assert stet.verify(X, y, kind="dct3", axes=(0, 1)).bug is not None
    with pytest.raises(ValueError, match="Invalid kind value dct9"):
        stet.verify(X, y, kind="dct9")
