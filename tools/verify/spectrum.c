/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/spectrum.h"
#include "files/array.h"

#include <math.h>
#include <stdlib.h>

#include "stet.h"

struct dd dd_sqrt(double x)
{
    double r = sqrt(x);
    struct dd square = dd_two_prod(r, r);
    return dd_fast_two_sum(r, ((x - square.hi) - square.lo) / (2 * r));
}

/* Stores a root of stet_root_dd(): each part is within u^2 of the exact one, relatively. */
static bool root(struct ddc *w, size_t k, size_t n, struct error *e)
{
    double c[2], s[2];
    stet_status status = stet_root_dd((int64_t)k, (int64_t)n, c, s);
    if (status != STET_OK)
        return error_set(e, "roots of unity of order %zu: %s", n, stet_strerror(status));
    *w = (struct ddc){{c[0], c[1]}, {-s[0], -s[1]}};
    return true;
}

/* Guards against wrong roots, because they come from the library that is judged: w[j]^2 = w[2j],
 * and -w[2j - m/2] beyond m/4. If no relative error d(2j) - 2 d(j) is above r, no d(j) is, because
 * max |d| <= (max |d| + r)/2. The squares leave the signs open; libm settles them. So no root has
 * an error above 64u^2, whatever stet_root_dd() did. The bounds below use its 2u^2. */
static bool roots_consistent(const struct ddc *w, size_t m)
{
    for (size_t j = 0; j < m / 2; j++) {
        struct ddc square = ddc_mul(w[j], w[j]), want = w[2 * j % (m / 2)];
        double sign = 2 * j < m / 2 ? 1 : -1, angle = 6.283185307179586 * (double)j / (double)m;
        struct dd re = dd_sub(square.re, dd_scale(want.re, sign));
        struct dd im = dd_sub(square.im, dd_scale(want.im, sign));
        if (!(fabs(re.hi) <= 32 * DD_U2) || !(fabs(im.hi) <= 32 * DD_U2) ||
            !(fabs(w[j].re.hi - cos(angle)) < 1e-9) || !(fabs(w[j].im.hi + sin(angle)) < 1e-9))
            return false;
    }
    return true;
}

static bool make_roots(struct spectrum *s, struct error *e)
{
    size_t m = s->m;
    void *block;
    if (!allocate(&block, (m / 2 + 1) * sizeof *s->roots, e))
        return false;
    s->roots = block;
    s->roots[0] = (struct ddc){{1, 0}, {0, 0}};
    for (size_t j = 1; j < m / 2; j++) {
        struct ddc *w = &s->roots[j];
        if (j <= m / 8) {
            if (!root(w, j, m, e))
                return false;
        } else if (j <= m / 4) { /* exp(-i(pi/2 - t)) = (sin t, -cos t) */
            struct ddc v = s->roots[m / 4 - j];
            *w = (struct ddc){dd_neg(v.im), dd_neg(v.re)};
        } else { /* exp(-i(pi/2 + t)) = -i exp(-it) */
            struct ddc v = s->roots[j - m / 4];
            *w = (struct ddc){v.im, dd_neg(v.re)};
        }
    }
    return roots_consistent(s->roots, m) ||
           error_set(e,
                     "the table of roots of unity of order %zu is wrong: stet_root_dd() does not "
                     "work on this machine",
                     m);
}

static void exchange(struct ddc *x, size_t m)
{
    for (size_t i = 1, j = 0; i < m; i++) {
        size_t bit = m >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            struct ddc t = x[i];
            x[i] = x[j];
            x[j] = t;
        }
    }
}

/* Decimation in frequency (Gentleman and Sande 1966), depth first. Error: one level maps (a, b) to
 * (a + b, (a - b) w), which is sqrt(2) times an isometry. The sum has error 3u^2 |a + b|. The other
 * output has 3u^2 from the difference, 16u^2 from the product and the root's own error, below 2u^2:
 * at most 22u^2 of its norm. So the level's relative error in the 2-norm is at most 22u^2, and log2
 * m levels give at most 23 u^2 log2 m of sqrt(m) ||x||. */
#define LEVEL_ERROR (23 * DD_U2)
static void levels(const struct spectrum *s, struct ddc *x, size_t m)
{
    size_t half = m / 2, step = m > 1 ? s->m / m : 0;
    if (m < 2)
        return;
    for (size_t j = 0; j < half; j++) {
        struct ddc a = x[j], b = x[j + half];
        x[j] = ddc_add(a, b);
        x[j + half] = ddc_mul(ddc_sub(a, b), s->roots[j * step]);
    }
    levels(s, x, half);
    levels(s, x + half, half);
}

static void transform_power(const struct spectrum *s, struct ddc *x)
{
    levels(s, x, s->m);
    exchange(x, s->m);
}

static struct ddc conjugate(struct ddc a) { return (struct ddc){a.re, dd_neg(a.im)}; }

/* Bluestein 1970: jk = (j^2 + k^2 - (k - j)^2)/2, so with c[j] = exp(-pi i j^2/n)
 *     X[k] = c[k] sum_j (x[j] c[j]) conj(c[k - j]),
 * a convolution of length m >= 2n - 1.
 *
 * Error. l = 23 u^2 log2 m is the relative error of a transform of length m. A product with the
 * chirp costs 18u^2: 16u^2, and 2u^2 of the root. Let B be the transform of the wrapped conjugate
 * chirp b, ||b||^2 = 2n - 1, and A that of the first product, ||A|| = sqrt(m) ||x||. Then
 *     ||dB||_inf <= ||dB||_2 <= (l + 2u^2) sqrt(m (2n - 1)),
 *     ||d(AB)|| <= ||A|| (max|B| (l + 18u^2 + 17u^2) + ||dB||_inf),
 *     the inverse transform adds l max|B| ||A||, multiplies norms by sqrt(m) and divides by m,
 *     so that ||dX|| <= ||x|| (max|B| (2l + 35u^2) + ||dB||_inf) + 18u^2 sqrt(n) ||x||.
 * The factor 1.01 covers the terms in u^4. max|B| is that of the computed B. */
static double bluestein_bound(const struct spectrum *s, double largest)
{
    double l = LEVEL_ERROR * log2((double)s->m), n = (double)s->n, m = (double)s->m;
    double db = (l + 2 * DD_U2) * sqrt(m * (2 * n - 1));
    return 1.01 * (largest * (2 * l + 35 * DD_U2) + db + 18 * DD_U2 * sqrt(n));
}

static bool make_chirp(struct spectrum *s, struct error *e)
{
    void *block;
    size_t n = s->n, m = s->m, square = 0;
    double largest = 0;
    if (!allocate(&block, n * sizeof *s->chirp, e))
        return false;
    s->chirp = block;
    if (!allocate(&block, m * sizeof *s->chirp, e))
        return false;
    s->chirp_fft = block;
    if (!allocate(&block, m * sizeof *s->chirp, e))
        return false;
    s->work = block;
    for (size_t j = 0; j < n; j++) { /* square is j^2 mod 2n */
        if (!root(&s->chirp[j], square, 2 * n, e))
            return false;
        s->chirp_fft[j] = conjugate(s->chirp[j]);
        s->chirp_fft[(m - j) % m] = s->chirp_fft[j];
        square = (square + 2 * j + 1) % (2 * n);
    }
    transform_power(s, s->chirp_fft);
    for (size_t j = 0; j < m; j++) {
        struct ddc *b = &s->chirp_fft[j];
        largest = fmax(largest, hypot(b->re.hi, b->im.hi));
        *b = (struct ddc){dd_scale(b->re, 1 / (double)m), dd_scale(b->im, 1 / (double)m)};
    }
    s->bound = bluestein_bound(s, largest);
    return true;
}

bool spectrum_new(struct spectrum *s, size_t n, struct error *e)
{
    bool power = (n & (n - 1)) == 0;
    *s = (struct spectrum){.n = n, .m = 1};
    if ((uint64_t)n > (uint64_t)1 << 38)
        return error_set(e, "a transform has length %zu: stet verify takes up to 2^38", n);
    while (s->m < (power ? n : 2 * n - 1))
        s->m *= 2;
    s->bound = 1.01 * LEVEL_ERROR * log2((double)n) * sqrt((double)n);
    if (make_roots(s, e) && (power || make_chirp(s, e)))
        return true;
    spectrum_free(s);
    return false;
}

void spectrum_free(struct spectrum *s)
{
    free(s->roots);
    free(s->chirp);
    free(s->chirp_fft);
    free(s->work);
    *s = (struct spectrum){.n = 0};
}

void spectrum_run(const struct spectrum *s, struct ddc *x)
{
    struct ddc *a = s->work;
    if (s->chirp == NULL) {
        transform_power(s, x);
        return;
    }
    for (size_t j = 0; j < s->m; j++)
        a[j] = j < s->n ? ddc_mul(x[j], s->chirp[j]) : (struct ddc){{0, 0}, {0, 0}};
    transform_power(s, a);
    for (size_t j = 0; j < s->m; j++) /* conjugates, so that the inverse is a forward transform */
        a[j] = conjugate(ddc_mul(a[j], s->chirp_fft[j]));
    transform_power(s, a);
    for (size_t k = 0; k < s->n; k++)
        x[k] = ddc_mul(conjugate(a[k]), s->chirp[k]);
}
