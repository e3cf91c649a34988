/* SPDX-License-Identifier: Apache-2.0 */
/* Level correct: stet_direct and stet_rest decide numbers that double with a bound does not
 * (correct.h).
 *
 * RATIONAL OUTPUTS. One dimension (settle_number() has several). Let output k use a root of order
 * d, k = u N/d, and let y_j be the sum of the inputs with a number j mod d: X_k = sum y_j z^(u j),
 * z = exp(-2 pi i/d). Let D be the least common multiple of d and 4, and w = exp(-2 pi i/D), so
 * i = w^(3 D/4). Take the polynomial in w with the coefficients
 *     Re y_j + Re y_-j        at j D/d,
 *     +-(Im y_j - Im y_-j)    at j D/d + 3 D/4,    minus if 4 divides d and u = 3 mod 4.
 * Its image under the automorphism w -> w^u, which keeps rational numbers, is twice the real part
 * of X_k. Twice the imaginary part is the same for -i y. For each prime p of D, the powers of w
 * that are D/p apart have the sum 0. This removes one of each p powers; the remaining ones, 1 among
 * them, are a basis of the field over the rational numbers. Take all outputs of one order, and of
 * one u mod 4 if 4 divides d. If all coefficients but that of 1 vanish, the parts of these outputs
 * are rational, and that coefficient is twice the part. Otherwise they are irrational, so no tie or
 * zero.
 *
 * These sums are exact. Let 2^E exceed sqrt(2 N) |x|_2, and let G = 2^(E-51). An input is h + l, h
 * a multiple of G and |l| <= G/2. Sums of h contain an input at most twice; they are multiples of G
 * below 2^53 G. Sums of l are at most 2 N G, and every l must be a multiple of 2^-51 times the
 * power of two above 4 N G; if one is not, nothing is decided. */
#if REAL == 64

/* Slot 2 describes a transform: first each dimension, then the axis that is transformed last, the
 * outputs along it, and the number of all outputs. For stet_rest follow the number of orders, the
 * number of primes of lcm(4, N), the primes and the orders. */
#define AXIS_COUNT 0  /* outputs along it */
#define AXIS_STRIDE 1 /* in numbers, as in layouts */
#define AXIS_TURNS 2  /* D over its length */
#define AXIS_N 3
#define AXIS_SIZE 4
#define SHAPE_AXIS 0
#define SHAPE_ROW 1
#define SHAPE_OUTPUTS 2
#define SHAPE_ORDERS 3
#define SHAPE_PRIMES 4
#define SHAPE_SIZE 5
#if defined(IN_C)
#define MOST_AXES 16
#else
#define MOST_AXES DIMS_IN
#endif

typedef struct {
    Pass p;
    GLOBAL const i64 *RESTRICT axes;
    GLOBAL const i64 *RESTRICT shape;
    GLOBAL const i64 *RESTRICT extra;
    GLOBAL const double *RESTRICT roots; /* pairs of exp(-2 pi i k/D) */
    u32 count, D;                        /* count: inputs of a transform */
    double scale, rest;                  /* the factor as a pair */
    double divisor;                      /* 1/factor if that is an integer, else 0 */
    double bound, plain_bound;           /* with the factor and without, times |x|_2 */
} Sums;

/* Describes an output: its indices, its place in the array, and its part (0 real) in the sum of the
 * definition. */
typedef struct {
    u32 k[MOST_AXES];
    i64 at;
    int part;
} Output;

#define SUMS_IS_REAL (OUT_FORM == FORM_REAL)

DEV void two_sum(const double a, const double b, double *s, double *e)
{
    const double t = ADD64(a, b), z = SUB64(t, a);
    *e = ADD64(SUB64(a, SUB64(t, z)), SUB64(b, z));
    *s = t;
}

/* Adds x (hi, lo) to (h, l). */
DEV void add_product(const double x, const double hi, const double lo, double *h, double *l)
{
    const double p = MUL64(x, hi), q = FMA64(x, lo, FMA64(x, hi, -p));
    double e;
    two_sum(*h, p, h, &e);
    *l = ADD64(*l, ADD64(e, q));
}

/* Returns s + r rounded to odd if it is not exact, so that a following rounding to fewer bits is
 * the only one. */
DEV double odd_sum(const double s, const double r)
{
    double t, f;
    two_sum(s, r, &t, &f);
    u64 bits = AS_U64(t);
    if (f != 0 && !(bits & 1))
        bits += (f > 0) == (t > 0) ? 1 : (u64)-1;
    return AS_F64(bits);
}

DEV Output output_of(const Sums *s, const u32 t, const u32 number)
{
    Output o;
    const u32 axis = (u32)s->shape[SHAPE_AXIS], row = (u32)s->shape[SHAPE_ROW];
    const u32 q = SUMS_IS_REAL ? number : number >> 1;
    u32 line = q / row;
    i64 at = line_at(s->extra + EXTRA_SIZE, DIMS_OUT, t);
    for (int a = DIMS_IN - 1; a >= 0; a--) {
        GLOBAL const i64 *RESTRICT const about = s->axes + AXIS_SIZE * a;
        if ((u32)a == axis) {
            o.k[a] = q % row;
        } else {
            o.k[a] = line % (u32)about[AXIS_COUNT];
            line /= (u32)about[AXIS_COUNT];
        }
        at += o.k[a] * about[AXIS_STRIDE];
    }
    o.part = SUMS_IS_REAL ? 0 : (int)(number & 1) ^ (SWAP_OUT ? 1 : 0);
    o.at = SUMS_IS_REAL ? at : 2 * at + (number & 1);
    return o;
}

/* Reports whether h + l equals t exactly. */
DEV int is_sum(const double h, const double l, const double t)
{
    double a, b, c, d;
    two_sum(h, -t, &a, &b);
    two_sum(b, l, &b, &c);
    two_sum(a, b, &a, &d);
    return a == 0 && ADD64(d, c) == 0;
}

/* One thread writes (h + l) times the factor if that is decided. h + l is off by at most `error`,
 * or exact. An exact number may be a tie, which no interval decides: the product of a midpoint and
 * an integer has few enough bits to be compared exactly. */
DEV void settle(const Sums *s, const u32 t, const Output *o, const double h, const double l,
                const int is_exact, const double error)
{
    double q = MUL64(h, s->scale), f;
    two_sum(q, ADD64(FMA64(h, s->scale, -q), FMA64(h, s->rest, MUL64(l, s->scale))), &q, &f);
    const double size = q < 0 ? -q : q;
    double e = FMA64(size, 0x1p-98, error);
    if (is_exact)
        e = s->extra[EXTRA_SCALE] ? 0 : MUL64(size, 0x1p-98);
    const int is_zero = is_exact && size == 0;
    float y = is_zero ? 0 : rounded(odd_sum(q, SUB64(f, e)));
    const float z = is_zero ? 0 : rounded(odd_sum(q, ADD64(f, e)));
    if (AS_U32(y) != AS_U32(z)) {
        const double middle = MUL64(ADD64((double)y, (double)z), 0.5);
        if (!is_exact || s->divisor == 0 || !is_sum(h, l, MUL64(middle, s->divisor)))
            return;
        y = rounded(middle);
    }
    put_rounded(s->p.out, o->at, y);
    (void)ADD_ATOMIC((GLOBAL u32 *)(s->p.correct + s->extra[EXTRA_OPEN]) + t, (u32)-1);
}

/* A block computes an output of transform t as its sum; the result is (sums[0],
 * sums[THREADS_OF_SUMS]).
 *
 * ERROR. Let u = 2^-53 and S the sum of |re| and |im| of the inputs. A product is p + q within 2
 * u^2 |x| (fma(x, hi, -p) is exact; q is at most 2 u |x|, rounded once), and the root's pair is
 * within u^2. Each addition has an error of at most u |l|, with |l| <= u S + 2 u |x| for each of
 * the at most 2 N + 8 terms, and of u |e + q|. Together this is at most u^2 S (2 N + 16)^2, the
 * sums over threads included, and S <= sqrt(2 N) |x|_2. The error is 0 if the inputs are multiples
 * of g as in correct.h and the factors are 0, 1 and 1/2: if n divides 4 k, or 6 k for the real
 * part of real input. The norm's factor, a pair within 2^-104, and the product by it add less than
 * 2^-100 of the result. */
DEV void sum_of(const Sums *s, const u32 t, const Output *o, SHARED double *sums)
{
    SHARED double *const low = sums + THREADS_OF_SUMS;
    const i64 begin = line_at(s->p.layout + 2 + 2 * DIMS_IN, DIMS_OUT, t);
    EACH_THREAD
    {
        double h = 0, l = 0;
        for (u32 i = (u32)THREAD; i < s->count; i += THREADS_OF_SUMS) {
            const double2 z = input_of(&s->p, begin, i);
            u64 turn = 0;
            u32 left = i;
            for (int a = DIMS_IN - 1; a >= 0; a--) {
                const u32 n = (u32)s->p.layout[2 + 2 * a], at = a > 0 ? left % n : left;
                turn += (u64)o->k[a] * (u32)s->axes[AXIS_SIZE * a + AXIS_TURNS] % s->D * at;
                left = a > 0 ? left / n : 0;
            }
            GLOBAL const double *RESTRICT const w = s->roots + 4 * (turn % s->D);
            const double x = SWAP_IN ? z.y : z.x, y = SWAP_IN ? z.x : z.y;
            /* The term is (x + i y)(c + i s), s = -sin; for a half spectrum it is the real part of
             * (x + i y)(c - i s). */
            add_product(o->part ? y : x, w[0], w[1], &h, &l);
            add_product(o->part || IN_FORM == FORM_HALF ? (o->part ? x : y) : -y, w[2], w[3], &h,
                        &l);
        }
        sums[THREAD] = h;
        low[THREAD] = l;
    }
    for (int d = THREADS_OF_SUMS / 2; d > 0; d /= 2) {
        BARRIER();
        EACH_THREAD
        {
            if (THREAD < d) {
                double h, e;
                two_sum(sums[THREAD], sums[THREAD + d], &h, &e);
                sums[THREAD] = h;
                low[THREAD] = ADD64(ADD64(low[THREAD], low[THREAD + d]), e);
            }
        }
    }
    BARRIER();
}

/* Writes the result of sum_of() if it is decided. */
DEV void settle_sum(const Sums *s, const u32 t, const Output *o, SHARED const double *sums)
{
    EACH_THREAD
    {
        if (THREAD == 0) {
            GLOBAL const Record *const r = (GLOBAL const Record *)s->p.correct + t;
            int is_quarter = 1;
            for (int a = 0; a < DIMS_IN; a++)
                is_quarter = is_quarter && o->k[a] * 4 % (u32)s->axes[AXIS_SIZE * a + AXIS_N] == 0;
            const int is_sixth =
                DIMS_IN == 1 && IN_FORM == FORM_REAL && !o->part && (u64)o->k[0] * 6 % s->D == 0;
            settle(s, t, o, sums[0], sums[THREADS_OF_SUMS],
                   (r->flags & IS_ON_GRID) && (is_quarter || is_sixth),
                   FMA64(s->bound, r->energy, 0x1p-900));
        }
    }
    BARRIER_OF_ARRAYS();
}

#define TAKE_SUMS(s)                                                                               \
    Sums s;                                                                                        \
    s.p.in = s0 + o0;                                                                              \
    s.p.out = s1 + o1;                                                                             \
    s.p.layout = (GLOBAL const i64 *)(s4 + o4);                                                    \
    s.p.correct = s5 + o5;                                                                         \
    s.p.n = (u32)a3;                                                                               \
    s.p.load = 1;                                                                                  \
    s.axes = (GLOBAL const i64 *)(s2 + o2);                                                        \
    s.shape = s.axes + AXIS_SIZE * DIMS_IN;                                                        \
    s.extra = s.p.layout + 2 + 2 * (DIMS_IN + DIMS_OUT);                                           \
    s.roots = (GLOBAL const double *)(s3 + o3);                                                    \
    s.count = (u32)a0;                                                                             \
    s.D = (u32)a2;                                                                                 \
    s.scale = AS_F64((u64)a8);                                                                     \
    s.rest = AS_F64((u64)a9);                                                                      \
    s.divisor = AS_F64((u64)a5);                                                                   \
    s.bound = AS_F64((u64)a10);                                                                    \
    s.plain_bound = AS_F64((u64)a14)

/* Computes the listed numbers; each of the a1 blocks takes one at a time. */
#if HAS_KERNEL(IS_DIRECT)
KERNEL(stet_direct, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TILE(double, sums, 2 * THREADS_OF_SUMS);
    TAKE_SUMS(s);
    GLOBAL const u32 *const list = (GLOBAL const u32 *)(s.p.correct + s.extra[EXTRA_LIST]);
    const u32 found = list[0], room = (u32)s.extra[EXTRA_ROOM], end = found < room ? found : room;
    for (u32 at = BLOCK; at < end; at += (u32)a1) {
        const u64 entry = ((GLOBAL const u64 *)list)[1 + at];
        const Output o = output_of(&s, (u32)(entry >> 32), (u32)entry);
        sum_of(&s, (u32)(entry >> 32), &o, sums);
        settle_sum(&s, (u32)(entry >> 32), &o, sums);
    }
}
#endif

/* ------------------------------------------------------ rational outputs -- */

/* An exact sum h + l. */
typedef struct {
    double h, l;
} Exact;

typedef struct {
    u32 d, D, primes;
    GLOBAL const i64 *RESTRICT prime; /* of lcm(4, N); only divisors of D count */
    double magic;
    i64 begin;
} Order;

DEV double on_grid(const double x, const double magic) { return SUB64(ADD64(x, magic), magic); }

/* `above` is 2^E of the theorem. `fine` is the power of two above 4 N G; every l is a multiple of
 * 2^-51 fine. */
typedef struct {
    double above, fine;
} Grid;

DEV Grid grid_of(const Sums *s, const u32 t, const i64 size_factor, const i64 points)
{
    const double energy = ((GLOBAL const Record *)s->p.correct + t)->energy;
    const double size = MUL64(energy, AS_F64((u64)size_factor));
    Grid g;
    g.above = AS_F64(((AS_U64(size) >> 52) + 1) << 52);
    g.fine = MUL64(g.above, AS_F64((u64)points));
    return g;
}

DEV int is_on(const Grid *g, const double x)
{
    const double rest = SUB64(x, on_grid(x, 3 * g->above));
    return on_grid(rest, 3 * g->fine) == rest;
}

/* Adds sign times a part of y_j to *sum. */
DEV void add_fold(const Sums *s, const Order *c, const u32 j, const int part, const int sign,
                  Exact *sum)
{
    for (u32 i = j; i < s->count; i += c->d) {
        const double2 z = input_of(&s->p, c->begin, i);
        const double y = IN_FORM == FORM_HALF ? -z.y : z.y;
        const double v = (part != 0) != (SWAP_IN != 0) ? y : z.x;
        const double x = sign < 0 ? -v : v, h = on_grid(x, c->magic);
        sum->h = ADD64(sum->h, h);
        sum->l = ADD64(sum->l, SUB64(x, h));
    }
}

/* Adds sign times the coefficient at w^t before the reduction by primes. sum[0] and [1] are for
 * the real part, from Re y and from Im y; sum[2] and [3] for the imaginary part, from Im y and
 * from -Re y. */
DEV void add_coefficient(const Sums *s, const Order *c, const u32 t, const int sign, Exact *sum)
{
    const u32 M = c->D / c->d, v = (t + c->D / 4) % c->D;
    if (t % M == 0) {
        const u32 j = t / M, minus = (c->d - j) % c->d;
        for (int part = 0; part < 2; part++) {
            add_fold(s, c, j, part, sign, &sum[2 * part]);
            add_fold(s, c, minus, part, sign, &sum[2 * part]);
        }
    }
    if (v % M == 0) {
        const u32 j = v / M, minus = (c->d - j) % c->d;
        for (int part = 0; part < 2; part++) {
            add_fold(s, c, j, 1 - part, part ? -sign : sign, &sum[2 * part + 1]);
            add_fold(s, c, minus, 1 - part, part ? sign : -sign, &sum[2 * part + 1]);
        }
    }
}

/* Returns the largest power of p that divides D. */
DEV u32 power_in(u32 D, const u32 p)
{
    u32 q = 1;
    for (; D % p == 0; D /= p)
        q *= p;
    return q;
}

/* Reports whether prime p removes w^t; it removes one of p powers that are D/p apart. */
DEV int is_out(const Order *c, const u32 t, const u32 p)
{
    const u32 q = power_in(c->D, p);
    return q > 1 && t % q / (q / p) == p - 1;
}

/* Adds the coefficients at w^t, which is in the basis; sum as above. */
DEV void add_reduced(const Sums *s, const Order *c, const u32 t, Exact *sum)
{
    for (u32 set = 0; set < 1u << c->primes; set++) {
        u32 at = t;
        int sign = 1;
        for (u32 i = 0; i < c->primes && sign != 0; i++) {
            const u32 p = (u32)c->prime[i];
            if (!(set >> i & 1))
                continue;
            sign = c->D % p == 0 ? -sign : 0;
            for (u32 step = 1; sign != 0 && !is_out(c, at, p) && step < p; step++)
                at = (at + c->D / p) % c->D;
        }
        if (sign != 0)
            add_coefficient(s, c, at, sign, sum);
    }
}

/* Returns the parts that are not rational: bits 0 and 1 for the real part with u = 1 and 3 mod 4,
 * bits 2 and 3 for the imaginary part. For t = 0 it stores twice the four parts in value. */
DEV u32 not_rational(const Sums *s, const Order *c, const u32 t, SHARED double *value)
{
    Exact sum[4];
    u32 bad = 0;
    for (int i = 0; i < 4; i++)
        sum[i].h = sum[i].l = 0;
    add_reduced(s, c, t, sum);
    for (int i = 0; i < 4; i++) {
        const Exact a = sum[i / 2 * 2], b = sum[i / 2 * 2 + 1];
        const double h = i % 2 ? SUB64(a.h, b.h) : ADD64(a.h, b.h);
        const double l = i % 2 ? SUB64(a.l, b.l) : ADD64(a.l, b.l);
        if (t == 0) {
            value[2 * i] = h;
            value[2 * i + 1] = l;
        } else if (ADD64(h, l) != 0) {
            bad |= 1u << i;
        }
    }
    return bad;
}

DEV u32 divisor_of_both(u32 a, u32 b)
{
    while (b != 0) {
        const u32 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Writes the open outputs of the order whose part is rational. */
DEV void settle_order(const Sums *s, const Order *c, const u32 t, const u32 bad,
                      SHARED const double *value)
{
    EACH_THREAD
    {
        for (u32 u = (u32)THREAD; u < c->d; u += THREADS_OF_SUMS) {
            const u32 k = s->D / c->d * u;
            if (k >= (u32)s->shape[SHAPE_OUTPUTS] || divisor_of_both(c->d, u) != 1)
                continue;
            for (u32 part = 0; part < (SUMS_IS_REAL ? 1 : 2); part++) {
                const Output o = output_of(s, t, SUMS_IS_REAL ? k : 2 * k + part);
                const u32 which = 2 * (u32)o.part + (c->d % 4 == 0 && u % 4 == 3 ? 1 : 0);
                if (!(bad >> which & 1) && is_marked(s->p.out, o.at))
                    settle(s, t, &o, value[2 * which] / 2, value[2 * which + 1] / 2, 1, 0);
            }
        }
    }
}

/* order_of() returns the order of the root that an output uses. multiple_of() returns the number
 * of the output whose indices are v times as large, or all ones if the half spectrum does not
 * store it. */
DEV u32 order_of(const Sums *s, const Output *o)
{
    u32 both = s->D;
    for (int a = 0; a < DIMS_IN; a++) {
        const u64 turns = (u64)o->k[a] * (u32)s->axes[AXIS_SIZE * a + AXIS_TURNS];
        both = divisor_of_both(both, (u32)(turns % s->D));
    }
    return s->D / both;
}

DEV u32 multiple_of(const Sums *s, const Output *o, const u32 v, Output *to)
{
    const u32 axis = (u32)s->shape[SHAPE_AXIS];
    u32 line = 0, is_stored = 1;
    *to = *o;
    for (int a = 0; a < DIMS_IN; a++) {
        GLOBAL const i64 *RESTRICT const about = s->axes + AXIS_SIZE * a;
        to->k[a] = (u32)((u64)o->k[a] * v % (u32)about[AXIS_N]);
        is_stored = is_stored && to->k[a] < (u32)about[AXIS_COUNT];
        if ((u32)a != axis)
            line = line * (u32)about[AXIS_COUNT] + to->k[a];
    }
    const u32 q = line * (u32)s->shape[SHAPE_ROW] + to->k[axis];
    return !is_stored ? (u32)-1 : SUMS_IS_REAL ? q : 2 * q + (u32)(o->part ^ (SWAP_OUT ? 1 : 0));
}

DEV int is_near(const double sum, const double rest, const double middle, const double error)
{
    double h, l;
    two_sum(sum, -middle, &h, &l);
    const double x = ADD64(h, ADD64(l, rest));
    return x <= error && x >= -error;
}

/* Reports whether all stored outputs v k are open and none comes before this one. */
DEV int are_open(const Sums *s, const u32 t, const Output *o, const u32 number, const u32 d,
                 const u32 end)
{
    int are = 1;
    for (u32 v = 1; v < end; v += 4) {
        Output other;
        const u32 at = divisor_of_both(d, v) == 1 ? multiple_of(s, o, v, &other) : (u32)-1;
        are =
            are && (at == (u32)-1 || (at >= number && is_marked(s->p.out, output_of(s, t, at).at)));
    }
    return are;
}

/* Returns M and stores the number to write for it: 0, or the tie next to the sum. If there is no
 * tie, then no sum is near M, or the sum equals M. */
DEV double middle_of(const Sums *s, const double sum, const double rest, const double error,
                     float *y)
{
    *y = 0;
    if (is_near(sum, rest, 0, error))
        return 0;
    const double q = MUL64(sum, s->scale),
                 e = FMA64(q < 0 ? -q : q, 0x1p-50, MUL64(error, s->scale));
    const float low = rounded(SUB64(q, e)), high = rounded(ADD64(q, e));
    const double tie = MUL64(ADD64((double)low, (double)high), 0.5);
    *y = rounded(tie);
    return MUL64(tie, s->divisor);
}

/* Computes the number as a sum. If it stays open in several dimensions, decides it by its
 * conjugates.
 *
 * SEVERAL DIMENSIONS. Let the inputs be multiples of g, M a tie or 0 that is a multiple of g/2,
 * and X a part of output k. Then 2 (X - M)/g is an integer of the field of the D-th roots. The
 * automorphism w -> w^v with v = 1 mod 4 keeps i and maps X to the same part of output v k; one
 * with v = 3 mod 4 is complex conjugation after such a map. Let the sums of all outputs v k, v = 1
 * mod 4 and prime to the order, be within their error E of M, and 4 E < g. Then all conjugates of
 * that integer are below 1, so their product is an integer below 1, which is 0, and all these
 * outputs equal M. All of them are open, because no interval around a tie decides. The first of
 * them in the array decides all. */
DEV void settle_number(const Sums *s, const u32 t, const u32 number, const double above,
                       SHARED double *sums)
{
    GLOBAL const Record *const r = (GLOBAL const Record *)s->p.correct + t;
    const double error = FMA64(s->plain_bound, r->energy, 0x1p-900);
    const Output o = output_of(s, t, number);
    const u32 d = DIMS_IN > 1 ? order_of(s, &o) : 1;
    const u32 end = DIMS_IN == 1 || d % 4 == 0 ? d + 1 : d % 2 == 0 ? 2 * d : 4 * d;
    double middle = 0;
    float y = 0;
    int is_settled = 0;
    Output other = o;
    for (u32 v = 1; v < end; v += 4) {
        if (divisor_of_both(d, v) != 1)
            continue;
        if (DIMS_IN > 1)
            (void)multiple_of(s, &o, v, &other);
        sum_of(s, t, &other, sums);
        if (v == 1) {
            settle_sum(s, t, &o, sums);
            if (DIMS_IN == 1 || !is_marked(s->p.out, o.at) || !(r->flags & IS_ON_GRID) ||
                !(4 * error < MUL64(above, 0x1p-51)) || !are_open(s, t, &o, number, d, end))
                break;
            middle = middle_of(s, sums[0], sums[THREADS_OF_SUMS], error, &y);
            if (on_grid(middle, MUL64(above, 1.5)) != middle)
                break;
        }
        is_settled = is_near(sums[0], sums[THREADS_OF_SUMS], middle, error);
        if (!is_settled)
            break;
        BARRIER();
    }
    BARRIER();
    EACH_THREAD
    {
        for (u32 v = 1; is_settled && v < end && THREAD == 0; v += 4) {
            const u32 at = divisor_of_both(d, v) == 1 ? multiple_of(s, &o, v, &other) : (u32)-1;
            if (at != (u32)-1) {
                put_rounded(s->p.out, output_of(s, t, at).at, y);
                (void)ADD_ATOMIC((GLOBAL u32 *)(s->p.correct + s->extra[EXTRA_OPEN]) + t, (u32)-1);
            }
        }
    }
    BARRIER_OF_ARRAYS();
}

/* One block computes one transform. a4: the largest number of products of the sums. a11 as in
 * stet_energy. a12: 2^-51 times a power of two of at least 4 N. */
#if HAS_KERNEL(IS_REST)
KERNEL(stet_rest, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TILE(double, sums, 2 * THREADS_OF_SUMS);
    SHARED u32 *const shared = (SHARED u32 *)sums; /* marks; the values follow */
    SHARED double *const value = sums + THREADS_OF_SUMS;
    TAKE_SUMS(s);
    const u32 t = BLOCK, outputs = (u32)s.shape[SHAPE_OUTPUTS] * (SUMS_IS_REAL ? 1 : 2);
    GLOBAL const u32 *const open = (GLOBAL const u32 *)(s.p.correct + s.extra[EXTRA_OPEN]) + t;
    const u32 found = *open;
    const Grid g = grid_of(&s, t, a11, a12);
    Order c;
    c.magic = 3 * g.above;
    c.begin = line_at(s.p.layout + 2 + 2 * DIMS_IN, DIMS_OUT, t);
    c.primes = (u32)s.shape[SHAPE_PRIMES];
    c.prime = s.shape + SHAPE_SIZE;
    if (found == 0)
        return;
    EACH_THREAD
    {
        u32 off = 0;
        for (u32 i = (u32)THREAD; i < s.count; i += THREADS_OF_SUMS) {
            const double2 z = input_of(&s.p, c.begin, i);
            off |= !is_on(&g, z.x) || !is_on(&g, z.y);
        }
        shared[THREAD] = off;
    }
    BARRIER_OF_ARRAYS(); /* every thread has read the count before a number is settled */
    u32 off = 0;
    for (int i = 0; i < THREADS_OF_SUMS; i++)
        off |= shared[i];
    for (u32 order = 0; off == 0 && order < (u32)s.shape[SHAPE_ORDERS]; order++) {
        u32 bad = 0;
        c.d = (u32)c.prime[c.primes + order];
        c.D = c.d % 4 == 0 ? c.d : c.d % 2 == 0 ? 2 * c.d : 4 * c.d;
        for (u32 base = 0; base < c.D && bad != 15; base += THREADS_OF_SUMS) {
            BARRIER();
            EACH_THREAD
            {
                const u32 at = base + (u32)THREAD;
                int is_basis = at < c.D;
                for (u32 i = 0; i < c.primes; i++)
                    is_basis = is_basis && !is_out(&c, at, (u32)c.prime[i]);
                shared[THREAD] = is_basis ? not_rational(&s, &c, at, value) : 0;
            }
            BARRIER();
            for (int i = 0; i < THREADS_OF_SUMS; i++)
                bad |= shared[i];
        }
        if (bad != 15)
            settle_order(&s, &c, t, bad, value);
    }
    BARRIER_OF_ARRAYS();
    EACH_THREAD
    {
        if (THREAD == 0)
            shared[0] = *(volatile GLOBAL const u32 *)open;
    }
    BARRIER();
    const u32 left = shared[0];
    BARRIER();
    if (left == 0 || (u64)left * s.count > (u64)a4)
        return;
    for (u32 base = 0; base < outputs; base += THREADS_OF_SUMS) {
        u32 marks[THREADS_OF_SUMS / 32];
        EACH_THREAD
        {
            const u32 number = base + (u32)THREAD;
            shared[THREAD] = 0;
            if (number < outputs) {
                const Output o = output_of(&s, t, number);
                shared[THREAD] = is_marked(s.p.out, o.at);
            }
        }
        BARRIER();
        for (u32 i = 0; i < THREADS_OF_SUMS / 32; i++) {
            marks[i] = 0;
            for (u32 bit = 0; bit < 32; bit++)
                marks[i] |= shared[32 * i + bit] << bit;
        }
        BARRIER();
        for (u32 i = 0; i < THREADS_OF_SUMS; i++)
            if (marks[i / 32] >> i % 32 & 1)
                settle_number(&s, t, base + i, g.above, sums);
    }
}
#endif

/* ------------------------------------------------------- in double-double -- */

/* Converts the inputs of the listed transforms to doubles, one transform after the other, with
 * zeros in unused slots. Also stores whether the inputs are on the grid. */
#if HAS_KERNEL(IS_WIDEN)
KERNEL(stet_widen, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TAKE_SUMS(s);
    GLOBAL const u32 *const list = (GLOBAL const u32 *)(s.p.correct + s.extra[EXTRA_LIST]);
    const u32 blocks = (s.count + THREADS_OF_SUMS - 1) / THREADS_OF_SUMS, slot = BLOCK / blocks;
    const int is_listed = slot < list[0], parts = IN_FORM == FORM_REAL ? 1 : 2;
    const u32 t = is_listed ? list[1 + slot] : 0;
    const i64 begin = line_at(s.p.layout + 2 + 2 * DIMS_IN, DIMS_OUT, t);
    const Grid g = grid_of(&s, t, a11, a12);
    EACH_THREAD
    {
        const u32 i = (BLOCK - slot * blocks) * THREADS_OF_SUMS + (u32)THREAD;
        if (i < s.count) {
            GLOBAL double *const to =
                (GLOBAL double *)(s1 + o1) + parts * ((i64)slot * s.count + i);
            const i64 from = parts * (begin + line_at(s.p.layout + 2, DIMS_IN, i));
            for (int part = 0; part < parts; part++)
                to[part] = is_listed ? number_at(&s.p, from + part) : 0;
            const double2 z = input_of(&s.p, begin, i);
            if (is_listed && !(is_on(&g, z.x) && is_on(&g, z.y)))
                (void)OR_ATOMIC(&((GLOBAL Record *)s.p.correct + t)->is_rough, 1);
        }
    }
}
#endif

/* Returns an output of the spectrum y in pairs. A half spectrum may store only its conjugate. */
DEV double2 wide_at(const Sums *s, GLOBAL const double *y, const Output *o)
{
    u32 at = 0, mirror = 0, is_stored = 1;
    double2 z;
    for (int a = 0; a < DIMS_IN; a++) {
        const u32 n = (u32)s->axes[AXIS_SIZE * a + AXIS_N];
        const u32 count = (u32)s->axes[AXIS_SIZE * a + AXIS_COUNT];
        is_stored = is_stored && o->k[a] < count;
        at = at * count + o->k[a];
        mirror = mirror * count + (o->k[a] == 0 ? 0 : n - o->k[a]);
    }
    const u32 part = (u32)(o->part ^ (SWAP_OUT ? 1 : 0));
    const u64 q = is_stored ? at : mirror, number = SUMS_IS_REAL ? q : 2 * q + part;
    z.x = y[2 * number];
    z.y = y[2 * number + 1];
    if (!is_stored && part) {
        z.x = -z.x;
        z.y = -z.y;
    }
    return z;
}

/* A block settles output `number` of transform t and all outputs v k, if all of them are within
 * the error of a tie or 0: by the theorem at settle_number() they equal it. The first stored one
 * settles all. */
DEV void settle_conjugates(const Sums *s, const u32 t, GLOBAL const double *y, const u32 number,
                           const double error, SHARED u32 *shared)
{
    const Output o = output_of(s, t, number);
    const double2 z = wide_at(s, y, &o);
    const u32 d = order_of(s, &o), end = d % 4 == 0 ? d + 1 : d % 2 == 0 ? 2 * d : 4 * d;
    float written;
    const double middle = middle_of(s, z.x, z.y, error, &written);
    u32 are_near = 1;
    for (u32 base = 1; are_near && base < end; base += 4 * THREADS_OF_SUMS) {
        EACH_THREAD
        {
            const u32 v = base + 4 * (u32)THREAD;
            u32 is = 1;
            if (v < end && divisor_of_both(d, v) == 1) {
                Output other;
                const u32 at = multiple_of(s, &o, v, &other);
                const double2 x = wide_at(s, y, &other);
                is = (at == (u32)-1 || at >= number) && is_near(x.x, x.y, middle, error);
            }
            shared[THREAD] = is;
        }
        BARRIER();
        for (int i = 0; i < THREADS_OF_SUMS; i++)
            are_near &= shared[i];
        BARRIER();
    }
    EACH_THREAD
    {
        for (u32 v = 1 + 4 * (u32)THREAD; are_near && v < end; v += 4 * THREADS_OF_SUMS) {
            Output other;
            const u32 at = divisor_of_both(d, v) == 1 ? multiple_of(s, &o, v, &other) : (u32)-1;
            const i64 place = at == (u32)-1 ? 0 : output_of(s, t, at).at;
            if (at != (u32)-1 && is_marked(s->p.out, place)) {
                put_rounded(s->p.out, place, written);
                (void)ADD_ATOMIC((GLOBAL u32 *)(s->p.correct + s->extra[EXTRA_OPEN]) + t, (u32)-1);
            }
        }
    }
}

/* Settles the open numbers of the listed transforms by their spectra in pairs, THREADS_OF_SUMS
 * numbers per block. ERROR. a10 and a14 are sqrt(N) times `each` of stet_plan_bound() for level
 * extended of f64, with the factor and without; the passes use the same operations
 * (src/graph/bound.c). |X|_2 = sqrt(N) |x|_2 (M.-A. Parseval; for half a spectrum see
 * stet_gpu_begin_correct()). The bound's `underflow` is far below 2^-900. */
#if HAS_KERNEL(IS_SETTLE)
KERNEL(stet_settle, THREADS_OF_SUMS)
{
    UNUSED_ARGUMENTS;
    TILE(double, sums, 2 * THREADS_OF_SUMS);
    SHARED u32 *const shared = (SHARED u32 *)sums;
    TAKE_SUMS(s);
    GLOBAL const u32 *const list = (GLOBAL const u32 *)(s.p.correct + s.extra[EXTRA_LIST]);
    const u32 outputs = (u32)s.shape[SHAPE_OUTPUTS] * (SUMS_IS_REAL ? 1 : 2);
    const u32 blocks = (outputs + THREADS_OF_SUMS - 1) / THREADS_OF_SUMS, slot = BLOCK / blocks;
    const u32 base = (BLOCK - slot * blocks) * THREADS_OF_SUMS;
    if (slot >= list[0])
        return;
    const u32 t = list[1 + slot];
    GLOBAL const Record *const r = (GLOBAL const Record *)s.p.correct + t;
    GLOBAL const double *const y = (GLOBAL const double *)s.p.in + 2 * (u64)outputs * slot;
    const Grid g = grid_of(&s, t, a11, a12);
    const double error = FMA64(s.plain_bound, r->energy, 0x1p-900);
    const int is_fine = !r->is_rough && 4 * error < MUL64(g.fine, 0x1p-51);
    u32 marks[THREADS_OF_SUMS / 32];
    EACH_THREAD
    {
        const u32 number = base + (u32)THREAD;
        shared[THREAD] = 0;
        if (number < outputs) {
            const Output o = output_of(&s, t, number);
            const double2 z = wide_at(&s, y, &o);
            float written;
            const double middle = middle_of(&s, z.x, z.y, error, &written);
            if (is_marked(s.p.out, o.at))
                settle(&s, t, &o, z.x, z.y, 0, FMA64(s.bound, r->energy, 0x1p-900));
            shared[THREAD] = is_fine && is_near(z.x, z.y, middle, error) && is_on(&g, middle);
        }
    }
    BARRIER_OF_ARRAYS();
    for (u32 i = 0; i < THREADS_OF_SUMS / 32; i++) {
        marks[i] = 0;
        for (u32 bit = 0; bit < 32; bit++)
            marks[i] |= shared[32 * i + bit] << bit;
    }
    BARRIER();
    for (u32 i = 0; i < THREADS_OF_SUMS; i++)
        if (marks[i / 32] >> i % 32 & 1)
            settle_conjugates(&s, t, y, base + i, error, shared);
}
#endif
#endif
