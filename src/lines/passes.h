/* SPDX-License-Identifier: Apache-2.0 */
/* A pass carries data through the butterflies and does no arithmetic of its own. This is a
 * template, included after the vector type.
 *
 * A pass reads rows j < L of C = radix * columns columns, and writes rows j + L q, q < radix, of
 * `columns` columns. This is the self-sorting (Stockham) order, in which the last pass leaves the
 * spectrum in natural order.
 *
 * The lanes of a vector are either VL transforms side by side (lines), each element being a vector,
 * or VL neighbouring columns of one transform.
 *
 * REAL INPUT. The transform of real columns is Hermitian: row L - j is the conjugate of row j. So
 * only rows 0..L/2 are kept: the pass runs the complex butterflies of those rows and stores an
 * output row k > n/2 as row n - k with its imaginary part negated. The graph is symmetric operation
 * by operation, so the bits are those of the complex transform of the numbers with an imaginary
 * part of +0, but for the signs of zeros: the radices decide which rows are mirrored, and so which
 * zeros are negated. The sign of a zero reaches no result that is not zero, because x + 0 = x. So
 * +0 is added to every result at the end, and no output is a -0. */

/* A pass that reads and writes T is compiled once for a vector type, by its line kernels. Lines of
 * other elements name these kernels NUMBERS and call their pass. */
#define SYMBOL(kernels, name) SYMBOL_(kernels, name)
#define SYMBOL_(kernels, name) kernels##_##name
#ifdef STET_OTHER_ELEMENTS
#define SHARED(name) SYMBOL(NUMBERS, name)
#define SHARED_PASS(name, parameters, pass) void SHARED(name) parameters;
#else
#define SHARED(name) SYMBOL(KERNELS, name)
#define SHARED_PASS(name, parameters, pass)                                                        \
    __attribute__((noinline)) void SHARED(name) parameters;                                        \
    void SHARED(name) parameters { pass; }
#endif

/* A pass reads one of: parts of complex numbers at re and im; real numbers at re; the caller's
 * array, lanes being columns, in one of the orders below; pairs at re in the caller's array, lanes
 * being lines that are neighbours there. */
enum { FROM_PARTS, FROM_REAL, FROM_ARRAY, FROM_NEIGHBOURS };

/* The order says whether the array has pairs or real numbers, whether parts are exchanged, and
 * whether the columns of a vector are in natural order or in that of last.h. NEIGHBOURS_... are
 * pairs of lines. */
enum {
    ARRAY_PAIRS,
    ARRAY_EXCHANGED,
    ARRAY_REALS,
    ARRAY_LAST_PAIRS,
    ARRAY_LAST_EXCHANGED,
    ARRAY_LAST_REALS,
    NEIGHBOURS_PAIRS,
    NEIGHBOURS_EXCHANGED
};

/* Complex element e is at re[e step] and im[e step]. FROM_NEIGHBOURS has its pairs at re, and at im
 * the pairs that are read next. */
typedef struct {
    const T *re, *im;
    ptrdiff_t step;
    int order; /* of FROM_ARRAY, whose type is E, and FROM_NEIGHBOURS */
#ifdef STET_OTHER_ELEMENTS
    Load load;
#endif
} Source;

/* Casts an array of E to the pointer of a Source. Where E is another type than T, it may also cast
 * an array that does hold T. */
INLINE const T *numbers_at(const void *array) { return (const T *)array; }

/* A pass writes parts at re and im, or, if it is the last one, pairs at re of lines that are
 * neighbours in the caller's array. For pairs `step` goes to the next VL lines, and `row` to the
 * next element. */
enum { TO_PARTS, TO_NEIGHBOURS };

typedef struct {
    T *re, *im;
    ptrdiff_t step, row;
    T scale;
    int scaled;
    int real; /* these are the results of real input */
    int to, exchanged;
} Target;

#if VL > 1
/* Prefetches an element of VL lines into the second-level cache: columns of doubles, 64 points
 * long, take 0.75 of the time on Zen 5. */
INLINE void prefetch_lines(const T *p)
{
    for (size_t b = 0; b < 2 * VL * sizeof(T); b += STET_ALIGN)
        __builtin_prefetch((const char *)p + b, 0, 2);
}

INLINE C load_neighbours(Source s, ptrdiff_t at)
{
    C x;
    LOAD_PAIRS(s.re + at, &x.re, &x.im);
    prefetch_lines(s.im + at);
    return s.order == NEIGHBOURS_EXCHANGED ? (C){x.im, x.re} : x;
}
#endif

INLINE C load(const int from, Source s, ptrdiff_t e)
{
    const T *p = s.re + e * s.step;
    if (from == FROM_REAL)
        return (C){LOAD(p), SET1(0)};
    return (C){LOAD(p), LOAD(s.im + e * s.step)};
}

/* Loads r elements: the first is at number `at`, and each is `step` numbers after the one before.
 * The caller has multiplied both by s.step. */
ROLLED void load_column(const int from, const int r, Source s, ptrdiff_t at, ptrdiff_t step, C *x)
{
#define EACH(what) UNROLL(16) for (int i = 0; i < r; i++, at += step) what;
#if VL > 1
    if (from == FROM_ARRAY) {
        const E *p = (const E *)s.re;
        switch (s.order) {
        case ARRAY_PAIRS: EACH(READ_PAIRS(p + at, &x[i].re, &x[i].im)) break;
        case ARRAY_EXCHANGED: EACH(READ_PAIRS(p + at, &x[i].im, &x[i].re)) break;
        case ARRAY_REALS: EACH(x[i] = ((C){READ_REALS(p + at), SET1(0)})) break;
        case ARRAY_LAST_PAIRS: EACH(READ_COLUMNS(p + at, &x[i].re, &x[i].im)) break;
        case ARRAY_LAST_EXCHANGED: EACH(READ_COLUMNS(p + at, &x[i].im, &x[i].re)) break;
        default: EACH(x[i] = ((C){READ_REAL_COLUMNS(p + at), SET1(0)})) break;
        }
        SCALE_SOURCE(s, r, x);
        return;
    }
    if (from == FROM_NEIGHBOURS) {
        EACH(x[i] = load_neighbours(s, at))
        return;
    }
#endif
    if (from == FROM_REAL)
        EACH(x[i] = ((C){LOAD(s.re + at), SET1(0)}))
    else
        EACH(x[i] = ((C){LOAD(s.re + at), LOAD(s.im + at)}))
#undef EACH
}

INLINE C scaled(Target d, C x)
{
    if (d.scaled)
        x = c_scaled(x, d.scale);
    return d.real ? c_plus_zero(x) : x;
}

/* store_at() stores at number `at`, store() as element e. */
INLINE void store_at(Target d, ptrdiff_t at, C x)
{
    x = scaled(d, x);
#if VL > 1
    if (d.to == TO_NEIGHBOURS) {
        if (d.exchanged)
            x = (C){x.im, x.re};
        STORE_PAIRS(d.re + at, x.re, x.im);
        return;
    }
#endif
    STORE(d.re + at, x.re);
    STORE(d.im + at, x.im);
}

INLINE void store(Target d, ptrdiff_t e, C x) { store_at(d, e * d.step, x); }

/* A row in the workspace has every vector of real parts followed by that of the imaginary parts.
 * width is 1 if lanes are lines, VL if they are columns. */
INLINE Source rows_in(const T *p, int width)
{
    return (Source){.re = p, .im = p + VL, .step = 2 * VL / width};
}
INLINE Target rows_out(T *p, int width)
{
    return (Target){.re = p, .im = p + VL, .step = 2 * VL / width, .scale = 1};
}

/* Says where the outputs of one row go: output q < keep goes to number up + q step. The others go,
 * mirrored, to number down - q step, or are dropped because another row writes them. The loop over
 * columns multiplies nothing, and the compiler knows whether outputs are mirrored. */
typedef struct {
    Target to;
    ptrdiff_t up, down, step;
    int keep;
} Outputs;

INLINE int is_mirrored(ptrdiff_t L, ptrdiff_t j, int real) { return real && j > 0 && 2 * j != L; }

/* Returns the outputs of row j; for real input only those that row j has to write. */
INLINE Outputs outputs_of(const int r, const stet_step *p, Target to, ptrdiff_t j, int real)
{
    const int keep = !real ? r : j == 0 ? r / 2 + 1 : 2 * j == p->L ? r / 2 : (r + 1) / 2;
    const ptrdiff_t row = to.to == TO_NEIGHBOURS ? to.row : p->columns * to.step;
    return (Outputs){to, j * row, (r * p->L - j) * row, p->L * row, keep};
}

/* Stores output q of the column at number c. */
ROLLED void store_output(const int r, const int mirrored, Outputs o, ptrdiff_t c, int q, C x)
{
    if (mirrored && q >= (r + 1) / 2)
        store_at(o.to, c + o.down - q * o.step, c_conjugate(x));
    else if (mirrored || q < o.keep)
        store_at(o.to, c + o.up + q * o.step, x);
}

/* Limits a pass to some rows of the input and some columns of the output. */
typedef struct {
    ptrdiff_t row, row_end, column, column_end;
    C *space; /* for a column of a direct step */
} Area;

/* Returns the space for columns of direct steps, which are too large for the stack: `work` has
 * stet_direct_work() bytes for each part. `first` is the first step, whose radix is the largest. */
INLINE C *direct_space(T *work, const stet_step *first, const stet_share *share)
{
    const size_t each = (size_t)first->radix * sizeof(C) + STET_ALIGN;
    char *here = (char *)work + (share ? (size_t)share->part * each : 0);
    return (C *)(void *)(here + (-(uintptr_t)here & (STET_ALIGN - 1)));
}

INLINE ptrdiff_t rows_of(const stet_step *p, int real) { return real ? p->L / 2 + 1 : p->L; }

INLINE Area all_of(const stet_step *p, int real)
{
    return (Area){0, rows_of(p, real), 0, p->columns, NULL};
}

INLINE Area all_with(const stet_step *p, int real, C *space)
{
    Area area = all_of(p, real);
    area.space = space;
    return area;
}

/* Returns the column where a vector begins. The last vector overlaps the one before, which computes
 * a few outputs twice and changes none. */
INLINE ptrdiff_t column_at(ptrdiff_t begin, ptrdiff_t end, const int width)
{
    return begin + width <= end ? begin : end - width;
}

/* ---------------------------------------------------- levels of radix 2 -- */

/* Returns the index of the twiddle of row j of level L in its table. */
INLINE ptrdiff_t level_index(ptrdiff_t L, ptrdiff_t j)
{
    const ptrdiff_t size = stet_level_size(L);
    return j >= size ? j - size : j;
}

/* Loads the twiddles of s levels from row j on, in the order of levels(). */
INLINE void load_twiddles(const int s, const stet_step *p, ptrdiff_t j, V *m, V *t)
{
    UNROLL(4)
    for (int v = 0; v < s; v++) {
        const T *table = (const T *)p->table[v];
        UNROLL(8)
        for (int i = twiddles_of(v); i < twiddles_of(v + 1); i++) {
            const ptrdiff_t index = level_index(p->L << v, j + p->L * (i - twiddles_of(v)));
            m[i] = SET1(table[index]);
            t[i] = SET1(table[stet_level_size(p->L << v) + index]);
        }
    }
}

/* Runs one column: its inputs are at number `at` and every `step`; `to` is its number in the
 * outputs. */
INLINE void levels_column(const int s, const int plain, const int zone, const int from,
                          const int mirrored, const V *m, const V *t, Source in, ptrdiff_t at,
                          ptrdiff_t step, Outputs out, ptrdiff_t to)
{
    const int r = 1 << s;
    C x[16];
    load_column(from, r, in, at, step, x);
    levels(s, plain, zone, m, t, x);
    UNROLL(16)
    for (int i = 0; i < r; i++)
        store_output(r, mirrored, out, to, i, x[bit_reverse(s, i)]);
}

ROLLED void levels_row(const int s, const int plain, const int zone, const int from,
                       const int width, const int mirrored, const stet_step *p, Source in,
                       Outputs out, ptrdiff_t j, Area area)
{
    const ptrdiff_t step = p->columns * in.step, row = (j << s) * step;
    V m[8], t[8];
    load_twiddles(s, p, j, m, t);
    for (ptrdiff_t begin = area.column; begin < area.column_end; begin += width) {
        const ptrdiff_t c = column_at(begin, area.column_end, width);
        levels_column(s, plain, zone, from, mirrored, m, t, in, row + c * in.step, step, out,
                      c * out.to.step);
    }
}

/* Runs a pass with L > 1, which reads rows of the workspace. */
INLINE void levels_pass(const int s, const int width, const stet_step *p, Source in, Target to,
                        int real, Area area)
{
    const ptrdiff_t L = p->L;
    for (ptrdiff_t j = area.row; j < area.row_end; j++) {
        const Outputs out = outputs_of(1 << s, p, to, j, real);
        const int zone = (4 * j >= L) + (2 * j >= L) + (4 * j >= 3 * L);
        const int mirrored = is_mirrored(L, j, real);
        if (L == 2 && zone == 0)
            levels_row(s, PLAIN_AT_2, 0, FROM_PARTS, width, 0, p, in, out, j, area);
        else if (L == 2)
            levels_row(s, PLAIN_AT_2, 2, FROM_PARTS, width, 0, p, in, out, j, area);
        else if (zone == 0 && mirrored)
            levels_row(s, PLAIN_NONE, 0, FROM_PARTS, width, 1, p, in, out, j, area);
        else if (zone == 0)
            levels_row(s, PLAIN_NONE, 0, FROM_PARTS, width, 0, p, in, out, j, area);
        else if (mirrored)
            levels_row(s, PLAIN_NONE, 1, FROM_PARTS, width, 1, p, in, out, j, area);
        else if (zone == 1)
            levels_row(s, PLAIN_NONE, 1, FROM_PARTS, width, 0, p, in, out, j, area);
        else if (zone == 2)
            levels_row(s, PLAIN_NONE, 2, FROM_PARTS, width, 0, p, in, out, j, area);
        else
            levels_row(s, PLAIN_NONE, 3, FROM_PARTS, width, 0, p, in, out, j, area);
    }
}

/* Runs a pass with L = 1: there is one row. */
INLINE void levels_first(const int s, const int from, const int width, const stet_step *p,
                         Source in, Target to, int real, Area area)
{
    levels_row(s, PLAIN_AT_1, 0, from, width, 0, p, in, outputs_of(1 << s, p, to, 0, real), 0,
               area);
}

/* --------------------------------------------------------- odd radices -- */

/* Rows above L/2 use the twiddles of angle 2 pi i (j - L)/(r L), the conjugates of those of row L -
 * j. This keeps real input Hermitian bit by bit, and halves the table. It moves the outputs by one:
 * X[j + L q] is output q + 1 of the butterfly. */
typedef struct {
    Outputs first, others; /* output 0 of the butterfly; outputs 1 .. r - 1 */
} Turned;

INLINE Turned turned(const int r, Outputs out, int upper)
{
    Turned t = {out, out};
    if (upper) {
        t.first.up += (r - 1) * out.step;
        t.others.up -= out.step;
    }
    return t;
}

/* Loads the cosines and sines of twiddles 1 .. r - 1. */
INLINE void load_roots(const int r, const stet_step *p, ptrdiff_t j, V *wc, V *ws)
{
    const int upper = 2 * j > p->L;
    const T *w = (const T *)p->table[0] + (upper ? p->L - j : j) * 2 * (r - 1);
    UNROLL(12)
    for (int i = 0; i < r - 1; i++) {
        wc[i] = SET1(w[i]);
        ws[i] = SET1(upper ? -w[r - 1 + i] : w[r - 1 + i]);
    }
}

INLINE void load_turned_column(const int r, const int from, const V *wc, const V *ws, Source in,
                               ptrdiff_t at, ptrdiff_t step, C *x)
{
    load_column(from, r, in, at, step, x);
    twiddles(r, wc, ws, x);
}

/* Runs one column, with the arguments of levels_column(); wc is NULL if L = 1. */
INLINE void odd_column(const int r, const int from, const int mirrored, const V *wc, const V *ws,
                       Source in, ptrdiff_t at, ptrdiff_t step, Turned out, ptrdiff_t to)
{
    C x[13], y[2];
    if (wc)
        load_turned_column(r, from, wc, ws, in, at, step, x);
    else
        load_column(from, r, in, at, step, x);
    if (r > LONGEST_HERE) {
        butterfly(r, x);
        store_output(r, mirrored, out.first, to, 0, x[0]);
        UNROLL(12)
        for (int q = 1; q < r; q++)
            store_output(r, mirrored, out.others, to, q, x[q]);
        return;
    }
    store_output(r, mirrored, out.first, to, 0, odd_sums(r, x));
    UNROLL(6)
    for (int k = 1; k <= r / 2; k++) {
        odd_outputs(r, k, x, y);
        store_output(r, mirrored, out.others, to, k, y[0]);
        store_output(r, mirrored, out.others, to, r - k, y[1]);
    }
}

#if defined STET_COMPACT && VL > 1
/* Does the work of odd_row() for radix 7, 11 and 13, in one function to save code. */
static __attribute__((noinline)) void long_odd_row(int r, int from, int width, int twiddled,
                                                   int mirrored, const stet_step *p, Source in,
                                                   Outputs out, ptrdiff_t j, Area area)
{
    const int upper = 2 * j > p->L;
    const ptrdiff_t step = p->columns * in.step, row = j * r * step;
    const Turned to = turned(r, out, upper);
    const T *c = twiddled ? (const T *)p->table[0] + (upper ? p->L - j : j) * 2 * (r - 1) : NULL;
    for (ptrdiff_t begin = area.column; begin < area.column_end; begin += width) {
        const ptrdiff_t at = column_at(begin, area.column_end, width);
        C x[13];
        for (int i = 0; i < r; i++)
            load_column(from, 1, in, row + at * in.step + i * step, 0, &x[i]);
        for (int i = 1; twiddled && i < r; i++)
            x[i] = twiddle(x[i], SET1(c[i - 1]), SET1(upper ? -c[r + i - 2] : c[r + i - 2]));
        if (r == 7)
            butterfly7(x);
        else if (r == 11)
            butterfly11(x);
        else
            butterfly13(x);
        store_output(r, mirrored, to.first, at * out.to.step, 0, x[0]);
        for (int q = 1; q < r; q++)
            store_output(r, mirrored, to.others, at * out.to.step, q, x[q]);
    }
}
#endif

ROLLED void odd_row(const int r, const int from, const int width, const int twiddled,
                    const int mirrored, const stet_step *p, Source in, Outputs out, ptrdiff_t j,
                    Area area)
{
#if defined STET_COMPACT && VL > 1
    if (r > LONGEST_HERE) {
        long_odd_row(r, from, width, twiddled, mirrored, p, in, out, j, area);
        return;
    }
#endif
    const ptrdiff_t step = p->columns * in.step, row = j * r * step;
    const Turned to = turned(r, out, 2 * j > p->L);
    V wc[12], ws[12];
    if (twiddled)
        load_roots(r, p, j, wc, ws);
    for (ptrdiff_t begin = area.column; begin < area.column_end; begin += width) {
        const ptrdiff_t c = column_at(begin, area.column_end, width);
        odd_column(r, from, mirrored, twiddled ? wc : NULL, ws, in, row + c * in.step, step, to,
                   c * out.to.step);
    }
}

INLINE void odd_pass(const int r, const int width, const stet_step *p, Source in, Target to,
                     int real, Area area)
{
    for (ptrdiff_t j = area.row; j < area.row_end; j++) {
        const Outputs out = outputs_of(r, p, to, j, real);
        if (is_mirrored(p->L, j, real))
            odd_row(r, FROM_PARTS, width, 1, 1, p, in, out, j, area);
        else
            odd_row(r, FROM_PARTS, width, 1, 0, p, in, out, j, area);
    }
}

INLINE void odd_first(const int r, const int from, const int width, const stet_step *p, Source in,
                      Target to, int real, Area area)
{
    odd_row(r, from, width, 0, 0, p, in, outputs_of(r, p, to, 0, real), 0, area);
}

#ifndef STET_OTHER_ELEMENTS
/* Loads the column of a direct step, element by element to save code. Element 0 goes before the
 * loop, because the compiler does not know that r is not 0. */
INLINE void load_direct(const int from, ptrdiff_t r, Source in, ptrdiff_t at, ptrdiff_t step, C *x)
{
    load_column(from, 1, in, at, 0, x);
    for (ptrdiff_t i = 1; i < r; i++)
        load_column(from, 1, in, at + i * step, 0, x + i);
}

/* Does the work of odd_pass(), or of odd_first() if L = 1, for a direct step. */
static __attribute__((noinline)) void direct_pass(const int from, const int width,
                                                  const stet_step *p, Source in, Target to,
                                                  int real, Area area)
{
    const ptrdiff_t r = p->radix, L = p->L, step = p->columns * in.step;
    const T *table = (const T *)p->table[1];
    for (ptrdiff_t j = area.row; j < area.row_end; j++) {
        const int upper = 2 * j > L, mirrored = is_mirrored(L, j, real);
        const Turned out = turned((int)r, outputs_of((int)r, p, to, j, real), upper);
        const T *w = (const T *)p->table[0] + (upper ? L - j : j) * 2 * (r - 1);
        for (ptrdiff_t begin = area.column; begin < area.column_end; begin += width) {
            const ptrdiff_t c = column_at(begin, area.column_end, width), at = c * to.step;
            C *x = area.space, y[2 * DIRECT_TOGETHER];
            load_direct(from, r, in, j * r * step + c * in.step, step, x);
            for (ptrdiff_t i = 1; i < r && L > 1; i++)
                x[i] = twiddle(x[i], SET1(w[i - 1]), SET1(upper ? -w[r + i - 2] : w[r + i - 2]));
            store_output((int)r, mirrored, out.first, at, 0, odd_sums((int)r, x));
            for (ptrdiff_t k = 0; k < r / 2; k = direct_next(r / 2, k)) {
                if (L == 1 && real)
                    direct_sums(0, DIRECT_TOGETHER, 1, 1, r, table + k, 0, x, y);
                else
                    direct_sums(0, DIRECT_TOGETHER, 1, 0, r, table + k, 0, x, y);
                for (int q = 0; q < DIRECT_TOGETHER; q++) {
                    const int output = (int)k + q + 1;
                    store_output((int)r, mirrored, out.others, at, output, y[2 * q]);
                    store_output((int)r, mirrored, out.others, at, (int)r - output, y[2 * q + 1]);
                }
            }
        }
    }
}
#endif

/* ------------------------------------------------------- any of the radices -- */

/* Each radix of a pass is a function of its own, here and in rows.h and wide.h: the time that
 * compilers take grows with the square of a function's size. */
#define PASS(name, body) PASS_TO(TO_PARTS, name, body)
#define PASS_TO(where, name, body)                                                                 \
    static __attribute__((noinline)) void name(const stet_step *p, Source in, Target out,          \
                                               int real, Area area)                                \
    {                                                                                              \
        out.to = where; /* a constant for the compiler */                                          \
        body;                                                                                      \
    }

/* Pairs have no passes of radix 8: stet_widest(). */
#ifdef DOUBLE_WORDS
#define PASS_OF_8(code)
#else
#define PASS_OF_8(code) code
#endif

/* Other elements have no direct steps. */
#ifdef STET_OTHER_ELEMENTS
#define DIRECT_STEP(code)
#else
#define DIRECT_STEP(code) code
#endif

/* Defines the first pass, L = 1: name(p, in, out, real, area). */
#define FIRST_PASS(name, from, width)                                                              \
    PASS(name##_2, levels_first(1, from, width, p, in, out, real, area))                           \
    PASS(name##_4, levels_first(2, from, width, p, in, out, real, area))                           \
    PASS_OF_8(PASS(name##_8, levels_first(3, from, width, p, in, out, real, area)))                \
    PASS(name##_3, odd_first(3, from, width, p, in, out, real, area))                              \
    PASS(name##_5, odd_first(5, from, width, p, in, out, real, area))                              \
    PASS(name##_7, odd_first(7, from, width, p, in, out, real, area))                              \
    PASS(name##_11, odd_first(11, from, width, p, in, out, real, area))                            \
    PASS(name##_13, odd_first(13, from, width, p, in, out, real, area))                            \
    PASS(name, PASS_OF_RADIX(name, from, width))

/* Defines a later pass. */
#define LATER_PASS(name, width)                                                                    \
    PASS(name##_2, levels_pass(1, width, p, in, out, real, area))                                  \
    PASS(name##_4, levels_pass(2, width, p, in, out, real, area))                                  \
    PASS_OF_8(PASS(name##_8, levels_pass(3, width, p, in, out, real, area)))                       \
    PASS(name##_3, odd_pass(3, width, p, in, out, real, area))                                     \
    PASS(name##_5, odd_pass(5, width, p, in, out, real, area))                                     \
    PASS(name##_7, odd_pass(7, width, p, in, out, real, area))                                     \
    PASS(name##_11, odd_pass(11, width, p, in, out, real, area))                                   \
    PASS(name##_13, odd_pass(13, width, p, in, out, real, area))                                   \
    PASS(name, PASS_OF_RADIX(name, FROM_PARTS, width))

/* Defines a later pass of levels that writes to neighbouring lines. */
#define LAST_PASS(name, width)                                                                     \
    PASS_TO(TO_NEIGHBOURS, name##_2, levels_pass(1, width, p, in, out, real, area))                \
    PASS_TO(TO_NEIGHBOURS, name##_4, levels_pass(2, width, p, in, out, real, area))                \
    PASS_OF_8(PASS_TO(TO_NEIGHBOURS, name##_8, levels_pass(3, width, p, in, out, real, area)))     \
    PASS_TO(                                                                                       \
        TO_NEIGHBOURS, name, switch (p->radix) {                                                   \
            case 2:                                                                                \
                name##_2(p, in, out, real, area);                                                  \
                break;                                                                             \
                PASS_OF_8(case 8 : name##_8(p, in, out, real, area); break;)                       \
            default: name##_4(p, in, out, real, area); break;                                      \
        })

#define PASS_OF_RADIX(name, from, width)                                                           \
    switch (p->radix) {                                                                            \
    case 2: name##_2(p, in, out, real, area); break;                                               \
    case 4:                                                                                        \
        name##_4(p, in, out, real, area);                                                          \
        break;                                                                                     \
        PASS_OF_8(case 8 : name##_8(p, in, out, real, area); break;)                               \
    case 3: name##_3(p, in, out, real, area); break;                                               \
    case 5: name##_5(p, in, out, real, area); break;                                               \
    case 7: name##_7(p, in, out, real, area); break;                                               \
    case 11: name##_11(p, in, out, real, area); break;                                             \
    case 13: name##_13(p, in, out, real, area); break;                                             \
    default: DIRECT_STEP(direct_pass(from, width, p, in, out, real, area);) break;                 \
    }
