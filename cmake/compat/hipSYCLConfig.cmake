# find_package(hipSYCL): AdaptiveCpp by its former name, with HIPSYCL_TARGETS for ACPP_TARGETS.
if(HIPSYCL_TARGETS AND NOT ACPP_TARGETS)
  set(ACPP_TARGETS "${HIPSYCL_TARGETS}")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/../AdaptiveCpp/AdaptiveCppConfig.cmake")
if(NOT TARGET hipSYCL::hipSYCL-rt)
  add_library(hipSYCL::hipSYCL-rt ALIAS AdaptiveCpp::acpp-rt)
endif()
