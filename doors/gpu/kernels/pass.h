/* SPDX-License-Identifier: Apache-2.0 */
/* A pass over the lines of an array: steps of the graph from transforms of length L0 to length L0
 * R. A block holds G tiles of R numbers in shared memory.
 *
 * Before the pass the numbers of a line are L0 rows of R C, after it L0 R rows of C. A tile is a
 * row before and a column after: it reads its number e from (row R + e) C + column of the line,
 * and writes it to (row + L0 e) C + column. LANES threads work on a tile. A thread has up to DEPTH
 * numbers in registers; in a step of radix r it computes the butterflies lane + u LANES of R/r.
 * Let `done` be the product of the radices of the steps so far and columns = R/(done r). Butterfly
 * j columns + c has the numbers (j r + i) columns + c; its output q belongs to row j + done q. So
 * each thread writes shared memory where it has read, in the order of J. C. Stockham's autosort
 * (W. T. Cochran et al., 1967). A direct step, of an odd radix above 13, has its own function. */

#define R (R0 * R1 * R2 * R3 * R4 * R5 * R6 * R7)
#define THREADS_OF_PASS (G * LANES)
/* One number is left free after every 128 bytes, and the pitch of tiles is an odd count of
 * numbers, so that neighbours are in different banks. */
#define LINE_OF_BANKS (REAL == 16 ? 32 : REAL == 32 ? 16 : REAL == 65 ? 4 : 8)
#define PADDED(e) ((e) + (e) / LINE_OF_BANKS)
#define PITCH (PADDED(R) | 1)
#define HAS_TILE (STEPS > 1 || FUSED || IS_DIRECT_RADIX(R0))
/* PADDED(e + d) for a constant d. */
#define AFTER(e, d) ((d) % LINE_OF_BANKS == 0 ? PADDED(e) + PADDED(d) : PADDED((e) + (d)))
#define LOG2_RADIX(r) ((r) == 2 ? 1 : (r) == 4 ? 2 : (r) == 8 ? 3 : (r) == 16 ? 4 : 0)
#define MOST_BUTTERFLIES 16

/* Loads the twiddles w of s levels for row J < L of transforms of length L. */
DEV void load_twiddles(const Pass *p, const int s, const int plain, const u32 L, const u32 J, T2 *w)
{
    GLOBAL const T2 *RESTRICT const table = (GLOBAL const T2 *)p->table + p->level_at;
    UNROLLED for (int n = 0; n < 8; n++)
    { /* number n - 2^(v-1) of level v */
        const int v = n == 0 ? 0 : n < 2 ? 1 : n < 4 ? 2 : 3, q = n == 0 ? 0 : n - (1 << (v - 1));
        if (n >= 1 << (s - 1))
            DONE;
        if (plain && v < 2)
            w[n] = complex_of(zero(), zero());
        else if (v > 0)
            w[n] = table[(L << (v - 1)) + J + L * (u32)q];
        else
            w[n] = table[L % 2 ? J : J < L / 2 ? J + L / 2 : J];
    }
}

/* Returns the twiddles of a row of an odd step. Row j uses those of row min(j, L - j). */
DEV GLOBAL const T *turns_of_row(const Pass *p, const int r, const i64 at, const u32 row)
{
    return p->table + at + 2 * (r - 1) * (i64)row;
}

DEV void turn_odd(GLOBAL const T *RESTRICT w, const int r, const int back, T2 *x)
{
    UNROLLED for (int i = 1; i < 13; i++)
    {
        if (i >= r)
            DONE;
        x[i] = turned_by(w, r, i, back, x[i]);
    }
}

/* Numbers in the table of the odd step of radix r from length L: its twiddles, and the constants of
 * a direct step. */
#define TURNS_SIZE(r, L) ((L) > 1 ? 2 * ((r) - 1) * ((i64)(L) / 2 + 1) : 0)
#define ODD_SIZE(r, L)                                                                             \
    (LOG2_RADIX(r) > 0 || (r) == 1 ? 0                                                             \
                                   : TURNS_SIZE(r, L) + (IS_DIRECT_RADIX(r) ? DIRECT_SIZE(r) : 0))

/* Orders a thread's writes before other threads' reads. A convolution also shares p->side in
 * device memory. */
#define BARRIER_OF_STEPS()                                                                         \
    if (FUSED)                                                                                     \
        BARRIER_OF_ARRAYS();                                                                       \
    else                                                                                           \
        BARRIER()

/* Reads number e of the tile of a step. */
DEV T2 input_of_step(const Pass *p, const Place *a, const int first, const int e,
                     SHARED const T2 *tile)
{
    return first ? element_in(p, a, (a->row * R + (u32)e) * p->C + a->column) : tile[PADDED(e)];
}

/* Writes number e of the tile after a step; in shared memory it goes to `at`. */
DEV void output_of_step(const Pass *p, const Place *a, const int last, const int filter,
                        const u32 e, SHARED T2 *at, const T2 y)
{
    if (last)
        element_out(p, a, (a->row + p->L0 * e) * p->C + a->column, y);
    else
        *at = filter ? swapped(filtered(p, a, IN_MAP == MAP_RADER, p->filter, e, y)) : y;
}

/* Computes one step. is_first: it is the first of the pass. It reads the array (first) or shared
 * memory and writes the array (last) or shared memory. `filter` applies the filter between the
 * transforms of a convolution. */
DEV void step(const int r, const int done, const int is_first, const int first, const int last,
              const int filter, const Pass *p, const i64 odd_at, SHARED T2 *tile, T2 *numbers)
{
    const int s = LOG2_RADIX(r), butterflies = R / r, columns = butterflies / done;
    const int by_group = (first && GROUP_IN) || (last && GROUP_OUT);
    EACH_THREAD
    {
        const int g = by_group ? THREAD % G : THREAD / LANES;
        const int lane = by_group ? THREAD / G : THREAD % LANES;
        T2 *const x = MINE(numbers);
        const Place a = place_of(p, BLOCK * G + (u32)g);
        UNROLLED for (int u = 0; u < MOST_BUTTERFLIES; u++)
        {
            if (u * LANES >= butterflies)
                DONE;
            const int beta = lane + u * LANES, j = beta / columns, c = beta - j * columns;
            const int e = j * r * columns + c;
            if (beta < butterflies && a.live) {
                UNROLLED for (int i = 0; i < 16; i++)
                {
                    if (i >= r)
                        DONE;
                    if (first)
                        x[u * r + i] = element_in(
                            p, &a, (a.row * R + (u32)(e + i * columns)) * p->C + a.column);
                    else
                        x[u * r + i] = tile[g * PITCH + AFTER(e, i * columns)];
                }
            }
        }
        if (first && IN_MAP == MAP_RADER && lane == 0 && a.live && a.column == 0)
            first_of_rader(p, &a);
    }
    if (!first || last) { /* an array may be transformed in place */
        BARRIER_OF_STEPS();
    }
    EACH_THREAD
    {
        const int g = by_group ? THREAD % G : THREAD / LANES;
        const int lane = by_group ? THREAD / G : THREAD % LANES;
        T2 *const x = MINE(numbers);
        const Place a = place_of(p, BLOCK * G + (u32)g);
        UNROLLED for (int u = 0; u < MOST_BUTTERFLIES; u++)
        {
            if (u * LANES >= butterflies)
                DONE;
            const int beta = lane + u * LANES, j = beta / columns;
            const u32 L = FIRST ? (u32)done : p->L0 * (u32)done;
            const u32 J = FIRST ? (u32)j : a.row + p->L0 * (u32)j;
            const int turns = !(FIRST && is_first), back = turns && s == 0 && 2 * J > L;
            if (beta < butterflies && a.live) {
                if (s > 0) {
                    T2 w[8];
                    const int zone = turns ? (4 * J >= L) + (4 * J >= 2 * L) + (4 * J >= 3 * L) : 0;
                    load_twiddles(p, s, !turns, L, J, w);
                    levels(s, !turns, zone, w, &x[u * r]);
                } else if (r > 1) {
                    if (turns)
                        turn_odd(turns_of_row(p, r, odd_at, back ? L - J : J), r, back, &x[u * r]);
                    odd_butterfly(r, p->table, &x[u * r]);
                }
                UNROLLED for (int i = 0; i < 16; i++)
                {
                    if (i >= r)
                        DONE;
                    const T2 y = s > 0  ? x[u * r + BIT_REVERSED(s, i)]
                                 : back ? x[u * r + (i + 1) % r]
                                        : x[u * r + i];
                    output_of_step(p, &a, last, filter, (u32)(beta + i * butterflies),
                                   tile + g * PITCH + AFTER(beta, i * butterflies), y);
                }
            }
        }
    }
    if (!last) {
        BARRIER_OF_STEPS();
    }
}

/* Computes output 0 and the outputs k and r - k of a group of a direct step. Number e + i columns
 * of the tile is the sum x_i + x_{r-i}, and number e + (r - i) columns the difference x_i -
 * x_{r-i}. */
DEV void direct_sums(const int r, const int columns, GLOBAL const T2 *RESTRICT table,
                     SHARED const T2 *tile, const int e, T2 *y)
{
    const T2 x = tile[PADDED(e)];
    T2 t = tile[PADDED(e + columns)], d = tile[PADDED(e + (r - 1) * columns)];
    T2 sum = complex_of(ADD(x.x, t.x), ADD(x.y, t.y)), u[DIRECT_OUTPUTS], v[DIRECT_OUTPUTS];
    UNROLLED for (int k = 0; k < DIRECT_OUTPUTS; k++)
    {
        const T2 z = table[k];
        u[k] = complex_of(FMA(z.x, t.x, x.x), FMA(z.x, t.y, x.y));
        v[k] = complex_of(MUL(z.y, d.x), MUL(z.y, d.y));
    }
    ROLLED for (int i = 2; i <= r / 2; i++)
    {
        t = tile[PADDED(e + i * columns)];
        d = tile[PADDED(e + (r - i) * columns)];
        sum = complex_of(ADD(sum.x, t.x), ADD(sum.y, t.y));
        UNROLLED for (int k = 0; k < DIRECT_OUTPUTS; k++)
        {
            const T2 z = table[(i - 1) * DIRECT_OUTPUTS + k];
            u[k] = complex_of(FMA(z.x, t.x, u[k].x), FMA(z.x, t.y, u[k].y));
            v[k] = complex_of(FMA(z.y, d.x, v[k].x), FMA(z.y, d.y, v[k].y));
        }
    }
    y[0] = sum;
    UNROLLED for (int k = 0; k < DIRECT_OUTPUTS; k++)
    {
        y[2 * k + 1] = complex_of(ADD(u[k].x, v[k].y), SUB(u[k].y, v[k].x));
        y[2 * k + 2] = complex_of(SUB(u[k].x, v[k].y), ADD(u[k].y, v[k].x));
    }
}

/* Computes a direct step. A phase writes sums and differences to shared memory; then a thread
 * computes DIRECT_OUTPUTS pairs of outputs k and r - k of a butterfly, and the first one of a
 * butterfly also output 0. */
DEV void direct_step(const int r, const int done, const int is_first, const int first,
                     const int last, const int filter, const Pass *p, const i64 odd_at,
                     SHARED T2 *tile, T2 *numbers)
{
    const int h = r / 2, butterflies = R / r, columns = butterflies / done;
    const int by_group = (first && GROUP_IN) || (last && GROUP_OUT);
    const int turns = !(FIRST && is_first);
    const u32 L = FIRST ? (u32)done : p->L0 * (u32)done;
    EACH_THREAD
    {
        const int g = by_group ? THREAD % G : THREAD / LANES;
        const int lane = by_group ? THREAD / G : THREAD % LANES;
        const Place a = place_of(p, BLOCK * G + (u32)g);
        SHARED T2 *const mine = tile + g * PITCH;
        ROLLED for (int work = lane; work < butterflies * (h + 1) && a.live; work += LANES)
        {
            const int i = work / butterflies, beta = work - i * butterflies, j = beta / columns;
            const int e = j * (r - 1) * columns + beta, lower = e + i * columns;
            const u32 J = FIRST ? (u32)j : a.row + p->L0 * (u32)j;
            T2 x = input_of_step(p, &a, first, lower, mine);
            if (i > 0) {
                const int upper = e + (r - i) * columns, back = turns && 2 * J > L;
                T2 y = input_of_step(p, &a, first, upper, mine);
                if (turns) {
                    GLOBAL const T *RESTRICT const w = turns_of_row(p, r, odd_at, back ? L - J : J);
                    x = turned_by(w, r, i, back, x);
                    y = turned_by(w, r, r - i, back, y);
                }
                mine[PADDED(upper)] = complex_of(SUB(x.x, y.x), SUB(x.y, y.y));
                x = complex_of(ADD(x.x, y.x), ADD(x.y, y.y));
            }
            mine[PADDED(lower)] = x;
        }
        if (first && IN_MAP == MAP_RADER && lane == 0 && a.live && a.column == 0)
            first_of_rader(p, &a);
    }
    BARRIER_OF_STEPS();
    EACH_THREAD
    {
        const int g = by_group ? THREAD % G : THREAD / LANES;
        const int lane = by_group ? THREAD / G : THREAD % LANES;
        const int group = lane / butterflies, beta = lane - group * butterflies;
        if (group < DIRECT_GROUPS(r) && place_of(p, BLOCK * G + (u32)g).live)
            direct_sums(r, columns,
                        (GLOBAL const T2 *)(p->table + odd_at + TURNS_SIZE(r, L)) +
                            group * DIRECT_OUTPUTS * h,
                        tile + g * PITCH, beta / columns * (r - 1) * columns + beta, MINE(numbers));
    }
    if (!last) {
        BARRIER();
    }
    EACH_THREAD
    {
        const int g = by_group ? THREAD % G : THREAD / LANES;
        const int lane = by_group ? THREAD / G : THREAD % LANES;
        const int group = lane / butterflies, beta = lane - group * butterflies;
        const T2 *const x = MINE(numbers);
        const Place a = place_of(p, BLOCK * G + (u32)g);
        const u32 J = FIRST ? (u32)(beta / columns) : a.row + p->L0 * (u32)(beta / columns);
        const int back = turns && 2 * J > L;
        UNROLLED for (int n = 0; n < DIRECT_HELD; n++)
        {
            const int k = group * DIRECT_OUTPUTS + (n + 1) / 2;
            if ((n > 0 ? k <= h : group == 0) && group < DIRECT_GROUPS(r) && a.live) {
                const int output = n == 0 ? 0 : n % 2 == 1 ? k : r - k;
                const int q = !back ? output : output > 0 ? output - 1 : r - 1;
                const int e = beta + q * butterflies;
                output_of_step(p, &a, last, filter, (u32)e, tile + g * PITCH + PADDED(e), x[n]);
            }
        }
    }
    if (!last) {
        BARRIER_OF_STEPS();
    }
}

#if defined(IN_C)
#define MOST_STEPS 8
#define FUSED_STEPS 1
#else
#define MOST_STEPS STEPS
#define FUSED_STEPS FUSED
#endif
/* STEP_n expands to step n if the program has it. */
#if MOST_STEPS > 7
#define STEP_7(second) STEP(7, R7, DONE_7, second)
#else
#define STEP_7(second)
#endif
#if MOST_STEPS > 6
#define STEP_6(second) STEP(6, R6, DONE_6, second)
#else
#define STEP_6(second)
#endif
#if MOST_STEPS > 5
#define STEP_5(second) STEP(5, R5, DONE_5, second)
#else
#define STEP_5(second)
#endif
#if MOST_STEPS > 4
#define STEP_4(second) STEP(4, R4, DONE_4, second)
#else
#define STEP_4(second)
#endif
#if MOST_STEPS > 3
#define STEP_3(second) STEP(3, R3, DONE_3, second)
#else
#define STEP_3(second)
#endif
#if MOST_STEPS > 2
#define STEP_2(second) STEP(2, R2, DONE_2, second)
#else
#define STEP_2(second)
#endif
#if MOST_STEPS > 1
#define STEP_1(second) STEP(1, R1, DONE_1, second)
#else
#define STEP_1(second)
#endif
#define ALL_STEPS(second)                                                                          \
    STEP(0, R0, 1, second)                                                                         \
    STEP_1(second)                                                                                 \
    STEP_2(second) STEP_3(second) STEP_4(second) STEP_5(second) STEP_6(second) STEP_7(second)

#if HAS_KERNEL(IS_PLAIN) || HAS_KERNEL(IS_DECIDING)
KERNEL(stet_pass, THREADS_OF_PASS)
{
    UNUSED_ARGUMENTS;
    TILE(T2, tile, HAS_TILE ? G * PITCH : 1);
    PRIVATE(T2, numbers, DEPTH);
    Pass p;
    p.in = s0 + o0;
    p.out = s1 + o1;
    p.table = (GLOBAL const T *)(s2 + o2);
    p.in_map = s3 + o3;
    p.out_map = p.in_map + a12;
    p.filter = p.in_map + a14;
    p.layout = (GLOBAL const i64 *)(s4 + o4);
    p.side = (GLOBAL T2 *)(s5 + o5);
    p.correct = s5 + o5 + a13;
    p.L0 = (u32)a0;
    p.C = (u32)a1;
    p.subs = (u32)a2;
    p.n = (u32)a3;
    p.outer = (u32)a4;
    p.odd_at = a5;
    p.level_at = a6;
    p.half_at = a7;
    p.load = AS_F32((u32)a10);
    p.rough = (u32)a11;
    p.rows = (u32)a15;
    p.columns = p.outer / p.rows;
#if REAL == 16
    p.narrow_scale = AS_F32((u32)a8);
#elif IS_PAIR
    p.scale = pair(WORD_OF_BITS(a8), REAL == 33 ? WORD_OF_BITS(a9) : (W)0);
    p.rest = REAL == 65 ? WORD_OF_BITS(a9) : (W)0;
#else
    p.scale = WORD_OF_BITS(a8);
#endif
    i64 odd_at;
#define STEP(i, r, done, second)                                                                   \
    if (STEPS > i) {                                                                               \
        const int first = i == 0 && !(second), ends = i + 1 == STEPS;                              \
        const int last = ends && ((second) || !FUSED), filter = ends && !last;                     \
        if (IS_DIRECT_RADIX(r))                                                                    \
            direct_step(r, done, i == 0, first, last, filter, &p, odd_at, tile, numbers);          \
        else                                                                                       \
            step(r, done, i == 0, first, last, filter, &p, odd_at, tile, numbers);                 \
        odd_at += ODD_SIZE(r, p.L0 * (u32)(done));                                                 \
    }
#define DONE_1 R0
#define DONE_2 (DONE_1 * R1)
#define DONE_3 (DONE_2 * R2)
#define DONE_4 (DONE_3 * R3)
#define DONE_5 (DONE_4 * R4)
#define DONE_6 (DONE_5 * R5)
#define DONE_7 (DONE_6 * R6)
    odd_at = p.odd_at;
    ALL_STEPS(0)
#if FUSED_STEPS
    if (FUSED) { /* the second transform of the convolution */
        odd_at = p.odd_at;
        ALL_STEPS(1)
    }
#endif
}
#endif
