/* SPDX-License-Identifier: Apache-2.0 */
/* Binary16 on AVX-512F: a vector has 16 numbers, each held in a float. The moves are those of
 * vec/avx512.h; every operation is rounded to binary16. arith/round16.h has the definition, and
 * says why sum and product may be rounded to float first. */
#define STET_F32_KERNELS
#define ADD ADD_F32
#define SUB SUB_F32
#define MUL MUL_F32
#define FMA FMA_F32
#define FNMA FNMA_F32
#include "vec/avx512.h"
#undef ADD
#undef SUB
#undef MUL
#undef FMA
#undef FNMA
#undef PRECISION
#define PRECISION f16
#define SCALAR_ROUND stet_round16_f32

#include "arith/round16.h"

INLINE V round16(V x) { return _mm512_cvtph_ps(_mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)); }

INLINE V ADD(V a, V b) { return round16(ADD_F32(a, b)); }
INLINE V SUB(V a, V b) { return round16(SUB_F32(a, b)); }
INLINE V MUL(V a, V b) { return round16(MUL_F32(a, b)); }

#define TOWARDS(direction) ((direction) | _MM_FROUND_NO_EXC)

/* Rounds to odd and then to nearest, which is rounding once (round.h). If the result is not exact,
 * that is if rounding down and up differ, the value towards zero becomes odd by its last bit. */
INLINE V round_odd(V zero, V down, V up)
{
    const __mmask16 inexact = _mm512_cmp_ps_mask(down, up, _CMP_NEQ_UQ);
    const __m512i bits = _mm512_castps_si512(zero);
    return round16(
        _mm512_castsi512_ps(_mm512_mask_or_epi32(bits, inexact, bits, _mm512_set1_epi32(1))));
}
static __attribute__((noinline)) V FMA(V a, V b, V c)
{
    return round_odd(_mm512_fmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_ZERO)),
                     _mm512_fmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_NEG_INF)),
                     _mm512_fmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_POS_INF)));
}
static __attribute__((noinline)) V FNMA(V a, V b, V c)
{
    return round_odd(_mm512_fnmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_ZERO)),
                     _mm512_fnmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_NEG_INF)),
                     _mm512_fnmadd_round_ps(a, b, c, TOWARDS(_MM_FROUND_TO_POS_INF)));
}
