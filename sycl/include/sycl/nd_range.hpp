// The class nd_range: an index space in work-groups (SYCL 2020, 4.9.1.2).
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

inline namespace ursa_sycl {
namespace sycl {

template <int Dimensions = 1> class nd_range {
public:
  static constexpr int dimensions = Dimensions;

  /// Of no work-items; DPC++ has it, too.
  constexpr nd_range() = default;
  constexpr nd_range(range<Dimensions> global, range<Dimensions> local,
                     id<Dimensions> offset = id<Dimensions>())
      : global_(global), local_(local), offset_(offset) {}

  constexpr range<Dimensions> get_global_range() const { return global_; }
  constexpr range<Dimensions> get_local_range() const { return local_; }
  constexpr range<Dimensions> get_group_range() const {
    range<Dimensions> groups(global_);
    for (int i = 0; i < Dimensions; ++i)
      groups[i] = local_[i] == 0 ? 0 : global_[i] / local_[i];
    return groups;
  }
  constexpr id<Dimensions> get_offset() const { return offset_; }

  friend constexpr bool operator==(const nd_range &a, const nd_range &b) {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
  }
  friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }

private:
  range<Dimensions> global_;
  range<Dimensions> local_;
  id<Dimensions> offset_;
};

} // namespace sycl
} // namespace ursa_sycl
