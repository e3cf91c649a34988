/* SPDX-License-Identifier: Apache-2.0 */
/* The SSE that PFFFT uses, made from WebAssembly's vectors. */
#include <wasm_simd128.h>

typedef v128_t __m128;

#define _MM_SHUFFLE(d, c, b, a) ((d) << 6 | (c) << 4 | (b) << 2 | (a))
#define _mm_setzero_ps() wasm_f32x4_splat(0)
#define _mm_set1_ps wasm_f32x4_splat
#define _mm_add_ps wasm_f32x4_add
#define _mm_sub_ps wasm_f32x4_sub
#define _mm_mul_ps wasm_f32x4_mul
#define _mm_load_ps wasm_v128_load
#define _mm_loadu_ps wasm_v128_load
#define _mm_unpacklo_ps(a, b) wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)
#define _mm_unpackhi_ps(a, b) wasm_i32x4_shuffle(a, b, 2, 6, 3, 7)
#define _mm_shuffle_ps(a, b, m)                                                                    \
    wasm_i32x4_shuffle(a, b, (m) & 3, (m) >> 2 & 3, ((m) >> 4 & 3) + 4, ((m) >> 6 & 3) + 4)
#define _MM_TRANSPOSE4_PS(a, b, c, d)                                                              \
    do {                                                                                           \
        const v128_t ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);                       \
        const v128_t high_ab = _mm_unpackhi_ps(a, b), high_cd = _mm_unpackhi_ps(c, d);             \
        a = wasm_i32x4_shuffle(ab, cd, 0, 1, 4, 5);                                                \
        b = wasm_i32x4_shuffle(ab, cd, 2, 3, 6, 7);                                                \
        c = wasm_i32x4_shuffle(high_ab, high_cd, 0, 1, 4, 5);                                      \
        d = wasm_i32x4_shuffle(high_ab, high_cd, 2, 3, 6, 7);                                      \
    } while (0)
