/* SPDX-License-Identifier: Apache-2.0 */
/* program.c SEED COUNT: random problems of FFTW's MPI interface. Every rank knows the whole result
 * from the serial interface of the same library. On stet each number has the bits of that result;
 * on FFTW, with which this program is linked, it is near. No header of ours is included. */
#include <fftw3-mpi.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if STET_FFTW_BITS == 32
typedef float real;
#define X(name) fftwf_##name
#define NEAR 2e-6
#else
typedef double real;
#define X(name) fftw_##name
#define NEAR 1e-14
#endif

enum { C2C, R2C, C2R, R2R, TRANSPOSE, KINDS };
static const char *const names[] = {"c2c", "r2c", "c2r", "r2r", "transpose"};

static int rank, ranks, failures, planned;
static bool exact; /* the library is stet's */
static uint64_t state;

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t next_random(uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static ptrdiff_t draw(ptrdiff_t least, ptrdiff_t most)
{
    return least + (ptrdiff_t)(next_random(&state) % (uint64_t)(most - least + 1));
}

/* ---------------------------------------------------------------- problems -- */

typedef struct problem {
    int kind, dims, sign;
    ptrdiff_t n[4], howmany, in_block, out_block;
    X(r2r_kind) r2r[4];
    bool in_place, in_transposed, out_transposed;
    unsigned flags;
} problem;

static problem draw_problem(void)
{
    static const X(r2r_kind) kinds[] = {FFTW_R2HC,    FFTW_HC2R,    FFTW_DHT,     FFTW_REDFT00,
                                        FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11, FFTW_RODFT00,
                                        FFTW_RODFT10, FFTW_RODFT01, FFTW_RODFT11};
    problem p = {.kind = (int)draw(0, KINDS - 1), .flags = FFTW_ESTIMATE};
    p.dims = p.kind == TRANSPOSE ? 2 : (int)draw(p.kind == C2C ? 1 : 2, 4);
    p.sign = p.kind == R2C || (p.kind == C2C && draw(0, 1)) ? FFTW_FORWARD : FFTW_BACKWARD;
    p.howmany = draw(0, 2) ? 1 : draw(2, 4);
    for (int i = 0; i < p.dims; i++) { /* FFTW itself crashes on an axis of 1 */
        p.n[i] = draw(2, p.dims == 1 ? 600 : p.dims == 2 ? 40 : 13);
        p.r2r[i] = kinds[draw(0, 10)];
    }
    p.in_place = draw(0, 1);
    p.in_transposed = p.dims > 1 && p.kind != R2C && draw(0, 2) == 0;
    p.out_transposed = p.dims > 1 && p.kind != C2R && draw(0, 2) == 0;
    p.flags |= (p.in_transposed ? FFTW_MPI_TRANSPOSED_IN : 0) |
               (p.out_transposed ? FFTW_MPI_TRANSPOSED_OUT : 0);
    return p;
}

static void print(const problem *p)
{
    fprintf(stderr, "%s", names[p->kind]);
    for (int i = 0; i < p->dims; i++)
        fprintf(stderr, "%s%td", i ? "x" : " ", p->n[i]);
    fprintf(stderr, " howmany %td sign %d%s%s%s blocks %td %td, %d ranks: ", p->howmany, p->sign,
            p->in_place ? " in place" : "", p->in_transposed ? " transposed in" : "",
            p->out_transposed ? " transposed out" : "", p->in_block, p->out_block, ranks);
}

/* ------------------------------------------------------------------ arrays -- */

/* One side of a problem: the whole array, and the part of it that this rank has. */
typedef struct side {
    int dims, cut; /* the axis that is cut */
    ptrdiff_t n[4],
        row; /* row: numbers for which a row of the last axis has space in the rank's array */
    ptrdiff_t start, count;
    bool swapped;      /* axis 1 comes first in memory */
    ptrdiff_t element; /* real numbers in one element of all transforms */
} side;

static side side_of(const problem *p, bool is_output)
{
    const bool is_half = p->kind == (is_output ? R2C : C2R),
               is_padded = p->kind == (is_output ? C2R : R2C);
    side s = {.dims = p->dims};
    for (int i = 0; i < p->dims; i++)
        s.n[i] = p->n[i];
    const ptrdiff_t last = s.n[p->dims - 1];
    if (is_half)
        s.n[p->dims - 1] = last / 2 + 1;
    s.row = is_padded ? 2 * (last / 2 + 1) : s.n[p->dims - 1];
    s.element = p->howmany * (is_half || p->kind == C2C ? 2 : 1);
    s.cut = p->kind == TRANSPOSE ? is_output : is_output ? p->out_transposed : p->in_transposed;
    s.swapped = p->kind == TRANSPOSE
                    ? is_output != (is_output ? p->out_transposed : p->in_transposed)
                    : s.cut;
    return s;
}

static ptrdiff_t whole(const side *s)
{
    ptrdiff_t reals = s->element;
    for (int i = 0; i < s->dims; i++)
        reals *= s->n[i];
    return reals;
}

static ptrdiff_t part(const side *s)
{
    ptrdiff_t reals = s->element;
    for (int i = 0; i < s->dims; i++)
        reals *= i == s->cut ? s->count : i == s->dims - 1 ? s->row : s->n[i];
    return reals;
}

/* Fills the part from the whole array, or returns how many of its numbers are wrong. */
static long visit(const side *s, real *mine, real *all, bool fill, double size)
{
    ptrdiff_t k[4] = {0}, local[4], strides[4], order[4] = {0, 1, 2, 3}, numbers = 1;
    long wrong = 0;
    for (int i = 0; i < s->dims; i++) {
        local[i] = i == s->cut ? s->count : s->n[i];
        numbers *= local[i];
    }
    if (s->swapped) {
        order[0] = 1;
        order[1] = 0;
    }
    ptrdiff_t stride = s->element;
    for (int i = s->dims - 1; i >= 0; i--) {
        const ptrdiff_t axis = order[i];
        strides[axis] = stride;
        stride *= axis == s->dims - 1 && axis != s->cut ? s->row : local[axis];
    }
    for (ptrdiff_t done = 0; done < numbers; done++) {
        ptrdiff_t at = 0, index = 0;
        for (int i = 0; i < s->dims; i++) {
            at += k[i] * strides[i];
            index = index * s->n[i] + k[i] + (i == s->cut ? s->start : 0);
        }
        for (ptrdiff_t h = 0; h < s->element; h++) {
            real *m = mine + at + h, *w = all + index * s->element + h;
            if (fill)
                *m = *w;
            else if (exact ? memcmp(m, w, sizeof *m) != 0
                           : !(fabs((double)*m - (double)*w) <= NEAR * size))
                wrong++;
        }
        for (int i = s->dims - 1; i >= 0 && ++k[i] == local[i]; i--)
            k[i] = 0;
    }
    return wrong;
}

/* ----------------------------------------------------------------- running -- */

static void serial(const problem *p, real *in, real *out)
{
    int n[4];
    const int howmany = (int)p->howmany;
    for (int i = 0; i < p->dims; i++)
        n[i] = (int)p->n[i];
    X(plan) plan = NULL;
    X(complex) *cin = (X(complex) *)in, *cout = (X(complex) *)out;
    if (p->kind == C2C)
        plan = X(plan_many_dft)(p->dims, n, howmany, cin, NULL, howmany, 1, cout, NULL, howmany, 1,
                                p->sign, FFTW_ESTIMATE);
    else if (p->kind == R2C)
        plan = X(plan_many_dft_r2c)(p->dims, n, howmany, in, NULL, howmany, 1, cout, NULL, howmany,
                                    1, FFTW_ESTIMATE);
    else if (p->kind == C2R)
        plan = X(plan_many_dft_c2r)(p->dims, n, howmany, cin, NULL, howmany, 1, out, NULL, howmany,
                                    1, FFTW_ESTIMATE);
    else if (p->kind == R2R)
        plan = X(plan_many_r2r)(p->dims, n, howmany, in, NULL, howmany, 1, out, NULL, howmany, 1,
                                p->r2r, FFTW_ESTIMATE);
    X(execute)(plan);
    X(destroy_plan)(plan);
}

static X(plan) plan_for(const problem *p, real *in, real *out)
{
    X(complex) *cin = (X(complex) *)in, *cout = (X(complex) *)out;
    const MPI_Comm w = MPI_COMM_WORLD;
    switch (p->kind) {
    case C2C:
        return X(mpi_plan_many_dft)(p->dims, p->n, p->howmany, p->in_block, p->out_block, cin, cout,
                                    w, p->sign, p->flags);
    case R2C:
        return X(mpi_plan_many_dft_r2c)(p->dims, p->n, p->howmany, p->in_block, p->out_block, in,
                                        cout, w, p->flags);
    case C2R:
        return X(mpi_plan_many_dft_c2r)(p->dims, p->n, p->howmany, p->in_block, p->out_block, cin,
                                        out, w, p->flags);
    case R2R:
        return X(mpi_plan_many_r2r)(p->dims, p->n, p->howmany, p->in_block, p->out_block, in, out,
                                    w, p->r2r, p->flags);
    default:
        return X(mpi_plan_many_transpose)(p->n[0], p->n[1], p->howmany, p->in_block, p->out_block,
                                          in, out, w, p->flags);
    }
}

/* Asks FFTW's functions which part of both sides this rank has; returns the reals to allocate. */
static ptrdiff_t find_parts(problem *p, side *in, side *out)
{
    ptrdiff_t n[4], counts[2], starts[2], size;
    if (p->dims == 1) {
        size = X(mpi_local_size_many_1d)(p->n[0], p->howmany, MPI_COMM_WORLD, p->sign, p->flags,
                                         &in->count, &in->start, &out->count, &out->start);
        return 2 * size;
    }
    const side *half = p->kind == R2C ? out : in;
    memcpy(n, half->n, sizeof n);
    ptrdiff_t blocks[2] = {0, 0}; /* of axis 0 and of axis 1 */
    if (draw(0, 2) == 0)
        for (int axis = 0; axis < 2; axis++) {
            const ptrdiff_t least = (n[axis] + ranks - 1) / ranks;
            blocks[axis] = draw(least, n[axis] - 1 > least ? n[axis] - 1 : least);
        }
    p->in_block = blocks[in->cut];
    p->out_block = blocks[out->cut];
    size = X(mpi_local_size_many_transposed)(p->dims, n, p->howmany, blocks[0], blocks[1],
                                             MPI_COMM_WORLD, &counts[0], &starts[0], &counts[1],
                                             &starts[1]);
    in->start = starts[in->cut];
    in->count = counts[in->cut];
    out->start = starts[out->cut];
    out->count = counts[out->cut];
    return size * (p->kind == R2R || p->kind == TRANSPOSE ? 1 : 2);
}

static void fail(const problem *p, const char *what, long numbers)
{
    if (failures++ < 8) {
        print(p);
        fprintf(stderr, "rank %d: %s (%ld)\n", rank, what, numbers);
    }
}

static void run(problem *p)
{
    side in = side_of(p, false), out = side_of(p, true);
    const ptrdiff_t size = find_parts(p, &in, &out);
    real *all_in = X(alloc_real)((size_t)whole(&in) + 1),
         *all_out = X(alloc_real)((size_t)whole(&out) + 1);
    real *mine = X(alloc_real)((size_t)size + 1),
         *result = p->in_place ? mine : X(alloc_real)((size_t)size + 1);
    if (part(&in) > size || part(&out) > size)
        fail(p, "local_size is too small", size);
    X(plan) plan = plan_for(p, mine, result);
    planned += plan != NULL;
    if (plan == NULL) { /* FFTW makes no plan of some; the program with its library lists them */
        if (rank == 0) {
            print(p);
            fprintf(stderr, "NULL\n");
        }
        failures += exact;
    } else {
        double norm = 0;
        for (ptrdiff_t i = 0; i < whole(&in); i++)
            all_in[i] = (real)((double)(int64_t)next_random(&state) * 0x1p-63);
        memset(mine, 0xff, (size_t)size * sizeof(real));
        memset(result, 0xff, (size_t)size * sizeof(real));
        visit(&in, mine, all_in, true, 0);
        if (p->kind == TRANSPOSE)
            memcpy(all_out, all_in, (size_t)whole(&in) * sizeof(real));
        else
            serial(p, all_in, all_out);
        for (ptrdiff_t i = 0; i < whole(&out); i++)
            norm += (double)all_out[i] * (double)all_out[i];
        X(execute)(plan);
        const long wrong = visit(&out, result, all_out, false, sqrt(norm));
        if (wrong > 0)
            fail(p, "numbers are wrong", wrong);
        X(destroy_plan)(plan);
    }
    X(free)(all_in);
    X(free)(all_out);
    X(free)(mine);
    if (!p->in_place)
        X(free)(result);
}

/* A forward transform in one order and a backward one return N times the input, whatever the order
 * in between. */
static void run_scrambled(ptrdiff_t n, unsigned there, unsigned back)
{
    ptrdiff_t ni, starti, no, starto;
    const ptrdiff_t size =
        X(mpi_local_size_1d)(n, MPI_COMM_WORLD, FFTW_FORWARD, there, &ni, &starti, &no, &starto);
    X(complex) *in = X(alloc_complex)((size_t)size), *out = X(alloc_complex)((size_t)size);
    X(plan)
    forward = X(mpi_plan_dft_1d)(n, in, out, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE | there);
    X(plan)
    backward = X(mpi_plan_dft_1d)(n, out, out, MPI_COMM_WORLD, FFTW_BACKWARD, FFTW_ESTIMATE | back);
    problem p = {.kind = C2C, .dims = 1, .n = {n}, .howmany = 1, .flags = there};
    ptrdiff_t total = no;
    MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (total != n || forward == NULL || backward == NULL) {
        fail(&p, "scrambled", (long)total);
    } else {
        for (ptrdiff_t i = 0; i < ni; i++)
            in[i][0] = (real)(starti + i), in[i][1] = (real)(i % 7);
        X(execute)(forward);
        X(execute)(backward);
        for (ptrdiff_t i = 0; i < ni; i++)
            if (fabs((double)(out[i][0] / (real)n - in[i][0])) > NEAR * 100 * (double)n)
                fail(&p, "scrambled, there and back", (long)i);
    }
    X(destroy_plan)(forward);
    X(destroy_plan)(backward);
    X(free)(in);
    X(free)(out);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    X(mpi_init)();
    exact = strstr(X(version), "stet") != NULL;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    for (int i = 0, count = argc > 2 ? atoi(argv[2]) : 100; i < count; i++) {
        problem p = draw_problem();
        run(&p);
    }
    for (int i = 0; i < 3; i++) {
        const ptrdiff_t n[] = {64, 3600, 1 << 14};
        if (ranks > 1 || exact) /* on one rank FFTW makes no plan */
            run_scrambled(n[i], FFTW_MPI_SCRAMBLED_OUT, FFTW_MPI_SCRAMBLED_IN);
        if (exact)
            run_scrambled(n[i], FFTW_MPI_SCRAMBLED_OUT | FFTW_MPI_SCRAMBLED_IN,
                          FFTW_MPI_SCRAMBLED_IN | FFTW_MPI_SCRAMBLED_OUT);
    }
    X(mpi_cleanup)();
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s, f%d, %d ranks: %d plans, %d failures\n", X(version), STET_FFTW_BITS, ranks,
               planned, failures);
    MPI_Finalize();
    return failures != 0;
}
