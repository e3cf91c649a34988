/* SPDX-License-Identifier: Apache-2.0 */
#include "nvrtc.h"

#include "cuda_api.h"
#include "library.h"
#include "ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
#define FIELD(field, name, arguments) int(*field) arguments;
    STET_NVRTC_FUNCTIONS(FIELD)
#undef FIELD
} nvrtc;

static const stet_gpu_function functions[] = {
#define ROW(field, name, arguments) {name, offsetof(__typeof__(nvrtc), field)},
    STET_NVRTC_FUNCTIONS(ROW)
#undef ROW
};

/* Opens NVRTC, first by name alone: if PyTorch or CuPy has loaded one into the process, that one
 * is used. */
static int need(void)
{
    static stet_gpu_library library = {.variable = "STET_NVRTC",
                                       .names = {"libnvrtc.so.13", "libnvrtc.so.12",
                                                 "libnvrtc.so.11.2", "libnvrtc.so",
                                                 "/usr/local/cuda/lib64/libnvrtc.so"},
                                       .advice = "install NVRTC",
                                       .missing = STET_GPU_E_COMPILER};
    return stet_gpu_library_need(&library, &nvrtc, sizeof functions / sizeof functions[0],
                                 functions);
}

/* Returns the architecture in STET_GPU_PTX. NVRTC then makes PTX for it, and the driver compiles
 * the PTX. Tests use this to test the driver's compiler. */
static int asked_ptx(void)
{
    const char *text = getenv("STET_GPU_PTX");
    return text ? (int)strtol(text, NULL, 10) : 0;
}

int stet_gpu_nvrtc_name(char *text, size_t size)
{
    int major = 0, minor = 0;
    const int status = need();
    if (!status)
        nvrtc.Version(&major, &minor);
    if (!status && asked_ptx())
        snprintf(text, size, "NVRTC %d.%d, PTX %d", major, minor, asked_ptx());
    else if (status && stet_gpu_ptx_count > 0)
        snprintf(text, size, "none; the library has %d compiled programs", stet_gpu_ptx_count);
    else
        snprintf(text, size, status ? "none" : "NVRTC %d.%d", major, minor);
    return status && stet_gpu_ptx_count > 0 ? STET_OK : status;
}

/* Without NVRTC: takes the PTX that was compiled into the library. */
static int from_library(const stet_gpu_build *build, int status, void **binary, size_t *size)
{
    for (int i = 0; i < stet_gpu_ptx_count; i++) {
        const stet_gpu_ptx *ptx = &stet_gpu_ptx_table[i];
        if (strcmp(ptx->options, build->options) != 0)
            continue;
        *binary = malloc(ptx->size);
        if (!*binary)
            return STET_E_MEMORY;
        memcpy(*binary, ptx->text, ptx->size);
        *size = ptx->size;
        return STET_OK;
    }
    return status;
}

/* Returns the highest architecture that NVRTC knows and that is not above the device's; 0: none. */
static int best_architecture(int wanted)
{
    int count = 0, best = 0, known[128];
    if (nvrtc.GetNumSupportedArchs(&count) != 0 || count > 128 ||
        nvrtc.GetSupportedArchs(known) != 0)
        return 0;
    for (int i = 0; i < count; i++)
        if (known[i] <= wanted && known[i] > best)
            best = known[i];
    return best;
}

static int refused(stet_cu_object program, int code, const char *options)
{
    char *log = NULL;
    size_t size = 0;
    if (nvrtc.GetProgramLogSize(program, &size) == 0 && size > 0)
        log = calloc(1, size + 1);
    if (log)
        nvrtc.GetProgramLog(program, log);
    const int status = stet_gpu_fail(STET_GPU_E_BUILD, "nvrtcCompileProgram: error %d\n%s\n%.1500s",
                                     code, options, log ? log : "");
    free(log);
    return status;
}

static int take_code(stet_cu_object program, int as_ptx, void **binary, size_t *size)
{
    int code = as_ptx ? nvrtc.GetPTXSize(program, size) : nvrtc.GetCUBINSize(program, size);
    if (code != 0 || *size == 0)
        return stet_gpu_fail(STET_GPU_E_COMPILER, "NVRTC returned no code: error %d", code);
    *binary = malloc(*size);
    if (!*binary)
        return STET_E_MEMORY;
    code = as_ptx ? nvrtc.GetPTX(program, *binary) : nvrtc.GetCUBIN(program, *binary);
    if (code != 0) {
        free(*binary);
        *binary = NULL;
        return stet_gpu_fail(STET_GPU_E_COMPILER, "NVRTC returned no code: error %d", code);
    }
    return STET_OK;
}

enum { WORDS = 64 };

/* Splits a text into words at blanks, which become string ends. */
static int split(char *text, const char **word, int capacity)
{
    int n = 0;
    for (char *p = text; *p;) {
        while (*p == ' ')
            *p++ = 0;
        if (*p && n < capacity)
            word[n++] = p;
        while (*p && *p != ' ')
            p++;
    }
    return n;
}

int stet_gpu_nvrtc_compile(const stet_gpu_build *build, int architecture, void **binary,
                           size_t *size)
{
    char options[1024];
    const char *word[WORDS];
    stet_cu_object program = NULL;
    *binary = NULL;
    *size = 0;
    int status = need();
    if (status)
        return from_library(build, status, binary, size);
    const int asked = asked_ptx();
    const int best = best_architecture(asked > 0 && asked < architecture ? asked : architecture);
    const int as_ptx = asked > 0 || best != architecture;
    if (best == 0)
        return stet_gpu_fail(STET_GPU_E_COMPILER,
                             "this NVRTC does not support sm_%d or lower: install an older one",
                             architecture);
    /* The options that decide bits are given explicitly, although they are defaults: no
     * contraction, no flush to zero. */
    if (snprintf(options, sizeof options,
                 "--gpu-architecture=%s_%d --fmad=false --ftz=false --std=c++17 -default-device %s",
                 as_ptx ? "compute" : "sm", best, build->options) >= (int)sizeof options)
        return stet_gpu_fail(STET_GPU_E_BUILD, "the options are too long: %s", build->options);
    int code = nvrtc.CreateProgram(&program, build->source, "stet.cu", 0, NULL, NULL);
    if (code != 0)
        return stet_gpu_fail(STET_E_MEMORY, "nvrtcCreateProgram: error %d", code);
    const int words = split(options, word, WORDS);
    code = nvrtc.CompileProgram(program, words, word);
    status = code != 0 ? refused(program, code, build->options)
                       : take_code(program, as_ptx, binary, size);
    nvrtc.DestroyProgram(&program);
    return status;
}
