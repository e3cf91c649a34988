/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of convolutions, and the interface of their levels. Only this room includes this header.
 *
 * Every operator of stet_conv.h is one filter of two sides,
 *     y[t] = sum_d g[d] u[t - d],   -after <= d <= before.
 * Operators differ only in the lag of each number of the reverse filter: stet_conv_lag_of_reverse()
 * returns it, and no other function depends on the operator. A block is a window of consecutive
 * inputs and the outputs that need no others (stet_conv_block); a level computes blocks. */
#ifndef STET_CONV_CONV_H
#define STET_CONV_CONV_H

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/executor.h"
#include "base/isa.h"
#include "base/size.h"
#include "base/text.h"
#include "stet_conv.h"

typedef struct stet_conv_engine stet_conv_engine;

struct stet_conv {
    stet_conv_options o;     /* checked; method is the chosen one */
    ptrdiff_t before, after; /* lags: -after <= d <= before */
    ptrdiff_t taps;          /* before + after + 1 */
    ptrdiff_t points;        /* P; 0: a direct method */
    ptrdiff_t step;          /* outputs of a block: S of the rule; any number if direct */
    int periodic;            /* CIRCULAR: the sequence repeats on both sides */
    ptrdiff_t blocks;        /* blocks of a sequence of o.length */
    const stet_conv_engine *engine;
    void *state;         /* state of the engine */
    void *bias;          /* one number per channel, or NULL */
    double *filter_norm; /* upper bound of |g|_2 for each of o.filter_channels */
    double *bias_size;   /* |bias| of each channel, or NULL */
    stet_executor executor;
    const stet_isa *isa; /* the instruction set of its kernels */
    int parts;           /* blocks that run at once */
    size_t work;         /* bytes of workspace of one block */
    /* A workspace that an execution has left for the next one, or NULL, as in stet_plan. */
    struct stet_conv *self;
    _Atomic(void *) left;
};

/* ---------------------------------------------------------------- filters -- */

/* Holds the caller's filters. Only the creation of a plan reads them. */
typedef struct stet_conv_filters {
    const void *forward; /* filter_channels rows of filter_length */
    const void *reverse; /* rows of reverse_length, or NULL */
} stet_conv_filters;

int stet_conv_has_reverse(stet_conv_operator operation);

/* Lags of a filter: number j of the reverse filter acts at lag first + j step, where step is 1 or
 * -1. Numbers of the forward filter act at lag j. */
typedef struct stet_conv_lag {
    ptrdiff_t first, step;
} stet_conv_lag;

stet_conv_lag stet_conv_lag_of_reverse(const stet_conv_options *o);

/* Sets before, after and taps: the lags of the filters that a sequence of `length` can meet. Lag 0
 * is always among them. */
void stet_conv_set_lags(stet_conv *plan);

/* Returns c of the equations: 1 or 1/2. */
double stet_conv_factor(const stet_conv_options *o);

/* Stores c times the filters of channel number `channel` in the array g of `length` zeros, number d
 * at d mod length. what = 1: the forward filter, 2: the reverse one, 3: the sum of both, rounded to
 * g's precision. mirrored: number d goes to -d mod length. Numbers at lags that no sequence meets
 * are left out. g is of the plan's precision, or of the next if `widened`: for double pairs (hi,
 * lo). */
void stet_conv_place(const stet_conv *plan, const stet_conv_filters *f, ptrdiff_t channel, int what,
                     int mirrored, int widened, void *g, ptrdiff_t length);

/* ----------------------------------------------------------------- blocks -- */

/* A window has `length` consecutive inputs: zeros, then the pieces, then zeros. */
typedef struct stet_conv_window {
    ptrdiff_t length, zeros;
    struct {
        const void *x;
        ptrdiff_t count;
    } piece[2];
} stet_conv_window;

/* Outputs t = 0 .. count - 1 of a channel: y[t] = sum_d g[d] w[t + before - d]. The window has
 * count + taps - 1 inputs and w[t + before] is the input at the time of y[t]. For FFT count may be
 * below plan->step; the window is then that of the whole block. */
typedef struct stet_conv_block {
    stet_conv_window window;
    ptrdiff_t channel, count;
    const void *u;           /* inputs at the times of the outputs: a part of the window */
    const void *gate;        /* the gate at the same times, or NULL */
    void *y;                 /* may be gate; may be u, if there are no other blocks */
    int64_t zeros;           /* result: outputs made zero by exact_zeros */
    stet_conv_counts counts; /* level correct adds to these */
} stet_conv_block;

/* Returns the window of outputs first .. first + count - 1 of a sequence x of `length` inputs. */
stet_conv_window stet_conv_window_of(const stet_conv *plan, const void *x, ptrdiff_t length,
                                     ptrdiff_t first, ptrdiff_t count);

/* Copy numbers from, from + 1, ... from + count - 1 of a window: unchanged; in the next precision
 * (double or pairs); or as doubles. */
void stet_conv_read(const stet_conv *plan, const stet_conv_window *w, ptrdiff_t from,
                    ptrdiff_t count, int widened, void *to);
void stet_conv_read_f64(const stet_conv *plan, const stet_conv_window *w, ptrdiff_t from,
                        ptrdiff_t count, double *to);

/* -------------------------------------------------------------- precisions -- */

/* Each part of a convolution through the FFT has a precision: 0 is that of the plan, 1 the next
 * one. spectra: the precision to which they are rounded, before and after the product; last: that
 * of bias, GELU and gate. */
typedef struct stet_conv_inside {
    int transform, product, spectra, last;
} stet_conv_inside;

stet_conv_inside stet_conv_inside_of(const stet_conv_options *o);

/* Returns the unit roundoff of the precision, or of the next one. */
double stet_conv_unit(const stet_conv_options *o, int wider);

/* ----------------------------------------------------------------- levels -- */

/* Describes a level, or a part of one: a row of the table in engines.c. All functions are called in
 * the environment of base/fpenv.h. */
struct stet_conv_engine {
    const char *name;
    /* Chooses method (never AUTO), points, step and periodic, or returns an error. Only o, before,
     * after and taps of the plan are set at this point. */
    stet_status (*shape)(stet_conv *plan);
    /* Makes plan->state, which belongs to the engine; o, the lags and the shape are set. */
    stet_status (*create)(stet_conv *plan, const stet_conv_filters *f);
    void (*destroy)(void *state); /* NULL is allowed */
    /* Returns the bytes of workspace of one block, aligned to STET_ALIGN. */
    size_t (*workspace)(const stet_conv *plan);
    /* Computes a block with its bias, GELU and gate. Returns STET_OK, or STET_E_MEMORY. */
    stet_status (*block)(const stet_conv *plan, stet_conv_block *b, void *work);
    /* Returns C: |error of an output| <= C |w|_2 |g|_2 before bias, GELU and gate, w being the
     * window. */
    double (*weight)(const stet_conv *plan);
    /* Writes lines `key: value`. NULL: none. */
    void (*describe)(stet_text *to, const stet_conv *plan);
};

/* Returns NULL if convolutions do not have that level. */
const stet_conv_engine *stet_conv_engine_of(stet_level level);

/* Checks and copies the caller's options: options.c. */
stet_status stet_conv_options_take(const stet_conv_options *given, stet_conv_options *o);

#endif
