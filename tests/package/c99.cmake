# Builds c99_consumer.c in FOLDER with what pkg-config says of the tree at PREFIX, and runs it.
file(GLOB_RECURSE pc ${PREFIX}/*/ursa.pc)
cmake_path(GET pc PARENT_PATH pc_folder)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
function(ask variable question)
  execute_process(COMMAND pkg-config ${question} ursa OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(answer UNIX_COMMAND "${answer}")
  set(${variable} ${answer} PARENT_SCOPE)
endfunction()
ask(cflags --cflags)
ask(libs --libs)
ask(libdir --variable=libdir)
ask(version --modversion)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "pkg-config says version ${version}; ${VERSION} was expected.")
endif()
file(MAKE_DIRECTORY ${FOLDER})
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
execute_process(
  COMMAND ${COMPILER} -std=c99 -Wall -Wextra -Wpedantic -Werror ${flags} ${cflags}
          ${CMAKE_CURRENT_LIST_DIR}/c99_consumer.c -o ${FOLDER}/c99_consumer ${libs}
          -Wl,-rpath,${libdir} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FOLDER}/c99_consumer COMMAND_ERROR_IS_FATAL ANY)
