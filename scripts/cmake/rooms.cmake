# A room is a folder: include/regard/<room>/*.h and src/<room>/*.cpp. No list of files to keep.

# regard/base/version.h
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.h.in ${PROJECT_BINARY_DIR}/include/regard/base/version.h @ONLY)

# regard_library(NAME ROOMS room... [WITHOUT file...] LINKS [PUBLIC target...] [PRIVATE target...])
function(regard_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ROOMS;WITHOUT;LINKS")
  set(sources "")
  foreach(room IN LISTS arg_ROOMS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  foreach(file IN LISTS arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${file}$")
  endforeach()
  if(NOT sources)  # a library of headers still needs one object to be an archive
    set(sources "${PROJECT_BINARY_DIR}/${name}_empty.cpp")
    file(CONFIGURE OUTPUT "${sources}" CONTENT "")
  endif()
  add_library(${name} STATIC ${sources})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name}
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
           "$<INSTALL_INTERFACE:include>"
    PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} ${arg_LINKS})
endfunction()
