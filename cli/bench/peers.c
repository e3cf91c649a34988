/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/peers.h"

void peers_load(struct peers *p, int asked, int precision, int threads, const char *mkl)
{
    *p = (struct peers){.asked = asked};
    for (int i = STET_F32; i <= STET_F64 && (asked & PEER_FFTW); i++)
        if (precision == 0 || precision == i)
            fftw_load(&p->fftw[i == STET_F64], (stet_precision)i, threads);
    if ((asked & (PEER_MKL | PEER_CBWR)) && mkl_find(&p->mkl, mkl) && (asked & PEER_MKL))
        mkl_load(&p->mkl, threads);
}

int peers_columns(const struct peers *p, const char *names[CONTENDERS_MAX])
{
    int count = 0;
    if (p->mkl.loaded)
        names[count++] = "mkl";
    if (p->fftw[0].loaded || p->fftw[1].loaded) {
        names[count++] = "fftw";
        names[count++] = "fftw-estimate";
    }
    return count;
}

int peers_contend(const struct peers *p, const struct work *w, struct arrays *a,
                  struct contender *c, void (*say_why)(void *context, const char *text),
                  void *context)
{
    struct error e;
    int count = 0;
    if (p->mkl.loaded) {
        if (contend_mkl(&c[count], w, &e))
            count++;
        else
            say_why(context, e.text);
    }
    for (int measure = 1; measure >= 0 && p->fftw[w->precision == STET_F64].loaded; measure--) {
        bool planned = contend_fftw(&c[count], w, measure != 0, a->in, a->out, &e);
        if (planned && c[count].plan_seconds >= FFTW_LIMIT)
            error_write(&e,
                        "fftw: its planner was stopped after %d s at N = %td; the plan may not be "
                        "its best",
                        FFTW_LIMIT, w->n);
        if (!planned || c[count].plan_seconds >= FFTW_LIMIT)
            say_why(context, e.text);
        count += planned;
    }
    return count;
}
