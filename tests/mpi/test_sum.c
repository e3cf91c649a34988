/* SPDX-License-Identifier: Apache-2.0 */
/* Exact sums and dots over ranks have the bits of stet_sum_f64() and its kin of all terms in one
 * process, in one message of 592 bytes. */
#include "ranks.h"

#include <stdlib.h>

#include "stet_mpi.h"

enum { N = 5003, BATCH = 70 };

static int messages, numbers; /* counts of MPI_Allreduce */

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
    messages++;
    numbers = count;
    return PMPI_Allreduce(send, receive, count, type, op, comm);
}

static double number(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const char *const families[] = {"any",        "of one size", "cancels",   "subnormal",
                                       "overflows",  "-0",          "+0 and -0", "one infinity",
                                       "infinities", "one NaN"};
enum { FAMILIES = sizeof families / sizeof *families };

/* Returns term i of all, a function of the family and i alone. */
static double term(int family, uint64_t i)
{
    uint64_t state = i * 977 + (uint64_t)family;
    const uint64_t r = next_random(&state), sign = r & (uint64_t)1 << 63, m = r >> 12;
    switch (family) {
    case 0: return number(sign | (1 + (r >> 3) % 2046) << 52 | m);
    case 1: return number(sign | (uint64_t)1023 << 52 | m);
    case 2: return i % 2 == 1 ? -term(0, i - 1) : term(0, i) + (i % 1024 == 512 ? 1 : 0);
    case 3: return number(sign | m);
    case 4: return number(sign | (uint64_t)2046 << 52 | m);
    case 5: return number((uint64_t)1 << 63);
    case 6: return i == 777 ? 0.0 : number((uint64_t)1 << 63);
    case 7: return i == 777 ? number((uint64_t)0x7ff << 52) : term(1, i);
    case 8: return i % 778 == 777 ? number((i & 1) << 63 | (uint64_t)0x7ff << 52) : term(1, i);
    default: return i == 777 ? number((uint64_t)0x7ff8 << 48) : term(1, i);
    }
}

static int same_f64(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}
static int same_f32(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

/* Returns the first term of rank r. Shares have any size; with three or more ranks the first is
 * empty. */
static ptrdiff_t first_of(int r)
{
    const int from = ranks > 2 ? 1 : 0;
    return r <= from ? 0
           : r >= ranks
               ? N
               : (ptrdiff_t)N * (r - from) * (r - from) / ((ranks - from) * (ranks - from));
}

static double x[N], y[N], all_sums[BATCH], sums[BATCH];
static float xf[N], yf[N];

static void check_family(int family)
{
    const ptrdiff_t from = first_of(rank), n = first_of(rank + 1) - from;
    double want, got = 4711;
    float wantf, gotf = 4711;
    for (ptrdiff_t i = 0; i < N; i++) {
        x[i] = term(family, (uint64_t)i);
        y[i] = term(family == 2 ? 2 : 0, (uint64_t)(i / 2)); /* products cancel too */
        xf[i] = (float)(family == 3 ? x[i] * 0x1p900 : x[i]);
        yf[i] = (float)(i % 2 == 0 ? 1.5 : 1.5);
    }

    messages = 0;
    stet_sum_f64(STET_SUM_EXACT, N, x, 1, &want);
    CHECK(stet_mpi_sum_f64(MPI_COMM_WORLD, n, x + from, 1, &got) == STET_OK, "%s",
          families[family]);
    CHECK(same_f64(got, want), "%s: %a, not %a", families[family], got, want);
    CHECK(messages == 1 && numbers == 74, "%d messages of %d numbers", messages, numbers);

    stet_dot_f64(N, x, 1, y, 1, &want);
    CHECK(stet_mpi_dot_f64(MPI_COMM_WORLD, n, x + from, 1, y + from, 1, &got) == STET_OK, "%s",
          families[family]);
    CHECK(same_f64(got, want), "dot %s: %a, not %a", families[family], got, want);

    stet_sum_f32(STET_SUM_EXACT, N, xf, 1, &wantf);
    CHECK(stet_mpi_sum_f32(MPI_COMM_WORLD, n, xf + from, 1, &gotf) == STET_OK, "%s",
          families[family]);
    CHECK(same_f32(gotf, wantf), "f32 %s: %a, not %a", families[family], (double)gotf,
          (double)wantf);

    stet_dot_f32(N, xf, 1, yf, 1, &wantf);
    CHECK(stet_mpi_dot_f32(MPI_COMM_WORLD, n, xf + from, 1, yf + from, 1, &gotf) == STET_OK, "%s",
          families[family]);
    CHECK(same_f32(gotf, wantf), "f32 dot %s: %a, not %a", families[family], (double)gotf,
          (double)wantf);
}

/* There are more sums than fit into one message, with strides. */
static void check_batch(void)
{
    const ptrdiff_t terms = N / BATCH, from = terms * rank / ranks,
                    n = terms * (rank + 1) / ranks - from;
    for (ptrdiff_t i = 0; i < N; i++)
        x[i] = term((int)(i / terms % FAMILIES), (uint64_t)i);
    for (ptrdiff_t k = 0; k < BATCH; k++)
        stet_sum_f64(STET_SUM_EXACT, terms, x + k * terms, 1, &all_sums[k]);
    CHECK(stet_mpi_sums_f64(MPI_COMM_WORLD, BATCH, n, x + from, 1, terms, sums) == STET_OK,
          "batch");
    for (ptrdiff_t k = 0; k < BATCH; k++)
        CHECK(same_f64(sums[k], all_sums[k]), "sum %td of a batch: %a, not %a", k, sums[k],
              all_sums[k]);
    /* the same sums, with the terms of all sums interleaved */
    for (ptrdiff_t i = 0; i < terms * BATCH; i++)
        x[i % terms * BATCH + i / terms] = term((int)(i / terms % FAMILIES), (uint64_t)i);
    CHECK(stet_mpi_sums_f64(MPI_COMM_WORLD, BATCH, n, x + from * BATCH, BATCH, 1, sums) == STET_OK,
          "batch");
    for (ptrdiff_t k = 0; k < BATCH; k++)
        CHECK(same_f64(sums[k], all_sums[k]), "sum %td with strides: %a, not %a", k, sums[k],
              all_sums[k]);
}

/* An error of one rank is returned by all ranks, and nothing is written. */
static void check_errors(void)
{
    const int last = rank == ranks - 1;
    double sum = 4711;
    CHECK(stet_mpi_sum_f64(MPI_COMM_WORLD, last ? -1 : 3, x, 1, &sum) == STET_E_LENGTH, "n");
    CHECK(stet_mpi_sum_f64(MPI_COMM_WORLD, 3, last ? NULL : x, 1, &sum) == STET_E_NULL, "x");
    CHECK(stet_mpi_dot_f64(MPI_COMM_WORLD, 3, x, 1, last ? NULL : x, 1, &sum) == STET_E_NULL, "y");
    CHECK(stet_mpi_sum_f64(MPI_COMM_WORLD, 3, x, 1, last ? NULL : &sum) == STET_E_NULL, "sum");
    CHECK(stet_mpi_sums_f64(MPI_COMM_WORLD, 0, 3, x, 1, 1, &sum) == STET_E_LENGTH, "sums");
    CHECK(sum == 4711, "%a", sum);
    CHECK(stet_mpi_sum_f64(MPI_COMM_WORLD, 0, NULL, 1, &sum) == STET_OK && same_f64(sum, 0),
          "empty: %a", sum);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int family = 0; family < FAMILIES; family++)
        check_family(family);
    check_batch();
    check_errors();
    return end("exact sums");
}
