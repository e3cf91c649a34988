/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/fixed.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "correct/integers.h"
#include "correct/limbs.h"
#include "correct/quotient.h"
#include "correct/widefft.h"

/* The inputs are integers of the unit 2^low, and below 2^high; high < low if all are zero. */
struct range {
    int low, high;
};

/* One round: the array at one width. A number of it is its integer times 2^unit, and within
 * error units of the truth. */
struct round {
    const struct stet_dft *dft;
    ptrdiff_t size;
    int w, unit;
    double error;
    uint64_t *x;         /* size complex numbers */
    uint64_t *line;      /* for axes other than the last: one line */
    uint64_t *end[3];    /* for rounding: one real number each */
    uint64_t divisor, f; /* the scale is 1/(divisor sqrt(f)) */
    uint64_t *rsqrt;     /* 1/sqrt(f), NULL if f is 1 */
};

static double input(const struct stet_dft *dft, ptrdiff_t index, int part)
{
    if (dft->real)
        return part == 0 ? dft->x[index] : 0;
    return dft->x[2 * index + part];
}

/* |x| = m 2^place */
static uint64_t unpack(double x, int *place)
{
    uint64_t bits = stet_bits_f64(x);
    int field = (int)(bits >> 52 & 0x7ff);
    *place = field + (field == 0) - 1075;
    return (bits & 0xfffffffffffff) | (uint64_t)(field != 0) << 52;
}

static struct range scan(const struct stet_dft *dft)
{
    struct range range = {INT_MAX, INT_MIN};
    ptrdiff_t count = stet_dft_size(dft) * (dft->real ? 1 : 2);
    for (ptrdiff_t i = 0; i < count; i++) {
        int place;
        uint64_t m = unpack(dft->x[i], &place);
        if (m == 0)
            continue;
        int low = place + __builtin_ctzll(m), high = place + 64 - __builtin_clzll(m);
        range.low = low < range.low ? low : range.low;
        range.high = high > range.high ? high : range.high;
    }
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

/* to = x in units, cut off below. True if nothing was cut. */
static bool load(uint64_t *to, double x, int unit, int w)
{
    int place;
    uint64_t m = unpack(x, &place), cut = 0;
    memset(to, 0, (size_t)w * sizeof *to);
    int shift = place - unit;
    if (shift < 0) {
        cut = shift > -64 ? m & (((uint64_t)1 << -shift) - 1) : m;
        m = shift > -64 ? m >> -shift : 0;
        shift = 0;
    }
    if (m != 0) {
        to[shift / 64] = m << shift % 64;
        if (shift % 64 > 11)
            to[shift / 64 + 1] = m >> (64 - shift % 64);
    }
    if (x < 0)
        stet_limbs_negate(to, w);
    return cut == 0;
}

/* The sum of all magnitudes is below sqrt(2) size 2^high: below 2^(64 w - 5) units with this one, so that
 * errors have room below 2^(64 w - 4). */
static void load_all(struct round *round, struct range range)
{
    int w = round->w;
    bool exact = true;
    round->unit = range.high + log2_up(round->size) + 6 - 64 * w;
    for (ptrdiff_t i = 0; i < round->size; i++)
        for (int part = 0; part < 2; part++)
            exact &= load(round->x + (size_t)(2 * i + part) * (size_t)w, input(round->dft, i, part),
                          round->unit, w);
    round->error = exact ? 0 : 2;
}

/* -------------------------------------------------------------- transform -- */

/* All lines along one axis of length n, whose neighbours are stride numbers apart. */
static void transform_lines(struct round *round, struct stet_widefft *fft, ptrdiff_t n,
                            ptrdiff_t stride)
{
    size_t pair = 2 * (size_t)round->w, bytes = pair * sizeof(uint64_t);
    for (ptrdiff_t i = 0; i < round->size; i++) {
        if (i / stride % n != 0)
            continue;
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

/* The scale of stet.h: 1, 1/N or 1/sqrt(N) = 1/(s sqrt(f)) with N = s^2 f. */
static void set_scale(struct round *round)
{
    const struct stet_dft *dft = round->dft;
    bool forward = dft->direction == STET_FORWARD;
    round->divisor = round->f = 1;
    if (dft->norm != STET_NORM_ORTHO) {
        if (forward == (dft->norm == STET_NORM_FORWARD))
            round->divisor = (uint64_t)round->size;
        return;
    }
    struct stet_primes primes = {0};
    for (int i = 0; i < dft->rank; i++)
        stet_primes_times(&primes, dft->n[i]);
    for (int i = 0; i < primes.count; i++)
        for (int e = primes.exponent[i]; e > 0; e -= 2)
            *(e == 1 ? &round->f : &round->divisor) *= (uint64_t)primes.p[i];
}

/* The smallest b with error < 2^b. */
static int error_bits(double error) { return (int)(stet_bits_f64(error) >> 52 & 0x7ff) - 1022; }

static uint64_t round_end(const struct round *round, uint64_t *end, struct stet_format f)
{
    bool minus = stet_limbs_negative(end, round->w);
    if (minus)
        stet_limbs_negate(end, round->w);
    return stet_round_quotient(minus, end, round->w, round->unit, round->divisor, f);
}

/* True value y, |y - v| < 2^bits units: if both ends v -+ 2^bits round to the same bits, so does all
 * between them, rounding being monotonic; an end that is zero is not on a side of zero that y, not
 * rational, could not be on: -0 and +0 differ in bits. */
static bool decide(const struct round *round, const uint64_t *v, int bits, struct stet_format f,
                   uint64_t *result)
{
    int w = round->w;
    if (bits >= 64 * w - 4)
        return false;
    uint64_t *low = round->end[0], *high = round->end[1], *scaled = round->end[2];
    if (round->rsqrt != NULL) {
        stet_limbs_mul(scaled, v, round->rsqrt, w);
        v = scaled;
    }
    if ((round->divisor & (round->divisor - 1)) == 0 &&
        stet_round_leading(v, w, bits, round->unit, round->divisor, f, result))
        return true;
    for (int i = 0; i < w; i++)
        low[i] = high[i] = v[i];
    stet_limbs_add_bit(low, bits, true, w);
    stet_limbs_add_bit(high, bits, false, w);
    *result = round_end(round, high, f);
    return round_end(round, low, f) == *result;
}

/* Where the forward transform has output number index: the inverse has it at -index. */
static ptrdiff_t place_of(const struct stet_dft *dft, ptrdiff_t index)
{
    ptrdiff_t place = 0, weight = 1;
    if (dft->direction == STET_FORWARD)
        return index;
    for (int i = dft->rank - 1; i >= 0; i--) {
        ptrdiff_t n = dft->n[i], k = index % n;
        place += (k == 0 ? 0 : n - k) * weight;
        weight *= n;
        index /= n;
    }
    return place;
}

/* What the caller wants rounded, and where to. */
struct wish {
    struct stet_format format;
    uint8_t *undecided;
    stet_fixed_put *put;
    void *data;
    ptrdiff_t done, left;
};

/* A product by 1/sqrt(f) < 1 adds what it cuts off, and the error of that factor: < w + 1 + 2. */
static void decide_all(const struct round *round, struct wish *wish)
{
    double error = round->error + (round->rsqrt != NULL ? round->w + 3 : 0);
    int bits = error_bits(error + 1);
    wish->left = 0;
    for (ptrdiff_t index = 0; index < round->size; index++) {
        const uint64_t *v = NULL;
        for (int part = 0; part < 2; part++) {
            uint64_t result;
            if ((wish->undecided[index] >> part & 1) == 0)
                continue;
            if (v == NULL)
                v = round->x + (size_t)place_of(round->dft, index) * 2 * (size_t)round->w;
            if (decide(round, v + part * round->w, bits, wish->format, &result)) {
                wish->put(wish->data, index, part, result);
                wish->undecided[index] &= (uint8_t)~(1u << part);
                wish->done++;
            } else {
                wish->left++;
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
    round->line = stet_alloc_array(2 * longest + 4, w * sizeof *round->line);
    if (round->x == NULL || round->line == NULL)
        return STET_E_MEMORY;
    for (size_t i = 0; i < 3; i++)
        round->end[i] = round->line + (2 * longest + i) * w;
    set_scale(round);
    if (round->f == 1)
        return STET_OK;
    round->rsqrt = round->line + (2 * longest + 3) * w;
    return stet_wide_rsqrt(round->rsqrt, round->f, round->w);
}

static stet_status run_round(const struct stet_dft *dft, struct range range, int w,
                             struct wish *wish)
{
    struct round round = {.dft = dft, .size = stet_dft_size(dft), .w = w};
    stet_status status = open_round(&round);
    if (status == STET_OK) {
        load_all(&round, range);
        status = transform(&round);
    }
    if (status == STET_OK)
        decide_all(&round, wish);
    stet_free(round.x);
    stet_free(round.line);
    return status;
}

/* What is needed in practice: the bits of the inputs, what the bounds lose (about 2 log2 N, 4 with
 * Bluestein), and 64 for near misses; at most 12 limbs to begin with. */
static int first_width(const struct stet_dft *dft, struct range range)
{
    int bits = range.high - range.low + 3 * log2_up(stet_dft_size(dft)) + 64;
    int w = (bits + 63) / 64;
    return w < 3 ? 3 : w > 12 ? 12 : w;
}

stet_status stet_fixed_round(const struct stet_dft *dft, struct stet_format f, uint8_t *undecided,
                             stet_fixed_put *put, void *data, struct stet_fixed_report *report)
{
    struct wish wish = {f, undecided, put, data, 0, 0};
    struct stet_fixed_report own = {0};
    struct range range = scan(dft);
    stet_status status = STET_OK;
    ptrdiff_t first = 0;
    int w = range.low == INT_MAX ? 3 : first_width(dft, range);
    if (range.low == INT_MAX)
        range = (struct range){0, 0};
    do {
        status = w > STET_LIMBS_MAX ? STET_E_MEMORY : run_round(dft, range, w, &wish);
        if (status == STET_OK) {
            own.rounds++;
            own.limbs = w;
            first = own.rounds == 1 ? wish.done : first;
        }
        w *= 2;
    } while (status == STET_OK && wish.left > 0);
    own.parts = wish.done;
    own.second = wish.done - first;
    if (report != NULL)
        *report = own;
    return status;
}
