/* SPDX-License-Identifier: Apache-2.0 */
/* stet_butterfly_transform() with any arguments: its status is the right one, it writes its output
 * and nothing else, and what it writes are numbers of the precision. */
#include <string.h>

#include "experiments/butterflies/number.h"
#include "lib/fuzz.h"

enum { MOST = 512 };

static int is_power(long n, int radix)
{
    while (n > 1 && n % radix == 0)
        n /= radix;
    return n == 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4)
        return 0;
    const stet_butterfly strategy = (stet_butterfly)(data[0] % 10);
    const stet_precision precision = (stet_precision)(data[1] % 6);
    const int radix = data[2] % 70;
    long n = data[3];
    if (data[3] % 2 == 1) /* a power, as a rule */
        for (n = 1; radix > 1 && n * radix <= MOST && n * radix <= data[3];)
            n *= radix;
    if (n > MOST)
        n = MOST;
    double *x = calloc((size_t)n + 1, 2 * sizeof *x), *y = calloc((size_t)n + 1, 2 * sizeof *y);
    REQUIRE(x != NULL && y != NULL);
    const size_t bytes =
        size - 4 < (size_t)n * 2 * sizeof *x ? size - 4 : (size_t)n * 2 * sizeof *x;
    memcpy(x, data + 4, bytes);
    y[2 * n] = y[2 * n + 1] = 4711;
    const stet_status status = stet_butterfly_transform(strategy, precision, radix, n, x, y);
    const stet_number *p = stet_number_of(precision);
    if (strategy < STET_BUTTERFLY_STANDARD || strategy > STET_BUTTERFLY_DUAL_COMPENSATED)
        REQUIRE(status == STET_E_METHOD);
    else if (!p)
        REQUIRE(status == STET_E_PRECISION);
    else if (radix < 2 || radix > 64 || n < 1 || !is_power(n, radix))
        REQUIRE(status == STET_E_LENGTH);
    else
        REQUIRE(status == STET_OK);
    for (long i = 0; i < 2 * n; i++)
        REQUIRE(status == STET_OK ? y[i] != y[i] || p->round(y[i]) == y[i] : y[i] == 0);
    REQUIRE(y[2 * n] == 4711 && y[2 * n + 1] == 4711);
    free(x);
    free(y);
    return 0;
}
