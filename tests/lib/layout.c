/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/layout.h"

#include <string.h>

size_t layout_count(const struct layout *layout)
{
    size_t count = 1;
    for (int i = 0; i < layout->rank; i++)
        count *= (size_t)layout->n[i];
    return count;
}

ptrdiff_t layout_offset(const struct layout *layout, size_t index)
{
    ptrdiff_t offset = 0;
    for (int i = layout->rank - 1; i >= 0; i--) {
        size_t n = (size_t)layout->n[i];
        offset += (ptrdiff_t)(index % n) * layout->stride[i];
        index /= n;
    }
    return offset;
}

void layout_range(const struct layout *layout, ptrdiff_t *low, ptrdiff_t *high)
{
    *low = 0;
    *high = (ptrdiff_t)layout->element;
    for (int i = 0; i < layout->rank; i++) {
        ptrdiff_t reach = (layout->n[i] - 1) * layout->stride[i];
        *(reach < 0 ? low : high) += reach;
    }
}

void layout_scatter(const struct layout *layout, const void *packed, void *origin)
{
    size_t count = layout_count(layout);
    for (size_t i = 0; i < count; i++)
        memcpy((char *)origin + layout_offset(layout, i),
               (const char *)packed + i * layout->element, layout->element);
}

void layout_gather(const struct layout *layout, const void *origin, void *packed)
{
    size_t count = layout_count(layout);
    for (size_t i = 0; i < count; i++)
        memcpy((char *)packed + i * layout->element,
               (const char *)origin + layout_offset(layout, i), layout->element);
}
