/* SPDX-License-Identifier: Apache-2.0 */
/* This is the vector type of double-double (float-float) numbers, made of the vectors of double
 * (float) of the header that is included before it. vec/README.md has the contract.
 *
 * T is C's complex type, but its real part is the high word and its imaginary part the low one. So
 * scalars have two words in memory, and their copies, negatives, zeros and 1 != 1 are right; no
 * other arithmetic of that type is used.
 *
 * Inputs are normalised, hi = RN(hi + lo), and so are the results; u = 2^-53 (2^-24). No operation
 * branches, and each is one formula, the same on every instruction set. If nothing overflows, the
 * operations have these errors; only that of FMA includes the terms in u^3:
 *     ADD, SUB   error at most  3 u^2 (|a| + |b|)
 *     MUL        error at most  6 u^2 |a b|           + 2 eta
 *     FMA, FNMA  error at most 16 u^2 (|a b| + |c|)   + 2 eta
 * eta = 2^-1074 (2^-149) is the smallest number: three products are rounded, each to eta/2 where it
 * underflows. The bounds contain a sum's terms, not the sum: where it cancels, the relative error
 * may be anything. An overflow, and an infinity or NaN in an input, becomes a pair with a NaN in
 * it, and so does every result of it. Proofs are beside the operations. */

typedef T word;
typedef V words;

#ifdef STET_F32_KERNELS
typedef float _Complex dw_number;
#define DW_PRECISION ff
#define DW_PRECISION_BITS STET_FF
#define DW_HIGH(a) __builtin_crealf(a)
#define DW_LOW(a) __builtin_cimagf(a)
#else
typedef double _Complex dw_number;
#define DW_PRECISION dd
#define DW_PRECISION_BITS STET_DD
#define DW_HIGH(a) __builtin_creal(a)
#define DW_LOW(a) __builtin_cimag(a)
#endif

typedef struct {
    words h, l;
} dw_vector;

/* --------------------------------------------------------------- arithmetic -- */

/* Returns s + l as a normalised dw_number, for the s and l of the operations below. Dekker's sum is
 * exact if s is a multiple of the last place of l (S. M. Rump, T. Ogita, S. Oishi, "Accurate
 * floating-point summation part I", SIAM J. Sci. Comput. 31(1), 2008, section 2). Here either |s|
 * >= |l|, or l is at most 8 u times the sum of the moduli of the two numbers whose sum is s, and
 * these cancel to less than that: then s is exact (Sterbenz) and a multiple of the last place of
 * the smaller one, which is above the last place of l. A product is never below its l. */
#define DW_INLINE static inline __attribute__((always_inline))
#ifdef STET_SOFT_FMA_KERNELS /* each fma is a call: have one copy */
#define DW_LONG static __attribute__((noinline))
#else
#define DW_LONG DW_INLINE
#endif
DW_INLINE dw_vector dw_normal(words s, words l)
{
    const words h = ADD(s, l);
    return (dw_vector){h, SUB(l, SUB(h, s))};
}

/* The sum of the high words is exact as s + e (Knuth's TwoSum), |e| <= u |s|. With S = |a| + |b|:
 * the sum of the low words, at most u S, is off by u^2 S; l, at most 2 u S, by 2 u^2 S. */
DW_INLINE dw_vector dw_ADD(dw_vector a, dw_vector b)
{
    const words s = ADD(a.h, b.h), t = SUB(s, a.h);
    const words e = ADD(SUB(a.h, SUB(s, t)), SUB(b.h, t));
    return dw_normal(s, ADD(ADD(a.l, b.l), e));
}

DW_INLINE dw_vector dw_SUB(dw_vector a, dw_vector b)
{
    const words s = SUB(a.h, b.h), t = SUB(s, a.h);
    const words e = SUB(SUB(a.h, SUB(s, t)), ADD(b.h, t));
    return dw_normal(s, ADD(SUB(a.l, b.l), e));
}

/* n is -(a b - p) without a.l b.l, which is at most u^2 |a b|. n begins with the exact error of p,
 * at most u |p|, and grows by as much with each cross product: their roundings are off by 2 u^2 and
 * 3 u^2. */
DW_LONG dw_vector dw_MUL(dw_vector a, dw_vector b)
{
    const words p = MUL(a.h, b.h);
    const words n = FNMA(a.l, b.h, FNMA(a.h, b.l, FNMA(a.h, b.h, p)));
    const words h = SUB(p, n);
    return (dw_vector){h, SUB(SUB(p, h), n)};
}

/* This is TwoSum of c.h and p = RN(a.h b.h): s is their sum, z = -RN(s - c.h) is about -p, and d =
 * c.h - (s + z) and p + z are exact, and together the error of s. In place of p + z it uses g =
 * RN(a.h b.h + z), which has the error of p too. If a = 1 or -1, only sums of two words of b and of
 * two words of c are rounded: b and c can change places, and the rows at 45 and 135 degrees (t =
 * -1) stay conjugates bit by bit (lines/passes.h).
 *
 * With A = |a b|, S = A + |c|: the error e of s is at most u S, and |p + z| <= 2 |e|, because -z is
 * the number nearest to p + e and p is one. So the roundings of g, t and l are off by at most u^2
 * (2 S + A), u^2 (S + A), u^2 (|c| + S + 3 A); those of q and its product by u^2 (A + 2 A); that of
 * c.l + q by u^2 (|c| + 2 A); the product that is left out is u^2 A. All together this is at most
 * 15 u^2 S, and 16 u^2 S with the terms in u^3. */
DW_LONG dw_vector dw_FMA(dw_vector a, dw_vector b, dw_vector c)
{
    const words p = MUL(a.h, b.h), s = ADD(c.h, p), z = SUB(c.h, s);
    const words d = SUB(c.h, ADD(s, z)), g = FMA(a.h, b.h, z);
    const words q = FMA(a.h, b.l, MUL(a.l, b.h)), t = ADD(d, g);
    return dw_normal(s, ADD(ADD(c.l, q), t));
}

/* Computes FMA(-a, b, c), except for signs of zeros. FMA and FNMA share their products of a and
 * b. */
DW_LONG dw_vector dw_FNMA(dw_vector a, dw_vector b, dw_vector c)
{
    const words p = MUL(a.h, b.h), s = SUB(c.h, p), z = SUB(c.h, s);
    const words d = SUB(c.h, ADD(s, z)), g = FNMA(a.h, b.h, z);
    const words q = FMA(a.h, b.l, MUL(a.l, b.h)), t = ADD(d, g);
    return dw_normal(s, ADD(SUB(c.l, q), t));
}

/* ------------------------------------------------------------------ moves -- */

DW_INLINE dw_vector dw_SET1(dw_number a) { return (dw_vector){SET1(DW_HIGH(a)), SET1(DW_LOW(a))}; }

#if VL == 1
DW_INLINE dw_vector dw_LOAD(const dw_number *p)
{
    const word *w = (const word *)p;
    return (dw_vector){w[0], w[1]};
}
DW_INLINE void dw_STORE(dw_number *p, dw_vector a)
{
    word *w = (word *)p;
    w[0] = a.h;
    w[1] = a.l;
}
DW_INLINE dw_vector dw_NEGATE(dw_vector a) { return (dw_vector){-a.h, -a.l}; }
#else
DW_INLINE dw_vector dw_NEGATE(dw_vector a)
{
    return (dw_vector){MUL(a.h, SET1(-1)), MUL(a.l, SET1(-1))};
}
DW_INLINE dw_vector dw_LOAD(const dw_number *p)
{
    dw_vector a;
    LOAD_PAIRS((const word *)p, &a.h, &a.l);
    return a;
}
DW_INLINE void dw_STORE(dw_number *p, dw_vector a) { STORE_PAIRS((word *)p, a.h, a.l); }
DW_INLINE void dw_STREAM(dw_number *p, dw_vector a)
{
    words low, high;
    INTERLEAVE(a.h, a.l, &low, &high);
    STREAM((word *)p, low);
    STREAM((word *)p + VL, high);
}
DW_INLINE dw_vector dw_SELECT(dw_vector mask, dw_vector a, dw_vector b)
{
    return (dw_vector){SELECT(mask.h, a.h, b.h), SELECT(mask.l, a.l, b.l)};
}
DW_INLINE void dw_INTERLEAVE(dw_vector re, dw_vector im, dw_vector *low, dw_vector *high)
{
    INTERLEAVE(re.h, im.h, &low->h, &high->h);
    INTERLEAVE(re.l, im.l, &low->l, &high->l);
}
DW_INLINE void dw_LOAD_PAIRS(const dw_number *p, dw_vector *re, dw_vector *im)
{
    const dw_vector a = dw_LOAD(p), b = dw_LOAD(p + VL);
    DEINTERLEAVE(a.h, b.h, &re->h, &im->h);
    DEINTERLEAVE(a.l, b.l, &re->l, &im->l);
}
DW_INLINE void dw_STORE_PAIRS(dw_number *p, dw_vector re, dw_vector im)
{
    dw_vector low, high;
    dw_INTERLEAVE(re, im, &low, &high);
    dw_STORE(p, low);
    dw_STORE(p + VL, high);
}
DW_INLINE dw_vector dw_REVERSE(dw_vector a) { return (dw_vector){REVERSE(a.h), REVERSE(a.l)}; }
DW_INLINE void dw_TRANSPOSE(int h, dw_vector *a, dw_vector *b)
{
    TRANSPOSE(h, &a->h, &b->h);
    TRANSPOSE(h, &a->l, &b->l);
}
#endif

/* Operations on single numbers go through those above. */
#define DW_ALONE(operation)                                                                        \
    static inline dw_number dw_SCALAR_##operation(dw_number a, dw_number b)                        \
    {                                                                                              \
        dw_number r[VL];                                                                           \
        dw_STORE(r, dw_##operation(dw_SET1(a), dw_SET1(b)));                                       \
        return r[0];                                                                               \
    }
DW_ALONE(ADD)
DW_ALONE(SUB)
DW_ALONE(MUL)

/* Returns x as a dw_number. */
static inline dw_number dw_OF_DOUBLE(double x)
{
    const word h = (word)x;
    const word w[2] = {h, (word)(x - (double)h)};
    dw_number r;
    __builtin_memcpy(&r, w, sizeof r);
    return r;
}

/* ------------------------------------------------------------ in their place -- */

#undef PRECISION
#undef PRECISION_BITS
#undef SCALAR_FMA
#undef KEEP
#undef OWN_ROWS
#undef REVERSE_RUNS
#undef STORE_BACK
#undef LOAD_COLUMNS
#undef LOAD_REAL_COLUMNS
#undef LOAD_LANES
#undef LOAD_REAL_LANES
#undef INLINE
#define INLINE DW_INLINE
#define PRECISION DW_PRECISION
#define PRECISION_BITS DW_PRECISION_BITS
#define DOUBLE_WORDS
#define STET_NO_SMALL
#define T dw_number
#define V dw_vector
#define LOAD dw_LOAD
#define STORE dw_STORE
#define STREAM dw_STREAM
#define SET1 dw_SET1
#define ADD dw_ADD
#define SUB dw_SUB
#define MUL dw_MUL
#define FMA dw_FMA
#define FNMA dw_FNMA
#define NEGATE dw_NEGATE
#define SELECT dw_SELECT
#define IS_SET(mask) ((mask).h != 0)
#define INTERLEAVE dw_INTERLEAVE
#define LOAD_PAIRS dw_LOAD_PAIRS
#define STORE_PAIRS dw_STORE_PAIRS
#define REVERSE dw_REVERSE
#define REVERSE_RUNS dw_REVERSE
#define LOAD_COLUMNS dw_LOAD_PAIRS
#define LOAD_REAL_COLUMNS dw_LOAD
#define TRANSPOSE dw_TRANSPOSE
#define LOAD_PACKED dw_LOAD_PACKED /* butterfly.h and last.h define these three */
#define PACK_ROWS dw_PACK_ROWS
#define LOAD_TRANSPOSED dw_LOAD_TRANSPOSED
#define SCALAR_ADD dw_SCALAR_ADD
#define SCALAR_SUB dw_SCALAR_SUB
#define SCALAR_MUL dw_SCALAR_MUL
#define OF_DOUBLE dw_OF_DOUBLE
#define TO_DOUBLE(a) ((double)DW_HIGH(a) + (double)DW_LOW(a))
