/* SPDX-License-Identifier: Apache-2.0 */
/* stet_kernels N [BUG]: compiled by fpsan-cc and linked with instrumented kernels of src/lines, in
 * field mode: every kind of transform of length N, in every radix grouping, norm, direction and
 * layout, has the bits of the naive DFT. For N <= 32 unit vectors are fed, which is a proof over
 * F_p for a linear program; longer ones get uniform elements of the field. Those above 512 are
 * not compared with the definition, which costs N^2, but in a random point of their z-transform
 * (functional.h), and in fewer layouts.
 *
 * BUG is planted, and must then be found: neighbour (one twiddle is its neighbour), sign (one
 * twiddle's t is negated), tail (the last element of the input is dropped), clamp (a small t
 * becomes 2^-20, as Linzer and Feig's butterflies clamp a vanishing divisor); for lengths with
 * a prime from 17 to 127: constant (one constant of its direct sum is its neighbour); for lengths
 * with a prime above 127: filter (one number of the convolution's filter is its neighbour), order
 * (Rader: two inputs change places), chirp (Bluestein: a number of the chirp is negated).
 *
 * Exit status: 0 equal (or the bug was found), 1 different (or it was not), 2 an error. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines/dispatch.h"
#include "lib/inside.h"
#include "fpsan.h"
#include "orders.h"

enum { F32, F64 };
enum { BATCH = 19, DEFINITION = 512 };

static const char *bug = "";
static long compared, planted;

static void with_orders(char **argv, ptrdiff_t n)
{
    char text[200] = "";
    if (getenv("FPSAN_ORDER"))
        return;
    for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++) {
        stet_fft1d *f = stet_fft1d_create(n, kind, STET_F64, stet_isa_in_use(), NULL);
        if (!f)
            exit(2);
        know_orders(f, text, sizeof text);
        stet_fft1d_destroy(f);
    }
    start_again(argv, text);
}

struct shape {
    stet_kind kind;
    stet_precision precision;
    stet_direction direction;
    stet_norm norm;
    int radix, batch, in_place, rank;
    ptrdiff_t n, first; /* rank 2: first x n */
};

static size_t size_of(stet_precision p) { return p == STET_F32 ? sizeof(float) : sizeof(double); }

/* Numbers per line of the packed real or complex side. */
static ptrdiff_t numbers(const struct shape *s, int complex_side)
{
    return complex_side ? s->kind == STET_C2C ? 2 * s->n : 2 * (s->n / 2 + 1) : s->n;
}

static int complex_in(const struct shape *s) { return s->kind != STET_R2C; }
static int complex_out(const struct shape *s) { return s->kind != STET_C2R; }

#define T float
#define NAME(x) x##_f32
#include "naive.h"
#include "functional.h"
#undef T
#undef NAME
#define T double
#define NAME(x) x##_f64
#include "naive.h"
#include "functional.h"
#undef T
#undef NAME

/* The first number that is not its neighbour becomes it. */
static int plant_neighbour(void *table, size_t size)
{
    char *p = table;
    while (memcmp(p, p + size, size) == 0)
        p += size;
    memcpy(p + size, p, size);
    return 1;
}

static int plant_convolution(stet_convolution *z, size_t size)
{
    if (strcmp(bug, "filter") == 0)
        return plant_neighbour(z->filter, size);
    if (strcmp(bug, "order") == 0 && z->order) {
        const uint32_t first = z->order[1];
        z->order[1] = z->order[2];
        z->order[2] = first;
        return 1;
    }
    if (strcmp(bug, "chirp") == 0 && z->chirp) {
        ((char *)z->chirp)[3 * size - 1] ^= (char)0x80;
        return 1;
    }
    return 0;
}

static int plant_constant(const void *constants, size_t size)
{
    union {
        const void *in;
        char *out;
    } table = {constants};
    return constants && plant_neighbour(table.out, size);
}

static void plant(const stet_fft1d *f)
{
    const stet_fft1d *inner = f->half ? f->half : f;
    for (int i = 0; i < inner->graph.rough_count; i++)
        planted += plant_convolution(inner->convolution[i], size_of(f->precision));
    if (strcmp(bug, "constant") == 0)
        planted +=
            plant_constant(inner->tables.direct[inner->graph.rough_count], size_of(f->precision));
    if (f->table && strcmp(bug, "neighbour") == 0)
        plant_neighbour(f->table, size_of(f->precision));
    const int halved = f->half && f->n % 2 == 0;
    const ptrdiff_t L = halved || f->graph.levels ? f->n / 2 : 0;
    const int last = halved ? 0 : f->graph.levels - 1;
    if (L < 8)
        return;
    const size_t size = size_of(f->precision), half = (size_t)stet_level_size(L);
    union {
        const void *in;
        char *out;
    } table = {f->tables.level[last]};
    char *t = table.out + half * size; /* m[half], t[half] */
    if (strcmp(bug, "neighbour") == 0)
        memcpy(table.out + 2 * size, table.out + 1 * size, size);
    else if (strcmp(bug, "sign") == 0)
        t[3 * size - 1] ^= (char)0x80;
    else if (strcmp(bug, "clamp") == 0 && f->precision == STET_F32)
        memcpy(t, &(float){0x1p-20f}, size);
    else if (strcmp(bug, "clamp") == 0)
        memcpy(t, &(double){0x1p-20}, size);
    else
        return;
    planted++;
}

static stet_plan *make(const struct shape *s)
{
    const ptrdiff_t in = numbers(s, complex_in(s)) / (complex_in(s) ? 2 : 1);
    const ptrdiff_t out = numbers(s, complex_out(s)) / (complex_out(s) ? 2 : 1);
    const stet_dim dims[2] = {{s->first, in, out}, {s->n, 1, 1}}, batch = {BATCH, in, out};
    stet_options o;
    stet_options_init(&o);
    o.kind = s->kind, o.precision = s->precision, o.direction = s->direction, o.norm = s->norm;
    o.rank = s->rank, o.dims = s->rank == 2 ? dims : dims + 1;
    o.batch_rank = s->batch, o.batch = &batch;
    stet_plan *plan;
    if (stet_plan_create(&plan, &o)) {
        fputs("stet_kernels: no plan\n", stderr);
        exit(2);
    }
    inside_limit_radix(plan, s->radix);
    if (*bug)
        plant(inside_fft(plan));
    return plan;
}

static int check(const struct shape *s)
{
    stet_plan *plan = make(s);
    const int same = s->precision == STET_F32 ? compare_f32(s, plan) : compare_f64(s, plan);
    stet_plan_destroy(plan);
    compared++;
    if (!same && !*bug)
        printf("DIFFERENT: n %td kind %d precision %d direction %d norm %d radix %d batch %d in "
               "place %d rank %d\n",
               s->n, (int)s->kind, (int)s->precision, (int)s->direction, (int)s->norm, s->radix,
               s->batch, s->in_place, s->rank);
    return same;
}

/* Each option in turn, the others at their first value: all pairs would prove nothing more. */
static int check_kind(struct shape s)
{
    int same = 1;
    if (s.n > DEFINITION) {
        same &= check(&s);
        s.in_place = s.kind == STET_C2C;
        return same & (s.in_place ? check(&s) : 1);
    }
    for (s.radix = 2; s.radix <= 8; s.radix *= 2)
        same &= check(&s);
    s.radix = 8;
    for (s.norm = STET_NORM_ORTHO; s.norm <= STET_NORM_FORWARD; s.norm++)
        same &= check(&s);
    s.norm = STET_NORM_BACKWARD;
    for (s.radix = s.n > 64 ? 8 : 2; s.radix <= 8; s.radix *= 2) {
        s.batch = 1;
        same &= check(&s);
        s.batch = 0;
    }
    s.radix = 8;
    if (s.kind == STET_C2C) {
        s.in_place = 1;
        same &= check(&s);
        s.in_place = 0;
    }
    if (s.n <= 64) {
        s.rank = 2;
        s.first = 6;
        same &= check(&s);
    }
    return same;
}

int main(int argc, char **argv)
{
    const ptrdiff_t n = argc > 1 ? atoll(argv[1]) : 0;
    if (n < 1) {
        fputs("usage: stet_kernels N [neighbour|sign|tail|clamp|filter|order|chirp]\n", stderr);
        return 2;
    }
    bug = argc > 2 ? argv[2] : "";
    with_orders(argv, n);
    int same = 1;
    for (stet_kind kind = STET_C2C; kind <= STET_C2R; kind++)
        for (stet_precision precision = STET_F32; precision <= STET_F64; precision++)
            for (stet_direction d = STET_FORWARD; d <= STET_INVERSE; d++) {
                const struct shape s = {.kind = kind,
                                        .precision = precision,
                                        .direction = d,
                                        .norm = STET_NORM_BACKWARD,
                                        .radix = 8,
                                        .rank = 1,
                                        .n = n};
                if (kind != STET_C2C && (kind == STET_R2C) != (d == STET_FORWARD))
                    continue;
                same &= check_kind(s);
            }
    float done = (float)compared;
    fpsan_output_f32(&done, 1); /* the runtime's summary then says what stayed native */
    printf("%s: n %td, %s, %ld transforms%s%s\n", same ? "EQUAL" : "DIFFERENT", n, stet_isa_name(),
           compared, *bug ? ", planted: " : "", bug);
    if (*bug && strcmp(bug, "tail") && !planted)
        return 2;
    return *bug ? same : !same;
}
