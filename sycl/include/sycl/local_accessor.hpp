// The class local_accessor: memory that the work-items of a group share (SYCL 2020, 4.7.6.11).
#pragma once

#include <sycl/detail/accessor_data.hpp>
#include <sycl/handler.hpp>

inline namespace ursa_sycl {
namespace sycl {

template <typename T, int Dimensions = 1> class local_accessor : public detail::LocalAccessorBase {
  static constexpr int kRank = Dimensions == 0 ? 1 : Dimensions;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = size_t;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::local_space, Decorated>;

  local_accessor() = default;
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  local_accessor(handler &, const property_list & = {}) : local_accessor(range<kRank>(1)) {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  local_accessor(range<kRank> extent, handler &, const property_list & = {})
      : local_accessor(extent) {}
  template <typename U, class = std::enable_if_t<std::is_same_v<T, const U>>>
  local_accessor(const local_accessor<U, Dimensions> &other)
      : detail::LocalAccessorBase(other), extent_(other.extent_) {}

  /// @{ SYCL defines no property of local accessors.
  template <typename Property> bool has_property() const noexcept { return false; }
  template <typename Property> Property get_property() const {
    throw exception(make_error_code(errc::invalid), "The local accessor has no such property.");
  }
  /// @}

  size_t size() const noexcept { return extent_.size(); }
  size_t byte_size() const noexcept { return size() * sizeof(T); }
  size_t max_size() const noexcept { return static_cast<size_t>(-1) / sizeof(T); }
  bool empty() const noexcept { return size() == 0; }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> range<D> get_range() const {
    return extent_;
  }

  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  reference operator[](id<kRank> index) const {
    return elements()[detail::linear(index, extent_)];
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  detail::AccessorRow<T, D - 1> operator[](size_t index) const {
    return rowAt<T &>(index);
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator reference() const {
    return *elements();
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  const local_accessor &operator=(const T &value) const {
    *elements() = value;
    return *this;
  }

  local_ptr<T> get_pointer() const noexcept { return get_multi_ptr<access::decorated::legacy>(); }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return detail::assumeSpace<access::address_space::local_space, Decorated>(elements());
  }
  iterator begin() const noexcept { return elements(); }
  iterator end() const noexcept { return elements() + size(); }
  const_iterator cbegin() const noexcept { return elements(); }
  const_iterator cend() const noexcept { return elements() + size(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  void swap(local_accessor &other) {
    local_accessor kept = *this;
    *this = other;
    other = kept;
  }
  /// An order of objects and of references to them (sycl_ext_oneapi_weak_object).
  template <class Other> bool ext_oneapi_owner_before(const Other &other) const noexcept {
    return detail::OwnerOrder::isBefore(*this, other);
  }
  friend bool operator==(const local_accessor &a, const local_accessor &b) {
    return a.number == b.number && a.data == b.data;
  }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }

protected:
  template <typename Subscript>
  detail::AccessorRow<T, Dimensions - 1, Subscript> rowAt(size_t index) const {
    size_t row = index;
    for (int i = 1; i < Dimensions; ++i)
      row *= extent_[i];
    return {elements() + row, &const_cast<range<kRank> &>(extent_)[0] + 1};
  }

private:
  template <typename, int> friend class local_accessor;
  explicit local_accessor(const range<kRank> &extent) : extent_(extent) {
#ifndef __SYCL_DEVICE_ONLY__
    bytes = extent.size() * sizeof(T);
    number = detail::nextLocalAccessor();
#endif
  }
  T *elements() const { return (T *)this->data; } // local memory is a generic address here

  range<kRank> extent_;
};

/// SYCL 1.2.1's local accessor.
template <typename T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::local, IsPlaceholder>
    : public local_accessor<T, Dimensions> {
public:
  using local_accessor<T, Dimensions>::local_accessor;
  using local_accessor<T, Dimensions>::operator=;
  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return this->byte_size(); }
};

/// The same with atomic elements.
template <typename T, int Dimensions, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, access_mode::atomic, target::local, IsPlaceholder>
    : public local_accessor<T, Dimensions> {
  static constexpr int kRank = Dimensions == 0 ? 1 : Dimensions;
  using Base = local_accessor<T, Dimensions>;
  using Element = atomic<T, access::address_space::local_space>;

public:
  using Base::Base;
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  Element operator[](id<kRank> index) const {
    return detail::makeAtomic<access::address_space::local_space>(Base::operator[](index));
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  detail::AccessorRow<T, D - 1, Element> operator[](size_t index) const {
    return Base::template rowAt<Element>(index);
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator Element() const {
    return detail::makeAtomic<access::address_space::local_space>(*Base::begin());
  }
  [[deprecated("use size()")]] size_t get_count() const { return this->size(); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return this->byte_size(); }
};

} // namespace sycl
} // namespace ursa_sycl

template <typename T, int D> struct std::hash<sycl::local_accessor<T, D>> {
  std::size_t operator()(const sycl::local_accessor<T, D> &object) const {
    return std::hash<size_t>()(object.number);
  }
};
template <typename T, int D, sycl::access_mode M, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, D, M, sycl::target::local, P>>
    : std::hash<sycl::local_accessor<T, D>> {};
