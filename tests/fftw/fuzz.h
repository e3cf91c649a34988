/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzzers of the FFTW interface share: numbers out of bytes, and arrays of just the size
 * that a layout has, in the precision STET_FFTW_BITS: 32, 64 (also where nothing is said), or 80.
 */
#ifndef STET_TESTS_FUZZ_H
#define STET_TESTS_FUZZ_H

#include <fftw3.h>
#include <stdint.h>
#include <stdlib.h>

#if STET_FFTW_BITS == 32
typedef float real;
#define FFTW(name) fftwf_##name
#elif STET_FFTW_BITS == 80
typedef long double real;
#define FFTW(name) fftwl_##name
#else
typedef double real;
#define FFTW(name) fftw_##name
#endif

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

/* The lowest and highest number that an array of it has, counted from the pointer, in reals.
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
static inline real *array(ptrdiff_t low, ptrdiff_t high, real **origin)
{
    const size_t size = (size_t)(high - low);
    real *memory = malloc(size * sizeof *memory);
    for (size_t i = 0; i < size; i++)
        memory[i] = (real)(i % 17);
    *origin = memory - low;
    return memory;
}

/* Points of all of them, lengths of 0 left out; the most that there can be if they overflow. */
static inline ptrdiff_t total_of(int count, const fftw_iodim64 *dims)
{
    ptrdiff_t total = 1;
    for (int i = 0; i < count; i++)
        if (dims[i].n > 0 && __builtin_mul_overflow(total, dims[i].n, &total))
            return PTRDIFF_MAX;
    return total;
}

/* Plans of many points take seconds, those of pairs of doubles sooner, and those of more than any
 * memory are refused at once: these and short ones are tried. */
enum { SHORT = 1 << 13, SHORT_IN_PAIRS = 1 << 10 };

static inline int is_quick(int count, const fftw_iodim64 *dims)
{
    const ptrdiff_t most = sizeof(real) > sizeof(double) ? SHORT_IN_PAIRS : SHORT;
    const ptrdiff_t beyond = (ptrdiff_t)1 << 44;
    for (int i = 0; i < count; i++)
        if (dims[i].n > most && dims[i].n < beyond)
            return 0;
    const ptrdiff_t total = total_of(count, dims);
    return total <= most || total >= beyond;
}

#endif
