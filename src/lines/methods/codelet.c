/* SPDX-License-Identifier: Apache-2.0 */
/* codelet.h: the choice of its lengths. */
#include "lines/method.h"

static int has(ptrdiff_t n)
{
#define IS(length, r1, r2) || n == (length)
    return 0 STET_CODELETS(IS);
}

static const char *wrong(const stet_fft1d *f, const stet_schedule *s, const stet_step *across)
{
    (void)across;
    if (s->lanes != 1 || s->across.count > 0)
        return "codelet: one lane";
    return has(f->kind == STET_C2R ? stet_c2r_inside(f->n) : f->n)
               ? NULL
               : "codelet: too long, or not that length";
}

/* Returns the greatest length at which lines one after another take less time than lines side by
 * side, which must be gathered and scattered. They take 0.1 to 0.2 of that time at 2 points and 0.5
 * at 6 (Zen 5). */
static ptrdiff_t longest_alone(const stet_fft1d *f)
{
    return f->kind == STET_C2R ? 12 : f->kind == STET_C2C && f->precision != STET_F64 ? 8 : 10;
}

/* This method is asked first. Complex powers of two from 8 points on are quicker in vectors. */
static int choose(const stet_fft1d *f, stet_schedule *s)
{
    enum { BESIDE = 8 };
    s->beside = f->n <= longest_alone(f) ? 0 : f->widest_lanes < BESIDE ? f->widest_lanes : BESIDE;
    s->beside = s->beside > 1 ? s->beside : 0;
    return !wrong(f, s, NULL) && !(f->kind == STET_C2C && f->n == 8 && f->widest_lanes > 1);
}

const stet_method stet_method_codelet = {
    .name = "codelet", .number = STET_CODELET, .choose = choose, .wrong = wrong};
