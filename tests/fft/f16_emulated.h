/* SPDX-License-Identifier: Apache-2.0 */
/* vec/f16_avx512fp16.h for CPUs that have AVX-512 but not its FP16: the same moves of data, the
 * arithmetic done in two halves of floats. With it the kernels of that type are the very templates
 * that run on FP16, and only the CPU's own operations are left untested where it lacks them. */
#define STET_F16_EMULATED
#include "vec/f16_avx512fp16.h"

typedef struct {
    __m512 low, high;
} Halves;

INLINE Halves split(V a)
{
    return (Halves){_mm512_cvtph_ps(_mm512_castsi512_si256(a)),
                    _mm512_cvtph_ps(_mm512_extracti64x4_epi64(a, 1))};
}
INLINE V joined(__m512 low, __m512 high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtps_ph(low, 0)),
                              _mm512_cvtps_ph(high, 0), 1);
}

/* vec/f16_avx512.h says why. */
INLINE __m512 fma_odd(__m512 a, __m512 b, __m512 c)
{
    const __m512 zero = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    const __m512 up = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    const __m512 down = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __mmask16 inexact = _mm512_cmp_ps_mask(down, up, _CMP_NEQ_UQ);
    const __m512i bits = _mm512_castps_si512(zero);
    return _mm512_castsi512_ps(_mm512_mask_or_epi32(bits, inexact, bits, _mm512_set1_epi32(1)));
}

INLINE V SET1(T a)
{
    short bits;
    __builtin_memcpy(&bits, &a, sizeof bits);
    return _mm512_set1_epi16(bits);
}

/* Functions, lest the kernels become too long for the compiler. */
#define FUNCTION static __attribute__((noinline))
FUNCTION V ADD(V a, V b)
{
    const Halves x = split(a), y = split(b);
    return joined(_mm512_add_ps(x.low, y.low), _mm512_add_ps(x.high, y.high));
}
FUNCTION V SUB(V a, V b)
{
    const Halves x = split(a), y = split(b);
    return joined(_mm512_sub_ps(x.low, y.low), _mm512_sub_ps(x.high, y.high));
}
FUNCTION V MUL(V a, V b)
{
    const Halves x = split(a), y = split(b);
    return joined(_mm512_mul_ps(x.low, y.low), _mm512_mul_ps(x.high, y.high));
}
FUNCTION V FMA(V a, V b, V c)
{
    const Halves x = split(a), y = split(b), z = split(c);
    return joined(fma_odd(x.low, y.low, z.low), fma_odd(x.high, y.high, z.high));
}
INLINE V FNMA(V a, V b, V c)
{
    return FMA(_mm512_xor_si512(a, _mm512_set1_epi16((short)0x8000)), b, c);
}
