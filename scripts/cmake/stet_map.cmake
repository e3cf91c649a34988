# SPDX-License-Identifier: Apache-2.0
# cmake -DHEADERS=... -DPUBLIC=STET_0:stet_* -DPRIVATE=STET_PRIVATE_0.1.0 -DOUTPUT=FILE -P stet_map.cmake
# Writes the version script of a shared library. The node PUBLIC has the symbols that its pattern matches. The second
# node, if it is not empty, has the functions that HEADERS mark STET_PRIVATE, which libraries of the same build call.
# Its name ends with a digest of HEADERS, so the loader refuses a library that was compiled with other headers.
string(REPLACE ":" ";" PUBLIC "${PUBLIC}")
list(GET PUBLIC 0 node)
list(GET PUBLIC 1 pattern)
set(names "")
set(all "")
foreach(header IN LISTS HEADERS)
  file(SHA256 ${header} digest)
  string(APPEND all ${digest})
  file(READ ${header} text)
  foreach(special ";" "[" "]") # which lists would take for their own
    string(REPLACE "${special}" "@" text "${text}")
  endforeach()
  string(REGEX MATCHALL "\nSTET_PRIVATE [^@(]*(\\(\\([^@]*\\)\\)\\) [^@(]*)?" marked "${text}")
  foreach(declaration IN LISTS marked)
    string(REGEX MATCH "stet_[a-z0-9_]+$" name "${declaration}")
    string(APPEND names "        ${name};\n")
  endforeach()
endforeach()
string(SHA256 digest "${all}")
string(SUBSTRING ${digest} 0 8 digest)
file(WRITE ${OUTPUT} "/* Made by scripts/cmake/stet_map.cmake. */\n${node} {\n    global: ${pattern};\n    local: *;\n};\n")
if(names)
  file(APPEND ${OUTPUT} "${PRIVATE}_${digest} {\n    global:\n${names}};\n")
endif()
