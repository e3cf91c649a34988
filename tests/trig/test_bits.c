/* SPDX-License-Identifier: Apache-2.0 */
/* One hash of very many results, the same on every machine and for every compiler. It prints
 * the hash and needs nothing but libc, so that it can be built by hand from itself, the sources
 * of src/trig and src/base/alloc.c where cmocka and MPFR are not to be had. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "stet.h"
#include "trig/roots.h"

/* Right because the other tests compare with MPFR; frozen with STET_BITS_VERSION. */
#define GOLDEN UINT64_C(0xd01a6f159c15e117)

static uint64_t hash = UINT64_C(0xcbf29ce484222325);

/* FNV-1a, byte by byte in the order of a little-endian machine. */
static void add(const void *number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)number)[i]) * UINT64_C(0x100000001b3);
}

static void add_roots(int64_t n, int64_t step)
{
    for (int64_t k = 0; k < n; k += step) {
        float f[2];
        double d[2], c[2], s[2];
        stet_root_f32(k, n, &f[0], &f[1]);
        stet_root_f64(k, n, &d[0], &d[1]);
        stet_root_dd(k, n, c, s);
        add(f, sizeof f);
        add(d, sizeof d);
        add(c, sizeof c);
        add(s, sizeof s);
    }
}

static int add_twiddles(uint64_t n)
{
    static float m_f32[8192], t_f32[8192];
    static double m[8192], t[8192];
    stet_roots *roots = stet_roots_create(n);
    if (!roots)
        return 1;
    for (uint64_t L = n / 2; L > 0; L /= 2) {
        uint64_t count = L < 8192 ? L : 8192;
        stet_roots_twiddles_f32(roots, L, count, m_f32, t_f32);
        stet_roots_twiddles_f64(roots, L, count, m, t);
        add(m_f32, count * sizeof *m_f32);
        add(t_f32, count * sizeof *t_f32);
        add(m, count * sizeof *m);
        add(t, count * sizeof *t);
    }
    for (uint64_t k = 0; k < n; k += n / 997 + 1) {
        double c[2], s[2];
        stet_roots_dd(roots, k, c, s);
        add(c, sizeof c);
        add(s, sizeof s);
    }
    stet_roots_destroy(roots);
    return 0;
}

int main(void)
{
    for (int64_t n = 1; n <= 64; n++)
        add_roots(n, 1);
    add_roots(1009, 1);
    add_roots(4096, 1);
    add_roots(((int64_t)1 << 40) - 87, ((int64_t)1 << 40) / 2000);
    add_roots((int64_t)1 << 40, (((int64_t)1 << 40) / 2000) | 1);
    int failed = add_twiddles(1u << 14) | add_twiddles(1u << 24);
    printf("%016" PRIx64 "\n", hash);
    return failed | (hash != GOLDEN);
}
