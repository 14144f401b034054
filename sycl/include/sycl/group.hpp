// sycl::group, a work-group (SYCL 2020, 4.9.1.7). Sizes are asked of the device; the object holds
// the group's id and the local range, which in hierarchical kernels is not that of the launch.
#pragma once

#include <sycl/access.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/detail/group_copies.hpp>
#include <sycl/h_item.hpp>
#include <sycl/memory_enums.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

/// What AdaptiveCpp's parallel_for_work_item does at its end
/// (ACPP_EXT_CUSTOM_PFWI_SYNCHRONIZATION). They have no effect: one work-item runs all those of the
/// group.
namespace vendor::hipsycl::synchronization {
struct none {};
template <access::fence_space = access::fence_space::global_and_local> struct barrier {};
using local_barrier = barrier<access::fence_space::local_space>;
template <access::fence_space, access_mode = access_mode::read_write> struct mem_fence {};
using local_mem_fence = mem_fence<access::fence_space::local_space>;
using global_mem_fence = mem_fence<access::fence_space::global_space>;
using global_and_local_mem_fence = mem_fence<access::fence_space::global_and_local>;
} // namespace vendor::hipsycl::synchronization

namespace detail {
struct KernelObjects;

template <class T> inline constexpr bool isFinalizer = false;
template <> inline constexpr bool isFinalizer<vendor::hipsycl::synchronization::none> = true;
template <access::fence_space Space>
inline constexpr bool isFinalizer<vendor::hipsycl::synchronization::barrier<Space>> = true;
template <access::fence_space Space, access_mode Mode>
inline constexpr bool isFinalizer<vendor::hipsycl::synchronization::mem_fence<Space, Mode>> = true;
} // namespace detail

template <int Dimensions = 1> class group : public detail::GroupCopies<group<Dimensions>> {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  id_type get_group_id() const { return id_; }
  std::size_t get_group_id(int dimension) const { return id_[dimension]; }
  id_type get_local_id() const { return detail::queryLocalId<Dimensions>(); }
  std::size_t get_local_id(int dimension) const { return get_local_id()[dimension]; }
  range_type get_local_range() const { return local_; }
  std::size_t get_local_range(int dimension) const { return local_[dimension]; }
  range_type get_group_range() const { return detail::queryGroupRange<Dimensions>(); }
  std::size_t get_group_range(int dimension) const { return get_group_range()[dimension]; }
  range_type get_max_local_range() const { return local_; }
  range_type get_uniform_group_range() const { return get_group_range(); }
  std::size_t operator[](int dimension) const { return id_[dimension]; }

  linear_id_type get_group_linear_id() const { return detail::linearId(id_, get_group_range()); }
  linear_id_type get_local_linear_id() const {
    return detail::linearId(get_local_id(), detail::queryLocalRange<Dimensions>());
  }
  linear_id_type get_group_linear_range() const { return get_group_range().size(); }
  linear_id_type get_local_linear_range() const { return local_.size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  /// @{ Deprecated names.
  id_type get_id() const { return id_; }
  std::size_t get_id(int dimension) const { return id_[dimension]; }
  std::size_t get_linear_id() const { return get_group_linear_id(); }
  range_type get_global_range() const { return get_group_range() * local_; }
  std::size_t get_global_range(int dimension) const { return get_global_range()[dimension]; }
  /// @}

  /// @{ In hierarchical kernels, where one work-item runs the function of the group: calls
  /// @p function for all work-items of the group, or of @p logical.
  template <class Function> void parallel_for_work_item(Function function) const {
    parallel_for_work_item(local_, function);
  }
  template <class Function>
  void parallel_for_work_item(range_type logical, Function function) const {
    const std::size_t count = logical.size();
    for (std::size_t i = 0; i < count; ++i)
      function(detail::makeHItem<Dimensions>(i, logical, id_, get_group_range(), local_));
  }
  template <class Finalizer, class Function,
            class = std::enable_if_t<detail::isFinalizer<Finalizer>>>
  void parallel_for_work_item(Function function) const {
    parallel_for_work_item(local_, function);
  }
  template <class Finalizer, class Function,
            class = std::enable_if_t<detail::isFinalizer<Finalizer>>>
  void parallel_for_work_item(range_type logical, Function function) const {
    parallel_for_work_item(logical, function);
  }
  /// @}

  template <access_mode Mode = access_mode::read_write>
  void mem_fence(access::fence_space = access::fence_space::global_and_local) const {
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
  }

  friend bool operator==(const group &a, const group &b) {
    return a.id_ == b.id_ && a.local_ == b.local_;
  }
  friend bool operator!=(const group &a, const group &b) { return !(a == b); }

private:
  friend struct detail::KernelObjects;
  friend class detail::GroupCopies<group>;

  group(id_type id, range_type local) : id_(id), local_(local) {}

  std::size_t copyFirst() const { return get_local_linear_id(); }
  std::size_t copyStep() const { return detail::queryLocalRange<Dimensions>().size(); }

  id_type id_;
  range_type local_;
};

} // namespace sycl
} // namespace ursa_sycl
