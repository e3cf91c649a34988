/* SPDX-License-Identifier: Apache-2.0 */
#include "correct/widefft.h"

#include <string.h>

#include "base/alloc.h"
#include "arith/integers.h"
#include "arith/limbs.h"
#include "trig/angle.h"

struct stet_widefft {
    int64_t n;
    int64_t size; /* power of two: n, or >= 2 n - 1 (Bluestein) */
    int w, levels;
    int shift;
    struct stet_wideroots roots; /* of order size, at least 8 */
    struct stet_wideroots chirp; /* Bluestein: of order 2 n */
    uint64_t *line, *kernel;     /* Bluestein: size complex numbers each */
    uint64_t *scratch;           /* 6 w limbs */
    double kernel_error;
};

static double delta(int w) { return 3.0 * (w + 1) + 1; }

/* Stores x e(-angle), or x e(+angle), in `to`; to and scratch, of 3 w limbs, do not overlap x.
 *
 * The angle is a multiple q of pi/2, plus or minus phi (angle.h): (a + i b) (c -+ i s) by the
 * table, and then q turns by -i or i. */
STET_LIMBS_INLINE void rotate(uint64_t *to, const uint64_t *x, const struct stet_wideroots *roots,
                              const stet_angle *angle, bool forward, uint64_t *scratch, int w)
{
    uint64_t *re = to, *im = to + w, *product = scratch;
    bool minus = (angle->octant % 2 == 0) == forward; /* c - i s */
    if (angle->y == 0) {
        memcpy(to, x, 2 * (size_t)w * sizeof *to);
    } else {
        const uint64_t *c = stet_wideroots_cos(roots, angle->y), *s = c + w;
        stet_limbs_mul(re, x, c, w);
        stet_limbs_mul(product, x + w, s, w);
        if (minus)
            stet_limbs_add(re, re, product, w);
        else
            stet_limbs_sub(re, re, product, w);
        stet_limbs_mul(im, x + w, c, w);
        stet_limbs_mul(product, x, s, w);
        if (minus)
            stet_limbs_sub(im, im, product, w);
        else
            stet_limbs_add(im, im, product, w);
    }
    unsigned q = (angle->octant + 1) / 2 % 4;
    q = forward ? q : (4 - q) % 4;
    if (q % 2 == 1) { /* (a + i b) (-i) = b - i a */
        memcpy(product, re, (size_t)w * sizeof *re);
        memcpy(re, im, (size_t)w * sizeof *re);
        memcpy(im, product, (size_t)w * sizeof *re);
        stet_limbs_negate(im, w);
    }
    if (q >= 2) {
        stet_limbs_negate(re, w);
        stet_limbs_negate(im, w);
    }
}

/* Returns 2 pi j/block; h is a power of two. */
STET_LIMBS_INLINE stet_angle level_angle(const struct stet_widefft *fft, int64_t j, int64_t block)
{
    uint64_t h = fft->roots.h, units = (uint64_t)(j * ((int64_t)h * 8 / block));
    unsigned octant = (unsigned)(units >> __builtin_ctzll(h));
    uint64_t x = units & (h - 1);
    return (stet_angle){octant & 1 ? h - x : x, h, octant};
}

STET_LIMBS_INLINE bool is_zero(const uint64_t *x, int limbs)
{
    uint64_t any = 0;
    for (int i = 0; i < limbs; i++)
        any |= x[i];
    return any == 0;
}

/* Decimates one block at x in frequency (Gentleman and Sande 1966). Zeros are not multiplied:
 * impulses, the most frequent inputs here, fill the array only in the last levels. */
STET_LIMBS_INLINE void forward_block(const struct stet_widefft *fft, uint64_t *x, int64_t block,
                                     int w)
{
    size_t pair = 2 * (size_t)w;
    uint64_t *d = fft->scratch + 4 * w;
    for (int64_t j = 0; j < block / 2; j++) {
        stet_angle angle = level_angle(fft, j, block);
        uint64_t *a = x + (size_t)j * pair, *b = a + (size_t)(block / 2) * pair;
        for (int part = 0; part < 2; part++) {
            uint64_t *p = a + part * w, *q = b + part * w;
            stet_limbs_sub(d + part * w, p, q, w);
            stet_limbs_add(p, p, q, w);
        }
        if (is_zero(d, 2 * w))
            memcpy(b, d, pair * sizeof *b);
        else
            rotate(b, d, &fft->roots, &angle, true, fft->scratch, w);
    }
}

/* Inverts forward_block(), halving in each level, with an error of less than 1 unit a part. From e
 * it makes ((e) + (e + delta))/2 + 1.5 < e + delta. */
STET_LIMBS_INLINE void backward_block(const struct stet_widefft *fft, uint64_t *x, int64_t block,
                                      int w)
{
    size_t pair = 2 * (size_t)w;
    uint64_t *t = fft->scratch + 4 * w;
    for (int64_t j = 0; j < block / 2; j++) {
        stet_angle angle = level_angle(fft, j, block);
        uint64_t *a = x + (size_t)j * pair, *b = a + (size_t)(block / 2) * pair;
        rotate(t, b, &fft->roots, &angle, false, fft->scratch, w);
        for (int part = 0; part < 2; part++) {
            uint64_t *p = a + part * w, *q = b + part * w;
            stet_limbs_sub(q, p, t + part * w, w);
            stet_limbs_add(p, p, t + part * w, w);
            stet_limbs_halve(p, w);
            stet_limbs_halve(q, w);
        }
    }
}

/* The most numbers of a block that stays in the cache: the levels of these are done block after
 * block. */
enum { CHUNK = 256 };

/* Takes natural order to bit-reversed order. */
STET_LIMBS_INLINE void forward_levels(const struct stet_widefft *fft, uint64_t *x, int w)
{
    size_t pair = 2 * (size_t)w;
    int64_t block = fft->size, chunk = block < CHUNK ? block : CHUNK;
    for (; block > chunk; block /= 2)
        for (int64_t i = 0; i < fft->size; i += block)
            forward_block(fft, x + (size_t)i * pair, block, w);
    for (int64_t first = 0; first < fft->size; first += chunk)
        for (block = chunk; block > 1; block /= 2)
            for (int64_t i = 0; i < chunk; i += block)
                forward_block(fft, x + (size_t)(first + i) * pair, block, w);
}

/* Takes bit-reversed order to natural order, divided by size. */
STET_LIMBS_INLINE void backward_levels(const struct stet_widefft *fft, uint64_t *x, int w)
{
    size_t pair = 2 * (size_t)w;
    int64_t block, chunk = fft->size < CHUNK ? fft->size : CHUNK;
    for (int64_t first = 0; first < fft->size; first += chunk)
        for (block = 2; block <= chunk; block *= 2)
            for (int64_t i = 0; i < chunk; i += block)
                backward_block(fft, x + (size_t)(first + i) * pair, block, w);
    for (block = 2 * chunk; block <= fft->size; block *= 2)
        for (int64_t i = 0; i < fft->size; i += block)
            backward_block(fft, x + (size_t)i * pair, block, w);
}

/* The usual widths are compiled separately; not for the sanitizers, which take minutes for each. */
#ifdef STET_ONE_WIDTH
#define EACH_WIDTH(levels) levels(fft, x, fft->w);
#else
#define EACH_WIDTH(levels)                                                                         \
    switch (fft->w) {                                                                              \
    case 3: levels(fft, x, 3); break;                                                              \
    case 4: levels(fft, x, 4); break;                                                              \
    case 5: levels(fft, x, 5); break;                                                              \
    case 6: levels(fft, x, 6); break;                                                              \
    case 8: levels(fft, x, 8); break;                                                              \
    default: levels(fft, x, fft->w);                                                               \
    }
#endif

static void forward(const struct stet_widefft *fft, uint64_t *x) { EACH_WIDTH(forward_levels) }
static void backward(const struct stet_widefft *fft, uint64_t *x) { EACH_WIDTH(backward_levels) }

static void swap(uint64_t *a, uint64_t *b, int limbs)
{
    for (int i = 0; i < limbs; i++) {
        uint64_t t = a[i];
        a[i] = b[i];
        b[i] = t;
    }
}

static void unscramble(const struct stet_widefft *fft, uint64_t *x)
{
    size_t pair = 2 * (size_t)fft->w;
    int64_t r = 0;
    for (int64_t i = 0; i < fft->size; i++) {
        if (i < r)
            swap(x + (size_t)i * pair, x + (size_t)r * pair, (int)pair);
        int64_t bit = fft->size / 2;
        for (; bit > 0 && (r & bit) != 0; bit /= 2)
            r ^= bit;
        r |= bit;
    }
}

/* -------------------------------------------------------------- Bluestein -- */

/* With j k = (j^2 + k^2 - (k - j)^2)/2 and v(t) = exp(pi i t^2/n):
 *   X_k = conj v(k) sum_j (x_j conj v(j)) v(k - j).
 * This is a cyclic convolution of length size >= 2 n - 1 with the kernel v(j), |j| < n. */
static stet_angle chirp_angle(const struct stet_widefft *fft, int64_t j)
{
    int64_t order = 2 * fft->n;
    return stet_angle_of((uint64_t)stet_times_mod(j, j, order), (uint64_t)order);
}

/* Makes the transform of the kernel, of magnitude below 2 n <= 2^beta, as signs and fractions:
 * 2^-shift times its value, shift = beta + 4. It starts as 2^(64 w - shift) v(j), whose error is
 * below 3 units (the truncation of a product, w + 2 of its fraction's units, is far below one); the
 * transform makes size (3 + delta) of that. The result of a convolution is then 2^-shift times the
 * exact one. */
static void make_kernel(struct stet_widefft *fft)
{
    int w = fft->w, beta = 1;
    while ((int64_t)1 << beta < 2 * fft->n)
        beta++;
    fft->shift = beta + 4;
    memset(fft->kernel, 0, (size_t)fft->size * 2 * (size_t)w * sizeof *fft->kernel);
    uint64_t *one = fft->line; /* not in use at this point */
    for (int64_t j = 0; j < fft->n; j++) {
        stet_angle angle = chirp_angle(fft, j);
        memset(one, 0, 2 * (size_t)w * sizeof *one);
        stet_limbs_add_bit(one, 64 * w - fft->shift, false, w);
        for (int64_t i = j; i >= 0; i = i == j && j > 0 ? fft->size - j : -1)
            rotate(fft->kernel + (size_t)i * 2 * (size_t)w, one, &fft->chirp, &angle, false,
                   fft->scratch, w);
    }
    forward(fft, fft->kernel);
    fft->kernel_error = (double)fft->size * (delta(w) + delta(w));
}

/* Multiplies x by a number of the kernel: parts of magnitude below 2^(64 w - 4), taken as fractions
 * with a sign. |x| < 2^(64 w - 4), so the kernel's error adds less than itself. */
static void times_kernel(const struct stet_widefft *fft, uint64_t *x, uint64_t *kernel)
{
    int w = fft->w;
    uint64_t *re = fft->scratch, *im = re + w, *product = re + 2 * w;
    bool minus[2];
    for (int part = 0; part < 2; part++) {
        minus[part] = stet_limbs_negative(kernel + part * w, w);
        if (minus[part])
            stet_limbs_negate(kernel + part * w, w);
    }
    stet_limbs_mul(re, x, kernel, w);
    stet_limbs_mul(im, x + w, kernel, w);
    if (minus[0]) {
        stet_limbs_negate(re, w);
        stet_limbs_negate(im, w);
    }
    stet_limbs_mul(product, x + w, kernel + w, w);
    if (!minus[1])
        stet_limbs_negate(product, w);
    stet_limbs_add(re, re, product, w);
    stet_limbs_mul(product, x, kernel + w, w);
    if (minus[1])
        stet_limbs_negate(product, w);
    stet_limbs_add(im, im, product, w);
    memcpy(x, re, 2 * (size_t)w * sizeof *x);
    for (int part = 0; part < 2; part++)
        if (minus[part])
            stet_limbs_negate(kernel + part * w, w);
}

static void bluestein(struct stet_widefft *fft, uint64_t *x)
{
    size_t pair = 2 * (size_t)fft->w;
    memset(fft->line, 0, (size_t)fft->size * pair * sizeof *fft->line);
    for (int64_t j = 0; j < fft->n; j++) {
        stet_angle angle = chirp_angle(fft, j);
        rotate(fft->line + (size_t)j * pair, x + (size_t)j * pair, &fft->chirp, &angle, true,
               fft->scratch, fft->w);
    }
    forward(fft, fft->line);
    for (int64_t j = 0; j < fft->size; j++)
        times_kernel(fft, fft->line + (size_t)j * pair, fft->kernel + (size_t)j * pair);
    backward(fft, fft->line);
    for (int64_t j = 0; j < fft->n; j++) {
        stet_angle angle = chirp_angle(fft, j);
        rotate(x + (size_t)j * pair, fft->line + (size_t)j * pair, &fft->chirp, &angle, true,
               fft->scratch, fft->w);
    }
}

/* ------------------------------------------------------------------------- */

static stet_status open_bluestein(struct stet_widefft *fft)
{
    int64_t order = 2 * fft->n;
    uint64_t h = (uint64_t)order * stet_angle_units((uint64_t)order) / 8;
    size_t pair = 2 * (size_t)fft->w * sizeof(uint64_t);
    if (stet_wideroots_open(&fft->chirp, h, fft->w) != STET_OK)
        return STET_E_MEMORY;
    fft->line = stet_alloc_array((size_t)fft->size, pair);
    fft->kernel = stet_alloc_array((size_t)fft->size, pair);
    if (fft->line == NULL || fft->kernel == NULL)
        return STET_E_MEMORY;
    make_kernel(fft);
    return STET_OK;
}

stet_status stet_widefft_open(struct stet_widefft **result, int64_t n, int w)
{
    struct stet_widefft *fft = *result = stet_alloc(sizeof *fft);
    if (fft == NULL)
        return STET_E_MEMORY;
    *fft = (struct stet_widefft){.n = n, .size = 1, .w = w};
    bool power = (n & (n - 1)) == 0;
    while (fft->size < (power ? n : 2 * n - 1)) {
        fft->size *= 2;
        fft->levels++;
    }
    fft->scratch = stet_alloc_array(6 * (size_t)w, sizeof *fft->scratch);
    stet_status status = fft->scratch == NULL ? STET_E_MEMORY : STET_OK;
    uint64_t h = fft->size < 8 ? 1 : (uint64_t)fft->size / 8;
    if (status == STET_OK)
        status = stet_wideroots_open(&fft->roots, h, w);
    if (status == STET_OK && !power)
        status = open_bluestein(fft);
    if (status != STET_OK) {
        stet_widefft_close(fft);
        *result = NULL;
    }
    return status;
}

void stet_widefft_close(struct stet_widefft *fft)
{
    if (fft == NULL)
        return;
    stet_wideroots_close(&fft->roots);
    stet_wideroots_close(&fft->chirp);
    stet_free(fft->line);
    stet_free(fft->kernel);
    stet_free(fft->scratch);
    stet_free(fft);
}

void stet_widefft_execute(struct stet_widefft *fft, uint64_t *x)
{
    if (fft->kernel != NULL) {
        bluestein(fft, x);
        return;
    }
    forward(fft, x);
    unscramble(fft, x);
}

int stet_widefft_shift(const struct stet_widefft *fft) { return fft->shift; }

/* Bluestein has a chirp, the levels, the kernel's product (its factor's magnitude is below 1), the
 * halving levels, and a chirp. */
double stet_widefft_error(const struct stet_widefft *fft, double e)
{
    double d = delta(fft->w);
    if (fft->kernel == NULL)
        return fft->size == 1 ? e : (double)fft->size * (e + d);
    return (double)fft->size * (e + 2 * d) + fft->kernel_error + (fft->levels + 2) * d;
}
