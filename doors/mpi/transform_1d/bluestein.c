/* SPDX-License-Identifier: Apache-2.0 */
/* One dimension whose length n is a prime above 127: Rader's or Bluestein's convolution of length
 * m (graph/convolution.h, docs/bits.md, 5) over ranks. Its two transforms use one plan over ranks;
 * the real and imaginary parts of all numbers are swapped before the second. Every other operation
 * works on single numbers, so the bits are those of one process.
 *
 *   block of n -> m | forward | filter | forward | m -> block of n
 *
 * The m numbers are CYCLIC if all ranks have residues then, so that each transform has one
 * exchange; otherwise they are in blocks. Lists give the destination of each number, because
 * Rader's order is that of the powers of a generator. Rader's x[0] and X[0] are extra elements on
 * the rank that has number 0 of the convolution, after its other elements. For C2R of odd n the
 * lists complete the spectrum: a number also goes to the place of its mirror. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "arith/bits.h"
#include "arith/integers.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "base/isa.h"
#include "base/precision.h"
#include "graph/convolution.h"
#include "half/lines.h"
#include "graph/norm.h"
#include "native/native.h"
#include "trig/roots.h"
#include "layout/box.h"
#include "layout/convert.h"
#include "layout/size.h"
#include "plan.h"
#include "range/range.h"

/* The lists of one exchange: list[0] leads to the m numbers of the convolution, list[1] from
 * them. */
typedef struct {
    int *counts;     /* in elements: counts sent, received; then both offsets */
    ptrdiff_t *send; /* own elements to send, in the order of the ranks */
    /* for each received element: 2 * destination, + 1 if its conjugate is stored */
    ptrdiff_t *recv;
    ptrdiff_t size[2]; /* lengths of send and recv */
} lists;

typedef struct {
    stet_mpi_plan *inner;
    stet_precision inside, outside;
    size_t number, element; /* bytes: a real number, howmany complex */
    ptrdiff_t howmany, n, m, generator;
    ptrdiff_t count, first; /* count: own numbers of the m; first: those below n */
    lists list[2];
    MPI_Datatype type;
    void *chirp, *filter; /* for own numbers, howmany times each; Rader: no chirp */
    double scale;
    float load;
    int swap, has_zero; /* has_zero: Rader, this rank has number 0 */
    size_t array, send; /* bytes */
} bluestein;

int stet_mpi_bluestein_serves(const stet_mpi_problem *s)
{
    const stet_precision inside = stet_norm_inside(&s->transform);
    const ptrdiff_t n = s->dims[0].n;
    const int one_by_one = stet_is_half(s->transform.precision) && s->options.howmany > 1;
    const stet_graph g = stet_graph_of(n);
    return s->transform.rank == 1 && stet_mpi_complex_length(s) == n && g.rough_count == 1 &&
           g.odd[0] == n && !one_by_one && (inside == STET_F32 || inside == STET_F64) &&
           (s->transform.level == STET_LEVEL_NATIVE || s->transform.level == STET_LEVEL_EXTENDED);
}

/* ------------------------------------------------------------ lists of numbers - */

/* Returns the last block that is not empty and begins at `at` or before. */
static int find_block(const ptrdiff_t *start, int p, ptrdiff_t at)
{
    int first = 0, end = p;
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        *(start[middle] <= at ? &first : &end) = middle;
    }
    return first;
}

/* Returns the rank that has number q of the convolution, and stores the number's place there. */
static int locate_in_convolution(const bluestein *t, ptrdiff_t q, ptrdiff_t *at)
{
    const stet_mpi_problem *s = &t->inner->problem;
    const ptrdiff_t *start = s->start[0][0], G = s->modulus[0];
    const ptrdiff_t index = G ? q % G : q;
    const int rank = find_block(start, s->ranks, index);
    *at = index - start[rank] + (G ? q / G * (start[rank + 1] - start[rank]) : 0);
    return rank;
}

/* Visits the numbers of exchange `which` and lists them. Each moves between index j of the n
 * numbers and number q of the convolution; q = -1 stands for x[0] and X[0]. */
typedef struct {
    const stet_mpi_plan *plan;
    bluestein *t;
    int which, fills; /* fills 0: numbers are only counted */
    ptrdiff_t *next;  /* for each rank, the next entry of the lists */
} list_builder;

static void add_pair(list_builder *v, ptrdiff_t q, ptrdiff_t j)
{
    bluestein *t = v->t;
    const stet_mpi_problem *s = &v->plan->problem;
    const int p = s->ranks, me = v->plan->rank;
    const ptrdiff_t *start = s->start[v->which][0];
    ptrdiff_t inner, index = j, conjugate = 0;
    if (s->transform.kind == STET_C2R && v->which == 0) {
        conjugate = 2 * j < t->n;
        index = conjugate ? j : t->n - j;
    }
    if (s->transform.kind == STET_R2C && v->which == 1 && 2 * j > t->n)
        return;
    const int inner_rank = locate_in_convolution(t, q < 0 ? 0 : q, &inner);
    inner = q < 0 ? t->count + v->which : inner;
    const int outer_rank = find_block(start, p, index);
    const ptrdiff_t outer = index - start[outer_rank];
    const int from = v->which ? inner_rank : outer_rank, to = v->which ? outer_rank : inner_rank;
    lists *l = &t->list[v->which];
    if (from == me) {
        if (v->fills)
            l->send[v->next[to]] = v->which ? inner : outer;
        v->next[to]++;
    }
    if (to == me) {
        if (v->fills)
            l->recv[v->next[p + from]] = 2 * (v->which ? outer : inner) + conjugate;
        v->next[p + from]++;
    }
}

static void add_all_pairs(list_builder *v)
{
    const bluestein *t = v->t;
    if (!t->generator) {
        for (ptrdiff_t k = 0; k < t->n; k++)
            add_pair(v, k, k);
        return;
    }
    const uint64_t g = (uint64_t)t->generator, p = (uint64_t)t->n;
    uint64_t e = 1; /* no overflow: n < 2^31 and g <= 1000 */
    add_pair(v, -1, 0);
    for (ptrdiff_t q = 0; q < t->m; q++, e = e * g % p)
        add_pair(v, v->which && q ? t->m - q : q, (ptrdiff_t)e);
}

/* Turns the counts in next[0 .. 2 p) into counts and offsets of MPI, allocates the lists, and
 * leaves the offsets in next. */
static stet_status begin_lists(const stet_mpi_plan *plan, lists *l, ptrdiff_t *next)
{
    const int p = plan->problem.ranks;
    for (int side = 0; side < 2; side++) {
        ptrdiff_t at = 0;
        for (int i = side * p; i < (side + 1) * p; i++) {
            const ptrdiff_t count = next[i];
            if (count > INT_MAX || at > INT_MAX)
                return STET_E_OVERFLOW;
            l->counts[i] = (int)count;
            l->counts[2 * p + i] = (int)at;
            next[i] = at;
            at += count;
        }
        l->size[side] = at;
    }
    l->send = (ptrdiff_t *)stet_alloc_array((size_t)l->size[0] + 1, sizeof(ptrdiff_t));
    l->recv = (ptrdiff_t *)stet_alloc_array((size_t)l->size[1] + 1, sizeof(ptrdiff_t));
    return l->send && l->recv ? STET_OK : STET_E_MEMORY;
}

static stet_status make_lists(stet_mpi_plan *plan, bluestein *t, int which)
{
    const size_t p = (size_t)plan->problem.ranks;
    lists *l = &t->list[which];
    ptrdiff_t *next = (ptrdiff_t *)stet_alloc_array(2 * p, sizeof(ptrdiff_t));
    l->counts = (int *)stet_alloc_array(4 * p, sizeof(int));
    stet_status status = next && l->counts ? STET_OK : STET_E_MEMORY;
    list_builder v = {plan, t, which, 0, next};
    if (!status) {
        memset(next, 0, 2 * p * sizeof *next);
        add_all_pairs(&v);
        status = begin_lists(plan, l, next);
    }
    if (!status) {
        v.fills = 1;
        add_all_pairs(&v);
        plan->bytes += (l->size[0] - l->counts[plan->rank]) * (int64_t)t->element;
    }
    stet_free(next);
    return status;
}

/* ----------------------------------------------------------------- creation - */

/* Makes the plan of the convolution's transforms: CYCLIC if all ranks have residues then. */
static stet_status make_inner(const stet_mpi_plan *plan, const bluestein *t,
                              stet_precision precision, stet_norm norm, stet_mpi_plan **inner)
{
    const stet_mpi_options *given = &plan->problem.options;
    stet_mpi_options o;
    stet_mpi_box box = {.size = sizeof box};
    stet_mpi_options_init(&o);
    o.precision = precision;
    o.rank = 1;
    o.n = &t->m;
    o.howmany = t->howmany;
    o.threads = given->threads;
    o.norm = norm;
    o.exchange = plan->exchange;
    o.in = o.out = STET_MPI_CYCLIC;
    if (stet_mpi_options_box(&o, plan->problem.ranks, STET_MPI_IN, 0, &box) ||
        box.axis[0].step < plan->problem.ranks)
        o.in = o.out = STET_MPI_NATURAL;
    return stet_mpi_plan_create(inner, plan->comm, &o);
}

static void store_complex(stet_precision p, void *to, ptrdiff_t i, ptrdiff_t many, double re,
                          double im)
{
    for (ptrdiff_t h = i * many; h < (i + 1) * many; h++) {
        stet_mpi_store_number(p, re, to, 2 * h);
        stet_mpi_store_number(p, im, to, 2 * h + 1);
    }
}

/* Fills in this rank's part of the doubles whose transform is the filter. */
static void fill_rader(const stet_mpi_plan *plan, const bluestein *t, const stet_roots *roots,
                       double *source)
{
    const uint64_t g = (uint64_t)t->generator, p = (uint64_t)t->n;
    uint64_t e = 1;
    for (ptrdiff_t q = 0; q < t->m; q++, e = e * g % p) {
        ptrdiff_t at;
        double c, s;
        if (locate_in_convolution(t, q ? t->m - q : 0, &at) != plan->rank)
            continue;
        stet_roots_f64(roots, e, &c, &s);
        store_complex(STET_F64, source, at, t->howmany, c, -s);
    }
}

static uint64_t square(const bluestein *t, ptrdiff_t k)
{
    return (uint64_t)stet_times_mod(k, k, 2 * t->n);
}

static void fill_bluestein(const stet_mpi_plan *plan, const bluestein *t, const stet_roots *roots,
                           double *source)
{
    for (ptrdiff_t k = 1 - t->n; k < t->n; k++) {
        ptrdiff_t at;
        double c, s;
        if (locate_in_convolution(t, k < 0 ? k + t->m : k, &at) != plan->rank)
            continue;
        stet_roots_f64(roots, square(t, k < 0 ? -k : k), &c, &s);
        store_complex(STET_F64, source, at, t->howmany, c, s);
        if (k < 0)
            continue;
        if (t->inside == STET_F32) {
            float single[2];
            stet_roots_f32(roots, square(t, k), &single[0], &single[1]);
            c = (double)single[0];
            s = (double)single[1];
        }
        store_complex(t->inside, t->chirp, at, t->howmany, c, -s);
    }
}

/* Makes the filter: the transform of doubles over all ranks, divided by m. */
static stet_status make_filter(stet_mpi_plan *plan, bluestein *t)
{
    const ptrdiff_t numbers = 2 * t->count * t->howmany;
    const ptrdiff_t order = t->generator ? t->n : 2 * t->n;
    double *source = (double *)stet_alloc_array((size_t)numbers + 1, sizeof *source);
    stet_roots *roots = stet_roots_create((uint64_t)order);
    t->filter = stet_alloc_array((size_t)t->count + 1, t->element);
    if (!t->generator)
        t->chirp = stet_alloc_array((size_t)t->first + 1, t->element);
    const int has_all = source && roots && t->filter && (t->generator || t->chirp);
    stet_status status = stet_mpi_agree(plan, has_all ? STET_OK : STET_E_MEMORY);
    stet_mpi_plan *once = NULL;
    if (!status) {
        const uint64_t caller = stet_fpenv_enter();
        memset(source, 0, (size_t)numbers * sizeof *source);
        (t->generator ? fill_rader : fill_bluestein)(plan, t, roots, source);
        stet_fpenv_leave(caller);
        status = make_inner(plan, t, STET_F64, STET_NORM_FORWARD, &once);
    }
    if (!status)
        status = stet_mpi_execute(once, source, source);
    for (ptrdiff_t i = 0; i < numbers && !status; i++)
        stet_mpi_store_number(t->inside, source[i], t->filter, i);
    stet_mpi_plan_destroy(once);
    stet_roots_destroy(roots);
    stet_free(source);
    return status;
}

/* Returns the number of this rank's numbers of the convolution that are below n. */
static ptrdiff_t count_first(const bluestein *t, ptrdiff_t n)
{
    const stet_mpi_axis *a = &t->inner->box[0].axis[0];
    ptrdiff_t count = 0;
    while (count < a->count && stet_mpi_axis_index(a, count) < n)
        count++;
    return count;
}

static stet_status make(stet_mpi_plan *plan, bluestein *t)
{
    const stet_mpi_problem *s = &plan->problem;
    const stet_factor factor = stet_norm_factor(&s->transform);
    t->inside = stet_norm_inside(&s->transform);
    t->outside = s->transform.precision;
    t->number = stet_lines_number_size(t->inside);
    t->howmany = s->options.howmany;
    t->element = (size_t)t->howmany * 2 * t->number;
    t->n = s->dims[0].n;
    t->m = stet_convolution_of(t->n, &t->generator);
    t->scale = factor.scale;
    t->load = (float)stet_power_of_two(factor.load);
    t->swap = s->transform.kind == STET_C2C && s->transform.direction == STET_INVERSE;
    stet_status status = make_inner(plan, t, t->inside, STET_NORM_BACKWARD, &t->inner);
    if (status)
        return status;
    ptrdiff_t at;
    t->has_zero = t->generator && locate_in_convolution(t, 0, &at) == plan->rank;
    t->count = t->inner->box[0].axis[0].count;
    t->first = t->generator ? 0 : count_first(t, t->n);
    status = make_filter(plan, t);
    for (int which = 0; which < 2 && !status; which++)
        status = make_lists(plan, t, which);
    if (!status && (t->element > INT_MAX ||
                    MPI_Type_contiguous((int)t->element, MPI_BYTE, &t->type) != MPI_SUCCESS ||
                    MPI_Type_commit(&t->type) != MPI_SUCCESS))
        status = STET_E_MPI;
    return status;
}

static stet_status create(stet_mpi_plan *plan)
{
    bluestein *t = (bluestein *)stet_alloc(sizeof *t);
    plan->state = t;
    stet_status status = stet_mpi_agree(plan, t ? STET_OK : STET_E_MEMORY);
    if (status)
        return status;
    memset(t, 0, sizeof *t);
    t->type = MPI_DATATYPE_NULL;
    if (plan->exchange == STET_MPI_ALLTOALLW)
        plan->exchange = STET_MPI_ALLTOALLV;
    status = make(plan, t);
    if (status)
        return status;
    /* The messages and the workspace of the transform are never in use at the same time. */
    const lists *l = t->list;
    t->array = stet_round_to_line((size_t)(t->count + 2) * t->element);
    t->send = stet_round_to_line(stet_larger_size((size_t)l[0].size[0], (size_t)l[1].size[0]) *
                                 t->element);
    const size_t recv = stet_larger_size((size_t)l[0].size[1], (size_t)l[1].size[1]) * t->element;
    plan->work_size = t->array + stet_larger_size(t->send + recv, t->inner->work_size);
    plan->exchanges = 2 + 2 * t->inner->exchanges;
    plan->bytes += 2 * t->inner->bytes;
    return STET_OK;
}

static void destroy(stet_mpi_plan *plan)
{
    bluestein *t = (bluestein *)plan->state;
    if (!t)
        return;
    stet_mpi_plan_destroy(t->inner);
    for (int which = 0; which < 2; which++) {
        stet_free(t->list[which].counts);
        stet_free(t->list[which].send);
        stet_free(t->list[which].recv);
    }
    if (t->type != MPI_DATATYPE_NULL)
        MPI_Type_free(&t->type);
    stet_free(t->chirp);
    stet_free(t->filter);
    stet_free(t);
    plan->state = NULL;
}

/* ------------------------------------------------------------------ single numbers - */

static stet_status exchange(const stet_mpi_plan *plan, const bluestein *t, int which,
                            const char *send, char *recv)
{
    const int p = plan->problem.ranks, *c = t->list[which].counts;
    return MPI_Alltoallv(send, c, c + 2 * p, t->type, recv, c + p, c + 3 * p, t->type,
                         plan->comm) == MPI_SUCCESS
               ? STET_OK
               : STET_E_MPI;
}

/* Loads a complex number of the input in the form that the transform reads. Returns 0 if it is not
 * finite, otherwise 1. */
static int load_input(const stet_mpi_plan *plan, const bluestein *t, const void *in, ptrdiff_t i,
                      double z[2])
{
    const int is_real = plan->problem.transform.kind == STET_R2C,
              is_half = stet_is_half(t->outside);
    int finite = 1;
    z[1] = 0;
    for (int part = 0; part < 2 - is_real; part++) {
        const double x = stet_mpi_load_number(t->outside, in, is_real ? i : 2 * i + part);
        finite &= x - x == 0;
        z[part ^ t->swap] = is_half ? (double)((float)x * t->load) : x;
    }
    return finite;
}

static void pack_input(stet_mpi_plan *plan, const bluestein *t, const void *in, char *send)
{
    const lists *l = &t->list[0];
    const ptrdiff_t *start = plan->problem.start[0][0];
    int finite = 1;
    for (ptrdiff_t i = 0; i < l->size[0]; i++)
        for (ptrdiff_t h = 0; h < t->howmany; h++) {
            double z[2];
            finite &= load_input(plan, t, in, l->send[i] * t->howmany + h, z);
            /* C2R does not read the imaginary part of X[0]. */
            if (plan->problem.transform.kind == STET_C2R && start[plan->rank] + l->send[i] == 0)
                z[1] = 0;
            stet_mpi_store_number(t->inside, z[0], send, 2 * (i * t->howmany + h));
            stet_mpi_store_number(t->inside, z[1], send, 2 * (i * t->howmany + h) + 1);
        }
    if (!finite)
        plan->half_flags |= STET_HALF_IN_NOT_FINITE;
}

static void unpack_input(const bluestein *t, const char *recv, char *array)
{
    const lists *l = &t->list[0];
    memset(array, 0, t->array);
    for (ptrdiff_t i = 0; i < l->size[1]; i++) {
        char *to = array + (size_t)(l->recv[i] / 2) * t->element;
        memcpy(to, recv + (size_t)i * t->element, t->element);
        for (ptrdiff_t h = 0; h < t->howmany && l->recv[i] % 2; h++)
            if (t->inside == STET_F32)
                ((float *)(void *)to)[2 * h + 1] = 0 - ((float *)(void *)to)[2 * h + 1];
            else
                ((double *)(void *)to)[2 * h + 1] = 0 - ((double *)(void *)to)[2 * h + 1];
    }
}

static void add_elements(const bluestein *t, const void *a, const void *b, void *sum)
{
    for (ptrdiff_t i = 0; i < 2 * t->howmany; i++)
        if (t->inside == STET_F32)
            ((float *)sum)[i] = ((const float *)a)[i] + ((const float *)b)[i];
        else
            ((double *)sum)[i] = ((const double *)a)[i] + ((const double *)b)[i];
}

/* Swaps the real and the imaginary part of each number. */
static void swap_parts(const bluestein *t, ptrdiff_t count, void *array)
{
    for (ptrdiff_t i = 0; i < count * t->howmany; i++)
        if (t->inside == STET_F32) {
            float *z = (float *)array + 2 * i, re = z[0];
            z[0] = z[1];
            z[1] = re;
        } else {
            double *z = (double *)array + 2 * i, re = z[0];
            z[0] = z[1];
            z[1] = re;
        }
}

/* Multiplies by the filter and swaps the parts. Rader: the sum of all numbers becomes X[0], and
 * x[0] is added to number 0 of the product. */
static void apply_filter(const bluestein *t, char *array)
{
    char *zero = array + (size_t)t->count * t->element; /* x[0]; X[0] follows it */
    if (t->has_zero)
        add_elements(t, zero, array, zero + t->element);
    stet_multiply(t->inside, stet_isa_in_use(), t->count * t->howmany, array, t->filter, array);
    if (t->has_zero)
        add_elements(t, array, zero, array);
    swap_parts(t, t->count, array);
}

static void pack_output(const bluestein *t, const char *array, char *send)
{
    const lists *l = &t->list[1];
    for (ptrdiff_t i = 0; i < l->size[0]; i++)
        memcpy(send + (size_t)i * t->element, array + (size_t)l->send[i] * t->element, t->element);
}

/* Returns number i times the factor of the norm. The product is computed in the inner precision,
 * as in the last store of a line. */
static double load_scaled(const bluestein *t, const char *from, ptrdiff_t i)
{
    if (t->inside == STET_F32) {
        const float x = ((const float *)(const void *)from)[i];
        return (double)(t->scale != 1 ? x * (float)t->scale : x);
    }
    const double x = ((const double *)(const void *)from)[i];
    return t->scale != 1 ? x * t->scale : x;
}

static void unpack_output(stet_mpi_plan *plan, const bluestein *t, const char *recv, void *out)
{
    const lists *l = &t->list[1];
    const stet_kind kind = plan->problem.transform.kind;
    const int parts = kind == STET_C2R ? 1 : 2;
    const double zero = kind == STET_R2C ? 0.0 : -0.0;
    int finite = 1;
    for (ptrdiff_t i = 0; i < l->size[1]; i++)
        for (ptrdiff_t h = 0; h < t->howmany; h++)
            for (int part = 0; part < parts; part++) {
                const double x = load_scaled(t, recv, 2 * (i * t->howmany + h) + (part ^ t->swap));
                const ptrdiff_t to = (l->recv[i] / 2 * t->howmany + h) * parts + part;
                finite &= stet_mpi_store_number(t->outside, x + zero, out, to);
            }
    if (!finite)
        plan->half_flags |= STET_HALF_OUT_NOT_FINITE;
}

/* --------------------------------------------------------------- execution - */

/* Runs one of the two transforms. The barrier ensures that all ranks have read the shared memory
 * before a rank writes into it. */
static stet_status transform(const bluestein *t, char *array, char *work)
{
    const stet_status status = t->inner->algorithm->run(t->inner, array, array, work);
    return status || t->inner->exchange != STET_MPI_SHARED ? status
                                                           : stet_mpi_shared_barrier(t->inner);
}

static stet_status run(stet_mpi_plan *plan, const void *in, void *out, char *work)
{
    const bluestein *t = (const bluestein *)plan->state;
    const stet_isa *isa = stet_isa_in_use();
    char *array = work, *rest = array + t->array, *recv = rest + t->send;
    const ptrdiff_t first = t->first * t->howmany;
    uint64_t caller = stet_fpenv_enter();
    pack_input(plan, t, in, rest);
    stet_status status = exchange(plan, t, 0, rest, recv);
    if (!status) {
        unpack_input(t, recv, array);
        stet_multiply(t->inside, isa, first, array, t->chirp, array);
        status = transform(t, array, rest);
    }
    if (!status) {
        apply_filter(t, array);
        status = transform(t, array, rest);
    }
    if (!status) {
        swap_parts(t, t->count, array);
        stet_multiply(t->inside, isa, first, array, t->chirp, array);
        pack_output(t, array, rest);
        status = exchange(plan, t, 1, rest, recv);
    }
    if (!status)
        unpack_output(plan, t, recv, out);
    stet_fpenv_leave(caller);
    return status;
}

static void describe(stet_text *to, const stet_mpi_plan *plan)
{
    const bluestein *t = (const bluestein *)plan->state;
    stet_put(to, "convolution: %s, %td\n", t->generator ? "Rader" : "Bluestein", t->m);
    t->inner->algorithm->describe(to, t->inner);
}

const stet_mpi_algorithm stet_mpi_bluestein = {"a convolution", create, destroy, run, describe};
