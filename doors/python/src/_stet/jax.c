/* SPDX-License-Identifier: Apache-2.0
 *
 * The custom call of stet.jax. XLA calls it on its own threads, without the GIL, with compact
 * arrays in C order. stet/jax.py has told XLA the shapes and types; this file checks them again,
 * so that nothing is read or written outside an array. */
#include <string.h>

#include "arguments.h"
#include "cache.h"
#include "rest.h"
#include "xla.h"

enum { MAX_DIMS = STET_PY_MAX_DIMS };

static xla_error *failed(const xla_call *call, int code, const char *message)
{
    xla_error_args args = {sizeof args, NULL, message, code};
    return call->api->error_create(&args);
}

static void *attribute(const xla_call *call, const char *name, int kind)
{
    const xla_attributes *a = &call->attributes;
    for (int64_t i = 0; i < a->count; i++)
        if (a->kinds[i] == kind && a->names[i]->length == strlen(name) &&
            !memcmp(a->names[i]->text, name, strlen(name)))
            return a->each[i];
    return NULL;
}

/* Returns an integer attribute, or -1 if it does not exist. */
static int64_t integer(const xla_call *call, const char *name)
{
    const xla_scalar *s = attribute(call, name, XLA_SCALAR);
    return s && s->type == XLA_S64 ? *(const int64_t *)s->value : -1;
}

/* Sets kind and precision from the types of input and output; returns 0, or -1 if they do not
 * fit. */
static int settle_types(int in, int out, stet_options *o)
{
    static const struct {
        int in, out;
        stet_kind kind;
        stet_precision precision;
    } rows[] = {
        {XLA_C64, XLA_C64, STET_C2C, STET_F32},  {XLA_F32, XLA_C64, STET_R2C, STET_F32},
        {XLA_C64, XLA_F32, STET_C2R, STET_F32},  {XLA_C128, XLA_C128, STET_C2C, STET_F64},
        {XLA_F64, XLA_C128, STET_R2C, STET_F64}, {XLA_C128, XLA_F64, STET_C2R, STET_F64},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].in == in && rows[i].out == out) {
            o->kind = rows[i].kind;
            o->precision = rows[i].precision;
            return 0;
        }
    return -1;
}

/* Returns the transform's length along an axis from both sides; -1 if the two sides do not fit. */
static int64_t length_of(const stet_options *o, int64_t in, int64_t out, int last)
{
    if (o->kind == STET_C2C || !last)
        return in == out ? in : -1;
    int64_t real = o->kind == STET_R2C ? in : out, half = o->kind == STET_R2C ? out : in;
    return half == real / 2 + 1 ? real : -1;
}

/* Fills in the dimensions of compact arrays: `axes` in their order, then the batch. */
static int lay_out(const xla_buffer *in, const xla_buffer *out, const xla_array *axes,
                   stet_options *o, stet_dim *dims, stet_dim *batch)
{
    ptrdiff_t is[MAX_DIMS], os[MAX_DIMS];
    int used[MAX_DIMS] = {0};
    ptrdiff_t in_stride = 1, out_stride = 1;
    for (int64_t i = in->rank - 1; i >= 0; i--) {
        is[i] = in_stride;
        os[i] = out_stride;
        in_stride *= in->dims[i];
        out_stride *= out->dims[i];
    }
    for (size_t k = 0; k < axes->count; k++) {
        int64_t i = ((const int64_t *)axes->data)[k];
        if (i < 0 || i >= in->rank || used[i]++)
            return -1;
        int64_t n = length_of(o, in->dims[i], out->dims[i], k + 1 == axes->count);
        if (n < 1)
            return -1;
        dims[k] = (stet_dim){n, is[i], os[i]};
    }
    for (int i = 0; i < in->rank; i++)
        if (!used[i]) {
            if (in->dims[i] != out->dims[i])
                return -1;
            batch[o->batch_rank++] = (stet_dim){in->dims[i], is[i], os[i]};
        }
    o->rank = (int)axes->count;
    o->dims = dims;
    o->batch = batch;
    return 0;
}

static int is_empty(const xla_buffer *b)
{
    for (int64_t i = 0; i < b->rank; i++)
        if (b->dims[i] == 0)
            return 1;
    return 0;
}

static xla_error *execute(const xla_call *call, const xla_buffer *in, const xla_buffer *out)
{
    stet_dim dims[MAX_DIMS], batch[MAX_DIMS];
    const xla_array *axes = attribute(call, "axes", XLA_ARRAY);
    stet_options o;
    stet_options_init(&o);
    o.level = (stet_level)integer(call, "level");
    o.norm = (stet_norm)integer(call, "norm");
    o.direction = integer(call, "inverse") ? STET_INVERSE : STET_FORWARD;
    if (is_empty(out))
        return NULL;
    if (in->rank != out->rank || in->rank > MAX_DIMS || settle_types(in->type, out->type, &o) < 0)
        return failed(call, XLA_INVALID_ARGUMENT, "stet_fft: types or ranks that do not fit");
    if (!axes || axes->type != XLA_S64 || axes->count > MAX_DIMS ||
        lay_out(in, out, axes, &o, dims, batch) < 0)
        return failed(call, XLA_INVALID_ARGUMENT, "stet_fft: shapes or axes that do not fit");
    stet_py_plan *plan;
    stet_status status = stet_py_plan_get(&o, 0, &plan);
    if (status == STET_OK) {
        status = stet_execute(stet_py_plan_of(plan), in->data, out->data);
        stet_py_plan_put(plan);
    }
    if (status == STET_OK)
        return NULL;
    int code = status == STET_E_MEMORY ? XLA_RESOURCE_EXHAUSTED : XLA_INVALID_ARGUMENT;
    return failed(call, code, stet_py_words(status));
}

/* Answers the query for the handler's version with the caller's minor version: the structs that it
 * reads are the same in all of version 0. */
static int tells_version(const xla_call *call)
{
    const xla_extension *e = call->extensions;
    if (!e || e->type != XLA_EXTENSION_METADATA)
        return 0;
    xla_metadata *told = ((const xla_metadata_extension *)(const void *)e)->metadata;
    told->version.major = 0;
    told->version.minor = call->api->version.minor;
    told->traits = 0;
    return 1;
}

static xla_error *handler(xla_call *call)
{
    if (tells_version(call) || call->stage != XLA_STAGE_EXECUTE)
        return NULL;
    if (call->struct_size < sizeof *call || call->arguments.count != 1 || call->results.count != 1)
        return failed(call, XLA_INTERNAL, "stet_fft: not a call of XLA's interface, version 0");
    return execute(call, call->arguments.each[0], call->results.each[0]);
}

static PyObject *jax_handler(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module, (void)args;
    if (stet_py_count(count, 0, "jax_handler") < 0)
        return NULL;
    void *address;
    xla_error *(*function)(xla_call *) = handler;
    memcpy(&address, &function, sizeof address); /* POSIX: both have the same size */
    return PyCapsule_New(address, NULL, NULL);
}

PyMethodDef stet_py_jax_methods[] = {
    STET_PY_FUNCTION("jax_handler", jax_handler, "The custom call of XLA's that stet.jax names."),
    {NULL, NULL, 0, NULL},
};
