/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct of f32, f16 and bf16: the graph runs in double with an error bound, and a number
 * is decided if both ends of its interval round to the same bits. These are programs of REAL 64,
 * run in this order:
 *
 *   stet_energy   computes |x|_2 of each transform for the bound; tests if its inputs are on a grid
 *   stet_pass     the last pass, with CORRECT: decides numbers and lists the open ones
 *   stet_direct   computes the listed numbers as sums in double-double, decides again (sums.h)
 *   stet_rest     for transforms with open numbers: decides rational outputs, and computes the
 *                 remaining ones as sums if they are few (sums.h)
 *
 * If many numbers stay open, the input consists of tones: the other outputs are as small as the
 * roundings of the inputs. Two kernels are for these transforms:
 *
 *   stet_widen    converts the inputs for passes in double-double
 *   stet_settle   decides by the results, and decides ties and zeros by conjugates (sums.h)
 *
 * A word for each transform counts its open numbers; each open number is a mark in the output. The
 * bound is that of stet_plan_bound() for level extended, `each` |X|_2 + underflow, with |X|_2 = s
 * sqrt(N) |x|_2 (src/graph/bound.h has the proof for these operations).
 *
 * EXACT OUTPUTS. If n_i divides 4 k_i for every dimension i, the factors of the sum are 1, -i, -1
 * and i. If no length has a prime above 127, the graph then uses additions and products with m = 1
 * and t = 0 alone. Let all inputs be multiples of a power of two g, and sqrt(2 N) |x|_2 < 2^51 g;
 * no partial sum exceeds sqrt(2 N) |x|_2. Then all these outputs are exact in double, ties and
 * zeros too. For real input the imaginary parts are zero if n_i divides 2 k_i for every i. */
#if REAL == 64

typedef struct {
    double error; /* of each number before rounding */
    double energy;
    u32 flags, is_rough; /* is_rough: see stet_widen */
} Record;

#define IS_FINITE 1
#define IS_ON_GRID 2
#define IS_ZERO 4
/* Flags of a line: n_i divides 4 k_i, or 2 k_i, for all other dimensions. */
#define LINE_IS_QUARTER 1
#define LINE_IS_HALF 2
/* Numbers after the strides of a layout. */
#define EXTRA_OPEN 0     /* bytes from the records to the words */
#define EXTRA_LIST 1     /* bytes from the records to the list, which begins with a count */
#define EXTRA_ROOM 2     /* capacity of the list */
#define EXTRA_LINES 3    /* lines of a transform */
#define EXTRA_QUARTERS 4 /* bytes from the layout to a byte of flags for each line, or 0 */
#define EXTRA_EXACT 5    /* 1: no length has a prime above 127; 2: the input is real */
#define EXTRA_SCALE 6    /* 1: the factor is a power of two */
#define EXTRA_COUNT 7    /* limit of listed numbers of a transform */
#define EXTRA_ROW 8      /* outputs along the axis that is transformed last */

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

/* Rounds x once to the output's format and returns it as a float. It rounds by the dropped bits;
 * below the least normal number it adds a constant whose last bit is the least subnormal number. */
DEV float rounded(double x)
{
    if (OUT_FORMAT == FORMAT_F32)
        return float_of_double(x);
    const u64 sign = AS_U64(x) & 0x8000000000000000, size = AS_U64(x) ^ sign;
    const int is_f16 = OUT_FORMAT == FORMAT_F16;
    const u64 least = is_f16 ? 0x3f10000000000000 : 0x3810000000000000; /* 2^-14 or 2^-126 */
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

/* Writes the only NaN that level correct returns. */
DEV void put_nan(GLOBAL char *a, const i64 i)
{
    if (OUT_FORMAT == FORMAT_F32)
        ((GLOBAL u32 *)a)[i] = 0x7fc00000;
    else
        ((GLOBAL u16 *)a)[i] = OUT_FORMAT == FORMAT_F16 ? 0x7e00 : 0x7fc0;
}

/* The mark of an open number: a NaN that no other kernel writes. */
#define MARK_F32 0x7fc05e7eu
#define MARK_F16 0x7e5eu
#define MARK_BF16 0x7fdeu
DEV void put_mark(GLOBAL char *a, const i64 i)
{
    if (OUT_FORMAT == FORMAT_F32)
        ((GLOBAL u32 *)a)[i] = MARK_F32;
    else
        ((GLOBAL u16 *)a)[i] = OUT_FORMAT == FORMAT_F16 ? MARK_F16 : MARK_BF16;
}

DEV int is_marked(GLOBAL const char *a, const i64 i)
{
    if (OUT_FORMAT == FORMAT_F32)
        return ((GLOBAL const u32 *)a)[i] == MARK_F32;
    return ((GLOBAL const u16 *)a)[i] == (OUT_FORMAT == FORMAT_F16 ? MARK_F16 : MARK_BF16);
}

/* Reports whether all numbers within e of x round to the same number; stores that in *y. */
DEV int decided(const double x, const double e, float *y)
{
    const float low = rounded(SUB64(x, e)), high = rounded(ADD64(x, e));
    *y = low;
    return AS_U32(low) == AS_U32(high);
}

/* Decides number i of the array, which is output `number` of transform t. Outputs are counted
 * along the axis that is transformed last, then along the others; a complex output counts as
 * two. */
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
        /* An inexact factor costs two roundings of the product; x - e and x + e cost one each. */
        const double size = x < 0 ? -x : x;
        const double e = is_exact ? (extra[EXTRA_SCALE] ? 0 : MUL64(size, 0x1p-50))
                                  : FMA64(size, 0x1p-51, r->error);
        if (!decided(x, e, &y)) {
            GLOBAL char *const base = p->correct;
            GLOBAL u32 *const list = (GLOBAL u32 *)(base + extra[EXTRA_LIST]);
            const u32 mine = ADD_ATOMIC((GLOBAL u32 *)(base + extra[EXTRA_OPEN]) + t, 1);
            const u32 at = mine < (u32)extra[EXTRA_COUNT] ? ADD_ATOMIC(list, 1) : (u32)-1;
            if (at < (u32)extra[EXTRA_ROOM])
                ((GLOBAL u64 *)list)[1 + at] = (u64)t << 32 | number;
            put_mark(p->out, i);
            return;
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
    const u32 first = (a->out_line - t * lines) * (u32)extra[EXTRA_ROW];
    if (OUT_FORM == FORM_REAL) {
        decide(p, r, t, a->out + k * step, first + k, z.x, 0, 0);
    } else if (OUT_FORM == FORM_PAIRS) {
        decide(p, r, t, a->out + 2 * k * step, first + 2 * k, z.x, 0, 0);
        decide(p, r, t, a->out + (2 * (i64)k + 1) * step, first + 2 * k + 1, z.y, 0, 0);
    } else if (OUT_FORM == FORM_COMPLEX || 2 * k <= p->n) {
        const i64 at = 2 * (a->out + k * step);
        const int is_exact = on_grid && (u64)k * 4 % p->n == 0;
        const int is_real =
            (extra[EXTRA_EXACT] & 2) && (line & LINE_IS_HALF) && (u64)k * 2 % p->n == 0;
        decide(p, r, t, at, 2 * (first + k), z.x, is_exact, 0);
        decide(p, r, t, at + 1, 2 * (first + k) + 1, z.y, is_exact, is_real);
    }
}

#define THREADS_OF_SUMS 128

/* Returns real and imaginary part of input i of the transform that begins at `at`, as the sum of
 * the definition uses them. Numbers of a half spectrum that stand for two are doubled; imaginary
 * parts that a one-dimensional transform ignores are zero. */
DEV double2 input_of(const Pass *p, const i64 at, const u32 i)
{
    const i64 k = at + line_at(p->layout + 2, DIMS_IN, i);
    double2 z;
    z.x = number_at(p, IN_FORM == FORM_REAL ? k : 2 * k);
    z.y = IN_FORM == FORM_REAL ? 0 : number_at(p, 2 * k + 1);
    if (IN_FORM == FORM_HALF) {
        const u32 last = i % (p->n / 2 + 1);
        const int is_end = last == 0 || 2 * last == p->n;
        z.x = is_end ? z.x : ADD64(z.x, z.x);
        z.y = !is_end ? ADD64(z.y, z.y) : DIMS_IN > 1 ? z.y : 0;
    }
    return z;
}

/* One block computes one transform. a0: number of inputs; a3: L0; unit |x|_2 + tiny is the bound,
 * a8 and a9 are the bits of unit and tiny; a11: the bits of a factor f so that the sum of all
 * inputs is at most f |x|_2. */
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
    /* `magic` is 3 times the next power of two; its last bit is 2^-51 of that power. */
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
            r->is_rough = 0;
            ((GLOBAL u32 *)(p.correct + extra[EXTRA_OPEN]))[BLOCK] = 0;
            if (BLOCK == 0)
                *(GLOBAL u32 *)(p.correct + extra[EXTRA_LIST]) = 0;
        }
    }
}
#endif
#endif
