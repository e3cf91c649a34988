/* SPDX-License-Identifier: Apache-2.0 */
/* Implements TUNING of stet.h. */
#include "lines/tuning.h"

#include "base/alloc.h"
#include "base/file.h"

stet_status stet_tuning_load(const char *path, char *reason, size_t reason_size)
{
    stet_text why = stet_text_in(reason, reason_size);
    return path ? stet_tuning_take_file(path, &why) : STET_E_NULL;
}

stet_status stet_tuning_read(const char *text, size_t size, char *reason, size_t reason_size)
{
    stet_text why = stet_text_in(reason, reason_size);
    return text ? stet_tuning_take("text", text, size, &why) : STET_E_NULL;
}

size_t stet_tuning_write(char *text, size_t size)
{
    stet_text to = stet_text_in(text, size);
    stet_tuning_put(&to);
    return to.used;
}

/* Another thread may measure more between the count and the text. */
static stet_status print_all(stet_text *to)
{
    for (to->size = 0; to->used >= to->size;) {
        stet_free(to->text);
        to->size = stet_tuning_write(NULL, 0) + 1;
        to->text = (char *)stet_alloc(to->size);
        if (!to->text)
            return STET_E_MEMORY;
        to->used = stet_tuning_write(to->text, to->size);
    }
    return STET_OK;
}

stet_status stet_tuning_save(const char *path, char *reason, size_t reason_size)
{
    stet_text why = stet_text_in(reason, reason_size), to = {NULL, 0, 0};
    if (!path)
        return STET_E_NULL;
    stet_status status = print_all(&to);
    const char *wrong = status ? "not enough memory" : stet_file_write(path, to.text, to.used);
    if (wrong)
        stet_put(&why, "%s: %s", path, wrong);
    if (!status && wrong)
        status = STET_E_FILE;
    stet_free(to.text);
    return status;
}

void stet_tuning_clear(void) { stet_tuning_forget(); }

size_t stet_tuning_describe(char *text, size_t size)
{
    stet_text to = stet_text_in(text, size);
    stet_tuning_put_state(&to);
    return to.used;
}
