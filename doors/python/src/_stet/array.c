/* SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include <string.h>

static PyObject *dtypes; /* the module stet._dtypes */
PyObject *stet_py_inexact_error;

int stet_py_array_init(void)
{
    if (!dtypes)
        dtypes = PyImport_ImportModule("stet._dtypes");
    if (dtypes && !stet_py_inexact_error)
        stet_py_inexact_error = PyObject_GetAttrString(dtypes, "InexactError");
    return stet_py_inexact_error ? 0 : -1;
}

static void refuse(PyArray_Descr *descr)
{
    PyErr_Format(PyExc_TypeError,
                 "dtype %S is not supported; use float16, float32, float64, complex64 or "
                 "complex128",
                 descr);
}

/* Calls stet._dtypes.classify(), which returns (precision, complex) or None. */
static int classify(PyArray_Descr *descr, stet_py_format *f)
{
    PyObject *answer = PyObject_CallMethod(dtypes, "classify", "O", descr);
    if (!answer)
        return -1;
    int precision = 0, failed = -1;
    if (answer == Py_None)
        refuse(descr);
    else if (PyArg_ParseTuple(answer, "ii", &precision, &f->is_complex))
        failed = 0;
    f->precision = (stet_precision)precision;
    f->exact = 1;
    Py_DECREF(answer);
    return failed;
}

int stet_py_format_of(PyArray_Descr *descr, stet_py_format *f)
{
    *f = (stet_py_format){STET_F64, 0, 1};
    switch (descr->type_num) {
    case NPY_DOUBLE: return 0;
    case NPY_CDOUBLE: f->is_complex = 1; return 0;
    case NPY_FLOAT: f->precision = STET_F32; return 0;
    case NPY_CFLOAT:
        f->precision = STET_F32;
        f->is_complex = 1;
        return 0;
    case NPY_HALF: f->precision = STET_F16; return 0;
    default: break;
    }
    if (PyTypeNum_ISBOOL(descr->type_num) || PyTypeNum_ISINTEGER(descr->type_num)) {
        f->exact = 0;
        return 0;
    }
    if (descr->type_num == NPY_VOID || PyTypeNum_ISUSERDEF(descr->type_num))
        return classify(descr, f);
    refuse(descr);
    return -1;
}

PyArray_Descr *stet_py_descr(stet_precision precision, int is_complex)
{
    if (precision == STET_F64)
        return PyArray_DescrFromType(is_complex ? NPY_CDOUBLE : NPY_DOUBLE);
    if (precision == STET_F32)
        return PyArray_DescrFromType(is_complex ? NPY_CFLOAT : NPY_FLOAT);
    if (precision == STET_F16 && !is_complex)
        return PyArray_DescrFromType(NPY_HALF);
    PyObject *d = PyObject_CallMethod(dtypes, "dtype_of", "ii", (int)precision, is_complex);
    if (d && !PyArray_DescrCheck(d)) {
        PyErr_SetString(PyExc_TypeError, "stet._dtypes.dtype_of() gave no dtype");
        Py_CLEAR(d);
    }
    return (PyArray_Descr *)d;
}

PyArrayObject *stet_py_array(PyObject *o)
{
    if (PyArray_CheckExact(o)) {
        Py_INCREF(o);
        return (PyArrayObject *)o;
    }
    return (PyArrayObject *)PyArray_FromAny(o, NULL, 0, 0, NPY_ARRAY_ENSUREARRAY, NULL);
}

int stet_py_readable(PyArrayObject *a)
{
    npy_intp size = PyArray_ITEMSIZE(a);
    /* NumPy regards a pair of 16-bit numbers as aligned at any address; the library needs even
     * addresses. */
    if (!PyArray_ISBEHAVED_RO(a) || (uintptr_t)PyArray_DATA(a) % (size % 2 ? 1 : 2))
        return 0;
    for (int i = 0; i < PyArray_NDIM(a); i++)
        if (size == 0 || (PyArray_DIM(a, i) > 1 && PyArray_STRIDE(a, i) % size))
            return 0;
    return 1;
}

static npy_intp magnitude(npy_intp x) { return x < 0 ? -x : x; }

PyArrayObject *stet_py_new_like(PyArrayObject *like, const npy_intp *shape, PyArray_Descr *descr)
{
    int dims = PyArray_NDIM(like), order[STET_PY_MAX_DIMS];
    if (PyArray_IS_C_CONTIGUOUS(like) || dims < 2)
        return (PyArrayObject *)PyArray_NewFromDescr(&PyArray_Type, descr, dims, shape, NULL, NULL,
                                                     0, NULL);
    for (int i = 0; i < dims; i++) { /* sorts by falling strides; equal strides keep their order */
        npy_intp stride = magnitude(PyArray_STRIDE(like, i));
        int at = i;
        for (; at > 0 && magnitude(PyArray_STRIDE(like, order[at - 1])) < stride; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    npy_intp permuted[STET_PY_MAX_DIMS], back[STET_PY_MAX_DIMS];
    for (int i = 0; i < dims; i++) {
        permuted[i] = shape[order[i]];
        back[order[i]] = i;
    }
    PyObject *compact =
        PyArray_NewFromDescr(&PyArray_Type, descr, dims, permuted, NULL, NULL, 0, NULL);
    if (!compact)
        return NULL;
    PyArray_Dims permutation = {back, dims};
    PyObject *view = PyArray_Transpose((PyArrayObject *)compact, &permutation);
    Py_DECREF(compact);
    return (PyArrayObject *)view;
}

/* Returns a view of the first shape[i] elements along each axis i. */
static PyArrayObject *corner(PyArrayObject *a, const npy_intp *shape, PyArray_Descr *descr)
{
    Py_INCREF((PyObject *)descr);
    PyObject *view = PyArray_NewFromDescr(
        &PyArray_Type, descr, PyArray_NDIM(a), shape, PyArray_STRIDES(a), PyArray_DATA(a),
        PyArray_FLAGS(a) & (NPY_ARRAY_WRITEABLE | NPY_ARRAY_ALIGNED), NULL);
    if (!view)
        return NULL;
    Py_INCREF((PyObject *)a);
    if (PyArray_SetBaseObject((PyArrayObject *)view, (PyObject *)a) < 0)
        Py_CLEAR(view);
    return (PyArrayObject *)view;
}

/* Calls f for each line of a along the axis, or for each element if axis is -1. */
typedef void line_function(char *line, npy_intp n, npy_intp stride, const void *context);
static void each_line(PyArrayObject *a, int axis, line_function *f, const void *context)
{
    npy_intp index[STET_PY_MAX_DIMS] = {0};
    int dims = PyArray_NDIM(a), inner = axis < 0 ? dims - 1 : axis;
    char *line = PyArray_BYTES(a);
    if (PyArray_SIZE(a) == 0)
        return;
    for (int i = 0; i >= 0;) {
        f(line, dims ? PyArray_DIM(a, inner) : 1, dims ? PyArray_STRIDE(a, inner) : 0, context);
        for (i = dims - 1; i >= 0; i--) { /* next index, like an odometer */
            if (i == inner)
                continue;
            line += PyArray_STRIDE(a, i);
            if (++index[i] < PyArray_DIM(a, i))
                break;
            line -= index[i] * PyArray_STRIDE(a, i);
            index[i] = 0;
        }
    }
}

/* Stores in `fitted` the lengths of the part of `shape` that the array fills. */
static void fit(PyArrayObject *a, const npy_intp *shape, npy_intp *fitted)
{
    for (int i = 0; i < PyArray_NDIM(a); i++)
        fitted[i] = shape[i] < PyArray_DIM(a, i) ? shape[i] : PyArray_DIM(a, i);
}

/* Returns 0 if the function of stet._dtypes returned, or -1 with its exception set. */
static int returned(PyObject *answer)
{
    Py_XDECREF(answer);
    return answer ? 0 : -1;
}

int stet_py_require_exact(PyArrayObject *a, const npy_intp *shape, stet_precision precision,
                          const char *what)
{
    npy_intp fitted[STET_PY_MAX_DIMS];
    fit(a, shape, fitted);
    PyArray_Descr *descr = stet_py_descr(precision, 0);
    PyArrayObject *part = descr ? corner(a, fitted, PyArray_DESCR(a)) : NULL;
    int failed = !part || returned(PyObject_CallMethod(dtypes, "require_exact", "OOs", part, descr,
                                                       what)) < 0;
    Py_XDECREF((PyObject *)part);
    Py_XDECREF((PyObject *)descr);
    return failed ? -1 : 0;
}

int stet_py_require_as_given(PyObject *given, PyArrayObject *a, const char *what)
{
    if (PyArray_Check(given))
        return 0;
    return returned(PyObject_CallMethod(dtypes, "require_as_given", "OOs", given, a, what));
}

typedef struct tail {
    npy_intp from, size;
} tail;

static void clear_tail(char *line, npy_intp n, npy_intp stride, const void *context)
{
    const tail *t = context;
    for (npy_intp i = t->from; i < n; i++)
        memset(line + i * stride, 0, (size_t)t->size);
}

int stet_py_copy_fitted(PyArrayObject *to, PyArrayObject *a)
{
    npy_intp shape[STET_PY_MAX_DIMS];
    int dims = PyArray_NDIM(to);
    fit(a, PyArray_DIMS(to), shape);
    /* Real to complex numbers of 16 bits: NumPy's cast would write the number to both parts. */
    const int is_void =
        PyTypeNum_ISEXTENDED(PyArray_TYPE(to)) || PyTypeNum_ISUSERDEF(PyArray_TYPE(to));
    const int to_complex = is_void && PyArray_ITEMSIZE(to) == 2 * PyArray_ITEMSIZE(a);
    PyArray_Descr *descr =
        PyArray_DescrNewByteorder(PyArray_DESCR(to_complex ? a : to), NPY_NATIVE);
    const tail whole = {0, PyArray_ITEMSIZE(to)};
    if (to_complex && dims > 0)
        each_line(to, 0, clear_tail, &whole);
    PyArrayObject *from = descr ? corner(a, shape, PyArray_DESCR(a)) : NULL;
    PyArrayObject *part = from ? corner(to, shape, to_complex ? descr : PyArray_DESCR(to)) : NULL;
    int failed = !part || PyArray_CopyInto(part, from) < 0;
    Py_XDECREF((PyObject *)descr);
    Py_XDECREF((PyObject *)from);
    Py_XDECREF((PyObject *)part);
    for (int i = 0; !failed && i < dims; i++) {
        const tail t = {shape[i], PyArray_ITEMSIZE(to)};
        if (t.from < PyArray_DIM(to, i))
            each_line(to, i, clear_tail, &t);
    }
    return failed ? -1 : 0;
}

/* Stores the first address of the array in *low, and the address after its last byte in *high. */
static void extent(PyArrayObject *a, char **low, char **high)
{
    *low = *high = PyArray_BYTES(a);
    for (int i = 0; i < PyArray_NDIM(a); i++) {
        npy_intp reach = (PyArray_DIM(a, i) - 1) * PyArray_STRIDE(a, i);
        *(reach < 0 ? low : high) += reach;
    }
    *high += PyArray_ITEMSIZE(a);
}

int stet_py_may_overlap(PyArrayObject *a, PyArrayObject *b)
{
    char *a_low, *a_high, *b_low, *b_high;
    if (PyArray_SIZE(a) == 0 || PyArray_SIZE(b) == 0)
        return 0;
    extent(a, &a_low, &a_high);
    extent(b, &b_low, &b_high);
    return a_low < b_high && b_low < a_high;
}

int stet_py_is_injective(PyArrayObject *a)
{
    if (PyArray_ISONESEGMENT(a))
        return 1;
    npy_intp n[STET_PY_MAX_DIMS], stride[STET_PY_MAX_DIMS], reach = PyArray_ITEMSIZE(a);
    int count = 0;
    for (int i = 0; i < PyArray_NDIM(a); i++) { /* sorts by rising strides */
        int at = count;
        npy_intp s = magnitude(PyArray_STRIDE(a, i));
        if (PyArray_DIM(a, i) < 2)
            continue;
        for (count++; at > 0 && stride[at - 1] > s; at--) {
            stride[at] = stride[at - 1];
            n[at] = n[at - 1];
        }
        stride[at] = s;
        n[at] = PyArray_DIM(a, i);
    }
    for (int i = 0; i < count; i++) {
        if (stride[i] < reach)
            return 0;
        reach += (n[i] - 1) * stride[i];
    }
    return 1;
}

int stet_py_same_layout(PyArrayObject *a, PyArrayObject *b)
{
    if (PyArray_BYTES(a) != PyArray_BYTES(b) || PyArray_ITEMSIZE(a) != PyArray_ITEMSIZE(b))
        return 0;
    for (int i = 0; i < PyArray_NDIM(a); i++)
        if (PyArray_DIM(a, i) != PyArray_DIM(b, i) ||
            (PyArray_DIM(a, i) > 1 && PyArray_STRIDE(a, i) != PyArray_STRIDE(b, i)))
            return 0;
    return 1;
}

/* The sign is the highest bit of the imaginary part, in its last byte. In big endian it would be
 * in the first byte; no supported machine is big endian. */
static void conjugate_line(char *line, npy_intp n, npy_intp stride, const void *context)
{
    npy_intp size = *(const npy_intp *)context;
    for (npy_intp i = 0; i < n; i++)
        line[i * stride + size - 1] ^= (char)0x80;
}

void stet_py_conjugate(PyArrayObject *a)
{
    npy_intp size = PyArray_ITEMSIZE(a);
    each_line(a, -1, conjugate_line, &size);
}

static void mirror_line(char *line, npy_intp n, npy_intp stride, const void *context)
{
    size_t size = (size_t)*(const npy_intp *)context;
    char saved[16];
    for (npy_intp i = 1, j = n - 1; i < j; i++, j--) {
        memcpy(saved, line + i * stride, size);
        memcpy(line + i * stride, line + j * stride, size);
        memcpy(line + j * stride, saved, size);
    }
}

void stet_py_mirror(PyArrayObject *a, int axis)
{
    npy_intp size = PyArray_ITEMSIZE(a);
    each_line(a, axis, mirror_line, &size);
}

typedef struct scaling {
    double factor;
    npy_intp index;
    int f32, parts;
} scaling;

static void scale_line(char *line, npy_intp n, npy_intp stride, const void *context)
{
    const scaling *s = context;
    char *at = line + s->index * stride;
    (void)n;
    for (int i = 0; i < s->parts; i++) {
        if (s->f32)
            ((float *)at)[i] *= (float)s->factor;
        else
            ((double *)at)[i] *= s->factor;
    }
}

void stet_py_scale(PyArrayObject *a, int axis, npy_intp index, double factor)
{
    int is_complex = PyTypeNum_ISCOMPLEX(PyArray_TYPE(a));
    int f32 = PyArray_TYPE(a) == NPY_FLOAT || PyArray_TYPE(a) == NPY_CFLOAT;
    const scaling s = {factor, index, f32, is_complex ? 2 : 1};
    each_line(a, axis, scale_line, &s);
}
