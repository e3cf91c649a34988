/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of convolutions: plans, blocks, and the order of the stages. */
#include "conv/exact_inside.h"

#include <string.h>

#include "base/alloc.h"
#include "base/isa.h"
#include "base/size.h"

/* ------------------------------------------------------------------- plans -- */

/* Returns a smooth even length: 2^a, 3 2^a, 5 2^a. */
static ptrdiff_t good_length(ptrdiff_t least)
{
    ptrdiff_t best = 0;
    for (ptrdiff_t odd = 1; odd <= 5; odd += 2) {
        ptrdiff_t n = 16 * odd;
        while (n < least)
            n *= 2;
        best = best == 0 || n < best ? n : best;
    }
    return best;
}

/* The most products of an output for which dots are faster than transforms. */
enum { MOST_DIRECT_F32 = 32, MOST_DIRECT_F64 = 64 };

/* Chooses the block length. There is one block if the filter is long compared with the outputs, or
 * two of doubles, which are processed side by side; otherwise blocks have eight times the length of
 * the filter. Without transforms a block has up to LEAST outputs. */
static void choose_blocks(stet_conv_exact *e, ptrdiff_t most)
{
    enum { LONG = 8, LEAST = 1024 };
    const int beside = e->precision == STET_F64 ? 2 : 1;
    const ptrdiff_t direct = e->precision == STET_F32 ? MOST_DIRECT_F32 : MOST_DIRECT_F64;
    const ptrdiff_t share = (most + beside - 1) / beside;
    e->is_direct = e->products <= direct || most <= 2 || !e->is_finite;
    if (e->is_direct)
        e->n = e->count - 1 + (most < LEAST ? most : LEAST);
    else {
        const ptrdiff_t whole = share + e->count - 1;
        const ptrdiff_t part = LONG * e->count < LEAST ? LEAST : LONG * e->count;
        e->n = good_length(whole < part ? whole : part);
    }
    e->outputs = e->n - e->count + 1;
}

static stet_status copy_terms(stet_conv_exact *e, const stet_conv_term *term)
{
    ptrdiff_t end = 0, at = 0;
    e->grid = STET_NO_BIT;
    e->is_finite = 1;
    for (int t = 0; t < e->terms; t++) {
        e->products += term[t].count;
        e->first = t == 0 || term[t].first < e->first ? term[t].first : e->first;
        end = t == 0 || term[t].first + term[t].count > end ? term[t].first + term[t].count : end;
    }
    e->count = end - e->first;
    e->taps = (double *)stet_alloc_array(2 * (size_t)e->products, sizeof *e->taps);
    if (!e->taps)
        return STET_E_MEMORY;
    for (int t = 0; t < e->terms; at += term[t++].count) {
        memcpy(e->taps + at, term[t].g, (size_t)term[t].count * sizeof *e->taps);
        e->term[t] = term[t];
        e->term[t].g = e->taps + at;
        for (ptrdiff_t i = 0; i < term[t].count; i++)
            e->taps[e->products + at + i] = term[t].g[term[t].count - 1 - i];
        e->terms_norm += stet_conv_norm_of_term(e, &e->term[t]);
    }
    for (ptrdiff_t i = 0; i < e->products; i++) {
        const int bit = stet_last_bit(e->taps[i]);
        e->grid = bit < e->grid ? bit : e->grid;
        e->has_gaps |= e->taps[i] == 0;
        e->is_finite &= e->taps[i] - e->taps[i] == 0;
    }
    e->grid -= e->halve;
    return STET_OK;
}

static stet_status create_native(void **state, ptrdiff_t n, stet_kind kind)
{
    const stet_dim dim = {n, 1, 1};
    const stet_options o = {.size = sizeof o,
                            .kind = kind,
                            .precision = STET_F64,
                            .level = STET_LEVEL_NATIVE,
                            .direction = kind == STET_R2C ? STET_FORWARD : STET_INVERSE,
                            .norm = kind == STET_R2C ? STET_NORM_BACKWARD : STET_NORM_FORWARD,
                            .rank = 1,
                            .dims = &dim};
    return stet_native_engine.create(state, &o);
}

static void choose_workspace(stet_conv_exact *e)
{
    const size_t n = (size_t)e->n + 16, reals = n * sizeof(double);
    const size_t native = e->is_direct ? 0
                                       : stet_larger_size(stet_native_engine.workspace(e->forward),
                                                          stet_native_engine.workspace(e->back));
    const size_t wide = e->wide.fft ? stet_conv_wide_work(e, &e->wide) : 0;
    size_t at = 0;
#define PIECE(name, bytes) e->name = at, at += ((bytes) / STET_ALIGN + 2) * STET_ALIGN
    PIECE(x, 2 * reals);
    PIECE(y, reals);
    PIECE(z, reals + 2 * sizeof(double));
    PIECE(list, 2 * ((size_t)e->outputs + 8) * sizeof(ptrdiff_t));
    PIECE(work, stet_larger_size(native, wide));
#undef PIECE
    e->size = at;
}

static stet_status build(stet_conv_exact *e, const stet_conv_term *term, ptrdiff_t most)
{
    stet_status status = copy_terms(e, term);
    if (status)
        return status;
    choose_blocks(e, most);
    if (!e->is_direct) {
        status = create_native(&e->forward, e->n, STET_R2C);
        if (!status)
            status = create_native(&e->back, e->n, STET_C2R);
        if (!status)
            status = stet_conv_exact_filter(e);
        if (!status && e->precision == STET_F64)
            status = stet_conv_wide_create(e, &e->wide);
    }
    if (!status)
        choose_workspace(e);
    return status;
}

stet_status stet_conv_exact_create(stet_conv_exact **exact, stet_precision precision, int terms,
                                   const stet_conv_term *term, int halve, ptrdiff_t most)
{
    stet_conv_exact *e = (stet_conv_exact *)stet_alloc(sizeof *e);
    *exact = NULL;
    if (!e)
        return STET_E_MEMORY;
    *e = (stet_conv_exact){.precision = precision,
                           .terms = terms,
                           .halve = halve,
                           .kernels = stet_correct_kernels_in_use(),
                           .conv64 = stet_isa_in_use()->conv64};
    const stet_status status = build(e, term, most);
    if (status)
        stet_conv_exact_destroy(e);
    else
        *exact = e;
    return status;
}

void stet_conv_exact_destroy(stet_conv_exact *e)
{
    if (!e)
        return;
    stet_native_engine.destroy(e->forward);
    stet_native_engine.destroy(e->back);
    stet_conv_wide_destroy(&e->wide);
    stet_free(e->spectrum);
    stet_free(e->taps);
    stet_free(e);
}

size_t stet_conv_exact_workspace(const stet_conv_exact *e) { return e->size; }

ptrdiff_t stet_conv_exact_taps(const stet_conv_exact *e) { return e->count; }

/* ------------------------------------------------------------------ inputs -- */

/* Gathers the window of a block, with zeros behind it. */
static void gather(const stet_conv_block *b, const double *w)
{
    const ptrdiff_t count = b->count + b->e->count - 1;
    if (b->step == 1)
        memcpy(b->x, w, (size_t)count * sizeof *w);
    for (ptrdiff_t i = 0; i < count && b->step != 1; i++)
        b->x[i * b->step] = w[i];
    for (ptrdiff_t i = count; i < b->e->n; i++)
        b->x[i * b->step] = 0;
}

/* Sets numbers that are not finite to 0; returns whether there were any. */
static int clear_not_finite(const stet_conv_block *b)
{
    int found = 0;
    for (ptrdiff_t i = 0; i < b->e->n; i++)
        if (!(b->x[i * b->step] - b->x[i * b->step] == 0)) {
            b->x[i * b->step] = 0;
            found = 1;
        }
    return found;
}

/* Stores NaN in the outputs whose window has a number that is not finite; in all outputs if the
 * filter has one. */
static void put_nan(stet_conv_block *b, const double *w)
{
    const stet_conv_exact *e = b->e;
    const uint64_t nan = e->precision == STET_F32 ? 0x7fc00000 : 0x7ff8000000000000;
    ptrdiff_t last = -1;
    for (ptrdiff_t i = 0; i < e->count - 1 + b->count; i++) {
        if (!(w[i] - w[i] == 0))
            last = i;
        const ptrdiff_t output = i - e->count + 1;
        if (output < 0 || (last < output && e->is_finite))
            continue;
        stet_number_put(e->precision, b->out, output * b->out_step, nan);
        b->counts->not_finite++;
    }
}

/* ------------------------------------------------------------------ stages -- */

static stet_dd plain_value(const void *data, ptrdiff_t i)
{
    return stet_dd_from(((const double *)data)[i]);
}

static void list_all(stet_conv_block *b)
{
    for (ptrdiff_t i = 0; i < b->count; i++)
        b->list[i] = i;
    b->left = b->count;
}

/* Decides floats by the interval, and undecided ones on the grid. */
static void run_double(stet_conv_block *b, double *y, double *z, void *work)
{
    const stet_conv_exact *e = b->e;
    const double size = __builtin_sqrt(e->kernels->squares(b->x, e->n));
    stet_conv_cyclic(e, b->x, e->spectrum, y, z, work);
    const double sums = __builtin_sqrt(e->kernels->squares(y, e->n));
    const double error =
        (e->unit * e->norm + 0x1p-51 * e->terms_norm) * size + e->unit_out * sums + STET_BOUND_TINY;
    float *out = b->out_step == 1 ? (float *)b->out : (float *)z;
    b->left =
        e->kernels->f32.certify_lines(y + e->count - 1, b->count, 1, 1, &error, out, 0, b->list);
    for (ptrdiff_t i = 0; i < b->count && b->out_step != 1; i++)
        ((float *)b->out)[i * b->out_step] = out[i];
    b->counts->by_double += b->count - b->left;
    if (b->left == 0)
        return;
    stet_conv_empty(b);
    stet_conv_grid(b, plain_value, y + e->count - 1, error, 0);
}

/* Reports whether the window of the block has a zero. */
static int has_zeros(const stet_conv_block *b)
{
    for (ptrdiff_t i = 0; i < b->count + b->e->count - 1; i++)
        if (b->x[i * b->step] == 0)
            return 1;
    return 0;
}

/* Costs of dots and transforms in ns on Zen 5. Pieces of a stream have few outputs. */
static double dot_cost(const stet_conv_exact *e)
{
    return (e->precision == STET_F32 ? 0.2 : 6) * (double)e->products;
}

static int is_few(const stet_conv_exact *e, ptrdiff_t count)
{
    const double transforms = (e->precision == STET_F32 ? 10 : 100) * (double)e->n;
    return e->is_direct || (double)count * dot_cost(e) < transforms;
}

/* Runs the stages after the first. Transforms take about 5 ns a number in double, 500 in
 * double-double, including the filter's. */
static stet_status finish(stet_conv_block *b, double *y, double *z, void *work)
{
    const stet_conv_exact *e = b->e;
    const double dot = dot_cost(e);
    const double native = 15 * (double)e->n, wide = 500 * (double)e->n;
    stet_status status = STET_OK;
    if (!e->is_direct && (double)b->left * dot > native && (e->has_gaps || has_zeros(b)))
        status = stet_conv_zeros(b, y, z, work);
    if (!status && !e->is_direct && e->precision == STET_F32 && (double)b->left * dot > wide)
        status = stet_conv_wide_floats(b);
    if (!status)
        stet_conv_dots(b);
    return status;
}

/* Scales each block to modulus 1 by powers of two. */
static void scale(stet_conv_block *b)
{
    double most = 0;
    for (ptrdiff_t i = 0; i < b->e->n; i++) {
        const double size = __builtin_fabs(b->x[2 * i]);
        most = size > most ? size : most;
    }
    b->exponent = most > 0 ? stet_conv_exponent_of(most) : 0;
    for (ptrdiff_t i = 0; i < b->e->n; i++)
        b->x[2 * i] = stet_conv_scaled(b->x[2 * i], b->exponent);
}

/* Restores the numbers themselves, for dots. */
static void unscale(stet_conv_block *b, const double *w)
{
    gather(b, w);
    (void)clear_not_finite(b);
    b->exponent = 0;
}

typedef struct {
    const double *w;
    void *y;
    ptrdiff_t stride;
    char *work;
    stet_conv_counts *counts;
} job;

static stet_conv_block block_of(const stet_conv_exact *e, const job *j, int step, int beside,
                                ptrdiff_t at, ptrdiff_t count)
{
    const ptrdiff_t size = e->precision == STET_F32 ? sizeof(float) : sizeof(double);
    return (stet_conv_block){.e = e,
                             .x = (double *)(j->work + e->x) + beside,
                             .step = step,
                             .count = count < e->outputs ? count : e->outputs,
                             .out = (char *)j->y + at * j->stride * size,
                             .out_step = j->stride,
                             .list = (ptrdiff_t *)(j->work + e->list) + beside * (e->outputs + 8),
                             .counts = j->counts};
}

/* Runs one block of floats, or one without transforms. */
static stet_status run_one(const stet_conv_exact *e, const job *j, ptrdiff_t at, ptrdiff_t count,
                           ptrdiff_t *done)
{
    double *y = (double *)(j->work + e->y), *z = (double *)(j->work + e->z);
    stet_conv_block b = block_of(e, j, 1, 0, at, count);
    gather(&b, j->w + at);
    const int special = !e->is_finite || clear_not_finite(&b);
    stet_status status = STET_OK;
    *done = b.count;
    if (e->is_finite) {
        if (is_few(e, b.count))
            list_all(&b);
        else
            run_double(&b, y, z, j->work + e->work);
        if (b.left > 0)
            status = finish(&b, y, z, j->work + e->work);
    }
    if (special)
        put_nan(&b, j->w + at);
    return status;
}

/* Runs two blocks of doubles side by side, or the last one. */
static stet_status run_two(const stet_conv_exact *e, const job *j, ptrdiff_t at, ptrdiff_t count,
                           ptrdiff_t *done)
{
    stet_conv_block b[2];
    const double *w[2];
    int special[2], blocks = 0;
    stet_status status = STET_OK;
    for (*done = 0; blocks < 2 && *done < count; *done += b[blocks++].count) {
        b[blocks] = block_of(e, j, 2, blocks, at + *done, count - *done);
        w[blocks] = j->w + at + *done;
        gather(&b[blocks], w[blocks]);
        special[blocks] = clear_not_finite(&b[blocks]);
        scale(&b[blocks]);
        list_all(&b[blocks]);
    }
    for (ptrdiff_t i = 0; i < e->n && blocks == 1; i++)
        b[0].x[2 * i + 1] = 0;
    stet_conv_wide_run(e, &e->wide, b, blocks, j->work + e->work);
    for (int i = 0; i < blocks && !status; i++)
        if (b[i].left > 0) {
            unscale(&b[i], w[i]);
            status = finish(&b[i], (double *)(j->work + e->y), (double *)(j->work + e->z),
                            j->work + e->work);
        }
    for (int i = 0; i < blocks; i++)
        if (special[i])
            put_nan(&b[i], w[i]);
    return status;
}

stet_status stet_conv_exact_run(const stet_conv_exact *e, const double *w, ptrdiff_t count, void *y,
                                ptrdiff_t stride, void *work, stet_conv_counts *counts)
{
    stet_conv_counts own = {0};
    const job j = {w, y, stride, (char *)work, counts ? counts : &own};
    stet_status status = STET_OK;
    for (ptrdiff_t at = 0, done; at < count && !status; at += done) {
        if (e->precision == STET_F64 && !is_few(e, count - at))
            status = run_two(e, &j, at, count - at, &done);
        else
            status = run_one(e, &j, at, count - at, &done);
        j.counts->outputs += done;
    }
    return status;
}
