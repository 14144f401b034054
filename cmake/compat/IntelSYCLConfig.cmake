# find_package(IntelSYCL), answered by Ursa, for projects that know the package of Intel's compiler only:
#
#   add_sycl_to_target(TARGET target [SOURCES files...])
#   IntelSYCL::SYCL_CXX   the same for targets that link it
#   SYCL_FLAGS, SYCL_LINK_FLAGS, SYCL_INCLUDE_DIR, SYCL_LIBRARY_DIR, SYCL_LIBRARY, SYCL_LANGUAGE_VERSION,
#   SYCL_COMPILER, SYCL_IMPLEMENTATION_ID
#
# As Intel's, the package is found if the compiler of the project compiles SYCL: CMAKE_CXX_COMPILER is ursac++, which
# share/ursa/toolchain.cmake sets.
include("${CMAKE_CURRENT_LIST_DIR}/../UrsaCompat.cmake")
ursa_compiles_cxx(ursa_is_compiler)
if(NOT ursa_is_compiler)
  set(IntelSYCL_FOUND FALSE)
  set(IntelSYCL_NOT_FOUND_MESSAGE
      "CMAKE_CXX_COMPILER is no compiler of SYCL (${CMAKE_CXX_COMPILER}); it can be ${ursa_compiler}.")
  return()
endif()

set(SYCL_COMPILER "${CMAKE_CXX_COMPILER}")
set(SYCL_IMPLEMENTATION_ID "${CMAKE_CXX_COMPILER_ID}")
set(SYCL_FLAGS -fsycl)
set(SYCL_LINK_FLAGS -fsycl)
if(NOT TARGET IntelSYCL::SYCL_CXX)
  add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
  set_target_properties(
    IntelSYCL::SYCL_CXX
    PROPERTIES INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:${SYCL_FLAGS}>"
               INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:CXX>:${SYCL_LINK_FLAGS}>"
               INTERFACE_INCLUDE_DIRECTORIES "${SYCL_INCLUDE_DIR}"
               INTERFACE_LINK_DIRECTORIES "${SYCL_LIBRARY_DIR}"
               INTERFACE_LINK_LIBRARIES "${SYCL_LIBRARY}")
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(arg "" "TARGET" "SOURCES" ${ARGN})
  ursa_add_sycl_to_target(TARGET ${arg_TARGET} SOURCES ${arg_SOURCES})
endfunction()
