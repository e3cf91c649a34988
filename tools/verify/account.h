/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a judgement, and a checked certificate, in words and as JSON. */
#ifndef STET_VERIFY_ACCOUNT_H
#define STET_VERIFY_ACCOUNT_H

#include "files/report.h"
#include "verify/judge.h"
#include "verify/recheck.h"

/* Takes the value of --kind: one word, or a list of words of r2r_choices. The request then points
 * to the list. */
bool verify_take_kind(struct request *request, const char *value, struct error *e);

/* Stores the verdict as one sentence. */
void judgement_verdict(const struct judgement *j, char *text, size_t size);

/* Writes the rows and keys of "stet verify"; in and out are the names of the arrays. */
void judgement_report(const struct judgement *j, const char *in, const char *out, struct report *r);

/* Writes the rows and keys of "stet certify"; names has the names of the certificate, the input and
 * the output. */
void recheck_report(const struct recheck *k, const struct certificate *c, const char *const *names,
                    struct report *r);

#endif
