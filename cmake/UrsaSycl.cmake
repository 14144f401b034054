# add_sycl_to_target(TARGET target [SOURCES files...] [TARGETS targets...] [OPTIONS options...])
#
# Compiles sources of TARGET by ursac++, for all devices and the host, and links TARGET with the device code of its
# objects and of its static libraries. Other sources of TARGET are compiled by the compiler of the project.
#
#   SOURCES   sources with kernels or SYCL_EXTERNAL functions (default: all C++ sources of TARGET)
#   TARGETS   targets of device code, which `ursac++ --list-targets` lists (default: those of ursac++); they apply where
#             a program or a shared library is linked
#   OPTIONS   further options of ursac++ for these sources
#
# Definitions, include folders, options and the language standard of TARGET apply. A static library keeps its device
# code; a program that links it is linked by ursac++ if it is given to add_sycl_to_target as well. For the generators
# Ninja and Makefiles. Uses the target Ursa::ursac++.
cmake_policy(VERSION 3.25)

# Writes a program that runs ursac++ in the place of the compiler, its first argument.
function(_ursa_sycl_launcher result name)
  set(launcher ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.sh)
  list(TRANSFORM ARGN REPLACE "'" "'\\\\''")
  list(TRANSFORM ARGN REPLACE "(.+)" "'\\1'")
  list(JOIN ARGN " " options)
  file(
    GENERATE
    OUTPUT ${launcher}
    CONTENT "#!/bin/sh\nshift\nexec '$<TARGET_FILE:Ursa::ursac++>' ${options} \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  set(${result} ${launcher} PARENT_SCOPE)
endfunction()

function(add_sycl_to_target)
  cmake_parse_arguments(arg "" "TARGET" "SOURCES;TARGETS;OPTIONS" ${ARGN})
  if(NOT arg_TARGET OR NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "add_sycl_to_target: TARGET names no target ('${arg_TARGET}').")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_sycl_to_target(${arg_TARGET}): '${arg_UNPARSED_ARGUMENTS}' is not known.")
  endif()
  get_target_property(folder ${arg_TARGET} SOURCE_DIR)
  get_target_property(type ${arg_TARGET} TYPE)
  get_target_property(sources ${arg_TARGET} SOURCES)
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${sources})
    list(FILTER arg_SOURCES INCLUDE REGEX "\\.(cpp|cc|cxx|c\\+\\+|C)$")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "add_sycl_to_target(${arg_TARGET}): there are no C++ sources.")
  endif()

  # CMake has one compiler for a language; a launcher replaces it for all sources of a target.
  set(unit ${arg_TARGET}_sycl)
  set(paths)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} OUTPUT_VARIABLE path)
    list(APPEND paths ${path})
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${folder} OUTPUT_VARIABLE relative)
    list(REMOVE_ITEM sources ${source} ${path} ${relative})
  endforeach()
  add_library(${unit} OBJECT ${paths})
  add_dependencies(${unit} Ursa::ursac++)
  set_property(TARGET ${arg_TARGET} PROPERTY SOURCES ${sources} $<TARGET_OBJECTS:${unit}>)
  set_property(TARGET ${arg_TARGET} PROPERTY LINKER_LANGUAGE CXX)
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_property(TARGET ${unit} PROPERTY ${property} "$<TARGET_PROPERTY:${arg_TARGET},${property}>")
  endforeach()
  foreach(property IN ITEMS CXX_STANDARD CXX_EXTENSIONS CXX_VISIBILITY_PRESET VISIBILITY_INLINES_HIDDEN
                            POSITION_INDEPENDENT_CODE)
    get_target_property(value ${arg_TARGET} ${property})
    if(NOT value MATCHES "-NOTFOUND$")
      set_property(TARGET ${unit} PROPERTY ${property} ${value})
    endif()
  endforeach()
  if(type STREQUAL "SHARED_LIBRARY" OR type STREQUAL "MODULE_LIBRARY")
    set_property(TARGET ${unit} PROPERTY POSITION_INDEPENDENT_CODE ON)
    string(MAKE_C_IDENTIFIER ${arg_TARGET}_EXPORTS exports)
    target_compile_definitions(${unit} PRIVATE ${exports})
  endif()
  _ursa_sycl_launcher(launcher ${unit}-compile ${arg_OPTIONS})
  set_target_properties(
    ${unit}
    PROPERTIES CXX_COMPILER_LAUNCHER ${launcher}
               CXX_CLANG_TIDY ""
               DISABLE_PRECOMPILE_HEADERS ON
               INTERPROCEDURAL_OPTIMIZATION OFF
               UNITY_BUILD OFF)
  if(type STREQUAL "STATIC_LIBRARY" OR type STREQUAL "OBJECT_LIBRARY")
    return()
  endif()

  set(options --image-cache=${CMAKE_BINARY_DIR}/ursa-image-cache)
  if(arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    list(APPEND options --targets=${targets})
  endif()
  _ursa_sycl_launcher(launcher ${unit}-link ${options} "--host-compiler=${CMAKE_CXX_COMPILER}")
  set_property(TARGET ${arg_TARGET} PROPERTY CXX_LINKER_LAUNCHER ${launcher})
endfunction()
