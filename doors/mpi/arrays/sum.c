/* SPDX-License-Identifier: Apache-2.0 */
/* Exact sums over ranks. Each rank adds its terms into a superaccumulator (arith/superacc.h) and
 * sends its value as 32-bit digits in int64, which MPI_SUM adds. Integers make the result
 * independent of the reduction tree and of the number of ranks. Every rank rounds the same digits
 * once. */
#include "stet_mpi.h"

#include "arith/superacc.h"
#include "base/fpenv.h"
#include "exchange/agree.h"

/* Digit d of a message has the weight 2^(32 d - 2150), which is four bytes of the accumulator. A
 * sum of doubles has no bit below 2^-1074, and with 2^62 terms none above 2^1086; a sum of
 * products needs all digits. Each digit is below 2^32, except the last one, which has the sign. So
 * the sums of digits over 2^31 ranks do not overflow. */
typedef struct window {
    int first, digits;
} window;
static const window of_numbers = {33, 70}, of_products = {0, 134};

/* Flags that follow the digits of a sum. */
enum { PLUS_INF, MINUS_INF, NAN_TERM, TERMS, FLAGS };
/* TERMS counts the ranks whose terms were not all -0, and adds UPPER for each rank that has terms
 * at all. NAN_TERM of the first sum also counts the ranks that have an error, times UPPER. */
#define UPPER ((int64_t)1 << 32)

enum { AT_ONCE = 64, LONGEST = 134 + FLAGS }; /* sums in one message: 70 KB on the stack */

static void encode_digits(const struct stet_superacc *acc, window w, int64_t *digit)
{
    stet_i128 carry = 0;
    for (int d = 0; d < w.digits; d++) {
        digit[d] = 0;
        for (int byte = 0; byte < 4; byte++) {
            const int g = 4 * (w.first + d) + byte;
            carry += g < STET_SUPERACC_DIGITS ? acc->digit[g] : 0;
            digit[d] |= (int64_t)((uint64_t)(uint8_t)carry << 8 * byte);
            carry >>= 8; /* gcc and clang round this shift down */
        }
    }
    digit[w.digits - 1] += (int64_t)carry * UPPER;
}

static void encode(const struct stet_superacc *acc, ptrdiff_t n, window w, int64_t *message)
{
    int64_t *flags = message + w.digits;
    encode_digits(acc, w, message);
    flags[PLUS_INF] = (acc->special & STET_SUPERACC_PLUS_INF) != 0;
    flags[MINUS_INF] = (acc->special & STET_SUPERACC_MINUS_INF) != 0;
    flags[NAN_TERM] = (acc->special & STET_SUPERACC_NAN) != 0;
    flags[TERMS] = (acc->not_minus_zero != 0) + (n > 0) * UPPER;
}

static void decode(const int64_t *message, window w, struct stet_superacc *acc)
{
    const int64_t *flags = message + w.digits;
    stet_superacc_clear(acc);
    for (int d = 0; d < w.digits; d++) /* digits after the accumulator have only the sign */
        if (4 * (w.first + d) < STET_SUPERACC_DIGITS)
            acc->digit[4 * (w.first + d)] += message[d];
        else
            acc->digit[STET_SUPERACC_DIGITS - 1] +=
                (stet_i128)message[d] *
                ((stet_i128)1 << (8 * (4 * (w.first + d) - STET_SUPERACC_DIGITS + 1)));
    acc->special = (flags[PLUS_INF] != 0) * STET_SUPERACC_PLUS_INF |
                   (flags[MINUS_INF] != 0) * STET_SUPERACC_MINUS_INF |
                   (flags[NAN_TERM] % UPPER != 0) * STET_SUPERACC_NAN;
    acc->not_minus_zero =
        flags[TERMS] < UPPER || flags[TERMS] % UPPER != 0; /* a sum without terms is +0 */
}

/* ------------------------------------------------------------ the terms -- */

typedef struct terms {
    ptrdiff_t sums, n;            /* n: terms of each sum on this rank */
    const void *x, *y;            /* y: second factor of products; x for sums */
    ptrdiff_t x_stride, y_stride; /* from term to term */
    ptrdiff_t distance;           /* from sum to sum */
    window window;
    void (*add)(struct stet_superacc *acc, const struct terms *t, ptrdiff_t k);
    void (*round)(const struct stet_superacc *acc, void *results, ptrdiff_t k);
    void *results;
} terms;

static void add_f64(struct stet_superacc *acc, const terms *t, ptrdiff_t k)
{
    const double *x = (const double *)t->x + k * t->distance;
    for (ptrdiff_t i = 0; i < t->n; i++)
        stet_superacc_add(acc, x[i * t->x_stride]);
}

static void add_f32(struct stet_superacc *acc, const terms *t, ptrdiff_t k)
{
    const float *x = (const float *)t->x + k * t->distance;
    for (ptrdiff_t i = 0; i < t->n; i++)
        stet_superacc_add(acc, (double)x[i * t->x_stride]);
}

static void add_products_f64(struct stet_superacc *acc, const terms *t, ptrdiff_t k)
{
    const double *x = t->x, *y = t->y;
    (void)k;
    for (ptrdiff_t i = 0; i < t->n; i++)
        stet_superacc_add_product(acc, x[i * t->x_stride], y[i * t->y_stride]);
}

/* The product of two floats is exact in double. */
static void add_products_f32(struct stet_superacc *acc, const terms *t, ptrdiff_t k)
{
    const float *x = t->x, *y = t->y;
    (void)k;
    for (ptrdiff_t i = 0; i < t->n; i++)
        stet_superacc_add(acc, (double)x[i * t->x_stride] * (double)y[i * t->y_stride]);
}

static void round_f64(const struct stet_superacc *acc, void *results, ptrdiff_t k)
{
    ((double *)results)[k] = stet_superacc_round_f64(acc);
}

static void round_f32(const struct stet_superacc *acc, void *results, ptrdiff_t k)
{
    ((float *)results)[k] = stet_superacc_round_f32(acc);
}

/* ------------------------------------------------------------- messages -- */

static stet_status check(const terms *t)
{
    if (t->n < 0)
        return STET_E_LENGTH;
    return !t->results || (t->n > 0 && (!t->x || !t->y)) ? STET_E_NULL : STET_OK;
}

/* Adds up messages over all ranks. An error of any rank travels with the first sum. Only then are
 * the statuses compared, so that all ranks return the same one. */
static stet_status reduce(MPI_Comm comm, const terms *t, ptrdiff_t from, int sums, stet_status mine)
{
    const int length = t->window.digits + FLAGS;
    int64_t messages[AT_ONCE * LONGEST];
    struct stet_superacc acc;
    for (int i = 0; i < sums; i++) {
        const ptrdiff_t n = mine == STET_OK ? t->n : 0;
        stet_superacc_clear(&acc);
        if (n > 0)
            t->add(&acc, t, from + i);
        encode(&acc, n, t->window, messages + i * length);
    }
    int64_t *errors = messages + t->window.digits + NAN_TERM;
    *errors += (mine != STET_OK) * UPPER;
    if (MPI_Allreduce(MPI_IN_PLACE, messages, sums * length, MPI_INT64_T, MPI_SUM, comm) !=
        MPI_SUCCESS)
        return STET_E_MPI;
    if (*errors >= UPPER)
        return stet_mpi_worst_status(comm, mine);
    for (int i = 0; i < sums; i++) {
        decode(messages + i * length, t->window, &acc);
        t->round(&acc, t->results, from + i);
    }
    return STET_OK;
}

static stet_status sum_over_ranks(MPI_Comm comm, const terms *t)
{
    int begun = 0, ended = 0;
    if (t->sums < 1)
        return STET_E_LENGTH; /* t->sums is the same on every rank */
    if (MPI_Initialized(&begun) != MPI_SUCCESS || !begun || MPI_Finalized(&ended) != MPI_SUCCESS ||
        ended)
        return STET_E_MPI_INIT;
    stet_status status = check(t);
    const uint64_t caller = stet_fpenv_enter();
    for (ptrdiff_t from = 0; from < t->sums; from += AT_ONCE) {
        const ptrdiff_t left = t->sums - from;
        status = reduce(comm, t, from, (int)(left < AT_ONCE ? left : AT_ONCE), status);
        if (status != STET_OK)
            break;
    }
    stet_fpenv_leave(caller);
    return status;
}

/* --------------------------------------------------------------- public -- */

stet_status stet_mpi_sums_f64(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const double *x,
                              ptrdiff_t stride, ptrdiff_t distance, double *sum)
{
    const terms t = {sums, n, x, x, stride, 0, distance, of_numbers, add_f64, round_f64, sum};
    return sum_over_ranks(comm, &t);
}

stet_status stet_mpi_sums_f32(MPI_Comm comm, ptrdiff_t sums, ptrdiff_t n, const float *x,
                              ptrdiff_t stride, ptrdiff_t distance, float *sum)
{
    const terms t = {sums, n, x, x, stride, 0, distance, of_numbers, add_f32, round_f32, sum};
    return sum_over_ranks(comm, &t);
}

stet_status stet_mpi_sum_f64(MPI_Comm comm, ptrdiff_t n, const double *x, ptrdiff_t stride,
                             double *sum)
{
    return stet_mpi_sums_f64(comm, 1, n, x, stride, 0, sum);
}

stet_status stet_mpi_sum_f32(MPI_Comm comm, ptrdiff_t n, const float *x, ptrdiff_t stride,
                             float *sum)
{
    return stet_mpi_sums_f32(comm, 1, n, x, stride, 0, sum);
}

stet_status stet_mpi_dot_f64(MPI_Comm comm, ptrdiff_t n, const double *x, ptrdiff_t x_stride,
                             const double *y, ptrdiff_t y_stride, double *dot)
{
    const terms t = {1,         n,  x, y, x_stride, y_stride, 0, of_products, add_products_f64,
                     round_f64, dot};
    return sum_over_ranks(comm, &t);
}

stet_status stet_mpi_dot_f32(MPI_Comm comm, ptrdiff_t n, const float *x, ptrdiff_t x_stride,
                             const float *y, ptrdiff_t y_stride, float *dot)
{
    const terms t = {1,         n,  x, y, x_stride, y_stride, 0, of_numbers, add_products_f32,
                     round_f32, dot};
    return sum_over_ranks(comm, &t);
}
