/* SPDX-License-Identifier: Apache-2.0 */
/* From an interval of doubles to the narrow number that all of it rounds to: level 1. A template,
 * as certify.h. is_f16 tells the formats of 16 bits apart and is a constant wherever it is used. */

/* By monotonicity of rounding: |X - y| <= e, fl(y - e) and fl(y + e) with e enlarged by their own
 * rounding enclose X, and if both become one float then so does X. Bits are compared, not
 * numbers: +0 and -0 differ, and e > 0 keeps zero itself undecided. */
static inline int certify_one(double y, double e, float *out)
{
    const float low = (float)(y - e), high = (float)(y + e);
    uint32_t low_bits, high_bits;
    memcpy(&low_bits, &low, sizeof low);
    memcpy(&high_bits, &high, sizeof high);
    *out = low;
    return low_bits == high_bits && low == low; /* a bound that is not a number decides nothing */
}

/* One interval, by way of float where that decides. The float nearest to an end is off by half a
 * unit in its last place at most. If both floats are further than that from any point where
 * rounding to 16 bits changes, and none lies between them, the ends themselves round to one
 * number. */
static inline int certify_one_16(const int is_f16, double y, double e, uint16_t *out)
{
    const int cut = STET_CUT(is_f16) - 29; /* bits of a float that go */
    const uint32_t half = (uint32_t)1 << (cut - 1), below = 2 * half - 1;
    const uint32_t low = stet_bits_f32((float)(y - e)) + half;
    const uint32_t high = stet_bits_f32((float)(y + e)) + half;
    const uint32_t size = low & INT32_MAX, least = 0x38800000 + half, top = 0x477fe000 + half;
    const int is_usual = !is_f16 || size - least < top - least; /* from 2^-14 to 65504 */
    if (is_usual && low >> cut == high >> cut && ((low + 1) & below) > 2 &&
        ((high + 1) & below) > 2) {
        *out = (uint16_t)(is_f16 ? (low >> 31 << 15) + ((size >> cut) - (112 << 10)) : low >> cut);
        return 1;
    }
    *out = stet_to_16(is_f16, y - e);
    return *out == stet_to_16(is_f16, y + e);
}

#ifdef NARROW_VECTORS
/* 2 VL intervals: the set of those that it does not decide. What vectors leave open is rounded
 * once, from double. */
INLINE unsigned certify_16(const int is_f16, V a, V b, V e, uint16_t *out)
{
    unsigned left = NARROW_16(is_f16, a, b, e, out), differ = 0;
    if (__builtin_expect(left == 0, 1))
        return 0;
#ifdef DECIDE_16
    differ = DECIDE_16(is_f16, a, e, out);
    return differ | DECIDE_16(is_f16, b, e, out + VL) << VL;
#else
    double y[2 * VL], bound[VL];
    STORE(y, a);
    STORE(y + VL, b);
    STORE(bound, e);
    for (; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        differ |= (unsigned)!certify_one_16(is_f16, y[i], bound[0], out + i) << i;
    }
    return differ;
#endif
}
#endif
