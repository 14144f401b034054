// Queries of work-items and sub-groups, and barriers. The host pass has stubs, so that kernel
// functions compile there too.
#pragma once

#include <sycl/detail/device_builtins.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <cstdint>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {

#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_BUILTIN(type, name, parameters, label)                                              \
  [[clang::sycl_external]] type name parameters noexcept __asm__(label);
#define __URSA_CONVERGENT(type, name, parameters, label)                                           \
  [[clang::sycl_external]] __attribute__((convergent)) type name parameters noexcept __asm__(label);
#else
#define __URSA_BUILTIN(type, name, parameters, label)                                              \
  inline type name parameters noexcept { return type(); }
#define __URSA_CONVERGENT(type, name, parameters, label)                                           \
  __URSA_BUILTIN(type, name, parameters, label)
#endif

__URSA_BUILTIN(std::uint32_t, oclSubGroupSize, (), "_Z18get_sub_group_sizev")
__URSA_BUILTIN(std::uint32_t, oclMaxSubGroupSize, (), "_Z22get_max_sub_group_sizev")
__URSA_BUILTIN(std::uint32_t, oclSubGroupCount, (), "_Z18get_num_sub_groupsv")
__URSA_BUILTIN(std::uint32_t, oclSubGroupId, (), "_Z16get_sub_group_idv")
__URSA_BUILTIN(std::uint32_t, oclSubGroupLocalId, (), "_Z22get_sub_group_local_idv")
/// The flags are 1 for local and 2 for global memory.
__URSA_CONVERGENT(void, oclBarrier, (unsigned), "_Z7barrierj")
__URSA_CONVERGENT(void, oclSubGroupBarrier, (unsigned), "_Z17sub_group_barrierj")

/// The second parameter is OpenCL's memory_scope.
__URSA_CONVERGENT(void, oclGroupBarrier, (unsigned, int), "_Z18work_group_barrierj12memory_scope")

inline constexpr int kDeviceScope = 2;
inline constexpr unsigned kLocalMemory = 1;
inline constexpr unsigned kGlobalMemory = 2;

/// @{ Ids and sizes of all dimensions.
#ifdef __SYCL_DEVICE_ONLY__
#define __URSA_QUERY(name, Result, query)                                                          \
  template <int D> Result<D> name() noexcept { return query<D>(); }
#else
#define __URSA_QUERY(name, Result, query)                                                          \
  template <int D> Result<D> name() noexcept { return Result<D>(); }
#endif
__URSA_QUERY(queryGlobalId, id, globalId)
__URSA_QUERY(queryGlobalOffset, id, globalOffset)
__URSA_QUERY(queryGlobalRange, range, globalRange)
__URSA_QUERY(queryLocalId, id, localId)
__URSA_QUERY(queryLocalRange, range, localRange)
__URSA_QUERY(queryGroupId, id, groupId)
__URSA_QUERY(queryGroupRange, range, groupRange)
#undef __URSA_QUERY
/// @}

/// Returns the place of @p index in @p size in row-major order (SYCL 2020, 3.11.1).
template <int D> std::size_t linearId(const id<D> &index, const range<D> &size) noexcept {
  std::size_t result = index[0];
  for (int d = 1; d < D; ++d)
    result = result * size[d] + index[d];
  return result;
}

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
