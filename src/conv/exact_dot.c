/* SPDX-License-Identifier: Apache-2.0 */
/* The last stage of level correct: computes the sums of products directly. */
#include "conv/exact_inside.h"

#include "arith/superacc.h"
#include "conv/kernels.h"
#include "correct/decide.h"

/* Returns the address of the last number of the window of output i that the term uses. */
static const double *last_of(const stet_conv_block *b, const stet_conv_term *t, ptrdiff_t i)
{
    return b->x + b->step * (i + b->e->count - 1 - (t->first - b->e->first));
}

/* Products of floats are exact in double: 48 bits, exponents from -298 to 257; so are factors of 2
 * and 1/2. Theorem (T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci.
 * Comput. 26(6), 2005, Proposition 4.5): the sum of N terms is s + c up to (N - 1)^2 u^2 (1 + N u)
 * times the sum of their magnitudes, in any order, including the sums of fewer than 64 lanes. By
 * the inequality of Cauchy and Schwarz the sum of the magnitudes is at most |x| G; size is |x|. */
static int decide_pairs(const stet_conv_block *b, ptrdiff_t i, double size, uint64_t *bits)
{
    const stet_conv_exact *e = b->e;
    const double *reversed = e->taps + e->products;
    double s = 0, c = 0;
    for (int t = 0; t < e->terms; t++) {
        const stet_conv_term *term = &e->term[t];
        double hi = 0, lo = 0, rest;
        e->conv64->dot(reversed, last_of(b, term, i) - (term->count - 1), term->count, &hi, &lo);
        const double factor = (e->halve ? 0.5 : 1) * term->times;
        s = stet_two_sum_f64(s, factor * hi, &rest);
        c += rest + factor * lo;
        reversed += term->count;
    }
    const double n = (double)(e->products + 64 * STET_CONV_TERMS) * 0x1p-53;
    return stet_decide(STET_F32, stet_dd_two_sum(s, c), n * n * size * e->terms_norm, NULL, bits);
}

/* The sum begins with +0, so that an exact zero is +0. */
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
    const double size = p == STET_F32 && b->left > 0
                            ? __builtin_sqrt(b->e->kernels->squares(b->x, b->e->n)) * (1 + 0x1p-20)
                            : 0;
    for (ptrdiff_t i = 0; i < b->left; i++) {
        uint64_t bits;
        if (p == STET_F32 && decide_pairs(b, b->list[i], size, &bits)) {
            b->counts->by_pairs++;
        } else {
            bits = exact_bits(b, b->list[i]);
            b->counts->by_exact++;
        }
        stet_number_put(p, b->out, b->list[i] * b->out_step, bits);
    }
    b->left = 0;
}
