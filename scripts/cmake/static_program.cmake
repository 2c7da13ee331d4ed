# regard_static_program: build/runtime/regard-static, the program with a static libc, still loaded at random addresses. scripts/image
# uses it: an image then needs no other file to run it, and is 2 MB smaller than with the shared libc.
add_executable(regard_static_program EXCLUDE_FROM_ALL $<TARGET_OBJECTS:regard_program>)
set_target_properties(regard_static_program PROPERTIES OUTPUT_NAME regard-static LINKER_LANGUAGE CXX)
target_link_libraries(regard_static_program PRIVATE regard_cli)
target_link_options(regard_static_program PRIVATE -static-pie -fuse-ld=bfd)  # gold cannot
