/* SPDX-License-Identifier: Apache-2.0 */
/* fused.h for one vector type of doubles, 8 or 4 lanes: what the passes of fft/ read and write is exchanged, as
 * half/direct.h does. A template: a wrapper file names the function FUSED. */
#include <string.h>

#include "base/alloc.h"
#include "correct/fused.h"
#include "fft/method.h"
#include "fft/odd_constants.h"

#include "fft/butterfly.h"

#define STET_OTHER_ELEMENTS

/* A line on its way. */
typedef struct {
    V squares[2]; /* of real and of imaginary parts, lane by lane */
    V bound;
    stet_fused *line;
} state;

typedef float E;
typedef state *Load, *Most;

typedef struct {
    int exchanged;
    Load load;
} Reading;

#define EXCHANGED(how) ((how).exchanged)
#define READING(exchanged, load) ((Reading){exchanged, load})
#define READ_COLUMNS(p, re, im) read_pairs(p, re, im)
#define READ_PAIRS(p, re, im) read_pairs(p, re, im)
#define READ_REALS(p) read_reals(p)
#define READ_REAL_COLUMNS(p) read_reals(p)
#define READ_LANES(p, re, im) read_lanes(p, re, im)
#define SCALE_READ(how, s, z) add_squares((how).load, 1 << (s), z)
#define ALL_READ(how) make_bound((how).load)
#define READ_SCALED(source, how) ((source).load = (how).load)
#define SCALE_SOURCE(source, r, z) add_squares((source).load, r, z)
#define WRITE_PAIRS(p, re, im, most) write_pairs(p, re, im, most)
#define WRITE_LANES(p, re, im, most) write_lanes(p, re, im, most)
#define NOTHING_YET(most) (*(most))
#define GIVE_MOST(to, most) ((void)(most))
#define KEEP_MOST(out, most) ((void)(most))
#define KEEP_ONE(out, number) ((void)(out))

#if VL == 8
INLINE V read_reals(const float *p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }

/* Numbers of the first 16, chosen in a certain order: real parts, imaginary parts. */
INLINE void read_chosen(const float *p, __m512i order, V *re, V *im)
{
    const __m512 x = _mm512_permutexvar_ps(order, _mm512_loadu_ps(p));
    *re = _mm512_cvtps_pd(_mm512_castps512_ps256(x));
    *im = _mm512_cvtps_pd(_mm512_extractf32x8_ps(x, 1));
}

INLINE void read_pairs(const float *p, V *re, V *im)
{
    read_chosen(p, _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15), re, im);
}

INLINE void read_lanes(const float *p, V *re, V *im)
{
    read_chosen(p, _mm512_setr_epi32(0, 2, 8, 10, 4, 6, 12, 14, 1, 3, 9, 11, 5, 7, 13, 15), re, im);
}

/* As STORE_PAIRS has them. */
INLINE void in_pairs(V re, V im, V *a, V *b)
{
    *a = _mm512_permutex2var_pd(re, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), im);
    *b = _mm512_permutex2var_pd(re, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), im);
}

INLINE void in_lanes(V re, V im, V *a, V *b)
{
    *a = _mm512_unpacklo_pd(re, im);
    *b = _mm512_unpackhi_pd(re, im);
}

INLINE double sum_of(V a) { return _mm512_reduce_add_pd(a); }

INLINE void store_nearest(float *p, V a) { _mm256_storeu_ps(p, _mm512_cvtpd_ps(a)); }

/* certify_eight() of certify.h. */
INLINE unsigned certify(float *p, V a, V bound)
{
    const __m256 low = _mm512_cvtpd_ps(SUB(a, bound)), high = _mm512_cvtpd_ps(ADD(a, bound));
    _mm256_storeu_ps(p, low);
    return _mm256_cmpneq_epi32_mask(_mm256_castps_si256(low), _mm256_castps_si256(high));
}
#else
INLINE V read_reals(const float *p) { return _mm256_cvtps_pd(_mm_loadu_ps(p)); }

INLINE void read_pairs(const float *p, V *re, V *im)
{
    const __m128 x = _mm_loadu_ps(p), y = _mm_loadu_ps(p + 4);
    *re = _mm256_cvtps_pd(_mm_shuffle_ps(x, y, 0x88));
    *im = _mm256_cvtps_pd(_mm_shuffle_ps(x, y, 0xdd));
}

#define read_lanes read_pairs

INLINE void in_lanes(V re, V im, V *a, V *b)
{
    *a = _mm256_unpacklo_pd(re, im);
    *b = _mm256_unpackhi_pd(re, im);
}

INLINE void in_pairs(V re, V im, V *a, V *b)
{
    V low, high;
    in_lanes(re, im, &low, &high);
    *a = _mm256_permute2f128_pd(low, high, 0x20);
    *b = _mm256_permute2f128_pd(low, high, 0x31);
}

INLINE double sum_of(V a)
{
    double x[VL];
    STORE(x, a);
    return (x[0] + x[2]) + (x[1] + x[3]);
}

INLINE void store_nearest(float *p, V a) { _mm_storeu_ps(p, _mm256_cvtpd_ps(a)); }

INLINE unsigned certify(float *p, V a, V bound)
{
    const __m128 low = _mm256_cvtpd_ps(SUB(a, bound)), high = _mm256_cvtpd_ps(ADD(a, bound));
    _mm_storeu_ps(p, low);
    const __m128i same = _mm_cmpeq_epi32(_mm_castps_si128(low), _mm_castps_si128(high));
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) ^ 0xf;
}
#endif

INLINE void add_squares(state *s, const int r, const C *z)
{
    V re = s->squares[0], im = s->squares[1];
#pragma GCC unroll 16
    for (int u = 0; u < r; u++) {
        re = FMA(z[u].re, z[u].re, re);
        im = FMA(z[u].im, z[u].im, im);
    }
    s->squares[0] = re;
    s->squares[1] = im;
}

INLINE void make_bound(state *s)
{
    const double squares = sum_of(ADD(s->squares[0], s->squares[1]));
    s->line->squares = squares;
    s->line->is_real = sum_of(s->squares[!s->line->swap]) == 0;
    s->bound = SET1(s->line->unit * __builtin_sqrt(squares) + STET_BOUND_TINY);
}

/* Of the 2 VL numbers from number `at` on, which are in y, those of a set. The floats become those nearest to all of them. */
static __attribute__((noinline, cold)) void list_undecided(stet_fused *line, ptrdiff_t at,
                                                           unsigned differ)
{
    const double *y = line->y + at;
    ptrdiff_t *next = line->list + line->count;
    line->count += __builtin_popcount(differ);
    if (line->count > line->room)
        return;
    store_nearest(line->out + at, LOAD(y));
    store_nearest(line->out + at + VL, LOAD(y + VL));
    for (; differ; differ &= differ - 1)
        *next++ = at + __builtin_ctz(differ);
}

INLINE void write_two(float *p, V a, V b, const Most *most)
{
    const V bound = (*most)->bound;
    const unsigned differ = certify(p, a, bound) | certify(p + VL, b, bound) << VL;
    if (__builtin_expect(differ != 0, 0)) {
        stet_fused *line = (*most)->line;
        const ptrdiff_t at = p - line->out;
        STORE(line->y + at, a);
        STORE(line->y + at + VL, b);
        list_undecided(line, at, differ);
    }
}

INLINE void write_pairs(float *p, V re, V im, const Most *most)
{
    V a, b;
    in_pairs(re, im, &a, &b);
    write_two(p, a, b, most);
}

INLINE void write_lanes(float *p, V re, V im, const Most *most)
{
    V a, b;
    in_lanes(re, im, &a, &b);
    write_two(p, a, b, most);
}

#include "fft/passes.h"

#include "fft/last.h"

#include "fft/wide.h"

#include "fft/small.h"

void FUSED(stet_fused *line)
{
    const stet_fft1d *f = line->f;
    const V zero = SET1(0);
    state s = {{zero, zero}, zero, line};
    Most most = &s;
    line->count = 0;
    if (f->schedule.method == &stet_method_small) {
        const stet_lines one = {line->x, line->out, 1, 1, 0, 0, 1};
        small_lines((const stet_small *)f->made, &one, line->swap, &s, line->scale, &most);
        return;
    }
    const stet_wide *w = (const stet_wide *)f->made;
    T *tile = line->work + stet_wide_bank(w);
    const Bank bank = w->grouped ? bank_of_groups(w, line->work) : bank_of_rows(w, line->work);
    wide_tall(0, w, line->x, READING(line->swap, &s), &bank, tile, 0, w->cells);
    make_bound(&s);
    const Runs out = {line->out, 2 * (f->n / VL), line->scale, line->scale != 1, line->swap, 0,
                      &most};
    wide_rows(w, &bank, tile, out, 0, w->tall);
}
