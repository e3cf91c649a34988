/* SPDX-License-Identifier: Apache-2.0 */
#include "stet.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)

const char *stet_strerror(int status)
{
    switch (status) {
    case STET_OK: return "success";
    case STET_E_NULL: return "a required pointer is NULL";
    case STET_E_OPTIONS_SIZE: return "options.size is not a known size: call stet_options_init()";
    case STET_E_KIND: return "unknown kind of transform";
    case STET_E_PRECISION: return "unknown precision";
    case STET_E_LEVEL: return "unknown level";
    case STET_E_DIRECTION: return "unknown direction, or one that the kind does not have";
    case STET_E_NORM: return "unknown norm";
    case STET_E_RANK: return "rank is below 1, or batch_rank is below 0";
    case STET_E_LENGTH:
        return "a length or count is too small or too large: see the function's comment in stet.h";
    case STET_E_OVERFLOW: return "the array would not fit in the address space";
    case STET_E_STRIDE: return "two outputs may have the same address with these output strides";
    case STET_E_OVERLAP:
        return "input and output overlap and are not the same array, or two outputs overlap";
    case STET_E_MEMORY: return "not enough memory";
    case STET_E_WORKSPACE: return "the workspace is too small";
    case STET_E_METHOD: return "unknown method";
    case STET_E_THREADS: return "the number of threads is below -1 (all processors)";
    case STET_E_ISA_NAME: return "unknown name of an instruction set";
    case STET_E_ISA_BUILD: return "the library was built without this instruction set";
    case STET_E_ISA_CPU: return "this CPU or operating system lacks the instruction set";
    case STET_E_FLAVOR: return "unknown flavor of sine and cosine";
    case STET_E_FUNCTION: return "unknown function";
    case STET_E_STATS_SIZE:
        return "the size field of stats or of a bound is not a known size: set it to sizeof of the "
               "struct";
    case STET_E_POLICY: return "unknown policy of the correct level";
    case STET_E_HALF_MODE:
        return "unknown half_mode, or this precision or level does not support it";
    case STET_E_HALF_EXPONENT:
        return "half_exponent must be STET_HALF_SAFE or from -100 to 100; level correct: SAFE or 0";
    case STET_E_HALF_LENGTH: return "half mode native: a length has a prime factor above 13";
    case STET_E_HALF_RANGE:
        return "a result is too large for 16 bits: scale the input down (half_exponent)";
    case STET_E_EFFORT: return "unknown effort";
    case STET_E_TUNING: return "not a tuning file for this library and this instruction set";
    case STET_E_FILE: return "the file cannot be read or written";
    case STET_E_PROFILE:
        return "not a valid profile: an unknown key, a wrong value or a contradiction";
    case STET_E_OPERATOR: return "the operation, combine or space of the convolution is unknown";
    case STET_E_EXTENDED:
        return "options.extended has an unknown bit, or the method uses no transforms";
    case STET_E_FILTER_LENGTH: return "the filter of a circular convolution is too long";
    case STET_E_CHANNELS:
        return "channels or batch is below 1, or filter_channels is neither 1 nor channels";
    case STET_E_GELU: return "unknown GELU";
    case STET_E_FLAG: return "a flag is neither 0 nor 1, or an array was given without its flag";
    case STET_E_FFT_LENGTH:
        return "the length of the transforms is too short or has a prime factor above 13";
    case STET_E_ACCURACY: return "no allowed method has an error bound as small as requested";
    case STET_E_STREAM: return "this convolution has no stream, or the stream is finished";
    case STET_E_ROOM: return "the output array is too small";
    case STET_E_REFERENCE:
        return "two references are set, or cycles together with reference_at or rebase";
    case STET_E_ABORTED: return "a callback ended the run";
    case STET_E_R2R_KIND: return "unknown kind of a real-to-real transform";
    case STET_E_MPI: return "an MPI call failed: destroy the plan";
    case STET_E_MPI_INIT:
        return "MPI is not running, or was not initialised with MPI_THREAD_FUNNELED";
    case STET_E_RANKS: return "the options differ between ranks, or no rank has this number";
    case STET_E_GRID:
        return "the grid's product is not the number of ranks, or it has too many dimensions";
    case STET_E_LAYOUT: return "unknown layout, or this transform does not support it";
    case STET_E_BLOCKS: return "a block is negative, or the sum of the blocks is not the length";
    case STET_E_EXCHANGE:
        return "unknown exchange, chunks below 0, or shared memory between ranks on several nodes";
    case STET_E_GATHER:
        return "one rank must hold the whole array, which does not fit: raise gather_limit, or add "
               "memory";
    case STET_E_ARRAY_FILE: return "the file does not hold an array of this shape and type";
    case STET_E_BUILD:
        return "this build has only level native of f32 and f64, without real-to-real kinds: build "
               "all with make";
    default: return "unknown status";
    }
}

const char *stet_version(void)
{
    return STRING(STET_VERSION_MAJOR) "." STRING(STET_VERSION_MINOR) "." STRING(STET_VERSION_PATCH);
}

int stet_bits_version(void) { return STET_BITS_VERSION; }
