/* SPDX-License-Identifier: Apache-2.0 */
/* Prints how many findings each rule has. */
#include "../lint.h"

void lint_report_statistics(FILE *to, const struct lint_summary *s)
{
    for (int i = 0; i < lint_rule_count; i++) {
        unsigned long found = 0, suppressed = 0, fixable = 0;
        for (size_t file = 0; file < s->count; file++)
            for (uint32_t k = 0; k < s->results[file].count; k++) {
                const struct lint_finding *f = &s->results[file].findings[k];
                if (f->rule != &lint_rules[i])
                    continue;
                found += !f->suppressed;
                suppressed += f->suppressed;
                fixable += !f->suppressed && f->fix != LINT_NO_FIX;
            }
        if (found + suppressed > 0)
            fprintf(to, "%6lu  %s %-20s %lu fixable, %lu suppressed\n", found, lint_rules[i].id,
                    lint_rules[i].name, fixable, suppressed);
    }
}
