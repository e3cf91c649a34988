/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs with fewer bits than the file has: rounded or cut off to a narrower format, or to integers
 * and fractions such as those of 16-bit sound; also clipped inputs. */
#include "verify/maps.h"
#include "verify/rounding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)
#define LEAST_POINTS 8

enum mode { NEAREST, TOWARDS_ZERO, DOWN };

static double whole(double x, enum mode mode)
{
    double down = floor(x), rest = x - down;
    if (mode == DOWN)
        return down;
    if (mode == TOWARDS_ZERO)
        return trunc(x);
    return down + (rest > 0.5 || (rest == 0.5 && fmod(down, 2) != 0) ? 1 : 0);
}

/* Transforms the input with each part x rounded to a multiple of the quantum of x. quantum 0 means
 * the ulp of f. Returns false if the result is the input itself, or zero. */
static bool quantised(struct suspect *r, const struct format *f, double quantum, enum mode mode,
                      struct error *e)
{
    const int exponent = r->problem->exponent;
    bool changed = false, zero = true;
    for (size_t i = 0; i < 2 * r->problem->in.points; i++) {
        double x = ldexp(r->x[i], exponent), step = quantum > 0 ? quantum : format_ulp(f, x);
        r->input[i] = ldexp(whole(x / step, mode) * step, -exponent);
        changed = changed || r->input[i] != r->x[i];
        zero = zero && r->input[i] == 0;
    }
    return changed && !zero && suspect_transform(r, r->input, r->c, e);
}

static bool narrowed(struct suspect *r, const struct format *f, char *text, size_t size,
                     struct error *e)
{
    SAY("the input was rounded to %s first", f->name);
    return quantised(r, f, 0, NEAREST, e);
}

bool map_input_f32(struct suspect *r, char *text, size_t size, struct error *e)
{
    return narrowed(r, &format_f32, text, size, e);
}

bool map_input_f16(struct suspect *r, char *text, size_t size, struct error *e)
{
    return narrowed(r, &format_f16, text, size, e);
}

bool map_input_tf32(struct suspect *r, char *text, size_t size, struct error *e)
{
    return narrowed(r, &format_tf32, text, size, e);
}

bool map_input_bf16(struct suspect *r, char *text, size_t size, struct error *e)
{
    return narrowed(r, &format_bf16, text, size, e);
}

bool map_input_cut_off(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const struct format *const formats[] = {&format_f32, &format_f16, &format_tf32,
                                                   &format_bf16};
    struct nearest best = NEAREST_NONE;
    for (int i = 0; i < 4; i++) {
        if (quantised(r, formats[i], 0, TOWARDS_ZERO, e))
            suspect_keep(r, &best, i);
        if (e->text[0] != 0)
            return false;
    }
    if (best.which >= 0)
        SAY("the input was cut off to %s first, without rounding", formats[best.which]->name);
    return suspect_kept(r, &best);
}

bool map_input_whole(struct suspect *r, char *text, size_t size, struct error *e)
{
    static const struct {
        double steps; /* count of steps from 0 to 1 */
        const char *name;
    } grids[] = {{1, "whole numbers"},
                 {10, "multiples of 1/10"},
                 {100, "multiples of 1/100"},
                 {1000, "multiples of 1/1000"},
                 {127, "multiples of 1/127"},
                 {128, "multiples of 1/128"},
                 {255, "multiples of 1/255"},
                 {256, "multiples of 1/256"},
                 {32767, "multiples of 1/32767"},
                 {32768, "multiples of 1/32768"},
                 {8388607, "multiples of 1/(2^23 - 1)"},
                 {8388608, "multiples of 1/2^23"},
                 {2147483647, "multiples of 1/(2^31 - 1)"},
                 {2147483648, "multiples of 1/2^31"}};
    static const char *const modes[] = {"rounded", "cut off towards zero", "rounded down"};
    const int count = (int)(sizeof grids / sizeof *grids);
    struct nearest best = NEAREST_NONE;
    if (r->problem->in.points < LEAST_POINTS) /* few numbers are always near a grid */
        return false;
    for (int i = 0; i < 3 * count; i++) {
        if (quantised(r, NULL, 1 / grids[i / 3].steps, (enum mode)(i % 3), e))
            suspect_keep(r, &best, i);
        if (e->text[0] != 0)
            return false;
    }
    if (best.which >= 0)
        SAY("the input was %s to %s first", modes[best.which % 3], grids[best.which / 3].name);
    return suspect_kept(r, &best);
}

/* Returns the largest part of x that v's input certainly does not clip to the limit. */
static double unclipped(const struct suspect *r, double most, double *ratio)
{
    double largest = 0;
    for (size_t i = 0; i < 2 * r->problem->points; i++)
        if (fabs(r->x[i]) > largest && fabs(r->correlation[i]) < 0.9 * most) {
            largest = fabs(r->x[i]);
            *ratio = r->correlation[i] / r->x[i];
        }
    return largest;
}

bool map_clipped(struct suspect *r, char *text, size_t size, struct error *e)
{
    double most = 0, ratio = 0;
    size_t parts = 2 * r->problem->in.points, count = 0;
    if (parts < 2 * LEAST_POINTS || !suspect_recover(r, e))
        return false;
    for (size_t i = 0; i < parts; i++)
        most = fmax(most, fabs(r->correlation[i]));
    if (unclipped(r, most, &ratio) == 0 || !(ratio > 0))
        return false;
    double limit = most / ratio;
    for (size_t i = 0; i < parts; i++) {
        bool over = fabs(r->x[i]) > limit;
        count += over;
        r->input[i] = over ? copysign(limit, r->x[i]) : r->x[i];
    }
    SAY("the input was clipped: %zu of its numbers are beyond %.6g and were taken as that", count,
        ldexp(limit, r->problem->exponent));
    return count > 0 && suspect_transform(r, r->input, r->c, e);
}
