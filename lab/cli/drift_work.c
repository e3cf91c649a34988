/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/drift_work.h"

#include <stdlib.h>
#include <string.h>

static size_t size_of(stet_precision p) { return p == STET_F32 ? sizeof(float) : sizeof(double); }

/* Returns a splitmix64 number (Steele, Lea and Flood 2014) of the precision in [-1, 1). */
static double uniform(stet_precision p, uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return p == STET_F32 ? (double)(int64_t)(z >> 40) * 0x1p-23 - 1
                         : (double)(int64_t)(z >> 11) * 0x1p-52 - 1;
}

static stet_status create_plan(struct drift_work *w, stet_direction direction, stet_plan **plan)
{
    const stet_dim dim = {w->n, 1, 1};
    stet_options o;
    stet_options_init(&o);
    o.precision = w->precision;
    o.level = w->level;
    o.direction = direction;
    o.rank = 1;
    o.dims = &dim;
    return stet_plan_create(plan, &o);
}

static void fill(struct drift_work *w, uint64_t seed)
{
    for (ptrdiff_t i = 0; i < w->count; i++) {
        w->start[i] = uniform(w->precision, &seed);
        if (w->precision == STET_F32)
            ((float *)w->state)[i] = (float)w->start[i];
        else
            ((double *)w->state)[i] = w->start[i];
    }
}

/* Makes the circular filter 1/2 at lags 0, N/4 and N/2 and -1/2 at 3 N/4. The sequence 1, 1, 1, -1
 * has periodic autocorrelation only at lag 0, so the filter's spectrum has modulus 1 everywhere: it
 * changes phases alone. In exact arithmetic the norm stays, and four steps are the identity. The
 * filter's numbers are exact in both precisions. */
static stet_status create_conv(struct drift_work *w)
{
    stet_conv_options o;
    double *taps = calloc((size_t)w->n, sizeof *taps);
    if (taps == NULL)
        return STET_E_MEMORY;
    stet_conv_options_init(&o);
    o.operation = STET_CONV_CIRCULAR;
    o.precision = w->precision;
    o.level = w->level;
    o.method = w->level == STET_LEVEL_CORRECT ? STET_CONV_AUTO : STET_CONV_FFT;
    o.length = w->n;
    o.filter_length = 3 * (w->n / 4) + 1;
    for (int i = 0; i < 4; i++) {
        const double tap = i == 3 ? -0.5 : 0.5;
        if (w->precision == STET_F32)
            ((float *)taps)[i * (w->n / 4)] = (float)tap;
        else
            taps[i * (w->n / 4)] = tap;
    }
    const stet_status status = stet_conv_create(&w->conv, &o, taps, NULL, NULL);
    free(taps);
    return status;
}

stet_status drift_work_create(struct drift_work *w, int kind, stet_precision precision,
                              stet_level level, ptrdiff_t n, uint64_t seed)
{
    *w = (struct drift_work){.kind = kind,
                             .precision = precision,
                             .level = level,
                             .n = n,
                             .count = kind == WORK_CONV ? n : 2 * n};
    w->start = calloc((size_t)w->count, sizeof *w->start);
    w->state = calloc((size_t)w->count, size_of(precision));
    w->between = calloc((size_t)w->count, size_of(precision));
    if (w->start == NULL || w->state == NULL || w->between == NULL)
        return STET_E_MEMORY;
    fill(w, seed);
    if (kind == WORK_CONV)
        return create_conv(w);
    stet_status status = create_plan(w, STET_FORWARD, &w->forward);
    return status == STET_OK ? create_plan(w, STET_INVERSE, &w->inverse) : status;
}

void drift_work_free(struct drift_work *w)
{
    stet_plan_destroy(w->forward);
    stet_plan_destroy(w->inverse);
    stet_conv_destroy(w->conv);
    free(w->start);
    free(w->state);
    free(w->between);
}

int drift_work_step(void *context, int64_t step, void *state)
{
    struct drift_work *w = context;
    (void)step;
    if (w->kind == WORK_CONV)
        return stet_conv_execute(w->conv, state, NULL, state, NULL);
    const stet_status status = stet_execute(w->forward, state, w->between);
    return status == STET_OK ? stet_execute(w->inverse, w->between, state) : status;
}

/* Applies the filter's sum step mod 4 times. For floats this is exact in double. */
static int exact_conv(void *context, int64_t step, double *reference)
{
    const struct drift_work *w = context;
    const ptrdiff_t n = w->n, q = n / 4;
    double *before = malloc((size_t)n * sizeof *before);
    if (before == NULL)
        return STET_E_MEMORY;
    memcpy(reference, w->start, (size_t)n * sizeof *reference);
    for (int64_t i = 0; i < step % 4; i++) {
        memcpy(before, reference, (size_t)n * sizeof *before);
        for (ptrdiff_t t = 0; t < n; t++)
            reference[t] = (before[t] + before[(t + 3 * q) % n] + before[(t + 2 * q) % n] -
                            before[(t + q) % n]) /
                           2;
    }
    free(before);
    return 0;
}

stet_drift_at *drift_work_reference(const struct drift_work *w)
{
    return w->kind == WORK_CONV ? exact_conv : NULL;
}

const char *drift_step_name(int kind)
{
    return kind == WORK_CONV ? "circular convolution with an all-pass filter"
                             : "complex transform forward, then inverse with 1/N";
}
