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

must_run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${SCRATCH}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${SCRATCH}/moved -DCMAKE_C_COMPILER=${C_COMPILER}
  -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CXX_FLAGS}
  -DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS} -DEXPECTED_VERSION=${VERSION})
must_run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
must_run(${SCRATCH}/build/consumer)
if(NOT output MATCHES "consumer: ok")
  message(FATAL_ERROR "the consumer printed:\n${output}")
endif()
