/* SPDX-License-Identifier: Apache-2.0 */
/* stet: ignore-file[FFT701] bits are compared on purpose */
/* Any loops and strides, pairs and split, guru and guru64, against stet.h on one turn of the loops
 * after the other; and the rest of the arrays stays as it was. */
#include "fftw_test.h"

enum { MOST = 6, PLACES = 16000, TRIALS = 900 };

static uint64_t state = 7;

/* One of the arrays. Split: re and im are arrays of their own; else im lies one behind re. Strides
 * count reals. */
typedef struct side {
    int axes, parts, split;
    ptrdiff_t n[MOST], stride[MOST], low; /* low: of re, from the array's first number */
    real re[PLACES], im[PLACES];
} side;

typedef struct call {
    kind k;
    int rank, loops, backward, in_place;
    ptrdiff_t n[MOST]; /* loops first */
    side in, out;
} call;

static call c, before;
static real packed[PLACES], expected[PLACES];

static ptrdiff_t place(const side *s, const ptrdiff_t *index)
{
    ptrdiff_t at = s->low;
    for (int i = 0; i < s->axes; i++)
        at += index[i] * s->stride[i];
    return at;
}

static bool next(const side *s, ptrdiff_t *index)
{
    for (int i = s->axes - 1; i >= 0; i--) {
        if (++index[i] < s->n[i])
            return true;
        index[i] = 0;
    }
    return false;
}

static int step(const side *s) { return s->parts == 2 && !s->split ? 2 : 1; }

/* Whether no two elements share a place, and all lie inside. */
static bool is_good(side *s, bool distinct)
{
    static unsigned char used[PLACES];
    ptrdiff_t index[MOST] = {0}, low = 0, high = 0;
    for (int i = 0; i < s->axes; i++)
        *(s->stride[i] < 0 ? &low : &high) += (s->n[i] - 1) * s->stride[i];
    s->low = -low;
    if (high - low + 2 > PLACES)
        return false;
    memset(used, 0, sizeof used);
    do {
        const ptrdiff_t at = place(s, index);
        for (int j = 0; j < step(s); j++)
            if (used[at + j]++ && distinct)
                return false;
    } while (next(s, index));
    return true;
}

/* One axis after the other in any order, with room between, forwards or backwards. */
static void lay_out_nested(side *s)
{
    ptrdiff_t reach = step(s);
    bool done[MOST] = {false};
    for (int left = s->axes; left > 0; left--) {
        int i = (int)random_from(&state, 0, s->axes - 1);
        while (done[i])
            i = (i + 1) % s->axes;
        done[i] = true;
        s->stride[i] = reach + step(s) * random_from(&state, 0, 1);
        reach = s->stride[i] * s->n[i];
        s->stride[i] *= random_from(&state, 0, 1) ? 1 : -1;
    }
}

/* Any strides, until they are good: those of the output must be distinct, for which there may be no
 * luck. */
static void lay_out(side *s, bool distinct)
{
    ptrdiff_t count = 1;
    for (int i = 0; i < s->axes; i++)
        count *= s->n[i];
    for (int attempt = 0; attempt < 30; attempt++) {
        for (int i = 0; i < s->axes; i++)
            s->stride[i] = step(s) * (distinct ? random_from(&state, -2 * count, 2 * count)
                                               : random_from(&state, -3, 9));
        if (random_from(&state, 0, 1) && is_good(s, distinct))
            return;
    }
    lay_out_nested(s);
    assert_true(is_good(s, distinct));
}

static void choose(int trial)
{
    c.k = (kind)(trial % 3);
    c.rank = (int)random_from(&state, 1, 3);
    c.loops = (int)random_from(&state, 0, 2);
    c.backward = c.k == C2C && random_from(&state, 0, 1);
    c.in_place = c.k == C2C && random_from(&state, 0, 3) == 0;
    c.in.axes = c.out.axes = c.rank + c.loops;
    c.in.parts = c.k == R2C ? 1 : 2;
    c.out.parts = c.k == C2R ? 1 : 2;
    c.in.split = c.out.split = random_from(&state, 0, 1) && !c.backward;
    for (int i = 0; i < c.in.axes; i++) {
        c.n[i] = random_from(&state, 1, i < c.loops ? 3 : 5);
        c.in.n[i] = c.out.n[i] = c.n[i];
    }
    const int last = c.in.axes - 1;
    if (c.k == R2C)
        c.out.n[last] = c.n[last] / 2 + 1;
    if (c.k == C2R)
        c.in.n[last] = c.n[last] / 2 + 1;
    lay_out(&c.out, true);
    lay_out(&c.in, random_from(&state, 0, 1));
    if (c.in_place)
        c.in = c.out;
    fill_random(&state, c.in.re, PLACES);
    fill_random(&state, c.in.im, PLACES);
    memset(c.out.re, 0xff, sizeof c.out.re);
    memset(c.out.im, 0xff, sizeof c.out.im);
}

static real *im_of(side *s, real *re) { return s->split ? s->im + s->low : re + 1; }

/* The arrays of a call: those of the input if it is in place. */
static FFTW(plan) plan_of(bool wide)
{
    FFTW(iodim) dims[MOST];
    FFTW(iodim64) dims64[MOST];
    side *to = c.in_place ? &c.in : &c.out;
    const int in_unit = step(&c.in), out_unit = step(&c.out);
    for (int i = 0; i < c.in.axes; i++) {
        dims64[i].n = c.n[i];
        dims64[i].is = c.in.stride[i] / in_unit;
        dims64[i].os = c.out.stride[i] / out_unit;
        dims[i].n = (int)c.n[i];
        dims[i].is = (int)dims64[i].is;
        dims[i].os = (int)dims64[i].os;
    }
    real *ri = c.in.re + c.in.low, *ro = to->re + to->low;
    real *ii = im_of(&c.in, ri), *io = im_of(to, ro);
    const int r = c.rank, l = c.loops, split = c.in.split * 3 + c.k;
    const unsigned f = FFTW_ESTIMATE;
    if (wide)
        switch (split) {
        case C2C:
            return FFTW(plan_guru64_dft)(r, dims64 + l, l, dims64, (pair *)ri, (pair *)ro,
                                         c.backward ? 1 : -1, f);
        case R2C: return FFTW(plan_guru64_dft_r2c)(r, dims64 + l, l, dims64, ri, (pair *)ro, f);
        case C2R: return FFTW(plan_guru64_dft_c2r)(r, dims64 + l, l, dims64, (pair *)ri, ro, f);
        case 3 + C2C:
            return FFTW(plan_guru64_split_dft)(r, dims64 + l, l, dims64, ri, ii, ro, io, f);
        case 3 + R2C:
            return FFTW(plan_guru64_split_dft_r2c)(r, dims64 + l, l, dims64, ri, ro, io, f);
        default: return FFTW(plan_guru64_split_dft_c2r)(r, dims64 + l, l, dims64, ri, ii, ro, f);
        }
    switch (split) {
    case C2C:
        return FFTW(plan_guru_dft)(r, dims + l, l, dims, (pair *)ri, (pair *)ro,
                                   c.backward ? 1 : -1, f);
    case R2C: return FFTW(plan_guru_dft_r2c)(r, dims + l, l, dims, ri, (pair *)ro, f);
    case C2R: return FFTW(plan_guru_dft_c2r)(r, dims + l, l, dims, (pair *)ri, ro, f);
    case 3 + C2C: return FFTW(plan_guru_split_dft)(r, dims + l, l, dims, ri, ii, ro, io, f);
    case 3 + R2C: return FFTW(plan_guru_split_dft_r2c)(r, dims + l, l, dims, ri, ro, io, f);
    default: return FFTW(plan_guru_split_dft_c2r)(r, dims + l, l, dims, ri, ii, ro, f);
    }
}

/* From side s, one turn of the loops, into or out of a contiguous array. */
static void pack_turn(side *s, const ptrdiff_t *turn, real *to, bool out)
{
    ptrdiff_t index[MOST];
    memcpy(index, turn, sizeof index);
    do {
        if (memcmp(index, turn, (size_t)c.loops * sizeof *index) != 0)
            break;
        real *re = s->re + place(s, index);
        real *im = s->split ? s->im + place(s, index) : re + 1;
        if (out) {
            memcpy(re, to++, sizeof *re);
            if (s->parts == 2)
                memcpy(im, to++, sizeof *im);
        } else {
            *to++ = *re;
            if (s->parts == 2)
                *to++ = *im;
        }
    } while (next(s, index));
}

/* What the output is to be, in before. */
static void work_out(void)
{
    ptrdiff_t turn[MOST] = {0};
    side loops = {.axes = c.loops};
    memcpy(loops.n, c.n, sizeof loops.n);
    before = c;
    side *to = c.in_place ? &before.in : &before.out;
    do {
        pack_turn(&c.in, turn, packed, false);
        stet_reference(c.k, c.backward, c.rank, c.n + c.loops, packed, expected, STET_LEVEL_NATIVE);
        pack_turn(to, turn, expected, true);
    } while (next(&loops, turn));
}

static void any_layout(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < TRIALS; trial++) {
        choose(trial);
        work_out();
        FFTW(plan) p = plan_of(trial % 2);
        assert_non_null(p);
        FFTW(execute)(p);
        assert_memory_equal(&c, &before, sizeof c);
        FFTW(destroy_plan)(p);
    }
}

/* Loops alone, without a transform: copies, and transposition in place. */
static void copies(void **unused)
{
    (void)unused;
    real x[2 * 12], y[2 * 12];
    const FFTW(iodim) turn[2] = {{3, 4, 1}, {4, 1, 3}};
    for (int i = 0; i < 24; i++)
        x[i] = y[i] = (real)i;
    FFTW(plan) p = FFTW(plan_guru_dft)(0, NULL, 2, turn, (pair *)x, (pair *)x, -1, FFTW_ESTIMATE);
    assert_non_null(p);
    FFTW(execute)(p);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            assert_same_bits(x + 2 * (j * 3 + i), y + 2 * (i * 4 + j), 2);
    FFTW(destroy_plan)(p);

    const FFTW(iodim) loop = {12, 1, 1};
    p = FFTW(plan_guru_dft_r2c)(0, NULL, 1, &loop, y, (pair *)x, FFTW_ESTIMATE);
    FFTW(execute)(p);
    for (int i = 0; i < 12; i++)
        assert_true(x[2 * i] == y[i] && x[2 * i + 1] == 0);
    FFTW(destroy_plan)(p);
    p = FFTW(plan_guru_dft_c2r)(0, NULL, 1, &loop, (pair *)y, x, FFTW_ESTIMATE);
    FFTW(execute)(p);
    for (int i = 0; i < 12; i++)
        assert_true(x[i] == y[2 * i]);
    FFTW(destroy_plan)(p);
}

/* Two-dimensional, in place, and transposed on the way. */
static void transposed_in_place(void **unused)
{
    (void)unused;
    real x[2 * 30], expect[2 * 30];
    const ptrdiff_t n[2] = {5, 6};
    const FFTW(iodim) dims[2] = {{5, 6, 1}, {6, 1, 5}};
    fill_random(&state, x, 60);
    stet_reference(C2C, 0, 2, n, x, expect, STET_LEVEL_NATIVE);
    FFTW(plan) p = FFTW(plan_guru_dft)(2, dims, 0, NULL, (pair *)x, (pair *)x, -1, FFTW_ESTIMATE);
    assert_non_null(p);
    FFTW(execute)(p);
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++)
            assert_same_bits(x + 2 * (j * 5 + i), expect + 2 * (i * 6 + j), 2);
    FFTW(destroy_plan)(p);
}

/* A plan for pairs is handed split arrays, and one for split arrays others that are as far apart.
 */
static void split_execution(void **unused)
{
    (void)unused;
    real x[2 * 20], re[20], im[20], ro[20], io[20], expect[40];
    const ptrdiff_t n = 20;
    const FFTW(iodim) pairs = {20, 1, 1};
    fill_random(&state, x, 40);
    for (int i = 0; i < 20; i++)
        re[i] = x[2 * i], im[i] = x[2 * i + 1];
    FFTW(plan) of_pairs = FFTW(plan_dft_1d)(20, (pair *)x, (pair *)expect, -1, FFTW_ESTIMATE);
    FFTW(plan)
    of_split = FFTW(plan_guru_split_dft)(1, &pairs, 0, NULL, x, x + 20, expect, expect + 20,
                                         FFTW_ESTIMATE);
    stet_reference(C2C, 0, 1, &n, x, expect, STET_LEVEL_NATIVE);
    FFTW(execute_split_dft)(of_split, re, im, ro, io);
    for (int i = 0; i < 20; i++)
        assert_true(ro[i] == expect[2 * i] && io[i] == expect[2 * i + 1]);
    FFTW(execute_split_dft)(of_split, im, re, io, ro); /* backwards: parts change places */
    stet_reference(C2C, 1, 1, &n, x, expect, STET_LEVEL_NATIVE);
    for (int i = 0; i < 20; i++)
        assert_true(ro[i] == expect[2 * i] && io[i] == expect[2 * i + 1]);
    FFTW(destroy_plan)(of_pairs);
    FFTW(destroy_plan)(of_split);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_layout),
        cmocka_unit_test(copies),
        cmocka_unit_test(transposed_in_place),
        cmocka_unit_test(split_execution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
