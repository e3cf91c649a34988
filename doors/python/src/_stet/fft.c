/* SPDX-License-Identifier: Apache-2.0
 *
 * The transforms of stet.fft. A call runs resolve (arguments to lengths), stage (the array that
 * the plan reads), land (the array that it writes) and run. */
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "cache.h"

/* The work after the plan: conjugate all outputs, or swap index k and -k of each axis. */
typedef enum after { NOTHING, CONJUGATE, MIRROR } after;

/* Lists the transforms in the order of their numbers in stet.fft. */
static const struct operation {
    const char *name;
    stet_kind kind;
    stet_direction direction;
    int swap_norm; /* swaps "backward" and "forward" */
    after after;
} operations[] = {
    {"fft", STET_C2C, STET_FORWARD, 0, NOTHING},
    {"ifft", STET_C2C, STET_INVERSE, 0, NOTHING},
    {"rfft", STET_R2C, STET_FORWARD, 0, NOTHING},
    {"irfft", STET_C2R, STET_INVERSE, 0, NOTHING},
    /* The inverse of a conjugate spectrum is the inverse of the spectrum with time reversed. */
    {"hfft", STET_C2R, STET_INVERSE, 1, MIRROR},
    {"ihfft", STET_R2C, STET_FORWARD, 1, CONJUGATE},
    {"r2r", STET_R2R, STET_FORWARD, 0, NOTHING},
    {"inverse r2r", STET_R2R, STET_INVERSE, 0, NOTHING},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

typedef struct call {
    const struct operation *op;
    PyArrayObject *a, *out; /* the input; NULL or the caller's output */
    stet_py_plan *held;     /* plan of stet.Plan, used if it fits; NULL */
    int overflow;           /* a result is too large for 16 bits */
    int rank, axes[STET_PY_MAX_DIMS];
    npy_intp n[STET_PY_MAX_DIMS]; /* lengths of the transform by axis */
    stet_norm norm;
    stet_level level;
    int threads;
    int half; /* mode, if 16-bit numbers come out */
    stet_half_mode half_mode;
    stet_r2r_kind r2r;
    int orthogonal; /* R2R: the matrix is made orthonormal */

    stet_py_format in_format, work; /* input's; plan's (.is_complex: its input) */
    int out_complex;
    npy_intp in_shape[STET_PY_MAX_DIMS], out_shape[STET_PY_MAX_DIMS]; /* of the plan */
    PyArrayObject *source, *target;                                   /* the plan's arrays */
    stet_effort effort;
    stet_py_plan **plan; /* not NULL: make the plan, execute nothing */
} call;

/* Returns the name of the function that was called; for dct and dst the kind tells it. */
static const char *name_of(const call *c)
{
    static const char *const names[2][2] = {{"dct", "dst"}, {"idct", "idst"}};
    if (c->op->kind != STET_R2R)
        return c->op->name;
    return names[c->op->direction == STET_INVERSE][c->r2r >= STET_DST1];
}

/* ---- formats and shapes ---- */

/* Finds the format of an array's numbers, if the library has it. */
static int find_format(PyArrayObject *a, stet_py_format *f)
{
    if (stet_py_format_of(PyArray_DESCR(a), f) == 0)
        return 1;
    PyErr_Clear();
    return 0;
}

static int choose_format(call *c, PyObject *half)
{
    stet_kind kind = c->op->kind;
    if (stet_py_format_of(PyArray_DESCR(c->a), &c->in_format) < 0)
        return -1;
    stet_precision p = c->in_format.precision;
    int is16 = p == STET_F16 || p == STET_BF16, is_complex = c->in_format.is_complex;
    c->half_mode = STET_HALF_IO;
    if (half != Py_None) {
        if (stet_py_half_mode(half, &c->half_mode) < 0)
            return -1;
        if (!is16) {
            PyErr_Format(PyExc_TypeError, "half= is for 16-bit numbers, not for dtype %S",
                         PyArray_DESCR(c->a));
            return -1;
        }
    }
    if (is16 && c->out) { /* a 16-bit out= asks for 16-bit output */
        stet_py_format f;
        c->half = find_format(c->out, &f) && f.precision == p;
    }
    c->half |= is16 && (half != Py_None || is_complex);
    if (is16 && is_complex && kind == STET_R2R) {
        PyErr_Format(PyExc_TypeError, "%s() does not support 16-bit complex numbers", name_of(c));
        return -1;
    }
    if (kind == STET_R2C && is_complex) {
        PyErr_Format(PyExc_TypeError, "%s() takes real numbers, not dtype %S", name_of(c),
                     PyArray_DESCR(c->a));
        return -1;
    }
    c->half &= kind != STET_R2R;
    c->work.precision = is16 && !c->half ? STET_F32 : p;
    c->work.is_complex = kind == STET_C2C || kind == STET_C2R || (kind == STET_R2R && is_complex);
    c->out_complex = kind == STET_C2C || kind == STET_R2C || (kind == STET_R2R && is_complex);
    if (c->level == STET_LEVEL_EXTENDED_FF && c->work.precision != STET_F32) {
        PyErr_Format(PyExc_ValueError,
                     "level \"extended-ff\" is for float32 and complex64, not for dtype %S: use "
                     "\"extended\"",
                     PyArray_DESCR(c->a));
        return -1;
    }
    return 0;
}

static int check_length(const call *c, npy_intp n)
{
    int is_dct1 = c->op->kind == STET_R2R && c->r2r == STET_DCT1;
    if (n >= 1 + is_dct1)
        return 0;
    PyErr_Format(PyExc_ValueError, "Invalid number of FFT data points (%zd) specified%s",
                 (Py_ssize_t)n, is_dct1 ? ": a DCT of type 1 needs 2." : ".");
    return -1;
}

/* Computes the shapes of both sides from the lengths. The last axis of R2C and C2R has n/2 + 1
 * numbers on one side. */
static int choose_shapes(call *c)
{
    int dims = PyArray_NDIM(c->a), last = c->rank - 1;
    for (int i = 0; i < dims; i++)
        c->in_shape[i] = c->out_shape[i] = PyArray_DIM(c->a, i);
    for (int i = 0; i < c->rank; i++) {
        if (check_length(c, c->n[i]) < 0)
            return -1;
        c->in_shape[c->axes[i]] = c->out_shape[c->axes[i]] = c->n[i];
    }
    if (c->op->kind == STET_R2C)
        c->out_shape[c->axes[last]] = c->n[last] / 2 + 1;
    if (c->op->kind == STET_C2R)
        c->in_shape[c->axes[last]] = c->n[last] / 2 + 1;
    return 0;
}

static int has_shape(PyArrayObject *a, const npy_intp *shape)
{
    for (int i = 0; i < PyArray_NDIM(a); i++)
        if (PyArray_DIM(a, i) != shape[i])
            return 0;
    return 1;
}

/* ---- the arrays that the plan reads and writes ---- */

/* Reports whether the array's numbers have the plan's format. */
static int has_format(PyArrayObject *a, const call *c, int is_complex)
{
    stet_py_format f;
    return find_format(a, &f) && f.exact && f.precision == c->work.precision &&
           f.is_complex == is_complex;
}

static int check_out(call *c, PyObject *out, PyArray_Descr *descr)
{
    if (!PyArray_Check(out)) {
        PyErr_SetString(PyExc_TypeError, "return arrays must be of ArrayType");
        return -1;
    }
    c->out = (PyArrayObject *)out;
    if (!descr)
        return 0;
    if (PyArray_NDIM(c->out) != PyArray_NDIM(c->a) || !has_shape(c->out, c->out_shape)) {
        PyErr_SetString(PyExc_ValueError, "output array has wrong shape.");
        return -1;
    }
    if (!PyArray_ISWRITEABLE(c->out)) {
        PyErr_SetString(PyExc_ValueError, "output array is read-only");
        return -1;
    }
    if (has_format(c->out, c, c->out_complex))
        return 0;
    if (!PyArray_CanCastTypeTo(descr, PyArray_DESCR(c->out), NPY_SAME_KIND_CASTING)) {
        PyErr_Format(PyExc_TypeError,
                     "%s(): cannot cast the output from %S to %S with casting rule "
                     "'same_kind'",
                     name_of(c), descr, PyArray_DESCR(c->out));
        return -1;
    }
    if (c->level == STET_LEVEL_CORRECT &&
        !PyArray_CanCastTypeTo(descr, PyArray_DESCR(c->out), NPY_SAFE_CASTING)) {
        PyErr_Format(stet_py_inexact_error,
                     "%s(): level \"correct\" rounds once, but out= of dtype %S would round the "
                     "result, of dtype %S, again: pass out= of dtype %S",
                     name_of(c), PyArray_DESCR(c->out), descr, descr);
        return -1;
    }
    return 0;
}

/* Sets the output array: the caller's if the plan can write there, else a new one. */
static int land(call *c, int fresh)
{
    const int fits = c->out && has_format(c->out, c, c->out_complex);
    if (fits && !fresh && stet_py_readable(c->out) && stet_py_is_injective(c->out)) {
        Py_INCREF((PyObject *)c->out);
        c->target = c->out;
        return 0;
    }
    PyArray_Descr *descr = NULL;
    if (fits) {
        descr = PyArray_DescrNewByteorder(PyArray_DESCR(c->out), NPY_NATIVE);
    } else if (c->half && c->in_format.is_complex && c->out_complex) {
        descr = PyArray_DESCR(c->a);
        Py_INCREF((PyObject *)descr);
    } else {
        descr = stet_py_descr(c->work.precision, c->out_complex);
    }
    if (!descr)
        return -1;
    c->target = stet_py_new_like(c->a, c->out_shape, descr);
    return c->target ? 0 : -1;
}

/* DCT of types 1 to 3 and DST of types 2 and 3 become orthonormal by factors at one end of each
 * axis, or at both. These two say whether the factors come before or after the transform. */
static int orthogonal_before(stet_r2r_kind kind)
{
    return kind == STET_DCT1 || kind == STET_DCT3 || kind == STET_DST3;
}

static int orthogonal_after(stet_r2r_kind kind)
{
    return kind == STET_DCT1 || kind == STET_DCT2 || kind == STET_DST2;
}

static void scale_ends(const call *c, PyArrayObject *a, double factor)
{
    int first = c->r2r != STET_DST2 && c->r2r != STET_DST3;
    int last = c->r2r == STET_DCT1 || !first;
    for (int i = 0; i < c->rank; i++) {
        if (first)
            stet_py_scale(a, c->axes[i], 0, factor);
        if (last)
            stet_py_scale(a, c->axes[i], c->n[i] - 1, factor);
    }
}

/* RN(sqrt(2)) and RN(sqrt(1/2)). Float rounds them once more; that gives the correctly rounded
 * float, because the 29 dropped bits are far from a tie. */
static const double root_2 = 0x1.6a09e667f3bcdp+0, root_half = 0x1.6a09e667f3bcdp-1;

/* Sets the plan's input array: the caller's if the plan can read it, else a copy. The copy is in
 * the output if the transform can run in place. */
static int stage(call *c)
{
    int before = c->orthogonal && orthogonal_before(c->r2r);
    int reads = !before && has_format(c->a, c, c->work.is_complex) && stet_py_readable(c->a);
    /* Cropping needs no copy: the plan reads fewer numbers of each line. */
    for (int i = 0; i < PyArray_NDIM(c->a); i++)
        reads &= PyArray_DIM(c->a, i) >= c->in_shape[i];
    const int in_place = c->op->kind == STET_C2C || c->op->kind == STET_R2R;
    const int same = reads && in_place && stet_py_same_layout(c->a, c->target);
    if ((reads || in_place) && !same && stet_py_may_overlap(c->a, c->target)) {
        Py_CLEAR(c->target); /* the output is copied when it is complete */
        if (land(c, 1) < 0)
            return -1;
    }
    if (reads) {
        Py_INCREF((PyObject *)c->a);
        c->source = c->a;
        return 0;
    }
    if (in_place) {
        Py_INCREF((PyObject *)c->target);
        c->source = c->target;
    } else {
        PyArray_Descr *descr;
        if (c->half && c->in_format.is_complex == c->work.is_complex) {
            descr = PyArray_DescrNewByteorder(PyArray_DESCR(c->a), NPY_NATIVE);
        } else {
            descr = stet_py_descr(c->work.precision, c->work.is_complex);
        }
        c->source = descr ? stet_py_new_like(c->a, c->in_shape, descr) : NULL;
        if (!c->source)
            return -1;
    }
    if (c->plan) /* making a plan reads no numbers */
        return 0;
    if (c->level == STET_LEVEL_CORRECT && !c->in_format.exact &&
        stet_py_require_exact(c->a, c->in_shape, c->work.precision, name_of(c)) < 0)
        return -1;
    if (stet_py_copy_fitted(c->source, c->a) < 0)
        return -1;
    if (before)
        scale_ends(c, c->source, root_2);
    return 0;
}

/* ---- the plan ---- */

typedef struct layout {
    stet_dim dims[STET_PY_MAX_DIMS + 1], batch[STET_PY_MAX_DIMS + 1];
    int batch_rank;
    stet_r2r_kind kinds[STET_PY_MAX_DIMS];
} layout;

static stet_dim dimension(const call *c, int axis, npy_intp n, int pairs)
{
    npy_intp in = PyArray_ITEMSIZE(c->source) / pairs, out = PyArray_ITEMSIZE(c->target) / pairs;
    /* NumPy allows any stride along an axis of one element. */
    npy_intp in_stride = PyArray_DIM(c->source, axis) > 1 ? PyArray_STRIDE(c->source, axis) : 0;
    npy_intp out_stride = PyArray_DIM(c->target, axis) > 1 ? PyArray_STRIDE(c->target, axis) : 0;
    return (stet_dim){n, in_stride / in, out_stride / out};
}

static npy_intp magnitude(npy_intp x) { return x < 0 ? -x : x; }

/* Adds a batch dimension, sorted by falling output strides. Dimensions that continue each other
 * are merged: this makes fewer loops, and one plan serves more shapes. */
static void add_batch(layout *l, stet_dim d)
{
    int at = l->batch_rank++;
    for (; at > 0 && magnitude(l->batch[at - 1].out_stride) < magnitude(d.out_stride); at--)
        l->batch[at] = l->batch[at - 1];
    l->batch[at] = d;
}

static void merge_batch(layout *l)
{
    int count = 0;
    for (int i = 0; i < l->batch_rank; i++) {
        stet_dim d = l->batch[i], *outer = count ? &l->batch[count - 1] : NULL;
        if (outer && outer->in_stride == d.n * d.in_stride &&
            outer->out_stride == d.n * d.out_stride)
            *outer = (stet_dim){outer->n * d.n, d.in_stride, d.out_stride};
        else
            l->batch[count++] = d;
    }
    l->batch_rank = count;
}

static void lay_out(const call *c, layout *l)
{
    /* A cosine transform of complex numbers transforms the real and the imaginary parts. */
    int pairs = c->op->kind == STET_R2R && c->work.is_complex ? 2 : 1;
    uint64_t transformed = 0;
    l->batch_rank = 0;
    for (int i = 0; i < c->rank; i++) {
        l->dims[i] = dimension(c, c->axes[i], c->n[i], pairs);
        l->kinds[i] = c->r2r;
        transformed |= UINT64_C(1) << c->axes[i];
    }
    for (int i = 0; i < PyArray_NDIM(c->a); i++)
        if (!(transformed >> i & 1) && c->out_shape[i] > 1)
            add_batch(l, dimension(c, i, c->out_shape[i], pairs));
    if (pairs == 2)
        add_batch(l, (stet_dim){2, 1, 1});
    merge_batch(l);
}

static void fill_options(const call *c, const layout *l, stet_options *o)
{
    stet_options_init(o);
    o->kind = c->op->kind;
    o->precision = c->work.precision;
    o->level = c->level;
    o->direction = c->op->direction;
    o->norm = c->norm;
    if (c->op->swap_norm && c->norm != STET_NORM_ORTHO)
        o->norm = c->norm == STET_NORM_BACKWARD ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    o->rank = c->rank;
    o->dims = l->dims;
    o->batch_rank = l->batch_rank;
    o->batch = l->batch;
    o->threads = c->threads;
    o->effort = c->effort;
    o->r2r = l->kinds;
    if (c->half) {
        o->half_mode = c->half_mode;
        o->half_exponent = 0; /* numpy's scale: the norm's factor alone */
    }
}

/* Reports whether the work takes longer than releasing the GIL. NumPy's ufuncs release it from 500
 * numbers on. */
static int is_long(const call *c)
{
    return c->level != STET_LEVEL_NATIVE || PyArray_SIZE(c->target) >= 1024;
}

static stet_status execute(const call *c, const stet_options *o)
{
    stet_py_plan *plan = c->held;
    stet_status status = STET_OK;
    if (c->plan)
        return stet_py_plan_get(o, 0, c->plan);
    const void *in = PyArray_DATA(c->source);
    void *out = PyArray_DATA(c->target);
    if (!plan || !stet_py_plan_use(plan, o))
        status = stet_py_plan_get(o, 1, &plan);
    if (status == STET_OK && plan && !is_long(c)) {
        status = stet_execute(stet_py_plan_of(plan), in, out);
        stet_py_plan_put(plan);
        return status;
    }
    Py_BEGIN_ALLOW_THREADS if (status == STET_OK && !plan) status = stet_py_plan_get(o, 0, &plan);
    if (status == STET_OK) {
        status = stet_execute(stet_py_plan_of(plan), in, out);
        stet_py_plan_put(plan);
    }
    Py_END_ALLOW_THREADS return status;
}

static int run(call *c)
{
    layout l;
    stet_options o;
    lay_out(c, &l);
    fill_options(c, &l, &o);
    stet_status status = execute(c, &o);
    c->overflow = status == STET_E_HALF_RANGE; /* as numpy: infinities, and a warning */
    if (status != STET_OK && !c->overflow) {
        stet_py_fail(status, name_of(c));
        return -1;
    }
    if (c->plan)
        return 0;
    if (c->op->after == CONJUGATE)
        stet_py_conjugate(c->target);
    for (int i = 0; c->op->after == MIRROR && i < c->rank; i++)
        stet_py_mirror(c->target, c->axes[i]);
    if (c->orthogonal && orthogonal_after(c->r2r))
        scale_ends(c, c->target, root_half);
    return 0;
}

/* Returns the result: the caller's array or a new one. The warning comes last, because it runs
 * Python code of the caller, which could change the arrays. */
static PyObject *finish(call *c)
{
    PyArrayObject *result = c->out ? c->out : c->target;
    if (c->out && c->target != c->out && PyArray_CopyInto(c->out, c->target) < 0)
        return NULL;
    if (c->overflow &&
        PyErr_WarnFormat(PyExc_RuntimeWarning, 1,
                         "overflow encountered in %s: a result is too large for 16 bits",
                         name_of(c)) < 0)
        return NULL;
    Py_INCREF((PyObject *)result);
    return (PyObject *)result;
}

static PyObject *transform(call *c, PyObject *out)
{
    PyObject *result = NULL;
    if (choose_shapes(c) == 0) {
        int failed = 0;
        if (c->out) {
            PyArray_Descr *descr = stet_py_descr(c->work.precision, c->out_complex);
            failed = !descr || check_out(c, out, descr) < 0;
            Py_XDECREF((PyObject *)descr);
        }
        if (!failed && land(c, 0) == 0) {
            if (PyArray_SIZE(c->target) == 0 || (stage(c) == 0 && run(c) == 0))
                result = finish(c);
        }
    }
    Py_CLEAR(c->source);
    Py_CLEAR(c->target);
    return result;
}

/* ---- arguments ---- */

/* All transforms take these arguments: op, a, -, -, norm, out, level, workers, half, r2r kind,
 * orthogonalize. */
enum { OP, A, N, AXIS, NORM, OUT, LEVEL, WORKERS, HALF, R2R, ORTHOGONALIZE, ARGUMENTS };

static int parse_common(PyObject *const *args, call *c)
{
    npy_intp op, kind;
    if (stet_py_integer(args[OP], &op) < 0 || stet_py_integer(args[R2R], &kind) < 0)
        return -1;
    if (op < 0 || op >= OPERATIONS) {
        PyErr_SetString(PyExc_ValueError, "no such operation");
        return -1;
    }
    c->op = &operations[op];
    c->r2r = (stet_r2r_kind)kind;
    c->orthogonal = PyObject_IsTrue(args[ORTHOGONALIZE]);
    if (c->orthogonal < 0 || stet_py_norm(args[NORM], &c->norm) < 0 ||
        stet_py_level(args[LEVEL], &c->level) < 0 ||
        stet_py_workers(args[WORKERS], &c->threads) < 0)
        return -1;
    c->a = stet_py_array(args[A]);
    if (c->a && c->level == STET_LEVEL_CORRECT &&
        stet_py_require_as_given(args[A], c->a, name_of(c)) < 0)
        return -1;
    if (!c->a || (args[OUT] != Py_None && check_out(c, args[OUT], NULL) < 0))
        return -1;
    return choose_format(c, args[HALF]);
}

/* Returns the length of an axis if the caller gave none: that of the array, or for C2R the real
 * length. */
static npy_intp default_length(const call *c, int axis, int last)
{
    npy_intp m = PyArray_DIM(c->a, axis);
    if (!last || c->op->kind != STET_C2R)
        return m;
    return m > NPY_MAX_INTP / 2 ? NPY_MAX_INTP : 2 * (m - 1); /* no memory is that large */
}

/* Reads the integers first: the conversion to an integer runs Python code of the caller, which
 * could change arrays that were checked before. */
static int parse_one(PyObject *const *args, call *c)
{
    npy_intp axis, n = 0;
    c->rank = 1;
    if (stet_py_integer(args[AXIS], &axis) < 0 ||
        (args[N] != Py_None && stet_py_integer(args[N], &n) < 0) || parse_common(args, c) < 0 ||
        stet_py_axis(axis, PyArray_NDIM(c->a), &c->axes[0]) < 0)
        return -1;
    c->n[0] = args[N] == Py_None ? default_length(c, c->axes[0], 1) : n;
    return 0;
}

/* fft1(op, a, n, axis, norm, out, level, workers, half, r2r, orthogonalize) transforms one axis */
static PyObject *fft1(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (stet_py_count(count, ARGUMENTS, "fft1") < 0)
        return NULL;
    call c;
    memset(&c, 0, offsetof(call, axes));
    c.half = c.orthogonal = 0;
    c.source = c.target = NULL;
    c.effort = STET_EFFORT_ESTIMATE;
    c.plan = NULL;
    PyObject *result = NULL;
    if (parse_one(args, &c) == 0)
        result = transform(&c, args[OUT]);
    Py_XDECREF((PyObject *)c.a);
    return result;
}

/* Chooses the axes: the named ones; else the last ones, as many as there are lengths; else all. */
static int choose_axes(call *c, int named, const npy_intp *axes, int given)
{
    int dims = PyArray_NDIM(c->a);
    c->rank = named >= 0 ? named : given >= 0 ? given : dims;
    for (int i = 0; i < c->rank; i++)
        if (stet_py_axis(named >= 0 ? axes[i] : i - c->rank, dims, &c->axes[i]) < 0)
            return -1;
    if (given < 0 || given == c->rank)
        return 0;
    PyErr_SetString(PyExc_ValueError, "Shape and axes have different lengths.");
    return -1;
}

/* Applies numpy's rules of s and axes: -1 in s is the unchanged length. Reads the integers first,
 * as above. */
static int parse_many(PyObject *const *args, call *c)
{
    npy_intp axes[STET_PY_MAX_DIMS];
    int given = -1, named = -1;
    if ((args[N] != Py_None && stet_py_integers(args[N], &given, c->n) < 0) ||
        (args[AXIS] != Py_None && stet_py_integers(args[AXIS], &named, axes) < 0) ||
        parse_common(args, c) < 0 || choose_axes(c, named, axes, given) < 0)
        return -1;
    for (int i = 0; i < c->rank; i++) {
        if (given < 0)
            c->n[i] = default_length(c, c->axes[i], i == c->rank - 1);
        else if (c->n[i] == -1)
            c->n[i] = PyArray_DIM(c->a, c->axes[i]);
    }
    return 0;
}

static int has_repeated_axis(const call *c)
{
    uint64_t seen = 0;
    for (int i = 0; i < c->rank; i++) {
        if (seen >> c->axes[i] & 1)
            return 1;
        seen |= UINT64_C(1) << c->axes[i];
    }
    return 0;
}

static PyObject *several(PyObject *const *args, call *c)
{
    PyObject *result = NULL;
    if (parse_many(args, c) == 0) {
        if (c->rank == 0 || has_repeated_axis(c)) {
            result = Py_NotImplemented;
            Py_INCREF(result);
        } else {
            result = transform(c, args[OUT]);
        }
    }
    Py_XDECREF((PyObject *)c->a);
    return result;
}

/* fftn(op, a, s, axes, norm, out, level, workers, half, r2r, orthogonalize) returns NotImplemented
 * if an axis is named twice or no axis is; stet.fft handles these cases. */
static PyObject *fftn(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (stet_py_count(count, ARGUMENTS, "fftn") < 0)
        return NULL;
    call c;
    memset(&c, 0, sizeof c);
    return several(args, &c);
}

/* plan(arguments of fftn, measure) returns the plan of that call as a capsule. It does not read
 * a. */
static PyObject *plan(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (stet_py_count(count, ARGUMENTS + 1, "plan") < 0)
        return NULL;
    call c;
    stet_py_plan *made = NULL;
    memset(&c, 0, sizeof c);
    c.plan = &made;
    c.effort = PyObject_IsTrue(args[ARGUMENTS]) == 1 ? STET_EFFORT_MEASURE : STET_EFFORT_ESTIMATE;
    PyObject *result = several(args, &c);
    if (!result || result == Py_NotImplemented)
        return result;
    Py_DECREF(result);
    if (made)
        return stet_py_plan_capsule(made);
    PyErr_SetString(PyExc_ValueError, "cannot plan a transform of an empty array");
    return NULL;
}

/* plan_call(arguments of fftn, capsule) transforms with that plan if its layout is that of the
 * arrays. */
static PyObject *plan_call(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    if (stet_py_count(count, ARGUMENTS + 1, "plan_call") < 0)
        return NULL;
    call c;
    memset(&c, 0, sizeof c);
    c.held = stet_py_plan_in(args[ARGUMENTS]);
    return c.held ? several(args, &c) : NULL;
}

/* threads(workers) returns the number for stet_options.threads */
static PyObject *threads(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    int number;
    if (stet_py_count(count, 1, "threads") < 0 || stet_py_workers(args[0], &number) < 0)
        return NULL;
    return PyLong_FromLong(number);
}

PyMethodDef stet_py_fft_methods[] = {
    STET_PY_FUNCTION("fft1", fft1, NULL),       STET_PY_FUNCTION("fftn", fftn, NULL),
    STET_PY_FUNCTION("plan", plan, NULL),       STET_PY_FUNCTION("plan_call", plan_call, NULL),
    STET_PY_FUNCTION("threads", threads, NULL), {NULL, NULL, 0, NULL},
};

int stet_py_fft_init(PyObject *module)
{
    (void)module;
    return stet_py_arguments_init() < 0 ? -1 : stet_py_array_init();
}
