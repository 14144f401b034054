// All work-items of a launch as a group (sycl_ext_oneapi_root_group), of launches with the property
// use_root_sync:
//
//   queue.parallel_for(space, properties(use_root_sync), [=](nd_item<1> item) {
//     group_barrier(item.ext_oneapi_get_root_group());
//   });
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/ext/oneapi/experimental/group_categories.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/nd_item.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
#ifdef __SYCL_DEVICE_ONLY__
/// Two numbers in global memory, which launches one after the other use. The compiler makes the
/// result an argument of the kernel.
[[clang::sycl_external]] __attribute__((const)) __URSA_GLOBAL unsigned *rootBarrier() noexcept
    __asm__("__ursa_root_barrier");
#else
inline unsigned *rootBarrier() noexcept { return nullptr; }
#endif
struct RootGroups;
} // namespace detail

namespace ext::oneapi::experimental {

template <int Dimensions> class root_group {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::device;

  id_type get_group_id() const { return id_type(); }
  id_type get_local_id() const { return sycl::detail::queryGlobalId<Dimensions>(); }
  range_type get_group_range() const {
    range_type one;
    for (int i = 0; i < Dimensions; ++i)
      one[i] = 1;
    return one;
  }
  range_type get_local_range() const { return sycl::detail::queryGlobalRange<Dimensions>(); }
  range_type get_max_local_range() const { return get_local_range(); }
  linear_id_type get_group_linear_id() const { return 0; }
  linear_id_type get_local_linear_id() const {
    return sycl::detail::linearId(get_local_id(), get_local_range());
  }
  linear_id_type get_group_linear_range() const { return 1; }
  linear_id_type get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

private:
  friend struct sycl::detail::RootGroups;
  root_group() = default;
};

} // namespace ext::oneapi::experimental

namespace detail {
struct RootGroups {
  template <int Dimensions> static ext::oneapi::experimental::root_group<Dimensions> make() {
    return {};
  }
};
} // namespace detail

namespace ext::oneapi {

namespace this_work_item {
template <int Dimensions> experimental::root_group<Dimensions> get_root_group() {
  return sycl::detail::RootGroups::make<Dimensions>();
}
} // namespace this_work_item

namespace experimental {
namespace this_work_item {
using oneapi::this_work_item::get_root_group;
}

/// @{ The part of a group that the work-item belongs to.
template <int Dimensions> group<Dimensions> get_child_group(root_group<Dimensions>) {
  return sycl::detail::makeGroup<Dimensions>();
}
template <int Dimensions> sub_group get_child_group(group<Dimensions>) {
  return sycl::detail::KernelObjects::subGroup();
}
/// @}
} // namespace experimental
} // namespace ext::oneapi

template <int Dimensions>
ext::oneapi::experimental::root_group<Dimensions>
nd_item<Dimensions>::ext_oneapi_get_root_group() const {
  return detail::RootGroups::make<Dimensions>();
}

/// Waits for all work-items of the launch.
template <int Dimensions>
void group_barrier(ext::oneapi::experimental::root_group<Dimensions>,
                   memory_scope = memory_scope::device) {
  using Number = atomic_ref<unsigned, memory_order::acq_rel, memory_scope::device,
                            access::address_space::global_space>;
  const group<Dimensions> mine = detail::makeGroup<Dimensions>();
  const auto groups = static_cast<unsigned>(mine.get_group_linear_range());
  group_barrier(mine, memory_scope::device);
  if (groups == 1)
    return;
  if (mine.leader()) {
    auto *const memory = (unsigned *)detail::rootBarrier();
    const Number arrived(memory[0]);
    const Number round(memory[1]);
    const unsigned now = round.load(memory_order::acquire);
    if (arrived.fetch_add(1) + 1 == groups) { // the last one starts the next round
      arrived.store(0, memory_order::release);
      round.fetch_add(1);
    } else {
      while (round.load(memory_order::acquire) == now) {
      }
    }
  }
  group_barrier(mine, memory_scope::device);
}

} // namespace sycl
} // namespace ursa_sycl
