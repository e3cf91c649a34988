/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution with its data, and its definition as stet_conv.h has it, in exact sums. */
#ifndef STET_TESTS_CONV_TEST_H
#define STET_TESTS_CONV_TEST_H

#include <stdbool.h>
#include <string.h>

#include "lib/check.h"
#include "stet_conv.h"

struct conv {
    stet_conv_options o;
    void *u, *k, *r, *bias, *gate; /* NULL where there is none */
    void *y;
};

/* Filled with numbers of the family; y with a pattern. r is there if reverse_length > 0. */
static inline void conv_fill(struct conv *c, enum generate_family family, uint64_t seed)
{
    const stet_conv_options *o = &c->o;
    const size_t size = generate_size(o->precision);
    const size_t all = (size_t)(o->batch * o->channels * o->length);
    const size_t rows = (size_t)o->filter_channels;
    struct {
        void **at;
        size_t count;
        bool there;
    } arrays[] = {
        {&c->u, all, true},
        {&c->k, rows * (size_t)o->filter_length, true},
        {&c->r, rows * (size_t)o->reverse_length, o->reverse_length > 0},
        {&c->bias, (size_t)o->channels, o->has_bias == 1},
        {&c->gate, all, o->has_gate == 1},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i].at = arrays[i].there ? malloc(arrays[i].count * size) : NULL;
        assert_true(!arrays[i].there || *arrays[i].at != NULL);
        if (arrays[i].there)
            generate_reals(*arrays[i].at, o->precision, arrays[i].count, family, seed + i);
    }
    c->y = malloc(all * size);
    assert_non_null(c->y);
    memset(c->y, 0x5a, all * size);
}

static inline void conv_free(struct conv *c)
{
    free(c->u), free(c->k), free(c->r), free(c->bias), free(c->gate), free(c->y);
}

static inline double conv_number(const struct conv *c, const void *x, ptrdiff_t i)
{
    return c->o.precision == STET_F64 ? ((const double *)x)[i] : (double)((const float *)x)[i];
}

static inline stet_conv *conv_plan(const struct conv *c)
{
    stet_conv *plan = NULL;
    const stet_status status = stet_conv_create(&plan, &c->o, c->k, c->r, c->bias);
    if (status != STET_OK)
        fail_msg("operation %d, %td and %td of %td, P %td: %s", (int)c->o.operation,
                 c->o.filter_length, c->o.reverse_length, c->o.length, c->o.fft_length,
                 stet_strerror(status));
    assert_non_null(plan);
    return plan;
}

/* The terms of output t of a line, by the equations: u[i] times a number of a filter. */
struct terms {
    ptrdiff_t count;
    double *u, *g;
};

static inline void conv_add_term(struct terms *s, double u, double g)
{
    s->u[s->count] = u;
    s->g[s->count++] = g;
}

static inline void conv_terms(const struct conv *c, ptrdiff_t line, ptrdiff_t t, struct terms *s)
{
    const stet_conv_options *o = &c->o;
    const ptrdiff_t L = o->length, M = o->filter_length, R = o->reverse_length;
    const ptrdiff_t row = o->filter_channels == 1 ? 0 : line % o->channels;
    s->count = 0;
    for (ptrdiff_t i = 0; i < L; i++) {
        const double u = conv_number(c, c->u, line * L + i);
        const ptrdiff_t d = o->operation == STET_CONV_CIRCULAR ? (t - i + L) % L : t - i;
        if (d >= 0 && d < M)
            conv_add_term(s, u, conv_number(c, c->k, row * M + d));
        ptrdiff_t j = -1;
        switch (o->operation) {
        case STET_CONV_TIME: j = i > t ? i - t - 1 : -1; break;
        case STET_CONV_CONJ: j = i >= t ? i - t : -1; break;
        case STET_CONV_FREQ: j = i <= t ? t - i : -1; break;
        case STET_CONV_FOLDED: j = i <= t ? L - 1 - (t - i) : -1; break;
        default: break;
        }
        if (j >= 0 && j < R)
            conv_add_term(s, u, conv_number(c, c->r, row * R + j));
    }
}

/* y less output t of a line with its bias, the exact difference rounded once; no GELU, no gate. */
static inline double conv_error(const struct conv *c, ptrdiff_t line, ptrdiff_t t, double y)
{
    const stet_conv_options *o = &c->o;
    struct terms s = {0, malloc((size_t)(2 * o->length + 2) * 8),
                      malloc((size_t)(2 * o->length + 2) * 8)};
    assert_true(s.u != NULL && s.g != NULL);
    conv_terms(c, line, t, &s);
    if (o->combine == STET_CONV_AVG && o->operation >= STET_CONV_TIME)
        for (ptrdiff_t i = 0; i < s.count; i++)
            s.g[i] *= 0.5;
    if (o->has_bias)
        conv_add_term(&s, conv_number(c, c->u, line * o->length + t),
                      conv_number(c, c->bias, line % o->channels));
    conv_add_term(&s, y, -1);
    double sum;
    assert_int_equal(stet_dot_f64(s.count, s.u, 1, s.g, 1, &sum), STET_OK);
    free(s.u), free(s.g);
    return sum;
}

static inline size_t conv_bytes(const struct conv *c)
{
    return (size_t)(c->o.batch * c->o.channels * c->o.length) * generate_size(c->o.precision);
}

static inline stet_conv_options conv_options(stet_conv_operator operation, ptrdiff_t length,
                                             ptrdiff_t filter, ptrdiff_t reverse)
{
    stet_conv_options o;
    stet_conv_options_init(&o);
    o.operation = operation;
    o.length = length;
    o.filter_length = filter;
    o.reverse_length = operation >= STET_CONV_TIME ? reverse : 0;
    return o;
}

#endif
