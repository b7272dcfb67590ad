# Tests that are not GoogleTest programs: fuzz entries and code that must not compile.

# diorama_add_fuzzer(<name> LIBS ... [DICT file] [MUTATOR file])
#
# Makes fuzz_<name> of <name>_fuzz.cpp, which defines LLVMFuzzerTestOneInput. With DIORAMA_FUZZERS it is
# a libFuzzer program; otherwise replay.cpp feeds it the files it is given. Either way the seeds in
# corpus/<name>/ are a test, fuzz/<name>.seeds. MUTATOR defines LLVMFuzzerCustomMutator, for formats whose
# checksums hide from libFuzzer what lies behind them.
function(diorama_add_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DICT;MUTATOR" "LIBS")
  set(target fuzz_${name})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
  file(GLOB seeds ${corpus}/*)
  if(NOT seeds)
    message(FATAL_ERROR "diorama_add_fuzzer(${name}): no seed in ${corpus}")
  endif()
  add_executable(${target} ${name}_fuzz.cpp)
  target_link_libraries(${target} PRIVATE ${arg_LIBS} diorama_flags)
  add_dependencies(fuzzers ${target})
  if(DIORAMA_FUZZERS)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    if(arg_MUTATOR)
      target_sources(${target} PRIVATE ${arg_MUTATOR})
    endif()
    set(replay -runs=0 ${corpus})
  else()
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.cpp)
    set(replay ${corpus})
  endif()
  if(arg_DICT)
    # Where scripts/fuzz.sh looks for it.
    configure_file(${arg_DICT} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${target}.dict COPYONLY)
  endif()
  add_test(NAME fuzz/${name}.seeds COMMAND ${target} ${replay})
  set_tests_properties(fuzz/${name}.seeds PROPERTIES LABELS fuzz TIMEOUT 600)
endfunction()

# diorama_add_compile_fail(<name> ERROR <regex>)
#
# <name>.cpp must compile as it is, and must not with DIORAMA_WRONG defined: the compiler's error has
# to match ERROR, so that a file broken for another reason is not taken for a proof.
function(diorama_add_compile_fail name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ERROR" "")
  set(command ${CMAKE_CXX_COMPILER} -std=c++23 -fsyntax-only
    -I ${PROJECT_SOURCE_DIR} -idirafter ${DIORAMA_glm_INCLUDE}
    ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
  add_test(NAME compile_fail/${name}.right COMMAND ${command})
  add_test(NAME compile_fail/${name}.wrong COMMAND ${command} -DDIORAMA_WRONG)
  set_tests_properties(compile_fail/${name}.wrong PROPERTIES
    PASS_REGULAR_EXPRESSION "error: [^\n]*${arg_ERROR}")
  set_tests_properties(compile_fail/${name}.right compile_fail/${name}.wrong PROPERTIES
    LABELS compile_fail)
endfunction()
