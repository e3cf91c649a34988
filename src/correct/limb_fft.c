/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/limb_fft.h"

#include <stdatomic.h>
#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/size.h"
#include "trig/wideroots.h"
#include "trig/angle.h"

struct stet_limb_tables {
    const stet_correct_kernels *kernels;
    _Atomic(stet_limb_fft *) of[STET_LIMB_WIDTHS];
};

struct stet_limb_fft {
    const stet_limb_kernels *kernels;
    ptrdiff_t n, m; /* m = n/lanes */
    double *half;   /* sqrt(1/2) */
    double *roots;  /* order m: 2 w numbers each, up to 3 m/4 */
    double *twiddles;
    double *block;
};

/* ------------------------------------------------------------------ tables -- */

/* Returns `count` < 64 bits of a fraction of v limbs, from bit number `from` after the point on;
 * the last of them is not in the lowest limb. */
static uint64_t bits_of(const uint64_t *x, int v, int from, int count)
{
    const int place = 64 * v - from - count;
    const uint64_t *at = x + place / 64;
    const stet_u128 two = (stet_u128)(place / 64 + 1 < v ? at[1] : 0) << 64 | at[0];
    return (uint64_t)(two >> place % 64) & (((uint64_t)1 << count) - 1);
}

/* Rounds x to w limbs c[0], step apart, |c[j]| <= B/2 except the first, and multiplies by sign. */
static void limbs_of(const uint64_t *x, int v, int w, double sign, double *c, ptrdiff_t step)
{
    const int64_t base = (int64_t)1 << STET_LIMB_BITS;
    int64_t carry = (int64_t)bits_of(x, v, w * STET_LIMB_BITS, 1);
    for (int j = w - 1; j >= 0; j--) {
        int64_t digit = (int64_t)bits_of(x, v, j * STET_LIMB_BITS, STET_LIMB_BITS) + carry;
        carry = j > 0 && digit > base / 2;
        c[j * step] = sign * (double)(digit - carry * base);
    }
}

/* Stores exp(-2 pi i k/n) = c - i s: c, and then s. */
static void put_root(const struct stet_wideroots *roots, ptrdiff_t n, ptrdiff_t k, int w, double *c,
                     ptrdiff_t step)
{
    const stet_angle angle = stet_angle_of((uint64_t)k, (uint64_t)n);
    const uint64_t *cosine = stet_wideroots_cos(roots, angle.y), *sine = cosine + roots->w;
    const double below = angle.octant % 2 ? -1 : 1; /* the sine of -phi */
    const unsigned q = (angle.octant + 1) / 2 % 4;
    double *to_cosine = q % 2 ? c + w * step : c, *to_sine = q % 2 ? c : c + w * step;
    limbs_of(cosine, roots->w, w, q >= 2 ? -1 : 1, to_cosine, step);
    limbs_of(sine, roots->w, w, q == 0 || q == 3 ? below : -below, to_sine, step);
}

static int reversed(int s, int lanes)
{
    int r = 0;
    for (int bit = 1; bit < lanes; bit *= 2)
        r = 2 * r + ((s & bit) != 0);
    return r;
}

static void fill(stet_limb_fft *f, const struct stet_wideroots *roots)
{
    const int w = f->kernels->w, lanes = f->kernels->lanes;
    double *to = f->twiddles, eighth[2 * STET_MOST_LIMBS];
    put_root(roots, f->n, f->n / 8, w, eighth, 1);
    memcpy(f->half, eighth, (size_t)w * sizeof *eighth);
    for (ptrdiff_t k = 0; 4 * k < 3 * f->m; k++)
        put_root(roots, f->n, k * lanes, w, f->roots + 2 * w * k, 1);
    for (ptrdiff_t t = 0; t < f->m; t += lanes)
        for (int s = 1; s < lanes; s++, to += 2 * w * lanes)
            for (int i = 0; i < lanes; i++)
                put_root(roots, f->n, reversed(s, lanes) * (t + i), w, to + i, lanes);
}

static void destroy(stet_limb_fft *f)
{
    if (f == NULL)
        return;
    stet_free(f->block);
    stet_free(f);
}

/* Makes a transform. The wide table has 64 bits more than the limbs, so its error is negligible. */
static stet_status create(stet_limb_fft **result, const stet_limb_kernels *kernels, ptrdiff_t n)
{
    const size_t w = (size_t)kernels->w, lanes = (size_t)kernels->lanes, m = (size_t)n / lanes;
    stet_limb_fft *f = *result = (stet_limb_fft *)stet_alloc(sizeof *f);
    struct stet_wideroots roots = {0, 0, NULL};
    if (f == NULL)
        return STET_E_MEMORY;
    *f = (stet_limb_fft){.kernels = kernels, .n = n, .m = n / kernels->lanes};
    const size_t start = (m * (lanes - 1) * 2 * w + 7) / 8 * 8;
    f->block = (double *)stet_alloc_array(start + (3 * m / 4 + 1) * 2 * w + w, sizeof(double));
    stet_status status = f->block != NULL ? STET_OK : STET_E_MEMORY;
    if (status == STET_OK)
        status = stet_wideroots_open(&roots, (uint64_t)n / 8,
                                     (kernels->w * STET_LIMB_BITS + 63) / 64 + 1);
    if (status == STET_OK) {
        f->twiddles = f->block;
        f->roots = f->block + start;
        f->half = f->roots + (3 * m / 4 + 1) * 2 * w;
        fill(f, &roots);
    }
    stet_wideroots_close(&roots);
    if (status == STET_OK)
        return STET_OK;
    destroy(f);
    *result = NULL;
    return status;
}

stet_limb_tables *stet_limb_tables_create(const stet_correct_kernels *kernels)
{
    stet_limb_tables *tables = (stet_limb_tables *)stet_alloc(sizeof *tables);
    if (tables == NULL)
        return NULL;
    tables->kernels = kernels;
    for (int i = 0; i < STET_LIMB_WIDTHS; i++)
        atomic_init(&tables->of[i], NULL);
    return tables;
}

void stet_limb_tables_destroy(stet_limb_tables *tables)
{
    for (int i = 0; tables != NULL && i < STET_LIMB_WIDTHS; i++)
        destroy(atomic_load(&tables->of[i]));
    stet_free(tables);
}

int stet_limb_fft_width(const stet_limb_tables *tables, ptrdiff_t n, int bits)
{
    const stet_limb_kernels *k = tables->kernels->limbs;
    if (k == NULL || !stet_is_power_of_two(n) || n < 64 || n < k->lanes * k->lanes)
        return -1;
    for (int i = 0; i < STET_LIMB_WIDTHS; i++)
        if (k[i].w * STET_LIMB_BITS >= bits)
            return i;
    return -1;
}

/* If two threads make the same transform, one frees its own. */
stet_status stet_limb_fft_get(const stet_limb_fft **result, stet_limb_tables *tables, ptrdiff_t n,
                              int width)
{
    stet_limb_fft *there = atomic_load(&tables->of[width]), *own;
    if (there == NULL) {
        if (create(&own, &tables->kernels->limbs[width], n) != STET_OK)
            return STET_E_MEMORY;
        if (atomic_compare_exchange_strong(&tables->of[width], &there, own))
            there = own;
        else
            destroy(own);
    }
    *result = there;
    return STET_OK;
}

int stet_limb_fft_limbs(const stet_limb_fft *f) { return f->kernels->w; }
int stet_limb_fft_lanes(const stet_limb_fft *f) { return f->kernels->lanes; }

/* Follows the steps of split() and descend(), see limb_fft.h. */
double stet_limb_fft_error(const stet_limb_fft *f, double e)
{
    const double w = f->kernels->w, lanes = f->kernels->lanes;
    double error = lanes * e + (lanes == 8 ? 3 : lanes > 1 ? 1 : 0) * (7.1 * w + 0.3);
    ptrdiff_t n = f->m;
    for (; n > 4; n /= 4)
        error = 4 * error + (4.3 * w + 0.3);
    return (double)n * error * (1 + 0x1p-30);
}

/* --------------------------------------------------------------------- run -- */

/* Goes depth first, in place: the outputs of the block end up in digit-reversed order. */
static void descend(const stet_limb_fft *f, double *z, ptrdiff_t n)
{
    const stet_limb_kernels *k = f->kernels;
    const ptrdiff_t size = 2 * (ptrdiff_t)k->w * k->lanes;
    if (n == 2)
        k->step2(z);
    if (n <= 2)
        return;
    k->step4(z, n, f->roots, f->m / n);
    for (int q = 0; q < 4; q++)
        descend(f, z + q * (n / 4) * size, n / 4);
}

void stet_limb_fft_run(stet_limb_array *a, const stet_limb_fft *f, const double *x, int unit,
                       double *z)
{
    const stet_limb_kernels *k = f->kernels;
    *a = (stet_limb_array){.f = f, .z = z, .unit = unit};
    for (int i = 0; i < k->w; i++) {
        a->grid[i] = stet_power_of_two(unit + STET_LIMB_BITS * (k->w - 1 - i));
        a->grid[STET_MOST_LIMBS + i] = 1 / a->grid[i];
    }
    k->split(x, f->m, a->grid, f->half, f->twiddles, z);
    descend(f, z, f->m);
}

const double *stet_limb_fft_at(const stet_limb_array *a, ptrdiff_t k)
{
    const stet_limb_fft *f = a->f;
    ptrdiff_t at = 0, n = f->m;
    for (; n > 2; k >>= 2)
        at += (k & 3) * (n >>= 2);
    at += n == 2 ? k & 1 : 0;
    return a->z + at * 2 * f->kernels->w * f->kernels->lanes;
}

void stet_limb_fft_sums(const stet_limb_array *a, const double *at, double *sums)
{
    a->f->kernels->sums(at, a->grid, sums);
}

/* Computes ((a[0] B + a[1]) B + ...), modulo 2^(64 words). */
void stet_limb_fft_integer(const stet_limb_array *a, const double *at, int q, int part,
                           uint64_t *to, int words)
{
    const int w = a->f->kernels->w, lanes = a->f->kernels->lanes;
    memset(to, 0, (size_t)words * sizeof *to);
    for (int i = 0; i < w; i++) {
        const int64_t limb = (int64_t)at[(part * w + i) * lanes + q];
        uint64_t carry = (uint64_t)limb, sign = limb < 0 ? UINT64_MAX : 0;
        for (int j = words - 1; j >= 0; j--)
            to[j] = to[j] << STET_LIMB_BITS |
                    (j > 0 ? to[j - 1] >> (64 - STET_LIMB_BITS) : (uint64_t)0);
        for (int j = 0; j < words; j++) {
            const stet_u128 sum = (stet_u128)to[j] + carry + (j > 0 ? sign : 0);
            to[j] = (uint64_t)sum;
            carry = (uint64_t)(sum >> 64);
        }
    }
}
