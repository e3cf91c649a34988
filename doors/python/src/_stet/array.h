/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of NumPy's as the library sees them: formats, views, what can be read or written in place,
 * and loops over what no plan does.
 */
#ifndef STET_PY_ARRAY_H
#define STET_PY_ARRAY_H

#include "arguments.h"

/* stet.fft.InexactError: a number that level correct would have to round before it computes, or
 * once more afterwards. */
extern PyObject *stet_py_inexact_error;

/* The format of an array's numbers. */
typedef struct stet_py_format {
    stet_precision precision; /* of the format itself */
    int is_complex;
    int exact; /* 0: not a format of the library's: to be converted to it (integers, ...) */
} stet_py_format;

/* TypeError for what is no number, and for long double, which has no transform here. */
int stet_py_format_of(PyArray_Descr *descr, stet_py_format *format);

/* The dtype of a format, a new reference; for complex numbers of 16 bits see stet._dtypes. */
PyArray_Descr *stet_py_descr(stet_precision precision, int is_complex);

/* o as an array of the base class, a new reference. */
PyArrayObject *stet_py_array(PyObject *o);

/* Whether the library can read the array where it lies: aligned, the machine's byte order, strides
 * of whole elements. */
int stet_py_readable(PyArrayObject *a);

/* A new array of this shape with the axes of `like` in the same order in memory, compact. Steals
 * descr. */
PyArrayObject *stet_py_new_like(PyArrayObject *like, const npy_intp *shape, PyArray_Descr *descr);

/* Copy a into `to`, whose axes are not all as long: what a has too much is cropped, what it lacks
 * is zero. The two share no memory: NumPy's copies within one line, x[::2] = x[:n], overwrite what
 * they have yet to read. */
int stet_py_copy_fitted(PyArrayObject *to, PyArrayObject *a);

/* InexactError if one of the first shape[i] numbers of each axis is none of the precision. `what`
 * begins the message. */
int stet_py_require_exact(PyArrayObject *a, const npy_intp *shape, stet_precision precision,
                          const char *what);
/* InexactError if NumPy has rounded an integer of a list on the way to a. */
int stet_py_require_as_given(PyObject *given, PyArrayObject *a, const char *what);

/* Whether the two may share memory: their extents do. */
int stet_py_may_overlap(PyArrayObject *a, PyArrayObject *b);

/* Whether no two elements of the array share an address, by a test that is sufficient: sorted by
 * size each stride is at least the reach of those below it. It is the library's test of outputs. */
int stet_py_is_injective(PyArrayObject *a);

/* The same addresses, element by element. */
int stet_py_same_layout(PyArrayObject *a, PyArrayObject *b);

/* Over a whole array of f32 or f64 numbers (complex: as pairs) or of 16 bits, in place: */
void stet_py_conjugate(PyArrayObject *a);
/* Index k and index -k mod n of the axis change places. */
void stet_py_mirror(PyArrayObject *a, int axis);
/* Numbers whose index along the axis is `index` are multiplied by the double `factor`, in their own
 * precision, f32 or f64: one rounding for each real number. */
void stet_py_scale(PyArrayObject *a, int axis, npy_intp index, double factor);

int stet_py_array_init(void);

#endif /* STET_PY_ARRAY_H */
