/* SPDX-License-Identifier: Apache-2.0 */
/* fpsan.h declares the functions by which a test program talks to FPSan. If fpsan-cc compiles the
 * program (it defines FPSAN), the algebra provides the inputs, and the outputs are recorded. If
 * another compiler does, the inputs are random numbers in [-1, 1), and the program prints a digest
 * of its outputs.
 *
 * Inputs are numbered in the order in which the program asks for them, outputs in the order in
 * which it passes them. Two programs that are compared must use the same order. Do not call these
 * functions from two threads at once. n may be 0. */
#ifndef FPSAN_H
#define FPSAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef FPSAN

/* Fill x[0..n-1] with the next n inputs. */
void fpsan_input_f32(float *x, size_t n);
void fpsan_input_f64(double *x, size_t n);

/* Record x[0..n-1] as the next n outputs. */
void fpsan_output_f32(const float *x, size_t n);
void fpsan_output_f64(const double *x, size_t n);

/* Print the name of the number x on stderr: "label = cos(2 pi 3/64)". */
void fpsan_explain_f32(const char *label, float x);
void fpsan_explain_f64(const char *label, double x);

#else

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fpsan_native {
    uint64_t drawn, digest, outputs;
};

/* Each source file has its own state, which is enough for a test program of one file. */
static struct fpsan_native fpsan_native_state = {0, UINT64_C(0xcbf29ce484222325), 0};

static void fpsan_native_print(void)
{
    fprintf(stderr, "fpsan: native: %llu outputs, digest %016llx\n",
            (unsigned long long)fpsan_native_state.outputs,
            (unsigned long long)fpsan_native_state.digest);
}

static inline double fpsan_native_draw(void)
{
    const char *seed = getenv("FPSAN_SEED");
    uint64_t h = (uint64_t)(seed ? atoll(seed) : 1) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= fpsan_native_state.drawn++;
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)(int64_t)(h ^ h >> 31) / 9223372036854775808.0;
}

static inline void fpsan_native_put(uint64_t bits)
{
    if (fpsan_native_state.outputs++ == 0)
        atexit(fpsan_native_print);
    fpsan_native_state.digest = (fpsan_native_state.digest ^ bits) * UINT64_C(0x100000001b3);
}

static inline void fpsan_input_f32(float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (float)fpsan_native_draw();
}

static inline void fpsan_input_f64(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = fpsan_native_draw();
}

static inline void fpsan_output_f32(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        fpsan_native_put(bits);
    }
}

static inline void fpsan_output_f64(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        fpsan_native_put(bits);
    }
}

static inline void fpsan_explain_f32(const char *label, float x)
{
    fprintf(stderr, "fpsan: %s = %a\n", label, (double)x);
}

static inline void fpsan_explain_f64(const char *label, double x)
{
    fprintf(stderr, "fpsan: %s = %a\n", label, x);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
