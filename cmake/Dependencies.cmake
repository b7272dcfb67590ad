# Every third-party library, resolved in one place: an installed package, else the source that
# `./run setup` fetched into third_party/vendor. Nothing is downloaded here.
find_package(Threads REQUIRED)

# Debian's GLM carries no CMake package, so its header is looked for; the target is ours to export.
find_path(DIORAMA_GLM_INCLUDE glm/glm.hpp REQUIRED)
add_library(diorama_glm INTERFACE)
add_library(diorama::glm ALIAS diorama_glm)
target_include_directories(diorama_glm SYSTEM INTERFACE $<BUILD_INTERFACE:${DIORAMA_GLM_INCLUDE}>)
set_target_properties(diorama_glm PROPERTIES EXPORT_NAME glm)
install(TARGETS diorama_glm EXPORT diorama)

if(DIORAMA_TESTS)
  find_package(GTest REQUIRED)
endif()
if(DIORAMA_BENCHES)
  find_package(benchmark REQUIRED)
endif()
