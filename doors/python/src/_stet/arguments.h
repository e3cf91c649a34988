/* SPDX-License-Identifier: Apache-2.0
 *
 * Python's arguments as the library's: norms, levels, workers, axes, lengths. Functions return 0,
 * or -1 with an exception set whose words are NumPy's where NumPy has such an argument.
 */
#ifndef STET_PY_ARGUMENTS_H
#define STET_PY_ARGUMENTS_H

#include "module.h"

enum { STET_PY_MAX_DIMS = 64 }; /* NumPy 2's; 1.26 has 32 */

int stet_py_arguments_init(void);

int stet_py_integer(PyObject *o, npy_intp *value);

/* None, "backward", "ortho" or "forward". */
int stet_py_norm(PyObject *o, stet_norm *norm);
/* "native", "extended", "extended-ff" or "correct". */
int stet_py_level(PyObject *o, stet_level *level);
/* "io", "store", "native". */
int stet_py_half_mode(PyObject *o, stet_half_mode *mode);
/* None, or a number as SciPy's: -1 is every processor, -2 one less. */
int stet_py_workers(PyObject *o, int *threads);

/* *axis from 0 to dims - 1; AxisError. */
int stet_py_axis(npy_intp axis, int dims, int *out);

/* A sequence of integers or one integer; at most STET_PY_MAX_DIMS. */
int stet_py_integers(PyObject *o, int *count, npy_intp *values);

#endif /* STET_PY_ARGUMENTS_H */
