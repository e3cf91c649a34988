/* SPDX-License-Identifier: Apache-2.0 */
/* Sums, scalar products, sine and cosine. Inputs are buffers with strides in bytes, outputs are
 * contiguous; _sums.py has made the shapes agree. */
#include "rest.h"

#include <stdlib.h>

/* Describes the rows of a buffer along its last dimension. */
struct rows {
    Py_buffer view;
    Py_ssize_t count, n, stride; /* rows; their length; stride along a row, in elements */
    Py_ssize_t index[PyBUF_MAX_NDIM];
    const char *at;
};

static int take_rows(PyObject *object, struct rows *r, Py_ssize_t size)
{
    if (PyObject_GetBuffer(object, &r->view, PyBUF_STRIDES) < 0)
        return 0;
    const Py_buffer *v = &r->view;
    const int last = v->ndim - 1;
    r->count = 1;
    r->at = v->buf;
    if (v->itemsize != size || last < 0 || v->strides[last] % size != 0) {
        PyErr_SetString(PyExc_ValueError, "strides must be multiples of the item size");
        PyBuffer_Release(&r->view);
        return 0;
    }
    r->n = v->shape[last];
    r->stride = v->strides[last] / size;
    for (int i = 0; i < last; i++) {
        r->count *= v->shape[i];
        r->index[i] = 0;
    }
    return 1;
}

static void next_row(struct rows *r)
{
    const Py_buffer *v = &r->view;
    for (int i = v->ndim - 2; i >= 0; i--) {
        r->at += v->strides[i];
        if (++r->index[i] < v->shape[i])
            return;
        r->at -= v->strides[i] * v->shape[i];
        r->index[i] = 0;
    }
}

static stet_status sum_rows(stet_sum_method method, struct rows *r, void *out)
{
    stet_status status = STET_OK;
    const int is_f32 = r->view.itemsize == sizeof(float);
    for (Py_ssize_t i = 0; status == STET_OK && i < r->count; i++, next_row(r)) {
        const void *x = r->at;
        status = is_f32 ? stet_sum_f32(method, r->n, x, r->stride, (float *)out + i)
                        : stet_sum_f64(method, r->n, x, r->stride, (double *)out + i);
    }
    return status;
}

/* sum(method, item size, x, out) writes the sums of the rows along the last dimension of x */
static PyObject *sum(PyObject *self, PyObject *args)
{
    PyObject *x;
    Py_buffer out;
    struct rows r;
    int method;
    Py_ssize_t size;
    stet_status status = STET_E_ROOM;
    (void)self;
    if (!PyArg_ParseTuple(args, "inOw*:sum", &method, &size, &x, &out))
        return NULL;
    if ((size == 4 || size == 8) && take_rows(x, &r, size)) {
        if (out.len == r.count * size) {
            Py_BEGIN_ALLOW_THREADS;
            status = sum_rows((stet_sum_method)method, &r, out.buf);
            Py_END_ALLOW_THREADS;
        }
        PyBuffer_Release(&r.view);
    }
    PyBuffer_Release(&out);
    if (PyErr_Occurred())
        return NULL;
    return status == STET_OK ? Py_NewRef(Py_None) : stet_py_raise(status);
}

static stet_status dot_rows(struct rows *x, struct rows *y, void *out)
{
    stet_status status = STET_OK;
    const int is_f32 = x->view.itemsize == sizeof(float);
    for (Py_ssize_t i = 0; status == STET_OK && i < x->count; i++, next_row(x), next_row(y)) {
        const void *a = x->at, *b = y->at;
        status = is_f32 ? stet_dot_f32(x->n, a, x->stride, b, y->stride, (float *)out + i)
                        : stet_dot_f64(x->n, a, x->stride, b, y->stride, (double *)out + i);
    }
    return status;
}

/* dot(item size, x, y, out) */
static PyObject *dot(PyObject *self, PyObject *args)
{
    PyObject *x, *y;
    Py_buffer out;
    struct rows a, b;
    Py_ssize_t size;
    stet_status status = STET_E_ROOM;
    (void)self;
    if (!PyArg_ParseTuple(args, "nOOw*:dot", &size, &x, &y, &out))
        return NULL;
    if ((size == 4 || size == 8) && take_rows(x, &a, size)) {
        if (take_rows(y, &b, size)) {
            if (out.len == a.count * size && b.count == a.count && b.n == a.n) {
                Py_BEGIN_ALLOW_THREADS;
                status = dot_rows(&a, &b, out.buf);
                Py_END_ALLOW_THREADS;
            }
            PyBuffer_Release(&b.view);
        }
        PyBuffer_Release(&a.view);
    }
    PyBuffer_Release(&out);
    if (PyErr_Occurred())
        return NULL;
    return status == STET_OK ? Py_NewRef(Py_None) : stet_py_raise(status);
}

/* trig(function, flavor, x, y) takes contiguous floats. Functions 0 and -1 are sincos and
 * sincospi: y gets the sines, then the cosines. */
static PyObject *trig(PyObject *self, PyObject *args)
{
    Py_buffer x, y;
    int function, flavor;
    stet_status status = STET_E_ROOM;
    (void)self;
    if (!PyArg_ParseTuple(args, "iiy*w*:trig", &function, &flavor, &x, &y))
        return NULL;
    const Py_ssize_t n = x.len / (Py_ssize_t)sizeof(float);
    float *out = y.buf, *cosine = out + n;
    const stet_trig_flavor f = (stet_trig_flavor)flavor;
    if (y.len == (function < 1 ? 2 : 1) * x.len) {
        Py_BEGIN_ALLOW_THREADS;
        status = function == 0  ? stet_trig_sincos(f, n, x.buf, out, cosine)
                 : function < 0 ? stet_trig_sincospi(f, n, x.buf, out, cosine)
                                : stet_trig((stet_trig_function)function, f, n, x.buf, out);
        Py_END_ALLOW_THREADS;
    }
    PyBuffer_Release(&x);
    PyBuffer_Release(&y);
    return status == STET_OK ? Py_NewRef(Py_None) : stet_py_raise(status);
}

static PyMethodDef methods[] = {{"sum", sum, METH_VARARGS, NULL},
                                {"dot", dot, METH_VARARGS, NULL},
                                {"trig", trig, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

int stet_py_add_sums(PyObject *module) { return PyModule_AddFunctions(module, methods); }
