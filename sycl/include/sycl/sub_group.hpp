// sycl::sub_group (SYCL 2020, 4.9.1.8). The object holds the id of the sub-group in its work-group.
#pragma once

#include <sycl/address_space.hpp>
#include <sycl/detail/work_items.hpp>
#include <sycl/memory_enums.hpp>

#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <typename DataT, int NumElements> class vec;
template <class ElementType, access::address_space Space, access::decorated DecorateAddress>
class multi_ptr;

namespace detail {
struct KernelObjects;
} // namespace detail

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  id_type get_group_id() const { return id_type(id_); }
  id_type get_local_id() const { return id_type(detail::oclSubGroupLocalId()); }
  range_type get_local_range() const { return range_type(detail::oclSubGroupSize()); }
  range_type get_group_range() const { return range_type(detail::oclSubGroupCount()); }
  range_type get_max_local_range() const { return range_type(detail::oclMaxSubGroupSize()); }

  linear_id_type get_group_linear_id() const { return id_; }
  linear_id_type get_local_linear_id() const { return detail::oclSubGroupLocalId(); }
  linear_id_type get_group_linear_range() const { return detail::oclSubGroupCount(); }
  linear_id_type get_local_linear_range() const { return detail::oclSubGroupSize(); }
  bool leader() const { return detail::oclSubGroupLocalId() == 0; }

  /// Deprecated.
  void barrier(access::fence_space = access::fence_space::global_and_local) const {
    detail::oclSubGroupBarrier(detail::kLocalMemory | detail::kGlobalMemory);
  }

  /// @{ DPC++'s functions of before SYCL 2020: shift_group_left and its relatives replace them. A
  /// work-item without a partner keeps its value.
  template <typename T> T shuffle(T value, id_type from) const;
  template <typename T> T shuffle_down(T value, std::uint32_t delta) const;
  template <typename T> T shuffle_up(T value, std::uint32_t delta) const;
  template <typename T> T shuffle_xor(T value, id_type mask) const;
  /// @}

  /// @{ Blocks of memory: the work-item with the local id i reads and writes the elements i, i +
  /// size, i + 2 * size of a vector. sycl_ext_oneapi_group_load_store replaces them.
  template <typename T> std::remove_cv_t<T> load(const T *from) const {
    return from[get_local_linear_id()];
  }
  template <int N, typename T> vec<std::remove_cv_t<T>, N> load(const T *from) const;
  template <typename T> void store(T *to, const std::remove_cv_t<T> &value) const {
    to[get_local_linear_id()] = value;
  }
  template <int N, typename T> void store(T *to, const vec<T, N> &value) const;
  template <typename T, access::address_space Space, access::decorated Decorated>
  std::remove_cv_t<T> load(multi_ptr<T, Space, Decorated> from) const;
  template <int N, typename T, access::address_space Space, access::decorated Decorated>
  vec<std::remove_cv_t<T>, N> load(multi_ptr<T, Space, Decorated> from) const;
  template <typename T, access::address_space Space, access::decorated Decorated>
  void store(multi_ptr<T, Space, Decorated> to, const T &value) const;
  template <int N, typename T, access::address_space Space, access::decorated Decorated>
  void store(multi_ptr<T, Space, Decorated> to, const vec<T, N> &value) const;
  /// @}

  friend bool operator==(const sub_group &a, const sub_group &b) { return a.id_ == b.id_; }
  friend bool operator!=(const sub_group &a, const sub_group &b) { return !(a == b); }

private:
  friend struct detail::KernelObjects;
  explicit sub_group(std::uint32_t id) : id_(id) {}

  std::uint32_t id_;
};

} // namespace sycl
} // namespace ursa_sycl
