# cmake --install: the program, the libraries with their headers, and a package for find_package(regard).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/regard)

install(TARGETS regard_program RUNTIME)
install(TARGETS regard_libtorch_program RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/regard)
install(TARGETS regard_base regard_runtime EXPORT regardRuntimeTargets ARCHIVE INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS regard EXPORT regardTargets ARCHIVE INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/regard ${PROJECT_BINARY_DIR}/include/regard
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "download" EXCLUDE)
# In a separate folder: the system may have another SentencePiece.
install(DIRECTORY ${REGARD_SENTENCEPIECE}/lib DESTINATION ${CMAKE_INSTALL_LIBDIR}/regard/sentencepiece)
install(FILES ${REGARD_SENTENCEPIECE}/LICENSE DESTINATION ${CMAKE_INSTALL_LIBDIR}/regard/sentencepiece)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET regard_sbom)
  install(FILES ${regard_sbom} DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
install(CODE "
set(program \"$<TARGET_FILE:regard_program>\")
set(work \"${PROJECT_BINARY_DIR}/pages\")
set(data \"${CMAKE_INSTALL_DATAROOTDIR}\")
set(manual \"${CMAKE_INSTALL_MANDIR}\")")
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_pages.cmake)

foreach(targets IN ITEMS regardRuntimeTargets regardTargets)
  install(EXPORT ${targets} NAMESPACE regard:: DESTINATION ${package})
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/regard-runtime.pc.in ${PROJECT_BINARY_DIR}/regard-runtime.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/regard-runtime.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/regardConfig.cmake.in ${PROJECT_BINARY_DIR}/regardConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/regardConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/regardConfig.cmake ${PROJECT_BINARY_DIR}/regardConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake ${CMAKE_CURRENT_LIST_DIR}/torch.cmake
  ${CMAKE_CURRENT_LIST_DIR}/sentencepiece.cmake ${CMAKE_CURRENT_LIST_DIR}/small_libraries.cmake
  DESTINATION ${package})
