/* SPDX-License-Identifier: Apache-2.0 */
/* Knows the mistakes that people make with spectra. A hypothesis computes the result of one
 * mistake, from the right result or by transforming a changed input. */
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
    /* Fills r->c and text. Returns false if the hypothesis does not apply to this row. Sets e only
     * if something failed. */
    bool (*make)(struct suspect *r, char *text, size_t size, struct error *e);
    bool any_factor; /* the factor need not have a name */
};

/* The table is in order of preference and ends with a NULL name. Its first entry is the right
 * result, times a factor. */
extern const struct hypothesis hypotheses[];
/* These hypotheses are for STET_R2R, which no other table has. */
extern const struct hypothesis real_hypotheses[];
/* These hypotheses take longer. They are tried if the first table does not explain a row. */
extern const struct hypothesis costly_hypotheses[];
/* These hypotheses could also explain single wrong results, so they are tried last. */
extern const struct hypothesis late_hypotheses[];
/* These hypotheses may be combined with an fftshift. */
extern const struct hypothesis shifted_hypotheses[];

/* Compares the row with h times 1, N, 1/N, sqrt(N) ..., and the right result with any factor. With
 * `shifted`, h is fftshifted. Returns false if h does not apply or, with e set, if something
 * failed. */
bool hypothesis_try(const struct hypothesis *h, bool shifted, struct suspect *r, struct finding *f,
                    struct error *e);

/* Finds the fewest results that must be left out so that the residual is at most limit, if they
 * differ from the right result much more than the others. Returns false if there are more than one
 * in sixteen and more than one. *place is the first of them. */
bool find_wrong_bins(struct suspect *r, double limit, struct finding *f, size_t *place,
                     size_t *count, struct error *e);

#endif
