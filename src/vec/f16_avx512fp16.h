/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in binary16 with AVX512-FP16: a vector has 32 numbers, and every operation is one
 * instruction of the CPU. README.md has the contract. With STET_F16_EMULATED defined it has only
 * the moves, for CPUs with AVX-512 and no FP16: a test adds arithmetic of its own. */
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))

__extension__ typedef _Float16 T;
#define PRECISION f16
#define PRECISION_BITS STET_OWN_F16
#define VL 32
#define LOG2_VL 5
#define ROWS 16
#define LOG2_ROWS 4
#define STET_F16_NUMBER T
#define STET_OWN_F16_VECTORS
#define STREAM_END() _mm_sfence()

#ifdef STET_F16_EMULATED

typedef __m512i V;
INLINE __m512i bits_of(V a) { return a; }
INLINE V of_bits(__m512i a) { return a; }

#else

typedef __m512h V;
INLINE __m512i bits_of(V a) { return _mm512_castph_si512(a); }
INLINE V of_bits(__m512i a) { return _mm512_castsi512_ph(a); }

INLINE V SET1(T a) { return _mm512_set1_ph(a); }
INLINE V ADD(V a, V b) { return _mm512_add_ph(a, b); }
INLINE V SUB(V a, V b) { return _mm512_sub_ph(a, b); }
INLINE V MUL(V a, V b) { return _mm512_mul_ph(a, b); }
INLINE V FMA(V a, V b, V c) { return _mm512_fmadd_ph(a, b, c); }
INLINE V FNMA(V a, V b, V c) { return _mm512_fnmadd_ph(a, b, c); }

#endif

INLINE V LOAD(const T *p) { return of_bits(_mm512_loadu_si512(p)); }
INLINE void STORE(T *p, V a) { _mm512_storeu_si512(p, bits_of(a)); }
INLINE void STREAM(T *p, V a) { _mm512_stream_si512((__m512i *)p, bits_of(a)); }

/* Returns the lanes of b where the bits of mask are set, those of a elsewhere. */
INLINE V SELECT(V mask, V a, V b)
{
    return of_bits(_mm512_ternarylogic_epi32(bits_of(mask), bits_of(b), bits_of(a), 0xca));
}

/* In the last part (lines/methods/last.h) lanes 2 l and 2 l + 1 are row l of two columns, so 32-bit
 * lanes are transposed. */
#define OWN_ROWS
INLINE void LOAD_PACKED(const T *p, V *a, V *b)
{
    const __m512i both = _mm512_loadu_si512(p);
    *a = of_bits(_mm512_mask_blend_epi16(0xaaaaaaaa, both, _mm512_slli_epi32(both, 16)));
    *b = of_bits(_mm512_mask_blend_epi16(0x55555555, both, _mm512_srli_epi32(both, 16)));
}
INLINE void PACK_ROWS(T *to, const T *p, const T *q)
{
    const __m512i a = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)p));
    const __m512i b = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)q));
    _mm512_storeu_si512(to, _mm512_or_si512(a, _mm512_slli_epi32(b, 16)));
}

/* Loads 32 pairs: lane 2 i has number i, and lane 2 i + 1 number 16 + i. It uses shifts and blends,
 * which leave the port of permutations to the moves that follow. */
INLINE void load_mixed(const T *p, __m512i *re, __m512i *im)
{
    const __m512i a = _mm512_loadu_si512(p), b = _mm512_loadu_si512(p + VL);
    *re = _mm512_mask_blend_epi16(0xaaaaaaaa, a, _mm512_slli_epi32(b, 16));
    *im = _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(a, 16), b);
}

/* Lanes first(0), first(1) .. first(15) come first, then those of `second`. */
#define LANES_OF(first, second)                                                                    \
    _mm512_set_epi16(second(15), second(14), second(13), second(12), second(11), second(10),       \
                     second(9), second(8), second(7), second(6), second(5), second(4), second(3),  \
                     second(2), second(1), second(0), first(15), first(14), first(13), first(12),  \
                     first(11), first(10), first(9), first(8), first(7), first(6), first(5),       \
                     first(4), first(3), first(2), first(1), first(0))
#define EVEN_LANE(i) (2 * (i))
#define ODD_LANE(i) (2 * (i) + 1)
#define BACKWARDS_HIGH(i) (31 - (i))
#define BACKWARDS_LOW(i) (15 - (i))
INLINE V permuted(__m512i order, __m512i a) { return of_bits(_mm512_permutexvar_epi16(order, a)); }

INLINE void LOAD_PAIRS(const T *p, V *re, V *im)
{
    const __m512i order = LANES_OF(EVEN_LANE, ODD_LANE);
    __m512i a, b;
    load_mixed(p, &a, &b);
    *re = permuted(order, a);
    *im = permuted(order, b);
}

#define LOAD_COLUMNS LOAD_PAIRS
#define LOAD_REAL_COLUMNS LOAD

/* Loads as load_mixed() does, and then reorders the 32-bit lanes. */
INLINE void LOAD_LANES(const T *p, V *re, V *im)
{
    const __m512i order = _mm512_setr_epi32(0, 8, 1, 9, 4, 12, 5, 13, 2, 10, 3, 11, 6, 14, 7, 15);
    __m512i a, b;
    load_mixed(p, &a, &b);
    *re = of_bits(_mm512_permutexvar_epi32(order, a));
    *im = of_bits(_mm512_permutexvar_epi32(order, b));
}

INLINE V LOAD_REAL_LANES(const T *p)
{
    const __m512i order =
        _mm512_set_epi16(31, 15, 23, 7, 30, 14, 22, 6, 27, 11, 19, 3, 26, 10, 18, 2, 29, 13, 21, 5,
                         28, 12, 20, 4, 25, 9, 17, 1, 24, 8, 16, 0);
    return permuted(order, _mm512_loadu_si512(p));
}

INLINE void INTERLEAVE(V re, V im, V *low, V *high)
{
    const __m512i a = _mm512_unpacklo_epi16(bits_of(re), bits_of(im));
    const __m512i b = _mm512_unpackhi_epi16(bits_of(re), bits_of(im));
    const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    *low = of_bits(_mm512_permutex2var_epi64(a, first, b));
    *high = of_bits(_mm512_permutex2var_epi64(a, second, b));
}
INLINE void STORE_PAIRS(T *p, V re, V im)
{
    V low, high;
    INTERLEAVE(re, im, &low, &high);
    STORE(p, low);
    STORE(p + VL, high);
}
INLINE void STORE_LANES(T *p, V re, V im)
{
    _mm512_storeu_si512(p, _mm512_unpacklo_epi16(bits_of(re), bits_of(im)));
    _mm512_storeu_si512(p + VL, _mm512_unpackhi_epi16(bits_of(re), bits_of(im)));
}

INLINE V REVERSE(V a) { return permuted(LANES_OF(BACKWARDS_HIGH, BACKWARDS_LOW), bits_of(a)); }
INLINE V REVERSE_RUNS(V a)
{
    const __m512i back = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return of_bits(_mm512_permutexvar_epi32(back, bits_of(a)));
}

INLINE void TRANSPOSE(int h, V *a, V *b)
{
    const __m512i x = bits_of(*a), y = bits_of(*b);
    __m512i u, v;
    if (h == 16) {
        u = _mm512_shuffle_i64x2(x, y, 0x44);
        v = _mm512_shuffle_i64x2(x, y, 0xee);
    } else if (h == 8) {
        u = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), y);
        v = _mm512_permutex2var_epi64(x, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), y);
    } else if (h == 4) {
        u = _mm512_unpacklo_epi64(x, y);
        v = _mm512_unpackhi_epi64(x, y);
    } else if (h == 2) {
        u = _mm512_mask_blend_epi32(0xaaaa, x, _mm512_slli_epi64(y, 32));
        v = _mm512_mask_blend_epi32(0x5555, y, _mm512_srli_epi64(x, 32));
    } else {
        u = _mm512_mask_blend_epi16(0xaaaaaaaa, x, _mm512_slli_epi32(y, 16));
        v = _mm512_mask_blend_epi16(0x55555555, y, _mm512_srli_epi32(x, 16));
    }
    *a = of_bits(u);
    *b = of_bits(v);
}

/* Stores the even lanes as complex numbers at p, the others at q. */
INLINE void STORE_RUNS(T *p, T *q, V re, V im)
{
    TRANSPOSE(1, &re, &im);
    STORE(p, re);
    STORE(q, im);
}
INLINE void LOAD_TRANSPOSED(const T *p, ptrdiff_t step, V *z)
{
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
        z[i] = LOAD(p + i * step);
#pragma GCC unroll 4
    for (int h = ROWS / 2; h > 0; h /= 2)
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++)
            if (!(i & h))
                TRANSPOSE(2 * h, &z[i], &z[i + h]);
}
