# A component is a folder, src/SIDE/COMPONENT, and a library is a list of components, so no list of files needs maintenance. main.cpp belongs to a program, not
# a library. scripts/check_components defines what a component may include.

# Several sources of a component are compiled as one unit: most of a source's compile time goes into its headers, which are then read once for all of them.
# With larger units, a full build is faster, and a rebuild after an edit slower. -DREGARD_UNITE=OFF compiles each source by itself, which finds missing
# includes.
option(REGARD_UNITE "Compile several sources at once" ON)

# Components that compute are compiled with -O2, the others with -O1.
set(regard_fast_components runtime/base runtime/math runtime/metrics runtime/text runtime/corpus runtime/bitext runtime/findings runtime/alignment runtime/search runtime/engine runtime/translate
    training/ops training/module_search evaluation/reranking)

# regard_sources(RESULT FOLDER [WITHOUT file...]): the sources of a folder, which are compiled eight at a time.
function(regard_sources result folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "WITHOUT")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "/main.cpp$")
  string(REPLACE "/" "_" group "${folder}")
  set(number 0)
  set(found "")
  foreach(source IN LISTS sources)
    get_filename_component(file "${source}" NAME)
    if(NOT file IN_LIST arg_WITHOUT)
      list(APPEND found "${source}")
    endif()
    math(EXPR eight "${number} / 8")
    math(EXPR number "${number} + 1")
    set_property(SOURCE "${source}" PROPERTY UNITY_GROUP "${group}_${eight}")
  endforeach()
  if(NOT sources)
    message(FATAL_ERROR "${folder} has no sources")
  endif()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# regard_compile(TARGET LINKS target...): compiles TARGET like all sources of the project.
function(regard_compile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${REGARD_UNITE} UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} ${arg_LINKS})
endfunction()

# regard_library(NAME COMPONENTS side/component... [WITHOUT file...] LINKS [PUBLIC target...] [PRIVATE target...]): includes name a component and a
# file, "text/tokenizer.h". They are found below the sides of the library's components and of its links, and in include/.
function(regard_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMPONENTS;WITHOUT;LINKS")
  set(fast "")
  set(other "")
  set(sides "")
  foreach(component IN LISTS arg_COMPONENTS)
    regard_sources(sources "src/${component}" WITHOUT ${arg_WITHOUT})
    if(component IN_LIST regard_fast_components)
      list(APPEND fast ${sources})
    else()
      list(APPEND other ${sources})
    endif()
    get_filename_component(side "${component}" DIRECTORY)
    list(APPEND sides "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/${side}>")
  endforeach()
  list(REMOVE_DUPLICATES sides)
  set(parts ${name})
  set(objects "")
  if(fast)
    add_library(${name}_fast OBJECT EXCLUDE_FROM_ALL ${fast})
    target_compile_options(${name}_fast PRIVATE $<$<CONFIG:Release>:-O2>)
    set(objects $<TARGET_OBJECTS:${name}_fast>)
    list(APPEND parts ${name}_fast)
  endif()
  add_library(${name} STATIC ${other} ${objects})
  foreach(component IN LISTS arg_COMPONENTS)
    regard_assets(${name} ${component})
  endforeach()
  foreach(part IN LISTS parts)
    target_include_directories(${part} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" ${sides})
    target_compile_features(${part} PUBLIC cxx_std_20)
    target_compile_options(${part} PRIVATE ${regard_sanitized_libraries})
    regard_compile(${part} LINKS ${arg_LINKS})
  endforeach()
endfunction()
