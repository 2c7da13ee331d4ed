# regard_grammar(TARGET [PROGRAM]): the grammar of regard-libtorch as C++. The program without LibTorch uses it to print the --help of the
# other's commands. Run as a script, with `program` and `output` set, it runs the program and writes the source. A program for another
# processor cannot run: then the source is empty, and the other program prints the help.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(regard_grammar target)
    set(output "${PROJECT_BINARY_DIR}/grammar_with_libtorch.cpp")
    set(script "${PROJECT_SOURCE_DIR}/scripts/cmake/grammar.cmake")
    set(program "")
    if(ARGC GREATER 1 AND NOT CMAKE_CROSSCOMPILING)
      set(program "$<TARGET_FILE:${ARGV1}>")
    endif()
    add_custom_command(OUTPUT "${output}" DEPENDS ${ARGV1} "${script}" VERBATIM
      COMMAND ${CMAKE_COMMAND} "-Dprogram=${program}" "-Doutput=${output}" -P "${script}")
    target_sources(${target} PRIVATE "${output}")
  endfunction()
  return()
endif()

set(json "")
if(program)
  execute_process(COMMAND "${program}" --grammar OUTPUT_VARIABLE json RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(WARNING "${program} does not run here (${result}), so regard --help will start it")
    set(json "")
  endif()
endif()
string(HEX "${json}" digits)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${digits}")
set(source "// Made by scripts/cmake/grammar.cmake.
#include <string_view>

namespace regard::cli {
namespace {

// clang-format off
constexpr char kGrammar[] = {${bytes}'\\0'};
// clang-format on

}  // namespace

std::string_view grammar_with_libtorch();  // which src/apps/cli/main.cpp calls
std::string_view grammar_with_libtorch() { return {kGrammar, sizeof kGrammar - 1}; }

}  // namespace regard::cli
")
if(EXISTS "${output}")
  file(READ "${output}" before)
endif()
if(NOT "${before}" STREQUAL "${source}")
  file(WRITE "${output}" "${source}")
endif()
