/* SPDX-License-Identifier: Apache-2.0 */
/* The Fortran names with any arguments, valid or not: guru, advanced and basic planners, whose
 * lists come in Fortran's order, every way to execute, and wisdom through a Fortran program's own
 * subroutines. A planner gives NULL or a plan, and a plan stays inside its arrays, around which
 * AddressSanitizer watches. */
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

#define LISTS                                                                                      \
    const int *, const int *, const int *, const int *, const int *, const int *, const int *,     \
        const int *
void dfftw_plan_guru_dft_(fftw_plan *, LISTS, double *, double *, int *, int *);
void dfftw_plan_guru_dft_r2c_(fftw_plan *, LISTS, double *, double *, int *);
void dfftw_plan_guru_dft_c2r_(fftw_plan *, LISTS, double *, double *, int *);
void dfftw_plan_guru_r2r_(fftw_plan *, LISTS, double *, double *, const int *, int *);
#define MANY                                                                                       \
    const int *, const int *, const int *, double *, const int *, const int *, const int *,        \
        double *, const int *, const int *, const int *
void dfftw_plan_many_dft_(fftw_plan *, MANY, int *, int *);
void dfftw_plan_many_dft_r2c_(fftw_plan *, MANY, int *);
void dfftw_plan_many_dft_c2r_(fftw_plan *, MANY, int *);
void dfftw_plan_many_r2r_(fftw_plan *, MANY, const int *, int *);
#define BASIC const int *, const int *, double *, double *
void dfftw_plan_dft_(fftw_plan *, BASIC, int *, int *);
void dfftw_plan_dft_r2c_(fftw_plan *, BASIC, int *);
void dfftw_plan_dft_c2r_(fftw_plan *, BASIC, int *);
void dfftw_plan_r2r_(fftw_plan *, BASIC, const int *, int *);
#define TWO const int *, const int *, double *, double *
void dfftw_plan_dft_2d_(fftw_plan *, TWO, int *, int *);
void dfftw_plan_dft_r2c_2d_(fftw_plan *, TWO, int *);
void dfftw_plan_dft_c2r_2d_(fftw_plan *, TWO, int *);
void dfftw_plan_r2r_2d_(fftw_plan *, TWO, const int *, const int *, int *);
void dfftw_execute_(fftw_plan *);
void dfftw_execute_dft_(fftw_plan *, double *, double *);
void dfftw_execute_dft_r2c_(fftw_plan *, double *, double *);
void dfftw_execute_dft_c2r_(fftw_plan *, double *, double *);
void dfftw_execute_r2r_(fftw_plan *, double *, double *);
void dfftw_destroy_plan_(fftw_plan *);
void dfftw_flops_(fftw_plan *, double *, double *, double *);
void dfftw_cost_(double *, fftw_plan *);
void dfftw_forget_wisdom_(void);
void dfftw_export_wisdom_(void (*)(char *, void *), void *);
void dfftw_import_wisdom_(int *, void (*)(int *, void *), void *);

typedef enum transform { C2C, R2C, C2R, R2R, TRANSFORMS } transform;
typedef enum door { GURU, MANY_OF_ONE, BASIC_ONE, TWO_LENGTHS, DOORS } door;

/* One problem: lists in the order in which the planner takes them. embed and strides are [0] of in,
 * [1] of out. */
typedef struct problem {
    transform what;
    door by;
    int rank, loops, sign, flags, howmany;
    int n[RANK], kind[RANK], stride[2][RANK], embed[2][RANK], loop_n[RANK], loop_stride[2][RANK];
    int in_place, without_lists;
} problem;

static int any(bytes *b, int least) { return (int)number(b, least); }

static problem draw(bytes *b)
{
    const unsigned how = (unsigned)take(b, 2);
    problem p = {.what = (transform)(how % TRANSFORMS), .by = (door)(how / TRANSFORMS % DOORS)};
    const unsigned odd = how >> 4 & 7;
    p.rank = p.by == TWO_LENGTHS ? 2 : (int)(how >> 7 & 7) % (RANK + 1);
    p.loops = p.by == GURU ? (int)(how >> 10 & 3) : p.by == MANY_OF_ONE;
    p.sign = how & 1 << 12 ? 1 : -1;
    p.in_place = (how & 1 << 13) != 0;
    p.without_lists = odd == 7;
    p.flags = FFTW_ESTIMATE | (odd == 6 ? FFTW_PRESERVE_INPUT : 0);
    for (int i = 0; i < RANK; i++) {
        p.n[i] = any(b, 1);
        p.kind[i] = (int)(take(b, 1) % 12);
        p.loop_n[i] = any(b, 0);
        for (int side = 0; side < 2; side++) {
            p.embed[side][i] = any(b, 1);
            p.stride[side][i] = any(b, -3);
            p.loop_stride[side][i] = any(b, -3);
        }
    }
    p.howmany = p.loop_n[0];
    return p;
}

static int is_complex(const problem *p, int output)
{
    return p->what == C2C || p->what == (output ? R2C : C2R);
}

/* The length of Fortran's dimension i in the array that a side lies in, without an embed. */
static ptrdiff_t own_length(const problem *p, int output, int i)
{
    const ptrdiff_t n = p->n[i], half = n / 2 + 1;
    if (i > 0 || p->what == C2C || p->what == R2R)
        return n;
    return is_complex(p, output) ? half : p->in_place ? 2 * half : n;
}

/* The layout of one side as loops and dimensions, strides in is. Returns how many, or -1 if a
 * stride does not fit. */
static int layout(const problem *p, int output, fftw_iodim64 *dims)
{
    const int halved =
        p->by == GURU ? p->rank - 1 : 0; /* the dimension whose complex side is short */
    ptrdiff_t stride = p->by == MANY_OF_ONE ? p->stride[output][0] : 1;
    for (int i = 0; i < p->rank; i++) {
        const int is_short = i == halved && is_complex(p, output) && p->what != C2C && p->n[i] > 0;
        dims[i] = (fftw_iodim64){is_short ? p->n[i] / 2 + 1 : p->n[i], 0, 0};
        dims[i].is = p->by == GURU ? p->stride[output][i] : stride;
        const ptrdiff_t length =
            p->by == MANY_OF_ONE ? p->embed[output][i] : own_length(p, output, i);
        if (p->by != GURU && __builtin_mul_overflow(stride, length, &stride))
            return -1;
    }
    for (int i = 0; i < p->loops; i++)
        dims[p->rank + i] = (fftw_iodim64){p->loop_n[i], p->loop_stride[output][i], 0};
    return p->rank + p->loops;
}

/* Fortran hands over addresses of everything. */
static fftw_plan plan_of(problem *p, double *in, double *out)
{
    fftw_plan plan = NULL;
    int *n = p->without_lists ? NULL : p->n, *kind = p->without_lists ? NULL : p->kind;
#define AS_GURU                                                                                    \
    &p->rank, n, p->stride[0], p->stride[1], &p->loops, p->loop_n, p->loop_stride[0],              \
        p->loop_stride[1], in, out
#define AS_MANY                                                                                    \
    &p->rank, n, &p->howmany, in, p->embed[0], &p->stride[0][0], &p->loop_stride[0][0], out,       \
        p->embed[1], &p->stride[1][0], &p->loop_stride[1][0]
#define AS_BASIC &p->rank, n, in, out
#define AS_TWO &p->n[0], &p->n[1], in, out
    int *const sign = &p->sign, *const flags = &p->flags;
    switch (p->by * TRANSFORMS + (int)p->what) {
    case GURU *TRANSFORMS + C2C: dfftw_plan_guru_dft_(&plan, AS_GURU, sign, flags); break;
    case GURU *TRANSFORMS + R2C: dfftw_plan_guru_dft_r2c_(&plan, AS_GURU, flags); break;
    case GURU *TRANSFORMS + C2R: dfftw_plan_guru_dft_c2r_(&plan, AS_GURU, flags); break;
    case GURU *TRANSFORMS + R2R: dfftw_plan_guru_r2r_(&plan, AS_GURU, kind, flags); break;
    case MANY_OF_ONE *TRANSFORMS + C2C: dfftw_plan_many_dft_(&plan, AS_MANY, sign, flags); break;
    case MANY_OF_ONE *TRANSFORMS + R2C: dfftw_plan_many_dft_r2c_(&plan, AS_MANY, flags); break;
    case MANY_OF_ONE *TRANSFORMS + C2R: dfftw_plan_many_dft_c2r_(&plan, AS_MANY, flags); break;
    case MANY_OF_ONE *TRANSFORMS + R2R: dfftw_plan_many_r2r_(&plan, AS_MANY, kind, flags); break;
    case BASIC_ONE *TRANSFORMS + C2C: dfftw_plan_dft_(&plan, AS_BASIC, sign, flags); break;
    case BASIC_ONE *TRANSFORMS + R2C: dfftw_plan_dft_r2c_(&plan, AS_BASIC, flags); break;
    case BASIC_ONE *TRANSFORMS + C2R: dfftw_plan_dft_c2r_(&plan, AS_BASIC, flags); break;
    case BASIC_ONE *TRANSFORMS + R2R: dfftw_plan_r2r_(&plan, AS_BASIC, kind, flags); break;
    case TWO_LENGTHS *TRANSFORMS + C2C: dfftw_plan_dft_2d_(&plan, AS_TWO, sign, flags); break;
    case TWO_LENGTHS *TRANSFORMS + R2C: dfftw_plan_dft_r2c_2d_(&plan, AS_TWO, flags); break;
    case TWO_LENGTHS *TRANSFORMS + C2R: dfftw_plan_dft_c2r_2d_(&plan, AS_TWO, flags); break;
    default: dfftw_plan_r2r_2d_(&plan, AS_TWO, &p->kind[0], &p->kind[1], flags);
    }
    return plan;
}

static void execute(const problem *p, fftw_plan *plan, double *in, double *out)
{
    double add, mul, fma, cost;
    dfftw_flops_(plan, &add, &mul, &fma);
    dfftw_cost_(&cost, plan);
    dfftw_execute_(plan);
    switch (p->what) {
    case C2C: dfftw_execute_dft_(plan, in, out); break;
    case R2C: dfftw_execute_dft_r2c_(plan, in, out); break;
    case C2R: dfftw_execute_dft_c2r_(plan, in, out); break;
    default: dfftw_execute_r2r_(plan, in, out);
    }
}

/* -------------------------------------------------------------- wisdom -- */

typedef struct text {
    char at[4096];
    int used, read;
} text;

static void put(char *c, void *data)
{
    text *t = data;
    if (t->used < (int)sizeof t->at)
        t->at[t->used++] = *c;
}

static void get(int *c, void *data)
{
    text *t = data;
    *c = t->read < t->used ? (unsigned char)t->at[t->read++] : -1;
}

/* The head of wisdom and any bytes: what is taken can be taken again, and is the same then. */
static void wisdom(bytes *b)
{
    text given = {.used = 0}, first = {.used = 0}, second = {.used = 0};
    int good;
    dfftw_forget_wisdom_();
    dfftw_export_wisdom_(put, &given);
    given.used -= 2; /* the last bracket */
    while (b->left > 0 && given.used < (int)sizeof given.at / 4)
        given.at[given.used++] = (char)take(b, 1);
    dfftw_import_wisdom_(&good, get, &given);
    dfftw_export_wisdom_(put, &first);
    dfftw_forget_wisdom_();
    dfftw_import_wisdom_(&good, get, &first);
    dfftw_export_wisdom_(put, &second);
    if (!good || first.used != second.used || memcmp(first.at, second.at, (size_t)first.used) != 0)
        abort();
    dfftw_forget_wisdom_();
}

/* ----------------------------------------------------------------- one -- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    if (take(&b, 1) % 8 == 0) {
        wisdom(&b);
        return 0;
    }
    problem p = draw(&b);
    fftw_iodim64 dims[2][2 * RANK];
    ptrdiff_t low[2], high[2];
    int fits = 1;
    for (int side = 0; side < 2; side++) {
        const int count = layout(&p, side, dims[side]);
        if (count >= 0 && !is_quick(count, dims[side]))
            return 0;
        fits = fits && count >= 0 &&
               reach(count, dims[side], 0, 1 + is_complex(&p, side), &low[side], &high[side]);
    }
    double *in = NULL, *out = NULL, *in_memory = NULL, *out_memory = NULL;
    if (fits && p.in_place) {
        in_memory =
            array(low[0] < low[1] ? low[0] : low[1], high[0] > high[1] ? high[0] : high[1], &in);
        out = in;
    } else if (fits) {
        in_memory = array(low[0], high[0], &in);
        out_memory = array(low[1], high[1], &out);
    }
    fftw_plan plan = plan_of(&p, in, out);
    if (plan != NULL && fits)
        execute(&p, &plan, in, out);
    dfftw_destroy_plan_(&plan);
    dfftw_forget_wisdom_();
    free(in_memory);
    free(out_memory);
    return 0;
}
