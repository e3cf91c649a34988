/* SPDX-License-Identifier: Apache-2.0 */
/* The mistakes that people make with spectra. A hypothesis computes the result of one mistake,
 * from the right result or by a transform of a changed input. */
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
/* The hypotheses for STET_R2R. No other table has any for it. */
extern const struct hypothesis real_hypotheses[];
/* Hypotheses that take longer, tried if none of the table above explains a row. */
extern const struct hypothesis costly_hypotheses[];
/* Hypotheses that could explain single wrong results too. They are tried last. */
extern const struct hypothesis late_hypotheses[];
/* Hypotheses that may be combined with an fftshift. */
extern const struct hypothesis shifted_hypotheses[];

/* Compares the row with h times 1, N, 1/N, sqrt(N) ..., and the right result with any factor.
 * shifted: h is fftshifted. False if h does not apply, or, with e set, if something failed. */
bool hypothesis_try(const struct hypothesis *h, bool shifted, struct suspect *r, struct finding *f,
                    struct error *e);

/* The results that differ from the right one much more than the rest: the fewest without which
 * the residual is at most limit. False if these are more than one in sixteen, and more than one.
 * place: the first of them. */
bool find_wrong_bins(struct suspect *r, double limit, struct finding *f, size_t *place,
                     size_t *count, struct error *e);

#endif
