/* SPDX-License-Identifier: Apache-2.0 */
/* Cosine and sine transforms of oneMKL as a contender: its "Trigonometric Transform Routines"
 * (oneMKL Developer Reference for C), made for its Poisson solver. They work in place, on one line,
 * and divide by n/2 in one of their two directions. */
#include "bench/arrays.h"
#include "bench/contender.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* MKL_INT has 32 bits in the interface that libmkl_rt.so takes by default. */
typedef void init(int *n, int *type, int *ipar, void *par, int *status);
typedef void compute(void *f, void **handle, int *ipar, void *par, int *status);

static struct trig {
    init *init;
    compute *commit, *forward, *backward;
} trig[2]; /* float, double */
static void (*free_trig)(void **handle, int *ipar, int *status);
static bool has_all;

static const struct symbol symbols[] = {
    {"init_trig_transform", offsetof(struct trig, init)},
    {"commit_trig_transform", offsetof(struct trig, commit)},
    {"forward_trig_transform", offsetof(struct trig, forward)},
    {"backward_trig_transform", offsetof(struct trig, backward)}};
static const struct symbol freeing[] = {{"free_trig_transform", 0}};
#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

/* MKL's transforms of N. Inputs and outputs are numbers `first` to first + n - 1 of an array of N +
 * 1 (of STAGGERED2 N) numbers; the other numbers in it must be zero. Our outputs are 2 times those
 * of its backward transforms, N times those of its forward ones. */
enum { SINE, COSINE, STAGGERED_COSINE, STAGGERED_SINE, STAGGERED2_COSINE, STAGGERED2_SINE };
static const struct form {
    int type, more; /* N - n */
    int first;
    bool forward, has_end; /* number first + n of the array is zero */
} forms[] = {[STET_DCT1] = {COSINE, -1, 0, false, false},
             [STET_DCT2] = {STAGGERED_COSINE, 0, 0, false, true},
             [STET_DCT3] = {STAGGERED_COSINE, 0, 0, true, true},
             [STET_DCT4] = {STAGGERED2_COSINE, 0, 0, false, false},
             [STET_DST1] = {SINE, 1, 1, false, true},
             [STET_DST2] = {STAGGERED_SINE, 0, 1, false, false},
             [STET_DST3] = {STAGGERED_SINE, 0, 1, true, false},
             [STET_DST4] = {STAGGERED2_SINE, 0, 0, false, false}};

struct line {
    const struct form *form;
    const struct trig *of;
    size_t number, bytes; /* per line of the caller */
    ptrdiff_t batch;
    char *f; /* an array of its own if first is 1; else NULL */
    void *handle, *par;
    long ipar[128]; /* 128 MKL_INT, even if they have 64 bits */
};

/* Transforms one line. The zero after the line may overwrite the next line's first number, or
 * padding (arrays.h), so the number is saved. */
static void run_line(struct line *l, const char *in, char *out)
{
    static const char zero[sizeof(double)];
    const struct form *s = l->form;
    char *f = l->f != NULL ? l->f : out, *data = f + (size_t)s->first * l->number, end[sizeof zero];
    int status;
    if (data != in)
        memcpy(data, in, l->bytes);
    if (s->first > 0)
        memcpy(f, zero, l->number);
    if (s->has_end) {
        memcpy(end, data + l->bytes, l->number);
        memcpy(data + l->bytes, zero, l->number);
    }
    (s->forward ? l->of->forward : l->of->backward)(f, &l->handle, (int *)l->ipar, l->par, &status);
    if (s->has_end)
        memcpy(data + l->bytes, end, l->number);
    if (data != out)
        memcpy(out, data, l->bytes);
}

static void run(void *plan, void *in, void *out)
{
    struct line *l = plan;
    for (ptrdiff_t b = 0; b < l->batch; b++)
        run_line(l, (const char *)in + (size_t)b * l->bytes, (char *)out + (size_t)b * l->bytes);
}

static void release(void *plan)
{
    struct line *l = plan;
    int status;
    if (l->handle != NULL)
        free_trig(&l->handle, (int *)l->ipar, &status);
    free(l->f);
    free(l->par);
    free(l);
}

static bool make_plan(struct line *l, const struct work *w)
{
    const int messages = 1, warnings = 2; /* ipar asks to print them */
    int n = (int)w->shape.n[0] + l->form->more, type = l->form->type, status = -1;
    int *ipar = (int *)l->ipar;
    if (l->f == NULL || l->par == NULL || n < 2)
        return false;
    l->of->init(&n, &type, ipar, l->par, &status);
    if (status != 0)
        return false;
    ipar[messages] = ipar[warnings] = 0;
    l->of->commit(l->f, &l->handle, ipar, l->par, &status);
    return status == 0;
}

/* Returns the tolerance. oneMKL 2026.2 has errors of up to 0.0005 n^2 u, STAGGERED2 up to 7 n^2 u:
 * measured, 2^4 to 2^16 points. A wrong factor, sign or order is larger. */
static double tolerance_of(const struct work *w, int type)
{
    const double u = w->precision == STET_F64 ? 0x1p-53 : 0x1p-24, n = (double)w->shape.n[0],
                 most = 0.1;
    const bool is_staggered2 = type == STAGGERED2_COSINE || type == STAGGERED2_SINE;
    return fmin(n * n * u * (is_staggered2 ? 16 : 0x1p-8), most);
}

bool contend_mkl_trig(struct contender *c, const struct work *w, struct error *e)
{
    const bool is_wide = w->precision == STET_F64;
    const size_t more = 16, n = (size_t)w->shape.n[0];
    *c = (struct contender){.name = "mkl", .destroys = w->in_place, .run = run, .release = release};
    if (!has_all)
        return error_set(e, "mkl: this library has no trigonometric transforms");
    if (w->stride != 0 || w->shape.rank > 1 || w->threads > 1)
        return error_set(e, "mkl: its trigonometric transforms are of contiguous lines, and run "
                            "here on one thread");
    struct line *l = calloc(1, sizeof *l);
    if (l == NULL)
        return error_set(e, "not enough memory for a plan");
    c->plan = l;
    l->form = &forms[work_r2r(w)];
    l->of = &trig[is_wide];
    l->number = work_number_bytes(w);
    l->bytes = n * l->number;
    l->batch = w->batch;
    l->f = aligned_bytes((n + more) * l->number);
    l->par = calloc(5 * n / 2 + more, l->number);
    if (l->f != NULL)
        memset(l->f, 0, (n + more) * l->number);
    double start = work_clock(w);
    bool planned = make_plan(l, w);
    c->plan_seconds = work_clock(w) - start;
    if (!planned) {
        release(l);
        return error_set(e, "mkl has no plan for length %td", w->shape.n[0]);
    }
    if (l->form->first == 0) {
        free(l->f);
        l->f = NULL;
    }
    c->factor = l->form->forward ? (double)n : 2;
    c->tolerance = tolerance_of(w, l->form->type);
    return true;
}

void mkl_trig_load(void *object)
{
    struct error ignored;
    has_all = symbols_load(object, "s_", symbols, COUNT(symbols), &trig[0], &ignored) &&
              symbols_load(object, "d_", symbols, COUNT(symbols), &trig[1], &ignored) &&
              symbols_load(object, "", freeing, COUNT(freeing), (void *)&free_trig, &ignored);
}
