# ursa_add_kernels(TARGET FILES... [FOLDER folder] [TARGETS targets...]): compiles each kernel source FILE to
# NAME.ursa in a folder before TARGET counts as built, with images for the targets that `ursac --targets`
# knows. Used by this project and, installed, by its users.
#
# The compiler is the target Ursa::ursac. Variables: URSA_KERNEL_FOLDER, the folder when none is given
# (default: the current build folder); URSA_KERNEL_HEADERS, files that every kernel is compiled again
# after a change of.
function(ursa_add_kernels target)
  cmake_parse_arguments(arg "" "FOLDER" "TARGETS" ${ARGN})
  set(options)
  if(arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    set(options --targets=${targets})
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${URSA_KERNEL_FOLDER})
  endif()
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(outputs)
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(GET file STEM LAST_ONLY stem)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE source)
    set(output ${arg_FOLDER}/${stem}.ursa)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${arg_FOLDER}
      COMMAND Ursa::ursac ${source} ${options} -o ${output}
      DEPENDS Ursa::ursac ${source} ${URSA_KERNEL_HEADERS}
      COMMENT "Compiling ${file}"
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  add_custom_target(${target}_kernels DEPENDS ${outputs})
  add_dependencies(${target} ${target}_kernels)
endfunction()
