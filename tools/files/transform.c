/* SPDX-License-Identifier: Apache-2.0 */
#include "files/transform.h"
#include "files/progress.h"

/* Points of one piece of work: enough to use the whole machine, few enough for a line of progress.
 * The bits do not depend on it. */
#define PIECE_POINTS ((size_t)1 << 20)

/* One loop over transforms: their count, and their distances in elements. */
struct loop {
    size_t count, in, out;
};

/* Describes the loops around one transform of an array, the slowest in memory first. Adjacent loops
 * that form one loop in memory are merged. Loops of one turn are left out, because their strides
 * have no meaning. The first loop is cut into pieces. */
struct pieces {
    stet_dim dims[RANK_MAX];
    struct loop loops[RANK_MAX];
    int loop_count;
    size_t rows, most; /* turns of the first loop; most: per piece */
};

static bool is_transformed(const struct transform *t, int axis)
{
    for (int i = 0; i < t->axis_count; i++)
        if (t->axes[i] == axis)
            return true;
    return false;
}

static void add_loop(struct pieces *p, struct loop l)
{
    struct loop *before = p->loop_count > 0 ? &p->loops[p->loop_count - 1] : NULL;
    if (l.count == 1)
        return;
    if (before != NULL && before->in == l.count * l.in && before->out == l.count * l.out)
        *before = (struct loop){before->count * l.count, l.in, l.out};
    else
        p->loops[p->loop_count++] = l;
}

static void cut(struct pieces *p, const struct transform *t, const struct layout *in,
                const struct layout *out)
{
    size_t from[RANK_MAX], to[RANK_MAX], points = transform_points(t);
    layout_strides(in, from);
    layout_strides(out, to);
    for (int i = 0; i < t->axis_count; i++)
        p->dims[i] =
            (stet_dim){(ptrdiff_t)t->n[i], (ptrdiff_t)from[t->axes[i]], (ptrdiff_t)to[t->axes[i]]};
    p->loop_count = 0;
    for (int i = 0; i < in->rank; i++) {
        int axis = in->fortran ? in->rank - 1 - i : i;
        if (!is_transformed(t, axis))
            add_loop(p, (struct loop){in->shape[axis], from[axis], to[axis]});
    }
    for (int i = 1; i < p->loop_count; i++)
        points *= p->loops[i].count;
    p->rows = p->loop_count > 0 ? p->loops[0].count : 1;
    p->most = points < PIECE_POINTS ? PIECE_POINTS / points : 1;
}

size_t transform_points(const struct transform *t)
{
    size_t points = 1;
    for (int i = 0; i < t->axis_count; i++)
        points *= t->n[i];
    return points;
}

enum component component_of(stet_precision precision)
{
    return precision == STET_F16    ? COMPONENT_F16
           : precision == STET_BF16 ? COMPONENT_BF16
           : precision == STET_F32  ? COMPONENT_F32
                                    : COMPONENT_F64;
}

/* Returns an e so that sums of 16-bit numbers, scaled by 2^e, do not overflow: each part of a sum
 * of n of them is at most n sqrt(2) times the largest. */
static int enough_exponent(size_t n)
{
    int log2 = 0;
    while (((size_t)1 << log2) < n)
        log2++;
    return -(log2 + 1);
}

/* Returns the first length with a prime factor above 13. */
static size_t awkward_length(const struct transform *t)
{
    static const size_t primes[] = {2, 3, 5, 7, 11, 13};
    for (int i = 0; i < t->axis_count; i++) {
        size_t rest = t->n[i];
        for (size_t k = 0; k < sizeof primes / sizeof *primes; k++)
            while (rest % primes[k] == 0)
                rest /= primes[k];
        if (rest > 1)
            return t->n[i];
    }
    return t->n[0];
}

static bool fail(const struct transform *t, stet_status status, struct error *e)
{
    if (status == STET_E_HALF_RANGE)
        return error_set(e,
                         "the transform overflows 16 bits: finite input gives infinities; scale it "
                         "down, --exponent %d is enough for any %zu points, or say --precision f32",
                         enough_exponent(transform_points(t)), transform_points(t));
    if (status == STET_E_HALF_LENGTH)
        return error_set(e,
                         "--mode native takes lengths without prime factors above 13, and %zu "
                         "has one: choose another by --n, or --mode io",
                         awkward_length(t));
    if (status == STET_E_PRECISION && t->level == STET_LEVEL_EXTENDED_FF)
        return error_set(e, "--level extended-ff is for float32 and complex64 alone: choose "
                            "--level extended or --precision f32");
    return error_set(e, "the transform failed: %s", stet_strerror(status));
}

/* The plan on this CPU. If a device runs, `here` tells what this CPU would do, and `there` is the
 * plan on the device. */
struct plans {
    stet_plan *here;
    void *there;
};

/* Makes a plan for count rows. */
static bool make_plan(struct transform *t, const struct pieces *p, size_t count,
                      struct plans *plans, struct error *e)
{
    stet_dim batch[RANK_MAX];
    stet_options o;
    stet_options_init(&o);
    o.kind = t->kind;
    o.r2r = t->r2r;
    o.precision = t->precision;
    o.level = t->level;
    o.direction = t->direction;
    o.norm = t->norm;
    o.half_mode = t->half_mode;
    o.half_exponent = t->half_exponent;
    o.threads = t->threads;
    o.rank = t->axis_count;
    o.dims = p->dims;
    o.batch = batch;
    for (int i = 0; i < p->loop_count; i++) {
        const struct loop *l = &p->loops[i];
        size_t turns = i == 0 ? count : l->count;
        if (turns > 1)
            batch[o.batch_rank++] =
                (stet_dim){(ptrdiff_t)turns, (ptrdiff_t)l->in, (ptrdiff_t)l->out};
    }
    double start = clock_seconds();
    *plans = (struct plans){NULL, NULL};
    progress_long(t->device != NULL ? "compiling for the device" : "planning", 1);
    stet_status status = stet_plan_create(&plans->here, &o);
    bool ok = status == STET_OK || fail(t, status, e);
    ok = ok && (t->device == NULL || t->device->plan(t->device, &o, &plans->there, e));
    progress_end();
    t->plan_seconds += clock_seconds() - start;
    return ok;
}

static void destroy_plans(const struct transform *t, struct plans *plans)
{
    stet_plan_destroy(plans->here);
    if (t->device != NULL)
        t->device->destroy(plans->there);
}

static bool execute(struct transform *t, const struct plans *plans, const void *in, void *out,
                    struct error *e)
{
    if (t->device != NULL)
        return t->device->execute(t->device, plans->there, in, out, e);
    const stet_status status = t->stats != NULL ? stet_execute_stats(plans->here, in, out, t->stats)
                                                : stet_execute(plans->here, in, out);
    return status == STET_OK || fail(t, status, e);
}

/* Runs rows first, first + count, ... while whole pieces of count rows remain. */
static bool run_pieces(struct transform *t, const struct pieces *p, size_t *first, size_t count,
                       const struct array *in, struct array *out, struct error *e)
{
    struct plans plans;
    if (count == 0 || *first + count > p->rows)
        return true;
    bool ok = make_plan(t, p, count, &plans, e);
    size_t in_step = p->loop_count > 0 ? p->loops[0].in * in->layout.dtype->size : 0;
    size_t out_step = p->loop_count > 0 ? p->loops[0].out * out->layout.dtype->size : 0;
    double start = clock_seconds();
    progress_long("transforming", p->rows);
    progress_at(*first);
    for (; ok && *first + count <= p->rows; progress_at(*first += count)) {
        const unsigned char *from = (const unsigned char *)in->data + *first * in_step;
        unsigned char *to = (unsigned char *)out->data + *first * out_step;
        ok = execute(t, &plans, from, to, e);
    }
    progress_end();
    t->execute_seconds += clock_seconds() - start;
    t->result_exponent = stet_plan_half_exponent(plans.here);
    destroy_plans(t, &plans);
    return ok;
}

static bool make_output(const struct transform *t, struct array *in, struct array *out,
                        struct error *e)
{
    struct layout l = in->layout;
    enum component c = component_of(t->precision);
    if (t->kind == STET_C2C || t->kind == STET_R2R) {
        *out = *in;
        return true;
    }
    l.dtype = dtype_of(c, t->kind == STET_C2R ? 1 : 2);
    l.shape[t->axes[t->axis_count - 1]] = t->n_out;
    return array_new(out, &l, e);
}

bool transform_run(struct transform *t, struct array *in, struct array *out, struct error *e)
{
    struct pieces p;
    size_t first = 0;
    if (!make_output(t, in, out, e))
        return false;
    cut(&p, t, &in->layout, &out->layout);
    t->plan_seconds = t->execute_seconds = 0;
    bool ok = run_pieces(t, &p, &first, p.most < p.rows ? p.most : p.rows, in, out, e) &&
              run_pieces(t, &p, &first, p.rows - first, in, out, e);
    if (out->data == in->data)
        in->data = NULL;
    if (!ok)
        array_free(out);
    return ok;
}
