# Run by ctest; the variables are set in CMakeLists.txt beside this file.
function(must_run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(JOIN " " command ${ARGV})
    message(FATAL_ERROR "${command}\nanswered ${result}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})

# What is not built is named before anything is copied.
file(WRITE ${SCRATCH}/parts.txt "${BUILD_DIR}/CMakeCache.txt\n${SCRATCH}/libmissing.a\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DDIORAMA_PARTS=${SCRATCH}/parts.txt -P ${CHECK_PARTS}
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "1 of the package's files" OR NOT output MATCHES "libmissing.a")
  message(FATAL_ERROR "a part that is not built was not named:\n${output}")
endif()
file(READ ${BUILD_DIR}/cmake_install.cmake script)
string(FIND "${script}" "diorama_parts.cmake" check)
string(FIND "${script}" "file(INSTALL" copy)
if(check EQUAL -1 OR (NOT copy EQUAL -1 AND copy LESS check))
  message(FATAL_ERROR "cmake --install copies before it looks whether all is built")
endif()
file(STRINGS ${BUILD_DIR}/package_parts.txt parts)
foreach(part IN ITEMS libdiorama_core.a libdiorama_spawn.a)
  if(NOT parts MATCHES "/${part}")
    message(FATAL_ERROR "package_parts.txt lacks ${part}:\n${parts}")
  endif()
endforeach()

must_run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${SCRATCH}/installed)
# Moved, because a package that holds a path of where it was built works until it is copied.
file(RENAME ${SCRATCH}/installed ${SCRATCH}/moved)

file(GLOB_RECURSE installed ${SCRATCH}/moved/*.cmake ${SCRATCH}/moved/*.hpp)
foreach(file IN LISTS installed)
  file(READ ${file} text)
  string(FIND "${text}" "${BUILD_DIR}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names the build folder ${BUILD_DIR}")
  endif()
endforeach()

# The pages that headers name.
file(GLOB_RECURSE headers ${SCRATCH}/moved/*.hpp)
set(cited "")
foreach(header IN LISTS headers)
  file(READ ${header} text)
  string(REGEX MATCHALL "docs/[a-z0-9_/-]+\\.md" pages "${text}")
  foreach(page IN LISTS pages)
    if(NOT EXISTS ${SCRATCH}/moved/share/doc/diorama/${page})
      message(FATAL_ERROR "${header} names ${page}, which is not installed")
    endif()
    list(APPEND cited ${page})
  endforeach()
endforeach()
if(NOT cited)
  message(FATAL_ERROR "no header names a page")
endif()

must_run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${SCRATCH}/moved -DCMAKE_C_COMPILER=${C_COMPILER}
  -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CXX_FLAGS}
  -DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS} -DEXPECTED_VERSION=${VERSION})
must_run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
must_run(${SCRATCH}/build/consumer)
if(NOT output MATCHES "consumer: ok")
  message(FATAL_ERROR "the consumer printed:\n${output}")
endif()
