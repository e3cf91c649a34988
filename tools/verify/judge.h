/* SPDX-License-Identifier: Apache-2.0 */
/* Judges a spectrum: it takes two files and a request, and returns a verdict. */
#ifndef STET_VERIFY_JUDGE_H
#define STET_VERIFY_JUDGE_H

#include "verify/verdict.h"

struct judgement {
    struct problem problem;
    struct measure measure;
    struct verdict verdict;
    struct layout files[2]; /* input and spectrum, as stored */
    bool measured;          /* the shapes allow a direct comparison */
};

/* expect: NULL means the format of the spectrum's file. */
bool judge(struct judgement *j, const struct request *request, const struct format *expect,
           struct error *e);
/* Works like judge() on arrays in memory. The paths of the request are for messages. */
bool judge_arrays(struct judgement *j, const struct request *request, const struct array *in,
                  const struct array *out, const struct format *expect, struct error *e);
void judgement_free(struct judgement *j);

/* Reports whether the exit status is 0. */
bool judgement_passed(const struct judgement *j);

#endif
