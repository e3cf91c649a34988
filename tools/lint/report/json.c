/* SPDX-License-Identifier: Apache-2.0 */
/* Writes one JSON object with findings, including suppressed ones, and notes on files. NULL if
 * memory runs out. */
#include "../lint.h"
#include "json.h"

json_t *lint_json_text(const char *s)
{
    json_t *j = json_string(s);
    if (j != NULL)
        return j;
    char clean[2000]; /* for text that is not UTF-8 */
    size_t n = 0;
    for (; *s != 0 && n + 1 < sizeof clean; s++)
        clean[n++] = (*s & 0x80) != 0 ? '?' : *s;
    clean[n] = 0;
    return json_string(clean);
}

static json_t *place(const struct lint_place *p)
{
    return json_pack("{sI sI sI sI}", "line", (json_int_t)p->line, "column", (json_int_t)p->column,
                     "end_line", (json_int_t)p->end_line, "end_column", (json_int_t)p->end_column);
}

static json_t *finding(const char *path, const struct lint_finding *f)
{
    static const char *const fixes[] = {"none", "safe", "unsafe"};
    json_t *related = json_array(), *edits = json_array();
    for (int i = 0; i < f->related_count; i++)
        json_array_append_new(
            related,
            json_pack("{so so so}", "path",
                      lint_json_text(f->related[i].path != NULL ? f->related[i].path : path),
                      "place", place(&f->related[i].place), "message",
                      lint_json_text(f->related[i].message)));
    for (int i = 0; i < f->edit_count; i++)
        json_array_append_new(edits, json_pack("{sI sI so}", "start", (json_int_t)f->edits[i].start,
                                               "end", (json_int_t)f->edits[i].end, "text",
                                               lint_json_text(f->edits[i].text)));
    return json_pack("{so ss ss ss so so sb so ss so}", "path", lint_json_text(path), "id",
                     f->rule->id, "name", f->rule->name, "severity",
                     lint_severity_name(f->severity), "place", place(&f->place), "message",
                     lint_json_text(f->message), "suppressed", f->suppressed, "related", related,
                     "fix", fixes[f->fix], "edits", edits);
}

json_t *lint_report_json(const struct lint_summary *s)
{
    json_t *findings = json_array(), *notes = json_array();
    json_int_t linted = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct lint_result *r = &s->results[i];
        linted += r->linted;
        for (uint32_t k = 0; k < r->count; k++)
            json_array_append_new(findings, finding(r->path, &r->findings[k]));
        if (r->note != NULL)
            json_array_append_new(notes,
                                  json_pack("{so so sb}", "path", lint_json_text(r->path), "note",
                                            lint_json_text(r->note), "failed", r->failed));
    }
    return json_pack("{sI sI so so}", "files", (json_int_t)s->count, "files_with_ffts", linted,
                     "findings", findings, "notes", notes);
}
