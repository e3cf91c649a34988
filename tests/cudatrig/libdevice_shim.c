/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions that NVIDIA's libdevice calls by name, as IEEE 754 and the PTX manual
 * ("Floating Point Instructions", cvt) define them. */
#include <stdint.h>
#include <string.h>

#define NAME(symbol) __asm__(symbol)

float shim_fma(float a, float b, float c) NAME("shim.fma.rn.f");
float shim_mul(float a, float b) NAME("shim.mul.rn.f");
float shim_add(float a, float b) NAME("shim.add.rn.f");
float shim_fabs(float a) NAME("shim.fabs.f");
float shim_round(float a) NAME("shim.round.f");
float shim_trunc(float a) NAME("shim.trunc.f");
int32_t shim_f2i_rn(float a) NAME("shim.f2i.rn");
int32_t shim_f2i_rz(float a) NAME("shim.f2i.rz");
int shim_reflect(const char *name) NAME("shim.reflect");

float shim_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
float shim_mul(float a, float b) { return a * b; }
float shim_add(float a, float b) { return a + b; }
float shim_fabs(float a) { return __builtin_fabsf(a); }
float shim_round(float a) { return __builtin_rintf(a); } /* rni: ties to even */
float shim_trunc(float a) { return __builtin_truncf(a); }

/* Out of range: the nearest integer there is; NaN: 0. */
static int32_t saturate(float a)
{
    if (a != a)
        return 0;
    return a >= 0x1p31f ? INT32_MAX : a < -0x1p31f ? INT32_MIN : (int32_t)a;
}
int32_t shim_f2i_rn(float a) { return saturate(__builtin_rintf(a)); }
int32_t shim_f2i_rz(float a) { return saturate(a); }

/* What the compiler of a GPU would say: no flushing of subnormals, architecture 9.0. */
int shim_reflect(const char *name) { return strcmp(name, "__CUDA_ARCH") == 0 ? 900 : 0; }

/* The forms that flush subnormals are never reached. */
float shim_fma_ftz(float a, float b, float c) NAME("shim.fma.rn.ftz.f");
float shim_mul_ftz(float a, float b) NAME("shim.mul.rn.ftz.f");
float shim_add_ftz(float a, float b) NAME("shim.add.rn.ftz.f");
float shim_fabs_ftz(float a) NAME("shim.fabs.ftz.f");
int32_t shim_f2i_rn_ftz(float a) NAME("shim.f2i.rn.ftz");
float shim_fma_ftz(float a, float b, float c)
{
    return (void)a, (void)b, (void)c, __builtin_trap(), 0;
}
float shim_mul_ftz(float a, float b) { return (void)a, (void)b, __builtin_trap(), 0; }
float shim_add_ftz(float a, float b) { return (void)a, (void)b, __builtin_trap(), 0; }
float shim_fabs_ftz(float a) { return (void)a, __builtin_trap(), 0; }
int32_t shim_f2i_rn_ftz(float a) { return (void)a, __builtin_trap(), 0; }
