/* SPDX-License-Identifier: Apache-2.0
 *
 * Converts Python's arguments to the library's: norms, levels, workers, axes, lengths. Functions
 * return 0, or -1 with an exception set. The exception has NumPy's text if NumPy has the
 * argument. */
#ifndef STET_PY_ARGUMENTS_H
#define STET_PY_ARGUMENTS_H

#include "module.h"

enum { STET_PY_MAX_DIMS = 64 }; /* the limit of NumPy 2; NumPy 1.26 has 32 */

int stet_py_arguments_init(void);

int stet_py_integer(PyObject *o, npy_intp *value);

/* Accepts None, "backward", "ortho" or "forward". */
int stet_py_norm(PyObject *o, stet_norm *norm);
/* Accepts "native", "extended", "extended-ff" or "correct". */
int stet_py_level(PyObject *o, stet_level *level);
/* Accepts "io", "store" or "native". */
int stet_py_half_mode(PyObject *o, stet_half_mode *mode);
/* Accepts None or a number, as in SciPy: -1 is every processor, -2 one less. */
int stet_py_workers(PyObject *o, int *threads);

/* Stores the axis, counted from 0, in *out; sets AxisError if there is no such axis. */
int stet_py_axis(npy_intp axis, int dims, int *out);

/* Accepts one integer or a sequence of at most STET_PY_MAX_DIMS integers. */
int stet_py_integers(PyObject *o, int *count, npy_intp *values);

#endif /* STET_PY_ARGUMENTS_H */
