/* SPDX-License-Identifier: Apache-2.0 */
/* The work between arrays and transforms: formats, forms, maps (codes.h). */

typedef struct {
    GLOBAL const char *in;
    GLOBAL char *out;
    GLOBAL const T *RESTRICT table;     /* odd constants; tables of odd steps and levels */
    GLOBAL const char *RESTRICT in_map; /* tables of the maps */
    GLOBAL const char *RESTRICT out_map;
    GLOBAL const char *RESTRICT filter;
    GLOBAL const i64 *RESTRICT layout; /* strides of a line's numbers, in and out; see line_at() */
    GLOBAL char *correct;              /* level correct: records, words, list: correct.h */
    GLOBAL T2 *side;                   /* Rader: the first number of each line, later its sum */
    u32 L0, C, subs, n, outer, rough;
    u32 rows, columns; /* of a rough step */
    i64 odd_at, level_at, half_at;
    T scale;
    float narrow_scale, load;
#if IS_PAIR
    W rest;
#endif
} Pass;

/* Says where a tile is: its row and column in its line, and the line on both sides. */
typedef struct {
    int live;
    u32 row, column, line, out_line;
    u32 step_row, step_column; /* of the array's line, in a rough step */
    i64 in, out;               /* number 0 of the line */
} Place;

/* Returns the offset of a line. dim has dims pairs (count, stride), the outermost first; line
 * counts through all of them. */
DEV i64 line_at(GLOBAL const i64 *RESTRICT dim, const int dims, u32 line)
{
    i64 at = 0;
    for (int d = dims - 1; d > 0; d--) {
        const u32 count = (u32)dim[2 * d], above = line / count;
        at += (i64)(line - above * count) * dim[2 * d + 1];
        line = above;
    }
    return at + (i64)line * dim[1];
}

#define IN_IS_PART (IN_MAP == MAP_RADER || IN_MAP == MAP_CHIRP)
#define OUT_IS_PART (OUT_MAP == MAP_RADER || OUT_MAP == MAP_CHIRP)

DEV Place place_of(const Pass *p, const u32 sub)
{
    Place a;
    const u32 above = sub / p->C, line = FIRST ? above : above / p->L0;
    a.live = sub < p->subs;
    a.column = sub - above * p->C;
    a.row = FIRST ? 0 : above - line * p->L0;
    a.line = line;
    u32 whole = line;
    a.step_row = a.step_column = 0;
    if (IN_IS_PART || OUT_IS_PART) {
        whole = line / p->outer;
        a.step_row = (line - whole * p->outer) / p->columns;
        a.step_column = line - whole * p->outer - a.step_row * p->columns;
    }
    a.in = line_at(p->layout + 2, DIMS_IN, IN_IS_PART ? whole : line);
    a.out_line = OUT_IS_PART ? whole : line;
    a.out = line_at(p->layout + 2 + 2 * DIMS_IN, DIMS_OUT, a.out_line);
    return a;
}

/* ------------------------------------------------------------- formats -- */

DEV T number_at(const Pass *p, const i64 i)
{
    GLOBAL const char *a = p->in;
    if (IN_FORMAT == FORMAT_F16)
        return number_of_float(MUL32(float_of_half(((GLOBAL const u16 *)a)[i]), p->load));
    if (IN_FORMAT == FORMAT_BF16)
        return number_of_float(MUL32(float_of_bfloat(((GLOBAL const u16 *)a)[i]), p->load));
    if (IN_FORMAT == FORMAT_F32)
        return number_of_float(((GLOBAL const float *)a)[i]);
#if REAL == 65
    if (IN_FORMAT == FORMAT_F64)
        return pair(((GLOBAL const double *)a)[i], 0);
#endif
    return ((GLOBAL const T *)a)[i];
}

DEV T2 complex_at(const Pass *p, const i64 i)
{
    if (IN_FORMAT == FORMAT_OWN)
        return ((GLOBAL const T2 *)p->in)[i];
    return complex_of(number_at(p, 2 * i), number_at(p, 2 * i + 1));
}

/* Rounds a number to the output's format and writes it. This is the one rounding of a pair, or of
 * a double that computes for a narrower format. */
DEV void put_number(const Pass *p, const i64 i, const T v)
{
    GLOBAL char *a = p->out;
#if REAL == 16
    if (SCALED)
        ((GLOBAL u16 *)a)[i] = half_of_float(MUL32(float_of_half(v), p->narrow_scale));
    else
        ((GLOBAL u16 *)a)[i] = v;
#elif REAL == 32
    if (OUT_FORMAT == FORMAT_F16)
        ((GLOBAL u16 *)a)[i] = half_of_float(v);
    else if (OUT_FORMAT == FORMAT_BF16)
        ((GLOBAL u16 *)a)[i] = bfloat_of_float(v);
    else
        ((GLOBAL T *)a)[i] = v;
#elif REAL == 64
    if (OUT_FORMAT == FORMAT_F32)
        ((GLOBAL float *)a)[i] = (float)v;
    else
        ((GLOBAL T *)a)[i] = v;
#else
    if (OUT_FORMAT != FORMAT_OWN)
        ((GLOBAL W *)a)[i] = WADD(v.h, WADD(v.l, p->rest != 0 ? WMUL(v.h, p->rest) : (W)0));
    else
        ((GLOBAL T *)a)[i] = v;
#endif
}

DEV void put_complex(const Pass *p, const i64 i, const T2 z)
{
    if (OUT_FORMAT == FORMAT_OWN && REAL != 16) {
        ((GLOBAL T2 *)p->out)[i] = z;
    } else {
        put_number(p, 2 * i, z.x);
        put_number(p, 2 * i + 1, z.y);
    }
}

/* --------------------------------------------------------------- forms -- */

/* Returns number k of the n complex ones that stand for the 2 n real numbers of a half spectrum:
 * docs/bits.md, section 6. */
DEV T2 pair_of_half(const Pass *p, const i64 at, const i64 step, const u32 k)
{
    const u32 h = p->n, row = 2 * k > h ? h - k : k;
    const T2 a = complex_at(p, at + row * step), b = complex_at(p, at + (h - row) * step);
    if (k == 0)
        return complex_of(ADD(a.x, b.x), SUB(a.x, b.x));
    if (2 * k == h)
        return complex_of(ADD(a.x, a.x), SUB(zero(), ADD(a.y, a.y)));
    const T2 w = ((GLOBAL const T2 *)p->table)[p->half_at + row];
    T2 s = complex_of(ADD(a.x, b.x), SUB(b.y, a.y));
    T2 d = complex_of(SUB(a.x, b.x), SUB(zero(), ADD(a.y, b.y)));
    butterfly2(4 * row < h ? 1 : 2, w.x, w.y, &s, &d);
    return k == row ? d : complex_of(s.x, SUB(zero(), s.y));
}

/* Returns number k of the line that begins at `at`. */
DEV T2 form_in(const Pass *p, const i64 at, const u32 k)
{
    const i64 step = p->layout[0];
    if (IN_FORM == FORM_REAL)
        return complex_of(number_at(p, at + k * step), zero());
    if (IN_FORM == FORM_PAIRS)
        return pair_of_half(p, at, step, k);
    if (IN_FORM == FORM_HALF) {
        const u32 row = 2 * k > p->n ? p->n - k : k;
        const T2 z = complex_at(p, at + row * step);
        return k == 0 ? complex_of(z.x, zero()) : k == row ? complex_of(z.x, SUB(zero(), z.y)) : z;
    }
    return complex_at(p, at + k * step);
}

DEV T scaled(const Pass *p, const T v)
{
#if REAL == 16 /* f16 is scaled when it is written, in float */
    (void)p;
    return v;
#else
    return SCALED ? MUL(v, p->scale) : v;
#endif
}

#if REAL == 64
DEV void form_out_correct(const Pass *p, const Place *a, const u32 k, const T2 z);
#endif

DEV void form_out(const Pass *p, const Place *a, const u32 k, const T2 y)
{
    const i64 step = p->layout[1], at = a->out;
    const T2 z = complex_of(scaled(p, y.x), scaled(p, y.y));
#if REAL == 64
    if (CORRECT) {
        form_out_correct(p, a, k, z);
        return;
    }
#endif
    if (OUT_FORM == FORM_REAL) {
        put_number(p, at + k * step, z.x);
    } else if (OUT_FORM == FORM_PAIRS) {
        put_number(p, at + 2 * k * step, z.x);
        put_number(p, at + (2 * (i64)k + 1) * step, z.y);
    } else if (OUT_FORM == FORM_HALF) {
        if (2 * k <= p->n)
            put_complex(p, at + k * step, complex_of(ADD(z.x, zero()), ADD(z.y, zero())));
    } else {
        put_complex(p, at + k * step, z);
    }
}

/* ---------------------------------------------------------------- maps -- */

DEV T2 swap_if(const int swap, const T2 z) { return swap ? swapped(z) : z; }

/* Returns the twiddle of row j and column c for a line of n numbers that half mode store divides:
 * docs/bits.md, section 10. */
DEV T2 twist(const Pass *p, const u32 j, const u32 c)
{
    GLOBAL const T2 *const root = (GLOBAL const T2 *)p->in_map;
    const T2 a = root[(u64)j * (c / 32 * 32) % p->rough], b = root[(u64)j * (c % 32) % p->rough];
    return times(a, b);
}

/* Returns input i of a rough step, with its twiddle, as the direct steps have it. */
DEV T2 rough_in(const Pass *p, const Place *a, const u32 i)
{
    const u32 j = a->step_row, back = 2 * j > p->rows;
    const T2 z = swap_if(SWAP_IN & SWAP_ARRAY,
                         form_in(p, a->in, (j * p->rough + i) * p->columns + a->step_column));
    if (p->rows == 1 || i == 0)
        return z;
    GLOBAL const T *RESTRICT const w =
        p->table + 2 * p->half_at + 2 * (i64)(p->rough - 1) * (back ? p->rows - j : j);
    return turned_by(w, (int)p->rough, (int)i, (int)back, z);
}

/* Returns where output i of a rough step is in the line. */
DEV u32 place_of_rough(const Pass *p, const Place *a, const u32 i)
{
    const u32 q = 2 * a->step_row <= p->rows ? i : i > 0 ? i - 1 : p->rough - 1;
    return (a->step_row + p->rows * q) * p->columns + a->step_column;
}

/* Returns number k of the transform. */
DEV T2 element_in(const Pass *p, const Place *a, const u32 k)
{
    T2 z;
    if (IN_MAP == MAP_RADER) {
        z = rough_in(p, a, ((GLOBAL const u32 *)p->in_map)[k]);
    } else if (IN_MAP == MAP_CHIRP) {
        if (k >= p->rough)
            return complex_of(zero(), zero());
        z = product(rough_in(p, a, k), ((GLOBAL const T2 *)p->in_map)[k]);
    } else {
        z = form_in(p, a->in, k);
        if (IN_MAP == MAP_TWIST) {
            T2 w = twist(p, a->line % p->outer, k);
            if (SWAP_IN & SWAP_ARRAY)
                w.y = NEG(w.y);
            z = times(z, w);
        }
        z = swap_if(SWAP_IN & SWAP_ARRAY, z);
    }
    return swap_if(SWAP_IN & SWAP_TRANSFORM, z);
}

/* Rader's method: stores the number that is in no cycle. */
DEV void first_of_rader(const Pass *p, const Place *a) { p->side[a->line] = rough_in(p, a, 0); }

/* Returns number k between the two transforms of a convolution. */
DEV T2 filtered(const Pass *p, const Place *a, const int is_rader, GLOBAL const char *filter,
                const u32 k, const T2 b)
{
    T2 z = product(b, ((GLOBAL const T2 *)filter)[k]);
    if (is_rader && k == 0) {
        const T2 x = p->side[a->line];
        z = complex_of(ADD(z.x, x.x), ADD(z.y, x.y));
        p->side[a->line] = complex_of(ADD(x.x, b.x), ADD(x.y, b.y));
    }
    return z;
}

DEV void element_out(const Pass *p, const Place *a, const u32 k, T2 z)
{
    u32 to = k;
    z = swap_if(SWAP_OUT & SWAP_TRANSFORM, z);
    if (OUT_MAP == MAP_FILTER || OUT_MAP == MAP_RADER_FILTER) {
        z = filtered(p, a, OUT_MAP == MAP_RADER_FILTER, p->out_map, k, z);
    } else if (OUT_MAP == MAP_RADER) {
        to = place_of_rough(p, a, ((GLOBAL const u32 *)p->out_map)[k]);
        if (k == 0)
            form_out(p, a, place_of_rough(p, a, 0),
                     swap_if(SWAP_OUT & SWAP_ARRAY, p->side[a->line]));
    } else if (OUT_MAP == MAP_CHIRP) {
        if (k >= p->rough)
            return;
        to = place_of_rough(p, a, k);
        z = product(z, ((GLOBAL const T2 *)p->out_map)[k]);
    }
    form_out(p, a, to, swap_if(SWAP_OUT & SWAP_ARRAY, z));
}
