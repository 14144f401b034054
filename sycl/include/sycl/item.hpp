// The class item: a work-item of a range (SYCL 2020, 4.9.1.4).
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

inline namespace ursa_sycl {
namespace sycl {

namespace detail {
struct Builder;
} // namespace detail

template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::ConvertsToNumber<item<Dimensions, WithOffset>, Dimensions> {
public:
  static constexpr int dimensions = Dimensions;

  item() = delete;

  id<Dimensions> get_id() const { return id_; }
  size_t get_id(int dimension) const { return id_[dimension]; }
  size_t operator[](int dimension) const { return id_[dimension]; }
  range<Dimensions> get_range() const { return range_; }
  size_t get_range(int dimension) const { return range_[dimension]; }
  template <bool With = WithOffset, class = std::enable_if_t<With>>
  id<Dimensions> get_offset() const {
    return offset_;
  }
  size_t get_linear_id() const { return detail::linear(id_ - offset_, range_); }

  template <bool With, class = std::enable_if_t<With && !WithOffset>>
  operator item<Dimensions, With>() const {
    return item<Dimensions, With>(id_, range_, offset_);
  }

  friend bool operator==(const item &a, const item &b) {
    return a.id_ == b.id_ && a.range_ == b.range_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const item &a, const item &b) { return !(a == b); }

private:
  friend struct detail::Builder;
  template <int, bool> friend class item;
  item(const id<Dimensions> &index, const range<Dimensions> &extent, const id<Dimensions> &offset)
      : id_(index), range_(extent), offset_(offset) {}

  id<Dimensions> id_;
  range<Dimensions> range_;
  id<Dimensions> offset_;
};

namespace detail {
/// Constructs what only the implementation may construct.
struct Builder {
  template <class T, class... Arguments> static T make(const Arguments &...arguments) {
    return T(arguments...);
  }
};
} // namespace detail

} // namespace sycl
} // namespace ursa_sycl
