/* SPDX-License-Identifier: Apache-2.0 */
/* Compares results with the correctly rounded ones. Part of the template kernels_table.h. */
#include "cudatrig/exact.h"
#include "experiments/kernels.h"

/* Returns 1/ulp(value), where ulp(value) is at least 2^-149. */
static double per_unit(double value)
{
    const int field = (int)(stet_bits_f64(value) >> 52 & 0x7ff); /* bias 1023 */
    const int exponent = field < 1023 - 126 ? 149 : 1023 + 23 - field;
    return stet_from_bits_f64((uint64_t)(1023 + exponent) << 52);
}

/* Maps floats to integers in the same order; both zeros have one place. */
static int64_t place(float x)
{
    const int64_t size = stet_bits_f32(x) & 0x7fffffff;
    return stet_bits_f32(x) >> 31 ? -size : size;
}

static inline void compare_one(stet_trig_report *r, float x, float got, float want, double value)
{
    r->inputs++;
    if (got != got && want != want) {
        r->nans++;
        return;
    }
    if (stet_bits_f32(got) == stet_bits_f32(want)) {
        r->correct++;
        if (r->max_ulp >= 0.5)
            return; /* the error of a correct result cannot exceed max_ulp */
    }
    const int64_t steps = got == got && want == want ? place(got) - place(want) : INT32_MAX;
    const uint64_t distance = (uint64_t)(steps < 0 ? -steps : steps);
    double error = (double)got - value;
    error = (error < 0 ? -error : error) * per_unit(value);
    r->max_steps = distance > r->max_steps ? distance : r->max_steps;
    if (error > r->max_ulp || error != error) { /* a NaN in the wrong place is worst */
        r->max_ulp = error;
        r->worst = x, r->worst_result = got, r->worst_correct = want;
    }
}

static void compare(stet_trig_function function, ptrdiff_t n, const float *x, const float *y,
                    stet_trig_report *report)
{
    stet_trig_report r = *report;
    for (ptrdiff_t i = 0; i < n; i++) {
        double value;
        const float want = exact_float(function, x[i], &value);
        compare_one(&r, x[i], y[i], want, value);
    }
    *report = r;
}
