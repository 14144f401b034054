// The class complex and its operators.
#pragma once

#include <sycl/half.hpp>
#include <sycl/stream.hpp>

#include <complex>
#include <istream>
#include <ostream>
#include <sstream>
#include <type_traits>

inline namespace ursa_sycl {
namespace sycl::ext::oneapi::experimental {

template <typename T>
struct is_genfloat : std::bool_constant<std::is_same_v<T, double> || std::is_same_v<T, float> ||
                                        std::is_same_v<T, sycl::half>> {};
template <typename T> inline constexpr bool is_genfloat_v = is_genfloat<T>::value;

template <typename T, typename = void> class complex;
template <typename T> struct is_gencomplex : std::false_type {};
template <typename T> struct is_gencomplex<complex<T>> : is_genfloat<T> {};
template <typename T> inline constexpr bool is_gencomplex_v = is_gencomplex<T>::value;

namespace detail {
using sycl::detail::NotDeduced;

template <typename T> constexpr T magnitude(T x) { return x < T(0) ? -x : x; }
} // namespace detail

template <typename T> class complex<T, std::enable_if_t<is_genfloat_v<T>>> {
public:
  using value_type = T;

  constexpr complex(T real = T(), T imag = T()) : real_(real), imag_(imag) {}
  template <typename U>
  constexpr complex(const complex<U> &other)
      : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}
  template <typename U>
  constexpr complex(const std::complex<U> &other)
      : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}
  constexpr operator std::complex<T>() const { return std::complex<T>(real_, imag_); }

  constexpr T real() const { return real_; }
  constexpr void real(T value) { real_ = value; }
  constexpr T imag() const { return imag_; }
  constexpr void imag(T value) { imag_ = value; }

  constexpr complex &operator=(T value) { return *this = complex(value); }
  constexpr complex &operator+=(T value) { return real_ += value, *this; }
  constexpr complex &operator-=(T value) { return real_ -= value, *this; }
  constexpr complex &operator*=(T value) { return real_ *= value, imag_ *= value, *this; }
  constexpr complex &operator/=(T value) { return real_ /= value, imag_ /= value, *this; }

  template <typename U> constexpr complex &operator=(const complex<U> &other) {
    return *this = complex(other);
  }
  template <typename U> constexpr complex &operator+=(const complex<U> &other) {
    return *this = *this + complex(other);
  }
  template <typename U> constexpr complex &operator-=(const complex<U> &other) {
    return *this = *this - complex(other);
  }
  template <typename U> constexpr complex &operator*=(const complex<U> &other) {
    return *this = *this * complex(other);
  }
  template <typename U> constexpr complex &operator/=(const complex<U> &other) {
    return *this = *this / complex(other);
  }

  friend constexpr complex operator+(const complex &x) { return x; }
  friend constexpr complex operator-(const complex &x) { return {-x.real_, -x.imag_}; }
  friend constexpr complex operator+(const complex &x, const complex &y) {
    return {x.real_ + y.real_, x.imag_ + y.imag_};
  }
  friend constexpr complex operator-(const complex &x, const complex &y) {
    return {x.real_ - y.real_, x.imag_ - y.imag_};
  }
  friend constexpr complex operator*(const complex &x, const complex &y) {
    return {x.real_ * y.real_ - x.imag_ * y.imag_, x.real_ * y.imag_ + x.imag_ * y.real_};
  }
  friend constexpr complex operator/(const complex &x, const complex &y) {
    // R. L. Smith, "Algorithm 116: Complex division", 1962.
    if (detail::magnitude(y.real_) >= detail::magnitude(y.imag_)) {
      const T ratio = y.imag_ / y.real_;
      const T divisor = y.real_ + y.imag_ * ratio;
      return {(x.real_ + x.imag_ * ratio) / divisor, (x.imag_ - x.real_ * ratio) / divisor};
    }
    const T ratio = y.real_ / y.imag_;
    const T divisor = y.imag_ + y.real_ * ratio;
    return {(x.real_ * ratio + x.imag_) / divisor, (x.imag_ * ratio - x.real_) / divisor};
  }
  friend constexpr complex operator+(const complex &x, T y) { return {x.real_ + y, x.imag_}; }
  friend constexpr complex operator-(const complex &x, T y) { return {x.real_ - y, x.imag_}; }
  friend constexpr complex operator*(const complex &x, T y) { return {x.real_ * y, x.imag_ * y}; }
  friend constexpr complex operator/(const complex &x, T y) { return {x.real_ / y, x.imag_ / y}; }
  friend constexpr complex operator+(T x, const complex &y) { return {x + y.real_, y.imag_}; }
  friend constexpr complex operator-(T x, const complex &y) { return {x - y.real_, -y.imag_}; }
  friend constexpr complex operator*(T x, const complex &y) { return {x * y.real_, x * y.imag_}; }
  friend constexpr complex operator/(T x, const complex &y) { return complex(x) / y; }

  friend constexpr bool operator==(const complex &x, const complex &y) {
    return x.real_ == y.real_ && x.imag_ == y.imag_;
  }
  friend constexpr bool operator==(const complex &x, T y) { return x == complex(y); }
  friend constexpr bool operator==(T x, const complex &y) { return complex(x) == y; }
  friend constexpr bool operator!=(const complex &x, const complex &y) { return !(x == y); }
  friend constexpr bool operator!=(const complex &x, T y) { return !(x == y); }
  friend constexpr bool operator!=(T x, const complex &y) { return !(x == y); }

  /// @{ As those of std::complex: (real,imaginary).
  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out,
                                                      const complex &x) {
    std::basic_ostringstream<Char, Traits> text;
    text.flags(out.flags());
    text.imbue(out.getloc());
    text.precision(out.precision());
    text << '(' << x.real_ << ',' << x.imag_ << ')';
    return out << text.str();
  }
  template <class Char, class Traits>
  friend std::basic_istream<Char, Traits> &operator>>(std::basic_istream<Char, Traits> &in,
                                                      complex &x) {
    std::complex<std::conditional_t<std::is_same_v<T, sycl::half>, float, T>> read;
    if (in >> read)
      x = complex(read);
    return in;
  }
  friend const sycl::stream &operator<<(const sycl::stream &out, const complex &x) {
    return out << '(' << x.real_ << ',' << x.imag_ << ')';
  }
  /// @}

private:
  T real_;
  T imag_;
};

template <typename T> complex(T) -> complex<T>;
template <typename T> complex(T, T) -> complex<T>;
template <typename T> complex(std::complex<T>) -> complex<T>;

} // namespace sycl::ext::oneapi::experimental
} // namespace ursa_sycl
