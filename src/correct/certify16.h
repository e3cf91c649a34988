/* SPDX-License-Identifier: Apache-2.0 */
/* Certifies outputs of stage double for binary16 and bfloat16. This is a template like certify.h.
 * is_f16 selects the format and is a constant wherever it is used. */

/* Certifies one interval, through float where that suffices. The float nearest to an end differs
 * from it by at most half a unit in its last place. If both floats are farther than that from any
 * point where rounding to 16 bits changes, and no such point lies between them, the ends themselves
 * round to one number. */
static inline int certify_one_16(const int is_f16, double y, double e, uint16_t *out)
{
    const int cut = STET_CUT(is_f16) - 29; /* bits of a float that are cut off */
    const uint32_t half = (uint32_t)1 << (cut - 1), below = 2 * half - 1;
    const uint32_t low = stet_bits_f32((float)(y - e)) + half;
    const uint32_t high = stet_bits_f32((float)(y + e)) + half;
    const uint32_t size = low & INT32_MAX, least = 0x38800000 + half, top = 0x477fe000 + half;
    const int is_usual = !is_f16 || size - least < top - least; /* from 2^-14 to 65504 (f16) */
    if (is_usual && low >> cut == high >> cut && ((low + 1) & below) > 2 &&
        ((high + 1) & below) > 2) {
        *out = (uint16_t)(is_f16 ? (low >> 31 << 15) + ((size >> cut) - (112 << 10)) : low >> cut);
        return 1;
    }
    *out = stet_to_16(is_f16, y - e);
    return *out == stet_to_16(is_f16, y + e);
}

/* Does certify_row() of certify.h for 16 bits. Numbers that vectors leave open are rounded once,
 * from double. */
INLINE ptrdiff_t certify_row_16(const int is_f16, const double *y, ptrdiff_t first, ptrdiff_t count,
                                double scale, double e, double *sums, uint16_t *out,
                                ptrdiff_t *undecided)
{
    ptrdiff_t i = 0, found = 0;
#ifdef NARROW_VECTORS
    const V s = SET1(scale), bound = SET1(e);
    for (; i + 2 * VL <= count; i += 2 * VL) {
        const V a = LOAD(y + i), b = LOAD(y + i + VL);
        unsigned left = NARROW_16(is_f16, MUL(a, s), MUL(b, s), bound, out + i);
        add_to_sums(a, sums, i);
        add_to_sums(b, sums, i + VL);
#ifdef DECIDE_16
        if (left) {
            const unsigned in_a = DECIDE_16(is_f16, MUL(a, s), bound, out + i);
            const unsigned in_b = DECIDE_16(is_f16, MUL(b, s), bound, out + i + VL);
            found += LIST(in_a, first + i, undecided + found);
            found += LIST(in_b, first + i + VL, undecided + found);
        }
#else
        for (; left; left &= left - 1) {
            const ptrdiff_t at = i + __builtin_ctz(left);
            if (!certify_one_16(is_f16, y[at] * scale, e, out + at))
                undecided[found++] = first + at;
        }
#endif
    }
#endif
    for (; i < count; i++) {
        if (sums)
            sums[i] = stet_fma_f64(y[i], y[i], sums[i]);
        if (!certify_one_16(is_f16, y[i] * scale, e, out + i))
            undecided[found++] = first + i;
    }
    return found;
}
