/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the lengths next to a number that have no prime factor above 13 (stet.h). */
#include "module.h"

/* The largest number that is looked at: three times a length that is twice as large still fits. */
static const long long LARGEST = 1LL << 60;

/* Returns the number of a Python integer, or -1 with an exception set. */
static long long number_of(PyObject *target, long long least)
{
    int overflow = 0;
    PyObject *index = PyNumber_Index(target);
    const long long n = index ? PyLong_AsLongLongAndOverflow(index, &overflow) : -1;
    Py_XDECREF(index);
    if (!index || (n == -1 && PyErr_Occurred()))
        return -1;
    if (overflow == 0 && n >= least && n <= LARGEST)
        return n;
    PyErr_SetString(PyExc_ValueError, overflow > 0 || n > LARGEST
                                          ? "Target length is too large: the limit is 2**60"
                                          : "Target length must be positive");
    return -1;
}

/* Returns log2(x), rounded down; x > 0. */
static int log2_of(long long x) { return 63 - __builtin_clzll((unsigned long long)x); }

/* Returns the least length >= n that is `odd` times a power of two times a power of three. From the
 * one without a factor 3 on, each step exchanges factors 2 for one 3. */
static long long least_from(long long n, long long odd)
{
    int twos = n > odd ? log2_of((n - 1) / odd) + 1 : 0;
    long long x = odd << twos, best = x;
    while (twos > 0) {
        for (x *= 3; twos > 0 && x / 2 >= n; twos--)
            x /= 2;
        best = x < best ? x : best;
    }
    return best;
}

/* Returns the largest such length <= n; odd <= n. */
static long long largest_to(long long n, long long odd)
{
    int twos = log2_of(n / odd);
    long long x = odd << twos, best = x;
    while (twos > 0 && x <= n) {
        for (x *= 3; twos > 0 && x > n; twos--)
            x /= 2;
        best = x <= n && x > best ? x : best;
    }
    return best;
}

/* Goes through the products of `odd` and primes from `prime` on. *best is the nearest so far; no
 * product above it, or above n if lengths below n are wanted, can be nearer. */
static void search(long long n, long long odd, int prime, int above, long long *best)
{
    static const int primes[] = {5, 7, 11, 13};
    const long long found = above ? least_from(n, odd) : largest_to(n, odd);
    if (above ? found < *best : found > *best)
        *best = found;
    for (int i = prime; i < 4 && odd <= (above ? *best : n) / primes[i]; i++)
        search(n, odd * primes[i], i, above, best);
}

static PyObject *next_fast_len(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    const long long n = stet_py_count(count, 1, "next_fast_len") ? -1 : number_of(args[0], 0);
    long long best = n > 0 ? 2 * n : n;
    if (n < 0)
        return NULL;
    if (n > 0)
        search(n, 1, 0, 1, &best);
    return PyLong_FromLongLong(best);
}

static PyObject *prev_fast_len(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    (void)module;
    const long long n = stet_py_count(count, 1, "prev_fast_len") ? -1 : number_of(args[0], 1);
    long long best = 1;
    if (n < 0)
        return NULL;
    search(n, 1, 0, 0, &best);
    return PyLong_FromLongLong(best);
}

PyMethodDef stet_py_lengths_methods[] = {
    STET_PY_FUNCTION("next_fast_len", next_fast_len, "next_fast_len(target)"),
    STET_PY_FUNCTION("prev_fast_len", prev_fast_len, "prev_fast_len(target)"),
    {NULL},
};
