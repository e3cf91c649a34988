/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/machine.h"
#include "files/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>

/* Returns the CPUs that this process may use. With OMP_PROC_BIND the OpenMP of a library binds the
 * first thread when it is loaded, and other libraries would start all their threads on that one
 * CPU. */
static bool allowed_cpus(cpu_set_t *allowed, int threads)
{
    if (sched_getaffinity(0, sizeof *allowed, allowed) != 0)
        return false;
    if (CPU_COUNT(allowed) >= threads || getenv("OMP_PROC_BIND") == NULL)
        return true;
    memset(allowed, 0xff, sizeof *allowed); /* the system drops CPUs that do not exist */
    return sched_setaffinity(0, sizeof *allowed, allowed) == 0 &&
           sched_getaffinity(0, sizeof *allowed, allowed) == 0;
}

int machine_pin(int threads)
{
    cpu_set_t allowed, chosen;
    int left = threads;
    if (!allowed_cpus(&allowed, threads))
        return 0;
    CPU_ZERO(&chosen);
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && left > 0; cpu--)
        if (CPU_ISSET(cpu, &allowed)) {
            CPU_SET(cpu, &chosen);
            left--;
        }
    return sched_setaffinity(0, sizeof chosen, &chosen) == 0 ? threads - left : 0;
}

static json_t *pinned_to(void)
{
    cpu_set_t set;
    json_t *list = json_array();
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return list;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &set))
            json_array_append_new(list, json_integer(cpu));
    return list;
}
#else
int machine_pin(int threads)
{
    (void)threads;
    return 0;
}

static json_t *pinned_to(void) { return json_array(); }
#endif

#define FLAGS_MAX 8000
#define CACHES "/sys/devices/system/cpu/cpu0/cache/index"

/* Reads the text after "key : " on the first line of a file that begins with key. */
static bool read_value(const char *path, const char *key, char *value, size_t size)
{
    char line[FLAGS_MAX];
    bool found = false;
    FILE *f = fopen(path, "r");
    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL) {
        found = strncmp(line, key, strlen(key)) == 0;
        if (!found)
            continue;
        const char *text = line + strlen(key);
        text += strspn(text, " \t:");
        snprintf(value, size, "%.*s", (int)strcspn(text, "\n"), text);
    }
    if (f != NULL)
        fclose(f);
    return found;
}

static json_t *cpu_name(void)
{
    char name[300];
    struct utsname u;
    if (read_value("/proc/cpuinfo", "model name", name, sizeof name))
        return json_text(name);
    return json_text(uname(&u) >= 0 ? u.machine : "unknown");
}

/* Returns the line of flags that lscpu prints. */
static json_t *cpu_flags(void)
{
    char flags[FLAGS_MAX];
    bool known = read_value("/proc/cpuinfo", "flags", flags, sizeof flags) ||
                 read_value("/proc/cpuinfo", "Features", flags, sizeof flags); /* Arm */
    return known ? json_text(flags) : json_null();
}

/* Returns the caches that the system reports. On a virtual machine, CPUID and so sysconf() may
 * report a last-level cache of more sockets than it has. */
static json_t *caches(void)
{
    char path[100], text[40];
    json_t *list = json_array();
    for (int i = 0; i < 10; i++) {
        snprintf(path, sizeof path, CACHES "%d/type", i);
        if (!read_value(path, "", text, sizeof text) || strcmp(text, "Instruction") == 0)
            continue;
        snprintf(path, sizeof path, CACHES "%d/size", i); /* "48K" */
        if (read_value(path, "", text, sizeof text))
            json_array_append_new(list, json_integer(strtol(text, NULL, 10) * 1024));
    }
    return list;
}

static json_t *load(void)
{
    char text[300];
    bool known = read_value("/proc/loadavg", "", text, sizeof text);
    return known ? json_number(strtod(text, NULL)) : json_null();
}

static json_t *operating_system(void)
{
    char text[500];
    struct utsname u;
    if (uname(&u) < 0)
        return json_null();
    snprintf(text, sizeof text, "%.150s %.150s %.150s", u.sysname, u.release, u.machine);
    return json_text(text);
}

#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

json_t *machine_json(void)
{
    json_t *m = json_object();
    json_object_set_new(m, "cpu", cpu_name());
    json_object_set_new(m, "cpus", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(m, "flags", cpu_flags());
    json_object_set_new(m, "caches", caches());
    json_object_set_new(m, "system", operating_system());
    json_object_set_new(m, "load", load());
    json_object_set_new(m, "pinned_to", pinned_to());
    json_object_set_new(m, "stet", json_string(stet_version()));
    json_object_set_new(m, "bits_version", json_integer(stet_bits_version()));
    json_object_set_new(m, "isa", json_string(stet_isa_name()));
    json_object_set_new(m, "compiler", json_text(COMPILER));
    return m;
}
