/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a length says which operations a transform is made of, and in which order. This
 * header is part of the interface of this room. */
#ifndef STET_GRAPH_GRAPH_H
#define STET_GRAPH_GRAPH_H

#include <stddef.h>

#include "base/private.h"
#include "stet.h"

/* The longest transform. Roots of unity are exact for orders up to 2^40. With 32-bit addresses
 * (WebAssembly), counts of numbers and of bytes have 31 bits, also those of Bluestein's
 * convolution. */
#define STET_MAX_LENGTH ((ptrdiff_t)1 << (sizeof(ptrdiff_t) == 8 ? 39 : 27))

/* STET_OWN_F16 is binary16 in 16 bits, for CPUs that compute in it; STET_F16 is binary16 held in
 * floats. Only contiguous lines that fill the vectors have kernels. */
#define STET_OWN_F16 ((stet_precision)(STET_BF16 + 1))

/* Double-double and float-float numbers are pairs of doubles (floats) in memory, the high word
 * first, hi = RN(hi + lo); a complex number is two pairs. Every operation of the graph is that of
 * double_word.h. The lines' scale is a double; float-float uses its two floats. */
#define STET_DD ((stet_precision)(STET_OWN_F16 + 1))
#define STET_FF ((stet_precision)(STET_OWN_F16 + 2))

static inline int stet_is_pair(stet_precision p) { return p == STET_DD || p == STET_FF; }

/* The graph is decimation in time. A transform of length n is built from its prime factors, L being
 * the length reached so far:
 *     the odd primes in descending order, each as often as it divides n
 *     the levels L -> 2 L, dual-select radix-2 butterflies
 * An odd prime above STET_LARGEST_RADIX is *rough*: a convolution computes its step
 * (convolution.h). The others have a butterfly: those up to 13 one of their own, 17 and above a
 * direct sum. The order is a function of n alone. Passes of radix 4, 8 or 16 group levels, which is
 * scheduling and changes no bit. */
enum { STET_MAX_STEPS = 64, STET_LARGEST_UNROLLED = 13, STET_LARGEST_RADIX = 127 };

/* The most odd primes and rough primes of a length: 3^25 and 131^6 exceed 2^39. */
enum { STET_MAX_ODD = 24, STET_MAX_ROUGH = 5 };

typedef struct stet_graph {
    int rough_count; /* so many of the odd primes are rough; they come first */
    int odd_count;
    ptrdiff_t odd[STET_MAX_ODD];
    int levels;
} stet_graph;

STET_PRIVATE stet_graph stet_graph_of(ptrdiff_t n);

/* Reports whether n has no prime above 13. */
STET_PRIVATE int stet_is_smooth(ptrdiff_t n);

/* Reports whether the step of this odd prime is a direct sum. */
static inline int stet_is_direct(ptrdiff_t radix)
{
    return radix > STET_LARGEST_UNROLLED && radix <= STET_LARGEST_RADIX;
}

/* Returns the points of the complex transform of which C2R of n points is made. */
static inline ptrdiff_t stet_c2r_inside(ptrdiff_t n) { return n % 2 == 0 ? n / 2 : n; }

/* Level L has twiddles exp(-i pi j/L), 0 <= j < L. For even L those of j and j + L/2 differ only by
 * the factor -i, that is by rho, so one half is stored. */
static inline ptrdiff_t stet_level_size(ptrdiff_t L) { return L % 2 == 0 ? L / 2 : L; }

/* Each function returns the numbers in a table of tables.h: the twiddles of the odd step from
 * length L, and the constants of a direct step, if it is one. */
static inline ptrdiff_t stet_odd_table_size(ptrdiff_t L, ptrdiff_t radix)
{
    return L > 1 ? (L / 2 + 1) * 2 * (radix - 1) : 0;
}

static inline ptrdiff_t stet_direct_table_size(ptrdiff_t radix)
{
    return stet_is_direct(radix) ? 2 * (radix / 2) * (radix / 2) : 0;
}

#endif
