/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/arrays.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINE 64                  /* bytes of a cache line, as vectors prefer */
#define COPIES_BYTES (16u << 10) /* fits into any first-level cache */

/* Reports whether a run may overwrite the input: in place, or because FFTW uses its right to. */
static bool may_be_destroyed(const struct work *w) { return w->in_place || w->kind == STET_C2R; }

/* If runs read their own output, the numbers grow: the Euclidean norm by a factor of at most
 * sqrt(N) sqrt(2) for each axis, per run of any kind (Parseval). They start below 2^-60 (f64:
 * 2^-400), and the norm may reach 2^bits times as much, far enough below overflow for the larger
 * numbers inside Bluestein's method. A transform that divides by N/2 lets them shrink equally fast,
 * but no number large enough to matter becomes subnormal. */
static const struct {
    double scale;
    int bits;
} headroom[] = {{0x1p-60, 60}, {0x1p-400, 500}};

static int lives(const struct work *w)
{
    if (work_is_half(w)) /* the plan scales numbers up to 1, once */
        return 1;
    double log_n = log2((double)shape_points(&w->shape));
    int runs =
        (int)((headroom[w->precision == STET_F64].bits - log_n) / ((log_n + w->shape.rank) / 2));
    return runs > 1 ? runs : 1;
}

void *aligned_bytes(size_t bytes)
{
    void *p = NULL;
    return posix_memalign(&p, LINE, bytes > 0 ? bytes : 1) == 0 ? p : NULL;
}

bool arrays_new(struct arrays *a, const struct work *w, struct error *e)
{
    *a = (struct arrays){.work = w, .copies = 1, .lives = lives(w)};
    a->in_bytes = work_bytes(w, SIDE_IN);
    a->out_bytes = work_bytes(w, SIDE_OUT);
    a->step = (a->in_bytes + LINE - 1) / LINE * LINE;
    if (may_be_destroyed(w) && a->step < COPIES_BYTES)
        a->copies = (int)(COPIES_BYTES / a->step);
    a->source = aligned_bytes(a->in_bytes);
    a->in = aligned_bytes(a->step * (size_t)a->copies + LINE);
    a->out = w->in_place ? a->in : aligned_bytes(a->out_bytes + LINE);
    a->want = aligned_bytes(a->out_bytes);
    if (a->source && a->in && a->out && a->want)
        return true;
    arrays_free(a);
    char shape[SHAPE_TEXT];
    return error_set(e, "not enough memory for %td transforms of length %s", w->batch,
                     shape_text(&w->shape, shape));
}

void arrays_free(struct arrays *a)
{
    free(a->source);
    free(a->want);
    if (a->out != a->in)
        free(a->out);
    free(a->in);
    *a = (struct arrays){.source = NULL};
}

/* Returns the upper half of splitmix64 (Steele, Lea, Flood 2014) as a number in [-1, 1). */
static double next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return ((double)(z >> 32) - 0x1p31) * 0x1p-31;
}

static void put(const struct arrays *a, size_t i, double x)
{
    if (a->work->precision == STET_F16)
        ((uint16_t *)a->source)[i] = stet_f16_from_f64(x);
    else if (a->work->precision == STET_BF16)
        ((uint16_t *)a->source)[i] = stet_bf16_from_f64(x);
    else if (a->work->precision == STET_F32)
        ((float *)a->source)[i] = (float)x;
    else
        ((double *)a->source)[i] = x;
}

/* Returns where point i of all axes but the last lies, and in *mirror where its negative does. */
static ptrdiff_t place_of(const struct work *w, const struct side *s, ptrdiff_t i,
                          ptrdiff_t *mirror)
{
    ptrdiff_t at = *mirror = 0;
    for (int axis = w->shape.rank - 2; axis >= 0; axis--) {
        const ptrdiff_t n = w->shape.n[axis], k = i % n;
        at += k * s->strides[axis];
        *mirror += (n - k) % n * s->strides[axis];
        i /= n;
    }
    return at;
}

/* Makes bins 0 and n/2 of the last axis the mirror of themselves, as those of a real signal are.
 * Libraries may use other numbers there in any way. */
static void make_hermitian(struct arrays *a, double scale, uint64_t *state)
{
    const struct work *w = a->work;
    const struct side s = work_side(w, SIDE_IN);
    const int last = w->shape.rank - 1;
    const ptrdiff_t n = w->shape.n[last], plane = shape_points(&w->shape) / n;
    for (ptrdiff_t b = 0; b < w->batch; b++)
        for (ptrdiff_t k = 0; k <= n / 2; k += n % 2 == 0 ? n / 2 : n)
            for (ptrdiff_t i = 0; i < plane; i++) {
                const ptrdiff_t first = b * s.distance + k * s.strides[last];
                ptrdiff_t mirror, at = place_of(w, &s, i, &mirror);
                if (mirror < at)
                    continue;
                const double re = scale * next_random(state);
                const double im = mirror == at ? 0 : scale * next_random(state);
                put(a, (size_t)(2 * (first + mirror)), re);
                put(a, (size_t)(2 * (first + mirror) + 1), -im);
                put(a, (size_t)(2 * (first + at)), re);
                put(a, (size_t)(2 * (first + at) + 1), im);
            }
}

void arrays_fill(struct arrays *a)
{
    const struct work *w = a->work;
    double scale =
        may_be_destroyed(w) && !work_is_half(w) ? headroom[w->precision == STET_F64].scale : 1;
    uint64_t state = (uint64_t)shape_points(&w->shape);
    for (size_t i = 0; i < a->in_bytes / work_number_bytes(w); i++)
        put(a, i, scale * next_random(&state));
    if (w->kind == STET_C2R)
        make_hermitian(a, scale, &state);
    arrays_refill(a);
}

void arrays_refill(struct arrays *a)
{
    for (int i = 0; i < a->copies; i++)
        memcpy(a->in + (size_t)i * a->step, a->source, a->in_bytes);
}

void arrays_poison(struct arrays *a)
{
    if (a->work->in_place)
        arrays_refill(a);
    else
        memset(a->out, 0xff, a->out_bytes); /* a NaN in all formats */
}

void arrays_keep(struct arrays *a) { memcpy(a->want, a->out, a->out_bytes); }

static void add_f32(const float *x, double factor, const float *y, ptrdiff_t n, double sums[2])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double d = factor * (double)x[i] - (double)y[i];
        sums[0] += d * d;
        sums[1] += (double)y[i] * (double)y[i];
    }
}

/* Adds up numbers of f16 or bf16. */
static void add_half(const uint16_t *x, const uint16_t *y, ptrdiff_t n, bool f16, double sums[2])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double a = (double)(f16 ? stet_f16_to_f32(x[i]) : stet_bf16_to_f32(x[i]));
        double b = (double)(f16 ? stet_f16_to_f32(y[i]) : stet_bf16_to_f32(y[i]));
        sums[0] += (a - b) * (a - b);
        sums[1] += b * b;
    }
}

static void add_f64(const double *x, double factor, const double *y, ptrdiff_t n, double sums[2])
{
    for (ptrdiff_t i = 0; i < n; i++) {
        double d = factor * x[i] - y[i];
        sums[0] += d * d;
        sums[1] += y[i] * y[i];
    }
}

/* Works row by row, because what lies between the rows has no meaning: the padding of a real array
 * in place, and the other columns. */
double arrays_distance(const struct arrays *a, double factor)
{
    const struct work *w = a->work;
    struct side s = work_side(w, SIDE_OUT);
    const ptrdiff_t row = s.row * s.parts, pitch = s.pitch * s.parts;
    const void *x = a->out, *y = a->want;
    double sums[2] = {0, 0};
    for (ptrdiff_t i = 0; i < s.rows; i++)
        if (work_is_half(w))
            add_half((const uint16_t *)x + i * pitch, (const uint16_t *)y + i * pitch, row,
                     w->precision == STET_F16, sums);
        else if (w->precision == STET_F32)
            add_f32((const float *)x + i * pitch, factor, (const float *)y + i * pitch, row, sums);
        else
            add_f64((const double *)x + i * pitch, factor, (const double *)y + i * pitch, row,
                    sums);
    return sqrt(sums[0] / sums[1]);
}
