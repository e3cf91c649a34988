/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1: bound, certify. A template over the vector type of doubles; certify16.h has what 16-bit
 * numbers need. */

#if defined(__AVX512F__) && VL == 8
#define SQRT(a) _mm512_sqrt_pd(a)
#elif defined(__AVX__) && VL == 4
#define SQRT(a) _mm256_sqrt_pd(a)
#elif defined(__SSE2__) && VL == 2
#define SQRT(a) _mm_sqrt_pd(a)
#elif defined(__aarch64__) && VL == 2
#define SQRT(a) vsqrtq_f64(a)
#else
#define SQRT(a) __builtin_sqrt(a)
#endif

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

/* out[2 j] = out[2 j + 1] = e[j] unit, enlarged */
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

/* From the finest classes to the coarsest the sums of squares, and back with the bounds. A bound of
 * fl(y scale) -+ e: the scaling, if it rounds, costs 2 u |y scale| (the factor and the product),
 * the sum or difference u (|y scale| + e); |y| <= R of its class. */
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
             j -= before) /* the first part last: it is read by all */
            add_root(before, e, w, level[i] + j, e + j);
    }
    double_all(finest, e, unit, out);
    for (ptrdiff_t have = finest; have < period; have *= 2)
        memcpy(out + 2 * have, out,
               (size_t)(have < period - have ? have : period - have) * 2 * sizeof *out);
}

/* --------------------------------------------------------------- certify -- */

/* By monotonicity of rounding: |X - y| <= e, fl(y - e) and fl(y + e) with e enlarged by their own
 * rounding enclose X, and if both become one float then so does X. Bits are compared, not
 * numbers: +0 and -0 differ, and e > 0 keeps zero itself undecided. */
static inline int certify_one(double y, double e, float *out)
{
    const float low = (float)(y - e), high = (float)(y + e);
    uint32_t low_bits, high_bits;
    memcpy(&low_bits, &low, sizeof low);
    memcpy(&high_bits, &high, sizeof high);
    *out = low;
    return low_bits == high_bits && low == low; /* a bound that is not a number decides nothing */
}

#if defined(__AVX512F__) && VL == 8
/* A bit for each of the eight numbers that the interval does not decide. */
INLINE unsigned certify_eight(__m512d a, __m512d s, __m512d e, __m256 *low)
{
    a = _mm512_mul_pd(a, s);
    *low = _mm512_cvtpd_ps(_mm512_sub_pd(a, e));
    const __m256 high = _mm512_cvtpd_ps(_mm512_add_pd(a, e));
    return _mm256_cmpneq_epi32_mask(_mm256_castps_si256(*low), _mm256_castps_si256(high));
}

/* Their numbers, first + i, go to the list, which has room for eight more than there can be. */
INLINE ptrdiff_t list_eight(unsigned differ, ptrdiff_t first, ptrdiff_t *undecided)
{
    const __m512i index =
        _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
    _mm512_storeu_si512(undecided, _mm512_maskz_compress_epi64((__mmask8)differ, index));
    return __builtin_popcount(differ);
}
#endif

/* count numbers with one bound. */
INLINE ptrdiff_t certify_row(const double *y, ptrdiff_t first, ptrdiff_t count, double scale,
                             double e, double *sums, float *out, ptrdiff_t *undecided)
{
    ptrdiff_t i = 0, found = 0;
#if defined(__AVX512F__) && VL == 8
    const __m512d s = _mm512_set1_pd(scale), bound = _mm512_set1_pd(e);
    for (; i + 16 <= count; i += 16) {
        __m256 low[2];
        const __m512d a = _mm512_loadu_pd(y + i), b = _mm512_loadu_pd(y + i + 8);
        const unsigned in_a = certify_eight(a, s, bound, &low[0]);
        const unsigned in_b = certify_eight(b, s, bound, &low[1]);
        _mm256_storeu_ps(out + i, low[0]);
        _mm256_storeu_ps(out + i + 8, low[1]);
        add_to_sums(a, sums, i);
        add_to_sums(b, sums, i + 8);
        if (__builtin_expect((in_a | in_b) != 0, 0)) {
            found += list_eight(in_a, first + i, undecided + found);
            found += list_eight(in_b, first + i + 8, undecided + found);
        }
    }
    for (; i < count; i += 8) {
        const __mmask8 here = count - i >= 8 ? 0xff : (__mmask8)((1u << (count - i)) - 1);
        const __m512d a = _mm512_maskz_loadu_pd(here, y + i);
        __m256 low;
        const unsigned differ = certify_eight(a, s, bound, &low) & here;
        _mm256_mask_storeu_ps(out + i, here, low);
        if (sums)
            _mm512_mask_storeu_pd(sums + i, here,
                                  _mm512_fmadd_pd(a, a, _mm512_maskz_loadu_pd(here, sums + i)));
        found += list_eight(differ, first + i, undecided + found);
    }
#elif defined(__AVX2__) && VL == 4
    const __m256d s = _mm256_set1_pd(scale), bound = _mm256_set1_pd(e);
    for (; i + 4 <= count; i += 4) {
        const __m256d y4 = _mm256_loadu_pd(y + i), a = _mm256_mul_pd(y4, s);
        const __m128 low = _mm256_cvtpd_ps(_mm256_sub_pd(a, bound));
        const __m128 high = _mm256_cvtpd_ps(_mm256_add_pd(a, bound));
        _mm_storeu_ps(out + i, low);
        add_to_sums(y4, sums, i);
        const __m128i same = _mm_cmpeq_epi32(_mm_castps_si128(low), _mm_castps_si128(high));
        unsigned differ = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) ^ 0xf;
        for (; differ; differ &= differ - 1)
            undecided[found++] = first + i + __builtin_ctz(differ);
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

/* The same for numbers of the format. */
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

/* VL numbers from number i on, of any format. */
INLINE V load_numbers(const int format, const void *y, ptrdiff_t i)
{
    if (format == STET_F64)
        return LOAD((const double *)y + i);
#ifdef HAVE_DOUBLES_OF
    return doubles_of(format, y, i);
#else
    double lanes[VL];
    for (int l = 0; l < VL; l++)
        lanes[l] = stet_number_at((stet_precision)format, y, i + l);
    return LOAD(lanes);
#endif
}

INLINE void energies_of(const int format, const void *y, ptrdiff_t count, ptrdiff_t period,
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

/* One instance for each narrow format. */
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

/* With magic = 1.5 2^(52 + g) and |x| < 2^(51 + g) the sum rounds x to a multiple of 2^g. What that
 * changes shows in a sum of squares: times 2^600 first, since the square of a small double is 0.
 * A NaN stays in the sum. */
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
