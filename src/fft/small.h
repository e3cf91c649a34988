/* SPDX-License-Identifier: Apache-2.0 */
/* One complex transform of n = R VL points, R = 4, 8 or 16, in registers. A template.
 *
 * R vectors hold the columns, VL neighbouring ones to a vector. The first log2 R levels
 * are between vectors. Then come log2 VL exchanges, one lane bit of the position against
 * one bit of the vector's number, each with the level that it brings between vectors; see
 * stet_small in fft1d.h. The exchange takes the oldest row bit out of the vector's number.
 *
 * rho of row j at level 2^l is the number of ones among the bits l - 1 and l - 2 of j. For
 * R >= 8 both are in the vector's number, so that rho is the same in all lanes. For R = 4,
 * bit l - 2 is the one that goes into the lanes: there the real and the imaginary part of b
 * change places, which the exchange does by the way, and signs change, which the table has:
 *     p = x + t y, q = y - t x,   a' = a + (mp p, mq q),   b' = a - (mp p, mq q)
 * with (x, y) = (b.re, b.im), t, mp = m, mq = m for bit l - 2 clear, and
 *      (x, y) = (b.im, b.re), -t, mp = m, mq = -m for bit l - 2 set: rho = 1. */

/* The butterfly of the lanes; turned: times -i, for bit l - 1 set. */
INLINE void butterfly2_lanes(int turned, V t, V mp, V mq, C *a, C *b)
{
    const V p = FMA(t, b->im, b->re), q = FNMA(t, b->re, b->im);
    const C x = *a;
    if (!turned) {
        *a = (C){FMA(mp, p, x.re), FMA(mq, q, x.im)};
        *b = (C){FNMA(mp, p, x.re), FNMA(mq, q, x.im)};
    } else {
        *a = (C){FMA(mq, q, x.re), FNMA(mp, p, x.im)};
        *b = (C){FNMA(mq, q, x.re), FMA(mp, p, x.im)};
    }
}

/* Vectors a and b differ in the bit that goes into the lanes; crossed: where it is set,
 * the parts of b change places. */
INLINE void exchange(int h, int crossed, C *a, C *b)
{
    C x = *a, y = *b;
    if (crossed) {
        C u = *a, v = *b;
        TRANSPOSE(h, &u.re, &v.im);
        TRANSPOSE(h, &u.im, &v.re);
        *b = (C){v.im, v.re};
        TRANSPOSE(h, &x.re, &y.re);
        TRANSPOSE(h, &x.im, &y.im);
    } else {
        TRANSPOSE(h, &x.re, &y.re);
        TRANSPOSE(h, &x.im, &y.im);
        *b = y;
    }
    *a = x;
}

/* Exchange e and the level after it. */
INLINE void small_level(const int s, const int e, const T *table, C *z)
{
    const int pair = 1 << stet_small_vector_bit(s, e);
    const int last = 1 << stet_small_vector_bit(s, e - 1),
              before = 1 << stet_small_vector_bit(s, e - 2);
    int used = 0;
#pragma GCC unroll 16
    for (int i = 0; i < 1 << s; i++) {
        if (i & pair || i & last)
            continue;
        C *a = &z[i], *b = &z[i + pair], *c = &z[i + last], *d = &z[i + last + pair];
        exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), s == 2, a, b);
        exchange(1 << stet_small_lane_bit(PRECISION_BITS, LOG2_VL, e), s == 2, c, d);
        if (s == 2) {
            const V t = LOAD(table), mp = LOAD(table + VL), mq = LOAD(table + 2 * VL);
            butterfly2_lanes(0, t, mp, mq, a, b);
            butterfly2_lanes(1, t, mp, mq, c, d);
        } else {
            const V m = LOAD(table + 2 * used * VL), t = LOAD(table + (2 * used + 1) * VL);
            used++;
            butterfly2(i & before ? 1 : 0, m, t, a, b);
            butterfly2(i & before ? 2 : 1, m, t, c, d);
        }
    }
}

INLINE void small(const int s, const Reading how, const stet_fft1d *f, const E *x, E *y, T scale,
                  Most *most)
{
    C z[16];
    V m[8], t[8];
#pragma GCC unroll 16
    for (int i = 0; i < 1 << s; i++)
        if (EXCHANGED(how))
            READ_LANES(x + 2 * VL * i, &z[i].im, &z[i].re);
        else
            READ_LANES(x + 2 * VL * i, &z[i].re, &z[i].im);
    SCALE_READ(how, s, z);
    load_twiddles(s, &f->small.first, 0, m, t);
    levels(s, PLAIN_AT_1, 0, m, t, z);
    const T *table = (const T *)f->small.table;
#pragma GCC unroll 4
    for (int e = 0; e < LOG2_VL; e++)
        small_level(s, e, table + (ptrdiff_t)e * stet_small_level_size(s, VL), z);
    if (scale != 1) {
#pragma GCC unroll 16
        for (int i = 0; i < 1 << s; i++)
            z[i] = (C){MUL(z[i].re, SET1(scale)), MUL(z[i].im, SET1(scale))};
    }
#pragma GCC unroll 16
    for (int q = 0; q < 1 << s; q++) {
        int i = 0; /* bit v of q is row bit LOG2_VL + v */
        for (int v = 0; v < s; v++)
            i |= ((q >> v) & 1) << stet_small_vector_bit(s, LOG2_VL - s + v);
        if (EXCHANGED(how))
            WRITE_LANES(y + 2 * VL * q, z[i].im, z[i].re, most);
        else
            WRITE_LANES(y + 2 * VL * q, z[i].re, z[i].im, most);
    }
}

/* All lines of a set, each contiguous. */
#define SMALL(s, exchanged)                                                                        \
    static void small_##s##_##exchanged(const stet_fft1d *f, const stet_lines *lines, T load,      \
                                        T scale, Most *most)                                       \
    {                                                                                              \
        const E *x = (const E *)lines->in;                                                         \
        E *y = (E *)lines->out;                                                                    \
        Most largest = NOTHING_YET;                                                                \
        (void)load;                                                                                \
        for (ptrdiff_t i = 0; i < lines->count; i++)                                               \
            small(s, READING(exchanged, load), f, x + 2 * i * lines->id, y + 2 * i * lines->od,    \
                  scale, &largest);                                                                \
        GIVE_MOST(most, largest);                                                                  \
    }
SMALL(2, 0)
SMALL(2, 1)
SMALL(3, 0)
SMALL(3, 1)
#if LOG2_VL >= 3
SMALL(4, 0)
SMALL(4, 1)
#endif

static void small_lines(const stet_fft1d *f, const stet_lines *lines, int exchanged, T load,
                        T scale, Most *most)
{
    switch (2 * f->small.log2_vectors + (exchanged != 0)) {
    case 4: small_2_0(f, lines, load, scale, most); break;
    case 5: small_2_1(f, lines, load, scale, most); break;
    case 6: small_3_0(f, lines, load, scale, most); break;
#if LOG2_VL >= 3
    case 8: small_4_0(f, lines, load, scale, most); break;
    case 9: small_4_1(f, lines, load, scale, most); break;
#endif
    default: small_3_1(f, lines, load, scale, most); break;
    }
}
