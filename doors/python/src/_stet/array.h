/* SPDX-License-Identifier: Apache-2.0
 *
 * NumPy arrays for the library: formats, views, tests whether the library can use an array in
 * place, and loops for work that no plan does. */
#ifndef STET_PY_ARRAY_H
#define STET_PY_ARRAY_H

#include "arguments.h"

/* stet.fft.InexactError: at level correct a number would be rounded before the computation, or
 * once more after it. */
extern PyObject *stet_py_inexact_error;

/* The format of an array's numbers. */
typedef struct stet_py_format {
    stet_precision precision; /* of the array's numbers */
    int is_complex;
    int exact; /* 0: the numbers must be converted first (integers, ...) */
} stet_py_format;

/* Finds the format of a dtype. Sets TypeError for a type without numbers, and for long double. */
int stet_py_format_of(PyArray_Descr *descr, stet_py_format *format);

/* Returns the dtype of a format as a new reference; stet._dtypes defines those of 16-bit
 * complex. */
PyArray_Descr *stet_py_descr(stet_precision precision, int is_complex);

/* Returns o as an array of the base class, a new reference. */
PyArrayObject *stet_py_array(PyObject *o);

/* Reports whether the library can read the array in place: aligned, native byte order, strides
 * that are multiples of the element size. */
int stet_py_readable(PyArrayObject *a);

/* Returns a new compact array of this shape; its axes have the same order in memory as those of
 * `like`. Steals descr. */
PyArrayObject *stet_py_new_like(PyArrayObject *like, const npy_intp *shape, PyArray_Descr *descr);

/* Copies a into `to`, whose axes may have other lengths: crops a, or pads it with zeros. The two
 * must not share memory, because NumPy's copy within one line, x[::2] = x[:n], overwrites numbers
 * before it reads them. */
int stet_py_copy_fitted(PyArrayObject *to, PyArrayObject *a);

/* Sets InexactError if `precision` does not hold one of the first shape[i] numbers along each axis
 * i. `what` begins the message. */
int stet_py_require_exact(PyArrayObject *a, const npy_intp *shape, stet_precision precision,
                          const char *what);
/* Sets InexactError if NumPy rounded an integer of the list `given` when it made a. */
int stet_py_require_as_given(PyObject *given, PyArrayObject *a, const char *what);

/* Reports whether the address ranges of the two arrays overlap. */
int stet_py_may_overlap(PyArrayObject *a, PyArrayObject *b);

/* Reports whether no two elements of the array share an address. The test is sufficient: sorted by
 * size, each stride is at least the reach of the smaller ones. The library tests outputs in the
 * same way. */
int stet_py_is_injective(PyArrayObject *a);

/* Reports whether all elements with the same index have the same address. */
int stet_py_same_layout(PyArrayObject *a, PyArrayObject *b);

/* Conjugates all numbers in place: f32 or f64, whose complex numbers are pairs, or 16 bits. */
void stet_py_conjugate(PyArrayObject *a);
/* Swaps index k and index -k mod n of the axis. */
void stet_py_mirror(PyArrayObject *a, int axis);
/* Multiplies the numbers with this index along the axis by `factor`, in f32 or f64, their own
 * precision, with one rounding for each real number. */
void stet_py_scale(PyArrayObject *a, int axis, npy_intp index, double factor);

int stet_py_array_init(void);

#endif /* STET_PY_ARRAY_H */
