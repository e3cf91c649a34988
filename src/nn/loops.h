/* SPDX-License-Identifier: Apache-2.0 */
/* The loops, written once: kernel.h includes this file for each stet_number. It defines
 *   NAME(x)            x with the number's suffix
 *   STORED, NUMBER     the numbers of an array, and of the computation
 *   LOAD(x), STORE(z)  from one to the other
 *   ADD, MUL, FMA, DIV, ROOT, FUNC(f, z)
 *   OF_DD(z)           from two words, rounded if necessary
 * which are undefined at the end. */

/* s + x w */
static inline NUMBER NAME(step)(int fused, NUMBER x, NUMBER w, NUMBER s)
{
    return fused ? FMA(x, w, s) : ADD(s, MUL(x, w));
}

static void NAME(depthwise_line)(int fused, ptrdiff_t first, ptrdiff_t length, const STORED *x,
                                 const STORED *w, const STORED *b, STORED *y)
{
    const NUMBER w0 = LOAD(w[0]), w1 = LOAD(w[1]), w2 = LOAD(w[2]);
    for (ptrdiff_t t = 0; t < length; t++) {
        NUMBER tap[3];
        for (ptrdiff_t i = 0; i < 3; i++) {
            const ptrdiff_t at = t + first + i;
            tap[i] = LOAD(at >= 0 && at < length ? x[at] : (STORED)0);
        }
        NUMBER s = NAME(step)(fused, tap[1], w1, MUL(tap[0], w0));
        s = NAME(step)(fused, tap[2], w2, s);
        y[t] = STORE(b ? ADD(s, LOAD(*b)) : s);
    }
}

static void NAME(depthwise)(int fused, ptrdiff_t first, ptrdiff_t rows, ptrdiff_t channels,
                            ptrdiff_t length, const void *x, const void *w, const void *b, void *y)
{
    for (ptrdiff_t r = 0; r < rows; r++)
        for (ptrdiff_t c = 0; c < channels; c++) {
            const ptrdiff_t at = (r * channels + c) * length;
            NAME(depthwise_line)
            (fused, first, length, (const STORED *)x + at, (const STORED *)w + 3 * c,
             b ? (const STORED *)b + c : NULL, (STORED *)y + at);
        }
}

/* Returns a row of a matrix times a vector of numbers, plus a bias. */
static NUMBER NAME(dot)(int fused, ptrdiff_t n, const NUMBER *x, const STORED *w, const STORED *b)
{
    NUMBER s = LOAD((STORED)0);
    for (ptrdiff_t i = 0; i < n; i++)
        s = NAME(step)(fused, x[i], LOAD(w[i]), s);
    return b ? ADD(s, LOAD(*b)) : s;
}

static NUMBER NAME(dot_stored)(int fused, ptrdiff_t n, const STORED *x, const STORED *w,
                               const STORED *b)
{
    NUMBER s = LOAD((STORED)0);
    for (ptrdiff_t i = 0; i < n; i++)
        s = NAME(step)(fused, LOAD(x[i]), LOAD(w[i]), s);
    return b ? ADD(s, LOAD(*b)) : s;
}

static void NAME(linear)(int fused, ptrdiff_t rows, ptrdiff_t in, ptrdiff_t out, const void *x,
                         const void *w, const void *b, void *y)
{
    for (ptrdiff_t r = 0; r < rows; r++)
        for (ptrdiff_t o = 0; o < out; o++)
            ((STORED *)y)[r * out + o] = STORE(
                NAME(dot_stored)(fused, in, (const STORED *)x + r * in, (const STORED *)w + o * in,
                                 b ? (const STORED *)b + o : NULL));
}

static inline NUMBER NAME(minus)(NUMBER a, NUMBER b) { return ADD(a, MUL(b, LOAD((STORED)-1))); }

static void NAME(norm_row)(int fused, ptrdiff_t n, double eps, const STORED *x, const STORED *gamma,
                           const STORED *beta, STORED *y)
{
    const NUMBER count = LOAD((STORED)n);
    NUMBER sum = LOAD((STORED)0), squares = sum;
    for (ptrdiff_t i = 0; i < n; i++)
        sum = ADD(sum, LOAD(x[i]));
    const NUMBER mean = DIV(sum, count);
    for (ptrdiff_t i = 0; i < n; i++) {
        const NUMBER d = NAME(minus)(LOAD(x[i]), mean);
        squares = NAME(step)(fused, d, d, squares);
    }
    const NUMBER variance = ADD(DIV(squares, count), OF_DD(stet_dd_from(eps)));
    const NUMBER g = DIV(LOAD((STORED)1), ROOT(variance));
    for (ptrdiff_t i = 0; i < n; i++) {
        const NUMBER d = MUL(NAME(minus)(LOAD(x[i]), mean), g);
        y[i] = STORE(NAME(step)(fused, d, LOAD(gamma[i]), LOAD(beta[i])));
    }
}

static void NAME(norm)(int fused, ptrdiff_t rows, ptrdiff_t n, double eps, const void *x,
                       const void *gamma, const void *beta, void *y)
{
    for (ptrdiff_t r = 0; r < rows; r++)
        NAME(norm_row)
    (fused, n, eps, (const STORED *)x + r * n, (const STORED *)gamma, (const STORED *)beta,
     (STORED *)y + r * n);
}

/* to = sin(frequency (w from + b)) */
static void NAME(sines)(int fused, ptrdiff_t in, ptrdiff_t out, const NUMBER *from, const STORED *w,
                        const STORED *b, const STORED *frequency, NUMBER *to)
{
    for (ptrdiff_t o = 0; o < out; o++) {
        const NUMBER s = NAME(dot)(fused, in, from, w + o * in, b + o);
        to[o] = FUNC(STET_FUNC_SIN, MUL(LOAD(frequency[o]), s));
    }
}

static void NAME(filter)(int fused, const stet_hyena_filter_options *o, void *k, void *work)
{
    const ptrdiff_t order = o->order, bands = (o->features - 1) / 2;
    const STORED *frequency = (const STORED *)o->frequency, *delta = (const STORED *)o->delta;
    NUMBER *z = (NUMBER *)work, *h = z + o->features, *next = h + order;
    for (ptrdiff_t n = 0; n < o->length; n++) {
        z[0] = OF_DD(stet_position_time(o, n));
        for (ptrdiff_t j = 0; j < bands; j++) {
            const stet_dd angle = stet_position_angle(o, n, j);
            z[1 + j] = OF_DD(stet_func_in_two_words(STET_FUNC_COS, angle));
            z[1 + bands + j] = OF_DD(stet_dd_neg(stet_func_in_two_words(STET_FUNC_SIN, angle)));
        }
        NAME(sines)
        (fused, o->features, order, z, (const STORED *)o->w_in, (const STORED *)o->b_in, frequency,
         h);
        for (ptrdiff_t i = 0; i < o->inner; i++) {
            NAME(sines)
            (fused, order, order, h, (const STORED *)o->w_inner + i * order * order,
             (const STORED *)o->b_inner + i * order, frequency, next);
            memcpy(h, next, (size_t)order * sizeof *h);
        }
        for (ptrdiff_t c = 0; c < o->channels; c++) {
            const NUMBER s = NAME(dot)(fused, order, h, (const STORED *)o->w_out + c * order, NULL);
            const stet_dd decay = stet_position_decay(o, n, (double)delta[c]);
            const NUMBER e = FUNC(STET_FUNC_EXP, OF_DD(decay));
            const NUMBER window = ADD(e, OF_DD(stet_dd_from(o->shift)));
            ((STORED *)k)[c * o->length + n] = STORE(MUL(s, window));
        }
    }
}

#undef NAME
#undef STORED
#undef NUMBER
#undef LOAD
#undef STORE
#undef ADD
#undef MUL
#undef FMA
#undef DIV
#undef ROOT
#undef FUNC
#undef OF_DD
