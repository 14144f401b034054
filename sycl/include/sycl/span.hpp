// sycl::span: elements one after the other in memory that others own. That of the standard library
// where there is one, as SYCL 2020, 4.14.3 has it.
#pragma once

#if __cplusplus >= 202002L && __has_include(<span>)

#include <span>

inline namespace ursa_sycl {
namespace sycl {
using std::dynamic_extent;
using std::span;
} // namespace sycl
} // namespace ursa_sycl

#else

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

inline namespace ursa_sycl {
namespace sycl {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <class T, std::size_t Extent = dynamic_extent> class span;

namespace detail {

template <class T> inline constexpr bool isSpanOrArray = std::is_array_v<T>;
template <class T, std::size_t N> inline constexpr bool isSpanOrArray<span<T, N>> = true;
template <class T, std::size_t N> inline constexpr bool isSpanOrArray<std::array<T, N>> = true;

/// Whether pointers to From become pointers to To by adding const.
template <class From, class To>
inline constexpr bool isSpanConversion = std::is_convertible_v<From (*)[], To (*)[]>;

template <std::size_t Extent> struct SpanSize {
  constexpr explicit SpanSize(std::size_t) {}
  static constexpr std::size_t value = Extent;
};
template <> struct SpanSize<dynamic_extent> {
  constexpr explicit SpanSize(std::size_t count) : value(count) {}
  std::size_t value;
};

template <std::size_t Extent, std::size_t Offset, std::size_t Count>
inline constexpr std::size_t subspanExtent = Count != dynamic_extent    ? Count
                                             : Extent != dynamic_extent ? Extent - Offset
                                                                        : dynamic_extent;

} // namespace detail

template <class T, std::size_t Extent> class span : detail::SpanSize<Extent> {
  using Size = detail::SpanSize<Extent>;
  static constexpr bool isDynamic = Extent == dynamic_extent;
  template <std::size_t N>
  static constexpr bool fits = isDynamic || N == dynamic_extent || N == Extent;

public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using const_pointer = const T *;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr std::size_t extent = Extent;

  template <std::size_t N = Extent, std::enable_if_t<N == 0 || N == dynamic_extent, int> = 0>
  constexpr span() noexcept : Size(0), first_(nullptr) {}
  constexpr span(T *first, std::size_t count) : Size(count), first_(first) {}
  constexpr span(T *first, T *last) : Size(static_cast<std::size_t>(last - first)), first_(first) {}
  template <std::size_t N, class = std::enable_if_t<fits<N>>>
  constexpr span(T (&array)[N]) noexcept : Size(N), first_(array) {}
  template <class U, std::size_t N,
            class = std::enable_if_t<fits<N> && detail::isSpanConversion<U, T>>>
  constexpr span(std::array<U, N> &array) noexcept : Size(N), first_(array.data()) {}
  template <class U, std::size_t N,
            class = std::enable_if_t<fits<N> && detail::isSpanConversion<const U, T>>>
  constexpr span(const std::array<U, N> &array) noexcept : Size(N), first_(array.data()) {}
  template <class Container,
            class = std::enable_if_t<
                isDynamic && !detail::isSpanOrArray<std::remove_cv_t<Container>> &&
                detail::isSpanConversion<
                    std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>, T>>>
  constexpr span(Container &container) : span(std::data(container), std::size(container)) {}
  template <
      class Container,
      class = std::enable_if_t<
          isDynamic && !detail::isSpanOrArray<Container> &&
          detail::isSpanConversion<
              std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>, T>>>
  constexpr span(const Container &container) : span(std::data(container), std::size(container)) {}
  template <class U, std::size_t N,
            class = std::enable_if_t<fits<N> && detail::isSpanConversion<U, T>>>
  constexpr span(const span<U, N> &other) noexcept : Size(other.size()), first_(other.data()) {}

  template <std::size_t Count> constexpr span<T, Count> first() const { return {first_, Count}; }
  constexpr span<T> first(std::size_t count) const { return {first_, count}; }
  template <std::size_t Count> constexpr span<T, Count> last() const {
    return {first_ + (size() - Count), Count};
  }
  constexpr span<T> last(std::size_t count) const { return {first_ + (size() - count), count}; }
  template <std::size_t Offset, std::size_t Count = dynamic_extent>
  constexpr span<T, detail::subspanExtent<Extent, Offset, Count>> subspan() const {
    return {first_ + Offset, Count == dynamic_extent ? size() - Offset : Count};
  }
  constexpr span<T> subspan(std::size_t offset, std::size_t count = dynamic_extent) const {
    return {first_ + offset, count == dynamic_extent ? size() - offset : count};
  }

  constexpr std::size_t size() const noexcept { return Size::value; }
  constexpr std::size_t size_bytes() const noexcept { return size() * sizeof(T); }
  constexpr bool empty() const noexcept { return size() == 0; }
  constexpr T &operator[](std::size_t index) const { return first_[index]; }
  constexpr T &front() const { return first_[0]; }
  constexpr T &back() const { return first_[size() - 1]; }
  constexpr T *data() const noexcept { return first_; }
  constexpr iterator begin() const noexcept { return first_; }
  constexpr iterator end() const noexcept { return first_ + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

private:
  T *first_;
};

template <class T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <class T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <class Container> span(Container &) -> span<typename Container::value_type>;
template <class Container> span(const Container &) -> span<const typename Container::value_type>;

template <class T, std::size_t N> span<const std::byte> as_bytes(span<T, N> all) noexcept {
  return {reinterpret_cast<const std::byte *>(all.data()), all.size_bytes()};
}
template <class T, std::size_t N, class = std::enable_if_t<!std::is_const_v<T>>>
span<std::byte> as_writable_bytes(span<T, N> all) noexcept {
  return {reinterpret_cast<std::byte *>(all.data()), all.size_bytes()};
}

} // namespace sycl
} // namespace ursa_sycl

#endif
