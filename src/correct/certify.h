/* SPDX-License-Identifier: Apache-2.0 */
/* Level 1: widen, bound, certify. A template over the vector type of doubles; certify16.h has what
 * 16-bit numbers need. */

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

/* ----------------------------------------------------------------- widen -- */

static int widen_f32(const void *numbers, double *y, ptrdiff_t count)
{
    const float *x = (const float *)numbers;
    ptrdiff_t i = 0;
    int finite = 1;
#if defined(__AVX512F__) && VL == 8
    __m512d bad = _mm512_setzero_pd();
    for (; i + 8 <= count; i += 8) {
        const __m512d v = _mm512_cvtps_pd(_mm256_loadu_ps(x + i));
        bad = _mm512_or_pd(bad, _mm512_sub_pd(v, v));
        _mm512_storeu_pd(y + i, v);
    }
    finite = _mm512_cmp_pd_mask(bad, _mm512_setzero_pd(), _CMP_EQ_OQ) == 0xff;
#elif defined(__AVX__) && VL == 4
    __m256d bad = _mm256_setzero_pd();
    for (; i + 4 <= count; i += 4) {
        const __m256d v = _mm256_cvtps_pd(_mm_loadu_ps(x + i));
        bad = _mm256_or_pd(bad, _mm256_sub_pd(v, v));
        _mm256_storeu_pd(y + i, v);
    }
    finite = _mm256_movemask_pd(_mm256_cmp_pd(bad, _mm256_setzero_pd(), _CMP_EQ_OQ)) == 0xf;
#endif
    for (; i < count; i++) {
        const double v = (double)x[i];
        finite = finite && v - v == 0;
        y[i] = v;
    }
    return finite;
}

/* ---------------------------------------------------------------- bounds -- */

/* sums[j] += |y[j]|^2, for one or four rows of the data. */
INLINE void add_rows(const int rows, const double *y, ptrdiff_t row, ptrdiff_t count, double *sums)
{
    ptrdiff_t j = 0;
#if VL > 1
    for (; j + VL <= count; j += VL) {
        V s = LOAD(sums + j);
#pragma GCC unroll 4
        for (int q = 0; q < rows; q++) {
            V re, im;
            LOAD_PAIRS(y + 2 * (j + q * row), &re, &im);
            s = FMA(im, im, FMA(re, re, s));
        }
        STORE(sums + j, s);
    }
#endif
    for (; j < count; j++)
        for (int q = 0; q < rows; q++) {
            const double re = y[2 * (j + q * row)], im = y[2 * (j + q * row) + 1];
            sums[j] = stet_fma_f64(im, im, stet_fma_f64(re, re, sums[j]));
        }
}

static void energies(const double *y, ptrdiff_t n, ptrdiff_t period, double *sums)
{
    for (ptrdiff_t j = 0; j < period; j++)
        sums[j] = 0;
    ptrdiff_t at = 0;
    for (; at + 4 * period <= n; at += 4 * period)
        add_rows(4, y + 2 * at, period, period, sums);
    for (; at < n; at += period)
        add_rows(1, y + 2 * at, 0, n - at < period ? n - at : period, sums);
}

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
    return low_bits == high_bits;
}

/* The bounds are e[0], e[1] ...; all e[0] if `one`. */
INLINE ptrdiff_t certify_row(const int one, const double *y, ptrdiff_t first, ptrdiff_t count,
                             double scale, const double *e, float *out, ptrdiff_t *undecided)
{
    ptrdiff_t i = 0, found = 0;
#if defined(__AVX512F__) && VL == 8
    const __m512d s = _mm512_set1_pd(scale);
    for (; i + 16 <= count; i += 16) {
        const __m512d a = _mm512_mul_pd(_mm512_loadu_pd(y + i), s);
        const __m512d b = _mm512_mul_pd(_mm512_loadu_pd(y + i + 8), s);
        const __m512d ea = one ? _mm512_set1_pd(*e) : _mm512_loadu_pd(e + i);
        const __m512d eb = one ? ea : _mm512_loadu_pd(e + i + 8);
        const __m256 low_a = _mm512_cvtpd_ps(_mm512_sub_pd(a, ea));
        const __m256 low_b = _mm512_cvtpd_ps(_mm512_sub_pd(b, eb));
        const __m256 high_a = _mm512_cvtpd_ps(_mm512_add_pd(a, ea));
        const __m256 high_b = _mm512_cvtpd_ps(_mm512_add_pd(b, eb));
        _mm256_storeu_ps(out + i, low_a);
        _mm256_storeu_ps(out + i + 8, low_b);
        unsigned differ =
            _mm256_cmpneq_epi32_mask(_mm256_castps_si256(low_a), _mm256_castps_si256(high_a)) |
            (unsigned)_mm256_cmpneq_epi32_mask(_mm256_castps_si256(low_b),
                                               _mm256_castps_si256(high_b))
                << 8;
        if (differ) { /* the list has room for eight more than there can be */
            const __m512i index = _mm512_add_epi64(_mm512_set1_epi64(first + i),
                                                   _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
            const __mmask8 low = (__mmask8)differ, high = (__mmask8)(differ >> 8);
            _mm512_storeu_si512(undecided + found, _mm512_maskz_compress_epi64(low, index));
            found += __builtin_popcount(low);
            _mm512_storeu_si512(
                undecided + found,
                _mm512_maskz_compress_epi64(high, _mm512_add_epi64(index, _mm512_set1_epi64(8))));
            found += __builtin_popcount(high);
        }
    }
#elif defined(__AVX2__) && VL == 4
    const __m256d s = _mm256_set1_pd(scale);
    for (; i + 4 <= count; i += 4) {
        const __m256d a = _mm256_mul_pd(_mm256_loadu_pd(y + i), s);
        const __m256d ea = one ? _mm256_set1_pd(*e) : _mm256_loadu_pd(e + i);
        const __m128 low = _mm256_cvtpd_ps(_mm256_sub_pd(a, ea));
        const __m128 high = _mm256_cvtpd_ps(_mm256_add_pd(a, ea));
        _mm_storeu_ps(out + i, low);
        const __m128i same = _mm_cmpeq_epi32(_mm_castps_si128(low), _mm_castps_si128(high));
        unsigned differ = (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) ^ 0xf;
        for (; differ; differ &= differ - 1)
            undecided[found++] = first + i + __builtin_ctz(differ);
    }
#endif
    for (; i < count; i++)
        if (!certify_one(y[i] * scale, e[one ? 0 : i], out + i))
            undecided[found++] = first + i;
    return found;
}

/* The same for numbers of the format. */
INLINE ptrdiff_t certify_numbers(const int format, const int one, const double *y, ptrdiff_t first,
                                 ptrdiff_t count, double scale, const double *e, void *out,
                                 ptrdiff_t *undecided)
{
    if (format == STET_F32)
        return certify_row(one, y, first, count, scale, e, (float *)out + first, undecided);
    return certify_row_16(format == STET_F16, one, y, first, count, scale, e,
                          (uint16_t *)out + first, undecided);
}

INLINE ptrdiff_t certify(const int format, const double *y, ptrdiff_t count, double scale,
                         const double *e, ptrdiff_t period, void *out, ptrdiff_t *undecided)
{
    ptrdiff_t found = 0;
    for (ptrdiff_t at = 0; at < count; at += 2 * period)
        found += certify_numbers(format, 0, y + at, at,
                                 count - at < 2 * period ? count - at : 2 * period, scale, e, out,
                                 undecided + found);
    return found;
}

/* The sum of count squares, in eight parts whatever the vectors are: the same number everywhere. */
static double sum_of_squares(const double *y, ptrdiff_t count)
{
    V parts[8 / VL];
    double lanes[8];
    ptrdiff_t i = 0;
#pragma GCC unroll 8
    for (int p = 0; p < 8 / VL; p++)
        parts[p] = SET1(0);
    for (; i + 8 <= count; i += 8) {
#pragma GCC unroll 8
        for (int p = 0; p < 8 / VL; p++) {
            const V a = LOAD(y + i + p * VL);
            parts[p] = FMA(a, a, parts[p]);
        }
    }
#pragma GCC unroll 8
    for (int p = 0; p < 8 / VL; p++)
        STORE(lanes + p * VL, parts[p]);
    for (; i < count; i++)
        lanes[i % 8] = stet_fma_f64(y[i], y[i], lanes[i % 8]);
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
           ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

/* Classes are not worth their square roots where N is small: R of all outputs bounds that of any class. */
INLINE ptrdiff_t certify_short(const int format, const stet_bound *b, const double *y, ptrdiff_t n,
                               double copies, double scale, int scale_is_exact, void *out,
                               ptrdiff_t *undecided, double *squares)
{
    const double sum = copies * sum_of_squares(y, 2 * n), rounding = scale_is_exact ? 2 : 5;
    const double unit = 0x1p-53 * STET_BOUND_SLACK * scale;
    const double e = unit * (b->all + rounding) * __builtin_sqrt(sum) + STET_BOUND_TINY;
    *squares = sum;
    return certify_numbers(format, 1, y, 0, 2 * n, scale, &e, out, undecided);
}

/* One instance for each narrow format. */
#define NARROW(name, format)                                                                       \
    static ptrdiff_t certify_##name(const double *y, ptrdiff_t count, double scale,                \
                                    const double *e, ptrdiff_t period, void *out,                  \
                                    ptrdiff_t *undecided)                                          \
    {                                                                                              \
        return certify(format, y, count, scale, e, period, out, undecided);                        \
    }                                                                                              \
    static ptrdiff_t certify_short_##name(const stet_bound *b, const double *y, ptrdiff_t n,       \
                                          double copies, double scale, int scale_is_exact,         \
                                          void *out, ptrdiff_t *undecided, double *squares)        \
    {                                                                                              \
        return certify_short(format, b, y, n, copies, scale, scale_is_exact, out, undecided,       \
                             squares);                                                             \
    }

static int widen_f16(const void *x, double *y, ptrdiff_t count) { return widen_16(1, x, y, count); }
static int widen_bf16(const void *x, double *y, ptrdiff_t count)
{
    return widen_16(0, x, y, count);
}

NARROW(f32, STET_F32)
NARROW(f16, STET_F16)
NARROW(bf16, STET_BF16)

/* --------------------------------------------------------------- on_grid -- */

/* With magic = 1.5 2^(52 + g) and |x| < 2^(51 + g) the sum rounds x to a multiple of 2^g. */
static int on_grid(const double *x, ptrdiff_t count, double magic)
{
    ptrdiff_t i = 0;
#if VL > 1
    const V m = SET1(magic);
    while (i + VL <= count) {
        V off = SET1(0);
        for (int k = 0; k < 32 && i + VL <= count; k++, i += VL) {
            const V a = LOAD(x + i), d = SUB(SUB(ADD(a, m), m), a);
            off = FMA(d, d, off);
        }
        double lanes[VL];
        STORE(lanes, off);
        for (int l = 0; l < VL; l++)
            if (lanes[l] != 0)
                return 0;
    }
#endif
    for (; i < count; i++)
        if ((x[i] + magic) - magic != x[i])
            return 0;
    return 1;
}
