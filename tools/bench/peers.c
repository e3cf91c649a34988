/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/peers.h"

void peers_load(struct peers *p, int asked, int precision, int threads, const struct peer_paths *at)
{
    static const int flags[FFTW_BUILDS] = {PEER_FFTW, PEER_FFTW512};
    *p = (struct peers){.asked = asked};
    for (int b = 0; b < FFTW_BUILDS; b++)
        for (int i = STET_F32; i <= STET_F64 && (asked & flags[b]); i++)
            if (precision == 0 || precision == i)
                fftw_load(&p->fftw[b][i == STET_F64], (enum fftw_build)b, at->fftw,
                          (stet_precision)i, threads);
    if ((asked & (PEER_MKL | PEER_CBWR)) && mkl_find(&p->mkl, at->mkl) && (asked & PEER_MKL))
        mkl_load(&p->mkl, threads);
    if (asked & PEER_POCKETFFT)
        pocketfft_load(&p->pocketfft, at->pocketfft);
}

/* The plans that the libraries make, in the order of their columns. */
enum { MKL, FFTW512, FFTW, ESTIMATE, ESTIMATE512, POCKETFFT, MAKERS };
static const struct maker {
    const char *name;
    bool when[2]; /* it takes part in REPEATED_CALLS, in FIRST_CALLS */
} makers[MAKERS] = {[MKL] = {"mkl", {true, true}},
                    [FFTW512] = {"fftw512", {true, false}},
                    [FFTW] = {"fftw", {true, false}},
                    [ESTIMATE] = {"fftw-estimate", {true, true}},
                    [ESTIMATE512] = {"fftw512-estimate", {false, true}},
                    [POCKETFFT] = {"pocketfft", {true, true}}};

static enum fftw_build build_of(int maker)
{
    return maker == FFTW512 || maker == ESTIMATE512 ? FFTW_FOLDER : FFTW_SYSTEM;
}

static bool is_loaded(const struct peers *p, int maker, int wide)
{
    return maker == MKL         ? p->mkl.loaded
           : maker == POCKETFFT ? p->pocketfft.loaded
                                : p->fftw[build_of(maker)][wide].loaded;
}

const char *peer_name(int maker) { return makers[maker].name; }

int peers_list(const struct peers *p, enum calls calls, int precision, int list[CONTENDERS_MAX])
{
    int count = 0;
    for (int m = 0; m < MAKERS; m++)
        if (makers[m].when[calls] && ((precision != STET_F64 && is_loaded(p, m, 0)) ||
                                      (precision != STET_F32 && is_loaded(p, m, 1))))
            list[count++] = m;
    return count;
}

bool peer_contend(int maker, const struct work *w, const struct arrays *a, struct contender *c,
                  struct error *e)
{
    if (maker == MKL)
        return (work_r2r(w) != 0 ? contend_mkl_trig : contend_mkl)(c, w, e);
    if (maker == POCKETFFT)
        return contend_pocketfft(c, w, e);
    return contend_fftw(c, w, build_of(maker), maker == FFTW || maker == FFTW512, a->in, a->out, e);
}

int peers_contend(const struct peers *p, const struct work *w, struct arrays *a,
                  struct contender *c, void (*say_why)(void *context, const char *text),
                  void *context)
{
    struct error e;
    char shape[SHAPE_TEXT];
    int list[CONTENDERS_MAX], count = 0;
    const int all = peers_list(p, REPEATED_CALLS, (int)w->precision, list);
    for (int i = 0; i < all; i++) {
        const bool planned = peer_contend(list[i], w, a, &c[count], &e);
        const bool stopped = planned && c[count].plan_seconds >= FFTW_LIMIT;
        if (stopped)
            error_write(&e,
                        "%s: its planner was stopped after %d s at N = %s; the plan may not be "
                        "its best",
                        c[count].name, FFTW_LIMIT, shape_text(&w->shape, shape));
        if (!planned || stopped)
            say_why(context, e.text);
        count += planned;
    }
    return count;
}
