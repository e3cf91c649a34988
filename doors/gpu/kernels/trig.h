/* SPDX-License-Identifier: Apache-2.0 */
/* Computes sinf, cosf, sinpif and cospif with the bits of CUDA 13.0, one float at a time. The
 * operations are those of src/cudatrig/cuda13.h and reduce.h, which explain them. */
#if REAL == 32 && HAS_KERNEL(IS_TRIG)

/* Rounds to an integer, ties to even, and keeps signs of zeros. Floats from 2^23 on are
 * integers. */
DEV float nearest(const float x)
{
    const u32 sign = AS_U32(x) & 0x80000000u;
    const float size = AS_F32(AS_U32(x) ^ sign);
    if (!(size < 0x1p23f))
        return x;
    return AS_F32(AS_U32(SUB32(ADD32(size, 0x1p23f), 0x1p23f)) | sign);
}

/* Returns the last two bits of the integer x for |x| < 2^30; for other x the result is not used. */
DEV int last_bits(const float x) { return x > -0x1p30f && x < 0x1p30f ? (int)x : 0; }

/* For |x| >= 105615: multiplies by 192 bits of 2/pi, in words of 32 bits, because a device has no
 * longer ones. */
DEV float reduce_large(const float x, int *q)
{
    const u32 two_over_pi[6] = {0x3c439041u, 0xdb629599u, 0xf534ddc0u,
                                0xfc2757d1u, 0x4e441529u, 0xa2f9836eu};
    const u32 bits = AS_U32(x), field = bits >> 23 & 0xff, m = bits << 8 | 0x80000000u;
    u32 word[7];
    u64 carry = 0;
    *q = 0;
    if (field == 0xff)
        return MUL32(x, 0.0f);
    UNROLLED for (int i = 0; i < 6; i++)
    {
        carry += (u64)m * two_over_pi[i];
        word[i] = (u32)carry;
        carry >>= 32;
    }
    word[6] = (u32)carry;
    const u32 e = field - 128;
    const u64 first = (u64)word[6] << 32 | word[5], second = (u64)word[4] << 32 | word[3];
    const u64 third = (u64)word[2] << 32 | word[1], high = e < 64 ? first : second;
    const u64 turns = high << (e & 63) | (e < 64 ? second : third) >> 1 >> (63 - (e & 63));
    const u64 fraction = turns << 2, flip = fraction >> 63;
    const int quarter = (int)(turns >> 62) + (int)flip;
    *q = bits >> 31 ? -quarter : quarter;
    const i64 rest = (i64)(flip ? ~fraction : fraction);
    const float r = (float)MUL64((double)rest, 0x1.921fb54442d19p-64);
    return AS_F32(AS_U32(r) ^ (u32)(flip ^ bits >> 31) << 31);
}

DEV float reduce(const float x, int *q)
{
    if (!(x > -105615.0f && x < 105615.0f))
        return reduce_large(x, q);
    const float k = ADD32(nearest(MUL32(x, 0x1.45f306p-1f)), 0.0f);
    *q = last_bits(k);
    return FMA32(k, -0x1.84698ap-48f, FMA32(k, -0x1.4442d0p-24f, FMA32(k, -0x1.921fb4p+0f, x)));
}

DEV float sine_of(const float r, const int i)
{
    const int odd = i & 1;
    const float s = MUL32(r, r), u = odd ? 1.0f : r, t = FMA32(s, u, 0.0f);
    float p = odd ? FMA32(0x1.975800p-16f, s, -0x1.6c0fdap-10f) : -0x1.9a82a6p-13f;
    p = FMA32(p, s, odd ? 0x1.555576p-5f : 0x1.110bc8p-7f);
    p = FMA32(p, s, odd ? -0x1.fffffep-2f : -0x1.555550p-3f);
    p = FMA32(p, t, u);
    return i & 2 ? FMA32(p, -1.0f, 0.0f) : p;
}

DEV float reduce_pi(const float x, int *q)
{
    const float n = nearest(ADD32(x, x));
    *q = last_bits(n);
    return FMA32(SUB32(0.0f, n), 0.5f, x);
}

DEV float sine_of_pi(const float r, const int i)
{
    const float s = MUL32(r, r);
    float y;
    if (i & 1) {
        y = FMA32(FMA32(0x1.d09c24p-3f, s, -0x1.55a5c0p+0f), s, 0x1.03c19ep+2f);
        y = FMA32(FMA32(y, s, -0x1.3bd3ccp+2f), s, 1.0f);
    } else {
        y = FMA32(FMA32(-0x1.2f5992p-1f, s, 0x1.466b20p+1f), s, -0x1.4abbecp+2f);
        y = FMA32(0x1.921fb6p+1f, r, FMA32(y, FMA32(s, r, 0.0f), 0.0f));
    }
    return i & 2 ? SUB32(0.0f, y) : y;
}

#define THREADS_OF_TRIG 128

/* The device's own functions; in C our functions replace them. */
#if defined(IN_CUDA)
DEV float own_trig(const float x, const i64 which)
{
    return which == 1 ? sinf(x) : which == 2 ? cosf(x) : which == 3 ? sinpif(x) : cospif(x);
}
#elif defined(IN_OPENCL)
DEV float own_trig(const float x, const i64 which)
{
    return which == 1 ? sin(x) : which == 2 ? cos(x) : which == 3 ? sinpi(x) : cospi(x);
}
#endif
#if defined(IN_C)
#define IS_OWN 0
#define own_trig(x, which) (x)
#else
#define IS_OWN SCALED
#endif

/* Maps a1 floats of s0 to s1, which may be s0. a0 is the stet_trig_function. */
KERNEL(stet_trig_map, THREADS_OF_TRIG)
{
    UNUSED_ARGUMENTS;
    EACH_THREAD
    {
        const i64 i = (i64)BLOCK * THREADS_OF_TRIG + THREAD;
        if (i < a1) {
            const float x = ((GLOBAL const float *)(s0 + o0))[i];
            int q;
            float y;
            if (IS_OWN) {
                y = own_trig(x, a0);
            } else if (a0 < 3) {
                const float r = reduce(x, &q);
                y = sine_of(r, q + (int)a0 - 1);
            } else if (a0 == 3) {
                const float r = reduce_pi(x, &q);
                y = x == nearest(x) ? MUL32(x, 0.0f) : sine_of_pi(r, q);
            } else {
                const int small = x > -0x1.000002p+24f && x < 0x1.000002p+24f;
                const float r = reduce_pi(small ? x : MUL32(x, 0.0f), &q);
                y = sine_of_pi(r, q + 1);
            }
            ((GLOBAL float *)(s1 + o1))[i] = y;
        }
    }
}
#endif
