/* SPDX-License-Identifier: Apache-2.0 */
/* Writes SARIF 2.1.0 (OASIS, docs.oasis-open.org/sarif/sarif/v2.1.0). It declares all rules,
 * including those without findings, so that an alert of the previous run can be closed. */
#include "../lint.h"
#include "json.h"

#include <inttypes.h>
#include <string.h>

static const char *const levels[] = {"note", "warning", "error"};

static json_t *text(const char *s) { return json_pack("{so}", "text", lint_json_text(s)); }

static json_t *rule(const struct lint_rule *r)
{
    char page[40];
    size_t size = 0;
    snprintf(page, sizeof page, "%s.md", r->id);
    const char *help = lint_builtin(page, &size);
    json_t *j = json_pack("{ss ss so s{ss}}", "id", r->id, "name", r->name, "shortDescription",
                          text(r->summary), "defaultConfiguration", "level", levels[r->severity]);
    if (help != NULL) {
        json_t *markdown = json_stringn(help, size);
        json_object_set_new(
            j, "help", json_pack("{so sO}", "text", json_incref(markdown), "markdown", markdown));
        json_decref(markdown);
    }
    return j;
}

static json_t *region(const struct lint_place *p)
{
    return json_pack("{sI sI sI sI}", "startLine", (json_int_t)p->line, "startColumn",
                     (json_int_t)p->column, "endLine", (json_int_t)p->end_line, "endColumn",
                     (json_int_t)p->end_column);
}

/* Returns a path as a relative reference of RFC 3986, an absolute path with its scheme. Escapes all
 * characters that are not unreserved, except slashes. */
static json_t *uri(const char *path)
{
    char to[3 * 4096 + 8];
    size_t n = (size_t)sprintf(to, "%s", *path == '/' ? "file://" : "");
    for (; *path != 0 && n + 4 < sizeof to; path++)
        if (strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/", *path) !=
            NULL)
            to[n++] = *path;
        else
            n += (size_t)snprintf(to + n, 4, "%%%02X", (unsigned char)*path);
    to[n] = 0;
    return json_string(to);
}

static json_t *location(const char *path, const struct lint_place *p, const char *message)
{
    json_t *j = json_pack("{s{s{so} so}}", "physicalLocation", "artifactLocation", "uri", uri(path),
                          "region", region(p));
    if (message != NULL)
        json_object_set_new(j, "message", text(message));
    return j;
}

static json_t *fixes(const char *path, const struct lint_finding *f)
{
    json_t *replacements = json_array();
    for (int i = 0; i < f->edit_count; i++)
        json_array_append_new(replacements,
                              json_pack("{s{sI sI} so}", "deletedRegion", "byteOffset",
                                        (json_int_t)f->edits[i].start, "byteLength",
                                        (json_int_t)(f->edits[i].end - f->edits[i].start),
                                        "insertedContent", text(f->edits[i].text)));
    return json_pack("[{so s[{s{so} so}]}]", "description",
                     text(f->fix == LINT_UNSAFE ? "may change what the program does: look at it"
                                                : "keeps the meaning"),
                     "artifactChanges", "artifactLocation", "uri", uri(path), "replacements",
                     replacements);
}

static json_t *result(const char *path, const struct lint_finding *f)
{
    char print[40];
    snprintf(print, sizeof print, "%016" PRIx64, f->fingerprint);
    json_t *j = json_pack("{ss si ss so s[o] s{ss}}", "ruleId", f->rule->id, "ruleIndex",
                          (int)(f->rule - lint_rules), "level", levels[f->severity], "message",
                          text(f->message), "locations", location(path, &f->place, NULL),
                          "partialFingerprints", "stetLint/v1", print);
    if (f->related_count > 0) {
        json_t *related = json_array();
        for (int i = 0; i < f->related_count; i++) {
            json_t *one = location(f->related[i].path != NULL ? f->related[i].path : path,
                                   &f->related[i].place, f->related[i].message);
            json_object_set_new(one, "id", json_integer(i));
            json_array_append_new(related, one);
        }
        json_object_set_new(j, "relatedLocations", related);
    }
    if (f->suppressed)
        json_object_set_new(j, "suppressions", json_pack("[{ss}]", "kind", "inSource"));
    if (f->edit_count > 0)
        json_object_set_new(j, "fixes", fixes(path, f));
    return j;
}

static json_t *notification(const struct lint_result *r)
{
    const struct lint_place start = {1, 1, 1, 1};
    return json_pack("{ss so s[o]}", "level", r->failed ? "error" : "note", "message",
                     text(r->note), "locations", location(r->path, &start, NULL));
}

json_t *lint_report_sarif(const struct lint_summary *s, const char *version)
{
    json_t *rules = json_array(), *results = json_array(), *notes = json_array();
    bool failed = false;
    for (int i = 0; i < lint_rule_count; i++)
        json_array_append_new(rules, rule(&lint_rules[i]));
    for (size_t i = 0; i < s->count; i++) {
        const struct lint_result *r = &s->results[i];
        for (uint32_t k = 0; k < r->count; k++)
            json_array_append_new(results, result(r->path, &r->findings[k]));
        if (r->note != NULL)
            json_array_append_new(notes, notification(r));
        failed = failed || r->failed;
    }
    return json_pack("{ss ss s[{s{s{ss ss so}} so s[{sb so}] ss}]}", "$schema",
                     "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs",
                     "tool", "driver", "name", "stet lint", "version", version, "rules", rules,
                     "results", results, "invocations", "executionSuccessful", !failed,
                     "toolExecutionNotifications", notes, "columnKind", "unicodeCodePoints");
}
