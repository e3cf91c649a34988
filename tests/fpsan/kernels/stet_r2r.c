/* SPDX-License-Identifier: Apache-2.0 */
/* stet_r2r KIND N [BUG]: compiled by fpsan-cc and linked with instrumented kernels of src/lines, in
 * field mode: the transform of length N of that kind (a name such as dct2) has the bits of its
 * definition in stet.h, in float and double, every norm, contiguous, in place, in batches of lines
 * and of columns, and as one of two dimensions. Lengths to 32 are fed the unit vectors, which is a
 * proof over F_p for a linear program; longer ones get uniform elements of the field.
 *
 * BUG is planted into each plan, and must then be found in each: neighbour (a number of the table
 * of the passes is its neighbour), sign (one sine is negated), item (the passes leave out the last
 * thing that they do), kind (the pass of another kind that has the same transform inside), tail
 * (the last number of the input is dropped).
 *
 * Exit status: 0 equal (or the bug was found), 1 different (or it was not), 2 an error, 3 there is
 * nothing in which this bug could be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines/dispatch.h"
#include "lines/methods/r2r.h"
#include "lib/inside.h"
#include "fpsan.h"
#include "orders.h"

enum layout { ONE_LINE, LINES, COLUMNS };
/* Lines in a batch: no multiple of the lanes. The other dimension of two, and its kind. */
enum { BATCH = 19, PROVED = 32, FIRST = 6, SECOND = STET_DST4, DEFINITION = 512 };

static const char *const names[] = {NULL,   "r2hc", "hc2r", "dht",  "dct1", "dct2",
                                    "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"};

struct shape {
    stet_r2r_kind kind;
    ptrdiff_t n;
    stet_precision precision;
    stet_direction direction;
    stet_norm norm;
    enum layout layout;
    int in_place, rank;
};

static const char *bug = "";
static long compared, planted;

/* --------------------------------------------------------- definitions -- */

/* N of the norm: stet.h. */
static ptrdiff_t logical_length(stet_r2r_kind kind, ptrdiff_t n)
{
    switch (kind) {
    case STET_R2HC:
    case STET_HC2R:
    case STET_DHT: return n;
    case STET_DCT1: return 2 * (n - 1);
    case STET_DST1: return 2 * (n + 1);
    default: return 2 * n;
    }
}

/* Of the angles of the definition. */
static ptrdiff_t definition_order(stet_r2r_kind kind, ptrdiff_t n)
{
    const int halves =
        kind == STET_DCT4 || kind == STET_DST4                                             ? 4
        : kind == STET_DCT2 || kind == STET_DCT3 || kind == STET_DST2 || kind == STET_DST3 ? 2
                                                                                           : 1;
    return halves * logical_length(kind, n);
}

/* cosine cos(a) + sine sin(a), a = 2 pi turns/definition_order(). */
struct term {
    ptrdiff_t turns;
    int cosine, sine;
};

/* What input j gives to output k: the table of stet.h, line by line. */
static struct term definition(stet_r2r_kind kind, ptrdiff_t n, ptrdiff_t k, ptrdiff_t j)
{
    const int last = j == n - 1;
    switch (kind) {
    case STET_R2HC:
        return 2 * k <= n ? (struct term){j * k, 1, 0} : (struct term){j * (n - k), 0, -1};
    case STET_HC2R:
        if (2 * j > n)
            return (struct term){(n - j) * k, 0, -2};
        return (struct term){j * k, j == 0 || 2 * j == n ? 1 : 2, 0};
    case STET_DHT: return (struct term){j * k, 1, 1};
    case STET_DCT1: return (struct term){j * k, j == 0 || last ? 1 : 2, 0};
    case STET_DCT2: return (struct term){(2 * j + 1) * k, 2, 0};
    case STET_DCT3: return (struct term){j * (2 * k + 1), j == 0 ? 1 : 2, 0};
    case STET_DCT4: return (struct term){(2 * j + 1) * (2 * k + 1), 2, 0};
    case STET_DST1: return (struct term){(j + 1) * (k + 1), 0, 2};
    case STET_DST2: return (struct term){(2 * j + 1) * (k + 1), 0, 2};
    case STET_DST3: return (struct term){(j + 1) * (2 * k + 1), 0, last ? 1 : 2};
    default: return (struct term){(2 * j + 1) * (2 * k + 1), 0, 2};
    }
}

static ptrdiff_t lines_of(const struct shape *s)
{
    return s->layout != ONE_LINE ? BATCH : s->rank == 2 ? FIRST : 1;
}

#define T float
#define NAME(x) x##_f32
#include "r2r_naive.h"
#undef T
#undef NAME
#define T double
#define NAME(x) x##_f64
#include "r2r_naive.h"
#undef T
#undef NAME

/* ---------------------------------------------------------------- bugs -- */

static int has_table(const stet_r2r *r) { return r->sine != r->cosine && r->sine != NULL; }

/* The first number that is not its neighbour becomes it. */
static int plant_neighbour(char *table, size_t size, const stet_r2r *r)
{
    const char *end = (const char *)r->sine;
    for (char *p = table; has_table(r) && p + size < end; p += size)
        if (memcmp(p, p + size, size) != 0) {
            memcpy(p + size, p, size); /* the first is 1, which type III leaves out */
            return 1;
        }
    return 0;
}

/* The sine after the first: that is 0 for types II and III. */
static int plant_sign(char *table, size_t size, const stet_r2r *r)
{
    const size_t count = (size_t)((const char *)r->sine - table) / size;
    if (!has_table(r) || count < 2)
        return 0;
    table[(count + 2) * size - 1] ^= (char)0x80;
    return 1;
}

static int other_way(int way)
{
    switch (way) {
    case STET_R2HC: return STET_DHT;
    case STET_DHT: return STET_R2HC;
    case STET_DCT2: return STET_DST2;
    case STET_DST2: return STET_DCT2;
    case STET_DCT3: return STET_DST3;
    case STET_DST3: return STET_DCT3;
    case STET_DCT4: return STET_DST4;
    case STET_DST4: return STET_DCT4;
    case STET_DCT4_ODD: return STET_DST4_ODD;
    case STET_DST4_ODD: return STET_DCT4_ODD;
    default: return way;
    }
}

static int plant_kind(stet_r2r *r)
{
    const int other = other_way(r->way);
    if (other == r->way)
        return 0;
    r->way = other;
    return 1;
}

static int plant_item(stet_r2r *r)
{
    r->before--;
    r->after--;
    return 1;
}

static int plant(const stet_fft1d *f)
{
    stet_r2r *r = (stet_r2r *)f->made;
    const size_t size = f->precision == STET_F32 ? sizeof(float) : sizeof(double);
    if (strcmp(bug, "neighbour") == 0)
        return plant_neighbour((char *)f->table, size, r);
    if (strcmp(bug, "sign") == 0)
        return plant_sign((char *)f->table, size, r);
    if (strcmp(bug, "item") == 0)
        return plant_item(r);
    return strcmp(bug, "kind") == 0 ? plant_kind(r) : strcmp(bug, "tail") == 0;
}

/* --------------------------------------------------------------- plans -- */

static stet_plan *make(const struct shape *s)
{
    const int columns = s->layout == COLUMNS;
    const stet_dim dims[2] = {{FIRST, s->n, s->n},
                              {s->n, columns ? BATCH : 1, columns ? BATCH : 1}};
    const stet_dim batch = {BATCH, columns ? 1 : s->n, columns ? 1 : s->n};
    const stet_r2r_kind kinds[2] = {SECOND, s->kind};
    stet_options o;
    stet_options_init(&o);
    o.kind = STET_R2R, o.precision = s->precision, o.direction = s->direction, o.norm = s->norm;
    o.rank = s->rank, o.dims = s->rank == 2 ? dims : dims + 1;
    o.r2r = s->rank == 2 ? kinds : kinds + 1;
    o.batch_rank = s->layout != ONE_LINE, o.batch = &batch;
    stet_plan *plan;
    if (stet_plan_create(&plan, &o)) {
        fputs("stet_r2r: no plan\n", stderr);
        exit(2);
    }
    return plan;
}

/* True if it is as it should be: equal, or with a bug in it different. */
static int check(const struct shape *s)
{
    stet_plan *plan = make(s);
    int bugs = 0;
    for (int i = 0; *bug && i < s->rank; i++) {
        const stet_fft1d *f = inside_stages(plan)->stages[i].line.fft;
        bugs += f->kind == (int)STET_R2R + (int)s->kind && f->n == s->n ? plant(f) : 0;
    }
    planted += bugs;
    int good = 1;
    if (!*bug || bugs) {
        const int same = s->precision == STET_F32 ? compare_f32(s, plan) : compare_f64(s, plan);
        good = *bug ? !same : same;
        compared++;
    }
    stet_plan_destroy(plan);
    if (!good)
        printf("%s: %s n %td precision %d direction %d norm %d layout %d in place %d rank %d\n",
               *bug ? "NOT FOUND" : "DIFFERENT", names[s->kind], s->n, (int)s->precision,
               (int)s->direction, (int)s->norm, (int)s->layout, s->in_place, s->rank);
    return good;
}

/* Each option in turn, the others at their first value: all pairs would prove nothing more. */
static int check_all(struct shape s)
{
    int good = check(&s);
    s.in_place = 1;
    good &= check(&s);
    s.in_place = 0;
    if (s.n > DEFINITION)
        return good;
    for (s.layout = LINES; s.layout <= COLUMNS; s.layout++)
        good &= check(&s);
    s.layout = ONE_LINE;
    for (s.norm = STET_NORM_ORTHO; s.norm <= STET_NORM_FORWARD; s.norm++)
        good &= check(&s);
    s.norm = STET_NORM_BACKWARD, s.direction = STET_INVERSE;
    good &= check(&s);
    s.direction = STET_FORWARD, s.rank = 2;
    return good & (s.n <= 64 ? check(&s) : 1);
}

/* Of the tables of the passes (r2r.c), of the definition, of the transform inside. */
static void with_orders(char **argv, stet_r2r_kind kind, ptrdiff_t n)
{
    char text[200] = "";
    const ptrdiff_t order = 16 * n;
    roots_of_doubles = order > SURE;
    if (getenv("FPSAN_ORDER"))
        return;
    stet_fft1d *f = stet_fft1d_create(n, (stet_kind)((int)STET_R2R + (int)kind), STET_F64,
                                      stet_isa_in_use(), NULL);
    if (!f)
        exit(2);
    know_order(order, text, sizeof text);
    know_order(definition_order(kind, n), text, sizeof text);
    know_order(16 * (ptrdiff_t)FIRST, text, sizeof text);
    know_orders(f->half, text, sizeof text);
    stet_fft1d_destroy(f);
    start_again(argv, text);
}

int main(int argc, char **argv)
{
    struct shape s = {.n = argc > 2 ? atoll(argv[2]) : 0, .direction = STET_FORWARD, .rank = 1};
    for (int kind = STET_R2HC; argc > 2 && kind <= STET_DST4; kind++)
        s.kind = strcmp(names[kind], argv[1]) == 0 ? (stet_r2r_kind)kind : s.kind;
    if (s.kind == 0 || s.n < 1) {
        fputs("usage: stet_r2r dct2 N [neighbour|sign|item|kind|tail]\n", stderr);
        return 2;
    }
    bug = argc > 3 ? argv[3] : "";
    s.norm = STET_NORM_BACKWARD;
    with_orders(argv, s.kind, s.n);
    int good = 1;
    for (s.precision = STET_F32; s.precision <= STET_F64; s.precision++)
        good &= check_all(s);
    float done = (float)compared;
    fpsan_output_f32(&done, 1); /* the runtime's summary then says what stayed native */
    printf("%s: %s n %td, %s, %ld transforms%s%s\n",
           *bug   ? good ? "FOUND" : "NOT FOUND"
           : good ? "EQUAL"
                  : "DIFFERENT",
           names[s.kind], s.n, stet_isa_name(), compared, *bug ? ", planted: " : "", bug);
    return *bug && !planted ? 3 : !good;
}
