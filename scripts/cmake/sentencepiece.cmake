# regard::sentencepiece: the static libraries that scripts/setup built or, after installation, those next to
# regard's own.
if(TARGET regard::sentencepiece)
  return()
endif()
if(NOT EXISTS "${REGARD_SENTENCEPIECE}/lib/libsentencepiece.a")
  message(FATAL_ERROR "SentencePiece not found in '${REGARD_SENTENCEPIECE}'. Run scripts/setup.")
endif()

add_library(regard::sentencepiece STATIC IMPORTED)
set_target_properties(regard::sentencepiece PROPERTIES
  IMPORTED_LOCATION "${REGARD_SENTENCEPIECE}/lib/libsentencepiece.a" INTERFACE_LINK_LIBRARIES Threads::Threads)
if(EXISTS "${REGARD_SENTENCEPIECE}/lib/libsentencepiece_train.a")  # missing if only translation is built
  set_target_properties(regard::sentencepiece PROPERTIES
    IMPORTED_LOCATION "${REGARD_SENTENCEPIECE}/lib/libsentencepiece_train.a"
    INTERFACE_LINK_LIBRARIES "${REGARD_SENTENCEPIECE}/lib/libsentencepiece.a;Threads::Threads")
endif()
if(EXISTS "${REGARD_SENTENCEPIECE}/include")
  set_target_properties(regard::sentencepiece PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${REGARD_SENTENCEPIECE}/include")
endif()
