# Run by `cmake --install` before anything is copied: names what is not built yet, so that no half of a
# package is left behind. DIORAMA_PARTS is a file that lists every library and program, one a line.
file(STRINGS ${DIORAMA_PARTS} parts)
set(missing "")
foreach(part IN LISTS parts)
  if(NOT EXISTS ${part})
    list(APPEND missing ${part})
  endif()
endforeach()
if(missing)
  list(LENGTH missing count)
  list(GET missing 0 first)
  message(FATAL_ERROR "${count} of the package's files are not built, ${first} among them; nothing was "
    "installed. Run `./run build` first, or build the target package_parts.")
endif()
