/* SPDX-License-Identifier: Apache-2.0 */
#include "api/layout.h"

/* Stores |stride|; PTRDIFF_MIN has no magnitude. */
static int magnitude(ptrdiff_t stride, ptrdiff_t *size)
{
    *size = stride < 0 ? -stride : stride;
    return stride != PTRDIFF_MIN;
}

int stet_layout_extent(int rank, const stet_axis *axes, ptrdiff_t element, stet_extent *extent)
{
    ptrdiff_t total = element, low = 0, high = element;
    for (int i = 0; i < rank; i++) {
        ptrdiff_t reach;
        if (__builtin_mul_overflow(total, axes[i].n, &total) ||
            __builtin_mul_overflow(axes[i].n - 1, axes[i].stride, &reach))
            return 0;
        if (reach < 0 ? __builtin_add_overflow(low, reach, &low)
                      : __builtin_add_overflow(high, reach, &high))
            return 0;
    }
    *extent = (stet_extent){low, high};
    ptrdiff_t length;
    return !__builtin_sub_overflow(high, low, &length);
}

int stet_layout_is_disjoint(int rank, stet_axis *axes, ptrdiff_t element)
{
    ptrdiff_t reach = element;
    for (int i = 0; i < rank; i++) {
        /* Selection sort by |stride|; the stride of an axis of length 1 does not matter. */
        for (int k = i + 1; k < rank; k++) {
            ptrdiff_t a, b;
            if (!magnitude(axes[i].stride, &a) || !magnitude(axes[k].stride, &b))
                return 0;
            if (b < a) {
                const stet_axis swap = axes[i];
                axes[i] = axes[k];
                axes[k] = swap;
            }
        }
        ptrdiff_t stride;
        if (axes[i].n == 1)
            continue;
        if (!magnitude(axes[i].stride, &stride) || stride < reach)
            return 0;
        reach += (axes[i].n - 1) * stride;
    }
    return 1;
}

ptrdiff_t stet_layout_gcd(int rank, const stet_axis *axes, ptrdiff_t start)
{
    ptrdiff_t g = start;
    for (int i = 0; i < rank; i++) {
        ptrdiff_t stride;
        if (axes[i].n == 1 || !magnitude(axes[i].stride, &stride))
            continue;
        while (stride != 0) {
            const ptrdiff_t rest = g % stride;
            g = stride;
            stride = rest;
        }
    }
    return g;
}
