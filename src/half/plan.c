/* SPDX-License-Identifier: Apache-2.0 */
#include "half/half.h"

#include <string.h>

#include "arith/bits.h"
#include "base/alloc.h"
#include "base/isa.h"
#include "base/size.h"
#include "lines/tuning.h"

enum { GROUP_POINTS = 4096, MAX_GROUP = 64 };

/* Returns how many lines run together. Lines that run across the lanes by themselves are best in
 * small groups; others have one lane each. lines.c transposes a group of lines with strides. */
static ptrdiff_t group_of(const stet_half *h)
{
    const ptrdiff_t some = GROUP_POINTS / h->n < MAX_GROUP ? GROUP_POINTS / h->n : MAX_GROUP;
    if (h->n > STET_MAX_SIDE_BY_SIDE)
        return 1;
    if (!h->contiguous)
        return (stet_larger(some, 1) + STET_TRANSPOSED - 1) / STET_TRANSPOSED * STET_TRANSPOSED;
    return stet_larger(some, h->whole.grain);
}

/* Returns whole cache lines, and an odd number of them. */
static ptrdiff_t row_of(ptrdiff_t reals)
{
    const ptrdiff_t line = STET_ALIGN / sizeof(float);
    return ((reals + line - 1) / line | 1) * line;
}

static int create_whole(stet_half *h, stet_precision precision, const stet_isa *isa)
{
    const stet_precision inside = h->mode == STET_HALF_NATIVE ? STET_F16 : STET_F32;
    if (h->effort == STET_EFFORT_MEASURE)
        stet_measure(h->n, h->kind, inside, isa);
    stet_fft1d *f = stet_fft1d_acquire(h->n, h->kind, inside, isa, NULL);
    if (!f)
        return 0;
    /* In the workspace lines are contiguous; in an array of floats they stay as they are. */
    h->whole = stet_lines_plan(f, h->contiguous || !(h->wide_in || h->wide_out), STET_MANY_LINES);
    if (h->mode != STET_HALF_NATIVE && !h->wide_in && !h->wide_out)
        h->direct = stet_direct_of(f, precision, isa);
    h->group = group_of(h);
    h->row = row_of(stet_larger(h->in_reals, h->out_reals));
    const int alone = h->contiguous && h->direct.lines;
    h->work = alone ? stet_lines_plan(f, 1, 1).work : h->whole.work;
    if (!alone)
        h->work += (size_t)(h->group * h->row) * (sizeof(float) + sizeof(uint16_t));
    return 1;
}

/* Reports whether the factor is a power of two that is a number of binary16: a product by it in
 * binary16 is the product in float, rounded. */
static int is_exact(float factor)
{
    return (stet_bits_f32(factor) & 0x7fffff) == 0 && factor >= 0x1p-24f && factor <= 0x1p15f;
}

/* Prepares mode NATIVE if the CPU computes in binary16 and the length fills its vectors: then the
 * passes read and write 16 bits. Returns 0 if not, and -1 if memory is short, which is no reason to
 * be slow. */
static int create_own(stet_half *h, const stet_isa *isa)
{
    if (h->mode != STET_HALF_NATIVE || !isa->own16)
        return 0;
    const int has = stet_fft1d_has_schedule(h->n, h->kind, STET_OWN_F16, isa);
    if (has <= 0)
        return has;
    stet_fft1d *f = stet_fft1d_acquire(h->n, h->kind, STET_OWN_F16, isa, NULL);
    if (!f)
        return -1;
    h->direct = stet_direct_of(f, STET_OWN_F16, isa);
    if (!h->direct.lines && h->load != 1) { /* kernels of other methods do not multiply */
        stet_fft1d_release(f);
        return 0;
    }
    h->direct.all_finite = isa->direct_own16->all_finite;
    h->own = 1;
    h->whole = stet_lines_plan(f, 1, STET_MANY_LINES);
    if (h->direct.lines && h->kind != STET_R2C && is_exact(h->factor)) {
        h->scale = (double)h->factor; /* R2C adds 0 to products, other kinds do not */
        h->factor = 1;
    }
    h->group = group_of(h);
    h->row = row_of(stet_larger(h->in_reals, h->out_reals));
    h->work = h->whole.work + (h->contiguous ? 0 : stet_half_rows(h) * sizeof(uint16_t));
    return 1;
}

/* Takes the shape. Mode NATIVE multiplies after the kernel. */
static void take_shape(stet_half *h, const stet_half_shape *s)
{
    const int native = s->mode == STET_HALF_NATIVE;
    const ptrdiff_t complex_reals = s->kind == STET_C2C ? 2 * s->n : 2 * (s->n / 2 + 1);
    *h = (stet_half){.n = s->n,
                     .kind = s->kind,
                     .mode = s->mode,
                     .effort = s->effort,
                     .wide_in = s->wide_in,
                     .wide_out = s->wide_out,
                     .contiguous = s->contiguous,
                     .load = s->load,
                     .scale = native ? 1 : s->scale,
                     .factor = native ? (float)s->scale : 1,
                     .in_reals = s->kind == STET_R2C ? s->n : complex_reals,
                     .out_reals = s->kind == STET_C2R ? s->n : complex_reals};
}

stet_status stet_half_create(stet_half **half, const stet_half_shape *shape, const stet_isa *isa)
{
    const stet_precision precision = shape->precision;
    *half = NULL;
    if (shape->mode == STET_HALF_NATIVE && !stet_is_smooth(shape->n))
        return STET_E_HALF_LENGTH;
    stet_half *h = (stet_half *)stet_alloc(sizeof *h);
    if (!h)
        return STET_E_MEMORY;
    take_shape(h, shape);
    h->convert = precision == STET_F16 ? isa->convert->f16 : isa->convert->bf16;
    const int split =
        h->mode == STET_HALF_STORE && h->kind == STET_C2C && stet_half_split_of(h->n) > 1;
    const int own = split ? 0 : create_own(h, isa);
    if (split      ? !stet_half_split_create(h, precision, isa)
        : own == 0 ? !create_whole(h, precision, isa)
                   : own < 0) {
        stet_half_destroy(h);
        return STET_E_MEMORY;
    }
    *half = h;
    return STET_OK;
}

void stet_half_destroy(stet_half *h)
{
    if (!h)
        return;
    stet_fft1d_release(h->whole.fft);
    stet_half_split_destroy(&h->split);
    stet_free(h);
}

stet_line_plan stet_half_plan(const stet_half *h)
{
    return (stet_line_plan){.n = h->n, .grain = h->group, .work = h->work};
}

const stet_fft1d *stet_half_inside(const stet_half *h)
{
    return h->mode == STET_HALF_IO ? h->whole.fft : NULL;
}

int stet_half_limit_radix(stet_half *h, int max_radix)
{
    return !h->whole.fft || stet_lines_limit_radix(&h->whole, max_radix);
}

void stet_half_describe(stet_text *to, const stet_half *h)
{
    static const char *const modes[] = {
        [STET_HALF_IO] = "io", [STET_HALF_STORE] = "store", [STET_HALF_NATIVE] = "native"};
    const stet_fft1d *f = h->whole.fft;
    const int alone = h->contiguous && h->direct.lines;
    stet_put(to, "mode: %s\nconverted: %s\n", modes[h->mode],
             h->own        ? "nowhere"
             : f && !alone ? "in the workspace"
                           : "by the first and the last passes");
    if (!f)
        stet_put(to, "split: %td %td\n", h->split.n1, h->split.n2);
    stet_lines_describe(to, f ? f : h->split.tall.fft,
                        h->contiguous || !(h->wide_in || h->wide_out), f ? h->group : 1);
}
