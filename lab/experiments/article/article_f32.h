/* SPDX-License-Identifier: Apache-2.0 */
/* The float sine and cosine of M. Suiche, "Porting CUDA FFT to Mojo: Achieving Bit-Exact Precision"
 * (2025), over the vector type of vec/trig_*.h, with its decimals and its use of fma. It only
 * records that text. Its three parts of pi/2 are not those of CUDA, although the text shows CUDA's
 * bits beside them: the first is pi/2 rounded up, not down, so that the second constant in the code
 * should be positive; it is negative. The decimals of its polynomials are near those of older CUDA.
 */

/* Reduces x. There is no path for large arguments; for them k is x 2/pi itself, and from 2^25 on,
 * where floats are multiples of 4, the quadrant is 0. */
INLINE V article_reduce(V x, I *q)
{
    const V k = ADD(ROUND(MUL(x, SET1(0.6366197723675814f))), SET1(0.0f)); /* no -0 */
    V r = FMA(k, SET1(-1.5707963705062866f), x);
    r = FMA(k, SET1(-4.3711388286738386e-08f), r);
    r = FMA(k, SET1(-1.2560587133447677e-15f), r);
    *q = TO_INT(k);
    return r;
}

INLINE V article_kernel(V r, I i)
{
    const V s = MUL(r, r);
    V c = FMA(SET1(2.44331570e-05f), s, SET1(-1.38873163e-03f));
    c = FMA(c, s, SET1(4.16666418e-02f));
    c = FMA(c, s, SET1(-0.5f));
    c = FMA(c, s, SET1(1.0f));
    V a = FMA(SET1(-1.95152959e-04f), s, SET1(8.33216030e-03f));
    a = FMA(a, s, SET1(-1.66666552e-01f));
    a = FMA(MUL(a, s), r, r);
    const V y = SELECT(BIT(i, 1), c, a);
    return SELECT(BIT(i, 2), MUL(y, SET1(-1.0f)), y);
}

INLINE V article_sin(V x)
{
    I q;
    const V r = article_reduce(x, &q);
    return article_kernel(r, q);
}

INLINE V article_cos(V x)
{
    I q;
    const V r = article_reduce(x, &q);
    return article_kernel(r, ADD_INT(q, 1));
}
