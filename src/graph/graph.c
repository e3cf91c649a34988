/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the graph of a length: its factors in their fixed order. */
#include "graph/graph.h"

stet_graph stet_graph_of(ptrdiff_t n)
{
    static const int odd[] = {13, 11, 7, 5, 3};
    stet_graph g = {1, 0, {0}, 0};
    for (; n % 2 == 0; n /= 2)
        g.levels++;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (; n % odd[i] == 0; n /= odd[i])
            g.odd[g.odd_count++] = odd[i];
    g.large = n;
    return g;
}
