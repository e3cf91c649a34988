/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/peers.h"

void peers_load(struct peers *p, int asked, int precision, int threads, const char *mkl,
                const char *fftw)
{
    static const int flags[FFTW_BUILDS] = {PEER_FFTW, PEER_FFTW512};
    *p = (struct peers){.asked = asked};
    for (int b = 0; b < FFTW_BUILDS; b++)
        for (int i = STET_F32; i <= STET_F64 && (asked & flags[b]); i++)
            if (precision == 0 || precision == i)
                fftw_load(&p->fftw[b][i == STET_F64], (enum fftw_build)b, fftw, (stet_precision)i,
                          threads);
    if ((asked & (PEER_MKL | PEER_CBWR)) && mkl_find(&p->mkl, mkl) && (asked & PEER_MKL))
        mkl_load(&p->mkl, threads);
}

int peers_columns(const struct peers *p, const char *names[CONTENDERS_MAX])
{
    int count = 0;
    if (p->mkl.loaded)
        names[count++] = "mkl";
    if (p->fftw[FFTW_FOLDER][0].loaded || p->fftw[FFTW_FOLDER][1].loaded)
        names[count++] = "fftw512";
    if (p->fftw[FFTW_SYSTEM][0].loaded || p->fftw[FFTW_SYSTEM][1].loaded) {
        names[count++] = "fftw";
        names[count++] = "fftw-estimate";
    }
    return count;
}

/* Adds one plan of FFTW. Returns 1 if FFTW has one. */
static int contend_one(struct contender *c, const struct work *w, enum fftw_build build,
                       bool measure, const struct arrays *a,
                       void (*say_why)(void *context, const char *text), void *context)
{
    struct error e;
    char shape[SHAPE_TEXT];
    bool planned = contend_fftw(c, w, build, measure, a->in, a->out, &e);
    if (planned && c->plan_seconds >= FFTW_LIMIT)
        error_write(&e,
                    "%s: its planner was stopped after %d s at N = %s; the plan may not be its "
                    "best",
                    c->name, FFTW_LIMIT, shape_text(&w->shape, shape));
    if (!planned || c->plan_seconds >= FFTW_LIMIT)
        say_why(context, e.text);
    return planned;
}

int peers_contend(const struct peers *p, const struct work *w, struct arrays *a,
                  struct contender *c, void (*say_why)(void *context, const char *text),
                  void *context)
{
    struct error e;
    int count = 0;
    if (p->mkl.loaded) {
        if ((work_r2r(w) != 0 ? contend_mkl_trig : contend_mkl)(&c[count], w, &e))
            count++;
        else
            say_why(context, e.text);
    }
    if (p->fftw[FFTW_FOLDER][w->precision == STET_F64].loaded)
        count += contend_one(&c[count], w, FFTW_FOLDER, true, a, say_why, context);
    if (p->fftw[FFTW_SYSTEM][w->precision == STET_F64].loaded) {
        count += contend_one(&c[count], w, FFTW_SYSTEM, true, a, say_why, context);
        count += contend_one(&c[count], w, FFTW_SYSTEM, false, a, say_why, context);
    }
    return count;
}
