# Builds the project kernels/ in FOLDER with Ninja, and again after changes: what is compiled is what depends on
# a change, and nothing without one. CONFIGURE: options of the project. RUN: it has a program to run.
cmake_policy(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/kernels/ DESTINATION ${FOLDER}/source)
separate_arguments(options UNIX_COMMAND "${CONFIGURE}")
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${FOLDER}/source -B ${FOLDER}/build ${options} OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)

# Builds; each of EXPECTED must be among what Ninja says that it did, and none of the other steps.
function(build why)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/build OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  foreach(step IN ITEMS "Compiling scale.cl" "Compiling value.cl" "Compiling other.cl" "Linking together.ursa")
    string(FIND "${said}" "${step}" place)
    if(step IN_LIST ARGN AND place EQUAL -1)
      message(FATAL_ERROR "${why}: '${step}' was not done.\n${said}")
    elseif(NOT step IN_LIST ARGN AND NOT place EQUAL -1)
      message(FATAL_ERROR "${why}: '${step}' was done.\n${said}")
    endif()
  endforeach()
endfunction()

# Writes a file that is newer than every output, however coarse the clock of the file system is.
function(change file text)
  set(path ${FOLDER}/source/${file})
  file(WRITE ${path} "${text}")
  while(${FOLDER}/build/.ninja_log IS_NEWER_THAN ${path}) # or as old
    file(WRITE ${path} "${text}")
  endwhile()
endfunction()

function(expect_value value)
  if(RUN)
    execute_process(COMMAND ${FOLDER}/build/embedded OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
    if(NOT said STREQUAL "${value}\n")
      message(FATAL_ERROR "The program printed '${said}'; ${value} was expected.")
    endif()
  endif()
endfunction()

build("First" "Compiling scale.cl" "Compiling value.cl" "Compiling other.cl" "Linking together.ursa")
expect_value(2)
build("Without a change")
change(include/value.h "#define VALUE 3.0f\n")
build("After a change of a header" "Compiling value.cl" "Linking together.ursa")
expect_value(3)
build("Without a second change")
change(include/inner.h "#define VALUE 4.0f\n")
change(include/value.h "#include \"inner.h\"\n")
build("After a header includes another" "Compiling value.cl" "Linking together.ursa")
change(include/inner.h "#define VALUE 5.0f\n")
build("After a change of that" "Compiling value.cl" "Linking together.ursa")
expect_value(5)
change(other.cl "kernel void other(global float *out) { *out = 2; }\n")
build("After a change of a source" "Compiling other.cl")

# Removed outputs are made again, and a removed header is no error when nothing includes it any more.
file(REMOVE ${FOLDER}/source/include/inner.h)
change(include/value.h "#define VALUE 6.0f\n")
file(REMOVE ${FOLDER}/build/other.ursa)
build("After a removal" "Compiling value.cl" "Compiling other.cl" "Linking together.ursa")
expect_value(6)

# The images of kernels that did not change came from the folder of images.
file(GLOB kept ${FOLDER}/build/ursa-image-cache/llvmcache-*)
list(LENGTH kept count)
if(count EQUAL 0)
  message(FATAL_ERROR "No image is kept in ${FOLDER}/build/ursa-image-cache.")
endif()
