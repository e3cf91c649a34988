/* Sums that round at every step, written once: sum.c includes this for float and
 * double, with SUM_REAL and SUM() defined, which are undefined at the end.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Adds a subtree of eight leaves without calls. */
static SUM_REAL SUM(pairwise_8)(const SUM_REAL *x, ptrdiff_t d)
{
    return ((x[0] + x[d]) + (x[2 * d] + x[3 * d])) +
           ((x[4 * d] + x[5 * d]) + (x[6 * d] + x[7 * d]));
}

/* Adds by a tree: n > 1 terms are split at the largest power of two below n, and the sums of the
 * two parts are added left + right. The error is at most log2(n) rounded up times u times the sum
 * of the magnitudes, to first order. */
static SUM_REAL SUM(pairwise)(ptrdiff_t n, const SUM_REAL *x, ptrdiff_t d)
{
    if (n == 8)
        return SUM(pairwise_8)(x, d);
    if (n <= 1)
        return n == 1 ? x[0] : 0;
    ptrdiff_t left = (ptrdiff_t)1 << (63 - __builtin_clzll((unsigned long long)n - 1));
    return SUM(pairwise)(left, x, d) + SUM(pairwise)(n - left, x + left * d, d);
}

/* Adds a plain sum s from the first term to the last, and the sum c of the errors of its additions,
 * each exact (fast two-sum of the larger and the smaller by magnitude); the result is s + c.
 * Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54,
 * 1974. The error is at most u |sum| plus about (n u)^2 times the sum of the magnitudes (Ogita,
 * Rump and Oishi 2005, Proposition 4.5, for the same errors found by two-sum).
 *
 * The fast two-sum with sorted operands overflows only where s does (Boldo, Graillat and Muller,
 * "On the robustness of the 2Sum and Fast2Sum algorithms", ACM TOMS 44(1), 2017). An infinite or
 * NaN s is the result; c, which is then NaN, is not used. A c of 0 is not added, so that a sum of
 * -0 alone is -0. */
static SUM_REAL SUM(compensated)(ptrdiff_t n, const SUM_REAL *x, ptrdiff_t d)
{
    SUM_REAL s = n > 0 ? x[0] : 0;
    SUM_REAL c = 0;
    for (ptrdiff_t i = 1; i < n; i++) {
        SUM_REAL term = x[i * d], e;
        int sorted = SUM_ABS(s) >= SUM_ABS(term);
        s = SUM_EFT(fast_two_sum)(sorted ? s : term, sorted ? term : s, &e);
        c += e;
    }
    return c == 0 || !__builtin_isfinite(s) ? s : s + c;
}

#undef SUM_REAL
#undef SUM
#undef SUM_EFT
#undef SUM_ABS
