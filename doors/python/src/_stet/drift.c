/* SPDX-License-Identifier: Apache-2.0 */
/* Calls stet_drift() with steps in Python, and with the steps of "stet-lab drift". */
#include "rest.h"

#include "cli/drift_work.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096 };

/* Context of the callbacks. */
struct run {
    PyObject *step, *reference;       /* called with the number of the step */
    Py_buffer state, reference_state; /* the callables' arrays */
    PyThreadState *thread;            /* NULL: the GIL is held */
};

/* Calls function(i) on the numbers at `data`: copies them into the buffer first if is_input, and
 * back afterwards. */
static int call(PyObject *function, const Py_buffer *buffer, int64_t i, void *data, int is_input)
{
    const int elsewhere = data != buffer->buf;
    if (elsewhere && is_input)
        memcpy(buffer->buf, data, (size_t)buffer->len);
    PyObject *result = PyObject_CallFunction(function, "L", (long long)i);
    if (result == NULL)
        return 1;
    Py_DECREF(result);
    if (elsewhere)
        memcpy(data, buffer->buf, (size_t)buffer->len);
    return 0;
}

static int take_step(void *context, int64_t i, void *state)
{
    const struct run *r = context;
    return call(r->step, &r->state, i, state, 1);
}

static int take_reference_step(void *context, int64_t i, void *state)
{
    const struct run *r = context;
    return call(r->reference, &r->reference_state, i, state, 1);
}

static int reference_at(void *context, int64_t i, double *to)
{
    const struct run *r = context;
    return call(r->reference, &r->reference_state, i, to, 0);
}

/* Ends the run on Control-C. */
static int look_at_signals(void *context, int64_t done, int64_t steps)
{
    struct run *r = context;
    (void)done, (void)steps;
    if (r->thread == NULL)
        return PyErr_CheckSignals() < 0;
    PyEval_RestoreThread(r->thread);
    const int stop = PyErr_CheckSignals() < 0;
    r->thread = PyEval_SaveThread();
    return stop;
}

/* ------------------------------------------------------------------ result -- */

static PyObject *record(const stet_drift_record *r)
{
    return Py_BuildValue("{s:L,s:d,s:d,s:d,s:d,s:d,s:L,s:L,s:O}", "step", (long long)r->step,
                         "max_ulp", r->max_ulp, "rms_ulp", r->rms_ulp, "max_scale", r->max_scale,
                         "rms_scale", r->rms_scale, "norm", r->norm, "same", (long long)r->same,
                         "not_finite", (long long)r->not_finite, "rebased",
                         r->rebased ? Py_True : Py_False);
}

static PyObject *result_of(const stet_drift_result *d, const stet_drift_record *records)
{
    const int64_t count = d->comparisons < ROOM ? d->comparisons : ROOM;
    PyObject *list = PyList_New(0);
    for (int64_t i = 0; list != NULL && i < count; i++) {
        PyObject *one = record(&records[i]);
        if (one == NULL || PyList_Append(list, one) < 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    if (list == NULL)
        return NULL;
    return Py_BuildValue("{s:L,s:L,s:L,s:L,s:L,s:L,s:N,s:N,s:N,s:N}", "steps", (long long)d->steps,
                         "comparisons", (long long)d->comparisons, "rebases", (long long)d->rebases,
                         "cycle_seen", (long long)d->cycle_seen, "cycle_length",
                         (long long)d->cycle_length, "cycle_broken", (long long)d->cycle_broken,
                         "first", record(&d->first), "last", record(&d->last), "worst",
                         record(&d->worst), "records", list);
}

static PyObject *run(stet_drift_options *o, void *state, struct run *r, int release)
{
    stet_drift_result d = {.size = sizeof d};
    PyObject *result = NULL;
    stet_status status;
    stet_drift_record *records = malloc(ROOM * sizeof *records);
    if (records == NULL)
        return PyErr_NoMemory();
    o->progress = look_at_signals;
    o->progress_context = r;
    o->records = records;
    o->room = ROOM;
    r->thread = release ? PyEval_SaveThread() : NULL;
    status = stet_drift(o, state, &d);
    if (release)
        PyEval_RestoreThread(r->thread);
    if (status == STET_E_ABORTED && !PyErr_Occurred())
        status = (stet_status)d.code; /* status of a built-in step */
    if (status == STET_OK)
        result = result_of(&d, records);
    else if (!PyErr_Occurred())
        stet_py_raise(status);
    free(records);
    return result;
}

/* --------------------------------------------------------------- functions -- */

static void set_common(stet_drift_options *o, long long steps, long long every, long long rebase,
                       int cycles)
{
    o->steps = steps;
    o->every = every;
    o->rebase = rebase;
    o->cycles = (stet_drift_cycles)cycles;
}

/* drift(state, item size, step, reference or None, is step, reference state or None, its item size,
 * steps, every, rebase, cycles) */
static PyObject *drift(PyObject *self, PyObject *args)
{
    stet_drift_options o;
    struct run r = {.state = {.buf = NULL}};
    PyObject *reference_state, *result = NULL;
    Py_ssize_t size, reference_size;
    long long steps, every, rebase;
    int is_step, cycles;
    (void)self;
    if (!PyArg_ParseTuple(args, "w*nOOpOnLLLi:drift", &r.state, &size, &r.step, &r.reference,
                          &is_step, &reference_state, &reference_size, &steps, &every, &rebase,
                          &cycles))
        return NULL;
    stet_drift_options_init(&o);
    set_common(&o, steps, every, rebase, cycles);
    o.precision = size == sizeof(float) ? STET_F32 : STET_F64;
    o.count = r.state.len / size;
    o.step = take_step;
    o.step_context = o.reference_context = &r;
    if (r.reference == Py_None ||
        PyObject_GetBuffer(reference_state, &r.reference_state, PyBUF_WRITABLE) == 0) {
        const int there = r.reference != Py_None;
        o.reference_step = there && is_step ? take_reference_step : NULL;
        o.reference_at = there && !is_step ? reference_at : NULL;
        o.reference_precision = reference_size == sizeof(float) ? STET_F32 : STET_F64;
        if (there && r.reference_state.len != o.count * reference_size)
            stet_py_raise(STET_E_ROOM);
        else
            result = run(&o, r.state.buf, &r, 0);
        if (there)
            PyBuffer_Release(&r.reference_state);
    }
    PyBuffer_Release(&r.state);
    return result;
}

/* drift_work(work, precision, level, n, seed, steps, every, rebase, cycles) */
static PyObject *drift_work(PyObject *self, PyObject *args)
{
    struct drift_work w;
    stet_drift_options o;
    struct run r = {.step = NULL};
    PyObject *result = NULL;
    long long seed, steps, every, rebase;
    int work, precision, level, cycles;
    Py_ssize_t n;
    (void)self;
    if (!PyArg_ParseTuple(args, "iiinLLLLi:drift_work", &work, &precision, &level, &n, &seed,
                          &steps, &every, &rebase, &cycles))
        return NULL;
    const stet_status status = drift_work_create(&w, work, (stet_precision)precision,
                                                 (stet_level)level, n, (uint64_t)seed);
    if (status == STET_OK) {
        stet_drift_options_init(&o);
        set_common(&o, steps, every, rebase, cycles);
        o.precision = w.precision;
        o.count = w.count;
        o.step = drift_work_step;
        o.step_context = &w;
        o.reference_at = drift_work_reference(&w);
        o.reference_context = &w;
        result = run(&o, w.state, &r, 1);
    } else {
        stet_py_raise(status);
    }
    drift_work_free(&w);
    return result;
}

static PyMethodDef methods[] = {{"drift", drift, METH_VARARGS, NULL},
                                {"drift_work", drift_work, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

int stet_py_add_drift(PyObject *module) { return PyModule_AddFunctions(module, methods); }
