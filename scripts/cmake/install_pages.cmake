# Run by cmake --install: shell completions and manual pages, which the program itself writes. The caller sets `program`, `work` (a folder
# of the build), `data` and `manual` (the target folders below the prefix). A program for another processor cannot run: then the pages
# are left out.
file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
set(files bash/regard zsh/_regard fish/regard.fish)
set(folders bash-completion/completions zsh/site-functions fish/vendor_completions.d)
execute_process(COMMAND "${program}" manual --output "${work}/man1" RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
if(NOT result EQUAL 0)
  message(WARNING "${program} does not run here (${result}): neither manual pages nor shell completions are installed")
  return()
endif()
file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${manual}" TYPE DIRECTORY FILES "${work}/man1")
foreach(file folder IN ZIP_LISTS files folders)
  get_filename_component(shell "${file}" DIRECTORY)
  file(MAKE_DIRECTORY "${work}/${shell}")
  execute_process(COMMAND "${program}" completion ${shell} OUTPUT_FILE "${work}/${file}" COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${data}/${folder}" TYPE FILE FILES "${work}/${file}")
endforeach()
