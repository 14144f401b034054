# add_sycl_to_target(TARGET target [SOURCES files...] [TARGETS targets...] [OPTIONS options...] [LINK_OPTIONS options...])
# ursa_add_sycl_to_target(...)  the same; the other name is that of several packages
#
# Compiles sources of TARGET by ursac++, for all devices and the host, and links TARGET with the device code of its
# objects and of its static libraries. Other sources of TARGET are compiled by the compiler of the project.
#
#   SOURCES   sources with kernels or SYCL_EXTERNAL functions (default: all C++ sources of TARGET)
#   TARGETS   targets of device code, which `ursac++ --list-targets` lists (default: those of ursac++); they apply where
#             a program or a shared library is linked
#   OPTIONS   further options of ursac++ for these sources
#   LINK_OPTIONS  further options of ursac++ where a program or a shared library is linked
#
# In a project whose compiler is ursac++ all sources are compiled and linked by it; the options apply all the same.
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

# ursa_compiles_cxx(RESULT): whether the C++ compiler of the project is ursac++.
function(ursa_compiles_cxx result)
  file(REAL_PATH "${CMAKE_CXX_COMPILER}" path)
  cmake_path(GET path FILENAME name)
  if(name STREQUAL "ursac++")
    set(${result} TRUE PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

function(add_sycl_to_target)
  ursa_add_sycl_to_target(${ARGN})
endfunction()

function(ursa_add_sycl_to_target)
  cmake_parse_arguments(arg "" "TARGET" "SOURCES;TARGETS;OPTIONS;LINK_OPTIONS" ${ARGN})
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

  set(link_options --image-cache=${CMAKE_BINARY_DIR}/ursa-image-cache)
  if(arg_TARGETS)
    list(JOIN arg_TARGETS "," targets)
    list(APPEND link_options --targets=${targets})
  endif()
  list(APPEND link_options ${arg_LINK_OPTIONS})
  ursa_compiles_cxx(is_compiler)
  if(is_compiler)
    set_property(
      SOURCE ${arg_SOURCES}
      TARGET_DIRECTORY ${arg_TARGET}
      APPEND
      PROPERTY COMPILE_OPTIONS "${arg_OPTIONS}")
    target_link_options(${arg_TARGET} PRIVATE "$<$<LINK_LANGUAGE:CXX>:${link_options}>")
    set_property(TARGET ${arg_TARGET} PROPERTY INTERPROCEDURAL_OPTIMIZATION OFF)
    return()
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

  _ursa_sycl_launcher(launcher ${unit}-link ${link_options} "--host-compiler=${CMAKE_CXX_COMPILER}")
  set_property(TARGET ${arg_TARGET} PROPERTY CXX_LINKER_LAUNCHER ${launcher})
endfunction()
