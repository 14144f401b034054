# ursa_add_kernels(TARGET FILES... [OUTPUT name | EMBED] [FOLDER folder] [TARGETS targets...] [OPTIONS options...])
#
# Compiles kernel sources before TARGET counts as built, with images for TARGETS, which are those that
# `ursac --list-targets` lists (default: for every kind of device, as ursac makes them), and OPTIONS, which are
# further options of ursac. Headers that the sources include
# are dependencies, so that a build compiles what has changed. Images are kept in a folder of the build tree
# (ursa-image-cache), so that one that did not change is not compiled again with the others of its program.
#
#   default       each FILE becomes NAME.ursa in the folder
#   OUTPUT name   all FILES, which may also be device IR, fat objects and archives, are linked to name.ursa there
#   EMBED         the same, and TARGET is linked with the images, which are registered when it is loaded
#
# The compiler is the target Ursa::ursac. Variable URSA_KERNEL_FOLDER: the folder when none is given (default:
# the current build folder). Used by this project and, installed, by its users.
cmake_policy(VERSION 3.25)

# Runs ursac for OUTPUT; INPUTS are files that it depends on beside what it finds itself.
function(_ursa_add_command output)
  cmake_parse_arguments(arg "" "COMMENT" "INPUTS;OPTIONS" ${ARGN})
  cmake_path(GET output PARENT_PATH folder)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND Ursa::ursac ${arg_INPUTS} ${arg_OPTIONS} -MD -MF ${output}.d -o ${output}
    DEPENDS Ursa::ursac ${arg_INPUTS}
    DEPFILE ${output}.d
    COMMENT "${arg_COMMENT}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

function(ursa_add_kernels target)
  cmake_parse_arguments(arg "EMBED" "FOLDER;OUTPUT" "TARGETS;OPTIONS" ${ARGN})
  if(NOT arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ursa_add_kernels(${target}) has no files.")
  endif()
  if(arg_EMBED AND arg_OUTPUT)
    message(FATAL_ERROR "ursa_add_kernels(${target}): OUTPUT and EMBED exclude each other.")
  endif()
  set(link_options ${arg_OPTIONS} --image-cache=${CMAKE_BINARY_DIR}/ursa-image-cache)
  if(arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    list(APPEND link_options --targets=${targets})
  endif()
  foreach(folder IN ITEMS ${URSA_KERNEL_FOLDER} ${CMAKE_CURRENT_BINARY_DIR})
    if(NOT arg_FOLDER)
      set(arg_FOLDER ${folder})
    endif()
  endforeach()
  cmake_path(ABSOLUTE_PATH arg_FOLDER BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})

  set(outputs)
  set(linked)
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE source)
    cmake_path(GET file STEM LAST_ONLY stem)
    cmake_path(GET file EXTENSION LAST_ONLY extension)
    if(NOT arg_EMBED AND NOT arg_OUTPUT)
      _ursa_add_command(${arg_FOLDER}/${stem}.ursa INPUTS ${source} OPTIONS ${link_options} COMMENT
                        "Compiling ${file}")
      list(APPEND outputs ${arg_FOLDER}/${stem}.ursa)
    elseif(extension MATCHES "^\\.(cl|clcpp|cpp)$")
      # Each source for itself, so that one that changes is the only one to be read again.
      string(MAKE_C_IDENTIFIER ${file} name)
      set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels/${name}.o)
      _ursa_add_command(${object} INPUTS ${source} OPTIONS ${arg_OPTIONS} -c COMMENT "Compiling ${file}")
      list(APPEND linked ${object})
    else()
      list(APPEND linked ${source})
    endif()
  endforeach()
  if(arg_EMBED)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}_kernels/images.o)
    _ursa_add_command(${object} INPUTS ${linked} OPTIONS ${link_options} -fsycl-link COMMENT
                      "Linking the kernels of ${target}")
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    target_sources(${target} PRIVATE ${object})
    return()
  endif()
  if(arg_OUTPUT)
    _ursa_add_command(${arg_FOLDER}/${arg_OUTPUT}.ursa INPUTS ${linked} OPTIONS ${link_options} COMMENT
                      "Linking ${arg_OUTPUT}.ursa")
    list(APPEND outputs ${arg_FOLDER}/${arg_OUTPUT}.ursa)
  endif()
  add_custom_target(${target}_kernels DEPENDS ${outputs})
  add_dependencies(${target} ${target}_kernels)
endfunction()
