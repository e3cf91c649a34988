/* SPDX-License-Identifier: Apache-2.0 */
/* The table of rules, and sets of rules. */
#include "rule.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define RULE(id, name, severity, group, fix, summary)                                              \
    {#id, name, LINT_##severity, group, LINT_##fix, summary, lint_##id},
const struct lint_rule lint_rules[] = {
    {"FFT000", "unused-suppression", LINT_INFO, "", LINT_SAFE, "a comment that suppresses nothing",
     NULL},
#include "rules/table.def"
};
#undef RULE
const int lint_rule_count = sizeof lint_rules / sizeof *lint_rules;
_Static_assert(sizeof lint_rules / sizeof *lint_rules <= LINT_RULES_MOST, "a bit for each rule");

static bool takes_in(const struct lint_rule *rule, const char *word)
{
    size_t n = strlen(word);
    bool prefix = n >= 3 && n < 6 && strncasecmp(rule->id, word, n) == 0; /* FFT, FFT2, FFT20 */
    return prefix || strcasecmp(word, "ALL") == 0 || strcasecmp(word, rule->id) == 0 ||
           strcasecmp(word, rule->name) == 0 ||
           (*rule->group != 0 && strcasecmp(word, rule->group) == 0);
}

bool lint_set_add(lint_set *set, const char *word, struct error *e)
{
    lint_set found = 0;
    for (int i = 0; i < lint_rule_count; i++)
        if (takes_in(&lint_rules[i], word))
            found |= (lint_set)1 << i;
    *set |= found;
    if (found != 0)
        return true;
    const char *names[3 * LINT_RULES_MOST];
    int count = 0;
    for (int i = 0; i < lint_rule_count; i++) {
        names[count++] = lint_rules[i].name;
        names[count++] = lint_rules[i].id;
        names[count++] = lint_rules[i].group;
    }
    const char *near = lint_nearest(word, names, count);
    return error_set(e, "no rule or group '%s'%s%s%s; 'stet lint --list-rules' lists them", word,
                     near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                     near != NULL ? "'" : "");
}

lint_set lint_set_default(void)
{
    lint_set set = 0;
    for (int i = 0; i < lint_rule_count; i++)
        if (*lint_rules[i].group == 0)
            set |= (lint_set)1 << i;
    return set;
}

/* Returns Levenshtein's distance of words of less than 40 bytes. */
static int distance(const char *x, const char *y)
{
    int row[41], n = (int)strlen(x), m = (int)strlen(y);
    if (n > 40 || m > 40)
        return 99;
    for (int j = 0; j <= m; j++)
        row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best =
                diagonal + (tolower((unsigned char)x[i - 1]) != tolower((unsigned char)y[j - 1]));
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

const char *lint_nearest(const char *word, const char *const *names, int count)
{
    const char *found = NULL;
    int best = 1 + (int)strlen(word) / 3;
    for (int i = 0; i < count; i++) {
        int d = distance(word, names[i]);
        if (d <= best) {
            best = d - 1;
            found = names[i];
        }
    }
    return found;
}

const char *lint_severity_name(enum lint_severity severity)
{
    static const char *const names[] = {"info", "warning", "error"};
    return names[severity];
}
