/* SPDX-License-Identifier: Apache-2.0 */
/* Defines cosine, sine and Hartley transforms and halfcomplex data. A line has real numbers on both
 * sides: it is a transform with a pass over the data before it and one after it. r2r_elements.h and
 * r2r_vectors.h have the passes.
 *
 * THE GRAPH. x are n real numbers; V is the transform inside of v. Roots are correctly rounded,
 * every fma() is written, RN() is one rounding, and - alone changes a sign. F is the product by the
 * factor of the norm, left out if that is 1; for kinds marked * the transform inside has it. All
 * formulas are for 0 <= k, j < n, where their indices exist.
 *
 *   R2HC   V = R2C(x).    y[k] = F(re V[k]), 2k <= n;  y[n-k] = F(im V[k]), 0 < 2k < n
 *   HC2R*  V[k] = x[k] + i x[n-k], 0 < 2k < n; the others x[k].    y = C2R(V)
 *   DHT    V = R2C(x).    y[k] = F(re V[k] - im V[k]), 2k <= n;
 *                         y[n-k] = F(re V[k] + im V[k]), 0 < 2k < n
 *
 *   DCT2   (J. Makhoul, 1980) v[j] = x[2j], v[n-1-j] = x[2j+1], V = R2C(v), and with c, s the
 *          doubles of cos and sin of pi k/(2n), a = re V[k], b = im V[k]
 *              y[k]   = F(fma(c, a, RN(s b))), 2k <= n
 *              y[n-k] = F(fma(-c, b, RN(s a))), 0 < 2k < n
 *   DCT3*  its transpose: with c, s the cos and sin, p = x[k], q = x[n-k],
 *              V[0] = x[0],  V[k] = fma(c, p, RN(s q)) + i fma(-c, q, RN(s p)), 0 < 2k <= n
 *          v = C2R(V), which leaves out im V[n/2];  y[2j] = v[j], y[2j+1] = v[n-1-j]
 *   DST2   DCT2 of x[j] (-1)^j, its outputs in the opposite order
 *   DST3*  DCT3 of the inputs in the opposite order, y[k] (-1)^k
 *
 *   DCT4   n even: with c, s the cos and sin of 2 pi (8j+1)/(16n), h = n/2, a = x[2j],
 *          b = x[n-1-2j],
 *              v[j] = fma(a, c, RN(b s)) + i fma(-a, s, RN(b c)), V = C2C(v) of length h, forward
 *          then a, b = V[k], and with c, s of k and F2 the product with twice the norm's factor
 *              y[2k] = F2(fma(a, c, RN(b s))),  y[n-1-2k] = -F2(fma(-a, s, RN(b c)))
 *          n odd (S. C. Chan and K. L. Ho, 1990, as in r2r_elements.h): V = R2C(v) of length n with
 *              v[(4m+1) mod n] = sigma x[j],  4m+1 = 2j+1 or 4n-(2j+1),  sigma = - if j mod 4 is 1
 *              or 2; f = (2k+1)/8 mod n, its sign changed if 2f > n; alpha, beta the signs of cos
 *              and sin of pi n (2k+1)/4, beta changed too if f was
 *              y[k] = F(RN(r RN(alpha re V[f] + beta im V[f]))), r = RN(sqrt 2)
 *   DST4   DCT4 of the inputs in the opposite order, y[k] (-1)^k
 *
 *   DCT1   V = R2C(v) of length N = 2(n-1): v[j] = v[N-j] = x[j].      y[k] = F(re V[k])
 *   DST1   V = R2C(v) of length N = 2(n+1): v[j+1] = x[j], v[N-1-j] = -x[j], the other two +0.
 *                                                                     y[k] = -F(im V[k+1])
 *
 * Every pass has a fixed number of roundings per number, and no sum of more than two terms. So the
 * error is that of the transform inside and a few units more: O(u sqrt(log n)). */
#ifndef STET_GRAPH_R2R_H
#define STET_GRAPH_R2R_H

#include "graph/numbers.h"

/* The longest real-to-real line: types IV have roots of order 16 n. */
#define STET_MAX_R2R_LENGTH (STET_MAX_LENGTH / 16)

/* stet_r2r_line_kind() returns the kind of lines of a real-to-real kind, stet_r2r_kind_of() goes
 * back. */
static inline stet_kind stet_r2r_line_kind(stet_r2r_kind kind)
{
    return (stet_kind)(STET_R2R + (int)kind);
}

static inline stet_r2r_kind stet_r2r_kind_of(stet_kind kind)
{
    return (stet_r2r_kind)((int)kind - STET_R2R);
}

static inline int stet_is_r2r(stet_kind kind) { return (int)kind > STET_R2R; }

/* A way is what a line does: its kind, but DCT4 and DST4 of odd lengths have ways of their own. */
enum { STET_DCT4_ODD = STET_DST4 + 1, STET_DST4_ODD, STET_R2R_WAYS };

typedef struct stet_r2r {
    ptrdiff_t n;
    int way;
    ptrdiff_t from, to;        /* numbers that the transform inside reads, writes */
    ptrdiff_t before, after;   /* items of the pass before, of that after */
    int scales_inside;         /* 1: the transform inside has the norm's factor */
    const void *cosine, *sine; /* tables of the passes */
} stet_r2r;

/* Returns the kind of the transform inside a line of that kind and length; *length becomes its
 * length. */
stet_kind stet_r2r_inside(stet_kind kind, ptrdiff_t n, ptrdiff_t *length);

/* stet_r2r_table_size() returns how many cosines, and how many sines, the passes have in tables.
 * stet_r2r_fill_table() stores these cosines and then the sines, and returns 0 if memory is
 * short. */
ptrdiff_t stet_r2r_table_size(stet_r2r_kind kind, ptrdiff_t n);
int stet_r2r_fill_table(stet_precision p, stet_r2r_kind kind, ptrdiff_t n, void *table);

#endif
