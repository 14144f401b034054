// Objects in the local memory of a work-group that a function declares as variables
// (sycl_ext_oneapi_work_group_static): all work-items of the group share them. Each declaration in
// the source is memory of its own.
#pragma once

#include <sycl/ext/oneapi/group_local_memory.hpp>

#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

/// Is not initialized. For variables of functions; a static or global variable would outlive the
/// work-group.
template <typename T> class work_group_static {
  using Element = std::remove_all_extents_t<T>;
  static_assert(std::is_trivially_destructible_v<Element> &&
                    std::is_trivially_default_constructible_v<Element>,
                "Local memory that is not initialized is for trivial types.");

public:
  [[gnu::always_inline]] work_group_static() noexcept
      : memory_((__URSA_LOCAL T *)sycl::detail::allocateLocalMemory(sizeof(T), alignof(T))) {}
  work_group_static(const work_group_static &) = delete;
  work_group_static &operator=(const work_group_static &) = delete;

  operator T &() const noexcept { return *(T *)memory_; }
  template <class U = T, class = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_static &operator=(const U &value) const noexcept {
    *memory_ = value;
    return *this;
  }
  T *operator&() const noexcept { return (T *)memory_; }

private:
  __URSA_LOCAL T *const memory_;
};

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
