/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/trial.h"

#include "lib/generate.h"

struct layout trial_packed(const struct trial *r, enum side side)
{
    struct layout layout = transform_layout(&r->t, side);
    ptrdiff_t stride = (ptrdiff_t)layout.element;
    const int rank = r->batch_rank + r->t.rank;
    for (int i = rank - 1; i >= 0; i--) {
        layout.n[i] = i < r->batch_rank ? r->batch[i] : layout.n[i - r->batch_rank];
        layout.stride[i] = stride;
        stride *= layout.n[i];
    }
    layout.rank = rank;
    return layout;
}

struct layout trial_scattered(const struct trial *r, enum side side, uint64_t *state)
{
    struct layout layout = trial_packed(r, side);
    int order[LAYOUT_RANK];
    for (int i = 0; i < layout.rank; i++) {
        int k = (int)generate_below(state, (size_t)i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    ptrdiff_t stride = (ptrdiff_t)layout.element;
    for (int i = 0; i < layout.rank; i++) {
        int axis = order[i];
        stride += (ptrdiff_t)(layout.element * (generate_below(state, 3) == 0) *
                              generate_below(state, 4));
        layout.stride[axis] = generate_below(state, 3) == 0 ? -stride : stride;
        stride *= layout.n[axis];
        if (side == SIDE_IN && generate_below(state, 8) == 0)
            layout.stride[axis] = 0;
    }
    return layout;
}

stet_options trial_options(const struct trial *r, stet_dim *dims)
{
    stet_dim unused[TRANSFORM_RANK];
    stet_options options = transform_options(&r->t, unused);
    for (int i = 0; i < r->in.rank; i++) {
        dims[i].n = i < r->batch_rank ? r->batch[i] : r->t.n[i - r->batch_rank];
        dims[i].in_stride = r->in.stride[i] / (ptrdiff_t)r->in.element;
        dims[i].out_stride = r->out.stride[i] / (ptrdiff_t)r->out.element;
    }
    options.batch_rank = r->batch_rank;
    options.batch = dims;
    options.dims = dims + r->batch_rank;
    return options;
}
