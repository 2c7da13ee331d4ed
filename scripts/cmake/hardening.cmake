# If a file causes a memory error in spite of all checks, the program must end and not run code from the file: stacks are
# guarded, jumps only reach marked places, copies are checked, and address tables are read-only once the program runs.
# tests/checks/elf verifies the result.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-fcf-protection=full REGARD_HAS_CONTROL_FLOW_PROTECTION)
add_compile_options(-fstack-protector-strong)
if(REGARD_HAS_CONTROL_FLOW_PROTECTION)
  add_compile_options(-fcf-protection=full)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  add_compile_options(-mbranch-protection=standard)
endif()
string(APPEND CMAKE_CXX_FLAGS_RELEASE " -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
add_link_options(LINKER:-z,relro,-z,now,-z,noexecstack)
