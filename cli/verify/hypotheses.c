/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/hypotheses.h"
#include "text.h"
#include "verify/rounding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/* ------------------------------------------------- maps of the values -- */

static bool is_real_result(const struct suspect *r) { return r->problem->kind == STET_C2R; }

static bool as_it_is(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    memcpy(r->c, r->y, r->problem->out.points * 2 * sizeof *r->c);
    SAY("the right values");
    return true;
}

static bool conjugated(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    bool half = r->problem->kind == STET_R2C;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i];
        r->c[2 * i + 1] = -r->y[2 * i + 1];
    }
    SAY(half ? "conjugated: the sign of the exponent is that of the other direction"
             : "conjugated: the imaginary parts have the other sign");
    return !is_real_result(r);
}

/* swap the parts of the array at the stored index -k */
static void reverse(struct suspect *r, double sign_im)
{
    const struct problem *p = r->problem;
    size_t index[RANK_MAX];
    for (size_t i = 0; i < p->out.points; i++) {
        unravel(i, p->rank, p->out.shape, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = (p->out.shape[a] - index[a]) % p->out.shape[a];
        size_t from = ravel(index, p->rank, p->out.shape);
        r->c[2 * i] = r->y[2 * from];
        r->c[2 * i + 1] = sign_im * r->y[2 * from + 1];
    }
}

static bool reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, 1);
    SAY(r->problem->direction == STET_FORWARD
            ? "the inverse transform where the forward one was expected (bins k and -k exchanged)"
            : "the forward transform where the inverse one was expected (points k and -k "
              "exchanged)");
    return r->problem->kind != STET_R2C;
}

static bool input_conjugated(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, -1);
    SAY("the transform of the conjugated input");
    return r->problem->kind == STET_C2C;
}

static bool swapped(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i + 1];
        r->c[2 * i + 1] = r->y[2 * i];
    }
    SAY("real and imaginary parts exchanged");
    return !is_real_result(r);
}

/* i conj(x) goes to i conj(X[-k]) */
static bool input_swapped(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    reverse(r, 1);
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double t = r->c[2 * i];
        r->c[2 * i] = r->c[2 * i + 1];
        r->c[2 * i + 1] = t;
    }
    SAY("the transform of the input with real and imaginary parts exchanged");
    return r->problem->kind == STET_C2C;
}

static bool real_part(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = r->y[2 * i];
        r->c[2 * i + 1] = 0;
    }
    SAY("the imaginary parts are missing");
    return !is_real_result(r);
}

static bool magnitude(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        r->c[2 * i] = hypot(r->y[2 * i], r->y[2 * i + 1]);
        r->c[2 * i + 1] = 0;
    }
    SAY("magnitudes, not complex values");
    return !is_real_result(r);
}

static bool power(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    for (size_t i = 0; i < r->problem->out.points; i++) {
        double a = r->y[2 * i], b = r->y[2 * i + 1];
        r->c[2 * i] = ldexp(a * a + b * b, r->problem->exponent); /* a square of what is scaled */
        r->c[2 * i + 1] = 0;
    }
    SAY("squares of magnitudes (power), not complex values");
    return !is_real_result(r);
}

static bool planar(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t n = r->problem->out.points;
    for (size_t i = 0; i < n; i++) {
        r->c[i] = r->y[2 * i];
        r->c[n + i] = r->y[2 * i + 1];
    }
    SAY("all real parts first and then all imaginary parts, where pairs were expected");
    return !is_real_result(r) && n > 1;
}

static bool half_only(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t n = p->n[p->rank - 1];
    for (size_t i = 0; i < p->out.points; i++)
        for (int part = 0; part < 2; part++)
            r->c[2 * i + (size_t)part] = i % n <= n / 2 ? r->y[2 * i + (size_t)part] : 0;
    SAY("only bins 0 to N/2 are there, the others are zero: a half spectrum in a full array");
    return p->kind == STET_C2C && n > 2;
}

static bool untouched(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    if (r->problem->kind != STET_C2C)
        return false;
    memcpy(r->c, r->x, r->problem->out.points * 2 * sizeof *r->c);
    SAY("the input itself: no transform took place");
    return true;
}

/* ---------------------------------------------------- maps of the index -- */

/* c[k] = from[k - shift] */
static void roll(double *c, const double *from, int rank, const size_t *shape, const size_t *shift)
{
    size_t points = 1, index[RANK_MAX];
    for (int a = 0; a < rank; a++)
        points *= shape[a];
    for (size_t i = 0; i < points; i++) {
        unravel(i, rank, shape, index);
        for (int a = 0; a < rank; a++)
            index[a] = (index[a] + shift[a]) % shape[a];
        memcpy(c + 2 * ravel(index, rank, shape), from + 2 * i, 2 * sizeof *c);
    }
}

static void halves(const struct problem *p, const size_t *shape, bool up, size_t *shift)
{
    for (int a = 0; a < p->rank; a++)
        shift[a] = up ? (shape[a] + 1) / 2 : shape[a] / 2;
}

static bool fftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->out.shape, false, shift);
    roll(r->c, r->y, p->rank, p->out.shape, shift);
    SAY("fftshifted: bin 0 is in the middle");
    return p->out.points > 1;
}

static bool ifftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->out.shape, true, shift);
    roll(r->c, r->y, p->rank, p->out.shape, shift);
    SAY("ifftshifted: rolled by half its length, rounded up");
    return p->out.points > 1;
}

static bool shifted_input(struct suspect *r, bool up, struct error *e)
{
    size_t shift[RANK_MAX];
    const struct problem *p = r->problem;
    halves(p, p->in.shape, up, shift);
    roll(r->input, r->x, p->rank, p->in.shape, shift);
    return p->in.points > 1 && suspect_transform(r, r->input, r->c, e);
}

static bool input_fftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the input was fftshifted first (signs alternate from bin to bin)");
    return shifted_input(r, false, e);
}

static bool input_ifftshifted(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the input was ifftshifted first (signs alternate from bin to bin)");
    return shifted_input(r, true, e);
}

static size_t bit_reverse(size_t k, size_t n)
{
    size_t back = 0;
    for (size_t bit = 1; bit < n; bit *= 2, k /= 2)
        back = 2 * back + k % 2;
    return back;
}

static bool permute_bits(const struct problem *p, const size_t *shape, double *c,
                         const double *from)
{
    size_t points = 1, index[RANK_MAX];
    for (int a = 0; a < p->rank; a++) {
        if ((shape[a] & (shape[a] - 1)) != 0)
            return false;
        points *= shape[a];
    }
    for (size_t i = 0; i < points; i++) {
        unravel(i, p->rank, shape, index);
        for (int a = 0; a < p->rank; a++)
            index[a] = bit_reverse(index[a], shape[a]);
        memcpy(c + 2 * i, from + 2 * ravel(index, p->rank, shape), 2 * sizeof *c);
    }
    return points > 2;
}

static bool bit_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    SAY("in bit-reversed order");
    return permute_bits(r->problem, r->problem->out.shape, r->c, r->y);
}

static bool input_bit_reversed(struct suspect *r, char *text, size_t size, struct error *e)
{
    SAY("the transform of the input in bit-reversed order");
    return permute_bits(r->problem, r->problem->in.shape, r->input, r->x) &&
           suspect_transform(r, r->input, r->c, e);
}

static bool transposed(struct suspect *r, char *text, size_t size, struct error *e)
{
    (void)e;
    const struct problem *p = r->problem;
    size_t n = p->out.shape[0], index[2];
    if (p->rank != 2 || p->out.shape[1] != n || n < 2)
        return false;
    for (size_t i = 0; i < p->out.points; i++) {
        unravel(i, 2, p->out.shape, index);
        memcpy(r->c + 2 * (index[1] * n + index[0]), r->y + 2 * i, 2 * sizeof *r->c);
    }
    SAY("transposed: the axes are exchanged");
    return true;
}

/* ----------------------------------------------- rolls of any distance -- */

static size_t largest_at(const double *c, size_t points)
{
    size_t at = 0;
    double most = -1;
    for (size_t i = 0; i < points; i++) {
        double m = c[2 * i] * c[2 * i] + c[2 * i + 1] * c[2 * i + 1];
        if (m > most * (1 + 1e-9)) {
            most = m;
            at = i;
        }
    }
    return at;
}

/* a[i] = a[i] conj(b[i]) */
static void times_conjugate(double *a, const double *b, size_t points)
{
    for (size_t i = 0; i < points; i++) {
        double re = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
        a[2 * i + 1] = a[2 * i + 1] * b[2 * i] - a[2 * i] * b[2 * i + 1];
        a[2 * i] = re;
    }
}

static void say_shift(char *text, size_t size, const char *what, int rank, const size_t *shape,
                      const size_t *shift)
{
    size_t used = (size_t)snprintf(text, size, "%s by ", what);
    for (int a = 0; a < rank && used < size; a++) {
        size_t up = shift[a], down = shape[a] - up;
        used += (size_t)snprintf(text + used, size - used, "%s%s%zu", a > 0 ? ", " : "",
                                 up == 0 || up <= down ? "+" : "-", up <= down ? up : down);
    }
}

/* The cross-correlation of v and y has its largest value at the distance. */
static bool rolled(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t points = p->out.points, shift[RANK_MAX];
    double *a = r->correlation, *b = r->other;
    memcpy(a, r->v, points * 2 * sizeof *a);
    memcpy(b, r->y, points * 2 * sizeof *b);
    if (!transform_box(a, p->rank, p->out.shape, STET_FORWARD, e) ||
        !transform_box(b, p->rank, p->out.shape, STET_FORWARD, e))
        return false;
    times_conjugate(a, b, points);
    if (!transform_box(a, p->rank, p->out.shape, STET_INVERSE, e))
        return false;
    size_t at = largest_at(a, points);
    unravel(at, p->rank, p->out.shape, shift);
    roll(r->c, r->y, p->rank, p->out.shape, shift);
    say_shift(text, size,
              p->direction == STET_FORWARD ? "rolled in frequency: the bins are off"
                                           : "rolled in time: the samples are off",
              p->rank, p->out.shape, shift);
    return at != 0;
}

/* v conj(y), transformed back, is the autocorrelation of the input moved by the distance. */
static bool input_rolled(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    int last = p->rank - 1;
    size_t shift[RANK_MAX], index[RANK_MAX];
    double *a = r->correlation;
    if (p->kind == STET_C2R)
        return false;
    memcpy(r->other, r->v, p->out.points * 2 * sizeof *a);
    times_conjugate(r->other, r->y, p->out.points);
    for (size_t i = 0; i < p->points; i++) {
        unravel(i, p->rank, p->n, index);
        bool mirrored = index[last] >= p->out.shape[last];
        for (int d = 0; mirrored && d < p->rank; d++)
            index[d] = (p->n[d] - index[d]) % p->n[d];
        size_t from = ravel(index, p->rank, p->out.shape);
        a[2 * i] = r->other[2 * from];
        a[2 * i + 1] = mirrored ? -r->other[2 * from + 1] : r->other[2 * from + 1];
    }
    if (!transform_box(a, p->rank, p->n, p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD,
                       e))
        return false;
    size_t at = largest_at(a, p->points);
    unravel(at, p->rank, p->n, shift);
    roll(r->input, r->x, p->rank, p->in.shape, shift);
    say_shift(text, size, "a linear phase: the input was rolled", p->rank, p->n, shift);
    return at != 0 && suspect_transform(r, r->input, r->c, e);
}

/* ------------------------------------------------------ other inputs -- */

/* The input that v is the transform of, in r->correlation (full), for one axis. */
static bool recover_input(struct suspect *r, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points;
    double *a = r->correlation, scale = 0, most = 0;
    if (p->rank != 1 || p->kind == STET_C2R || n < 4)
        return false;
    for (size_t k = 0; k < n; k++) {
        size_t from = k < p->out.points ? k : n - k;
        a[2 * k] = r->v[2 * from];
        a[2 * k + 1] = k < p->out.points ? r->v[2 * from + 1] : -r->v[2 * from + 1];
    }
    if (!transform_box(a, 1, &n, p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD, e))
        return false;
    /* The factor of the norm, whatever it was: from the largest sample that both have. */
    for (size_t i = 0; i < n; i++) {
        double s = hypot(a[2 * i], a[2 * i + 1]), t = hypot(r->x[2 * i], r->x[2 * i + 1]);
        if (s * t > most) {
            most = s * t;
            scale = t / s;
        }
    }
    for (size_t i = 0; i < 2 * n; i++)
        a[i] *= scale;
    return scale > 0;
}

static bool truncated(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points, first = n, last = 0;
    double sum = 0;
    if (!recover_input(r, e))
        return false;
    for (size_t i = 0; i < 2 * n; i++)
        sum += r->x[i] * r->x[i];
    double small = 1e-3 * sqrt(sum / (double)n);
    memcpy(r->input, r->x, n * 2 * sizeof *r->input);
    for (size_t i = 0; i < n; i++) {
        double s = hypot(r->correlation[2 * i], r->correlation[2 * i + 1]);
        if (s >= small || hypot(r->x[2 * i], r->x[2 * i + 1]) < 2 * small)
            continue;
        first = i < first ? i : first;
        last = i;
    }
    for (size_t i = first; i <= last; i++)
        r->input[2 * i] = r->input[2 * i + 1] = 0;
    if (first == n)
        return false;
    for (size_t i = last + 1; i < n; i++)
        if (r->x[2 * i] != 0 || r->x[2 * i + 1] != 0) {
            SAY("samples %zu to %zu of the input were taken as zero", first, last);
            return suspect_transform(r, r->input, r->c, e);
        }
    SAY("truncated input: only the first %zu of %zu samples were transformed, the rest taken as "
        "zero",
        first, n);
    return suspect_transform(r, r->input, r->c, e);
}

static bool samples_differ(struct suspect *r, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = p->points, count = 0, first = 0;
    double sum = 0;
    if (!recover_input(r, e))
        return false;
    for (size_t i = 0; i < 2 * n; i++)
        sum += r->x[i] * r->x[i];
    double small = 1e-3 * sqrt(sum / (double)n);
    memcpy(r->input, r->x, n * 2 * sizeof *r->input);
    for (size_t i = 0; i < n; i++) {
        const double *a = r->correlation + 2 * i;
        if (hypot(a[0] - r->x[2 * i], a[1] - r->x[2 * i + 1]) < small)
            continue;
        first = count++ == 0 ? i : first;
        memcpy(r->input + 2 * i, a, 2 * sizeof *a);
    }
    SAY("the transform of an input that differs in %zu of %zu samples, the first is number %zu",
        count, n, first);
    return count > 0 && count <= (n < 16 ? 1 : n / 16) && n >= 8 &&
           suspect_transform(r, r->input, r->c, e);
}

static double round_to(const struct format *f, double x, int exponent)
{
    double y = ldexp(x, exponent), ulp = format_ulp(f, y), steps = y / ulp;
    double down = floor(steps), rest = steps - down;
    bool up = rest > 0.5 || (rest == 0.5 && fmod(down, 2) != 0);
    return ldexp((down + (up ? 1 : 0)) * ulp, -exponent);
}

static bool rounded_input(struct suspect *r, const struct format *f, char *text, size_t size,
                          struct error *e)
{
    bool changed = false;
    for (size_t i = 0; i < 2 * r->problem->in.points; i++) {
        r->input[i] = round_to(f, r->x[i], r->problem->exponent);
        changed = changed || r->input[i] != r->x[i];
    }
    SAY("the input was rounded to %s first", f->name);
    return changed && suspect_transform(r, r->input, r->c, e);
}

static bool input_f32(struct suspect *r, char *text, size_t size, struct error *e)
{
    return rounded_input(r, &format_f32, text, size, e);
}

static bool input_f16(struct suspect *r, char *text, size_t size, struct error *e)
{
    return rounded_input(r, &format_f16, text, size, e);
}

static bool input_tf32(struct suspect *r, char *text, size_t size, struct error *e)
{
    return rounded_input(r, &format_tf32, text, size, e);
}

static bool input_bf16(struct suspect *r, char *text, size_t size, struct error *e)
{
    return rounded_input(r, &format_bf16, text, size, e);
}

static bool input_real(struct suspect *r, char *text, size_t size, struct error *e)
{
    bool changed = false;
    if (r->problem->kind != STET_C2C)
        return false;
    for (size_t i = 0; i < r->problem->in.points; i++) {
        r->input[2 * i] = r->x[2 * i];
        r->input[2 * i + 1] = 0;
        changed = changed || r->x[2 * i + 1] != 0;
    }
    SAY("the imaginary parts of the input were ignored");
    return changed && suspect_transform(r, r->input, r->c, e);
}

/* One of several axes was left out. */
static bool without_axis(struct suspect *r, int axis, char *text, size_t size, struct error *e)
{
    const struct problem *p = r->problem;
    size_t n = 0, outer = 1, inner = 1;
    if (p->kind != STET_C2C || p->rank < 2 || axis >= p->rank || p->n[axis] < 2)
        return false;
    n = p->n[axis];
    for (int a = 0; a < p->rank; a++)
        *(a < axis ? &outer : &inner) *= a == axis ? 1 : p->n[a];
    /* Transform the right result back along the axis: n times what was never transformed. */
    for (size_t o = 0; o < outer; o++)
        for (size_t l = 0; l < inner; l++) {
            for (size_t k = 0; k < n; k++)
                memcpy(r->correlation + 2 * k, r->y + 2 * ((o * n + k) * inner + l),
                       2 * sizeof *r->y);
            if (!transform_box(r->correlation, 1, &n,
                               p->direction == STET_FORWARD ? STET_INVERSE : STET_FORWARD, e))
                return false;
            for (size_t k = 0; k < 2 * n; k++)
                r->correlation[k] /= (double)n;
            for (size_t k = 0; k < n; k++)
                memcpy(r->c + 2 * ((o * n + k) * inner + l), r->correlation + 2 * k,
                       2 * sizeof *r->y);
        }
    SAY("axis %d was not transformed", p->axes[axis]);
    return true;
}

static bool without_first(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 0, text, size, e);
}

static bool without_second(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 1, text, size, e);
}

static bool without_third(struct suspect *r, char *text, size_t size, struct error *e)
{
    return without_axis(r, 2, text, size, e);
}

const struct hypothesis hypotheses[] = {{"scaled", as_it_is},
                                        {"inverse", reversed},
                                        {"conjugated", conjugated},
                                        {"fftshifted", fftshifted},
                                        {"ifftshifted", ifftshifted},
                                        {"bit_reversed", bit_reversed},
                                        {"swapped_parts", swapped},
                                        {"transposed", transposed},
                                        {"input_conjugated", input_conjugated},
                                        {"input_swapped_parts", input_swapped},
                                        {"input_fftshifted", input_fftshifted},
                                        {"input_ifftshifted", input_ifftshifted},
                                        {"input_bit_reversed", input_bit_reversed},
                                        {"rolled", rolled},
                                        {"input_rolled", input_rolled},
                                        {"axis_missing", without_first},
                                        {"axis_missing", without_second},
                                        {"axis_missing", without_third},
                                        {"half_only", half_only},
                                        {"imaginary_missing", real_part},
                                        {"magnitude", magnitude},
                                        {"power", power},
                                        {"planar", planar},
                                        {"not_transformed", untouched},
                                        {"input_real", input_real},
                                        {"input_rounded", input_f32},
                                        {"input_rounded", input_f16},
                                        {"input_rounded", input_tf32},
                                        {"input_rounded", input_bf16},
                                        {"truncated", truncated},
                                        {"samples_differ", samples_differ},
                                        {NULL, NULL}};
