/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of level correct over ranks by themselves: the bounds of certify.h against the theorem
 * of graph/bound.h, class by class over the whole array; the sums of direct_nd.h against a
 * transform in double-double. */
#include "mpi/job.h"

#include <math.h>

#include "base/fpenv.h"
#include "correct/dd_axes.h"
#include "doors/mpi/level_correct/certify.h"
#include "doors/mpi/level_correct/direct_nd.h"

enum { MOST = 12 };

static const stet_mpi_problem *problem;
static ptrdiff_t length[2][STET_MPI_MAX_RANK],
    whole[2]; /* of each side: the lengths of its axes, and how many elements */

/* ---------------------------------------------------------------- indices -- */

/* Stores the indices of the element that lies `at` behind the first of a box; returns its index in
 * the whole array. */
static ptrdiff_t place_of(const stet_mpi_box *box, ptrdiff_t at, ptrdiff_t *k)
{
    ptrdiff_t place = 0;
    for (int i = 0; i < box->rank; i++) {
        const stet_mpi_axis *a = &box->axis[i];
        k[i] = a->start + at / a->stride % a->count;
        place = place * a->n + k[i];
    }
    return place;
}

/* Returns the number of an output in the order in which the axes are transformed; with `conjugate`,
 * that of the opposite output. */
static ptrdiff_t turn_of(const ptrdiff_t *k, int conjugate)
{
    ptrdiff_t turn = 0;
    for (int i = 0; i < problem->transform.rank; i++) {
        const int axis =
            problem->transform.direction == STET_INVERSE ? problem->transform.rank - 1 - i : i;
        const ptrdiff_t n = problem->dims[axis].n;
        turn = turn * n + (conjugate ? (n - k[axis]) % n : k[axis]);
    }
    return turn;
}

/* ----------------------------------------------------------------- bounds -- */

/* Returns output number `number` of 2 whole[1]: a few are large, the others so small that an
 * interval of some 2^-40 of the large ones leaves many undecided. */
static double output_at(uint64_t seed, ptrdiff_t number)
{
    const double x = value_of(RANDOM, seed, (uint64_t)number);
    uint64_t state = seed + (uint64_t)number;
    const uint64_t bits = next_random(&state);
    return bits % 97 == 0 ? 0x1p10 * x : ldexp(x, -(int)(bits % 16));
}

/* Adds up energies[i][c], the energies of class c mod length[i]. */
static void add_energies(const stet_bound *b, uint64_t seed, double **energies)
{
    for (ptrdiff_t place = 0; place < whole[1]; place++) {
        ptrdiff_t k[STET_MPI_MAX_RANK], rest = place;
        for (int i = problem->transform.rank - 1; i >= 0; rest /= length[1][i--])
            k[i] = rest % length[1][i];
        const double re = output_at(seed, 2 * place), im = output_at(seed, 2 * place + 1);
        for (int both = 0; both <= (problem->transform.kind == STET_R2C); both++)
            for (int i = 0; i <= b->finest; i++)
                energies[i][turn_of(k, both) % b->length[i]] += re * re + im * im;
    }
}

static double bound_of(const stet_bound *b, double **energies, ptrdiff_t turn)
{
    double sum = 0;
    for (int i = 0; i <= b->finest; i++)
        sum += (b->weight[i] + (i == b->finest ? b->beyond + 5 : 0)) *
               sqrt(energies[i][turn % b->length[i]]);
    return 0x1p-53 * sum;
}

static int is_decided(double y, double error) { return (float)(y - error) == (float)(y + error); }

static void check_bounds(const stet_mpi_plan *plan, uint64_t seed)
{
    const stet_mpi_box *box = &plan->box[1];
    stet_mpi_certify c;
    CHECK(!stet_mpi_certify_prepare(plan, &c) && c.classes, "no bound");
    double *y = malloc(16 * (size_t)box->elements + 16), *energies[STET_MAX_CHAIN + 1], all = 0;
    float *out = malloc(8 * (size_t)box->elements + 8);
    void *work = malloc(stet_mpi_certify_work(&c));
    ptrdiff_t k[STET_MPI_MAX_RANK], *list, count, listed = 0, many = 0;
    for (int i = 0; i <= c.bound.finest; i++)
        energies[i] = calloc((size_t)c.bound.length[i], sizeof(double));
    add_energies(&c.bound, seed, energies);
    all = energies[0][0];
    for (ptrdiff_t at = 0; at < 2 * box->elements; at++)
        y[at] = output_at(seed, 2 * place_of(box, at / 2, k) + at % 2);
    CHECK(!stet_mpi_certify_run(plan, &c, y, sqrt(all), out, work, &list, &count), "no result");
    CHECK(count <= c.capacity, "%td numbers are listed, of %td", count, 2 * box->elements);
    for (ptrdiff_t at = 0; at < 2 * box->elements && count <= c.capacity; at++) {
        (void)place_of(box, at / 2, k);
        const double error = bound_of(&c.bound, energies, turn_of(k, 0));
        const int is_listed = listed < count && list[listed] == at;
        CHECK(is_listed || is_decided(y[at], error * (1 - 1e-5)), "number %td: bound %g", at,
              error);
        CHECK(!is_listed || !is_decided(y[at], error * (1 + 1e-5)), "number %td: %g", at, error);
        CHECK(is_listed || out[at] == (float)y[at], "number %td: %a and not %a", at,
              (double)out[at], y[at]);
        listed += is_listed;
        many += !is_decided(y[at], error);
    }
    CHECK(listed == count, "%td of %td numbers are in order", listed, count);
    MPI_Allreduce(MPI_IN_PLACE, &many, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    CHECK(whole[1] < 1000 || many >= 10, "%td numbers undecided", many);
    for (int i = 0; i <= c.bound.finest; i++)
        free(energies[i]);
    free(work);
    free(out);
    free(y);
}

/* ------------------------------------------------------------------- sums -- */

static double input_at(uint64_t seed, ptrdiff_t number)
{
    return (double)(float)value_of(RANDOM, seed, (uint64_t)number);
}

static void keep(void *data, ptrdiff_t first, ptrdiff_t step, ptrdiff_t count, const double *z)
{
    for (ptrdiff_t i = 0; i < count; i++)
        ((stet_ddc *)data)[first + i * step] = stet_dd_get(z, i);
}

/* Runs the forward transform of all; stores the 2-norm of the input. Returns a bound of its error.
 */
static double transform(uint64_t seed, stet_ddc *spectrum, double *norm)
{
    const int r = problem->transform.rank, step = problem->transform.kind == STET_R2C ? 1 : 2;
    stet_dd_fft *f[STET_MPI_MAX_RANK];
    double *x = calloc((size_t)whole[0], 2 * sizeof *x), squares = 0;
    for (ptrdiff_t j = 0; j < whole[0]; j++)
        for (int part = 0; part < step; part++) {
            x[2 * j + part] = input_at(seed, step * j + part);
            squares += x[2 * j + part] * x[2 * j + part];
        }
    for (int i = 0; i < r; i++)
        f[i] = stet_dd_fft_create(length[0][i], stet_correct_kernels_in_use());
    const stet_dd_axes axes = {r, length[0], f, whole[0]};
    void *work = malloc(stet_dd_axes_work(&axes) + 1);
    stet_dd_axes_run(&axes, x, STET_PAIRS, NULL, NULL, keep, spectrum, work);
    *norm = sqrt(squares) * (1 + 1e-6);
    const double error = stet_dd_axes_error(&axes) * *norm;
    for (int i = 0; i < r; i++)
        stet_dd_fft_destroy(f[i]);
    free(work);
    free(x);
    return error;
}

/* Returns where the forward transform has an output. */
static ptrdiff_t place_forward(const ptrdiff_t *k)
{
    ptrdiff_t place = 0;
    for (int i = 0; i < problem->transform.rank; i++) {
        const ptrdiff_t n = length[0][i];
        place = place * n + (problem->transform.direction == STET_INVERSE ? (n - k[i]) % n : k[i]);
    }
    return place;
}

static void check_sums(stet_mpi_plan *plan, uint64_t seed)
{
    const stet_mpi_box *in = &plan->box[0], *out = &plan->box[1];
    const int step = in->is_complex ? 2 : 1;
    stet_mpi_direct_nd *s;
    CHECK(!stet_mpi_direct_nd_create(plan, &s), "no sums");
    stet_ddc *spectrum = malloc((size_t)whole[0] * sizeof *spectrum);
    double norm, error = 0, own_error = transform(seed, spectrum, &norm);
    double *x = malloc((size_t)(step * in->elements) * sizeof *x + 8);
    ptrdiff_t k[STET_MPI_MAX_RANK], place[MOST], mine = 0;
    int64_t index[MOST], all;
    const stet_ddc *sums = NULL;
    for (ptrdiff_t at = 0; at < step * in->elements; at++)
        x[at] = input_at(seed, step * place_of(in, at / step, k) + at % step);
    const ptrdiff_t each = out->elements / MOST + 1;
    for (ptrdiff_t at = 0; at < out->elements && mine < MOST; at += each) {
        index[mine] = place_of(out, at, k);
        place[mine++] = place_forward(k);
    }
    const uint64_t env = stet_fpenv_enter();
    CHECK(!stet_mpi_direct_nd_run(plan, s, x, step == 2 ? STET_PAIRS : STET_REALS, norm, index,
                                  mine, &all, &sums, &error),
          "not run");
    stet_fpenv_leave(env);
    CHECK(sums || all > stet_mpi_direct_nd_capacity(s), "nothing of %d", (int)all);
    /* The sums should be a thousand times better than double; they are a hundred times better than
     * their bound. */
    CHECK(whole[0] < 1000 || error < 0x1p-53 * norm * sqrt((double)whole[0]) / 100, "bound %g",
          error);
    for (ptrdiff_t i = 0; sums && i < mine; i++) {
        const stet_ddc want = spectrum[place[i]];
        const double re = (sums[i].re.hi - want.re.hi) + (sums[i].re.lo - want.re.lo);
        const double im = (sums[i].im.hi - want.im.hi) + (sums[i].im.lo - want.im.lo);
        CHECK(fabs(re) <= error / 20 + own_error && fabs(im) <= error / 20 + own_error,
              "output %td: off by %g and %g, bound %g", (ptrdiff_t)index[i], re, im, error);
    }
    stet_mpi_direct_nd_destroy(s);
    free(spectrum);
    free(x);
}

/* ------------------------------------------------------------------- main -- */

static void check_shape(int rank_of_it, const ptrdiff_t *n, int which)
{
    stet_mpi_options o;
    stet_mpi_plan *plan;
    stet_mpi_options_init(&o);
    o.rank = rank_of_it;
    o.n = n;
    o.precision = STET_F32;
    o.level = STET_LEVEL_CORRECT;
    o.kind = which % 3 == 2 ? STET_R2C : STET_C2C;
    o.direction = which % 3 == 1 ? STET_INVERSE : STET_FORWARD;
    o.grid_rank = rank_of_it > 2 && which / 3 % 2 ? 2 : 1;
    if (which / 6 % 2 && o.direction == STET_INVERSE)
        o.in = STET_MPI_TRANSPOSED;
    else if (which / 6 % 2 && (rank_of_it > 2 || o.kind == STET_C2C))
        o.out = STET_MPI_TRANSPOSED;
    const stet_status status = stet_mpi_plan_create(&plan, MPI_COMM_WORLD, &o);
    CHECK(!status, "%s", stet_strerror(status));
    if (status)
        return;
    problem = &plan->problem;
    for (int side = 0; side < 2; side++) {
        whole[side] = 1;
        for (int i = 0; i < rank_of_it; i++)
            whole[side] *= length[side][i] = stet_mpi_side_length(problem, (stet_mpi_side)side, i);
    }
    check_bounds(plan, (uint64_t)which);
    check_sums(plan, (uint64_t)which);
    stet_mpi_plan_destroy(plan);
}

int main(int argc, char **argv)
{
    static const ptrdiff_t three[][3] = {{16, 12, 20}, {8, 9, 34}, {5, 32, 6}, {2, 3, 4}},
                           two[][2] = {{24, 64}, {130, 9}},
                           four[][4] = {{4, 6, 8, 10}, {12, 3, 5, 4}};
    begin(&argc, &argv);
    for (int which = 0; which < 12; which++) {
        for (int i = 0; i < 4; i++)
            check_shape(3, three[i], which);
        for (int i = 0; i < 2; i++) {
            check_shape(2, two[i], which);
            check_shape(4, four[i], which);
        }
    }
    return end("level correct, its bounds and sums");
}
