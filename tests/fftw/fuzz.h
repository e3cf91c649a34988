/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzzers of the FFTW interface share: numbers out of bytes, and arrays of just the size
 * that a layout has. */
#ifndef STET_TESTS_FUZZ_H
#define STET_TESTS_FUZZ_H

#include <fftw3.h>
#include <stdint.h>
#include <stdlib.h>

enum { RANK = 4, ROOM = 1 << 14 };

typedef struct bytes {
    const uint8_t *at;
    size_t left;
} bytes;

static inline uint64_t take(bytes *b, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size && b->left > 0; i++, b->left--)
        value = value << 8 | *b->at++;
    return value;
}

/* Mostly small; of any size now and then. */
static inline ptrdiff_t number(bytes *b, ptrdiff_t least)
{
    const uint64_t kind = take(b, 1);
    if (kind < 250)
        return least + (ptrdiff_t)(kind % 11);
    return kind < 252 ? -(ptrdiff_t)take(b, 1) : (ptrdiff_t)take(b, kind < 254 ? 4 : 8);
}

/* The lowest and highest number that an array of it has, counted from the pointer, in doubles.
 * False if that is more than the room, or if a length is none. */
static inline int reach(int count, const fftw_iodim64 *dims, int output, ptrdiff_t unit,
                        ptrdiff_t *low, ptrdiff_t *high)
{
    *low = *high = 0;
    ptrdiff_t total = 1;
    for (int i = 0; i < count; i++) {
        ptrdiff_t d;
        const ptrdiff_t n = dims[i].n == 0 ? 1 : dims[i].n;
        if (n < 0 || __builtin_mul_overflow(total, n, &total) || total > ROOM ||
            __builtin_mul_overflow(n - 1, output ? dims[i].os : dims[i].is, &d) ||
            __builtin_mul_overflow(d, unit, &d) || d > ROOM || d < -ROOM)
            return 0;
        *(d < 0 ? low : high) += d;
    }
    *high += unit;
    return *high - *low <= ROOM;
}

/* An array of just that size, of numbers; the place of index 0 in *origin. */
static inline double *array(ptrdiff_t low, ptrdiff_t high, double **origin)
{
    const size_t size = (size_t)(high - low);
    double *memory = malloc(size * sizeof *memory);
    for (size_t i = 0; i < size; i++)
        memory[i] = (double)(i % 17);
    *origin = memory - low;
    return memory;
}

/* Plans of millions of points take seconds, and those of more than any memory are refused at once:
 * these and short ones are tried. */
static inline int is_quick(int count, const fftw_iodim64 *dims)
{
    const ptrdiff_t most = (ptrdiff_t)1 << 16, beyond = (ptrdiff_t)1 << 44;
    ptrdiff_t total = 1;
    for (int i = 0; i < count; i++) {
        if (dims[i].n > most && dims[i].n < beyond)
            return 0;
        if (dims[i].n > 0 && __builtin_mul_overflow(total, dims[i].n, &total))
            total = beyond;
    }
    return total <= most || total >= beyond;
}

#endif
