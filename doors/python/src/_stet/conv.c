/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution plans and streams. Arrays are contiguous buffers of the plan's precision. _conv.py
 * checks the shapes; this file checks that the buffers have enough bytes. */
#include "rest.h"

#include "stet_conv.h"

#include <stdatomic.h>
#include <stdlib.h>

struct conv_plan {
    PyObject_HEAD stet_conv *plan;
    stet_conv_options options;
};

struct conv_stream {
    PyObject_HEAD stet_conv_stream *stream;
    struct conv_plan *of;
    atomic_int busy; /* 1 while a thread uses it */
};

static size_t number_size(const stet_conv_options *o)
{
    return o->precision == STET_F32 ? sizeof(float) : sizeof(double);
}

static Py_ssize_t sequences(const struct conv_plan *p)
{
    return p->options.batch * p->options.channels;
}

/* Gets the buffer of an object; None gives an empty one. */
static int take(PyObject *object, int flags, Py_buffer *view)
{
    *view = (Py_buffer){.buf = NULL};
    return object == Py_None || PyObject_GetBuffer(object, view, flags) == 0;
}

static void give_back(Py_buffer *view)
{
    if (view->obj != NULL)
        PyBuffer_Release(view);
}

static void take_options(PyObject *dict, stet_conv_options *o)
{
    const struct {
        const char *name;
        int *to;
    } words[] = {{"operator", (int *)&o->operation},
                 {"combine", (int *)&o->combine},
                 {"space", (int *)&o->space},
                 {"norm", (int *)&o->norm},
                 {"precision", (int *)&o->precision},
                 {"level", (int *)&o->level},
                 {"method", (int *)&o->method},
                 {"extended", (int *)&o->extended},
                 {"exact_zeros", &o->exact_zeros},
                 {"gelu", (int *)&o->gelu},
                 {"has_bias", &o->has_bias},
                 {"has_gate", &o->has_gate},
                 {"threads", &o->threads}};
    const struct {
        const char *name;
        ptrdiff_t *to;
    } sizes[] = {{"length", &o->length},
                 {"filter_length", &o->filter_length},
                 {"reverse_length", &o->reverse_length},
                 {"channels", &o->channels},
                 {"batch", &o->batch},
                 {"filter_channels", &o->filter_channels},
                 {"fft_length", &o->fft_length}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        PyObject *value = PyDict_GetItemString(dict, words[i].name);
        if (value != NULL && !PyErr_Occurred())
            *words[i].to = (int)PyLong_AsLong(value);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        PyObject *value = PyDict_GetItemString(dict, sizes[i].name);
        if (value != NULL && !PyErr_Occurred())
            *sizes[i].to = PyLong_AsSsize_t(value);
    }
    PyObject *accuracy = PyDict_GetItemString(dict, "accuracy");
    if (accuracy != NULL && !PyErr_Occurred())
        o->accuracy = PyFloat_AsDouble(accuracy);
}

static int long_enough(const Py_buffer *view, Py_ssize_t rows, Py_ssize_t n, size_t size)
{
    Py_ssize_t bytes;
    return view->buf == NULL ||
           (!__builtin_mul_overflow(rows, n, &bytes) &&
            !__builtin_mul_overflow(bytes, (Py_ssize_t)size, &bytes) && view->len >= bytes);
}

/* ------------------------------------------------------------------- plan -- */

/* ConvPlan(options, filter, reverse or None, bias or None) makes a plan */
static PyObject *plan_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *dict, *objects[3];
    Py_buffer views[3] = {{.buf = NULL}};
    struct conv_plan *self;
    stet_status status = STET_E_ROOM;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!OOO:ConvPlan", &PyDict_Type, &dict, &objects[0], &objects[1],
                          &objects[2]))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    self = (struct conv_plan *)allocate(type, 0);
    if (self == NULL)
        return NULL;
    stet_conv_options *o = &self->options;
    stet_conv_options_init(o);
    take_options(dict, o);
    int ok = !PyErr_Occurred();
    for (int i = 0; ok && i < 3; i++)
        ok = take(objects[i], PyBUF_SIMPLE, &views[i]);
    const Py_ssize_t lengths[] = {o->filter_length, o->reverse_length, 1};
    const Py_ssize_t rows[] = {o->filter_channels, o->filter_channels, o->channels};
    int fits = 1;
    for (int i = 0; ok && i < 3; i++)
        fits = fits && long_enough(&views[i], rows[i], lengths[i], number_size(o));
    if (ok && fits) {
        Py_BEGIN_ALLOW_THREADS;
        status = stet_conv_create(&self->plan, o, views[0].buf, views[1].buf, views[2].buf);
        Py_END_ALLOW_THREADS;
    }
    for (int i = 0; i < 3; i++)
        give_back(&views[i]);
    if (ok && status == STET_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return ok ? stet_py_raise(status) : NULL;
}

static void plan_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    stet_conv_destroy(((struct conv_plan *)object)->plan);
    release(object);
    Py_DECREF(type);
}

static PyObject *info(const stet_conv_result *r)
{
    const stet_conv_counts *c = &r->stages;
    return Py_BuildValue("{s:d,s:L,s:L,s:L,s:L,s:L,s:L,s:L,s:L,s:L,s:L}", "bound", r->bound,
                         "blocks", (long long)r->blocks, "zeros", (long long)r->zeros, "outputs",
                         (long long)c->outputs, "not_finite", (long long)c->not_finite, "by_double",
                         (long long)c->by_double, "by_dd", (long long)c->by_dd, "by_grid",
                         (long long)c->by_grid, "by_zeros", (long long)c->by_zeros, "by_pairs",
                         (long long)c->by_pairs, "by_exact", (long long)c->by_exact);
}

/* execute(u, gate or None, y, line_bound or None) returns the fields of stet_conv_result */
static PyObject *plan_execute(PyObject *object, PyObject *args)
{
    struct conv_plan *self = (struct conv_plan *)object;
    const stet_conv_options *o = &self->options;
    stet_conv_result result = {.size = sizeof result};
    PyObject *objects[4];
    Py_buffer views[4] = {{.buf = NULL}};
    stet_status status = STET_E_ROOM;
    if (!PyArg_ParseTuple(args, "OOOO:execute", &objects[0], &objects[1], &objects[2], &objects[3]))
        return NULL;
    int ok = 1, fits = 1;
    for (int i = 0; ok && i < 4; i++)
        ok = take(objects[i], i < 2 ? PyBUF_SIMPLE : PyBUF_WRITABLE, &views[i]);
    for (int i = 0; ok && i < 3; i++)
        fits = fits && long_enough(&views[i], sequences(self), o->length, number_size(o));
    fits = fits && long_enough(&views[3], sequences(self), 1, sizeof(double));
    if (ok && fits) {
        result.line_bound = views[3].buf;
        Py_BEGIN_ALLOW_THREADS;
        status = stet_conv_execute(self->plan, views[0].buf, views[1].buf, views[2].buf, &result);
        Py_END_ALLOW_THREADS;
    }
    for (int i = 0; i < 4; i++)
        give_back(&views[i]);
    if (!ok)
        return NULL;
    return status == STET_OK ? info(&result) : stet_py_raise(status);
}

static PyObject *plan_describe(PyObject *object, PyObject *unused)
{
    const stet_conv *plan = ((struct conv_plan *)object)->plan;
    const size_t size = stet_conv_describe(plan, NULL, 0) + 1;
    char *text = malloc(size);
    (void)unused;
    if (text == NULL)
        return PyErr_NoMemory();
    stet_conv_describe(plan, text, size);
    PyObject *result =
        Py_BuildValue("snid", text, (Py_ssize_t)stet_conv_fft_length(plan),
                      (int)stet_conv_method_of(plan), stet_conv_relative_bound(plan));
    free(text);
    return result;
}

static PyMethodDef plan_methods[] = {{"execute", plan_execute, METH_VARARGS, NULL},
                                     {"describe", plan_describe, METH_NOARGS, NULL},
                                     {NULL, NULL, 0, NULL}};
static PyType_Slot plan_slots[] = {
    {Py_tp_new, plan_new}, {Py_tp_dealloc, plan_dealloc}, {Py_tp_methods, plan_methods}, {0, NULL}};
static PyType_Spec plan_spec = {.name = "stet._stet.ConvPlan",
                                .basicsize = sizeof(struct conv_plan),
                                .flags = Py_TPFLAGS_DEFAULT,
                                .slots = plan_slots};

/* ----------------------------------------------------------------- stream -- */

/* ConvStream(plan); plan must be a ConvPlan */
static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *plan;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O:ConvStream", &plan))
        return NULL;
    if ((void *)PyType_GetSlot(Py_TYPE(plan), Py_tp_dealloc) != (void *)plan_dealloc) {
        PyErr_SetString(PyExc_TypeError, "expected a ConvPlan");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct conv_stream *self = (struct conv_stream *)allocate(type, 0);
    if (self == NULL)
        return NULL;
    self->of = (struct conv_plan *)Py_NewRef(plan);
    const stet_status status = stet_conv_stream_create(&self->stream, self->of->plan);
    if (status == STET_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return stet_py_raise(status);
}

static void stream_dealloc(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    struct conv_stream *self = (struct conv_stream *)object;
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    stet_conv_stream_destroy(self->stream);
    Py_XDECREF((PyObject *)self->of);
    release(object);
    Py_DECREF(type);
}

static PyObject *stream_ready(PyObject *object, PyObject *args)
{
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "n:ready", &count))
        return NULL;
    return PyLong_FromSsize_t(
        stet_conv_stream_ready(((struct conv_stream *)object)->stream, count));
}

/* push(count, u or None, gate or None, y or None, room) returns the number of outputs written;
 * count -1: finish */
static PyObject *stream_push(PyObject *object, PyObject *args)
{
    struct conv_stream *self = (struct conv_stream *)object;
    const struct conv_plan *p = self->of;
    const size_t size = number_size(&p->options);
    PyObject *objects[3];
    Py_buffer views[3] = {{.buf = NULL}};
    Py_ssize_t count, room;
    ptrdiff_t written = 0;
    stet_status status = STET_E_ROOM;
    if (!PyArg_ParseTuple(args, "nOOOn:push", &count, &objects[0], &objects[1], &objects[2], &room))
        return NULL;
    if (atomic_exchange(&self->busy, 1)) {
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this stream");
        return NULL;
    }
    int ok = 1, fits = 1;
    for (int i = 0; ok && i < 3; i++)
        ok = take(objects[i], i < 2 ? PyBUF_SIMPLE : PyBUF_WRITABLE, &views[i]);
    for (int i = 0; ok && i < 3; i++)
        fits = fits && long_enough(&views[i], sequences(p), i < 2 ? count : room, size);
    if (ok && fits) {
        Py_BEGIN_ALLOW_THREADS;
        status = count < 0 ? stet_conv_stream_finish(self->stream, views[2].buf, room, &written)
                           : stet_conv_stream_push(self->stream, count, views[0].buf, views[1].buf,
                                                   views[2].buf, room, &written);
        Py_END_ALLOW_THREADS;
    }
    atomic_store(&self->busy, 0);
    for (int i = 0; i < 3; i++)
        give_back(&views[i]);
    if (!ok)
        return NULL;
    return status == STET_OK ? PyLong_FromSsize_t(written) : stet_py_raise(status);
}

static PyMethodDef stream_methods[] = {{"ready", stream_ready, METH_VARARGS, NULL},
                                       {"push", stream_push, METH_VARARGS, NULL},
                                       {NULL, NULL, 0, NULL}};
static PyType_Slot stream_slots[] = {{Py_tp_new, stream_new},
                                     {Py_tp_dealloc, stream_dealloc},
                                     {Py_tp_methods, stream_methods},
                                     {0, NULL}};
static PyType_Spec stream_spec = {.name = "stet._stet.ConvStream",
                                  .basicsize = sizeof(struct conv_stream),
                                  .flags = Py_TPFLAGS_DEFAULT,
                                  .slots = stream_slots};

int stet_py_add_conv(PyObject *module)
{
    PyObject *plan = PyType_FromSpec(&plan_spec), *stream = PyType_FromSpec(&stream_spec);
    const int ok = plan != NULL && stream != NULL &&
                   PyModule_AddObjectRef(module, "ConvPlan", plan) == 0 &&
                   PyModule_AddObjectRef(module, "ConvStream", stream) == 0;
    Py_XDECREF(plan);
    Py_XDECREF(stream);
    return ok ? 0 : -1;
}
