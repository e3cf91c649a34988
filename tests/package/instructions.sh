#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# instructions.sh OBJDUMP LIBSTET.A NN.A RANGE.A ISA=FLAGS...: no x86-64 object of the archives has an
# instruction beyond what base/isa.c asks the CPU for. RANGE.A has the range kernels of libstet_mpi, and
# is empty in a build without MPI. What an object <isa>_<family> may use follows from the
# compiler's flags for it (src/CMakeLists.txt):
#   -mavx512fp16        AVX-512 F, DQ, BW, VL, FP16
#   -mavx512f           AVX-512 F, DQ, BW, VL
#   -mavx2              AVX2, FMA3
#   -mfma               AVX on 128 bits, FMA3; strategies_fma too
#   -mf16c              F16C, in convert and *f16
#   all others          SSE2
# Of the conversions to binary16 those with EVEX are part of AVX-512.
# In 64-bit code a first byte of 62 is EVEX (AVX-512), of c4 or c5 VEX (AVX and later), whatever
# the registers; SSE3 to SSE4.2, BMI and the like have neither or share it, and go by name.
set -eu
LC_ALL=C
export LC_ALL
objdump=$1 archive=$2 nn=$3 range=$4
shift 4
isas=$(printf '%s;' "$@")
"$objdump" -d --insn-width=15 "$archive" "$nn" ${range:+"$range"} | awk -F'\t' -v isas="$isas" '
BEGIN {
    for (i = split(isas, isa, ";"); i > 0; i--) {
        name = isa[i]
        sub(/=.*/, "", name)
        flags[name] = isa[i]
    }
    flags["strategies"] = "-mfma" # of strategies_fma
    sse3 = "(addsub|hadd|hsub)p[sd]|lddqu|movddup|movs[hl]dup|fisttp.*"
    ssse3 = "pshufb|ph(add|sub)s?[wd]|pmaddubsw|pmulhrsw|psign[bwd]|pabs[bwd]|palignr"
    sse4 = "p?blendv?(b|w|p[sd])|pblendvb|pblendw|pmul(ld|dq)|pm(in|ax)(sb|sd|uw|ud)|round[sp][sd]" \
           "|insertps|extractps|pextr[bdq]|pinsr[bdq]|pmov[sz]x.*|ptest|movntdqa|packusdw|mpsadbw" \
           "|phminposuw|dpp[sd]|pcmp(eqq|gtq|[ei]str[im])|crc32.*|popcnt"
    bmi = "lzcnt|andn|bextr|bls(i|r|msk)|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|adcx|adox|movbe"
    crypto = "v?aes.*|v?pclmul.*|sha(1|256).*|v?gf2p8.*"
    avx2 = "vpbroadcast.*|vps[lr]l?[la]?v[dq]|vpmaskmov.*|vpblendd|v?p?gather.*|vgather.*"
    later = "vperm[it]?2?b|vpmadd52.*|vpopcnt.*|vp2intersect.*|vp(compress|expand)[bw]|vpsh[lr]dv?.*" \
            "|vcvtne.*|vdpbf16.*|vpdpb?w?[us].*|vfn?maddc?ph|v.*ph"
}
function forbid(why) {
    if (found[object]++ < 5)
        printf "%s: %s: %s\n", object, why, $3
    bad = 1
}
/file format/ {
    object = $1
    sub(/:.*/, "", object)
    objects++
    name = object
    sub(/_.*/, "", name)
    own = object ~ /^strategies_soft/ ? "" : flags[name]
    level = own ~ /-mavx512f/ ? 3 : own ~ /-mavx2/ ? 2 : own ~ /-mfma/ ? 1 : 0
    half = own ~ /-mf16c|-mavx512fp16/ && object ~ /_(convert|(direct_)?(f16|own16))/
    fp16 = own ~ /-mavx512fp16/
    next
}
NF >= 3 {
    bytes = $2
    while (bytes ~ /^(26|2e|36|3e|64|65|67) /)
        bytes = substr(bytes, 4)
    evex = bytes ~ /^62 /
    vex = bytes ~ /^c[45] /
    name = $3
    sub(/ .*/, "", name)
    lines++
    seen[level, evex ? "evex" : vex ? "vex" : "other"] = 1
    if (evex && level < 3)
        forbid("AVX-512")
    else if (vex && level < 1)
        forbid("AVX or later")
    else if (level < 2 && (/%ymm/ || name ~ "^(" avx2 ")$" || $3 ~ /^vbroadcasts[sd] +%xmm/))
        forbid("256 bits or AVX2")
    else if (level < 1 && name ~ "^(" sse3 "|" ssse3 "|" sse4 ")$")
        forbid("SSE3 or later")
    else if (((half || evex) && name == "vcvtps2ph") || (fp16 && name ~ /^v.*(ph|sh)$/))
        next
    else if (name ~ "^(" bmi "|" crypto "|" later ")$")
        forbid("not among what base/isa.c looks for")
}
END {
    # The rules are known to see: what they forbid below is there above.
    if (objects < 10 || lines < 10000)
        bad = 1
    for (i in seen) {
        split(i, part, SUBSEP)
        there[part[1]] = 1
    }
    if ((there[3] && !((3, "evex") in seen)) || (there[2] && !((2, "vex") in seen)) ||
        (there[1] && !((1, "vex") in seen))) {
        print "the check is blind: an instance has no instruction of its own set"
        bad = 1
    }
    printf "%d instructions in %d objects\n", lines, objects
    exit bad
}'
