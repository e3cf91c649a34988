# SPDX-License-Identifier: Apache-2.0
"""stet.jax has the bits of stet.fft, under jit and vmap; gradients agree with those of jax.numpy.fft."""

import numpy as np
import pytest

import stet

jax = pytest.importorskip("jax", reason="skipped: no JAX")
import jax.numpy as jnp  # noqa: E402
import stet.jax  # noqa: E402
from jax.test_util import check_grads  # noqa: E402

rng = np.random.default_rng(5)


@pytest.fixture(autouse=True)
def doubles():
    with jax.enable_x64(True):
        yield


def numbers(*shape, dtype=np.complex128):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


# Name: function, input, arguments.
CASES = {
    "fft": ("fft", numbers(3, 8), ()),
    "fft of real": ("fft", numbers(3, 8, dtype=np.float64), (None, 0, "ortho")),
    "fft cut": ("fft", numbers(3, 8), (5, -1, "forward")),
    "fft filled": ("fft", numbers(3, 7, dtype=np.float32), (11,)),
    "ifft": ("ifft", numbers(2, 6, dtype=np.complex64), (7, 1)),
    "rfft": ("rfft", numbers(2, 7, dtype=np.float64), ()),
    "rfft even": ("rfft", numbers(8, 2, dtype=np.float32), (None, 0, "forward")),
    "rfft filled": ("rfft", numbers(2, 7, dtype=np.float64), (9, -1, "ortho")),
    "irfft": ("irfft", numbers(2, 5), ()),
    "irfft odd": ("irfft", numbers(2, 5), (9, -1, "ortho")),
    "irfft cut": ("irfft", numbers(5, 2, dtype=np.complex64), (4, 0)),
    "irfft one": ("irfft", numbers(2, 3), (1,)),
    "fftn": ("fftn", numbers(2, 3, 4), ()),
    "fftn of some": ("fftn", numbers(2, 3, 4), ((5, 2), (2, 0), "ortho")),
    "ifftn": ("ifftn", numbers(2, 3, 4), (None, (2, 0))),
    "rfftn": ("rfftn", numbers(2, 3, 4, dtype=np.float64), (None, (0, 2))),
    "irfftn": ("irfftn", numbers(2, 3, 4), ((2, 5), (1, 2), "forward")),
    "hfft": ("hfft", numbers(2, 5), ()),
    "hfft odd": ("hfft", numbers(5, 2, dtype=np.complex64), (7, 0, "ortho")),
    "hfft forward": ("hfft", numbers(2, 5), (None, -1, "forward")),
    "ihfft": ("ihfft", numbers(2, 7, dtype=np.float64), (None, -1, "forward")),
    "ihfft filled": ("ihfft", numbers(7, 2, dtype=np.float32), (9, 0)),
    "fft2": ("fft2", numbers(2, 3, 4), ()),
    "ifft2": ("ifft2", numbers(2, 3, 4, dtype=np.complex64), ((2, 6), (0, 2), "ortho")),
    "rfft2": ("rfft2", numbers(2, 3, 4, dtype=np.float64), ()),
    "irfft2": ("irfft2", numbers(2, 3, 4), ((3, 5),)),
}
WIDE = {name: case for name, case in CASES.items() if case[1].dtype.itemsize == (16 if case[1].dtype.kind == "c" else 8)}


@pytest.mark.parametrize("level, name", [("native", name) for name in CASES] + [("correct", "fftn"), ("extended", "irfft")])
def test_bits(name, level):
    function, x, args = CASES[name]
    wanted = getattr(stet.fft, function)(x, *args, level=level)
    ours = getattr(stet.jax, function)
    assert stet.compare(np.asarray(ours(x, *args, level=level)), wanted)
    assert stet.compare(np.asarray(jax.jit(lambda t: ours(t, *args, level=level))(x)), wanted)
    theirs = getattr(jnp.fft, function)(x, *args)
    assert theirs.shape == wanted.shape and theirs.dtype == wanted.dtype
    np.testing.assert_allclose(theirs, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())


def test_every_name_of_jax_is_here():
    names = {name for name in dir(jnp.fft) if not name.startswith("_")}
    assert set(stet.jax.__all__) == names


def test_frequencies_and_shifts():
    x = numbers(3, 5)
    for name in ("fftshift", "ifftshift"):
        assert stet.compare(np.asarray(getattr(stet.jax, name)(x, axes=1)), getattr(stet.fft, name)(x, axes=1))
    for name in ("fftfreq", "rfftfreq"):
        for dtype in (None, np.float32):
            got = getattr(stet.jax, name)(7, 0.3, dtype=dtype)
            assert stet.compare(np.asarray(got), getattr(stet.fft, name)(7, 0.3, dtype=dtype))
            np.testing.assert_allclose(got, getattr(jnp.fft, name)(7, 0.3, dtype=dtype), rtol=1e-6)


@pytest.mark.parametrize("name", WIDE)
def test_gradients(name):
    function, x, args = WIDE[name]
    ours, theirs = getattr(stet.jax, function), getattr(jnp.fft, function)
    check_grads(lambda t: ours(t, *args), (x,), order=2 if name in ("fft", "rfft", "irfft") else 1, modes=("fwd", "rev"))
    weights = np.cos(np.arange(ours(x, *args).size)).reshape(ours(x, *args).shape)

    def loss(transform, t):
        return jnp.sum(weights * jnp.abs(transform(t, *args)) ** 2)

    got, wanted = (jax.grad(lambda t, f=f: loss(f, t))(x) for f in (ours, theirs))
    np.testing.assert_allclose(got, wanted, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("name", ["fft", "rfft", "irfft odd", "fftn of some"])
def test_vmap(name):
    function, x, args = CASES[name]
    ours = getattr(stet.jax, function)
    stack = np.stack([x, 2 * x, x[::-1]], axis=1)
    got = jax.vmap(lambda t: ours(t, *args), in_axes=1)(stack)
    for i, part in enumerate((x, 2 * x, x[::-1])):
        assert stet.compare(np.asarray(got[i]), np.asarray(ours(part, *args)))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int32, np.bool_, jnp.bfloat16])
def test_types(dtype):
    x = jnp.asarray(10 * numbers(4, 16, dtype=np.float64), dtype)
    y = stet.jax.fft(x)
    assert y.dtype == (np.complex64 if x.dtype in (np.float16, np.float32, jnp.bfloat16) else np.complex128)
    np.testing.assert_allclose(y, jnp.fft.fft(x.astype(np.float64)), atol=1e-3)


def test_empty_and_large():
    assert stet.jax.fft(jnp.zeros((0, 4))).shape == (0, 4)
    x = numbers(4, 4096, dtype=np.complex64)
    together = jax.jit(lambda t: [stet.jax.fft(t * k) for k in (1, 2, 4)])(x)
    for k, y in zip((1, 2, 4), together):
        assert stet.compare(np.asarray(y), stet.fft.fft(x * np.float32(k)))


def test_bad_arguments():
    x = numbers(3, 8, dtype=np.float64)
    with pytest.raises(np.exceptions.AxisError):
        stet.jax.fft(x, None, 2)
    with pytest.raises(ValueError, match="Invalid norm value x"):
        stet.jax.fft(x, None, -1, "x")
    with pytest.raises(ValueError, match="Invalid level value x"):
        stet.jax.fft(x, level="x")
    with pytest.raises(ValueError, match="Invalid number of FFT data points"):
        stet.jax.fft(x, 0)
    with pytest.raises(ValueError, match="unique"):
        stet.jax.fftn(x, None, (0, 0))
    with pytest.raises(ValueError, match="different lengths"):
        stet.jax.fftn(x, (2,), (0, 1))
    with pytest.raises(TypeError, match="real numbers"):
        stet.jax.rfft(x + 0j)
    for call in (stet.jax.fft, stet.jax.irfft2, jax.jit(stet.jax.rfft, static_argnames="level")):
        with pytest.raises(ValueError, match="float32 and complex64, not for dtype"):
            call(x, level="extended-ff")
    with pytest.raises(ValueError, match="float32 and complex64, not for dtype"):  # raised when it is traced
        jax.make_jaxpr(lambda t: stet.jax.fft(t, level="extended-ff"))(x)
    assert stet.jax.fft(x.astype(np.float32), level="extended-ff").dtype == np.complex64


def test_the_call_checks_what_it_is_given():
    """Shapes that do not fit, passed to XLA directly, raise an error and do not overrun memory."""
    call = jax.ffi.ffi_call("stet_fft", jax.ShapeDtypeStruct((9,), np.complex128))
    words = dict(inverse=np.int64(0), norm=np.int64(1), level=np.int64(1))
    for x, axes in ((numbers(8), [0]), (numbers(9), [1]), (numbers(9), [0, 0]), (numbers(9), [-1]), (numbers(3, 3), [0])):
        with pytest.raises(Exception, match="do not fit"):
            call(x, axes=np.array(axes, np.int64), **words).block_until_ready()
    with pytest.raises(Exception, match="level"):
        call(numbers(9), axes=np.array([0]), **{**words, "level": np.int64(99)}).block_until_ready()
    with pytest.raises(Exception, match="not a call"):
        call(numbers(9), numbers(9), axes=np.array([0]), **words).block_until_ready()
