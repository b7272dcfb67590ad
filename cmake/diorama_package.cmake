# What `cmake --install` adds beside the libraries and headers, so that find_package(diorama) works.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/diorama)

set(find_dependencies "")
foreach(package IN LISTS DIORAMA_PACKAGE_DEPENDENCIES)
  string(APPEND find_dependencies "find_dependency(${package})\n")
endforeach()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/diorama-config.cmake.in
  ${PROJECT_BINARY_DIR}/diorama-config.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/diorama-config-version.cmake
  COMPATIBILITY SameMinorVersion)

install(EXPORT diorama NAMESPACE diorama:: FILE diorama-targets.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/diorama-config.cmake
  ${PROJECT_BINARY_DIR}/diorama-config-version.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/diorama)
# Headers name pages as docs/...; the test of the package looks whether each is there.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/diorama
  FILES_MATCHING PATTERN "*.md" PATTERN images EXCLUDE)

get_property(parts GLOBAL PROPERTY DIORAMA_PACKAGE_PARTS)
list(TRANSFORM parts PREPEND "$<TARGET_FILE:")
list(TRANSFORM parts APPEND ">")
list(JOIN parts "\n" parts)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/package_parts.txt CONTENT "${parts}\n")
