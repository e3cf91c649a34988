/* SPDX-License-Identifier: Apache-2.0 */
/* To be preloaded: after a fork the child comes first, by far. */
#include <dlfcn.h>
#include <time.h>
#include <unistd.h>

pid_t fork(void)
{
    pid_t (*real)(void);
    *(void **)&real = dlsym(RTLD_NEXT, "fork");
    const pid_t pid = real();
    if (pid > 0)
        nanosleep(&(struct timespec){.tv_nsec = 300 * 1000000}, NULL);
    return pid;
}
