/* SPDX-License-Identifier: Apache-2.0 */
/* Runs "stet bits", "compare", "verify" and "certify" on arrays in memory, by the code of the
 * command (tools/verify, tools/files). An array comes as (buffer, name of its type, shape); a
 * report is returned as (JSON, table). */
#include "rest.h"

#include "files/comparison.h"
#include "files/hash.h"
#include "files/transform.h"
#include "verify/account.h"

#include <stdlib.h>
#include <string.h>

/* An array whose memory Python owns. */
struct loan {
    Py_buffer buffer;
    struct array array;
};

static int fail(const struct error *e)
{
    const int memory = strncmp(e->text, "not enough memory", 17) == 0;
    /* A text that came from outside may be cut within a character. */
    PyObject *text = PyUnicode_DecodeUTF8(e->text, (Py_ssize_t)strlen(e->text), "replace");
    if (text != NULL)
        PyErr_SetObject(memory ? PyExc_MemoryError : PyExc_ValueError, text);
    Py_XDECREF(text);
    return 0;
}

/* Converts a shape; a converter for "O&". */
static int take_shape(PyObject *tuple, struct layout *l)
{
    const Py_ssize_t rank = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;
    if (rank < 0 || rank > RANK_MAX) {
        PyErr_SetString(PyExc_ValueError, "array has too many dimensions");
        return 0;
    }
    l->rank = (int)rank;
    for (Py_ssize_t i = 0; i < rank; i++) {
        const Py_ssize_t length = PyLong_AsSsize_t(PyTuple_GetItem(tuple, i));
        if (length < 0 && PyErr_Occurred())
            return 0;
        l->shape[i] = (size_t)length;
    }
    return 1;
}

/* Converts an array to a loan; a converter for "O&". return_array() releases it. */
static int take_array(PyObject *triple, void *to)
{
    struct loan *loan = to;
    PyObject *buffer, *shape;
    const char *name;
    memset(loan, 0, sizeof *loan);
    if (!PyTuple_Check(triple)) {
        PyErr_SetString(PyExc_TypeError, "expected (buffer, dtype, shape)");
        return 0;
    }
    if (!PyArg_ParseTuple(triple, "OsO:array", &buffer, &name, &shape) ||
        !take_shape(shape, &loan->array.layout))
        return 0;
    loan->array.layout.dtype = dtype_by_name(name);
    if (loan->array.layout.dtype == NULL || !layout_count(&loan->array.layout)) {
        PyErr_Format(PyExc_TypeError, "array dtype %s is not supported", name);
        return 0;
    }
    if (PyObject_GetBuffer(buffer, &loan->buffer, PyBUF_SIMPLE) < 0)
        return 0;
    if ((size_t)loan->buffer.len != layout_bytes(&loan->array.layout)) {
        PyBuffer_Release(&loan->buffer);
        PyErr_SetString(PyExc_ValueError, "the buffer does not have the size of the shape");
        return 0;
    }
    loan->array.data = loan->buffer.buf;
    return 1;
}

static void return_array(struct loan *loan)
{
    if (loan->buffer.obj != NULL)
        PyBuffer_Release(&loan->buffer);
}

/* ---------------------------------------------------------------- report -- */

static PyObject *table_of(const struct report *r)
{
    PyObject *lines = PyList_New(0);
    for (int i = 0; lines != NULL && i < r->row_count; i++) {
        PyObject *line = Py_BuildValue("ss", r->rows[i].label, r->rows[i].text);
        if (line == NULL || PyList_Append(lines, line) < 0)
            Py_CLEAR(lines);
        Py_XDECREF(line);
    }
    return lines;
}

/* Returns (JSON, [(label, text), ...]) and releases the report. */
static PyObject *finish(struct report *r)
{
    char *json = json_whole(r->whole ? r->json : NULL, JSON_COMPACT);
    PyObject *table = table_of(r), *both = NULL;
    if (json != NULL && table != NULL)
        both = Py_BuildValue("sO", json, table);
    else if (!PyErr_Occurred())
        PyErr_NoMemory();
    Py_XDECREF(table);
    free(json);
    json_decref(r->json);
    return both;
}

/* ------------------------------------------------------------- functions -- */

static PyObject *identify(PyObject *self, PyObject *args)
{
    struct loan a;
    struct identity id;
    (void)self;
    if (!PyArg_ParseTuple(args, "O&:identify", take_array, &a))
        return NULL;
    Py_BEGIN_ALLOW_THREADS;
    array_identify(&a.array, &id);
    Py_END_ALLOW_THREADS;
    return_array(&a);
    return Py_BuildValue("sn", id.sha256, (Py_ssize_t)id.nans);
}

static PyObject *compare(PyObject *self, PyObject *args)
{
    struct loan a, b = {.array = {.data = NULL}};
    PyObject *one, *two, *result = NULL;
    struct report r;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO:compare", &one, &two) || !take_array(one, &a))
        return NULL;
    if (take_array(two, &b)) {
        Py_BEGIN_ALLOW_THREADS;
        json_begin();
        report_start(&r, true);
        comparison_report("a", &a.array, "b", &b.array, &r);
        Py_END_ALLOW_THREADS;
        result = finish(&r);
    }
    return_array(&a);
    return_array(&b);
    return result;
}

static int choose(const struct choice *choices, const char *what, const char *name, int *chosen)
{
    const struct choice *found = find_choice(choices, name);
    if (found == NULL)
        PyErr_Format(PyExc_ValueError, "Invalid %s value %s", what, name);
    else
        *chosen = found->value;
    return found != NULL;
}

/* Converts a tuple of axes; None is the last axis. */
static int take_axes(PyObject *tuple, struct axes *axes)
{
    *axes = (struct axes){.option = "axes"};
    if (tuple == Py_None)
        return 1;
    const Py_ssize_t count = PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;
    if (count < 1 || count > RANK_MAX) {
        PyErr_SetString(PyExc_ValueError, "axes must name from 1 to 64 axes");
        return 0;
    }
    axes->count = (int)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        axes->items[i] = PyLong_AsSsize_t(PyTuple_GetItem(tuple, i));
        if (axes->items[i] == -1 && PyErr_Occurred())
            return 0;
    }
    return 1;
}

static const struct format *format_by_name(const char *name)
{
    static const struct format *const formats[] = {&format_f64, &format_f32, &format_tf32,
                                                   &format_f16, &format_bf16};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    PyErr_Format(PyExc_ValueError,
                 "Invalid expect value %s; should be \"f64\", \"f32\", \"tf32\", \"f16\" or "
                 "\"bf16\".",
                 name);
    return NULL;
}

static PyObject *judge_loans(const struct request *request, struct loan *in, struct loan *out,
                             const struct format *expect)
{
    struct judgement *j = malloc(sizeof *j);
    struct report r;
    struct error e;
    bool ok;
    if (j == NULL)
        return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS;
    ok = judge_arrays(j, request, &in->array, &out->array, expect, &e);
    if (ok) {
        json_begin();
        report_start(&r, true);
        judgement_report(j, "input", "spectrum", &r);
        judgement_free(j);
    }
    Py_END_ALLOW_THREADS;
    free(j);
    if (!ok)
        fail(&e);
    return ok ? finish(&r) : NULL;
}

/* verify(input, spectrum, kind or "", inverse, norm, axes or None, n or 0, expect or "") */
static PyObject *verify(PyObject *self, PyObject *args)
{
    struct request request = {.in_path = "input", .out_path = "spectrum"};
    struct loan in, out = {.array = {.data = NULL}};
    PyObject *one, *two, *axes, *result = NULL;
    const char *kind, *norm, *name;
    const struct format *expect = NULL;
    struct error e;
    int inverse;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOspsOns:verify", &one, &two, &kind, &inverse, &norm, &axes,
                          &request.n, &name) ||
        (*kind && !verify_take_kind(&request, kind, &e) && !fail(&e)) ||
        !choose(norm_choices, "norm", norm, &request.norm) || !take_axes(axes, &request.axes) ||
        (*name && (expect = format_by_name(name)) == NULL) || !take_array(one, &in))
        return NULL;
    request.inverse = inverse != 0;
    if (take_array(two, &out))
        result = judge_loans(&request, &in, &out, expect);
    return_array(&in);
    return_array(&out);
    return result;
}

/* certify(JSON, input, output) */
static PyObject *certify(PyObject *self, PyObject *args)
{
    static const char *const names[] = {"certificate", "input", "output"};
    struct certificate c;
    struct loan in, out = {.array = {.data = NULL}};
    PyObject *paper, *one, *two, *result = NULL;
    struct recheck k;
    struct report r;
    struct error e;
    char *text;
    Py_ssize_t size;
    bool ok;
    (void)self;
    if (!PyArg_ParseTuple(args, "SOO:certify", &paper, &one, &two) ||
        PyBytes_AsStringAndSize(paper, &text, &size) < 0)
        return NULL;
    if (!certificate_parse(&c, text, (size_t)size, &e)) {
        error_prefix(&e, "certificate");
        fail(&e);
        return NULL;
    }
    if (!take_array(one, &in))
        return NULL;
    if (take_array(two, &out)) {
        Py_BEGIN_ALLOW_THREADS;
        ok = recheck_arrays(&k, &c, &in.array, "input", &out.array, "output", &e);
        if (ok) {
            json_begin();
            report_start(&r, true);
            recheck_report(&k, &c, names, &r);
            recheck_free(&k);
        }
        Py_END_ALLOW_THREADS;
        if (ok)
            result = finish(&r);
        else
            fail(&e);
    }
    return_array(&in);
    return_array(&out);
    return result;
}

/* ---------------------------------------------------------- certificates -- */

/* Sets the layout of t's input and its lengths. Returns false with an exception set. */
static int settle(struct transform *t, const struct layout *l, const struct axes *axes,
                  Py_ssize_t n)
{
    struct error e;
    if (!axes_settle(axes, l->rank, t->axes, &t->axis_count, &e))
        return fail(&e);
    for (int i = 0; i < t->axis_count; i++)
        t->n[i] = l->shape[t->axes[i]];
    size_t *last = &t->n[t->axis_count - 1];
    t->n_in = *last;
    if (t->kind == STET_C2R)
        *last = n > 0 ? (size_t)n : 2 * (*last - 1);
    t->n_out = t->kind == STET_R2C ? *last / 2 + 1 : *last;
    if (*last == 0 || l->count == 0 || (t->kind == STET_C2R && *last / 2 + 1 != t->n_in)) {
        PyErr_SetString(PyExc_ValueError, "Invalid number of data points");
        return 0;
    }
    return 1;
}

/* `in` is the array that Python was given; the transform reads it rounded to its precision. */
static json_t *certificate_of(const struct transform *t, const struct array *in,
                              const struct array *out)
{
    struct certificate c = certificate_begin(t, t->stats);
    struct identity id;
    json_begin();
    array_identify(in, &id);
    claim_set(&c.input, &in->layout, &id);
    array_identify(out, &id);
    claim_set(&c.output, &out->layout, &id);
    return certificate_json(&c);
}

/* Returns a tuple, or NULL with an exception set. */
static PyObject *shape_of(const struct layout *l)
{
    PyObject *shape = PyTuple_New(l->rank);
    for (int i = 0; shape != NULL && i < l->rank; i++) {
        PyObject *length = PyLong_FromSize_t(l->shape[i]);
        if (length == NULL)
            Py_CLEAR(shape);
        else
            PyTuple_SetItem(shape, i, length);
    }
    return shape;
}

/* Computes the bytes of the output and the certificate, and sets t->stats. */
static bool transform_and_certify(struct transform *t, const struct array *given,
                                  const struct array *in, struct array *out, char **text,
                                  struct error *e)
{
    struct array copy;
    json_t *json;
    if (!array_new(&copy, &in->layout, e))
        return false;
    memcpy(copy.data, in->data, layout_bytes(&in->layout));
    const bool ok = transform_run(t, &copy, out, e);
    array_free(&copy);
    if (!ok)
        return false;
    json = t->stats->not_finite == 0 ? certificate_of(t, given, out) : NULL;
    *text = json_whole(json, JSON_INDENT(2));
    json_decref(json);
    if (*text != NULL)
        return true;
    array_free(out);
    return error_set(e, t->stats->not_finite > 0
                            ? "NaN or infinities: there is nothing to certify in their transforms"
                            : "not enough memory");
}

/* certificate(given, input, kind, inverse, norm, axes or None, n or 0, threads) returns (bytes,
 * shape, JSON) */
static PyObject *certificate(PyObject *self, PyObject *args)
{
    stet_correct_stats stats = {.size = sizeof stats};
    struct transform t = {.level = STET_LEVEL_CORRECT, .half_mode = STET_HALF_IO, .stats = &stats};
    struct array out = {.data = NULL};
    struct loan given, in = {.array = {.data = NULL}};
    PyObject *one, *two, *axes_tuple, *result = NULL;
    const char *kind, *norm;
    struct axes axes;
    struct error e;
    char *text = NULL;
    int inverse, chosen_kind, chosen_norm;
    Py_ssize_t n;
    bool ok;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOspsOni:certificate", &one, &two, &kind, &inverse, &norm,
                          &axes_tuple, &n, &t.threads) ||
        !choose(kind_choices, "kind", kind, &chosen_kind) ||
        !choose(norm_choices, "norm", norm, &chosen_norm) || !take_axes(axes_tuple, &axes) ||
        !take_array(one, &given))
        return NULL;
    t.kind = (stet_kind)chosen_kind;
    t.norm = (stet_norm)chosen_norm;
    t.direction = inverse || t.kind == STET_C2R ? STET_INVERSE : STET_FORWARD;
    if (axes.count == 0)
        axes = (struct axes){.option = "axes", .count = 1, .items = {-1}};
    if (take_array(two, &in) && settle(&t, &in.array.layout, &axes, n)) {
        t.precision = in.array.layout.dtype->component == COMPONENT_F32 ? STET_F32 : STET_F64;
        Py_BEGIN_ALLOW_THREADS;
        ok = transform_and_certify(&t, &given.array, &in.array, &out, &text, &e);
        Py_END_ALLOW_THREADS;
        if (ok)
            result = Py_BuildValue(
                "NNs",
                PyBytes_FromStringAndSize((char *)out.data, (Py_ssize_t)layout_bytes(&out.layout)),
                shape_of(&out.layout), text);
        else
            fail(&e);
        array_free(&out);
        free(text);
    }
    return_array(&given);
    return_array(&in);
    return result;
}

static PyMethodDef methods[] = {
    {"identify", identify, METH_VARARGS, NULL},       {"compare", compare, METH_VARARGS, NULL},
    {"verify", verify, METH_VARARGS, NULL},           {"certify", certify, METH_VARARGS, NULL},
    {"certificate", certificate, METH_VARARGS, NULL}, {NULL, NULL, 0, NULL}};

int stet_py_add_judge(PyObject *module)
{
    json_watch();
    return PyModule_AddFunctions(module, methods);
}
