/* SPDX-License-Identifier: Apache-2.0 */
/* The last stage of level correct: sums of products themselves. */
#include "conv/exact_inside.h"

#include "arith/superacc.h"
#include "correct/decide.h"

/* A sum in two words, in lanes that do not wait for each other. */
enum { LANES = 4 };
typedef struct {
    double s[LANES], c[LANES], size[LANES]; /* sums, errors of their additions, of magnitudes */
} pairs;

/* Products of floats are exact in double: 48 bits, exponents from -298 to 257. */
static void add_product(pairs *p, int lane, double a, double b)
{
    const double product = a * b;
    double rest;
    p->s[lane] = stet_two_sum_f64(p->s[lane], product, &rest);
    p->c[lane] += rest;
    p->size[lane] += __builtin_fabs(product);
}

/* x is the last number of the window that has the term, which goes backwards. */
static void add_term(pairs *p, const stet_conv_term *t, double factor, const double *x)
{
    ptrdiff_t i = 0;
    for (; i + LANES <= t->count; i += LANES)
        for (int l = 0; l < LANES; l++)
            add_product(p, l, factor * t->g[i + l], x[-i - l]);
    for (; i < t->count; i++)
        add_product(p, 0, factor * t->g[i], x[-i]);
}

/* The last number of the window of output i that the term has. */
static const double *last_of(const stet_conv_block *b, const stet_conv_term *t, ptrdiff_t i)
{
    return b->x + b->step * (i + b->e->count - 1 - (t->first - b->e->first));
}

/* Theorem (T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput.
 * 26(6), 2005, Proposition 4.5): the sum of N terms is s + c up to (N - 1)^2 u^2 (1 + N u) times
 * the sum S of their magnitudes. The lanes' sums are added in the same way; S itself is computed to
 * 1 +- N u. Factors of 2 and 1/2 are exact. */
static int decide_pairs(const stet_conv_block *b, ptrdiff_t i, uint64_t *bits)
{
    const stet_conv_exact *e = b->e;
    pairs p = {{0}, {0}, {0}};
    for (int t = 0; t < e->terms; t++)
        add_term(&p, &e->term[t], (e->halve ? 0.5 : 1) * e->term[t].times,
                 last_of(b, &e->term[t], i));
    double s = p.s[0], c = p.c[0], size = p.size[0];
    for (int l = 1; l < LANES; l++) {
        double rest;
        s = stet_two_sum_f64(s, p.s[l], &rest);
        c += p.c[l] + rest;
        size += p.size[l];
    }
    const double n = (double)(e->products + LANES + 2) * 0x1p-53;
    return stet_decide(STET_F32, stet_dd_two_sum(s, c), n * n * size * (1 + 0x1p-10), NULL, bits);
}

/* Added to +0, so that an exact zero is +0. */
static uint64_t exact_bits(const stet_conv_block *b, ptrdiff_t i)
{
    const stet_conv_exact *e = b->e;
    struct stet_superacc sum;
    stet_superacc_clear(&sum);
    stet_superacc_add(&sum, 0);
    for (int t = 0; t < e->terms; t++) {
        const stet_conv_term *term = &e->term[t];
        const double *x = last_of(b, term, i);
        for (ptrdiff_t k = 0; k < term->count * term->times; k++)
            if (x[-b->step * (k % term->count)] != 0)
                stet_superacc_add_product(&sum, term->g[k % term->count],
                                          x[-b->step * (k % term->count)]);
    }
    const int exponent = b->exponent - e->halve;
    if (e->precision == STET_F32)
        return stet_bits_f32(stet_superacc_round_scaled_f32(&sum, exponent));
    return stet_bits_f64(stet_superacc_round_scaled_f64(&sum, exponent));
}

void stet_conv_dots(stet_conv_block *b)
{
    const stet_precision p = b->e->precision;
    for (ptrdiff_t i = 0; i < b->left; i++) {
        uint64_t bits;
        if (p == STET_F32 && decide_pairs(b, b->list[i], &bits)) {
            b->counts->by_pairs++;
        } else {
            bits = exact_bits(b, b->list[i]);
            b->counts->by_exact++;
        }
        stet_number_put(p, b->out, b->list[i] * b->out_step, bits);
    }
    b->left = 0;
}
