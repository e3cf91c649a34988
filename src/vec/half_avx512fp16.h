/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes 16-bit numbers with vectors of them, vec/f16_avx512fp16.h: it moves them, and
 * finds the largest. Most is as in vec/half_avx512.h, of both parts. */
typedef __m512i Most;
typedef struct {
    V re, im;
} Pairs;
#define NOTHING_YET(most) _mm512_setzero_si512()
#define LARGER(a, b) _mm512_max_epu16(a, b)
#define INFINITE 0x7c00

INLINE int IS_FINITE(Most most)
{
    return _mm512_cmpge_epu16_mask(most, _mm512_set1_epi16((short)(2 * INFINITE))) == 0;
}

INLINE void note_numbers(V numbers, Most *most)
{
    const __m512i bits = bits_of(numbers);
    *most = _mm512_max_epu16(*most, _mm512_add_epi16(bits, bits));
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
INLINE V read_real_columns(const uint16_t *p) { return LOAD_REAL_COLUMNS((const T *)p); }
INLINE void read_columns(const uint16_t *p, V *re, V *im) { LOAD_COLUMNS((const T *)p, re, im); }
INLINE void read_lanes(const uint16_t *p, V *re, V *im) { LOAD_LANES((const T *)p, re, im); }

INLINE void store_pairs(uint16_t *p, Pairs pairs) { STORE_PAIRS((T *)p, pairs.re, pairs.im); }
INLINE Pairs narrow_pairs(V re, V im) { return (Pairs){re, im}; }

INLINE void write_pairs(uint16_t *p, V re, V im, Most *most)
{
    note((Pairs){re, im}, most);
    STORE_PAIRS((T *)p, re, im);
}
INLINE void write_lanes(uint16_t *p, V re, V im, Most *most)
{
    note((Pairs){re, im}, most);
    STORE_LANES((T *)p, re, im);
}
INLINE void write_runs(uint16_t *p, uint16_t *q, V re, V im, Most *most)
{
    note((Pairs){re, im}, most);
    STORE_RUNS((T *)p, (T *)q, re, im);
}
