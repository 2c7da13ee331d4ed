# regard_web: the runtime as a module for web browsers, with the JavaScript that calls it and the page of
# docs/web: build/web/site.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/apps/web/*.cpp")
add_executable(regard_web ${sources})
target_link_libraries(regard_web PRIVATE regard_runtime regard::json)
set(exported _malloc _free _regard_load _regard_translate _regard_sentences _regard_free)
list(TRANSFORM exported REPLACE "(.+)" "'\\1'" OUTPUT_VARIABLE quoted)
list(JOIN quoted "," quoted)
set_target_properties(regard_web PROPERTIES OUTPUT_NAME regard_runtime SUFFIX ".mjs" RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/site")
# Debian's Emscripten calls Debian's JavaScript modules, which a Node.js from another source does not
# find.
set_target_properties(regard_web PROPERTIES RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs ")
target_link_options(regard_web PRIVATE
  "SHELL:-s MODULARIZE=1" "SHELL:-s EXPORT_ES6=1" "SHELL:-s ENVIRONMENT=web,worker" "SHELL:-s ALLOW_MEMORY_GROWTH=1"
  "SHELL:-s EXPORTED_FUNCTIONS=[${quoted}]" "SHELL:-s EXPORTED_RUNTIME_METHODS=['FS','UTF8ToString','stringToUTF8','lengthBytesUTF8']"
  "SHELL:-s INITIAL_MEMORY=16MB" "SHELL:-s TOTAL_STACK=1MB" "SHELL:-s FORCE_FILESYSTEM=1")

file(GLOB parts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/apps/web/*.js" "${PROJECT_SOURCE_DIR}/src/apps/web/*.d.ts" "${PROJECT_SOURCE_DIR}/docs/web/*")
foreach(name IN ITEMS attended_words doubt)  # the server's page uses these too
  list(APPEND parts "${PROJECT_SOURCE_DIR}/src/apps/serve/page/${name}.js")
endforeach()
foreach(part IN LISTS parts)
  cmake_path(GET part FILENAME name)
  set(copy "${PROJECT_BINARY_DIR}/site/${name}")
  add_custom_command(OUTPUT "${copy}" COMMAND ${CMAKE_COMMAND} -E copy "${part}" "${copy}" DEPENDS "${part}" VERBATIM)
  list(APPEND copies "${copy}")
endforeach()
add_custom_target(regard_site ALL DEPENDS ${copies} regard_web)

if(REGARD_TESTS)  # with the model in $REGARD_WEB_MODEL: tests/apps/web/run
  enable_testing()
  find_program(REGARD_PYTHON python3)
  mark_as_advanced(REGARD_PYTHON)
  foreach(name IN ITEMS node page)
    add_test(NAME web_${name} COMMAND ${REGARD_PYTHON} ${PROJECT_SOURCE_DIR}/tests/apps/web/${name}_test.py)
    set_tests_properties(web_${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: ")
  endforeach()
endif()
