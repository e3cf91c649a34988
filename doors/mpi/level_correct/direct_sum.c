/* SPDX-License-Identifier: Apache-2.0 */
/* X_k = sum over j of x_j w^(k j); in several dimensions w^(k j) is a product of roots. A rank
 * processes its inputs in runs along the last axis. One table of roots serves all runs, and the
 * sum of a run is multiplied by the roots of its beginning. Sums of runs are double-double. The
 * sums of the ranks are added up exactly (sum.c), twice: for the high word, and for the rest.
 *
 * Theorem. Let u = 2^-53, and let the two words of a root be within 2^-106. Each part of a run of
 * n <= RUN numbers is a sum of 2 n products. Their high words are added with the errors kept, and
 * the errors are added separately, so the sum is off by less than (4 n u)^2 of the sum of moduli
 * (T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM J. Sci. Comput. 26(6),
 * 2005, proposition 5.5, with the products by low words as 2 n more). That is below 2^-85; the
 * product of up to eight roots, and the product by it, are below 2^-98. Adding a run is off by 3
 * u^2 of the sum so far, so adding all of them by runs 2^-104. The sum of all moduli |re x| + |im
 * x| is at most sqrt(2 N) |x|_2. */
#include "level_correct/direct_sum.h"

#include "arith/integers.h"
#include "base/alloc.h"
#include "base/fpenv.h"
#include "layout/box.h"

enum { RUN = 256 };

double stet_mpi_direct_sum_error(const stet_mpi_problem *problem)
{
    double n = 1;
    for (int i = 0; i < problem->transform.rank; i++)
        n *= (double)problem->dims[i].n;
    return 0x1p-82 + n * 0x1p-102;
}

/* Returns exp(-2 pi i k j/n), or its conjugate. */
static stet_ddc root(ptrdiff_t k, ptrdiff_t j, ptrdiff_t n, int inverse)
{
    stet_ddc w;
    double c[2], s[2];
    stet_root_dd(stet_times_mod(k, j, n), n, c, s);
    w.re = (stet_dd){c[0], c[1]};
    w.im = inverse ? (stet_dd){s[0], s[1]} : (stet_dd){-s[0], -s[1]};
    return w;
}

/* Adds the product of a and the two words of b: hi is the sum, lo collects its errors. */
static inline void add_product(stet_dd *sum, double a, stet_dd b)
{
    const stet_dd p = stet_dd_two_prod(a, b.hi), s = stet_dd_two_sum(sum->hi, p.hi);
    sum->hi = s.hi;
    sum->lo += s.lo + (p.lo + a * b.lo);
}

static stet_ddc sum_of_run(const double *x, ptrdiff_t stride, ptrdiff_t count, int is_complex,
                           const stet_ddc *w)
{
    stet_ddc sum = {{0, 0}, {0, 0}};
    for (ptrdiff_t i = 0; i < count; i++, x += stride) {
        add_product(&sum.re, x[0], w[i].re);
        add_product(&sum.im, x[0], w[i].im);
        if (!is_complex)
            continue;
        add_product(&sum.re, -x[1], w[i].im);
        add_product(&sum.im, x[1], w[i].re);
    }
    sum.re = stet_dd_two_sum(sum.re.hi, sum.re.lo);
    sum.im = stet_dd_two_sum(sum.im.hi, sum.im.lo);
    return sum;
}

/* Returns the contribution of this rank's inputs to output k. */
static stet_ddc sum_of_box(const stet_mpi_problem *s, const stet_mpi_box *box, const double *x,
                           ptrdiff_t index, stet_ddc *w)
{
    const int r = s->transform.rank, inverse = s->transform.direction == STET_INVERSE;
    const ptrdiff_t parts = box->is_complex ? 2 : 1, sites = stet_mpi_box_sites(box);
    ptrdiff_t k[STET_MPI_MAX_RANK];
    for (int i = r - 1; i >= 0; i--) {
        const ptrdiff_t n = stet_mpi_side_length(s, STET_MPI_OUT, i);
        k[i] = index % n;
        index /= n;
    }
    const stet_mpi_axis *last = &box->axis[r - 1];
    for (ptrdiff_t j = 0; j < RUN && j < last->n; j++)
        w[j] = root(k[r - 1], j, last->n, inverse);
    stet_ddc sum = {{0, 0}, {0, 0}};
    for (ptrdiff_t done = 0; done < sites;) {
        const ptrdiff_t left = sites - done;
        const stet_mpi_run run = stet_mpi_box_run(box, done, left < RUN ? left : RUN);
        stet_ddc part =
            sum_of_run(x + run.offset * parts, last->stride * parts, run.count, box->is_complex, w);
        ptrdiff_t place = run.index;
        for (int i = r - 1; i >= 0; i--) {
            const ptrdiff_t n = box->axis[i].n;
            part = stet_dd_cmul(part, root(k[i], place % n, n, inverse));
            place /= n;
        }
        sum = stet_dd_cadd(sum, part);
        done += run.count;
    }
    return sum;
}

stet_status stet_mpi_direct_sum_run(MPI_Comm comm, const stet_mpi_problem *problem,
                                    const stet_mpi_box *box, const double *x, int count,
                                    const int64_t *list, stet_dd *sums)
{
    enum { TERMS = 3 };
    stet_ddc *w = (stet_ddc *)stet_alloc_array(RUN, sizeof *w);
    double *term = (double *)stet_alloc_array((size_t)count, TERMS * sizeof *term);
    double *high = (double *)stet_alloc_array((size_t)count, 2 * sizeof *high), *low = high;
    int me, failed = !w || !term || !high;
    MPI_Comm_rank(comm, &me);
    stet_status status = MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, comm)
                             ? STET_E_MPI
                         : failed ? STET_E_MEMORY
                                  : STET_OK;
    const uint64_t caller = stet_fpenv_enter();
    for (int i = 0; i < count && !status; i++) {
        const stet_ddc z = sum_of_box(problem, box, x, list[i] / 2, w);
        const stet_dd part = list[i] % 2 ? z.im : z.re;
        term[TERMS * i] = part.hi;
        term[TERMS * i + 1] = part.lo;
    }
    stet_fpenv_leave(caller);
    if (!status)
        status = stet_mpi_sums_f64(comm, count, 2, term, 1, TERMS, high);
    for (int i = 0; i < count && !status; i++)
        term[TERMS * i + 2] = me == 0 ? -high[i] : -0.0;
    if (!status) {
        low = high + count;
        status = stet_mpi_sums_f64(comm, count, TERMS, term, 1, TERMS, low);
    }
    for (int i = 0; i < count && !status; i++)
        sums[i] = stet_dd_two_sum(high[i], low[i]);
    stet_free(w);
    stet_free(term);
    stet_free(high);
    return status;
}
