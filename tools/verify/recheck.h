/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a certificate again, by means that share nothing with those of its maker. */
#ifndef STET_VERIFY_RECHECK_H
#define STET_VERIFY_RECHECK_H

#include "files/certificate.h"
#include "verify/measure.h"

struct recheck {
    const char *input_differs, *output_differs; /* sentences, or NULL: the file is the one meant */
    const char *shapes_differ;                  /* the certificate contradicts itself, or NULL */
    bool measured;                              /* the three above are NULL */
    struct problem problem;
    struct measure measure;
};

/* Read both files and judge every number. False, with e set, only if that cannot be done. */
bool recheck_run(struct recheck *r, const struct certificate *c, const char *in_path,
                 const char *out_path, struct error *e);
/* As recheck_run(), for arrays in memory; the names are for messages. */
bool recheck_arrays(struct recheck *r, const struct certificate *c, const struct array *in,
                    const char *in_name, const struct array *out, const char *out_name,
                    struct error *e);
void recheck_free(struct recheck *r);

/* True if everything that the certificate says was proved. */
bool recheck_passed(const struct recheck *r);
/* True if nothing is wrong, but some numbers are too close to a boundary of rounding. */
bool recheck_undecided(const struct recheck *r);

#endif
