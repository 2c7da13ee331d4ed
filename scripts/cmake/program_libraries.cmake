# CURL::libcurl, regard::zip, regard::edit: system libraries of the program alone. The installed library needs none of them.
find_package(CURL REQUIRED)
foreach(library IN ITEMS "zip zip.h" "edit histedit.h")
  separate_arguments(library)
  list(GET library 0 name)
  list(GET library 1 header)
  string(TOUPPER ${name} variable)
  find_path(REGARD_${variable}_INCLUDE ${header} REQUIRED)
  find_library(REGARD_${variable}_LIBRARY ${name} REQUIRED)
  mark_as_advanced(REGARD_${variable}_INCLUDE REGARD_${variable}_LIBRARY)
  add_library(regard::${name} UNKNOWN IMPORTED)
  set_target_properties(regard::${name} PROPERTIES
    IMPORTED_LOCATION "${REGARD_${variable}_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${REGARD_${variable}_INCLUDE}")
endforeach()
