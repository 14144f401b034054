// Local memory of a work-group that a function allocates (sycl_ext_oneapi_local_memory). Each call
// in the source is memory of its own; all work-items of the group call it.
#pragma once

#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {
namespace detail {
#ifdef __SYCL_DEVICE_ONLY__
/// The compiler replaces each call by a variable in local memory. The arguments are constants.
[[clang::sycl_external]] __URSA_LOCAL void *allocateLocalMemory(std::size_t bytes,
                                                                std::size_t alignment) noexcept
    __asm__("__ursa_allocate_local_memory");
#else
inline void *allocateLocalMemory(std::size_t, std::size_t) noexcept { return nullptr; }
#endif
} // namespace detail

namespace ext::oneapi {

/// Does not initialize the memory but by the default constructor of T, if it has one, which one
/// work-item calls.
template <typename T, typename Group, sycl::detail::EnableGroup<Group> = 0>
[[gnu::always_inline]] inline multi_ptr<T, access::address_space::local_space,
                                        access::decorated::legacy>
group_local_memory_for_overwrite([[maybe_unused]] Group group) {
  static_assert(std::is_trivially_destructible_v<T>,
                "Nothing destroys objects in local memory: their types are trivial to destroy.");
  auto *const memory = (__URSA_LOCAL T *)sycl::detail::allocateLocalMemory(sizeof(T), alignof(T));
  if constexpr (!std::is_trivially_default_constructible_v<T>) {
    if (group.leader())
      new ((void *)memory) T;
    group_barrier(group);
  }
  return multi_ptr<T, access::address_space::local_space, access::decorated::legacy>(memory);
}

/// Constructs the object from the arguments, by one work-item; all may use it afterwards.
template <typename T, typename Group, typename... Args, sycl::detail::EnableGroup<Group> = 0>
[[gnu::always_inline]] inline multi_ptr<T, access::address_space::local_space,
                                        access::decorated::legacy>
group_local_memory(Group group, Args &&...arguments) {
  static_assert(std::is_trivially_destructible_v<T>,
                "Nothing destroys objects in local memory: their types are trivial to destroy.");
  auto *const memory = (__URSA_LOCAL T *)sycl::detail::allocateLocalMemory(sizeof(T), alignof(T));
  if (group.leader())
    new ((void *)memory) T{std::forward<Args>(arguments)...};
  group_barrier(group);
  return multi_ptr<T, access::address_space::local_space, access::decorated::legacy>(memory);
}

} // namespace ext::oneapi
} // namespace sycl
} // namespace ursa_sycl
