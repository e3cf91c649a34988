/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the first round of the last stage, in limbs of doubles. */
#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "correct/decide.h"
#include "correct/fixed_decide.h"

/* All outputs are computed. Outputs that the sum of two doubles does not decide are tested as
 * integers. */
struct outputs {
    const struct stet_dft *dft;
    const stet_limb_array *array;
    int lanes, sums; /* sums: hi and lo may decide */
    struct stet_fixed_scale scale;
    int bits;      /* bits of the error, as integers */
    double error;  /* bound of the error, in double */
    double factor; /* the scale, if it is a power of two */
    struct stet_fixed_request *request;
};

/* Returns the exponent of the power of two above x > 0, finite. */
static int above(double x) { return (int)(stet_bits_f64(x) >> 52) - 1022; }

static bool decide(const struct outputs *o, const double *at, int q, int part, const double *sums,
                   uint64_t *result)
{
    enum { WORDS = (STET_MOST_LIMBS * STET_LIMB_BITS + 63) / 64 };
    const double *mine = sums + 3 * part * o->lanes + q;
    const double hi = mine[0], lo = mine[o->lanes], rest = mine[2 * o->lanes];
    const double error = (o->error + 0x1p-40 * __builtin_fabs(rest)) * o->factor;
    const stet_dd sum = {hi * o->factor, lo * o->factor};
    static const double one[2] = {1, 1};
    if (o->sums && stet_decide(stet_number_precision(o->request->format), sum, error, one, result))
        return true;
    uint64_t v[WORDS];
    stet_limb_fft_integer(o->array, at, q, part, v, o->scale.w);
    return stet_fixed_decide(&o->scale, v, o->bits, o->request->format, result);
}

/* Decides outputs k + q, q < lanes, of the forward transform. */
static void decide_vector(const struct outputs *o, ptrdiff_t k)
{
    struct stet_fixed_request *request = o->request;
    const double *at = NULL;
    double sums[6 * 8];
    for (int q = 0; q < o->lanes; q++) {
        const ptrdiff_t index = stet_output_index(o->dft->direction, 1, o->dft->n, k + q);
        if (request->undecided[index] == 0)
            continue;
        for (int part = 0; part < 2; part++) {
            uint64_t result;
            if ((request->undecided[index] >> part & 1) == 0)
                continue;
            if (at == NULL) {
                at = stet_limb_fft_at(o->array, k / o->lanes);
                stet_limb_fft_sums(o->array, at, sums);
            }
            if (decide(o, at, q, part, sums, &result)) {
                request->put(request->data, index, part, result);
                request->undecided[index] &= (uint8_t)~(1u << part);
                request->done++;
            } else {
                request->left++;
            }
        }
    }
}

static void decide_all(struct outputs *o, double error)
{
    const ptrdiff_t n = stet_dft_size(o->dft);
    const uint64_t divisor = o->scale.divisor;
    o->bits = stet_fixed_error_bits(&o->scale, error);
    o->error = (error + 1) * stet_power_of_two(o->scale.unit);
    o->factor = 1 / (double)divisor; /* a power of two, as n is */
    o->lanes = stet_limb_fft_lanes(o->array->f);
    o->sums = o->scale.f == 1;
    o->request->left = 0;
    for (ptrdiff_t k = 0; k < n; k += o->lanes)
        decide_vector(o, k);
}

static void load_part(const void *data, ptrdiff_t place, int part, uint64_t *to)
{
    const struct outputs *o = data;
    const double *at = stet_limb_fft_at(o->array, place / o->lanes);
    stet_limb_fft_integer(o->array, at, (int)(place % o->lanes), part, to, o->scale.w);
}

/* Runs the transform. Inputs are truncated below a unit; if they have bits there, their error is
 * less than 1. */
static stet_status run(const struct stet_dft *dft, const stet_limb_fft *fft, int unit, int low,
                       const struct stet_orbits *orbits, struct stet_fixed_request *request)
{
    const size_t n = (size_t)stet_dft_size(dft);
    const int w = stet_limb_fft_limbs(fft);
    stet_limb_array array;
    struct outputs o = {.dft = dft, .array = &array, .request = request};
    double *z = stet_alloc_array(n, 2 * (size_t)w * sizeof *z);
    stet_status status = stet_fixed_scale_open(&o.scale, dft, (w * STET_LIMB_BITS + 63) / 64, unit);
    if (z == NULL)
        status = STET_E_MEMORY;
    if (status == STET_OK) {
        stet_limb_fft_run(&array, fft, dft->x, unit, z);
        decide_all(&o, stet_limb_fft_error(fft, low < unit));
    }
    if (status == STET_OK && request->left > 0 && orbits != NULL)
        stet_fixed_rational(
            &(struct stet_fixed_spectrum){orbits, dft, &o.scale, load_part, &o, o.bits, low},
            request);
    stet_fixed_scale_close(&o.scale);
    stet_free(z);
    return status;
}

static stet_status run_width(const struct stet_dft *dft, struct stet_fixed_range range, int width,
                             stet_limb_tables *tables, const struct stet_orbits *orbits,
                             struct stet_fixed_request *request, struct stet_fixed_report *report)
{
    const stet_limb_fft *fft;
    if (stet_limb_fft_get(&fft, tables, stet_dft_size(dft), width) != STET_OK)
        return STET_E_MEMORY;
    const int w = stet_limb_fft_limbs(fft), top = above(range.sum);
    const int unit = top + 2 - w * STET_LIMB_BITS;
    const ptrdiff_t before = request->done;
    if (unit < -900 || top > 900)
        return STET_OK;
    const stet_status status = run(dft, fft, unit, range.low, orbits, request);
    if (status == STET_OK) {
        report->second += report->rounds > 0 ? request->done - before : 0;
        report->rounds++;
        report->limbs = (w * STET_LIMB_BITS + 63) / 64;
    }
    return status;
}

/* The width covers typical data: the bits of the inputs from their sum down; an output to which
 * only the smallest inputs contribute; the loss of the bound, log2 N + 7; and the same again for
 * near ties. Closer near ties are decided in the next width. */
stet_status stet_fixed_limbs(const struct stet_dft *dft, struct stet_fixed_range range,
                             stet_limb_tables *tables, const struct stet_orbits *orbits,
                             struct stet_fixed_request *request, struct stet_fixed_report *report)
{
    const ptrdiff_t n = stet_dft_size(dft);
    if (dft->rank != 1 || !(range.sum < 0x1p900))
        return STET_OK;
    const int bits = above(range.sum) - range.low + request->format.precision +
                     2 * (63 - __builtin_clzll((uint64_t)n)) + 10;
    const int first = stet_limb_fft_width(tables, n, bits);
    stet_status status = STET_OK;
    for (int i = first; i >= 0 && i < STET_LIMB_WIDTHS && request->left > 0 && status == STET_OK;
         i++)
        status = run_width(dft, range, i, tables, orbits, request, report);
    return status;
}
