/* SPDX-License-Identifier: Apache-2.0 */
#include "api.h"
#include "report.h"

static inline void run(const plan *p, const arrays *at)
{
    if (p)
        p->run(p, at);
    else
        stet_fftw_refuse(REFUSED_EXECUTE);
}

void X(execute)(const plan *p) { run(p, p ? &p->at : NULL); }

/* Runs a plan on arrays of pairs; the plan knows which sides are complex. */
static inline void run_pairs(const plan *p, real *in, real *out)
{
    const arrays at = {in, stet_fftw_im(in), out, stet_fftw_im(out)};
    run(p, &at);
}

void X(execute_dft)(const plan *p, real *in, real *out) { run_pairs(p, in, out); }
void X(execute_dft_r2c)(const plan *p, real *in, real *out) { run_pairs(p, in, out); }
void X(execute_dft_c2r)(const plan *p, real *in, real *out) { run_pairs(p, in, out); }
void X(execute_r2r)(const plan *p, real *in, real *out) { run_pairs(p, in, out); }

/* Runs a plan on split arrays. A plan that passes its arrays to stet directly needs pairs. */
static void run_split(const plan *p, const arrays *at)
{
    const int pairs =
        (!at->in_im || at->in_im == at->in + 1) && (!at->out_im || at->out_im == at->out + 1);
    if (p && !p->buffer && !p->problem.idle && !pairs)
        stet_fftw_run_anyhow(p, at);
    else
        run(p, at);
}

void X(execute_split_dft)(const plan *p, real *ri, real *ii, real *ro, real *io)
{
    const arrays at = {ri, ii, ro, io};
    run_split(p, &at);
}

void X(execute_split_dft_r2c)(const plan *p, real *in, real *ro, real *io)
{
    const arrays at = {in, NULL, ro, io};
    run_split(p, &at);
}

void X(execute_split_dft_c2r)(const plan *p, real *ri, real *ii, real *out)
{
    const arrays at = {ri, ii, out, NULL};
    run_split(p, &at);
}
