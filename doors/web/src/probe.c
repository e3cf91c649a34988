/* SPDX-License-Identifier: Apache-2.0 */
/* package/stet.js asks these functions before it loads a module: whether the engine has vectors,
 * and what its relaxed multiply-add computes. Each function has one multiply-add, on numbers that
 * the compiler does not know. */
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

#ifdef __wasm_relaxed_simd__
EXPORT(f32) float stet_probe_f32(float a, float b, float c);
EXPORT(f64) double stet_probe_f64(double a, double b, double c);

float stet_probe_f32(float a, float b, float c)
{
    const v128_t r =
        wasm_f32x4_relaxed_madd(wasm_f32x4_splat(a), wasm_f32x4_splat(b), wasm_f32x4_splat(c));
    return wasm_f32x4_extract_lane(r, 0);
}

double stet_probe_f64(double a, double b, double c)
{
    const v128_t r =
        wasm_f64x2_relaxed_madd(wasm_f64x2_splat(a), wasm_f64x2_splat(b), wasm_f64x2_splat(c));
    return wasm_f64x2_extract_lane(r, 0);
}
#else
EXPORT(f32) float stet_probe_f32(float a, float b);

float stet_probe_f32(float a, float b)
{
    return wasm_f32x4_extract_lane(wasm_f32x4_add(wasm_f32x4_splat(a), wasm_f32x4_splat(b)), 0);
}
#endif
