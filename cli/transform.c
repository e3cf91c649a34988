/* SPDX-License-Identifier: Apache-2.0 */
#include "transform.h"
#include "progress.h"

/* Points of one piece of work: large enough to fill the machine, small enough for a line of
 * progress. The bits do not depend on it. */
#define PIECE_POINTS ((size_t)1 << 20)

/* The transforms of a box are a grid of outer x inner rows. It is cut into pieces along outer,
 * or along inner if there is only one outer. */
struct pieces {
    struct box in, out;
    bool along_outer;
    size_t rows, most; /* along the cut: all, and in one piece */
};

static struct pieces cut(const struct transform *t, struct box in)
{
    struct pieces p = {in, {in.outer, t->n_out, in.inner}, in.outer > 1, in.outer, 0};
    size_t points = in.inner * t->n;
    if (!p.along_outer) {
        p.rows = in.inner;
        points = t->n;
    }
    p.most = points < PIECE_POINTS ? PIECE_POINTS / points : 1;
    return p;
}

enum component component_of(stet_precision precision)
{
    return precision == STET_F16    ? COMPONENT_F16
           : precision == STET_BF16 ? COMPONENT_BF16
           : precision == STET_F32  ? COMPONENT_F32
                                    : COMPONENT_F64;
}

/* Scaled by 2^e, no numbers of 16 bits add up to more: each part of a sum of n of them is at most
 * n sqrt(2) times the largest. */
static int enough_exponent(size_t n)
{
    int log2 = 0;
    while (((size_t)1 << log2) < n)
        log2++;
    return -(log2 + 1);
}

static bool fail(const struct transform *t, stet_status status, struct error *e)
{
    if (status == STET_E_HALF_RANGE)
        return error_set(e,
                         "the transform overflows 16 bits: finite input gives infinities; scale it "
                         "down, --exponent %d is enough for any %zu points, or say --precision f32",
                         enough_exponent(t->n), t->n);
    if (status == STET_E_HALF_LENGTH)
        return error_set(e,
                         "--mode native takes lengths without prime factors above 13, and %zu "
                         "has one: choose another by --n, or --mode io",
                         t->n);
    return error_set(e, "the transform failed: %s", stet_strerror(status));
}

/* A plan for count rows. Dimensions of length 1 are left out: their strides mean nothing. */
static bool make_plan(struct transform *t, const struct pieces *p, size_t count, stet_plan **plan,
                      struct error *e)
{
    size_t outer = p->along_outer ? count : 1, inner = p->along_outer ? p->in.inner : count;
    stet_dim dim = {(ptrdiff_t)t->n, (ptrdiff_t)p->in.inner, (ptrdiff_t)p->out.inner}, batch[2];
    stet_options o;
    stet_options_init(&o);
    o.kind = t->kind;
    o.precision = t->precision;
    o.level = t->level;
    o.direction = t->direction;
    o.norm = t->norm;
    o.half_mode = t->half_mode;
    o.half_exponent = t->half_exponent;
    o.threads = t->threads;
    o.rank = 1;
    o.dims = &dim;
    o.batch = batch;
    if (outer > 1)
        batch[o.batch_rank++] = (stet_dim){(ptrdiff_t)outer, (ptrdiff_t)(p->in.n * p->in.inner),
                                           (ptrdiff_t)(p->out.n * p->out.inner)};
    if (inner > 1)
        batch[o.batch_rank++] = (stet_dim){(ptrdiff_t)inner, 1, 1};
    double start = clock_seconds();
    stet_status status = stet_plan_create(plan, &o);
    t->plan_seconds += clock_seconds() - start;
    return status == STET_OK || fail(t, status, e);
}

/* Rows first, first + count, ... as long as whole pieces of count rows remain. */
static bool run_pieces(struct transform *t, const struct pieces *p, size_t *first, size_t count,
                       const struct array *in, struct array *out, struct error *e)
{
    stet_plan *plan;
    if (count == 0 || *first + count > p->rows)
        return true;
    if (!make_plan(t, p, count, &plan, e))
        return false;
    size_t in_step = (p->along_outer ? p->in.n * p->in.inner : 1) * in->layout.dtype->size;
    size_t out_step = (p->along_outer ? p->out.n * p->out.inner : 1) * out->layout.dtype->size;
    stet_status status = STET_OK;
    double start = clock_seconds();
    for (; status == STET_OK && *first + count <= p->rows; progress_at(*first += count)) {
        const unsigned char *from = (const unsigned char *)in->data + *first * in_step;
        unsigned char *to = (unsigned char *)out->data + *first * out_step;
        status = t->stats != NULL ? stet_execute_stats(plan, from, to, t->stats)
                                  : stet_execute(plan, from, to);
    }
    t->execute_seconds += clock_seconds() - start;
    t->result_exponent = stet_plan_half_exponent(plan);
    stet_plan_destroy(plan);
    return status == STET_OK || fail(t, status, e);
}

static bool make_output(const struct transform *t, struct array *in, struct array *out,
                        struct error *e)
{
    struct layout l = in->layout;
    enum component c = component_of(t->precision);
    if (t->kind == STET_C2C) {
        *out = *in;
        return true;
    }
    l.dtype = dtype_of(c, t->kind == STET_C2R ? 1 : 2);
    l.shape[t->axis] = t->n_out;
    return array_new(out, &l, e);
}

bool transform_run(struct transform *t, struct array *in, struct array *out, struct error *e)
{
    struct pieces p = cut(t, layout_box(&in->layout, t->axis));
    size_t first = 0;
    if (!make_output(t, in, out, e))
        return false;
    t->plan_seconds = t->execute_seconds = 0;
    progress_phase("transforming", p.rows);
    bool ok = run_pieces(t, &p, &first, p.most < p.rows ? p.most : p.rows, in, out, e) &&
              run_pieces(t, &p, &first, p.rows - first, in, out, e);
    progress_end();
    if (out->data == in->data)
        in->data = NULL;
    if (!ok)
        array_free(out);
    return ok;
}
