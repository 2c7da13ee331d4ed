# A room is a folder: include/regard/<room>/*.h and src/<room>/*.cpp. No list of files to keep.

# regard/base/version.h
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.h.in ${PROJECT_BINARY_DIR}/include/regard/base/version.h @ONLY)

# Several sources of a room are compiled as one: most of a source's time goes into the headers of LibTorch, which are then read
# once for all of them. -DREGARD_UNITE=OFF compiles each by itself, which finds the include that is missing.
option(REGARD_UNITE "Compile several sources of a room at once" ON)

# regard_room_sources(RESULT ROOM PATTERN TOGETHER count [WITHOUT file...]): the files of a room. The more together, the faster
# all of them are built, and the slower one that was edited.
function(regard_room_sources result room pattern)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "TOGETHER" "WITHOUT")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
  foreach(file IN LISTS arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${file}$")
  endforeach()
  set(number 0)
  foreach(source IN LISTS sources)
    math(EXPR group "${number} / ${arg_TOGETHER}")
    math(EXPR number "${number} + 1")
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP "${room}_${group}")
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# regard_unite(TARGET)
function(regard_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${REGARD_UNITE} UNITY_BUILD_MODE GROUP)
endfunction()

# regard_library(NAME ROOMS room... [WITHOUT file...] LINKS [PUBLIC target...] [PRIVATE target...])
function(regard_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ROOMS;WITHOUT;LINKS")
  set(sources "")
  foreach(room IN LISTS arg_ROOMS)
    regard_room_sources(found ${room} "src/${room}/*.cpp" TOGETHER 8 WITHOUT ${arg_WITHOUT})
    list(APPEND sources ${found})
  endforeach()
  if(NOT sources)  # a library of headers still needs one object to be an archive
    set(sources "${PROJECT_BINARY_DIR}/${name}_empty.cpp")
    file(CONFIGURE OUTPUT "${sources}" CONTENT "")
  endif()
  add_library(${name} STATIC ${sources})
  regard_unite(${name})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name}
    PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
           "$<INSTALL_INTERFACE:include>"
    PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} ${arg_LINKS})
endfunction()
