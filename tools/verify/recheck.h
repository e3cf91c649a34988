/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a certificate again, with code that shares nothing with that of its maker. */
#ifndef STET_VERIFY_RECHECK_H
#define STET_VERIFY_RECHECK_H

#include "files/certificate.h"
#include "verify/measure.h"

struct recheck {
    const char *input_differs, *output_differs; /* what differs, as sentences, or NULL */
    const char *shapes_differ;                  /* contradiction within it, or NULL */
    bool measured;                              /* the three members above are NULL */
    struct problem problem;
    struct measure measure;
};

/* Reads both files and judges every number. Returns false, with e set, only if that fails. */
bool recheck_run(struct recheck *r, const struct certificate *c, const char *in_path,
                 const char *out_path, struct error *e);
/* Works like recheck_run() on arrays in memory. The names are for messages. */
bool recheck_arrays(struct recheck *r, const struct certificate *c, const struct array *in,
                    const char *in_name, const struct array *out, const char *out_name,
                    struct error *e);
void recheck_free(struct recheck *r);

/* Reports whether every statement of the certificate was proved. */
bool recheck_passed(const struct recheck *r);
/* Reports whether nothing is wrong, but some numbers are too close to a boundary of rounding. */
bool recheck_undecided(const struct recheck *r);

#endif
