/* SPDX-License-Identifier: Apache-2.0 */
/* Stage double: bounds and certifies outputs. A template over the vector type of doubles;
 * certify16.h adds the functions for 16-bit numbers. */

/* ---------------------------------------------------------------- bounds -- */

/* out[j] = e[j] + w sqrt(sums[j]) */
static void add_root(ptrdiff_t count, const double *e, double w, const double *sums, double *out)
{
    ptrdiff_t j = 0;
    for (; j + VL <= count; j += VL)
        STORE(out + j, FMA(SET1(w), SQRT(LOAD(sums + j)), LOAD(e + j)));
    for (; j < count; j++)
        out[j] = stet_fma_f64(w, __builtin_sqrt(sums[j]), e[j]);
}

/* to[j] = the sum of from[j + i count], i < terms. to may be from. */
static void fold(const double *from, ptrdiff_t count, ptrdiff_t terms, double *to)
{
    ptrdiff_t j = 0;
    for (; j + VL <= count; j += VL) {
        V s = LOAD(from + j);
        for (ptrdiff_t i = 1; i < terms; i++)
            s = ADD(s, LOAD(from + j + i * count));
        STORE(to + j, s);
    }
    for (; j < count; j++) {
        double s = from[j];
        for (ptrdiff_t i = 1; i < terms; i++)
            s += from[j + i * count];
        to[j] = s;
    }
}

/* Sets out[2 j] = out[2 j + 1] = e[j] unit, rounded up. */
static void double_all(ptrdiff_t count, const double *e, double unit, double *out)
{
    ptrdiff_t j = 0;
#if VL > 1
    for (; j + VL <= count; j += VL) {
        const V b = FMA(LOAD(e + j), SET1(unit), SET1(STET_BOUND_TINY));
        STORE_PAIRS(out + 2 * j, b, b);
    }
#endif
    for (; j < count; j++)
        out[2 * j] = out[2 * j + 1] = stet_fma_f64(e[j], unit, STET_BOUND_TINY);
}

/* Computes sums of squares from the finest classes to the coarsest, and then bounds in the other
 * direction. A bound of fl(y scale) -+ e includes two errors: the scaling, if it rounds, has 2 u |y
 * scale| (the factor and the product), and the sum or difference has u (|y scale| + e); |y| <= R of
 * its class. */
static void bounds(const stet_bound *b, const double *sums, ptrdiff_t period, double scale,
                   int scale_is_exact, double *out, double *work)
{
    const ptrdiff_t finest = b->length[b->finest];
    const double unit = 0x1p-53 * STET_BOUND_SLACK * scale, rounding = scale_is_exact ? 2 : 5;
    double *level[STET_MAX_CHAIN + 1], *e = work;
    double *place = e + finest;
    fold(sums, finest, period / finest, level[b->finest] = place);
    for (int i = b->finest - 1; i >= 0; i--) {
        level[i] = level[i + 1] + b->length[i + 1];
        fold(level[i + 1], b->length[i], b->length[i + 1] / b->length[i], level[i]);
    }
    e[0] = 0;
    for (int i = 0; i <= b->finest; i++) {
        const ptrdiff_t L = b->length[i], before = i > 0 ? b->length[i - 1] : 1;
        const double w = b->weight[i] + (i == b->finest ? b->beyond + rounding : 0);
        for (ptrdiff_t j = L - before; j >= 0;
             j -= before) /* the first part last: the others read it */
            add_root(before, e, w, level[i] + j, e + j);
    }
    double_all(finest, e, unit, out);
    for (ptrdiff_t have = finest; have < period; have *= 2)
        memcpy(out + 2 * have, out,
               (size_t)(have < period - have ? have : period - have) * 2 * sizeof *out);
}

/* --------------------------------------------------------------- certify -- */

/* Let |X - y| <= e. By monotonicity of rounding, fl(y - e) and fl(y + e), with e enlarged by their
 * own rounding, enclose X. If both round to one float then so does X. The test compares bits, not
 * numbers: +0 and -0 differ, and e > 0 keeps zero itself undecided. */
static inline int certify_one(double y, double e, float *out)
{
    const float low = (float)(y - e), high = (float)(y + e);
    uint32_t low_bits, high_bits;
    memcpy(&low_bits, &low, sizeof low);
    memcpy(&high_bits, &high, sizeof high);
    *out = low;
    return low_bits == high_bits && low == low; /* a NaN as bound decides nothing */
}

#ifdef NARROW_VECTORS
/* Returns a set of the VL numbers that the interval does not decide, one bit each. */
INLINE unsigned certify(V a, V e, float *out) { return NARROW_BOTH(SUB(a, e), ADD(a, e), out); }
#endif

/* Certifies count numbers with one bound. */
INLINE ptrdiff_t certify_row(const double *y, ptrdiff_t first, ptrdiff_t count, double scale,
                             double e, double *sums, float *out, ptrdiff_t *undecided)
{
    ptrdiff_t i = 0, found = 0;
#ifdef NARROW_VECTORS
    const V s = SET1(scale), bound = SET1(e);
    for (; i + 2 * VL <= count; i += 2 * VL) {
        const V a = LOAD(y + i), b = LOAD(y + i + VL);
        const unsigned in_a = certify(MUL(a, s), bound, out + i);
        const unsigned in_b = certify(MUL(b, s), bound, out + i + VL);
        add_to_sums(a, sums, i);
        add_to_sums(b, sums, i + VL);
        if (__builtin_expect((in_a | in_b) != 0, 0)) {
            found += LIST(in_a, first + i, undecided + found);
            found += LIST(in_b, first + i + VL, undecided + found);
        }
    }
    for (; i + VL <= count; i += VL) {
        const V a = LOAD(y + i);
        const unsigned differ = certify(MUL(a, s), bound, out + i);
        add_to_sums(a, sums, i);
        found += LIST(differ, first + i, undecided + found);
    }
#endif
    for (; i < count; i++) {
        if (sums)
            sums[i] = stet_fma_f64(y[i], y[i], sums[i]);
        if (!certify_one(y[i] * scale, e, out + i))
            undecided[found++] = first + i;
    }
    return found;
}

/* Certifies count numbers of the format with one bound. */
INLINE ptrdiff_t certify_numbers(const int format, const double *y, ptrdiff_t first,
                                 ptrdiff_t count, double scale, double e, double *sums, void *out,
                                 ptrdiff_t at, ptrdiff_t *undecided)
{
    if (format == STET_F32)
        return certify_row(y, first, count, scale, e, sums, (float *)out + at, undecided);
    return certify_row_16(format == STET_F16, y, first, count, scale, e, sums, (uint16_t *)out + at,
                          undecided);
}

INLINE ptrdiff_t certify_lines(const int format, const double *y, ptrdiff_t numbers,
                               ptrdiff_t lines, double scale, const double *e, void *out,
                               ptrdiff_t step, ptrdiff_t *undecided)
{
    ptrdiff_t found = 0;
    for (ptrdiff_t l = 0; l < lines; l++)
        found += certify_numbers(format, y + l * numbers, l * numbers, numbers, scale, e[l], NULL,
                                 out, l * step, undecided + found);
    return found;
}

INLINE ptrdiff_t certify_summing(const int format, const double *y, ptrdiff_t count,
                                 ptrdiff_t period, double scale, double e, double *sums, void *out,
                                 ptrdiff_t *undecided)
{
    ptrdiff_t found = 0;
    memset(sums, 0, 2 * (size_t)period * sizeof *sums);
    for (ptrdiff_t at = 0; at < count; at += 2 * period)
        found +=
            certify_numbers(format, y + at, at, count - at < 2 * period ? count - at : 2 * period,
                            scale, e, sums, out, at, undecided + found);
    for (ptrdiff_t j = 0; j < period; j++)
        sums[j] = sums[2 * j] + sums[2 * j + 1];
    return found;
}

/* Loads VL numbers of any format from number i on. */
INLINE V load_numbers(const int format, const void *y, ptrdiff_t i)
{
    if (format == STET_F64)
        return LOAD((const double *)y + i);
    return doubles_of(format, y, i);
}

/* Adds up the energies of whole periods, some classes at a time, whose sums stay in registers. */
#ifndef STET_COMPACT
INLINE void energies_of_periods(const int format, const void *y, ptrdiff_t count, ptrdiff_t period,
                                double *sums)
{
    enum { CHAINS = 8 };
    for (ptrdiff_t i = 0; i < 2 * period; i += CHAINS * VL) {
        V sum[CHAINS];
#pragma GCC unroll 8
        for (int p = 0; p < CHAINS; p++)
            sum[p] = SET1(0);
        for (ptrdiff_t at = i; at < count; at += 2 * period) {
#pragma GCC unroll 8
            for (int p = 0; p < CHAINS; p++) {
                const V a = load_numbers(format, y, at + p * VL);
                sum[p] = FMA(a, a, sum[p]);
            }
        }
#pragma GCC unroll 8
        for (int p = 0; p < CHAINS; p++)
            STORE(sums + i + p * VL, sum[p]);
    }
}
#endif

/* Adds up the energies of any count, in memory. */
INLINE void energies_of_any(const int format, const void *y, ptrdiff_t count, ptrdiff_t period,
                            double *sums)
{
    memset(sums, 0, 2 * (size_t)period * sizeof *sums);
    for (ptrdiff_t at = 0; at < count; at += 2 * period) {
        const ptrdiff_t end = count - at < 2 * period ? count - at : 2 * period;
        ptrdiff_t i = 0;
        for (; i + VL <= end; i += VL) {
            const V a = load_numbers(format, y, at + i);
            STORE(sums + i, FMA(a, a, LOAD(sums + i)));
        }
        for (; i < end; i++) {
            const double a = stet_number_at((stet_precision)format, y, at + i);
            sums[i] = stet_fma_f64(a, a, sums[i]);
        }
    }
}

INLINE void energies_of(const int format, const void *y, ptrdiff_t count, ptrdiff_t period,
                        double *sums)
{
#ifndef STET_COMPACT
    if (count % (2 * period) == 0 && 2 * period % (8 * VL) == 0)
        energies_of_periods(format, y, count, period, sums);
    else
#endif
        energies_of_any(format, y, count, period, sums);
    for (ptrdiff_t j = 0; j < period; j++)
        sums[j] = sums[2 * j] + sums[2 * j + 1];
}

static void energies(const double *y, ptrdiff_t count, ptrdiff_t period, double *sums)
{
    energies_of(STET_F64, y, count, period, sums);
}

INLINE ptrdiff_t refine(const int format, const double *y, ptrdiff_t period, double scale,
                        const double *e, void *out, ptrdiff_t *undecided, ptrdiff_t count)
{
    const ptrdiff_t mask = (period & (period - 1)) == 0 ? 2 * period - 1 : 0;
    ptrdiff_t left = 0, base = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const ptrdiff_t number = undecided[i];
        if (mask)
            base = number & ~mask;
        else if (number < base || number - base >= 2 * period)
            base = number - number % (2 * period);
        const double value = y[number] * scale, bound = e[number - base];
        if (format == STET_F32
                ? !certify_one(value, bound, (float *)out + number)
                : !certify_one_16(format == STET_F16, value, bound, (uint16_t *)out + number))
            undecided[left++] = number;
    }
    return left;
}

/* Defines one instance for each narrow format. */
#define NARROW(name, format)                                                                       \
    static double widen_##name(const void *x, double *y, ptrdiff_t count)                          \
    {                                                                                              \
        return add_squares(format, x, y, count);                                                   \
    }                                                                                              \
    static void widen_lines_##name(const void *x, ptrdiff_t step, double *y, ptrdiff_t numbers,    \
                                   ptrdiff_t lines, double *sums)                                  \
    {                                                                                              \
        add_squares_of_lines(format, x, step, y, numbers, lines, sums);                            \
    }                                                                                              \
    static ptrdiff_t certify_lines_##name(const double *y, ptrdiff_t numbers, ptrdiff_t lines,     \
                                          double scale, const double *e, void *out,                \
                                          ptrdiff_t step, ptrdiff_t *undecided)                    \
    {                                                                                              \
        return certify_lines(format, y, numbers, lines, scale, e, out, step, undecided);           \
    }                                                                                              \
    static ptrdiff_t certify_summing_##name(const double *y, ptrdiff_t count, ptrdiff_t period,    \
                                            double scale, double e, double *sums, void *out,       \
                                            ptrdiff_t *undecided)                                  \
    {                                                                                              \
        return certify_summing(format, y, count, period, scale, e, sums, out, undecided);          \
    }                                                                                              \
    static void energies_##name(const void *out, ptrdiff_t count, ptrdiff_t period, double *sums)  \
    {                                                                                              \
        energies_of(format, out, count, period, sums);                                             \
    }                                                                                              \
    static ptrdiff_t refine_##name(const double *y, ptrdiff_t period, double scale,                \
                                   const double *e, void *out, ptrdiff_t *undecided,               \
                                   ptrdiff_t count)                                                \
    {                                                                                              \
        return refine(format, y, period, scale, e, out, undecided, count);                         \
    }

NARROW(f32, STET_F32)
NARROW(f16, STET_F16)
NARROW(bf16, STET_BF16)

/* --------------------------------------------------------------- on_grid -- */

/* Reports whether all x are multiples of the grid. With magic = 1.5 2^(52 + g) and |x| < 2^(51 + g)
 * the sum rounds x to a multiple of 2^g. The change is visible in a sum of squares, after a product
 * by 2^600, because the square of a small double is 0. A NaN stays in the sum. */
INLINE int all_on_grid(const int format, const void *x, ptrdiff_t count, double magic)
{
    ptrdiff_t i = 0;
#if VL > 1
    enum { CHAINS = 4, TURNS = 8 };
    const V m = SET1(magic), up = SET1(0x1p600);
    while (i + CHAINS * VL <= count) {
        V off[CHAINS];
#pragma GCC unroll 4
        for (int p = 0; p < CHAINS; p++)
            off[p] = SET1(0);
        for (int k = 0; k < TURNS && i + CHAINS * VL <= count; k++, i += CHAINS * VL)
#pragma GCC unroll 4
            for (int p = 0; p < CHAINS; p++) {
                const V a = load_numbers(format, x, i + p * VL);
                const V d = FMA(SUB(SUB(ADD(a, m), m), a), up, SET1(0));
                off[p] = FMA(d, d, off[p]);
            }
        double lanes[VL];
        STORE(lanes, ADD(ADD(off[0], off[1]), ADD(off[2], off[3])));
        for (int l = 0; l < VL; l++)
            if (lanes[l] != 0)
                return 0;
    }
#endif
    for (; i < count; i++) {
        const double a = stet_number_at((stet_precision)format, x, i);
        if ((a + magic) - magic != a)
            return 0;
    }
    return 1;
}

static int on_grid(const double *x, ptrdiff_t count, double magic)
{
    return all_on_grid(STET_F64, x, count, magic);
}
static int on_grid_f32(const void *x, ptrdiff_t count, double magic)
{
    return all_on_grid(STET_F32, x, count, magic);
}
