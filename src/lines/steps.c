/* SPDX-License-Identifier: Apache-2.0 */
/* Makes passes of a graph: decides which levels are taken together. */
#include "lines/method.h"

void stet_add_pass(stet_passes *passes, ptrdiff_t radix) { passes->radix[passes->count++] = radix; }

void stet_add_odd(const stet_fft1d *f, stet_passes *passes)
{
    for (int i = 0; i < f->graph.odd_count; i++)
        stet_add_pass(passes, f->graph.odd[i]);
}

void stet_add_levels(stet_passes *passes, int levels, int widest)
{
    for (; levels > 0; levels -= widest)
        stet_add_pass(passes, (ptrdiff_t)1 << (levels < widest ? levels : widest));
}

void stet_add_ascending(stet_passes *passes, int levels, int widest, int even)
{
    for (int count = (levels + widest - 1) / widest; count > 0; count--) {
        const int log2 = even ? levels / count : levels - widest * (count - 1);
        stet_add_pass(passes, (ptrdiff_t)1 << log2);
        levels -= log2;
    }
}

/* Splits `left` levels into `count` passes, none wider than the one before, and at most one of
 * radix 2. Appends way *index, the widest pass last if `last`; if there are fewer ways, *index
 * shrinks by their number. */
static int split(stet_passes *passes, int begin, int count, int left, int widest, int last,
                 int *index)
{
    const int at = passes->count;
    if (count == 0) {
        if (left > 0 || (last && passes->radix[begin] == passes->radix[at - 1]) || (*index)-- > 0)
            return 0;
        for (int i = begin, k = at - 1; last && i < k; i++, k--) {
            const ptrdiff_t swap = passes->radix[i];
            passes->radix[i] = passes->radix[k];
            passes->radix[k] = swap;
        }
        return 1;
    }
    for (int log2 = widest < left ? widest : left; log2 > 0; log2--) {
        if (log2 == 1 && at > begin && passes->radix[at - 1] == 2)
            break;
        stet_add_pass(passes, (ptrdiff_t)1 << log2);
        if (split(passes, begin, count - 1, left - log2, log2, last, index))
            return 1;
        passes->count = at;
    }
    return 0;
}

int stet_split_levels(stet_passes *passes, int levels, int widest, int more, int index)
{
    const int fewest = (levels + widest - 1) / widest;
    if (levels == 0)
        return index == 0;
    for (int count = fewest; count <= fewest + more && count <= levels; count++)
        for (int last = 0; last < 2; last++)
            if (split(passes, passes->count, count, levels, widest, last, &index))
                return 1;
    return 0;
}

/* The steps of the graph that earlier passes have done. */
typedef struct {
    int odd, levels;
} done;

static int take_levels(const stet_fft1d *f, done *d, stet_step *p)
{
    const int log2 = stet_log2(p->radix);
    if (p->radix < 2 || p->radix != (ptrdiff_t)1 << log2 || log2 > STET_MAX_LOG2_RADIX ||
        d->levels + log2 > f->graph.levels)
        return 0;
    p->kind = STET_STEP_LEVELS;
    for (int v = 0; v < log2; v++)
        p->table[v] = f->tables.level[d->levels++];
    return 1;
}

static int take_odd(const stet_fft1d *f, done *d, stet_step *p)
{
    const int i = d->odd++;
    p->kind = i < f->graph.rough_count ? STET_STEP_ROUGH : STET_STEP_ODD;
    p->table[0] = f->tables.odd[i];
    p->table[1] = f->tables.direct[i];
    return p->radix == f->graph.odd[i];
}

static int take(const stet_fft1d *f, done *d, stet_step *p)
{
    return d->odd < f->graph.odd_count ? take_odd(f, d, p) : take_levels(f, d, p);
}

int stet_steps_of(const stet_fft1d *f, const stet_passes *passes, stet_step *step)
{
    done d = {0, 0};
    ptrdiff_t L = 1;
    for (int i = 0; i < passes->count; i++) {
        stet_step *p = &step[i];
        *p = (stet_step){.radix = passes->radix[i], .L = L};
        if (!take(f, &d, p))
            return 0;
        L *= p->radix;
        p->columns = f->n / L;
    }
    return L == f->n;
}

int stet_are_narrow(stet_precision p, const stet_step *step, int count)
{
    for (int i = 0; i < count; i++)
        if (step[i].kind == STET_STEP_LEVELS && step[i].radix > (ptrdiff_t)1 << stet_widest(p))
            return 0;
    return 1;
}
