/* SPDX-License-Identifier: Apache-2.0 */
/* Times convolutions beside MKL in the textbook way: pad the sequence with zeros, transform the
 * real numbers at twice the length, multiply by the filter's spectrum, transform back, copy. Each
 * method has its turn in every round; the results are medians. */
#include "bench/conv.h"

#include "files/array.h"
#include "bench/contender.h"
#include "bench/measure.h"
#include "bench/peers.h"
#include "files/progress.h"
#include "stet_conv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NATIVE, EXTENDED, CREATED, KEPT, MADE, COLUMNS };

/* One row: L = M, a batch, and its arrays. */
struct row {
    ptrdiff_t n, batch;
    float *u, *k, *y, *other, *line, *spectrum, *filter;
    stet_conv_options o;
    stet_conv *plan[2];
    bool has_mkl;
    struct contender forward, inverse;
};

static void fill(float *x, ptrdiff_t count, uint32_t seed)
{
    for (ptrdiff_t i = 0; i < count; i++) {
        seed = seed * 1664525 + 1013904223;
        x[i] = (float)(seed >> 8) * 0x1p-23F - 1;
    }
}

static void transform_filter(struct row *r)
{
    memset(r->line, 0, (size_t)(2 * r->n) * sizeof *r->line);
    memcpy(r->line, r->k, (size_t)r->n * sizeof *r->line);
    r->forward.run(r->forward.plan, r->line, r->filter);
    for (ptrdiff_t i = 0; i < 2 * (r->n + 1); i++)
        r->filter[i] /= (float)(2 * r->n);
}

static void textbook(struct row *r)
{
    const size_t size = (size_t)r->n * sizeof *r->line;
    for (ptrdiff_t b = 0; b < r->batch; b++) {
        memcpy(r->line, r->u + b * r->n, size);
        memset(r->line + r->n, 0, size);
        r->forward.run(r->forward.plan, r->line, r->spectrum);
        for (ptrdiff_t i = 0; i <= r->n; i++) {
            const float re = r->spectrum[2 * i], im = r->spectrum[2 * i + 1];
            const float c = r->filter[2 * i], s = r->filter[2 * i + 1];
            r->spectrum[2 * i] = re * c - im * s;
            r->spectrum[2 * i + 1] = re * s + im * c;
        }
        r->inverse.run(r->inverse.plan, r->spectrum, r->line);
        memcpy(r->other + b * r->n, r->line, size);
    }
}

static void run_once(struct row *r, int column)
{
    if (column == CREATED) {
        stet_conv *plan = NULL;
        if (stet_conv_create(&plan, &r->o, r->k, NULL, NULL) == STET_OK)
            (void)stet_conv_execute(plan, r->u, NULL, r->y, NULL);
        stet_conv_destroy(plan);
    } else if (column < CREATED) {
        (void)stet_conv_execute(r->plan[column], r->u, NULL, r->y, NULL);
    } else {
        if (column == MADE)
            transform_filter(r);
        textbook(r);
    }
}

static bool make_plans(struct row *r, struct error *e)
{
    stet_conv_options_init(&r->o);
    r->o.length = r->o.filter_length = r->n;
    r->o.batch = r->batch;
    for (int level = 0; level < 2; level++) {
        r->o.level = level == NATIVE ? STET_LEVEL_NATIVE : STET_LEVEL_EXTENDED;
        const stet_status status = stet_conv_create(&r->plan[level], &r->o, r->k, NULL, NULL);
        if (status != STET_OK)
            return error_set(e, "a convolution of %td numbers: %s", r->n, stet_strerror(status));
    }
    r->o.level = STET_LEVEL_NATIVE;
    if (!r->has_mkl)
        return true;
    struct work w = {.kind = STET_R2C,
                     .precision = STET_F32,
                     .shape = shape_line(2 * r->n),
                     .batch = 1,
                     .threads = 1};
    if (!contend_mkl(&r->forward, &w, e))
        return false;
    w.kind = STET_C2R;
    if (!contend_mkl(&r->inverse, &w, e))
        return false;
    transform_filter(r);
    return true;
}

static bool open_row(struct row *r, struct error *e)
{
    const size_t one = (size_t)(2 * r->n + 16) * sizeof(float);
    const size_t all = (size_t)(r->n * r->batch) * sizeof(float);
    if (!allocate((void **)&r->u, all, e) || !allocate((void **)&r->y, all, e) ||
        !allocate((void **)&r->other, all, e) || !allocate((void **)&r->k, one, e) ||
        !allocate((void **)&r->line, one, e) || !allocate((void **)&r->spectrum, one, e) ||
        !allocate((void **)&r->filter, one, e))
        return false;
    fill(r->u, r->n * r->batch, 1);
    fill(r->k, r->n, 2);
    return make_plans(r, e);
}

static void close_row(struct row *r)
{
    for (int level = 0; level < 2; level++)
        stet_conv_destroy(r->plan[level]);
    if (r->forward.plan != NULL)
        r->forward.release(r->forward.plan);
    if (r->inverse.plan != NULL)
        r->inverse.release(r->inverse.plan);
    free(r->u), free(r->k), free(r->y), free(r->other);
    free(r->line), free(r->spectrum), free(r->filter);
}

/* Times turns of at least 0.3 ms. */
static void time_row(struct row *r, int rounds, double *seconds, double *times)
{
    int turns[COLUMNS];
    const int columns = r->has_mkl ? COLUMNS : KEPT;
    for (int c = 0; c < columns; c++) {
        run_once(r, c);
        const double start = clock_seconds();
        run_once(r, c);
        turns[c] = 1 + (int)(3e-4 / (clock_seconds() - start + 1e-9));
    }
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < columns; i++) {
            const int c = (i + round) % columns;
            const double start = clock_seconds();
            for (int turn = 0; turn < turns[c]; turn++)
                run_once(r, c);
            times[c * rounds + round] = (clock_seconds() - start) / turns[c];
        }
    double spread;
    for (int c = 0; c < columns; c++) {
        double *x = times + c * rounds;
        for (int i = 1; i < rounds; i++)
            for (int j = i; j > 0 && x[j] < x[j - 1]; j--) {
                const double swap = x[j];
                x[j] = x[j - 1], x[j - 1] = swap;
            }
        seconds[c] = median_and_spread(x, rounds, &spread);
    }
}

/* Compares both results. MKL has no bound of its own, so it gets stet's. */
static bool agrees(struct row *r)
{
    stet_conv_result result = {.size = sizeof result};
    (void)stet_conv_execute(r->plan[NATIVE], r->u, NULL, r->y, &result);
    bool same = true;
    for (ptrdiff_t i = 0; i < r->n * r->batch && r->has_mkl; i++)
        same = same && fabs((double)r->y[i] - (double)r->other[i]) <= result.bound + result.bound;
    return same;
}

static void print_row(const struct row *r, const double *t, bool same)
{
    printf("%8td %6td  %9.2f %9.2f %6.2f %9.2f", r->n, r->batch, t[NATIVE] * 1e6, t[EXTENDED] * 1e6,
           t[EXTENDED] / t[NATIVE], t[CREATED] * 1e6);
    if (r->has_mkl)
        printf(" %9.2f %6.2f %9.2f %6.2f%s", t[KEPT] * 1e6, t[KEPT] / t[NATIVE], t[MADE] * 1e6,
               t[MADE] / t[CREATED], same ? "" : "  differs");
    printf("\n");
    (void)fflush(stdout);
}

static bool bench_row(ptrdiff_t n, ptrdiff_t batch, bool has_mkl, int rounds, bool *agree,
                      struct error *e)
{
    struct row r = {.n = n, .batch = batch, .has_mkl = has_mkl};
    double seconds[COLUMNS] = {0}, *times = calloc((size_t)rounds * COLUMNS, sizeof *times);
    const bool ok = times != NULL ? open_row(&r, e) : error_set(e, "not enough memory");
    if (ok) {
        time_row(&r, rounds, seconds, times);
        if (has_mkl)
            run_once(&r, KEPT);
        const bool same = agrees(&r);
        *agree = *agree && same;
        print_row(&r, seconds, same);
    }
    close_row(&r);
    free(times);
    return ok;
}

bool bench_conv(const struct request *r, bool *agree, struct error *e)
{
    struct library mkl = {.loaded = false};
    if ((r->peers & PEER_MKL) != 0 && mkl_find(&mkl, r->paths.mkl))
        mkl_load(&mkl, 1);
    *agree = true;
    if (!mkl.loaded)
        printf("mkl: %s\n", mkl.missing.text[0] ? mkl.missing.text : "not asked for");
    printf("causal convolution, M = L, f32, microseconds; x: times stet's\n");
    printf("%8s %6s  %9s %9s %6s %9s", "L", "batch", "native", "extended", "x", "new plan");
    if (mkl.loaded)
        printf(" %9s %6s %9s %6s", "mkl", "x", "mkl both", "x");
    printf("\n");
    for (int s = 0; s < r->sizes.count; s++)
        for (int b = 0; b < r->batches.count; b++) {
            const struct size *size = &r->sizes.items[s];
            const ptrdiff_t n = size->shape.n[0];
            if (size->batch != 0 && b > 0)
                continue;
            const ptrdiff_t batch = size->batch != 0 ? size->batch : r->batches.items[b].batch;
            if (n > (ptrdiff_t)1 << 26 || batch > ((ptrdiff_t)1 << 28) / n)
                return error_set(e,
                                 "--conv: signals of %td numbers, %td of them: at most 2^26 "
                                 "numbers each and 2^28 together are possible",
                                 n, batch);
            if (!bench_row(n, batch, mkl.loaded, r->rounds, agree, e))
                return false;
        }
    return true;
}
