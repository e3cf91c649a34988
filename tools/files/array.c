/* SPDX-License-Identifier: Apache-2.0 */
#include "files/array.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool layout_count(struct layout *l)
{
    size_t most = PTRDIFF_MAX / l->dtype->size, count = 1;
    bool empty = false;
    for (int i = 0; i < l->rank; i++) {
        if (l->shape[i] == 0)
            empty = true;
        else if (l->shape[i] > most / count)
            return false;
        else
            count *= l->shape[i];
    }
    l->count = empty ? 0 : count;
    return true;
}

size_t layout_bytes(const struct layout *l) { return l->count * l->dtype->size; }

/* Linux grants memory that it does not have and kills the process later, so the size is checked
 * first. */
static size_t physical_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0 || (size_t)pages > SIZE_MAX / (size_t)page)
        return SIZE_MAX;
    return (size_t)pages * (size_t)page;
}

bool allocate(void **block, size_t bytes, struct error *e)
{
    size_t most = physical_memory();
    *block = bytes <= most ? calloc(bytes ? bytes : 1, 1) : NULL;
    if (*block == NULL)
        return error_set(e, "not enough memory: needs %zu bytes, the machine has %zu in all", bytes,
                         most);
    return true;
}

bool array_new(struct array *a, const struct layout *l, struct error *e)
{
    a->layout = *l;
    a->data = NULL;
    if (!layout_count(&a->layout))
        return error_set(e, "the result would not fit in the address space");
    return allocate(&a->data, layout_bytes(&a->layout), e);
}

void array_free(struct array *a)
{
    free(a->data);
    a->data = NULL;
}

struct box layout_box(const struct layout *l, int axis)
{
    size_t before = 1, after = 1;
    for (int i = 0; i < axis; i++)
        before *= l->shape[i];
    for (int i = axis + 1; i < l->rank; i++)
        after *= l->shape[i];
    return l->fortran ? (struct box){after, l->shape[axis], before}
                      : (struct box){before, l->shape[axis], after};
}

void layout_index(const struct layout *l, size_t at, size_t *index)
{
    for (int i = 0; i < l->rank; i++) {
        int axis = l->fortran ? i : l->rank - 1 - i;
        index[axis] = at % l->shape[axis];
        at /= l->shape[axis];
    }
}

void layout_strides(const struct layout *l, size_t *stride)
{
    size_t next = 1;
    for (int i = 0; i < l->rank; i++) {
        int axis = l->fortran ? i : l->rank - 1 - i;
        stride[axis] = next;
        next *= l->shape[axis];
    }
}

void walk_start(struct walk *w, const struct layout *l)
{
    memset(w, 0, sizeof *w);
    w->layout = l;
    layout_strides(l, w->stride);
}

void walk_next(struct walk *w)
{
    for (int i = w->layout->rank - 1; i >= 0; i--) {
        w->at += w->stride[i];
        if (++w->index[i] < w->layout->shape[i])
            return;
        w->at -= w->stride[i] * w->layout->shape[i];
        w->index[i] = 0;
    }
}
