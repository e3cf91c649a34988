/* SPDX-License-Identifier: Apache-2.0 */
/* Computes sinf, cosf, sinpif, cospif as CUDA 13.0 does, over a vector type (vec/).
 *
 * Every operation here is one of NVIDIA's, in its order. Every product that is added to something
 * is inside an fma, so neither the options of NVIDIA's compiler nor the GPU nor our compiler can
 * change a bit. Constants are known as bits; they are written as the floats with those bits. */

/* Reduces x = q pi/2 + r; the last two bits of *q are right in every lane. In CUDA k is converted
 * from an integer, so it is never -0; this gives sinf(-0) = -0. */
INLINE V cuda13_reduce(V x, I *q)
{
    const V k = ADD(ROUND(MUL(x, SET1(0x1.45f306p-1f))), SET1(0.0f));
    V r = FMA(k, SET1(-0x1.921fb4p+0f), x);
    r = FMA(k, SET1(-0x1.4442d0p-24f), r);
    r = FMA(k, SET1(-0x1.84698ap-48f), r);
    *q = TO_INT(k);
    if (ANY(NOT_BELOW(x, STET_CUDA_LARGE))) {
        float xs[VL], rs[VL];
        int32_t qs[VL];
        STORE(xs, x);
        STORE(rs, r);
        STORE_INT(qs, *q);
        for (int i = 0; i < VL; i++)
            if (!(xs[i] > -STET_CUDA_LARGE && xs[i] < STET_CUDA_LARGE))
                rs[i] = stet_cuda_reduce_large(xs[i], &qs[i]);
        r = LOAD(rs);
        *q = LOAD_INT(qs);
    }
    return r;
}

/* Returns sin(r + i pi/2): the sine of r where i is even, its cosine where i is odd, negated where
 * i & 2. One polynomial computes both, with different constants; the first factor u makes the
 * cosine's r^2 or the sine's r^2 r. The negation is an fma: a zero becomes +0. */
INLINE V cuda13_kernel(V r, I i)
{
    const M odd = BIT(i, 1);
    const V s = MUL(r, r), u = SELECT(odd, SET1(1.0f), r);
    const V t = FMA(s, u, SET1(0.0f));
    V p = FMA(SET1(0x1.975800p-16f), s, SET1(-0x1.6c0fdap-10f));
    p = SELECT(odd, p, SET1(-0x1.9a82a6p-13f));
    p = FMA(p, s, SELECT(odd, SET1(0x1.555576p-5f), SET1(0x1.110bc8p-7f)));
    p = FMA(p, s, SELECT(odd, SET1(-0x1.fffffep-2f), SET1(-0x1.555550p-3f)));
    p = FMA(p, t, u);
    return SELECT(BIT(i, 2), FMA(p, SET1(-1.0f), SET1(0.0f)), p);
}

INLINE V cuda13_sin(V x)
{
    I q;
    const V r = cuda13_reduce(x, &q);
    return cuda13_kernel(r, q);
}

INLINE V cuda13_cos(V x)
{
    I q;
    const V r = cuda13_reduce(x, &q);
    return cuda13_kernel(r, ADD_INT(q, 1));
}

INLINE void cuda13_sincos(V x, V *sine, V *cosine)
{
    I q;
    const V r = cuda13_reduce(x, &q);
    *sine = cuda13_kernel(r, q);
    *cosine = cuda13_kernel(r, ADD_INT(q, 1));
}

/* Reduces x = n/2 + r, exactly. */
INLINE V cuda13_reduce_pi(V x, I *q)
{
    const V n = ROUND(ADD(x, x));
    *q = TO_INT(n);
    return FMA(SUB(SET1(0.0f), n), SET1(0.5f), x);
}

/* Returns sin(pi (r + i/2)). */
INLINE V cuda13_kernel_pi(V r, I i)
{
    const V zero = SET1(0.0f), s = MUL(r, r);
    V c = FMA(SET1(0x1.d09c24p-3f), s, SET1(-0x1.55a5c0p+0f));
    c = FMA(c, s, SET1(0x1.03c19ep+2f));
    c = FMA(c, s, SET1(-0x1.3bd3ccp+2f));
    c = FMA(c, s, SET1(1.0f));
    V a = FMA(SET1(-0x1.2f5992p-1f), s, SET1(0x1.466b20p+1f));
    a = FMA(a, s, SET1(-0x1.4abbecp+2f));
    a = FMA(a, FMA(s, r, zero), zero);
    a = FMA(SET1(0x1.921fb6p+1f), r, a);
    const V y = SELECT(BIT(i, 1), c, a);
    return SELECT(BIT(i, 2), SUB(zero, y), y);
}

INLINE V cuda13_sinpi(V x)
{
    I q;
    const V r = cuda13_reduce_pi(x, &q), y = cuda13_kernel_pi(r, q);
    return SELECT(EQUAL(x, ROUND(x)), MUL(x, SET1(0.0f)), y);
}

/* Beyond 2^24 every float is an even integer. */
INLINE V cuda13_cospi(V x)
{
    I q;
    const V small = SELECT(NOT_BELOW(x, 0x1.000002p+24f), MUL(x, SET1(0.0f)), x);
    const V r = cuda13_reduce_pi(small, &q);
    return cuda13_kernel_pi(r, ADD_INT(q, 1));
}
