/* SPDX-License-Identifier: Apache-2.0 */
/* The exact classes of a power of two in doubles whose sums are exact: a template over the vector type of
 * doubles. The theorem and the folding are those of tower_two.c; here a number is one double or
 * an unevaluated sum of two, h a multiple of 2^t and l of 2^g, such that 2 N h and 2 N l fit in 53 bits
 * each. Then no sum of at most 2 N of the h, or of the l, is ever rounded. */

#if defined(__AVX512F__) && VL == 8
#define BITS_OR(a, b) _mm512_or_pd(a, b)
#define LARGER(a, b) _mm512_max_pd(a, b)
#elif defined(__AVX__) && VL == 4
#define BITS_OR(a, b) _mm256_or_pd(a, b)
#define LARGER(a, b) _mm256_max_pd(a, b)
#elif defined(__SSE2__) && VL == 2
#define BITS_OR(a, b) _mm_or_pd(a, b)
#define LARGER(a, b) _mm_max_pd(a, b)
#elif defined(__aarch64__) && VL == 2
#define BITS_OR(a, b)                                                                              \
    vreinterpretq_f64_u64(vorrq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)))
#define LARGER(a, b) vmaxq_f64(a, b)
#endif

/* The largest of x and -x; finite. */
INLINE double largest_of(const int format, const void *x, ptrdiff_t count)
{
    ptrdiff_t i = 0;
    double most = 0;
#if VL > 1
    V m[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
    double lane[VL];
    for (; i + 4 * VL <= count; i += 4 * VL)
#pragma GCC unroll 4
        for (int j = 0; j < 4; j++) {
            const V v = load_numbers(format, x, i + j * VL);
            m[j] = LARGER(m[j], LARGER(v, SUB(SET1(0), v)));
        }
    STORE(lane, LARGER(LARGER(m[0], m[1]), LARGER(m[2], m[3])));
    for (int j = 0; j < VL; j++)
        most = lane[j] > most ? lane[j] : most;
#endif
    for (; i < count; i++) {
        const double v = __builtin_fabs(stet_number_at((stet_precision)format, x, i));
        most = v > most ? v : most;
    }
    return most;
}

static double largest(const double *x, ptrdiff_t count) { return largest_of(STET_F64, x, count); }
static double largest_f32(const void *x, ptrdiff_t count) { return largest_of(STET_F32, x, count); }

/* ----------------------------------------------------------------- split -- */

/* What is seen of the low parts: all bits of l, and of what is below 2^g. Zero but for signs if there are
 * none. */
struct split_seen {
    uint64_t low, below;
};

static uint64_t magnitude_bits(double x) { return stet_bits_f64(x) << 1; }

/* x and y, n/2 apart in the input: sum and difference of their h at w and w + half, of their l further. */
static inline void split_pair(double x, double y, double big_h, double big_l, double *h, double *l,
                              ptrdiff_t half, struct split_seen *seen)
{
    const double xh = (x + big_h) - big_h, yh = (y + big_h) - big_h;
    const double xl = x - xh, yl = y - yh;
    h[0] = xh + yh;
    h[half] = xh - yh;
    l[0] = xl + yl;
    l[half] = xl - yl;
    seen->low |= magnitude_bits(xl) | magnitude_bits(yl);
    seen->below |= magnitude_bits(xl - ((xl + big_l) - big_l));
    seen->below |= magnitude_bits(yl - ((yl + big_l) - big_l));
}

#if VL > 1
/* The same for VL numbers; low and below collect bits. */
INLINE void split_pairs(V x, V y, V big_h, V big_l, double *h, double *l, ptrdiff_t half, V *low,
                        V *below)
{
    const V xh = SUB(ADD(x, big_h), big_h), yh = SUB(ADD(y, big_h), big_h);
    const V xl = SUB(x, xh), yl = SUB(y, yh);
    STORE(h, ADD(xh, yh));
    STORE(h + half, SUB(xh, yh));
    STORE(l, ADD(xl, yl));
    STORE(l + half, SUB(xl, yl));
    *low = BITS_OR(*low, BITS_OR(xl, yl));
    *below = BITS_OR(
        *below, BITS_OR(SUB(xl, SUB(ADD(xl, big_l), big_l)), SUB(yl, SUB(ADD(yl, big_l), big_l))));
}
#endif

/* (x + M) - M with M = 3 2^(t+51) rounds |x| < 2^(t+51) to a multiple of 2^t, and both operations are exact but
 * for that; x - h is exact, and the same with g. Returns how many bins hold x: 1 (l = 0), 2, or 0 if
 * two do not. w: n numbers each for h of real parts, h of imaginary parts, l, l. */
static int split_classes(const double *x, ptrdiff_t n, double big_h, double big_l, double *w)
{
    const ptrdiff_t half = n / 2;
    struct split_seen seen = {0, 0};
    ptrdiff_t j = 0;
#if VL > 1
    V low = SET1(0), below = SET1(0);
    const V mh = SET1(big_h), ml = SET1(big_l);
    for (; j + VL <= half; j += VL) {
        V xr, xi, yr, yi;
        LOAD_PAIRS(x + 2 * j, &xr, &xi);
        LOAD_PAIRS(x + 2 * (j + half), &yr, &yi);
        split_pairs(xr, yr, mh, ml, w + j, w + 2 * n + j, half, &low, &below);
        split_pairs(xi, yi, mh, ml, w + n + j, w + 3 * n + j, half, &low, &below);
    }
    double lane[2 * VL];
    STORE(lane, low);
    STORE(lane + VL, below);
    for (int i = 0; i < VL; i++) {
        seen.low |= magnitude_bits(lane[i]);
        seen.below |= magnitude_bits(lane[VL + i]);
    }
#endif
    for (; j < half; j++)
        for (int part = 0; part < 2; part++)
            split_pair(x[2 * j + part], x[2 * (j + half) + part], big_h, big_l, w + part * n + j,
                       w + (2 + part) * n + j, half, &seen);
    return seen.below != 0 ? 0 : seen.low != 0 ? 2 : 1;
}

/* w of n numbers, the first fold done: the other folds, in place. */
static void fold_classes(double *w, ptrdiff_t n)
{
    for (ptrdiff_t half = n / 4; half >= 1; half /= 2) {
        ptrdiff_t j = 0;
#if VL > 1
        for (; j + VL <= half; j += VL) {
            const V low = LOAD(w + j), high = LOAD(w + j + half);
            STORE(w + j, ADD(low, high));
            STORE(w + j + half, SUB(low, high));
        }
#endif
        for (; j < half; j++) {
            const double low = w[j], high = w[j + half];
            w[j] = low + high;
            w[j + half] = low - high;
        }
    }
}

/* ------------------------------------------------------------------ test -- */

/* The four coordinates D_r of tower_two.c, of questions 2 s + part, added to d[]. */
static inline void add_coordinates(const double *a, const double *b, ptrdiff_t q, ptrdiff_t r,
                                   double *d)
{
    const double p = a[r] - a[2 * q - r], t = a[q + r] + a[q - r];
    const double s = b[r] - b[2 * q - r], u = b[q + r] + b[q - r];
    d[0] += p + u;
    d[1] += s - t;
    d[2] += p - u;
    d[3] += s + t;
}

#if VL > 1
INLINE V load_back(const double *p) { return REVERSE(LOAD(p - (VL - 1))); }

INLINE void add_coordinate_lanes(const double *a, const double *b, ptrdiff_t q, ptrdiff_t r, V *d)
{
    const V p = SUB(LOAD(a + r), load_back(a + 2 * q - r));
    const V t = ADD(LOAD(a + q + r), load_back(a + q - r));
    const V s = SUB(LOAD(b + r), load_back(b + 2 * q - r));
    const V u = ADD(LOAD(b + q + r), load_back(b + q - r));
    d[0] = ADD(d[0], ADD(p, u));
    d[1] = ADD(d[1], SUB(s, t));
    d[2] = ADD(d[2], SUB(p, u));
    d[3] = ADD(d[3], ADD(s, t));
}

/* Which of the four have a lane that is not zero. */
INLINE unsigned lanes_not_zero(const V *bad)
{
    unsigned which = 0;
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++) {
        double lane[VL];
        uint64_t bits = 0;
        STORE(lane, bad[k]);
        for (int i = 0; i < VL; i++)
            bits |= magnitude_bits(lane[i]);
        which |= (unsigned)(bits != 0) << k;
    }
    return which;
}

/* The bits of the four coordinates over blocks of lanes from *r on, until all of the open questions have one
 * that is not zero. */
static unsigned test_lanes(const double *w, ptrdiff_t n, int bins, ptrdiff_t q, unsigned open,
                           ptrdiff_t *from)
{
    enum { BLOCK = 16 };
    ptrdiff_t r = *from;
    while (open != 0 && r + VL <= q) {
        V bad[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
        for (int i = 0; i < BLOCK && r + VL <= q; i++, r += VL) {
            V d[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
            add_coordinate_lanes(w, w + n, q, r, d);
            if (bins == 2)
                add_coordinate_lanes(w + 2 * n, w + 3 * n, q, r, d);
#pragma GCC unroll 4
            for (int k = 0; k < 4; k++)
                bad[k] = BITS_OR(bad[k], d[k]);
        }
        open &= ~lanes_not_zero(bad);
    }
    *from = r;
    return open;
}
#endif

/* Which of the open questions of order L = 4 q >= 4 have D_r = 0 for 1 <= r < q. With two bins a coordinate is the sum of
 * two exact numbers, and a rounded sum of two numbers is zero only if they cancel. */
static unsigned test_classes(const double *w, ptrdiff_t n, int bins, ptrdiff_t q, unsigned open)
{
    const double *v = w + 2 * q; /* where the w of L are */
    ptrdiff_t r = 1;
#if VL > 1
    open = test_lanes(v, n, bins, q, open, &r);
#endif
    for (; r < q && open != 0; r++) {
        double d[4] = {0, 0, 0, 0};
        add_coordinates(v, v + n, q, r, d);
        if (bins == 2)
            add_coordinates(v + 2 * n, v + 3 * n, q, r, d);
        for (int k = 0; k < 4; k++)
            if (d[k] != 0)
                open &= ~(1u << k);
    }
    return open;
}

/* -------------------------------------------------------------- more bins -- */

/* The same for numbers of several bins: bin b has multiples of grid_b, the first of the largest, magics[b] = 1.5 2^52
 * grid_b, and what is left of a number is at most grid_b/2. Whether the last leaves nothing. */
static inline uint64_t split_bins_pair(double x, double y, int bins, const double *magics,
                                       double *w, ptrdiff_t n)
{
    for (int b = 0; b < bins; b++, w += 2 * n) {
        const double xb = (x + magics[b]) - magics[b], yb = (y + magics[b]) - magics[b];
        x -= xb;
        y -= yb;
        w[0] = xb + yb;
        w[n / 2] = xb - yb;
    }
    return magnitude_bits(x) | magnitude_bits(y);
}

#if VL > 1
INLINE V split_bins_lanes(V x, V y, int bins, const double *magics, double *w, ptrdiff_t n)
{
    for (int b = 0; b < bins; b++, w += 2 * n) {
        const V magic = SET1(magics[b]);
        const V xb = SUB(ADD(x, magic), magic), yb = SUB(ADD(y, magic), magic);
        x = SUB(x, xb);
        y = SUB(y, yb);
        STORE(w, ADD(xb, yb));
        STORE(w + n / 2, SUB(xb, yb));
    }
    return BITS_OR(x, y);
}
#endif

static int split_bins(const double *x, ptrdiff_t n, int bins, const double *magics, double *w)
{
    const ptrdiff_t half = n / 2;
    uint64_t left = 0;
    ptrdiff_t j = 0;
#if VL > 1
    V seen = SET1(0);
    double lane[VL];
    for (; j + VL <= half; j += VL) {
        V xr, xi, yr, yi;
        LOAD_PAIRS(x + 2 * j, &xr, &xi);
        LOAD_PAIRS(x + 2 * (j + half), &yr, &yi);
        seen = BITS_OR(seen, split_bins_lanes(xr, yr, bins, magics, w + j, n));
        seen = BITS_OR(seen, split_bins_lanes(xi, yi, bins, magics, w + n + j, n));
    }
    STORE(lane, seen);
    for (int i = 0; i < VL; i++)
        left |= magnitude_bits(lane[i]);
#endif
    for (; j < half; j++)
        for (int part = 0; part < 2; part++)
            left |= split_bins_pair(x[2 * j + part], x[2 * (j + half) + part], bins, magics,
                                    w + part * n + j, n);
    return left == 0;
}

#if VL > 1
/* The coordinates at r, lanes: in each what is not zero of their sums over the bins. From the last bin up, the multiple of
 * the next bin's grid that is nearest to a sum is carried; all of this is exact (tower_plain.c). */
INLINE void bad_lanes(const double *v, ptrdiff_t n, int bins, const double *magics, ptrdiff_t q,
                      ptrdiff_t r, V *bad)
{
    V carry[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
    for (int b = bins - 1; b >= 0; b--) {
        V d[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
        const V magic = SET1(magics[b > 0 ? b - 1 : 0]);
        add_coordinate_lanes(v + 2 * b * n, v + 2 * b * n + n, q, r, d);
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            const V t = ADD(d[k], carry[k]);
            carry[k] = b > 0 ? SUB(ADD(t, magic), magic) : SET1(0);
            bad[k] = BITS_OR(bad[k], SUB(t, carry[k]));
        }
    }
}
#endif

static unsigned bad_coordinates(const double *v, ptrdiff_t n, int bins, const double *magics,
                                ptrdiff_t q, ptrdiff_t r)
{
    double carry[4] = {0, 0, 0, 0};
    unsigned bad = 0;
    for (int b = bins - 1; b >= 0; b--) {
        double d[4] = {0, 0, 0, 0};
        const double magic = magics[b > 0 ? b - 1 : 0];
        add_coordinates(v + 2 * b * n, v + 2 * b * n + n, q, r, d);
        for (int k = 0; k < 4; k++) {
            const double t = d[k] + carry[k];
            carry[k] = b > 0 ? (t + magic) - magic : 0;
            bad |= (unsigned)(t != carry[k]) << k;
        }
    }
    return bad;
}

/* As test_classes(). */
static unsigned test_bins(const double *w, ptrdiff_t n, int bins, const double *magics, ptrdiff_t q,
                          unsigned open)
{
    const double *v = w + 2 * q;
    ptrdiff_t r = 1;
#if VL > 1
    enum { BLOCK = 8 };
    while (open != 0 && r + VL <= q) {
        V bad[4] = {SET1(0), SET1(0), SET1(0), SET1(0)};
        for (int i = 0; i < BLOCK && r + VL <= q; i++, r += VL)
            bad_lanes(v, n, bins, magics, q, r, bad);
        open &= ~lanes_not_zero(bad);
    }
#endif
    for (; r < q && open != 0; r++)
        open &= ~bad_coordinates(v, n, bins, magics, q, r);
    return open;
}
