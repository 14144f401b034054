// sycl::nd_item, a work-item of an nd_range kernel (SYCL 2020, 4.9.1.5). The object holds ids;
// sizes are asked of the device. Also group_barrier and how kernels get these objects.
#pragma once

#include <sycl/detail/kernel_entry.hpp>
#include <sycl/group.hpp>
#include <sycl/kernel_handler.hpp>
#include <sycl/nd_range.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

namespace ext::oneapi::experimental {
template <int Dimensions> class root_group;
}

template <int Dimensions = 1> class nd_item : public detail::GroupCopies<nd_item<Dimensions>> {
public:
  static constexpr int dimensions = Dimensions;

  id<Dimensions> get_global_id() const { return global_; }
  std::size_t get_global_id(int dimension) const { return global_[dimension]; }
  std::size_t get_global_linear_id() const {
    return detail::linearId(id<Dimensions>(global_ - get_offset()), get_global_range());
  }
  id<Dimensions> get_local_id() const { return local_; }
  std::size_t get_local_id(int dimension) const { return local_[dimension]; }
  std::size_t get_local_linear_id() const { return detail::linearId(local_, get_local_range()); }

  group<Dimensions> get_group() const;
  std::size_t get_group(int dimension) const { return group_[dimension]; }
  std::size_t get_group_linear_id() const { return detail::linearId(group_, get_group_range()); }
  range<Dimensions> get_group_range() const { return detail::queryGroupRange<Dimensions>(); }
  std::size_t get_group_range(int dimension) const { return get_group_range()[dimension]; }
  sub_group get_sub_group() const;
  /// All work-items of the launch (sycl/ext/oneapi/experimental/root_group.hpp).
  ext::oneapi::experimental::root_group<Dimensions> ext_oneapi_get_root_group() const;

  range<Dimensions> get_global_range() const { return detail::queryGlobalRange<Dimensions>(); }
  std::size_t get_global_range(int dimension) const { return get_global_range()[dimension]; }
  range<Dimensions> get_local_range() const { return detail::queryLocalRange<Dimensions>(); }
  std::size_t get_local_range(int dimension) const { return get_local_range()[dimension]; }
  id<Dimensions> get_offset() const { return detail::queryGlobalOffset<Dimensions>(); }
  nd_range<Dimensions> get_nd_range() const {
    return nd_range<Dimensions>(get_global_range(), get_local_range(), get_offset());
  }

  /// @{ Deprecated: group_barrier and atomic_fence replace them.
  void barrier(access::fence_space = access::fence_space::global_and_local) const {
    detail::oclBarrier(detail::kLocalMemory | detail::kGlobalMemory);
  }
  template <access_mode Mode = access_mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }
  /// @}

  friend bool operator==(const nd_item &a, const nd_item &b) {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.group_ == b.group_;
  }
  friend bool operator!=(const nd_item &a, const nd_item &b) { return !(a == b); }

private:
  friend struct detail::KernelObjects;
  friend class detail::GroupCopies<nd_item>;

  nd_item(id<Dimensions> global, id<Dimensions> local, id<Dimensions> group)
      : global_(global), local_(local), group_(group) {}

  std::size_t copyFirst() const { return get_local_linear_id(); }
  std::size_t copyStep() const { return get_local_range().size(); }

  id<Dimensions> global_;
  id<Dimensions> local_;
  id<Dimensions> group_;
};

namespace detail {

/// Makes the objects that only kernels have.
struct KernelObjects {
  template <int D> static nd_item<D> ndItem() {
    return nd_item<D>(queryGlobalId<D>(), queryLocalId<D>(), queryGroupId<D>());
  }
  template <int D> static group<D> workGroup(id<D> id, range<D> local) {
    return group<D>(id, local);
  }
  static sub_group subGroup() { return sub_group(oclSubGroupId()); }
};

/// @{ For kernel entries.
template <int D> nd_item<D> makeNdItem() { return KernelObjects::ndItem<D>(); }
template <int D> group<D> makeGroup() {
  return KernelObjects::workGroup<D>(queryGroupId<D>(), queryLocalRange<D>());
}
/// @}

/// The kernel of parallel_for_work_group: each work-group of the launch has one work-item.
template <int D, class Function> struct WorkGroupKernel {
  Function function;
  range<D> local;
#ifdef __SYCL_DEVICE_ONLY__
  [[clang::annotate("sycl::hierarchical")]]
#endif
  void
  operator()(nd_item<D>, kernel_handler handler) const {
    const group<D> all = KernelObjects::workGroup<D>(queryGroupId<D>(), local);
    if constexpr (std::is_invocable_v<const Function &, group<D>, kernel_handler>)
      function(all, handler);
    else
      function(all);
  }
};

} // namespace detail

template <int Dimensions> group<Dimensions> nd_item<Dimensions>::get_group() const {
  return detail::KernelObjects::workGroup<Dimensions>(group_, get_local_range());
}
template <int Dimensions> sub_group nd_item<Dimensions>::get_sub_group() const {
  return detail::KernelObjects::subGroup();
}

/// Waits for all work-items of the group (SYCL 2020, 4.17.3).
template <int Dimensions>
void group_barrier(group<Dimensions>, memory_scope scope = group<Dimensions>::fence_scope) {
  if (scope == memory_scope::device || scope == memory_scope::system)
    detail::oclGroupBarrier(detail::kLocalMemory | detail::kGlobalMemory, detail::kDeviceScope);
  else
    detail::oclBarrier(detail::kLocalMemory | detail::kGlobalMemory);
}
inline void group_barrier(sub_group, memory_scope scope = sub_group::fence_scope) {
  const bool isWide = scope != memory_scope::work_item && scope != memory_scope::sub_group;
  if (isWide)
    atomic_fence(memory_order::acq_rel, scope);
  detail::oclSubGroupBarrier(detail::kLocalMemory | detail::kGlobalMemory);
  if (isWide)
    atomic_fence(memory_order::acq_rel, scope);
}
namespace detail {
class SubGroupPart; // detail/sub_group_part.hpp
} // namespace detail
template <class Group, std::enable_if_t<std::is_base_of_v<detail::SubGroupPart, Group>, int> = 0>
void group_barrier(Group part, memory_scope scope = Group::fence_scope);

} // namespace sycl
} // namespace ursa_sycl
