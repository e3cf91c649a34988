/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses a method, once for a transform, and has the functions that methods share. */
#include "lines/method.h"

#include <string.h>

#include "base/alloc.h"
#include "lines/convolution.h"
#include "lines/dispatch.h"
#include "lines/schedule.h"
#include "lines/tuned.h"

/* Lists the methods of one line, the quickest first. */
static const stet_method *const methods[] = {
    &stet_method_codelet,   &stet_method_fours,   &stet_method_small, &stet_method_wide,
    &stet_method_tiles,     &stet_method_columns, &stet_method_rows,  &stet_method_large,
    &stet_method_hermitian, &stet_method_lane,    &stet_method_r2r,
};

enum { METHODS = sizeof methods / sizeof *methods };

const stet_method *stet_method_named(const char *name, size_t size)
{
    for (int i = 0; i < METHODS; i++)
        if (strlen(methods[i]->name) == size && memcmp(methods[i]->name, name, size) == 0)
            return methods[i];
    return NULL;
}

/* ------------------------------------------------------------ the choice -- */

/* Returns how many vectors of neighbouring lines go together. The gain over one vector at a time,
 * measured on Zen 5 for columns of f32 and f64: 16 points 1.7 and 1.8, in twos 1.5 and 1.6; 64
 * points 1.2, in twos the same; 256 to 1024 points in twos 1.03 to 1.4 and 1.2 to 1.7, in fours
 * 1.02 to 1.4 and 1.1 to 1.7; 2048 in twos 1.0; 4096 in fours 0.9. Vectors of 32 bytes go in fours,
 * which write as many bytes to a row: 64 to 1024 points take 0.59 to 0.82 of the time in twos on
 * Zen 3. */
static int vectors_together(const stet_fft1d *f)
{
    enum { SHORT = 32, LONGEST = 1024, NARROW = 32 };
    if (f->kind != STET_C2C || f->n > LONGEST || f->widest_lanes == 1)
        return 0;
    return f->n <= SHORT || f->widest_lanes * stet_real_size(f->precision) == NARROW ? 4 : 2;
}

/* Takes the narrowest pass of levels first: strided lines of 128 points take 1.3 times as long with
 * 8 8 2 as with 2 8 8, of 16 and 256 points 1.1 to 1.2 times. Real input takes the widest pass
 * first, because real input halves its work, and 4 4 rather than 8 2 (1.05 to 1.15). Zen 5. */
void stet_schedule_lane(const stet_fft1d *f, stet_schedule *s)
{
    const int real = f->kind == STET_R2C, levels = f->graph.levels;
    const int widest = stet_widest(f->precision), over = levels % widest;
    const int narrow = real && widest > 2 && over == 1 && levels > 1 ? 4 : over;
    if (s->together == 0)
        s->together = vectors_together(f);
    s->lane.count = 0;
    if (f->half) /* f->half has the passes */
        return;
    stet_add_odd(f, &s->lane);
    if (!real)
        stet_add_levels(&s->lane, narrow, widest);
    stet_add_levels(&s->lane, levels - narrow, widest);
    if (real)
        stet_add_levels(&s->lane, narrow, 2);
}

const char *stet_schedule_wrong(const stet_fft1d *f, const stet_schedule *s)
{
    stet_step step[STET_MAX_STEPS];
    const stet_fft_kernels *kernels = stet_kernels_of_lanes(f->isa, f->precision, s->lanes);
    if (!kernels)
        return "no vectors of that many lanes here";
    if ((s->method == &stet_method_r2r) != stet_is_r2r(f->kind))
        return "real: of real-to-real lines, all of them and no others";
    if (f->half ? s->lane.count > 0
                : !stet_steps_of(f, &s->lane, step) ||
                      !stet_are_narrow(f->precision, step, s->lane.count))
        return "lane: passes of the length, in the order of the graph, levels of radix 2, 4 or 8";
    if (s->across.count > 0 && !stet_steps_of(f, &s->across, step))
        return "the passes are not those of the length in the order of the graph";
    if (s->method != &stet_method_wide &&
        (s->grouped || s->block > 0 || s->in_output || s->stream_bank || s->stream_output))
        return "grouped, block, in-output, stream-bank and stream-output are options of wide";
    if (s->method != &stet_method_wide && s->method != &stet_method_small && s->prefetch > 0)
        return "prefetch is an option of wide and small";
    if (s->together < 0 || s->together > STET_MOST_TOGETHER ||
        (s->together > 0 && f->kind != STET_C2C))
        return "together: up to 16 vectors, of complex numbers";
    if (s->beside == 1 || (s->beside & (s->beside - 1)) != 0)
        return "beside: lanes are a power of two";
    const char *wrong = s->method->wrong(f, s, step);
    if (!wrong && s->method != &stet_method_r2r && !stet_kernel_of(kernels, s->method, f))
        wrong = "vectors of that many lanes have not that method here";
    return wrong;
}

const stet_method *stet_schedule_begin(const stet_fft1d *f, stet_schedule *s, int lanes, int index)
{
    memset(s, 0, sizeof *s);
    if (index >= METHODS)
        return NULL;
    s->method = methods[index];
    s->lanes = lanes;
    if (2 * lanes <= f->widest_lanes && f->n <= STET_MAX_SIDE_BY_SIDE)
        s->beside = 2 * lanes;
    stet_schedule_lane(f, s);
    return s->method;
}

static int take_default(const stet_fft1d *f, stet_schedule *s, int lanes, int index)
{
    return stet_schedule_begin(f, s, lanes, index) && s->method->choose(f, s) &&
           !stet_schedule_wrong(f, s);
}

/* Takes the method of r2r.h, a codelet, or the widest vectors that the length fills. */
void stet_schedule_default(const stet_fft1d *f, stet_schedule *s)
{
    if (take_default(f, s, 1, stet_is_r2r(f->kind) ? METHODS - 1 : 0))
        return;
    for (int lanes = f->widest_lanes; lanes > 0; lanes /= 2)
        for (int i = 0; i < METHODS; i++)
            if (take_default(f, s, lanes, i))
                return;
}

/* Reports whether a new f would have the schedule of f. given: a list, whose end stands for the
 * default choice; there is space for another list behind it. */
static int would_be(const stet_fft1d *f, stet_schedule *given)
{
    const stet_fft1d *inner = stet_fft1d_inner(f);
    if (!given->method &&
        stet_tuned_find(f->n, f->kind, f->precision, f->isa, given) == STET_BY_RULE)
        stet_schedule_default(f, given);
    if (given->lane.count == 0)
        stet_schedule_lane(f, given);
    return stet_schedule_same(given, &f->schedule) && (!inner || would_be(inner, given + 1));
}

/* Without memory the answer is no. */
int stet_schedule_is_default(const stet_fft1d *f)
{
    stet_schedule *list = (stet_schedule *)stet_alloc_array(2 * STET_SCHEDULES, sizeof *list);
    if (!list)
        return 0;
    list->method = NULL;
    const int is_default = would_be(f, list);
    stet_free(list);
    return is_default;
}

/* --------------------------------------------------------- for the methods -- */

int stet_make(stet_fft1d *f, size_t size, ptrdiff_t numbers)
{
    f->made = stet_alloc(size);
    if (numbers > 0)
        f->table = stet_alloc_array((size_t)numbers, stet_real_size(f->precision));
    return f->made && (f->table || numbers == 0);
}

int stet_fft1d_phases(const stet_fft1d *f, int parts)
{
    const stet_method *method = f->schedule.method;
    return method->phases ? method->phases(f, parts) : 0;
}

const stet_fft1d *stet_fft1d_inner(const stet_fft1d *f)
{
    return f->half ? f->half : f->convolution[0] ? f->convolution[0]->fft : NULL;
}

void stet_inner_line(const stet_fft1d *inner, const void *in, void *out, int swap, double scale,
                     void *work, const stet_share *share, int first)
{
    if (!share) {
        stet_fft1d_line(inner, in, out, swap, scale, work, NULL);
    } else if (share->phase >= first &&
               share->phase < first + stet_fft1d_phases(inner, share->parts)) {
        const stet_share own = {share->phase - first, share->part, share->parts};
        stet_fft1d_line(inner, in, out, swap, scale, work, &own);
    }
}

size_t stet_inner_part_work(const stet_fft1d *f) { return stet_fft1d_inner(f)->part_work; }

int stet_other_lanes(const stet_fft1d *f, int index, int least, stet_schedule *s)
{
    enum { MOST = 8 }; /* exceeds the halvings of any vector */
    s->lanes = index < MOST ? f->widest_lanes >> index : 0;
    return s->lanes >= least;
}

/* ------------------------------------------------------ element policies -- */

const stet_method *stet_policy_method(const stet_fft1d *f)
{
    enum { LEAST_INSIDE = 8 };
    const stet_fft1d *inside = f->half ? f->half : f;
    const stet_schedule *s = &inside->schedule;
    if (f->precision != STET_F64 || s->lanes != f->schedule.lanes || (f->half && f->n % 2 == 1) ||
        (f->half && f->schedule.method != &stet_method_hermitian) ||
        (f->half && s->method == &stet_method_small && s->across.radix[0] < LEAST_INSIDE))
        return NULL;
    return s->method;
}

const stet_isa *stet_policy_row(const stet_fft1d *f, int (*lanes_of)(const stet_isa *isa))
{
    for (const stet_isa *isa = f->isa; isa && lanes_of(isa) > 0; isa = stet_isa_below(isa))
        if (lanes_of(isa) == f->schedule.lanes)
            return isa;
    return NULL;
}
