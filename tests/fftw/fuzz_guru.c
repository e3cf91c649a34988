/* SPDX-License-Identifier: Apache-2.0 */
/* Any arguments of the guru planners, valid or not, and an execution where the arrays have room for
 * it: a planner returns NULL or a plan, and a plan stays inside its arrays, between which and
 * around which AddressSanitizer watches. Lengths, counts and strides are drawn from small and from
 * any numbers. */
#include <string.h>

#include "fuzz.h"

static void narrow(int count, const fftw_iodim64 *from, fftw_iodim *to)
{
    for (int i = 0; from != NULL && i < count; i++)
        to[i] = (fftw_iodim){(int)from[i].n, (int)from[i].is, (int)from[i].os};
}

/* One of the four kinds, pairs or split, int or ptrdiff_t. Without arrays as well: there has to be
 * a plan or none all the same. */
static fftw_plan plan_of(unsigned how, int rank, const fftw_iodim64 *dims, int loops,
                         const fftw_iodim64 *loop, const fftw_r2r_kind *kind, double *in,
                         double *out)
{
    fftw_iodim narrow_dims[RANK], narrow_loop[RANK];
    fftw_complex *ci = (fftw_complex *)in, *co = (fftw_complex *)out;
    double *ii = in ? in + 1 : in, *io = out ? out + 1 : out;
    const unsigned flags =
        FFTW_ESTIMATE | (how & 8 ? FFTW_PRESERVE_INPUT : 0) | (how & 128 ? FFTW_WISDOM_ONLY : 0);
    const int sign = how & 64 ? 1 : -1;
    narrow(rank < 0 || rank > RANK ? 0 : rank, dims, narrow_dims);
    narrow(loops < 0 || loops > RANK ? 0 : loops, loop, narrow_loop);
    switch (how & 7) {
    case 0: return fftw_plan_guru64_dft(rank, dims, loops, loop, ci, co, sign, flags);
    case 1: return fftw_plan_guru64_dft_r2c(rank, dims, loops, loop, in, co, flags);
    case 2: return fftw_plan_guru64_dft_c2r(rank, dims, loops, loop, ci, out, flags);
    case 3: return fftw_plan_guru64_r2r(rank, dims, loops, loop, in, out, kind, flags);
    case 4: return fftw_plan_guru64_split_dft(rank, dims, loops, loop, in, ii, out, io, flags);
    case 5:
        return fftw_plan_guru_dft(rank, dims ? narrow_dims : NULL, loops, loop ? narrow_loop : NULL,
                                  ci, co, sign, flags);
    case 6: return fftw_plan_guru64_split_dft_r2c(rank, dims, loops, loop, in, out, io, flags);
    default: return fftw_plan_guru64_split_dft_c2r(rank, dims, loops, loop, in, ii, out, flags);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int in_parts[] = {2, 1, 2, 1, 2, 2, 1, 2}, out_parts[] = {2, 2, 1, 1, 2, 2, 2, 1};
    bytes b = {data, size};
    fftw_iodim64 dims[2 * RANK];
    fftw_r2r_kind kind[RANK];
    const unsigned how = (unsigned)take(&b, 1), k = how & 7;
    int rank = (int)(take(&b, 1) % 5), loops = (int)(take(&b, 1) % 5);
    for (int i = 0; i < 2 * RANK; i++) {
        dims[i].n = number(&b, i < RANK ? 1 : 0);
        dims[i].is = number(&b, -3);
        dims[i].os = number(&b, -3);
        kind[i % RANK] = (fftw_r2r_kind)(take(&b, 1) % 12);
    }
    /* Split arrays here are pairs in one: a unit is a double, and im the next one. */
    const int split = k == 4 || k > 5;
    fftw_iodim64 all[2 * RANK];
    memcpy(all, dims + RANK, (size_t)loops * sizeof *all);
    memcpy(all + loops, dims, (size_t)rank * sizeof *all);
    ptrdiff_t il, ih, ol, oh;
    if (!is_quick(rank + loops, all))
        return 0;
    double *in = NULL, *out = NULL, *in_memory = NULL, *out_memory = NULL;
    const int fits = reach(rank + loops, all, 0, split ? 1 : in_parts[k], &il, &ih) &&
                     reach(rank + loops, all, 1, split ? 1 : out_parts[k], &ol, &oh);
    if (fits) {
        in_memory = array(il, ih + split, &in);
        out_memory = array(ol, oh + split, &out);
    }
    if (fits && how & 32) { /* in place: an array with room for both */
        free(in_memory);
        free(out_memory);
        out_memory = NULL;
        in_memory = array(il < ol ? il : ol, (ih > oh ? ih : oh) + 1, &in);
        out = in;
    }
    const int odd = (how & 16) != 0; /* arguments that are none */
    fftw_plan p = plan_of(how, odd && rank == 4 ? -1 : rank, odd && rank == 3 ? NULL : dims,
                          odd && loops == 4 ? -1 : loops, odd && loops == 3 ? NULL : dims + RANK,
                          odd && rank == 2 ? NULL : kind, in, out);
    if (p != NULL && fits)
        fftw_execute(p);
    fftw_destroy_plan(p);
    fftw_forget_wisdom();
    free(in_memory);
    free(out_memory);
    return 0;
}
