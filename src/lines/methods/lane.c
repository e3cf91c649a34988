/* SPDX-License-Identifier: Apache-2.0 */
/* transform.h runs one line in one lane, side_by_side.h one line in each lane. */
#include "base/size.h"
#include "lines/convolution.h"
#include "lines/method.h"

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    (void)f, (void)across;
    return s->lanes == 1 && s->across.count == 0 ? NULL : "lane: one lane";
}

static int choose(const stet_fft1d *f, stet_schedule *s)
{
    (void)f;
    return s->lanes == 1;
}

size_t stet_rough_work(const stet_fft1d *f, int lanes)
{
    const size_t complex_size = 2 * stet_real_size(f->precision);
    size_t most = 0;
    for (int i = 0; i < f->graph.rough_count; i++) {
        const stet_convolution *z = f->convolution[i];
        const size_t inside = lanes == 1 ? z->fft->lone_work : stet_lane_work(z->fft, lanes);
        most = stet_larger_size(most, 2 * (size_t)z->m * complex_size + inside);
    }
    return most;
}

size_t stet_direct_work(const stet_fft1d *f, int lanes)
{
    const stet_graph *g = &f->graph;
    if (g->rough_count == g->odd_count || !stet_is_direct(g->odd[g->rough_count]))
        return 0;
    return 2 * (size_t)g->odd[g->rough_count] * (size_t)lanes * stet_real_size(f->precision) +
           STET_ALIGN;
}

/* The transform inside one line uses the method that is best for one; those inside several lines
 * use the same lanes as the lines. */
size_t stet_lane_work(const stet_fft1d *f, int lanes)
{
    const size_t complex_size = 2 * stet_real_size(f->precision), n = (size_t)f->n;
    if (f->half)
        return (f->n % 2 == 0 ? n / 2 : 2 * n) * complex_size + stet_lane_work(f->half, lanes);
    size_t size = 2 * n * complex_size + stet_rough_work(f, lanes) + stet_direct_work(f, 1);
    if (f->kind == STET_R2C && f->graph.rough_count > 0)
        size += 2 * n * complex_size;
    return size;
}

/* Counts also the input and the output of the lines, or the space of all lines that go together. */
static size_t side_by_side_work(const stet_fft1d *f, int lanes)
{
    const size_t size = stet_real_size(f->precision), half = (size_t)f->n / 2 + 1;
    const size_t alone = stet_lane_work(f, lanes) + 8 * half * size;
    const size_t together =
        (size_t)f->schedule.together * 4 * (size_t)f->n * size + stet_direct_work(f, 1);
    return (size_t)lanes * (together > alone ? together : alone);
}

const stet_method stet_method_lane = {
    .name = "lane", .number = STET_LANE, .choose = choose, .wrong = wrong, .work = stet_lane_work};

const stet_method stet_method_side_by_side = {
    .name = "side-by-side", .number = STET_SIDE_BY_SIDE, .work = side_by_side_work};
