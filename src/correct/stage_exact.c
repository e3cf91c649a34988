/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fixed_decide.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "arith/limbs.h"
#include "correct/widefft.h"

/* One round: the array at one width. A number of it is an integer times 2^unit, and within error
 * units of the exact value. */
struct round {
    const struct stet_dft *dft;
    ptrdiff_t size;
    int w, unit;
    double error;
    uint64_t *x;    /* size complex numbers */
    uint64_t *line; /* one line, for axes other than the last */
};

static struct stet_fixed_range scan(const struct stet_dft *dft)
{
    struct stet_fixed_range range = {INT_MAX, INT_MIN, 0};
    ptrdiff_t count = 2 * stet_dft_size(dft);
    for (ptrdiff_t i = 0; i < count; i++) {
        int place;
        uint64_t m = stet_unpack_f64(dft->x[i], &place);
        if (m == 0)
            continue;
        int low = place + __builtin_ctzll(m), high = place + 64 - __builtin_clzll(m);
        range.low = low < range.low ? low : range.low;
        range.high = high > range.high ? high : range.high;
        range.sum += __builtin_fabs(dft->x[i]);
    }
    range.sum *= 1 + 0x1p-10; /* above the roundings of 2^40 sums */
    return range;
}

static int log2_up(ptrdiff_t n)
{
    int bits = 0;
    while ((ptrdiff_t)1 << bits < n)
        bits++;
    return bits;
}

/* ------------------------------------------------------------------- load -- */

/* Loads the array. The sum of all magnitudes is below sqrt(2) size 2^high: below 2^(64 w - 5) units
 * with this unit, so that errors fit below 2^(64 w - 4). */
static void load_all(struct round *round, struct stet_fixed_range range)
{
    int w = round->w;
    bool exact = true;
    round->unit = range.high + log2_up(round->size) + 6 - 64 * w;
    for (ptrdiff_t i = 0; i < 2 * round->size; i++)
        exact &=
            stet_limbs_of_f64(round->x + (size_t)i * (size_t)w, round->dft->x[i], round->unit, w);
    round->error = exact ? 0 : 2;
}

/* -------------------------------------------------------------- transform -- */

/* Transforms all lines along one axis of length n, whose neighbours are stride numbers apart. */
static void transform_lines(struct round *round, struct stet_widefft *fft, ptrdiff_t n,
                            ptrdiff_t stride)
{
    size_t pair = 2 * (size_t)round->w, bytes = pair * sizeof(uint64_t);
    for (ptrdiff_t block = 0; block < round->size; block += n * stride)
        for (ptrdiff_t i = block; i < block + stride; i++) {
            uint64_t *first = round->x + (size_t)i * pair;
            if (stride == 1) {
                stet_widefft_execute(fft, first);
                continue;
            }
            for (ptrdiff_t j = 0; j < n; j++)
                memcpy(round->line + (size_t)j * pair, first + (size_t)(j * stride) * pair, bytes);
            stet_widefft_execute(fft, round->line);
            for (ptrdiff_t j = 0; j < n; j++)
                memcpy(first + (size_t)(j * stride) * pair, round->line + (size_t)j * pair, bytes);
        }
}

static stet_status transform(struct round *round)
{
    const struct stet_dft *dft = round->dft;
    ptrdiff_t stride = 1;
    for (int i = dft->rank - 1; i >= 0; i--) {
        ptrdiff_t n = dft->n[i];
        struct stet_widefft *fft;
        if (n == 1)
            continue;
        if (stet_widefft_open(&fft, n, round->w) != STET_OK)
            return STET_E_MEMORY;
        transform_lines(round, fft, n, stride);
        round->error = stet_widefft_error(fft, round->error);
        round->unit += stet_widefft_shift(fft);
        stet_widefft_close(fft);
        stride *= n;
    }
    return STET_OK;
}

/* ---------------------------------------------------------------- rounding -- */

static void decide_all(const struct round *round, const struct stet_fixed_scale *scale,
                       struct stet_fixed_request *request)
{
    int bits = stet_fixed_error_bits(scale, round->error);
    request->left = 0;
    for (ptrdiff_t index = 0; index < round->size; index++) {
        const uint64_t *v = NULL;
        for (int part = 0; part < 2; part++) {
            uint64_t result;
            if ((request->undecided[index] >> part & 1) == 0)
                continue;
            if (v == NULL)
                v = round->x + (size_t)stet_dft_place(round->dft, index) * 2 * (size_t)round->w;
            if (stet_fixed_decide(scale, v + part * round->w, bits, request->format, &result)) {
                request->put(request->data, index, part, result);
                request->undecided[index] &= (uint8_t)~(1u << part);
                request->done++;
            } else {
                request->left++;
            }
        }
    }
}

/* ------------------------------------------------------------------ rounds -- */

static stet_status open_round(struct round *round)
{
    size_t w = (size_t)round->w, longest = 1;
    for (int i = 0; i < round->dft->rank - 1; i++)
        if ((size_t)round->dft->n[i] > longest)
            longest = (size_t)round->dft->n[i];
    round->x = stet_alloc_array((size_t)round->size, 2 * w * sizeof *round->x);
    round->line = stet_alloc_array(2 * longest, w * sizeof *round->line);
    return round->x != NULL && round->line != NULL ? STET_OK : STET_E_MEMORY;
}

static void load_part(const void *data, ptrdiff_t place, int part, uint64_t *to)
{
    const struct round *round = data;
    const size_t w = (size_t)round->w;
    memcpy(to, round->x + (size_t)(2 * place + part) * w, w * sizeof *to);
}

static stet_status run_round(const struct stet_dft *dft, struct stet_fixed_range range, int w,
                             const struct stet_orbits *orbits, struct stet_fixed_request *request)
{
    struct round round = {.dft = dft, .size = stet_dft_size(dft), .w = w};
    struct stet_fixed_scale scale;
    stet_status status = stet_fixed_scale_open(&scale, dft, w, 0);
    if (status == STET_OK)
        status = open_round(&round);
    if (status == STET_OK) {
        load_all(&round, range);
        status = transform(&round);
    }
    scale.unit = round.unit;
    if (status == STET_OK)
        decide_all(&round, &scale, request);
    if (status == STET_OK && request->left > 0 && orbits != NULL) {
        const int bits = stet_fixed_error_bits(&scale, round.error);
        stet_fixed_rational(
            &(struct stet_fixed_spectrum){orbits, dft, &scale, load_part, &round, bits, range.low},
            request);
    }
    stet_free(round.x);
    stet_free(round.line);
    stet_fixed_scale_close(&scale);
    return status;
}

/* Returns a width that covers typical data: the bits of the inputs, the loss of the bounds (about 2
 * log2 N, 4 log2 N with Bluestein), and 64 bits for near ties; at most 12 limbs. */
static int first_width(const struct stet_dft *dft, struct stet_fixed_range range)
{
    int bits = range.high - range.low + 3 * log2_up(stet_dft_size(dft)) + 64;
    int w = (bits + 63) / 64;
    return w < 3 ? 3 : w > 12 ? 12 : w;
}

/* Runs the rounds in wide integers. */
static stet_status run_rounds(const struct stet_dft *dft, struct stet_fixed_range range,
                              const struct stet_orbits *orbits, struct stet_fixed_request *request,
                              struct stet_fixed_report *report)
{
    stet_status status = STET_OK;
    int w = range.low == INT_MAX ? 3 : first_width(dft, range);
    if (range.low == INT_MAX)
        range = (struct stet_fixed_range){0, 0, 0};
    do {
        const ptrdiff_t before = request->done;
        status = w > STET_LIMBS_MAX ? STET_E_MEMORY : run_round(dft, range, w, orbits, request);
        if (status == STET_OK) {
            report->second += report->rounds > 0 ? request->done - before : 0;
            report->rounds++;
            report->limbs = w;
        }
        w *= 2;
    } while (status == STET_OK && request->left > 0);
    return status;
}

stet_status stet_fixed_round(const struct stet_dft *dft, stet_limb_tables *tables,
                             const struct stet_orbits *orbits, struct stet_format f,
                             uint8_t *undecided, stet_fixed_put *put, void *data,
                             struct stet_fixed_report *report)
{
    struct stet_fixed_request request = {f, undecided, put, data, 0, 1};
    struct stet_fixed_report own = {0};
    const struct stet_fixed_range range = scan(dft);
    stet_status status = STET_OK;
    if (tables != NULL && range.low != INT_MAX)
        status = stet_fixed_limbs(dft, range, tables, orbits, &request, &own);
    if (status == STET_OK && request.left > 0)
        status = run_rounds(dft, range, orbits, &request, &own);
    own.parts = request.done;
    if (report != NULL)
        *report = own;
    return status;
}
