/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the graph of a length: its factors in their fixed order. */
#include "graph/graph.h"

/* Each odd divisor of the rest that is found in ascending order is prime. A rest without a divisor
 * up to its square root is prime. */
stet_graph stet_graph_of(ptrdiff_t n)
{
    stet_graph g = {0, 0, {0}, 0};
    for (; n % 2 == 0; n /= 2)
        g.levels++;
    for (ptrdiff_t prime = 3; n > 1; prime += 2) {
        if (prime * prime > n)
            prime = n;
        for (; n % prime == 0; n /= prime)
            g.odd[g.odd_count++] = prime;
    }
    for (int i = 0, last = g.odd_count - 1; i < last; i++, last--) {
        const ptrdiff_t swap = g.odd[i];
        g.odd[i] = g.odd[last];
        g.odd[last] = swap;
    }
    while (g.rough_count < g.odd_count && g.odd[g.rough_count] > STET_LARGEST_RADIX)
        g.rough_count++;
    return g;
}

int stet_is_smooth(ptrdiff_t n)
{
    static const int prime[] = {2, 3, 5, 7, 11, 13};
    for (size_t i = 0; i < sizeof prime / sizeof *prime; i++)
        while (n % prime[i] == 0)
            n /= prime[i];
    return n == 1;
}
