// Sets of work-items of a sub-group (sycl_ext_oneapi_sub_group_mask).
#pragma once

#include <sycl/group_algorithms.hpp>
#include <sycl/id.hpp>
#include <sycl/marray.hpp>
#include <sycl/sub_group.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi {

struct sub_group_mask;
template <typename Group>
std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask>
group_ballot(Group group, bool predicate = true);

/// A bit for each work-item; bits beyond the size are zero.
struct sub_group_mask {
  static constexpr std::size_t max_bits = 64;
  using BitsType = std::uint64_t;

  /// A bit that can be assigned.
  class reference {
  public:
    reference &operator=(bool value) {
      mask_.set(id<1>(index_), value);
      return *this;
    }
    reference &operator=(const reference &other) { return *this = static_cast<bool>(other); }
    bool operator~() const { return !static_cast<bool>(*this); }
    operator bool() const { return (mask_.bits_ >> index_) & 1; }
    reference &flip() { return *this = !static_cast<bool>(*this); }

  private:
    friend struct sub_group_mask;
    reference(sub_group_mask &mask, std::size_t index) : mask_(mask), index_(index) {}
    sub_group_mask &mask_;
    std::size_t index_;
  };

  sub_group_mask() : sub_group_mask(0, sizeOfCaller()) {}
  sub_group_mask(unsigned long long bits) : sub_group_mask(bits, sizeOfCaller()) {}
  template <class T, std::size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  sub_group_mask(const marray<T, N> &bits) : sub_group_mask(0, sizeOfCaller()) {
    insert_bits(bits);
  }

  bool operator[](id<1> index) const { return index[0] < size_ && (bits_ >> index[0]) & 1; }
  reference operator[](id<1> index) { return reference(*this, index[0]); }
  bool test(id<1> index) const { return (*this)[index]; }
  bool all() const { return bits_ == valid(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcountll(bits_)); }
  std::uint32_t size() const { return size_; }
  /// The size if there is none.
  id<1> find_low() const {
    return bits_ ? static_cast<std::size_t>(__builtin_ctzll(bits_)) : size_;
  }
  id<1> find_high() const {
    return bits_ ? static_cast<std::size_t>(63 - __builtin_clzll(bits_)) : size_;
  }

  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(T bits, id<1> position = 0) {
    insert(static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(bits)), sizeof(T) * 8,
           position[0]);
  }
  template <class T, std::size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  void insert_bits(const marray<T, N> &bits, id<1> position = 0) {
    for (std::size_t i = 0; i < N && position[0] + i * sizeof(T) * 8 < max_bits; ++i)
      insert_bits(bits[i], position[0] + i * sizeof(T) * 8);
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(T &bits, id<1> position = 0) const {
    bits = position[0] < size_ ? static_cast<T>(bits_ >> position[0]) : T(0);
  }
  template <class T, std::size_t N, class = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(marray<T, N> &bits, id<1> position = 0) const {
    for (std::size_t i = 0; i < N; ++i)
      extract_bits(bits[i], position[0] + i * sizeof(T) * 8);
  }

  void set() { bits_ = valid(); }
  void set(id<1> index, bool value = true) {
    const std::uint64_t bit = index[0] < size_ ? std::uint64_t(1) << index[0] : 0;
    bits_ = value ? bits_ | bit : bits_ & ~bit;
  }
  void reset() { bits_ = 0; }
  void reset(id<1> index) { set(index, false); }
  void reset_low() { reset(find_low()); }
  void reset_high() { reset(find_high()); }
  void flip() { bits_ = ~bits_ & valid(); }
  void flip(id<1> index) { set(index, !test(index)); }

  friend bool operator==(const sub_group_mask &a, const sub_group_mask &b) {
    return a.bits_ == b.bits_ && a.size_ == b.size_;
  }
  friend bool operator!=(const sub_group_mask &a, const sub_group_mask &b) { return !(a == b); }
  sub_group_mask &operator&=(const sub_group_mask &other) {
    bits_ &= other.bits_;
    return *this;
  }
  sub_group_mask &operator|=(const sub_group_mask &other) {
    bits_ = (bits_ | other.bits_) & valid();
    return *this;
  }
  sub_group_mask &operator^=(const sub_group_mask &other) {
    bits_ = (bits_ ^ other.bits_) & valid();
    return *this;
  }
  sub_group_mask &operator<<=(std::size_t shift) {
    bits_ = shift < max_bits ? (bits_ << shift) & valid() : 0;
    return *this;
  }
  sub_group_mask &operator>>=(std::size_t shift) {
    bits_ = shift < max_bits ? bits_ >> shift : 0;
    return *this;
  }
  sub_group_mask operator~() const { return {~bits_ & valid(), size_}; }
  sub_group_mask operator<<(std::size_t shift) const { return sub_group_mask(*this) <<= shift; }
  sub_group_mask operator>>(std::size_t shift) const { return sub_group_mask(*this) >>= shift; }
  friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask &b) { return a &= b; }
  friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask &b) { return a |= b; }
  friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask &b) { return a ^= b; }

private:
  template <typename Group>
  friend std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask>
  group_ballot(Group group, bool predicate);

  sub_group_mask(std::uint64_t bits, std::uint32_t size)
      : bits_(bits & validOf(size)), size_(size) {}
  static std::uint32_t sizeOfCaller() { return sycl::detail::oclMaxSubGroupSize(); }
  static std::uint64_t validOf(std::uint32_t size) {
    return size >= max_bits ? ~std::uint64_t(0) : (std::uint64_t(1) << size) - 1;
  }
  std::uint64_t valid() const { return validOf(size_); }
  void insert(std::uint64_t bits, std::size_t count, std::size_t position) {
    if (position >= max_bits)
      return;
    const std::uint64_t field = validOf(static_cast<std::uint32_t>(count)) << position;
    bits_ = ((bits_ & ~field) | ((bits << position) & field)) & valid();
  }

  std::uint64_t bits_;
  std::uint32_t size_;
};

/// Returns the work-items for which the predicate is true. All work-items of the sub-group call it.
template <typename Group>
std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask>
group_ballot(Group group, bool predicate) {
  const std::uint32_t me = group.get_local_linear_id();
  const std::uint64_t mine = predicate ? std::uint64_t(1) << me : 0;
  const std::uint64_t all = sycl::detail::reduceAll(group, mine, sycl::bit_or<std::uint64_t>());
  return {all, group.get_max_local_range()[0] > 0
                   ? static_cast<std::uint32_t>(group.get_max_local_range()[0])
                   : 1U};
}

} // namespace sycl::ext::oneapi
} // namespace ursa_sycl
