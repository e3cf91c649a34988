/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes 16-bit numbers with vectors of them, vec/f16_neonfp16.h: see
 * vec/half_avx512fp16.h. */
typedef uint16x8_t Most;
typedef struct {
    V re, im;
} Pairs;
#define NOTHING_YET(most) vdupq_n_u16(0)
#define LARGER(a, b) vmaxq_u16(a, b)
#define INFINITE 0x7c00

INLINE int IS_FINITE(Most most) { return vmaxvq_u16(most) < 2 * INFINITE; }

INLINE void note_numbers(V numbers, Most *most)
{
    *most = vmaxq_u16(*most, vshlq_n_u16(vreinterpretq_u16_f16(numbers), 1));
}
INLINE void note(Pairs pairs, Most *most)
{
    note_numbers(pairs.re, most);
    note_numbers(pairs.im, most);
}

INLINE Pairs load_pairs(const uint16_t *p)
{
    Pairs pairs;
    LOAD_PAIRS((const T *)p, &pairs.re, &pairs.im);
    return pairs;
}
INLINE void widen_pairs(Pairs pairs, V *re, V *im)
{
    *re = pairs.re;
    *im = pairs.im;
}
INLINE T read_one(const uint16_t *p)
{
    T number;
    __builtin_memcpy(&number, p, sizeof number);
    return number;
}
INLINE V read_reals(const uint16_t *p) { return LOAD((const T *)p); }
INLINE V read_real_columns(const uint16_t *p) { return LOAD((const T *)p); }
INLINE void read_columns(const uint16_t *p, V *re, V *im) { LOAD_PAIRS((const T *)p, re, im); }
INLINE void read_lanes(const uint16_t *p, V *re, V *im) { LOAD_LANES((const T *)p, re, im); }

INLINE void store_pairs(uint16_t *p, Pairs pairs) { STORE_PAIRS((T *)p, pairs.re, pairs.im); }
INLINE Pairs narrow_pairs(V re, V im) { return (Pairs){re, im}; }

INLINE void write_pairs(uint16_t *p, V re, V im, Most *most)
{
    note((Pairs){re, im}, most);
    STORE_PAIRS((T *)p, re, im);
}
#define write_lanes write_pairs
