/* SPDX-License-Identifier: Apache-2.0 */
#include "fftw_test.h"

/* splitmix64 (Steele, Lea, Flood 2014) */
uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

ptrdiff_t random_from(uint64_t *state, ptrdiff_t least, ptrdiff_t most)
{
    return least + (ptrdiff_t)(next_random(state) % (uint64_t)(most - least + 1));
}

void fill_random(uint64_t *state, real *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int64_t bits = (int64_t)next_random(state) >> 11;
        x[i] = (real)((double)bits * 0x1p-52 / (double)(1 << random_from(state, 0, 8)));
    }
}

size_t reals_of(kind k, int is_output, int rank, const ptrdiff_t *n)
{
    const bool pairs = k == C2C || k == (is_output ? R2C : C2R);
    size_t total = pairs ? 2 : 1;
    for (int i = 0; i < rank; i++)
        total *= (size_t)(k != C2C && pairs && i == rank - 1 ? n[i] / 2 + 1 : n[i]);
    return total;
}

void stet_reference(kind k, int backward, int rank, const ptrdiff_t *n, const real *in, real *out,
                    stet_level level)
{
    static const stet_kind kinds[] = {STET_C2C, STET_R2C, STET_C2R};
    const bool inverse = k == C2R || (k == C2C && backward);
    stet_dim dims[8];
    stet_options o;
    assert_int_equal(stet_dims_contiguous(kinds[k], rank, n, dims), STET_OK);
    stet_options_init(&o);
    o.kind = kinds[k];
    o.precision = PRECISION;
    o.level = level;
    o.direction = inverse ? STET_INVERSE : STET_FORWARD;
    o.norm = inverse ? STET_NORM_FORWARD : STET_NORM_BACKWARD;
    o.rank = rank;
    o.dims = dims;
    assert_int_equal(stet_transform(&o, in, out), STET_OK);
}

void stet_reference_r2r(int rank, const ptrdiff_t *n, const int *kinds, const real *in, real *out,
                        stet_level level)
{
    static const stet_r2r_kind ours[R2R_KINDS] = {
        [FFTW_R2HC] = STET_R2HC,    [FFTW_HC2R] = STET_HC2R,    [FFTW_DHT] = STET_DHT,
        [FFTW_REDFT00] = STET_DCT1, [FFTW_REDFT10] = STET_DCT2, [FFTW_REDFT01] = STET_DCT3,
        [FFTW_REDFT11] = STET_DCT4, [FFTW_RODFT00] = STET_DST1, [FFTW_RODFT10] = STET_DST2,
        [FFTW_RODFT01] = STET_DST3, [FFTW_RODFT11] = STET_DST4};
    stet_r2r_kind r2r[4];
    stet_dim dims[4];
    stet_options o;
    assert_int_equal(stet_dims_contiguous(STET_R2R, rank, n, dims), STET_OK);
    stet_options_init(&o);
    for (int i = 0; i < rank; i++)
        r2r[i] = ours[kinds[i]];
    o.kind = STET_R2R;
    o.precision = PRECISION;
    o.level = level;
    o.rank = rank;
    o.dims = dims;
    o.r2r = r2r;
    assert_int_equal(stet_transform(&o, in, out), STET_OK);
}
