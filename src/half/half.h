/* SPDX-License-Identifier: Apache-2.0 */
/* This header has what the files of this room share. */
#ifndef STET_HALF_HALF_H
#define STET_HALF_HALF_H

#include "base/alloc.h"
#include "half/convert.h"
#include "half/lines.h"

/* A long complex line of mode STORE has two dimensions: n = n1 n2, x[c + n2 a] with c < n2.
 *     y[j][c] = sum over a of x[c + n2 a] exp(-2 pi i a j/n1)     rounded to 16 bits
 *     X[j + n1 q] = sum over c of (y[j][c] w^(j c)) exp(-2 pi i c q/n2),    w = exp(-2 pi i/n)
 * Both sums are transforms of STET_F32. w^(j c) is the product coarse[c / 32] fine[c % 32] of two
 * rounded roots: twist.h. */
enum { STET_FINE = 32 };

/* The passes of lines side by side in a tile: there are two or three, of radix 8 or 16. If there
 * are none, count is 0. */
typedef struct stet_lane_steps {
    ptrdiff_t n;
    int count;
    stet_step step[3];
} stet_lane_steps;

typedef struct stet_half_split stet_half_split;

/* Runs a line of mode STORE, contiguous on both sides; x and y may be one array. Returns 1 if all
 * outputs are finite: split.h. */
typedef int stet_split_line(const stet_half_split *s, const uint16_t *x, uint16_t *y, int swap,
                            float load, float scale, void *work);

struct stet_half_split {
    ptrdiff_t n1, n2;
    stet_line_plan tall, wide; /* lines of length n1, and n2, one at a time */
    /* For each j < n1, fine has w^(j c) for c = 0 .. 31, and coarse for c = 0, 32, 64 ... */
    float *fine, *coarse;
    /* If `line` is not NULL it runs contiguous lines, by the passes `column` and `row`. The last
     * two tables have the same roots for `lanes` rows j side by side, the cosines and then the
     * sines. */
    stet_split_line *line;
    int lanes;
    stet_lane_steps column, row;
    float *lane_fine, *lane_coarse;
};

/* Returns the distance from one group of columns to the next, in 16-bit numbers. It is not a power
 * of two. */
static inline ptrdiff_t stet_split_group(const stet_half_split *s, int lanes)
{
    return 2 * (ptrdiff_t)lanes * (s->n1 + 1);
}

/* Runs lines of 16-bit numbers, contiguous on both sides: the first pass of the transform reads
 * them, and its last one writes them (direct.h). There are no buffers, and work is as large as f
 * needs. Returns 1 if all outputs are finite. */
typedef int stet_direct(const stet_fft1d *f, const stet_lines *lines, int swap, float load,
                        float scale, void *work);

typedef struct stet_direct_kernel {
    stet_direct *lines; /* NULL: there is none */
    stet_all_finite *all_finite;
    stet_split_line *split;
    int lanes;
} stet_direct_kernel;

/* These are the kernels of all instruction sets and formats. */
stet_direct stet_direct_f16_avx2, stet_direct_bf16_avx2;
stet_all_finite stet_all_finite_f16_avx2, stet_all_finite_bf16_avx2;
stet_split_line stet_split_f16_avx2, stet_split_bf16_avx2;
stet_direct stet_direct_f16_avx512, stet_direct_bf16_avx512;
stet_all_finite stet_all_finite_f16_avx512, stet_all_finite_bf16_avx512;

stet_split_line stet_split_f16_avx512, stet_split_bf16_avx512;

/* Returns the kernel of the widest vectors of isa. */
stet_direct_kernel stet_direct_widest(stet_precision precision, const stet_isa *isa);

/* Returns the kernel for f, which is made for isa. */
stet_direct_kernel stet_direct_of(const stet_fft1d *f, stet_precision precision,
                                  const stet_isa *isa);

struct stet_half {
    ptrdiff_t n;
    stet_kind kind;
    stet_half_mode mode;
    stet_effort effort;
    int wide_in, wide_out; /* that side is floats: mode IO, rank above 1 */
    int contiguous;        /* both strides along a line are 1 */
    stet_half_convert convert;
    stet_line_plan whole;      /* lines in the workspace; no fft if they are split */
    stet_direct_kernel direct; /* runs contiguous lines instead of the kernel */
    stet_half_split split;
    /* NATIVE: whole and direct are of STET_OWN_F16, and read and write the arrays. */
    int own;
    float load;          /* 2^e, for all inputs */
    double scale;        /* IO, STORE: of the kernel, for outputs */
    float factor;        /* NATIVE: in float, after the kernel */
    ptrdiff_t in_reals;  /* of a line */
    ptrdiff_t out_reals; /* of a line */
    ptrdiff_t row;       /* floats from line to line in the workspace */
    ptrdiff_t group;     /* lines in the workspace */
    size_t work;         /* bytes */
};

/* Returns the numbers in the rows of a group, in whole vectors. */
static inline size_t stet_half_rows(const stet_half *h)
{
    return (size_t)(h->group * h->row + STET_ALIGN - 1) / STET_ALIGN * STET_ALIGN;
}

int stet_half_split_create(stet_half *h, stet_precision precision, const stet_isa *isa);
void stet_half_split_destroy(stet_half_split *s);
size_t stet_half_split_work(const stet_half *h);
int stet_half_split_line(const stet_half *h, const uint16_t *x, ptrdiff_t is, uint16_t *y,
                         ptrdiff_t os, int swap, void *work);

#endif
