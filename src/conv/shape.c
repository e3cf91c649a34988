/* SPDX-License-Identifier: Apache-2.0 */
#include "conv/shape.h"

#include "conv/bound.h"
#include "lines/lines.h"

/* Outputs of a block are those whose lags stay inside its P inputs. At place p = before + s of the
 * circular convolution, 0 <= s < S, number d of g multiplies input p - d, which is between s and s
 * + before + after < S + T - 1 <= P for -after <= d <= before. So nothing wraps around: S = P - (T
 * - 1) outputs are free of aliases by construction. */
static ptrdiff_t step_of(const stet_conv *plan, ptrdiff_t points)
{
    return points - (plan->taps - 1);
}

/* Returns the cost of one block in units of a fused link of a chain on one output: the two
 * transforms, the product and the copies, as measured in float on AVX-512 (Zen 5; in double both
 * cost twice that). Odd factors add a fifth; below 1024 points, where one line has few vectors, the
 * cost is several times higher. */
static double block_cost(ptrdiff_t points)
{
    enum { FIRST_CACHE = 1 << 14, SECOND_CACHE = 1 << 16, FEW = 1024 };
    const int has_odd = (points & (points - 1)) != 0;
    const double each = points <= FIRST_CACHE ? 45 : points <= SECOND_CACHE ? 55 : 65;
    return (double)points * each * (!has_odd ? 1 : points < FEW ? 4 : 1.2) + 3000;
}

static double fft_cost(const stet_conv *plan, ptrdiff_t points)
{
    const double length = (double)plan->o.length, step = (double)step_of(plan, points);
    const double blocks = plan->periodic || step >= length ? 1 : 1 + (length - 1) / step;
    return (double)(ptrdiff_t)(blocks < 0x1p62 ? blocks : 0x1p62) * block_cost(points);
}

static double chain_cost(const stet_conv *plan)
{
    return (double)plan->o.length * ((double)plan->taps + 6);
}

/* ------------------------------------------------------------------ points -- */

/* Reports whether that many points fit: a circle of L points, or a window of the sequence with its
 * end in front of it. */
static int fits(const stet_conv *plan, ptrdiff_t points)
{
    const ptrdiff_t length = plan->o.length;
    if (!stet_is_smooth(points))
        return 0;
    if (!plan->periodic)
        return step_of(plan, points) >= 1;
    return points == length || step_of(plan, points) >= length;
}

/* Returns the cheapest of the even numbers 2^a {1, 3, 5, 9, 15}, from the shortest that fits up to
 * the first power of two that takes the sequence as one block. */
static ptrdiff_t cheapest(const stet_conv *plan)
{
    static const int odd[] = {1, 3, 5, 9, 15};
    ptrdiff_t best = plan->periodic && fits(plan, plan->o.length) ? plan->o.length : 0;
    for (int i = 0; i < (int)(sizeof odd / sizeof *odd); i++)
        for (ptrdiff_t n = 2 * odd[i]; n <= STET_MAX_LENGTH; n *= 2) {
            if (!fits(plan, n))
                continue;
            if (best == 0 || fft_cost(plan, n) < fft_cost(plan, best))
                best = n;
            if (step_of(plan, n) >= plan->o.length)
                break;
        }
    return best;
}

ptrdiff_t stet_conv_points(const stet_conv *plan)
{
    const ptrdiff_t given = plan->o.fft_length;
    return given == 0 ? cheapest(plan) : fits(plan, given) ? given : 0;
}

/* ----------------------------------------------------------------- methods -- */

/* Sets the outputs of a block of a direct method: as many as the inputs that it reads before them,
 * and a minimum. */
static void shape_chain(stet_conv *plan, stet_conv_method method)
{
    enum { LEAST = 4096 };
    const ptrdiff_t step = plan->taps > LEAST ? plan->taps : LEAST;
    plan->o.method = method;
    plan->points = 0;
    plan->step = plan->periodic || step > plan->o.length ? plan->o.length : step;
}

static void shape_fft(stet_conv *plan, ptrdiff_t points)
{
    const ptrdiff_t step = step_of(plan, points);
    plan->o.method = STET_CONV_FFT;
    plan->points = points;
    plan->step = plan->periodic ? plan->o.length : step;
}

/* accuracy 0 sets no condition. */
static int meets(const stet_conv *plan, double weight)
{
    return plan->o.accuracy == 0 || weight <= plan->o.accuracy;
}

static stet_status choose(stet_conv *plan)
{
    const ptrdiff_t points = stet_conv_points(plan);
    if (points == 0 && plan->o.fft_length > 0)
        return STET_E_FFT_LENGTH;
    const int chain = meets(plan, stet_conv_chain_weight(plan)) && !plan->o.extended;
    const int fft = points > 0 && meets(plan, stet_conv_fft_weight(plan, points));
    if (!chain && !fft)
        return STET_E_ACCURACY;
    if (fft && (!chain || plan->o.fft_length > 0 || fft_cost(plan, points) < chain_cost(plan)))
        shape_fft(plan, points);
    else
        shape_chain(plan, STET_CONV_DIRECT);
    return STET_OK;
}

stet_status stet_conv_shape(stet_conv *plan)
{
    const stet_conv_method method = plan->o.method;
    plan->periodic = plan->o.operation == STET_CONV_CIRCULAR;
    if (method == STET_CONV_AUTO)
        return choose(plan);
    if (method == STET_CONV_FFT) {
        const ptrdiff_t points = stet_conv_points(plan);
        if (points == 0)
            return plan->o.fft_length > 0 ? STET_E_FFT_LENGTH : STET_E_LENGTH;
        shape_fft(plan, points);
        return meets(plan, stet_conv_fft_weight(plan, points)) ? STET_OK : STET_E_ACCURACY;
    }
    if (plan->o.fft_length > 0)
        return STET_E_FFT_LENGTH;
    if (plan->o.extended)
        return STET_E_EXTENDED;
    if (method == STET_CONV_STRICT && plan->o.level != STET_LEVEL_NATIVE)
        return STET_E_METHOD;
    shape_chain(plan, method);
    return meets(plan, stet_conv_chain_weight(plan)) ? STET_OK : STET_E_ACCURACY;
}
