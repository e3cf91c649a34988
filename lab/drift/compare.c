/* SPDX-License-Identifier: Apache-2.0 */
/* Compares a state with its reference. */
#include "drift/drift.h"

#include "base/fpenv.h"

/* Returns the exponent of the unit in the last place of that precision at x. */
static int ulp_exponent(stet_precision p, double x)
{
    const int least = p == STET_F32 ? -149 : -1074, bits = p == STET_F32 ? 24 : 53;
    const int field = (int)(stet_bits_f64(x) >> 52 & 0x7ff);
    const int e = (field > 0 ? field - 1023 : -1074) - bits + 1;
    return e > least ? e : least;
}

/* Returns error 2^-e, by two factors that are normal numbers. */
static double in_units(double error, int e)
{
    const int half = e / 2;
    return error * stet_power_of_two(-half) * stet_power_of_two(half - e);
}

static double state_at(stet_precision p, const void *state, ptrdiff_t i)
{
    return p == STET_F32 ? (double)((const float *)state)[i] : ((const double *)state)[i];
}

/* Returns the reference rounded to the state's precision. */
static double rounded(stet_precision p, double x) { return p == STET_F32 ? (double)(float)x : x; }

static int is_finite(double x) { return x - x == 0; }

/* Returns the root of the sum of squares, without overflow or underflow: the numbers are scaled to
 * below 1 by a power of two, whose exponent is *exponent. */
static double norm_of(ptrdiff_t count, const double *x, int *exponent)
{
    double most = 0, sum = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        if (is_finite(x[i]) && __builtin_fabs(x[i]) > most)
            most = __builtin_fabs(x[i]);
    *exponent = (int)(stet_bits_f64(most) >> 52) - 1022;
    for (ptrdiff_t i = 0; i < count; i++)
        if (is_finite(x[i])) {
            const double a = in_units(x[i], *exponent);
            sum += a * a;
        }
    return __builtin_sqrt(sum);
}

/* Reports whether both are equal, or both NaN. */
static int are_same(double a, double b) { return a == b || (a != a && b != b); }

void stet_drift_measure(stet_precision p, ptrdiff_t count, const void *state,
                        const double *reference, stet_drift_record *r)
{
    int exponent;
    const double norm = norm_of(count, reference, &exponent), n = (double)count;
    const double scale = in_units(norm / __builtin_sqrt(count > 0 ? n : 1), -exponent);
    const int unit = ulp_exponent(p, scale);
    double own = 0, shared = 0;
    *r = (stet_drift_record){.norm = in_units(norm, -exponent)};
    for (ptrdiff_t i = 0; i < count; i++) {
        const double a = state_at(p, state, i), b = reference[i];
        double error = are_same(a, b) ? 0 : __builtin_fabs(a - b);
        if (!is_finite(error) && !(is_finite(a) && is_finite(b)))
            error = __builtin_inf();
        r->same += are_same(a, rounded(p, b));
        r->not_finite += error - error != 0;
        const double in_own = in_units(error, ulp_exponent(p, b)),
                     in_shared = in_units(error, unit);
        r->max_ulp = in_own > r->max_ulp ? in_own : r->max_ulp;
        r->max_scale = in_shared > r->max_scale ? in_shared : r->max_scale;
        own += in_own * in_own;
        shared += in_shared * in_shared;
    }
    r->rms_ulp = count > 0 ? __builtin_sqrt(own / n) : 0;
    r->rms_scale = count > 0 ? __builtin_sqrt(shared / n) : 0;
}

stet_status stet_drift_compare(stet_precision precision, ptrdiff_t count, const void *state,
                               const double *reference, stet_drift_record *record)
{
    if (!record || (count > 0 && (!state || !reference)))
        return STET_E_NULL;
    if (precision != STET_F32 && precision != STET_F64)
        return STET_E_PRECISION;
    if (count < 0)
        return STET_E_LENGTH;
    if (count > PTRDIFF_MAX / (ptrdiff_t)sizeof(double))
        return STET_E_OVERFLOW;
    const uint64_t caller = stet_fpenv_enter();
    stet_drift_measure(precision, count, state, reference, record);
    stet_fpenv_leave(caller);
    return STET_OK;
}
