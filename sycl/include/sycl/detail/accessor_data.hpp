// Common base of accessors and host_accessors: shape, elements and iterators.
#pragma once

#include <sycl/access.hpp>
#include <sycl/atomic.hpp>
#include <sycl/detail/buffer_base.hpp>
#include <sycl/id.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/range.hpp>

#include <iterator>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl {

template <typename T, int Dimensions, access_mode Mode, target Target,
          access::placeholder IsPlaceholder>
class accessor;

namespace detail {

template <typename Tag> struct IsTag : std::false_type {};
template <access_mode Mode> struct IsTag<mode_tag_t<Mode>> : std::true_type {};
template <access_mode Mode, target Target>
struct IsTag<mode_target_tag_t<Mode, Target>> : std::true_type {};
template <typename Tag> using EnableTag = std::enable_if_t<IsTag<Tag>::value>;

/// A row of an accessor: accessor[i][j] and accessor[i][j][k].
/// @tparam Subscript a reference to an element, or an atomic
template <typename Element, int Dimensions, typename Subscript = Element &> class AccessorRow {
public:
  AccessorRow(Element *first, const size_t *extent) : first_(first), extent_(extent) {}
  decltype(auto) operator[](size_t index) const {
    if constexpr (Dimensions > 1)
      return AccessorRow<Element, Dimensions - 1, Subscript>(first_ + index * product(),
                                                             extent_ + 1);
    else if constexpr (std::is_reference_v<Subscript>)
      return (first_[index]);
    else
      return makeAtomic<Subscript::address_space>(first_[index]);
  }

private:
  size_t product() const {
    size_t elements = 1;
    for (int i = 1; i < Dimensions; ++i)
      elements *= extent_[i];
    return elements;
  }
  Element *first_;
  const size_t *extent_; ///< of this row's dimensions
};

/// Visits the elements of an accessor in order.
template <typename Element, int Dimensions> class AccessorIterator {
public:
  using difference_type = std::ptrdiff_t;
  using value_type = std::remove_const_t<Element>;
  using pointer = Element *;
  using reference = Element &;
  using iterator_category = std::random_access_iterator_tag;

  AccessorIterator() = default;
  AccessorIterator(Element *memory, const range<Dimensions> &whole, const range<Dimensions> &part,
                   const id<Dimensions> &first, difference_type position)
      : memory_(memory), whole_(whole), part_(part), first_(first), position_(position) {}

  reference operator*() const { return memory_[place(position_)]; }
  pointer operator->() const { return &**this; }
  reference operator[](difference_type n) const { return memory_[place(position_ + n)]; }
  AccessorIterator &operator++() { return *this += 1; }
  AccessorIterator &operator--() { return *this += -1; }
  AccessorIterator operator++(int) {
    AccessorIterator before = *this;
    ++*this;
    return before;
  }
  AccessorIterator operator--(int) {
    AccessorIterator before = *this;
    --*this;
    return before;
  }
  AccessorIterator &operator+=(difference_type n) {
    position_ += n;
    return *this;
  }
  AccessorIterator &operator-=(difference_type n) { return *this += -n; }
  friend AccessorIterator operator+(AccessorIterator a, difference_type n) { return a += n; }
  friend AccessorIterator operator+(difference_type n, AccessorIterator a) { return a += n; }
  friend AccessorIterator operator-(AccessorIterator a, difference_type n) { return a -= n; }
  friend difference_type operator-(const AccessorIterator &a, const AccessorIterator &b) {
    return a.position_ - b.position_;
  }
  friend bool operator==(const AccessorIterator &a, const AccessorIterator &b) {
    return a.position_ == b.position_;
  }
  friend bool operator!=(const AccessorIterator &a, const AccessorIterator &b) { return !(a == b); }
  friend bool operator<(const AccessorIterator &a, const AccessorIterator &b) {
    return a.position_ < b.position_;
  }
  friend bool operator>(const AccessorIterator &a, const AccessorIterator &b) { return b < a; }
  friend bool operator<=(const AccessorIterator &a, const AccessorIterator &b) { return !(b < a); }
  friend bool operator>=(const AccessorIterator &a, const AccessorIterator &b) { return !(a < b); }

private:
  size_t place(difference_type position) const {
    size_t rest = static_cast<size_t>(position);
    id<Dimensions> index;
    for (int i = Dimensions - 1; i >= 0; --i) {
      index[i] = first_[i] + rest % part_[i];
      rest /= part_[i];
    }
    return linear(index, whole_);
  }
  Element *memory_ = nullptr;
  range<Dimensions> whole_, part_;
  id<Dimensions> first_;
  difference_type position_ = 0;
};

/// @tparam Derived has memory(), the address of the buffer's first element
template <typename Derived, typename T, int Dimensions, access_mode Mode> class AccessorData {
  static constexpr int kRank = Dimensions == 0 ? 1 : Dimensions;
  static constexpr bool kIsAtomic = Mode == access_mode::atomic;
  using Subscript = std::conditional_t<
      kIsAtomic, atomic<T, access::address_space::global_space>,
      std::conditional_t<Mode == access_mode::read, const std::remove_const_t<T>, T> &>;

public:
  using value_type = std::conditional_t<Mode == access_mode::read, const std::remove_const_t<T>, T>;
  using reference = value_type &;
  using const_reference = const value_type &;
  using iterator = AccessorIterator<value_type, kRank>;
  using const_iterator = AccessorIterator<const value_type, kRank>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = size_t;
  template <access::decorated Decorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::global_space, Decorated>;

  /// An accessor without dimensions has the first element of the buffer.
  size_t size() const noexcept { return Dimensions == 0 && part_.size() > 0 ? 1 : part_.size(); }
  size_t byte_size() const noexcept { return size() * sizeof(T); }
  size_t max_size() const noexcept { return static_cast<size_t>(-1) / sizeof(T); }
  [[deprecated("use size()")]] size_t get_count() const { return size(); }
  [[deprecated("use byte_size()")]] size_t get_size() const { return byte_size(); }
  bool empty() const noexcept { return size() == 0; }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> range<D> get_range() const {
    return part_;
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> id<D> get_offset() const {
    return first_;
  }

  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  Subscript operator[](id<kRank> index) const {
    return subscript(elements()[linear(index + first_, whole_)]);
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>
  AccessorRow<value_type, D - 1, Subscript> operator[](size_t index) const {
    // The row begins at the element with the offset of the other dimensions.
    id<kRank> first = first_;
    first[0] += index;
    return {elements() + linear(first, whole_), extents()};
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator Subscript() const {
    return subscript(*elements());
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  const Derived &operator=(const value_type &value) const {
    *elements() = value;
    return static_cast<const Derived &>(*this);
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  const Derived &operator=(value_type &&value) const {
    *elements() = value;
    return static_cast<const Derived &>(*this);
  }

  std::add_pointer_t<value_type> get_pointer() const noexcept { return elements(); }
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    return detail::assumeSpace<access::address_space::global_space, Decorated>(elements());
  }

  iterator begin() const noexcept { return {elements(), whole_, part_, first_, 0}; }
  iterator end() const noexcept {
    return {elements(), whole_, part_, first_, static_cast<difference_type>(size())};
  }
  const_iterator cbegin() const noexcept { return {elements(), whole_, part_, first_, 0}; }
  const_iterator cend() const noexcept {
    return {elements(), whole_, part_, first_, static_cast<difference_type>(size())};
  }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  template <typename, typename, int, access_mode> friend class AccessorData;
  template <typename, int, access_mode, target, access::placeholder> friend class sycl::accessor;

  void setShape(const range<kRank> &part, const range<kRank> &whole, const id<kRank> &first) {
    part_ = part;
    whole_ = whole;
    first_ = first;
  }
#ifndef __SYCL_DEVICE_ONLY__
  void fillBox(MemoryBox &box) const {
    box.dimensions = kRank;
    for (int i = 0; i < kRank; ++i) {
      box.whole[i] = whole_[i];
      box.part[i] = part_[i];
      box.first[i] = first_[i];
    }
  }
#endif
  template <typename Other> void copyShape(const Other &other) {
    setShape(other.part_, other.whole_, other.first_);
  }

private:
  static Subscript subscript(value_type &element) {
    if constexpr (kIsAtomic)
      return makeAtomic<access::address_space::global_space>(element);
    else
      return element;
  }
  value_type *elements() const {
    return static_cast<value_type *>(static_cast<const Derived *>(this)->memory());
  }
  const size_t *extents() const { return extentsOf(whole_); }
  static const size_t *extentsOf(const range<kRank> &extent) {
    return &const_cast<range<kRank> &>(extent)[0] + 1;
  }

  range<kRank> part_;
  range<kRank> whole_;
  id<kRank> first_;
};

} // namespace detail
} // namespace sycl
} // namespace ursa_sycl
