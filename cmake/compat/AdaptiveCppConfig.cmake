# find_package(AdaptiveCpp), answered by Ursa, for projects that know that package only:
#
#   add_sycl_to_target(TARGET target [SOURCES files...])   all C++ sources of the target are SYCL, as with acpp
#   AdaptiveCpp::acpp-rt                                   the headers of SYCL, and libursa_sycl
#
# The variable ACPP_TARGETS (or that of the environment) chooses the targets of device code where a program is linked,
# as "omp;cuda:sm_90" (see the man page of ursac++); ACPP_EXTRA_COMPILE_OPTIONS are for all SYCL sources. The compiler of
# the project may be any.
include("${CMAKE_CURRENT_LIST_DIR}/../UrsaCompat.cmake")
set(ACPP_TARGETS "${ACPP_TARGETS}" CACHE STRING "The targets of device code, as omp;cuda:sm_90.")
set(ACPP_EXTRA_COMPILE_OPTIONS "${ACPP_EXTRA_COMPILE_OPTIONS}" CACHE STRING "Further options for SYCL sources.")
set(ACPP_COMPILER "${ursa_compiler}")
set(_acpp_targets "${ACPP_TARGETS}")
if(NOT _acpp_targets)
  set(_acpp_targets "$ENV{ACPP_TARGETS}")
endif()
set(_acpp_link_options)
if(_acpp_targets)
  # In a file, because a semicolon separates the words of lists.
  set(_acpp_link_options "@${CMAKE_BINARY_DIR}/CMakeFiles/acpp-targets.rsp")
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/CMakeFiles/acpp-targets.rsp CONTENT "\"--acpp-targets=${_acpp_targets}\"\n" @ONLY)
endif()

if(NOT TARGET AdaptiveCpp::acpp-rt)
  add_library(AdaptiveCpp::acpp-rt INTERFACE IMPORTED)
  set_target_properties(AdaptiveCpp::acpp-rt PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${SYCL_INCLUDE_DIR}"
                                                        INTERFACE_LINK_LIBRARIES "${SYCL_LIBRARY}")
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(arg "" "TARGET" "SOURCES" ${ARGN})
  ursa_add_sycl_to_target(TARGET ${arg_TARGET} OPTIONS ${ACPP_EXTRA_COMPILE_OPTIONS} LINK_OPTIONS ${_acpp_link_options})
  # ursac++ links libursa_sycl, with a run path that stays when the program is installed.
  target_include_directories(${arg_TARGET} SYSTEM PRIVATE ${SYCL_INCLUDE_DIR})
endfunction()
