# Programs whose result is pinned for every level of optimisation, which a build has only one of.

# diorama_sources(<variable> <module>...): the sources of these modules, as absolute paths.
function(diorama_sources variable)
  foreach(module IN LISTS ARGN)
    get_target_property(folder diorama_${module} SOURCE_DIR)
    get_target_property(sources diorama_${module} SOURCES)
    list(TRANSFORM sources PREPEND ${folder}/)
    list(APPEND all ${sources})
  endforeach()
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

# diorama_add_pinned(<program> MODULE name SOURCES ... [KERNELS ...])
#
# Makes <program>_O0 and, where the build itself is not Release, <program>_O3: each compiled whole at its
# level, without sanitizers or warnings, and run as a test of the module, once for each of KERNELS as
# DIORAMA_KERNEL.
function(diorama_add_pinned program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODULE" "SOURCES;KERNELS")
  if(NOT DIORAMA_TESTS
      OR (DIORAMA_TEST_MODULES AND NOT arg_MODULE IN_LIST DIORAMA_TEST_MODULES))
    return()
  endif()
  set(levels O0)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    list(APPEND levels O3)
  endif()
  if(NOT arg_KERNELS)
    set(arg_KERNELS all)
  endif()
  foreach(level IN LISTS levels)
    set(target ${program}_${level})
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE diorama::glm Threads::Threads diorama_flags)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_compile_features(${target} PRIVATE cxx_std_23)
    target_compile_options(${target} PRIVATE -${level} -fno-sanitize=all -w)
    add_dependencies(tests ${target})
    foreach(kernel IN LISTS arg_KERNELS)
      set(test ${arg_MODULE}/${target}.${kernel})
      add_test(NAME ${test} COMMAND ${target})
      set_tests_properties(${test} PROPERTIES LABELS ${arg_MODULE} TIMEOUT 600
        ENVIRONMENT DIORAMA_KERNEL=${kernel})
    endforeach()
  endforeach()
endfunction()
