// Built-in functions of OpenCL C that device code calls for ids and sizes. An asm label gives each
// its name, so that no function of the program has the same one.
#pragma once

#include <sycl/detail/defines.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

#ifdef __SYCL_DEVICE_ONLY__

#define URSA_SYCL_ID_FUNCTION(NAME, SYMBOL)                                                        \
  SYCL_EXTERNAL __attribute__((const)) size_t __ursa_##NAME(unsigned dimension) __asm__(SYMBOL);
URSA_SYCL_ID_FUNCTION(global_id, "_Z13get_global_idj")
URSA_SYCL_ID_FUNCTION(global_size, "_Z15get_global_sizej")
URSA_SYCL_ID_FUNCTION(global_offset, "_Z17get_global_offsetj")
URSA_SYCL_ID_FUNCTION(local_id, "_Z12get_local_idj")
URSA_SYCL_ID_FUNCTION(local_size, "_Z14get_local_sizej")
URSA_SYCL_ID_FUNCTION(group_id, "_Z12get_group_idj")
URSA_SYCL_ID_FUNCTION(num_groups, "_Z14get_num_groupsj")
#undef URSA_SYCL_ID_FUNCTION

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

/// Defines a function that returns the ids or sizes of all dimensions.
#define URSA_SYCL_ID_OF(NAME, TYPE, BUILTIN)                                                       \
  template <int Dimensions> TYPE<Dimensions> NAME() {                                              \
    TYPE<Dimensions> all;                                                                          \
    for (int i = 0; i < Dimensions; ++i)                                                           \
      all[i] = __ursa_##BUILTIN(static_cast<unsigned>(Dimensions - 1 - i));                        \
    return all;                                                                                    \
  }
URSA_SYCL_ID_OF(globalId, id, global_id)
URSA_SYCL_ID_OF(globalRange, range, global_size)
URSA_SYCL_ID_OF(globalOffset, id, global_offset)
URSA_SYCL_ID_OF(localId, id, local_id)
URSA_SYCL_ID_OF(localRange, range, local_size)
URSA_SYCL_ID_OF(groupId, id, group_id)
URSA_SYCL_ID_OF(groupRange, range, num_groups)
#undef URSA_SYCL_ID_OF

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl

#endif
