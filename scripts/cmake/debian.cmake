# cpack -G DEB: the runtime as Debian packages, built and tested by scripts/deb. `regard` is the program, `libregard-runtime0.2` is
# the shared library, and `libregard-runtime-dev` is for building other programs.
if(NOT REGARD_PYTHON)  # Python writes the copyright file
  return()
endif()
set(REGARD_MAINTAINER "Maintainers of regard <maintainers@regard.invalid>" CACHE STRING "Maintainer of the Debian packages")
mark_as_advanced(REGARD_MAINTAINER)
set(so_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME regard)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL application library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${REGARD_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)       # their dependencies, found by dpkg-shlibdeps
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SOURCE regard)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")    # each package has one of its own

# regard_debian_package(COMPONENT NAME SECTION SUMMARY PARAGRAPH)
function(regard_debian_package component name section summary paragraph)
  string(TOUPPER "${component}" key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}
regard translates between English and French with a model that a build of
regard with LibTorch has trained; this build cannot train. It needs no network
and runs on any 64-bit processor, fastest with AVX-512.

${paragraph}" PARENT_SCOPE)
  set(CPACK_REGARD_PACKAGE_OF_${component} ${name} PARENT_SCOPE)  # for debian_stage.cmake
endfunction()
regard_debian_package(application regard text "neural translation between English and French"
  "This package contains the program.")
regard_debian_package(library libregard-runtime${so_version} libs "neural translation between English and French - library"
  "This package contains the shared library.")
regard_debian_package(development libregard-runtime-dev libdevel "neural translation between English and French - development files"
  "This package contains the headers, the static library, and descriptions
for CMake and pkg-config.")
set(headers libstdc++-dev)  # of any version, but preferably those with which the library was built
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^[0-9]+")
  string(PREPEND headers "libstdc++-${CMAKE_MATCH_0}-dev | ")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libregard-runtime${so_version} (= ${PROJECT_VERSION}), ${headers}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/scripts/debian/triggers")

# Adds the files that only a package has: changelog, copyright, compressed manual pages.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian_stage.cmake")
set(CPACK_REGARD_SOURCE "${PROJECT_SOURCE_DIR}")
set(CPACK_REGARD_PYTHON "${REGARD_PYTHON}")
set(CPACK_REGARD_SBOM "${regard_sbom}")
set(CPACK_REGARD_NOTICES "${REGARD_SENTENCEPIECE}/notices")
if(REGARD_YAML_CPP)
  list(APPEND CPACK_REGARD_NOTICES "yaml-cpp=${REGARD_YAML_CPP}/LICENSE")
endif()
if(REGARD_CLD2)
  list(APPEND CPACK_REGARD_NOTICES "${REGARD_CLD2}/notices")
endif()
set(CPACK_REGARD_STRIP "${CMAKE_STRIP}")
include(CPack)
