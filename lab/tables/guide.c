/* SPDX-License-Identifier: Apache-2.0 */
/* The table guide: its sections in order. */
#include "tables/guide.h"

#include "files/progress.h"

/* splitmix64 (Steele, Lea and Flood 2014). */
uint64_t guide_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

float guide_uniform(uint64_t *state)
{
    return (float)((double)(int64_t)(guide_random(state) >> 40) * 0x1p-23 - 1);
}

static bool run(struct tables *t, struct error *e)
{
    struct guide_found found = {0};
    if (!guide_convolutions(t, &found, e) || !guide_depthwise(t, e))
        return false;
    guide_sums(t, &found);
    return guide_statements(t, &found, e);
}

const struct table table_guide = {
    "guide", "a guide to numerical precision: its results, its error model, its statements", run,
    guide_draw};
