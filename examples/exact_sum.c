/* SPDX-License-Identifier: Apache-2.0
 * One sum in three orders: a loop gives three answers, stet_sum_f64 gives the right one. */
#include <stdio.h>

#include <stet.h>

#define N 5

static double loop(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i];
    return sum;
}

int main(void)
{
    /* The exact sum is 3. */
    const double orders[3][N] = {{1e16, 1, 1, 1, -1e16}, /* as it came */
                                 {1, 1, 1, 1e16, -1e16}, /* small first */
                                 {1e16, -1e16, 1, 1, 1}};

    for (int i = 0; i < 3; i++) {
        double exact;
        stet_status status = stet_sum_f64(STET_SUM_EXACT, N, orders[i], 1, &exact);
        if (status != STET_OK) {
            fprintf(stderr, "stet_sum_f64: %s\n", stet_strerror(status));
            return 1;
        }
        printf("order %d: loop %g, exact %g\n", i + 1, loop(orders[i]), exact);
    }
    return 0;
}
