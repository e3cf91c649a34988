/* SPDX-License-Identifier: Apache-2.0 */
/* The record of a run, which `fpsan check` reads: a head; outputs, the last of kind
 * FPSAN_RECORD_END; a tail; places. A record without its tail belongs to a run that crashed. One
 * machine writes and reads it, so numbers are in that machine's format. */
#ifndef FPSAN_RUNTIME_RECORD_H
#define FPSAN_RUNTIME_RECORD_H

#include <stdint.h>

#define FPSAN_RECORD_MAGIC "fpsan04"
#define FPSAN_RECORD_END 255

struct fpsan_record_head {
    char magic[8];
    uint32_t algebra, prime;
};

struct fpsan_record_output {
    uint64_t payload, kind;
};

struct fpsan_record_tail {
    uint64_t inputs, overflowed, sites;
    uint64_t asked, classes; /* fpsan_asked, fpsan_classes */
};

struct fpsan_record_site {
    uint64_t count;
    uint32_t line, kind;
    char what[160], file[160];
};

#endif
