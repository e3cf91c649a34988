/* SPDX-License-Identifier: Apache-2.0 */
#include "files/settings.h"
#include "stet.h"

#include <stdio.h>
#include <string.h>

bool settings_check(const struct command *c, struct error *e)
{
    static const char speed[] = "STET_TUNING=";
    char text[sizeof e->text];
    while (stet_setting_untold(text, sizeof text) > 0) {
        if (c->ends_options || strncmp(text, speed, sizeof speed - 1) != 0)
            return error_set(e, "%s", text);
        fprintf(stderr, "%s %s: %s\n", program_name, c->name, text);
    }
    return true;
}
