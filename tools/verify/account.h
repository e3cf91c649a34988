/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of a judgement and of a check of a certificate, in words and as JSON. */
#ifndef STET_VERIFY_ACCOUNT_H
#define STET_VERIFY_ACCOUNT_H

#include "files/report.h"
#include "verify/judge.h"
#include "verify/recheck.h"

/* A word for a kind, or a list of those of stet_r2r_kind, which the request points to then. */
bool verify_take_kind(struct request *request, const char *value, struct error *e);

/* The rows and keys of "stet verify"; in and out are what the arrays are called. */
void judgement_report(const struct judgement *j, const char *in, const char *out, struct report *r);

/* Those of "stet certify"; names are those of the certificate, the input and the output. */
void recheck_report(const struct recheck *k, const struct certificate *c, const char *const *names,
                    struct report *r);

#endif
