# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin that lets other projects' tests run on stet: `-p foreign_plugin`, in a process of its own.

STET_FOREIGN selects the way: "scipy" sets the backend of scipy.fft globally; "engine" replaces the functions of SciPy's
engine, PocketFFT or DUCC, by functions that ask the backend first; "numpy" patches numpy.fft. The counts of served and
declined calls go to the file that STET_FOREIGN_COUNTS names.
"""

import functools
import importlib
import json
import multiprocessing
import os
from contextlib import ExitStack

import numpy as np
import stet

HOW = os.environ["STET_FOREIGN"]
on = ExitStack()


def swapped(backend, public, original):
    @functools.wraps(original)
    def call(*args, **kwargs):
        result = backend.__ua_function__(public, args, kwargs)
        return original(*args, **kwargs) if result is NotImplemented else result

    return call


def engine():
    """Returns the package inside scipy.fft that computes: PocketFFT until SciPy 1.17, then DUCC."""
    for name in ("_duccfft", "_pocketfft"):
        try:
            return importlib.import_module(f"scipy.fft.{name}")
        except ImportError:
            pass
    raise ImportError("scipy.fft has neither _duccfft nor _pocketfft")


def swap_engine(scipy_fft):
    package = engine()
    for part in ("basic", "realtransforms"):
        module = importlib.import_module(f"{package.__name__}.{part}")
        for name in stet.scipy_backend._functions.keys() & vars(module).keys():
            function = swapped(stet.scipy_backend, getattr(scipy_fft, name), getattr(module, name))
            setattr(module, name, function)
            setattr(package, name, function)


def start():
    if HOW == "numpy":
        on.enter_context(stet.numpy_patch())
        return
    import scipy.fft

    if HOW == "scipy":
        scipy.fft.set_global_backend(stet.scipy_backend)
    else:
        swap_engine(scipy.fft)


def pytest_configure(config):
    start()
    # SciPy's tests compare with the noise of other processes, so those must run on stet too.
    multiprocessing.set_forkserver_preload(["foreign_child"])


def pytest_sessionfinish(session):
    counts = stet.fft.counts()
    on.close()
    with open(os.environ["STET_FOREIGN_COUNTS"], "w") as f:
        json.dump(
            {
                "served": counts.served,
                "declined": [[name, why, n] for (name, why), n in counts.declined.items()],
            },
            f,
        )


def pytest_runtest_setup():
    """Sets the seed. SciPy's tests set none and compare relatively: a number is near 0 in one of some hundred runs."""
    np.random.seed(1)
