/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of direct_sum.c on vectors. Include it after both arithmetics. */

/* Loads the last numbers of `points`, from number j on, and zeros behind them. */
static __attribute__((noinline, cold)) Z load_last_points(int source, const void *x, ptrdiff_t j,
                                                          ptrdiff_t points)
{
    double lanes[STET_DD_WORDS * VL] = {0};
    for (ptrdiff_t i = 0; j + i < points; i++)
        stet_input_at(source, x, j + i, &lanes[i], &lanes[2 * VL + i]);
    return z_load(lanes, VL, 0);
}

/* Loads VL numbers from number j of `points` on, on the grid of a magic number; numbers behind the
 * last are zero. */
INLINE Z load_points(const int source, const void *x, ptrdiff_t j, ptrdiff_t points, V magic)
{
    const V zero = SET1(0);
    if (j >= points)
        return (Z){{zero, zero}, {zero, zero}};
    const Z z =
        j + VL <= points ? load_source(source, x, j) : load_last_points(source, x, j, points);
    const V re = SUB(ADD(z.re.h, magic), magic), im = SUB(ADD(z.im.h, magic), magic);
    return (Z){{re, SUB(z.re.h, re)}, {im, SUB(z.im.h, im)}};
}

/* Returns the address of number j. */
INLINE const void *numbers_from(const int source, const void *x, ptrdiff_t j)
{
    if (source == STET_FLOAT_PAIRS)
        return (const float *)x + 2 * j;
    return (const double *)x + (source == STET_REALS ? j : 2 * j);
}

/* Loads numbers j to j + VL - 1 of part i of the input, which has `points` numbers. */
INLINE Z load_part(const int source, const void *x, ptrdiff_t there, ptrdiff_t points, int i,
                   ptrdiff_t j, V magic)
{
    const ptrdiff_t here = there - i * points;
    return load_points(source, numbers_from(source, x, i * points), j,
                       here < points ? here : points, magic);
}

/* Stores the wanted sums of four numbers with the factors (-i)^(j k), `step` apart. */
INLINE void store_fours(const Z *v, unsigned wanted, double *to, ptrdiff_t step)
{
    const ptrdiff_t lanes = STET_SUM_LANES;
    if (wanted & 5) {
        const Z even = grid_add(v[0], v[2]), odd = grid_add(v[1], v[3]);
        if (wanted & 1)
            z_store(to, lanes, 0, grid_add(even, odd));
        if (wanted & 4)
            z_store(to + 2 * step, lanes, 0, grid_sub(even, odd));
    }
    if (wanted & 10) {
        const Z even = grid_sub(v[0], v[2]), odd = grid_sub(v[1], v[3]);
        if (wanted & 2)
            z_store(to + step, lanes, 0, grid_add_minus_i(even, odd));
        if (wanted & 8)
            z_store(to + 3 * step, lanes, 0, grid_add_i(even, odd));
    }
}

INLINE void fold_of(const int fold, const int source, const unsigned classes, const void *x,
                    ptrdiff_t there, ptrdiff_t points, ptrdiff_t at, ptrdiff_t count, double magic,
                    double *y)
{
    const V m = SET1(magic);
    const ptrdiff_t class = stet_class_size(fold, count), lanes = STET_SUM_LANES;
    for (ptrdiff_t c = 0; c < count; c += VL) {
        double *to = y + STET_DD_WORDS * (c - c % lanes) + c % lanes;
        Z v[4];
#pragma GCC unroll 4
        for (int i = 0; i < fold; i++)
            v[i] = load_part(source, x, there, points, i, at + c, m);
        if (fold == 1) {
            z_store(to, lanes, 0, v[0]);
        } else if (fold == 2) {
            z_store(to, lanes, 0, grid_add(v[0], v[1]));
            z_store(to + class, lanes, 0, grid_sub(v[0], v[1]));
        } else {
            store_fours(v, classes, to, class);
        }
    }
}

#ifndef STET_FEW_DIRECT_SUMS
INLINE grid_factor factor_at(const double *w)
{
    return (grid_factor){SET1(w[0]), SET1(w[1]), SET1(w[2])};
}

/* Folds sixteen parts in two steps of four: part 4 a + b goes to class c + 4 d with the factors
 * (-i)^(a c), root b c of order 16, (-i)^(b d). */
INLINE void fold_sixteen(const int source, const unsigned classes, const void *x, ptrdiff_t there,
                         ptrdiff_t points, ptrdiff_t at, ptrdiff_t count, double magic,
                         const double *roots, double *y)
{
    const V m = SET1(magic);
    const ptrdiff_t class = stet_class_size(16, count), lanes = STET_SUM_LANES;
    unsigned wanted[4];
    for (int c = 0; c < 4; c++)
        wanted[c] = (classes >> c & 1) | (classes >> (c + 4) & 1) << 1 |
                    (classes >> (c + 8) & 1) << 2 | (classes >> (c + 12) & 1) << 3;
    for (ptrdiff_t c = 0; c < count; c += VL) {
        double *to = y + STET_DD_WORDS * (c - c % lanes) + c % lanes;
        Z rows[4][4]; /* of class mod 4 and b */
        for (int b = 0; b < 4; b++) {
            Z v[4];
            for (int a = 0; a < 4; a++)
                v[a] = load_part(source, x, there, points, 4 * a + b, at + c, m);
            const Z sum = grid_add(v[0], v[2]), difference = grid_sub(v[0], v[2]);
            const Z sum_odd = grid_add(v[1], v[3]), difference_odd = grid_sub(v[1], v[3]);
            const Z four[4] = {grid_add(sum, sum_odd), grid_add_minus_i(difference, difference_odd),
                               grid_sub(sum, sum_odd), grid_add_i(difference, difference_odd)};
            rows[0][b] = four[0];
#pragma GCC unroll 3
            for (int k = 1; k < 4; k++) {
                const double *w = roots + (ptrdiff_t)(b * k * STET_WEIGHT_WORDS);
                rows[k][b] = b > 0 ? grid_times_factors(four[k], factor_at(w), factor_at(w + 3), m)
                                   : four[k];
            }
        }
        for (int k = 0; k < 4; k++)
            store_fours(rows[k], wanted[k], to + k * class, 4 * class);
    }
}
#endif

static void fold_inputs(const void *x, int source, ptrdiff_t there, ptrdiff_t points, int fold,
                        unsigned classes, ptrdiff_t at, ptrdiff_t count, double magic,
                        const double *roots, double *y)
{
#ifndef STET_FEW_DIRECT_SUMS
    if (fold == 16) {
        fold_sixteen(source, classes, x, there, points, at, count, magic, roots, y);
        return;
    }
    if (fold == 4 && source == STET_FLOAT_PAIRS) {
        fold_of(4, STET_FLOAT_PAIRS, classes, x, there, points, at, count, magic, y);
        return;
    }
#endif
    (void)roots;
    if (fold == 4)
        fold_of(4, source, classes, x, there, points, at, count, magic, y);
    else if (fold == 2)
        fold_of(2, source, classes, x, there, points, at, count, magic, y);
    else
        fold_of(1, source, classes, x, there, points, at, count, magic, y);
}

/* Stores high part, low part, and the nearest double. */
INLINE void store_weights(double *w, V magic, D d)
{
    const V high = SUB(ADD(d.h, magic), magic);
    STORE(w, high);
    STORE(w + STET_SUM_LANES, ADD(SUB(d.h, high), d.l));
    STORE(w + 2 * STET_SUM_LANES, d.h);
}

/* Makes cosines and sines. dd_twiddle() multiplies by c - i s, so one sine is negated. */
static void make_weights(const double *fine, const double *coarse, ptrdiff_t block, double magic,
                         double *table, double *weights, double *turn)
{
    double roots[STET_DD_WORDS * STET_SUM_ROOTS];
    for (int i = 0; i < STET_SUM_ROOTS; i += VL)
        z_store(
            roots, STET_SUM_ROOTS, i,
            dd_times(z_load(fine, STET_SUM_ROOTS, i), z_load(coarse, STET_SUM_ROOTS, i), SET1(0)));
    for (int word = 0; word < STET_DD_WORDS; word++)
        for (int i = 0; i < STET_SUM_LANES; i++)
            table[word * block + i] = roots[word * STET_SUM_ROOTS + i];
    const double *step = roots + STET_SUM_LANES;
    for (ptrdiff_t there = STET_SUM_LANES; there < block; there *= 2, step++) {
        const D c = {SET1(step[0]), SET1(step[STET_SUM_ROOTS])};
        const D s = {SET1(-step[2 * STET_SUM_ROOTS]), SET1(-step[3 * STET_SUM_ROOTS])};
        for (ptrdiff_t j = 0; j < there; j += VL)
            z_store(table, block, there + j, dd_twiddle(z_load(table, block, j), c, s));
    }
    for (int word = 0; word < STET_DD_WORDS; word++)
        turn[word] = step[word * STET_SUM_ROOTS];
    for (ptrdiff_t j = 0; j < block; j += VL) {
        const Z z = z_load(table, block, j);
        double *w = weights + STET_WEIGHT_WORDS * (j - j % STET_SUM_LANES) + j % STET_SUM_LANES;
        store_weights(w, SET1(magic), z.re);
        store_weights(w + 3 * STET_SUM_LANES, SET1(magic), z.im);
    }
}

/* Adds the products of one block to the lanes from number `at` of y on, for one or two outputs. Two
 * outputs have enough sums that no addition waits for the one before. */
INLINE void sum_block(const int outputs, const double *const *y, ptrdiff_t at,
                      const double *const *weights, ptrdiff_t block, Z *z)
{
    enum { L = STET_SUM_LANES };
    V a[2][6];
#pragma GCC unroll 2
    for (int o = 0; o < outputs; o++)
#pragma GCC unroll 6
        for (int i = 0; i < 6; i++)
            a[o][i] = SET1(0);
    for (ptrdiff_t j = 0; j < block; j += L) {
#pragma GCC unroll 2
        for (int o = 0; o < outputs; o++) {
            const double *x = y[o] + STET_DD_WORDS * (at + j);
            const V re = LOAD(x), re_l = LOAD(x + L), im = LOAD(x + 2 * L), im_l = LOAD(x + 3 * L);
            const double *w = weights[o] + STET_WEIGHT_WORDS * j;
            const V c = LOAD(w), c_l = LOAD(w + L), c_all = LOAD(w + 2 * L);
            const V s = LOAD(w + 3 * L), s_l = LOAD(w + 4 * L), s_all = LOAD(w + 5 * L);
            a[o][0] = FMA(im, s, FMA(re, c, a[o][0]));
            a[o][1] = FNMA(re, s, FMA(im, c, a[o][1]));
            a[o][2] = FMA(im, s_l, FMA(re, c_l, a[o][2]));
            a[o][3] = FNMA(re, s_l, FMA(im, c_l, a[o][3]));
            a[o][4] = FMA(im_l, s_all, FMA(re_l, c_all, a[o][4]));
            a[o][5] = FNMA(re_l, s_all, FMA(im_l, c_all, a[o][5]));
        }
    }
#pragma GCC unroll 2
    for (int o = 0; o < outputs; o++)
        z[o] = (Z){d_normal((D){a[o][0], ADD(a[o][2], a[o][4])}),
                   d_normal((D){a[o][1], ADD(a[o][3], a[o][5])})};
}

INLINE void sum_lanes_of(const int outputs, const double *const *y, ptrdiff_t count,
                         ptrdiff_t block, const double *const *weights, const double *const *turns,
                         double *const *lanes)
{
    for (int lane = 0; lane < STET_SUM_LANES; lane += VL) {
        const double *w[2], *x[2];
        Z z[2], sum[2];
        D c[2], s[2];
#pragma GCC unroll 2
        for (int o = 0; o < outputs; o++) {
            w[o] = weights[o] + lane;
            x[o] = y[o] + lane;
            z[o] = z_load(lanes[o], STET_SUM_LANES, lane);
            c[o] = (D){SET1(turns[o][0]), SET1(turns[o][1])};
            s[o] = (D){SET1(turns[o][2]), SET1(turns[o][3])};
        }
        for (ptrdiff_t at = count - block; at >= 0; at -= block) {
            sum_block(outputs, x, at, w, block, sum);
#pragma GCC unroll 2
            for (int o = 0; o < outputs; o++)
                z[o] = dd_add(dd_twiddle(z[o], c[o], s[o]), sum[o]);
        }
#pragma GCC unroll 2
        for (int o = 0; o < outputs; o++)
            z_store(lanes[o], STET_SUM_LANES, lane, z_normal(z[o]));
    }
}

static void sum_lanes(int outputs, const double *const *y, ptrdiff_t count, ptrdiff_t block,
                      const double *const *weights, const double *const *turns,
                      double *const *lanes)
{
    if (outputs == 2)
        sum_lanes_of(2, y, count, block, weights, turns, lanes);
    else
        sum_lanes_of(1, y, count, block, weights, turns, lanes);
}

#ifndef STET_FEW_DIRECT_SUMS
/* Does the sums of direct_axes.h: adds `terms` rows times their weights to the sums of VL or 2 VL
 * lines side by side. The remainders of these rows are added up separately, in two chains, so that
 * additions do not wait. */
INLINE void add_rows_of(const int vectors, const double *x, ptrdiff_t step, ptrdiff_t terms,
                        const double *w, double *sums)
{
    V a[2][6];
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v++) {
        const Z z = b_load(sums, v * VL);
        a[v][0] = z.re.h, a[v][1] = z.im.h;
#pragma GCC unroll 4
        for (int i = 2; i < 6; i++)
            a[v][i] = SET1(0);
    }
    for (ptrdiff_t t = 0; t < terms; t++, x += step, w += STET_WEIGHT_WORDS) {
        const V c = SET1(w[0]), c_l = SET1(w[1]), c_all = SET1(w[2]);
        const V s = SET1(w[3]), s_l = SET1(w[4]), s_all = SET1(w[5]);
#pragma GCC unroll 2
        for (int v = 0; v < vectors; v++) {
            const Z z = b_load(x, v * VL);
            a[v][0] = FMA(z.im.h, s, FMA(z.re.h, c, a[v][0]));
            a[v][1] = FNMA(z.re.h, s, FMA(z.im.h, c, a[v][1]));
            a[v][2] = FMA(z.im.h, s_l, FMA(z.re.h, c_l, a[v][2]));
            a[v][3] = FNMA(z.re.h, s_l, FMA(z.im.h, c_l, a[v][3]));
            a[v][4] = FMA(z.im.l, s_all, FMA(z.re.l, c_all, a[v][4]));
            a[v][5] = FNMA(z.re.l, s_all, FMA(z.im.l, c_all, a[v][5]));
        }
    }
#pragma GCC unroll 2
    for (int v = 0; v < vectors; v++) {
        const Z z = b_load(sums, v * VL);
        b_store(sums, v * VL,
                (Z){{a[v][0], ADD(z.re.l, ADD(a[v][2], a[v][4]))},
                    {a[v][1], ADD(z.im.l, ADD(a[v][3], a[v][5]))}});
    }
}

static void add_rows(const double *x, ptrdiff_t step, ptrdiff_t terms, ptrdiff_t count,
                     const double *weights, double *sums)
{
    ptrdiff_t c = 0;
    for (; c + 2 * VL <= count; c += 2 * VL)
        add_rows_of(2, x + stet_dd_at(c), step, terms, weights, sums + stet_dd_at(c));
    for (; c < count; c += VL)
        add_rows_of(1, x + stet_dd_at(c), step, terms, weights, sums + stet_dd_at(c));
}
#endif
