# The flags every Diorama target is compiled with, and diorama_add_module(), the only way one is made.

# Private to the build: warnings are ours, not our users'. -ffp-contract=off keeps a * b + c two
# roundings on every compiler and instruction set, or results would differ between kernels.
add_library(diorama_flags INTERFACE)
target_compile_options(diorama_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -ffp-contract=off
  # std::stable_sort of libstdc++ 12 uses what it declares deprecated; Clang says so at every call of it.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)

# Programs bind all they call when they start, and then make those tables read-only: they read hostile
# files. A load that is the first thing a program does is faster for it, too.
if(UNIX AND NOT APPLE)
  target_link_options(diorama_flags INTERFACE LINKER:-z,relro,-z,now)
endif()

# Sets of targets to build by name: every test program, every benchmark, every fuzz entry.
add_custom_target(tests)
add_custom_target(benches)
add_custom_target(fuzzers)

# diorama_add_module(<name>
#   SOURCES ... HEADERS ...          relative to the module's folder; headers are installed
#   PUBLIC ... PRIVATE ...           targets it links
#   TESTS ... BENCHES ...            one executable each: test_<name>, bench_<name>
#   TEST_LIBS ... BENCH_LIBS ...)    what only those link
function(diorama_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" ""
    "SOURCES;HEADERS;PUBLIC;PRIVATE;TESTS;BENCHES;TEST_LIBS;BENCH_LIBS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "diorama_add_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target diorama_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(diorama::${name} ALIAS ${target})
  target_sources(${target} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${arg_HEADERS})
  target_compile_features(${target} PUBLIC cxx_std_23)
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC}
    PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:diorama_flags>)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON POSITION_INDEPENDENT_CODE ON)
  diorama_package_part(${target})
  install(TARGETS ${target} EXPORT diorama FILE_SET HEADERS)

  if(DIORAMA_TESTS AND arg_TESTS
      AND (NOT DIORAMA_TEST_MODULES OR name IN_LIST DIORAMA_TEST_MODULES))
    add_executable(test_${name} ${arg_TESTS})
    target_link_libraries(test_${name} PRIVATE
      diorama::${name} ${arg_TEST_LIBS} diorama_flags GTest::gmock GTest::gtest_main)
    target_compile_definitions(test_${name} PRIVATE
      DIORAMA_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
    add_dependencies(tests test_${name})
    # NO_PRETTY_VALUES: without it a row struct's bytes, addresses included, become part of the name.
    gtest_discover_tests(test_${name} TEST_PREFIX "${name}/" NO_PRETTY_VALUES
      DISCOVERY_TIMEOUT 60 PROPERTIES LABELS ${name} TIMEOUT 600)
  endif()
  if(DIORAMA_BENCHES AND arg_BENCHES)
    add_executable(bench_${name} ${arg_BENCHES})
    target_link_libraries(bench_${name} PRIVATE
      diorama::${name} ${arg_BENCH_LIBS} diorama_flags benchmark::benchmark_main)
    add_dependencies(benches bench_${name})
  endif()
endfunction()
