/* SPDX-License-Identifier: Apache-2.0 */
/* Writes annotations of GitHub Actions: ::error file=...,line=...::message (docs.github.com,
 * "Workflow commands"). */
#include "../lint.h"

static void print_escaped(FILE *to, const char *s, bool property)
{
    for (; *s != 0; s++)
        if (*s == '%' || *s == '\r' || *s == '\n' || (property && (*s == ':' || *s == ',')))
            fprintf(to, "%%%02X", (unsigned char)*s);
        else
            fputc(*s, to);
}

void lint_report_github(FILE *to, const struct lint_summary *s)
{
    static const char *const words[] = {"notice", "warning", "error"};
    for (size_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < s->results[i].count; k++) {
            const struct lint_finding *f = &s->results[i].findings[k];
            if (f->suppressed)
                continue;
            fprintf(to, "::%s file=", words[f->severity]);
            print_escaped(to, s->results[i].path, true);
            fprintf(to, ",line=%u,col=%u,endLine=%u,endColumn=%u,title=%s %s::", f->place.line,
                    f->place.column, f->place.end_line, f->place.end_column, f->rule->id,
                    f->rule->name);
            print_escaped(to, f->message, false);
            fputc('\n', to);
        }
}
