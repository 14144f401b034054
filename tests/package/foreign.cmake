# Builds the project foreign/ in FOLDER by a build system for other compilers of SYCL, and again after changes.
#
#   PREFIX   the installed tree        GENERATOR  of CMake; "make" for the project's own makefile
#   OPTIONS  of the configuration      CCACHE     the program, if compiling goes through it
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/foreign/ DESTINATION ${FOLDER}/source)
separate_arguments(options UNIX_COMMAND "${OPTIONS}")
set(ENV{CCACHE_DIR} ${FOLDER}/ccache)
set(ENV{CCACHE_SLOPPINESS} include_file_mtime,include_file_ctime) # the files are as young as the objects
if(CCACHE)
  list(APPEND options -DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE})
endif()

function(configure)
  execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${FOLDER}/source -B ${FOLDER}/build ${options}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Builds; what is compiled is what EXPECTED names.
function(build why)
  if(GENERATOR STREQUAL "make")
    execute_process(COMMAND make CXX=${PREFIX}/bin/ursac++ WORKING_DIRECTORY ${FOLDER}/source OUTPUT_VARIABLE said
                    COMMAND_ERROR_IS_FATAL ANY)
  else()
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/build -v OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  endif()
  foreach(source IN ITEMS main.cpp filter.cpp plain.c)
    string(REGEX MATCH "[^\n]* -c [^\n]*${source}" step "${said}")
    if(source IN_LIST ARGN AND NOT step)
      message(FATAL_ERROR "${why}: ${source} was not compiled.\n${said}")
    elseif(step AND NOT source IN_LIST ARGN)
      message(FATAL_ERROR "${why}: ${source} was compiled.\n${said}")
    endif()
  endforeach()
endfunction()

function(expect program value)
  execute_process(COMMAND ${program} OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said STREQUAL "${value}\n")
    message(FATAL_ERROR "${program} printed '${said}'; ${value} was expected.")
  endif()
endfunction()

set(program ${FOLDER}/build/program)
if(GENERATOR STREQUAL "make")
  set(program ${FOLDER}/source/program)
else()
  configure()
  file(READ ${FOLDER}/build/compile_commands.json commands)
  if(OPTIONS MATCHES "ursac\\+\\+|toolchain" AND NOT commands MATCHES "\"command\": \"[^\"]*/ursac\\+\\+ [^\"]*filter.cpp")
    message(FATAL_ERROR "The commands do not name ursac++:\n${commands}")
  endif()
endif()
build("First" main.cpp filter.cpp plain.c)
expect(${program} 83)
build("Without a change")

# A header that the device pass alone reads, newer than every output, however coarse the clock of the file system is.
set(header ${FOLDER}/source/value.h)
file(WRITE ${header} "#define VALUE 50\n")
while(${program} IS_NEWER_THAN ${header}) # or as old
  file(WRITE ${header} "#define VALUE 50\n")
endwhile()
build("After a change of a header" filter.cpp)
expect(${program} 101)

if(NOT GENERATOR STREQUAL "make")
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${FOLDER}/build --prefix ${FOLDER}/installed OUTPUT_QUIET
                  COMMAND_ERROR_IS_FATAL ANY)
  expect(${FOLDER}/installed/bin/program 101)
endif()

if(CCACHE) # the same from the cache, and the older header's object
  file(REMOVE_RECURSE ${FOLDER}/build)
  configure()
  build("Again" main.cpp filter.cpp plain.c)
  expect(${program} 101)
  execute_process(COMMAND ${CCACHE} --print-stats OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  if(NOT said MATCHES "direct_cache_hit\t[1-9]")
    message(FATAL_ERROR "Nothing came from the cache:\n${said}")
  endif()
endif()
