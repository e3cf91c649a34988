/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/right.h"
#include "files/text.h"
#include "verify/precision.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void right_place(const struct problem *p, size_t row, size_t k, char *text, size_t size)
{
    size_t index[RANK_MAX];
    problem_index(p, row, k, index);
    text_shape(text, size, index, p->out.layout.rank);
}

bool right_is_off(const struct problem *p, const struct measure *m, size_t row, size_t k)
{
    size_t points = p->out.points;
    const double *a = p->out.data + 2 * (row * points + k), *y = m->y + 2 * (row * points + k);
    double most = SLACK * most_error(m->format, (double)p->points);
    double rms = sqrt(m->rows[row].size2 / (double)points);
    return !(hypot(a[0] - y[0], a[1] - y[1]) <= most * fmax(rms, hypot(y[0], y[1])));
}

/* Appends the right results of one line along the last axis, as "3, 7 to 9". With with_place, adds
 * the index of the line. "..." stands for results that do not fit the text. */
static void say_line(const struct problem *p, const struct measure *m, size_t row, size_t first,
                     bool with_place, char *text, size_t size)
{
    const size_t bins = p->out.shape[p->rank - 1];
    for (size_t k = 0, end; k < bins; k = end) {
        char from[120], to[120], run[260];
        for (end = k; end < bins && !right_is_off(p, m, row, first + end);)
            end++;
        if (end == k) {
            end++;
            continue;
        }
        snprintf(from, sizeof from, "%zu", k);
        snprintf(to, sizeof to, "%zu", end - 1);
        if (with_place) {
            right_place(p, row, first + k, from, sizeof from);
            right_place(p, row, first + end - 1, to, sizeof to);
        }
        size_t used = strlen(text);
        snprintf(run, sizeof run, "%s%s%s%s", used > 0 ? ", " : "", from, end - k > 1 ? " to " : "",
                 end - k > 1 ? to : "");
        if (used + strlen(run) + sizeof ", ..." > size) {
            if (used < 3 || strcmp(text + used - 3, "...") != 0)
                strcat(text, ", ...");
            return;
        }
        strcat(text, run);
    }
}

static bool same_pattern(const struct problem *p, const struct measure *m, size_t row, size_t first,
                         size_t other, size_t second)
{
    for (size_t k = 0; k < p->out.shape[p->rank - 1]; k++)
        if (right_is_off(p, m, row, first + k) != right_is_off(p, m, other, second + k))
            return false;
    return true;
}

bool right_mostly(const struct problem *p, const struct measure *m)
{
    size_t fine = 0, all = 0;
    for (size_t i = 0; i < p->rows; i++) {
        const double *y = m->y + 2 * i * p->out.points;
        double rms = sqrt(m->rows[i].size2 / (double)p->out.points);
        if (row_is_ordinary(p, &m->rows[i], m->format))
            continue;
        for (size_t k = 0; k < p->out.points; k++)
            if (hypot(y[2 * k], y[2 * k + 1]) > rms / 64) {
                fine += !right_is_off(p, m, i, k);
                all++;
            }
    }
    return all >= 16 && 8 * fine >= all;
}

/* Counts the right results of the wrong rows, and describes where they are. */
void right_find(struct right *right, const struct problem *p, const struct measure *m)
{
    const size_t bins = p->out.shape[p->rank - 1];
    size_t lines = 0, first_row = 0;
    bool same = true;
    right->count = right->of = 0;
    right->where[0] = 0;
    for (size_t i = 0; i < p->rows; i++)
        for (size_t k = 0; k < p->out.points && !row_is_ordinary(p, &m->rows[i], m->format); k++) {
            right->count += !right_is_off(p, m, i, k);
            right->of++;
            if (k % bins != 0)
                continue;
            first_row = lines++ == 0 ? i : first_row;
            same = same && same_pattern(p, m, i, k, first_row, 0);
        }
    if (right->count == 0 || right->count == right->of)
        return;
    if (same) {
        say_line(p, m, first_row, 0, false, right->where, sizeof right->where - 20);
        if (lines > 1)
            strcat(right->where, " of each line");
        return;
    }
    for (size_t i = 0; i < p->rows; i++)
        for (size_t k = 0; k < p->out.points && !row_is_ordinary(p, &m->rows[i], m->format);
             k += bins)
            say_line(p, m, i, k, true, right->where, sizeof right->where);
}
