# regard::lzma, regard::zstd, regard::edit and, for training, CURL::libcurl and regard::zip: system libraries that only the programs
# use.
regard_small_library(lzma lzma.h lzma)
regard_small_library(zstd zstd.h zstd)
regard_small_library(edit histedit.h edit)
if(REGARD_EDIT_LIBRARY MATCHES "\\.a$")  # also links its dependencies, if present
  foreach(name IN ITEMS bsd md tinfo)
    find_library(REGARD_${name}_OF_EDIT NAMES lib${name}.a ${name})
    mark_as_advanced(REGARD_${name}_OF_EDIT)
    if(REGARD_${name}_OF_EDIT)
      set_property(TARGET regard::edit APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${REGARD_${name}_OF_EDIT}")
    endif()
  endforeach()
endif()
if(REGARD_TRAINING)
  find_package(CURL REQUIRED)
  find_path(REGARD_ZIP_INCLUDE zip.h REQUIRED)
  find_library(REGARD_ZIP_LIBRARY zip REQUIRED)  # the static library does not name its dependencies
  mark_as_advanced(REGARD_ZIP_INCLUDE REGARD_ZIP_LIBRARY)
  add_library(regard::zip UNKNOWN IMPORTED)
  set_target_properties(regard::zip PROPERTIES
    IMPORTED_LOCATION "${REGARD_ZIP_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${REGARD_ZIP_INCLUDE}")
endif()
