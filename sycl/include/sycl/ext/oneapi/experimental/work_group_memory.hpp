// Memory that the work-items of a group share, with an address alone
// (sycl_ext_oneapi_work_group_memory):
//
//   work_group_memory<int[]> numbers(64, group);
//   group.parallel_for(space, [=](nd_item<1> item) { numbers[item.get_local_id(0)] = 1; });
#pragma once

#include <sycl/ext/oneapi/experimental/properties.hpp>
#include <sycl/local_accessor.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {

/// An object that is assigned before it is used.
struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

/// Is not initialized. A host has the object only to pass it to the kernel of its command group.
template <typename DataT, typename PropertyListT = empty_properties_t>
class work_group_memory : public sycl::detail::LocalAccessorBase {
  static_assert(std::is_same_v<PropertyListT, empty_properties_t>,
                "There are no properties of work_group_memory.");
  static constexpr bool kIsUnbounded = std::is_array_v<DataT> && std::extent_v<DataT> == 0;

public:
  using value_type = std::remove_all_extents_t<DataT>;

  work_group_memory(const indeterminate_t &) {}
  work_group_memory(const work_group_memory &) = default;
  template <typename T = DataT,
            class = std::enable_if_t<!std::is_array_v<T> || std::extent_v<T> != 0>>
  work_group_memory(handler &) {
    allocate(sizeof(T));
  }
  template <typename T = DataT,
            class = std::enable_if_t<std::is_array_v<T> && std::extent_v<T> == 0>>
  work_group_memory(size_t num, handler &) {
    allocate(num * sizeof(std::remove_extent_t<T>));
  }
  work_group_memory &operator=(const work_group_memory &) = default;

  operator DataT &() const { return *&*this; }
  template <typename T = DataT, class = std::enable_if_t<!std::is_array_v<T>>>
  const work_group_memory &operator=(const T &value) const {
    *&*this = value;
    return *this;
  }
  DataT *operator&() const { return (DataT *)data; } // a generic address
  template <access::decorated IsDecorated = access::decorated::no>
  multi_ptr<value_type, access::address_space::local_space, IsDecorated> get_multi_ptr() const {
    return sycl::detail::assumeSpace<access::address_space::local_space, IsDecorated>(
        (value_type *)data);
  }

private:
  void allocate([[maybe_unused]] size_t size) {
#ifndef __SYCL_DEVICE_ONLY__
    bytes = size;
    number = sycl::detail::nextLocalAccessor();
#endif
  }
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
