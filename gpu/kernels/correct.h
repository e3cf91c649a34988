/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of f32, f16 and bf16: the graph in double, an error bound, and a number is decided
 * if both ends of its interval round to the same bits. In programs of REAL 64; three kernels, one
 * after the other:
 *
 *   stet_energy   for each transform |x|_2, from which the bound follows, and what of it is exact
 *   stet_pass     the last one, with CORRECT: decides, lists what is not decided
 *   stet_direct   sums of the listed numbers in double-double, decided again
 *
 * What that leaves is marked in a word for each transform. The bound is that of stet_plan_bound()
 * for level extended, `each` |X|_2 + underflow, |X|_2 = s sqrt(N) |x|_2 (src/fft/bound.h has the
 * proof for these very operations).
 *
 * EXACT OUTPUTS. Where n_i divides 4 k_i for all dimensions the factors of the sum are 1, -i, -1,
 * i, and the graph, if no length has a rough part, takes the inputs by additions and by products
 * with m = 1 and t = 0 alone. If all inputs are multiples of a power of two g, and sqrt(2 N) |x|_2,
 * which no partial sum exceeds, is below 2^51 g, then all of these are exact in double, ties and
 * zeros too. Of real input the imaginary parts are zero where n_i divides 2 k_i. */
#if REAL == 64

typedef struct {
    double error; /* of each number before it is rounded */
    double energy;
    u64 flags;
} Record;

#define IS_FINITE 1
#define IS_ON_GRID 2
#define IS_ZERO 4
/* Of a line among those of its transform: n_i divides 4 k_i, or 2 k_i, along all other dimensions.
 */
#define LINE_IS_QUARTER 1
#define LINE_IS_HALF 2
/* Behind the strides of a layout. */
#define EXTRA_OPEN 0     /* from the records: bytes to the words of the transforms, */
#define EXTRA_LIST 1     /* to the list: a count, and so many numbers */
#define EXTRA_ROOM 2     /* of the list */
#define EXTRA_LINES 3    /* lines of a transform */
#define EXTRA_QUARTERS 4 /* from the layout: bytes to a byte for each of them, or 0 */
#define EXTRA_EXACT 5    /* 1: no length has a rough part; 2: the input is real */
#define EXTRA_SCALE 6    /* whether the factor is a power of two */
#define EXTRA_COUNT 7    /* whether there is a list */

DEV float float_of_double(double x)
{
#if defined(IN_OPENCL)
    return convert_float_rte(x);
#elif defined(IN_CUDA)
    return __double2float_rn(x);
#else
    return (float)x;
#endif
}

DEV double square_root(double x)
{
#if defined(IN_OPENCL)
    return sqrt(x);
#elif defined(IN_CUDA)
    return __dsqrt_rn(x);
#else
    return __builtin_sqrt(x);
#endif
}

/* To the output's format, in a float that has the number: once, by the bits that are left over;
 * below the least normal number by an addition whose last bit is the least subnormal one. */
DEV float rounded(double x)
{
    if (OUT_FORMAT == FORMAT_F32)
        return float_of_double(x);
    const u64 sign = AS_U64(x) & 0x8000000000000000, size = AS_U64(x) ^ sign;
    const int is_f16 = OUT_FORMAT == FORMAT_F16;
    const u64 least = is_f16 ? 0x3f10000000000000 : 0x3810000000000000; /* 2^-14, 2^-126 */
    if (size >= 0x7ff0000000000000)
        return float_of_double(x);
    if (size < least) {
        const double magic = is_f16 ? 0x1p28 : 0x1p-81;
        return float_of_double(AS_F64(AS_U64(SUB64(ADD64(AS_F64(size), magic), magic)) | sign));
    }
    const int drop = is_f16 ? 42 : 45;
    const u64 up = ((u64)1 << (drop - 1)) - 1 + (size >> drop & 1);
    return float_of_double(AS_F64(((size + up) >> drop << drop) | sign));
}

DEV void put_rounded(GLOBAL char *a, const i64 i, const float v)
{
    if (OUT_FORMAT == FORMAT_F32)
        ((GLOBAL float *)a)[i] = v;
    else
        ((GLOBAL u16 *)a)[i] = OUT_FORMAT == FORMAT_F16 ? half_of_float(v) : bfloat_of_float(v);
}

/* The one NaN of the level. */
DEV void put_nan(GLOBAL char *a, const i64 i)
{
    if (OUT_FORMAT == FORMAT_F32)
        ((GLOBAL u32 *)a)[i] = 0x7fc00000;
    else
        ((GLOBAL u16 *)a)[i] = OUT_FORMAT == FORMAT_F16 ? 0x7e00 : 0x7fc0;
}

/* Whether x is decided within e of it; then *y is it. */
DEV int decided(const double x, const double e, float *y)
{
    const float low = rounded(SUB64(x, e)), high = rounded(ADD64(x, e));
    *y = low;
    return AS_U32(low) == AS_U32(high);
}

/* Number i of the array, number `number` of transform t. */
DEV void decide(const Pass *p, GLOBAL const Record *r, const u32 t, const i64 i, const u32 number,
                const double x, const int is_exact, const int is_zero)
{
    GLOBAL const i64 *RESTRICT const extra = p->layout + 2 + 2 * (DIMS_IN + DIMS_OUT);
    float y = 0;
    if (!(r->flags & IS_FINITE)) {
        put_nan(p->out, i);
        return;
    }
    if (!is_zero && !(r->flags & IS_ZERO) && !(is_exact && x == 0)) {
        /* Two roundings of the product by a factor that is not exact; one of x - e and x + e. */
        const double size = x < 0 ? -x : x;
        const double e = is_exact ? (extra[EXTRA_SCALE] ? 0 : MUL64(size, 0x1p-50))
                                  : FMA64(size, 0x1p-51, r->error);
        if (!decided(x, e, &y)) {
            GLOBAL char *const base = p->correct;
            GLOBAL u32 *const list = (GLOBAL u32 *)(base + extra[EXTRA_LIST]);
            const u32 at = extra[EXTRA_COUNT] > 0 ? ADD_ATOMIC(list, 1) : 0;
            if (extra[EXTRA_COUNT] > 0 && at < (u32)extra[EXTRA_ROOM])
                ((GLOBAL u64 *)list)[1 + at] = (u64)t << 32 | number;
            else
                OR_ATOMIC((GLOBAL u32 *)(base + extra[EXTRA_OPEN]) + t, 1);
        }
    }
    put_rounded(p->out, i, y);
}

DEV void form_out_correct(const Pass *p, const Place *a, const u32 k, const T2 z)
{
    GLOBAL const i64 *RESTRICT const extra = p->layout + 2 + 2 * (DIMS_IN + DIMS_OUT);
    const u32 lines = (u32)extra[EXTRA_LINES], t = a->out_line / lines;
    GLOBAL const Record *const r = (GLOBAL const Record *)p->correct + t;
    const int line =
        extra[EXTRA_QUARTERS] > 0
            ? ((GLOBAL const u8 *)p->layout + extra[EXTRA_QUARTERS])[a->out_line - t * lines]
            : LINE_IS_QUARTER | LINE_IS_HALF;
    const int on_grid =
        (extra[EXTRA_EXACT] & 1) && (r->flags & IS_ON_GRID) && (line & LINE_IS_QUARTER);
    const i64 step = p->layout[1];
    if (OUT_FORM == FORM_REAL) {
        decide(p, r, t, a->out + k * step, k, z.x, 0, 0);
    } else if (OUT_FORM == FORM_PAIRS) {
        decide(p, r, t, a->out + 2 * k * step, 2 * k, z.x, 0, 0);
        decide(p, r, t, a->out + (2 * (i64)k + 1) * step, 2 * k + 1, z.y, 0, 0);
    } else if (OUT_FORM == FORM_COMPLEX || 2 * k <= p->n) {
        const i64 at = 2 * (a->out + k * step);
        const int is_exact = on_grid && (u64)k * 4 % p->n == 0;
        const int is_real =
            (extra[EXTRA_EXACT] & 2) && (line & LINE_IS_HALF) && (u64)k * 2 % p->n == 0;
        decide(p, r, t, at, 2 * k, z.x, is_exact, 0);
        decide(p, r, t, at + 1, 2 * k + 1, z.y, is_exact, is_real);
    }
}

#define THREADS_OF_SUMS 128

/* Real and imaginary part of number i of a transform that begins at `at`, as the definition has it:
 * those of a half spectrum that stand for two are doubled, the imaginary parts that it does not
 * read are zero. */
DEV double2 input_of(const Pass *p, const i64 at, const u32 i)
{
    const i64 k = at + line_at(p->layout + 2, DIMS_IN, i);
    double2 z;
    z.x = number_at(p, IN_FORM == FORM_REAL ? k : 2 * k);
    z.y = IN_FORM == FORM_REAL ? 0 : number_at(p, 2 * k + 1);
    if (IN_FORM == FORM_HALF) {
        const int is_end = i == 0 || 2 * i == p->n;
        z.x = is_end ? z.x : ADD64(z.x, z.x);
        z.y = is_end ? 0 : ADD64(z.y, z.y);
    }
    return z;
}

/* A block for each transform, of `count` inputs: 0 L0. unit |x|_2 + tiny is the bound: bits at 8
 * and 9. 10: what the words of the transforms begin with. 11: the sum of all inputs is at most so
 * many times |x|_2. */
#if HAS_KERNEL(IS_ENERGY)
KERNEL(stet_energy, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TILE(double, sums, THREADS_OF_SUMS);
    Pass p;
    p.in = s0 + o0;
    p.layout = (GLOBAL const i64 *)(s4 + o4);
    p.correct = s5 + o5;
    p.n = (u32)a3;
    p.load = 1;
    GLOBAL const i64 *RESTRICT const extra = p.layout + 2 + 2 * (DIMS_IN + DIMS_OUT);
    const u32 count = (u32)a0;
    const i64 at = line_at(p.layout + 2 + 2 * DIMS_IN, DIMS_OUT, BLOCK);
    EACH_THREAD
    {
        double sum = 0;
        for (u32 i = (u32)THREAD; i < count; i += THREADS_OF_SUMS) {
            const double2 z = input_of(&p, at, i);
            sum = FMA64(z.x, z.x, FMA64(z.y, z.y, sum));
        }
        sums[THREAD] = sum;
    }
    for (int k = THREADS_OF_SUMS / 2; k > 0; k /= 2) {
        BARRIER();
        EACH_THREAD
        {
            if (THREAD < k)
                sums[THREAD] = ADD64(sums[THREAD], sums[THREAD + k]);
        }
    }
    BARRIER();
    const double energy = square_root(sums[0]), size = MUL64(energy, AS_F64((u64)a11));
    /* The power of two above: 3 times it has a last bit of 2^-51 of it. */
    const double magic = 3 * AS_F64(((AS_U64(size) >> 52) + 1) << 52);
    BARRIER();
    EACH_THREAD
    {
        int off = 0;
        for (u32 i = (u32)THREAD; i < count; i += THREADS_OF_SUMS) {
            const double2 z = input_of(&p, at, i);
            off |= SUB64(ADD64(z.x, magic), magic) != z.x || SUB64(ADD64(z.y, magic), magic) != z.y;
        }
        sums[THREAD] = off;
    }
    for (int k = THREADS_OF_SUMS / 2; k > 0; k /= 2) {
        BARRIER();
        EACH_THREAD
        {
            if (THREAD < k)
                sums[THREAD] = ADD64(sums[THREAD], sums[THREAD + k]);
        }
    }
    BARRIER();
    EACH_THREAD
    {
        if (THREAD == 0) {
            GLOBAL Record *const r = (GLOBAL Record *)p.correct + BLOCK;
            r->error = FMA64(AS_F64((u64)a8), energy, AS_F64((u64)a9));
            r->energy = energy;
            r->flags = (energy < 0x1p1000 ? IS_FINITE : 0) | (sums[0] == 0 ? IS_ON_GRID : 0) |
                       (energy == 0 ? IS_ZERO : 0);
            ((GLOBAL u32 *)(p.correct + extra[EXTRA_OPEN]))[BLOCK] =
                energy < 0x1p1000 ? (u32)a10 : 0;
            if (BLOCK == 0)
                *(GLOBAL u32 *)(p.correct + extra[EXTRA_LIST]) = 0;
        }
    }
}
#endif

DEV void two_sum(const double a, const double b, double *s, double *e)
{
    const double t = ADD64(a, b), z = SUB64(t, a);
    *e = ADD64(SUB64(a, SUB64(t, z)), SUB64(b, z));
    *s = t;
}

/* (h, l) += x (hi, lo) */
DEV void add_product(const double x, const double hi, const double lo, double *h, double *l)
{
    const double p = MUL64(x, hi), q = FMA64(x, lo, FMA64(x, hi, -p));
    double e;
    two_sum(*h, p, h, &e);
    *l = ADD64(*l, ADD64(e, q));
}

/* s + r as a double that is odd where it is not exact, so that one rounding to fewer bits follows.
 */
DEV double odd_sum(const double s, const double r)
{
    double t, f;
    two_sum(s, r, &t, &f);
    u64 bits = AS_U64(t);
    if (f != 0 && !(bits & 1))
        bits += (f > 0) == (t > 0) ? 1 : (u64)-1;
    return AS_F64(bits);
}

/* The listed numbers, one for a block at a time: a0 inputs each, of transforms of N = a3. Roots
 * exp(-2 pi i k/N) as pairs.
 *
 * ERROR. With u = 2^-53 and S the sum of the |re| and |im|: a product is p + q within 2 u^2 |x|
 * (fma(x, hi, -p) is exact; q is at most 2 u |x|, rounded once) and the root's pair within u^2.
 * Each addition leaves at most u of l behind, |l| <= (u S + 2 u |x|) for each of the at most 2 N +
 * 8 terms so far, and u of e + q: together at most u^2 S (2 N + 16)^2, sums of threads included.
 * None of this where the inputs are multiples of g as above and the factors are 0, 1, 1/2: where N
 * divides 4 k, or, in the real part of real input's, 6 k. S <= sqrt(2 N) |x|_2: a11. The factor, a
 * pair within 2^-104, and the product by it: below 2^-100 of the result. */
#if HAS_KERNEL(IS_DIRECT)
KERNEL(stet_direct, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TILE(double, highs, 2 * THREADS_OF_SUMS);
    SHARED double *const low = highs + THREADS_OF_SUMS;
    Pass p;
    p.in = s0 + o0;
    p.out = s1 + o1;
    p.layout = (GLOBAL const i64 *)(s4 + o4);
    p.correct = s5 + o5;
    p.n = (u32)a3;
    p.load = 1;
    GLOBAL const double *RESTRICT const roots = (GLOBAL const double *)(s3 + o3);
    GLOBAL const i64 *RESTRICT const extra = p.layout + 2 + 2 * (DIMS_IN + DIMS_OUT);
    GLOBAL const u32 *const list = (GLOBAL const u32 *)(p.correct + extra[EXTRA_LIST]);
    const u32 count = (u32)a0, found = list[0], room = (u32)extra[EXTRA_ROOM],
              end = found < room ? found : room;
    for (u32 at = BLOCK; at < end; at += (u32)a1) {
        const u64 entry = ((GLOBAL const u64 *)list)[1 + at];
        const u32 t = (u32)(entry >> 32), number = (u32)entry;
        const i64 begin = line_at(p.layout + 2 + 2 * DIMS_IN, DIMS_OUT, t);
        /* Output k; of exchanged parts the other one. */
        const int is_real = OUT_FORM == FORM_REAL || OUT_FORM == FORM_PAIRS;
        const u32 k = is_real ? number : number >> 1;
        const int part = is_real ? 0 : (int)(number & 1) ^ (SWAP_OUT ? 1 : 0);
        EACH_THREAD
        {
            double h = 0, l = 0;
            for (u32 i = (u32)THREAD; i < count; i += THREADS_OF_SUMS) {
                double2 z = input_of(&p, begin, i);
                GLOBAL const double *RESTRICT const w = roots + 4 * (k * i % p.n);
                const double x = SWAP_IN ? z.y : z.x, y = SWAP_IN ? z.x : z.y;
                /* (x + i y)(c + i s), s = -sin; of a half spectrum the real part of (x + i y)(c - i
                 * s) */
                add_product(part ? y : x, w[0], w[1], &h, &l);
                add_product(part || IN_FORM == FORM_HALF ? (part ? x : y) : -y, w[2], w[3], &h, &l);
            }
            highs[THREAD] = h;
            low[THREAD] = l;
        }
        for (int d = THREADS_OF_SUMS / 2; d > 0; d /= 2) {
            BARRIER();
            EACH_THREAD
            {
                if (THREAD < d) {
                    double s, e;
                    two_sum(highs[THREAD], highs[THREAD + d], &s, &e);
                    highs[THREAD] = s;
                    low[THREAD] = ADD64(ADD64(low[THREAD], low[THREAD + d]), e);
                }
            }
        }
        BARRIER();
        EACH_THREAD
        {
            if (THREAD == 0) {
                GLOBAL const Record *const r = (GLOBAL const Record *)p.correct + t;
                const double scale = AS_F64((u64)a8), rest = AS_F64((u64)a9), h = highs[0],
                             l = low[0];
                const double q = MUL64(h, scale);
                double s, f;
                two_sum(q, ADD64(FMA64(h, scale, -q), FMA64(h, rest, MUL64(l, scale))), &s, &f);
                const double size = s < 0 ? -s : s;
                const int is_exact =
                    (r->flags & IS_ON_GRID) &&
                    (k * 4 % p.n == 0 || (IN_FORM == FORM_REAL && !part && (u64)k * 6 % p.n == 0));
                double e = FMA64(AS_F64((u64)a10), r->energy, FMA64(size, 0x1p-98, 0x1p-900));
                if (is_exact)
                    e = extra[EXTRA_SCALE] ? 0 : MUL64(size, 0x1p-98);
                const double y_low = odd_sum(s, SUB64(f, e)), y_high = odd_sum(s, ADD64(f, e));
                const float y = rounded(is_exact && size == 0 ? 0 : y_low),
                            z = rounded(is_exact && size == 0 ? 0 : y_high);
                const i64 base = line_at(p.layout + 2 + 2 * (DIMS_IN + DIMS_OUT) + 8, DIMS_OUT, t);
                const i64 to =
                    is_real ? base + k * p.layout[1] : 2 * (base + k * p.layout[1]) + (number & 1);
                if (AS_U32(y) == AS_U32(z))
                    put_rounded(p.out, to, y);
                else
                    OR_ATOMIC((GLOBAL u32 *)(p.correct + extra[EXTRA_OPEN]) + t, 1);
            }
        }
        BARRIER();
    }
}
#endif
#endif
