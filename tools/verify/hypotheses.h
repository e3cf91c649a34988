/* SPDX-License-Identifier: Apache-2.0 */
/* What people do to spectra by mistake. Each hypothesis makes from the right result, or by
 * another transform of the input, what would then have been computed. */
#ifndef STET_VERIFY_HYPOTHESES_H
#define STET_VERIFY_HYPOTHESES_H

#include "verify/suspect.h"

struct finding {
    const char *name; /* for programs: "conjugated" */
    char text[400];   /* for people */
    double residual;  /* ||v - explanation|| / ||v|| */
    double scale_re, scale_im;
    char scale[80]; /* "" or ", times 1/N" */
};

struct hypothesis {
    const char *name;
    /* Fill r->c and text. False if the hypothesis does not apply to this row; e is set only if
     * something failed. */
    bool (*make)(struct suspect *r, char *text, size_t size, struct error *e);
    bool any_factor; /* the factor need not have a name */
};

/* In the order in which they are preferred; ends with a NULL name. The first is the right result
 * itself, off by a factor. */
extern const struct hypothesis hypotheses[];
/* Those of STET_R2R; there are no others of it. */
extern const struct hypothesis real_hypotheses[];
/* Those that take longer, for what these do not explain. */
extern const struct hypothesis costly_hypotheses[];
/* Those that could explain single wrong results too: for the rest. */
extern const struct hypothesis late_hypotheses[];
/* Those that may be fftshifted at the same time. */
extern const struct hypothesis shifted_hypotheses[];

/* Compare the row with h, times 1, N, 1/N, sqrt(N) ...; of the right result any factor. False if h
 * does not apply, or, with e set, failed. shifted: and fftshifted. */
bool hypothesis_try(const struct hypothesis *h, bool shifted, struct suspect *r, struct finding *f,
                    struct error *e);

/* The results that differ from the right one much more than the rest: the fewest without which
 * the residual is at most limit. False if these are more than one in sixteen, and more than one.
 * place: the first of them. */
bool find_wrong_bins(struct suspect *r, double limit, struct finding *f, size_t *place,
                     size_t *count, struct error *e);

#endif
