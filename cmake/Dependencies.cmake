# Every third-party library, resolved in one place: an installed package if there is a good one, else
# the source that `./run setup` unpacked into third_party/vendor. Nothing is downloaded here, and only
# what the enabled options need is looked for. Why each one: docs/dependencies.md.
#
# DIORAMA_PACKAGE_DEPENDENCIES collects what an installed Diorama must find again; the package config
# calls find_dependency() for each (cmake/diorama-config.cmake.in).
set(DIORAMA_PACKAGE_DEPENDENCIES "")

set(DIORAMA_VENDOR ${PROJECT_SOURCE_DIR}/third_party/vendor)

# An interface target of ours around an installed library that has no CMake package. Consumers of an
# installed Diorama link it by name, so that no path of this machine gets into the exported targets.
function(diorama_system_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;LIBRARY;PACKAGE" "")
  find_path(DIORAMA_${name}_INCLUDE ${arg_HEADER})
  if(NOT DIORAMA_${name}_INCLUDE)
    message(FATAL_ERROR "${arg_HEADER} was not found: run `./run setup`, or install ${arg_PACKAGE}.")
  endif()
  add_library(diorama_${name} INTERFACE)
  add_library(diorama::${name} ALIAS diorama_${name})
  target_include_directories(diorama_${name} SYSTEM INTERFACE
    $<BUILD_INTERFACE:${DIORAMA_${name}_INCLUDE}>)
  if(arg_LIBRARY)
    find_library(DIORAMA_${name}_LIBRARY ${arg_LIBRARY})
    if(NOT DIORAMA_${name}_LIBRARY)
      message(FATAL_ERROR
        "The library ${arg_LIBRARY} was not found: run `./run setup`, or install ${arg_PACKAGE}.")
    endif()
    target_link_libraries(diorama_${name} INTERFACE
      $<BUILD_INTERFACE:${DIORAMA_${name}_LIBRARY}> $<INSTALL_INTERFACE:${arg_LIBRARY}>)
  endif()
  set_target_properties(diorama_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS diorama_${name} EXPORT diorama)
endfunction()

# A static library of ours made of third-party source: no warnings, our rounding, installed with us.
function(diorama_source_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "INCLUDE" "SOURCES;OPTIONS")
  foreach(source IN LISTS arg_SOURCES)
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "${source} is missing: run `./run setup`, which fetches it.")
    endif()
  endforeach()
  add_library(diorama_${name} STATIC ${arg_SOURCES})
  add_library(diorama::${name} ALIAS diorama_${name})
  target_include_directories(diorama_${name} SYSTEM PUBLIC $<BUILD_INTERFACE:${arg_INCLUDE}>)
  target_compile_options(diorama_${name} PRIVATE -w -ffp-contract=off ${arg_OPTIONS})
  set_target_properties(diorama_${name} PROPERTIES
    EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON CXX_CLANG_TIDY "" C_CLANG_TIDY "")
  install(TARGETS diorama_${name} EXPORT diorama)
endfunction()

find_package(Threads REQUIRED)
list(APPEND DIORAMA_PACKAGE_DEPENDENCIES Threads)

# Debian's GLM and xxHash carry no usable CMake package, so their headers are looked for.
diorama_system_library(glm HEADER glm/glm.hpp PACKAGE libglm-dev)
diorama_system_library(xxhash HEADER xxhash.h PACKAGE libxxhash-dev)
diorama_system_library(spng HEADER spng.h LIBRARY spng PACKAGE libspng-dev)
diorama_system_library(webp HEADER webp/decode.h LIBRARY webp PACKAGE libwebp-dev)
diorama_system_library(zstd HEADER zstd.h LIBRARY zstd PACKAGE libzstd-dev)

find_package(simdjson 3.0 REQUIRED)
find_package(JPEG REQUIRED)
find_package(ZLIB REQUIRED)
list(APPEND DIORAMA_PACKAGE_DEPENDENCIES simdjson JPEG ZLIB)

# The v1 codecs of EXT_ and KHR_meshopt_compression are complete from 0.24 on; Debian 12 has 0.18.
find_package(meshoptimizer QUIET CONFIG)
if(meshoptimizer_FOUND AND meshoptimizer_VERSION VERSION_GREATER_EQUAL 0.24)
  add_library(diorama_meshoptimizer INTERFACE)
  add_library(diorama::meshoptimizer ALIAS diorama_meshoptimizer)
  target_link_libraries(diorama_meshoptimizer INTERFACE meshoptimizer::meshoptimizer)
  set_target_properties(diorama_meshoptimizer PROPERTIES EXPORT_NAME meshoptimizer)
  install(TARGETS diorama_meshoptimizer EXPORT diorama)
  list(APPEND DIORAMA_PACKAGE_DEPENDENCIES meshoptimizer)
else()
  set(meshopt ${DIORAMA_VENDOR}/meshopt/vendor/src)
  diorama_source_library(meshoptimizer INCLUDE ${meshopt} SOURCES
    ${meshopt}/allocator.cpp ${meshopt}/clusterizer.cpp ${meshopt}/indexanalyzer.cpp
    ${meshopt}/indexcodec.cpp ${meshopt}/indexgenerator.cpp ${meshopt}/meshletcodec.cpp
    ${meshopt}/meshletutils.cpp ${meshopt}/opacitymap.cpp ${meshopt}/overdrawoptimizer.cpp
    ${meshopt}/partition.cpp ${meshopt}/quantization.cpp ${meshopt}/rasterizer.cpp
    ${meshopt}/remesher.cpp ${meshopt}/simplifier.cpp ${meshopt}/spatialorder.cpp
    ${meshopt}/stripifier.cpp ${meshopt}/tangentspace.cpp ${meshopt}/vcacheoptimizer.cpp
    ${meshopt}/vertexcodec.cpp ${meshopt}/vertexfilter.cpp ${meshopt}/vfetchoptimizer.cpp)
endif()

# No distribution packages MikkTSpace: it is one C file. The step that picks its sort's pivot shifts by
# 32 for one seed in 32; any outcome will do there, since no two of the sorted keys are equal.
set(mikktspace ${DIORAMA_VENDOR}/mikktspace-sys/c_code)
diorama_source_library(mikktspace INCLUDE ${mikktspace} SOURCES ${mikktspace}/mikktspace.c
  OPTIONS $<$<C_COMPILER_ID:Clang>:-fno-sanitize=shift-exponent>)

# Of Basis Universal, the transcoder alone, to BC7 and plain pixels; KTX2 files are read by texture. What
# it is not asked for is left out, and its assertions on data are its checks' second half: off.
set(basisu ${DIORAMA_VENDOR}/basis-universal-sys/vendor/basis_universal/transcoder)
diorama_source_library(basisu INCLUDE ${basisu} SOURCES ${basisu}/basisu_transcoder.cpp
  OPTIONS -fno-strict-aliasing -DNDEBUG)
target_compile_features(diorama_basisu PRIVATE cxx_std_17)
target_compile_definitions(diorama_basisu PUBLIC BASISD_SUPPORT_KTX2=0 BASISD_SUPPORT_KTX2_ZSTD=0
  PRIVATE BASISD_SUPPORT_ASTC=0 BASISD_SUPPORT_ATC=0 BASISD_SUPPORT_DXT1=0 BASISD_SUPPORT_DXT5A=0
          BASISD_SUPPORT_ETC2_EAC_A8=0 BASISD_SUPPORT_ETC2_EAC_RG11=0 BASISD_SUPPORT_FXT1=0
          BASISD_SUPPORT_PVRTC1=0 BASISD_SUPPORT_PVRTC2=0)

if(DIORAMA_VULKAN)
  find_package(Vulkan 1.3 REQUIRED COMPONENTS glslc)
  # volk loads the Vulkan library at run time, so a program starts, and can say what is missing, on a
  # machine without one. Debian ships it as a header and a source file.
  find_path(DIORAMA_VOLK_SOURCE volk.c)
  if(NOT DIORAMA_VOLK_SOURCE)
    message(FATAL_ERROR "volk.c was not found: run `./run setup`, or install libvulkan-volk-dev.")
  endif()
  diorama_source_library(volk INCLUDE ${DIORAMA_VOLK_SOURCE} SOURCES ${DIORAMA_VOLK_SOURCE}/volk.c)
  target_include_directories(diorama_volk SYSTEM PUBLIC $<BUILD_INTERFACE:${Vulkan_INCLUDE_DIRS}>)
  target_compile_definitions(diorama_volk PUBLIC VK_NO_PROTOTYPES)
  target_link_libraries(diorama_volk PUBLIC ${CMAKE_DL_LIBS})
endif()

if(DIORAMA_TOOLS)
  find_package(CLI11 REQUIRED)
endif()
if(DIORAMA_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
if(DIORAMA_BENCHES)
  find_package(benchmark REQUIRED)
endif()
