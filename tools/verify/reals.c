/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/reals.h"

#include <string.h>

/* Input j goes to first + step j of the extended line, and to minus that place with its sign;
 * output k comes from `from` + by k. The definitions in stet.h give these numbers: the angle over 2
 * pi is the product of both places over the order. */
struct reals_shape {
    size_t order, first, step, from, by;
    bool odd; /* sines: the mirror image is negated */
};

static struct reals_shape shape_of(stet_r2r_kind kind, size_t n)
{
    switch (kind) {
    case STET_DCT1: return (struct reals_shape){2 * (n - 1), 0, 1, 0, 1, false};
    case STET_DCT2: return (struct reals_shape){4 * n, 1, 2, 0, 1, false};
    case STET_DCT3: return (struct reals_shape){4 * n, 0, 1, 1, 2, false};
    case STET_DCT4: return (struct reals_shape){8 * n, 1, 2, 1, 2, false};
    case STET_DST1: return (struct reals_shape){2 * (n + 1), 1, 1, 1, 1, true};
    case STET_DST2: return (struct reals_shape){4 * n, 1, 2, 1, 1, true};
    case STET_DST3: return (struct reals_shape){4 * n, 1, 1, 1, 2, true};
    case STET_DST4: return (struct reals_shape){8 * n, 1, 2, 1, 2, true};
    default: return (struct reals_shape){n, 0, 1, 0, 1, false};
    }
}

static bool is_plain(stet_r2r_kind kind)
{
    return kind == STET_R2HC || kind == STET_HC2R || kind == STET_DHT;
}

size_t reals_order(stet_r2r_kind kind, size_t n) { return shape_of(kind, n).order; }

size_t reals_logical(stet_r2r_kind kind, size_t n)
{
    switch (kind) {
    case STET_R2HC:
    case STET_HC2R:
    case STET_DHT: return n;
    case STET_DCT1: return 2 * (n - 1);
    case STET_DST1: return 2 * (n + 1);
    default: return 2 * n;
    }
}

struct reals_ends reals_ends(stet_r2r_kind kind)
{
    switch (kind) {
    case STET_DCT1: return (struct reals_ends){true, true, true, true};
    case STET_DCT2: return (struct reals_ends){.first_out = true};
    case STET_DCT3: return (struct reals_ends){.first_in = true};
    case STET_DST2: return (struct reals_ends){.last_out = true};
    case STET_DST3: return (struct reals_ends){.last_in = true};
    default: return (struct reals_ends){.first_in = false};
    }
}

/* Stores the conjugate of the Hermitian spectrum that a halfcomplex line holds. Its forward
 * transform is the backward one of the spectrum. */
static void extend_halfcomplex(size_t n, struct ddc *line)
{
    for (size_t k = 1; 2 * k < n; k++) {
        line[k].im = dd_neg(line[n - k].re);
        line[n - k] = (struct ddc){line[k].re, dd_neg(line[k].im)};
    }
}

void reals_extend(stet_r2r_kind kind, size_t n, struct ddc *line)
{
    const struct reals_shape s = shape_of(kind, n);
    const struct ddc zero = {dd_of(0), dd_of(0)};
    if (kind == STET_HC2R)
        extend_halfcomplex(n, line);
    if (is_plain(kind))
        return;
    for (size_t i = n; i < s.order; i++)
        line[i] = zero;
    for (size_t j = n; j-- > 0;) { /* from the end, so that no move overwrites a number */
        const struct ddc x = line[j];
        const size_t at = s.first + s.step * j;
        line[j] = zero;
        line[at] = x;
    }
    for (size_t j = 0; j < n; j++) {
        const size_t at = s.first + s.step * j, mirror = (s.order - at) % s.order;
        if (mirror != at && !(kind == STET_DST3 && j == n - 1)) /* it has no mirror */
            line[mirror] = s.odd ? (struct ddc){dd_neg(line[at].re), dd_of(0)} : line[at];
    }
}

void reals_extract(stet_r2r_kind kind, size_t n, struct ddc *line)
{
    const struct reals_shape s = shape_of(kind, n);
    for (size_t k = 1; kind == STET_R2HC && 2 * k < n; k++)
        line[n - k].re = line[k].im;
    for (size_t k = 0; k < n; k++) {
        const struct ddc X = line[s.from + s.by * k];
        const struct dd y = kind == STET_DHT ? dd_sub(X.re, X.im) : s.odd ? dd_neg(X.im) : X.re;
        line[k] = (struct ddc){y, dd_of(0)};
    }
}
