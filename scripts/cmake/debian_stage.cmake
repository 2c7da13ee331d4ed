# Run by cpack in the folders to be packed: adds the files that only a Debian package has.
function(regard_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(stage "${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # from SOURCE_DATE_EPOCH, if that is set
set(changelog "${CPACK_TEMPORARY_DIRECTORY}.changelog")
file(WRITE "${changelog}" "regard (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
regard_run(gzip -9nf "${changelog}")
set(copyright "${CPACK_TEMPORARY_DIRECTORY}.copyright")
regard_run("${CPACK_REGARD_PYTHON}" "${CPACK_REGARD_SOURCE}/scripts/support/debian_copyright" "${CPACK_REGARD_SBOM}" "${copyright}"
  ${CPACK_REGARD_NOTICES})

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  set(root "${stage}/${component}/usr")
  set(package "${CPACK_REGARD_PACKAGE_OF_${component}}")
  file(MAKE_DIRECTORY "${root}/share/doc/${package}")
  file(COPY_FILE "${changelog}.gz" "${root}/share/doc/${package}/changelog.gz")
  file(COPY_FILE "${copyright}" "${root}/share/doc/${package}/copyright")
  set(overrides "${CPACK_REGARD_SOURCE}/scripts/debian/${component}.lintian-overrides")
  if(EXISTS "${overrides}")
    file(MAKE_DIRECTORY "${root}/share/lintian/overrides")
    file(COPY_FILE "${overrides}" "${root}/share/lintian/overrides/${package}")
  endif()
  file(GLOB pages "${root}/share/man/man1/*.1")
  file(GLOB archives "${root}/lib/*.a")
  if(pages)
    regard_run(gzip -9nf ${pages})
  endif()
  if(archives)
    regard_run("${CPACK_REGARD_STRIP}" --strip-debug --enable-deterministic-archives ${archives})
  endif()
endforeach()
