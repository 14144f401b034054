// Complex numbers (sycl_ext_oneapi_complex) on the host and in kernels, against std::complex.
#include "check.h"

#include <complex>
#include <sstream>
#include <string>

namespace ext = sycl::ext::oneapi::experimental;

namespace {

constexpr int kFunctions = 22;

template <class T>
constexpr std::complex<T> kPoints[] = {
    {T(0.5), T(0.25)}, {T(-1.5), T(2)}, {T(3), T(-0.75)}, {T(-0.3), T(-0.6)}, {T(1), T(1)}};
constexpr std::size_t kCount = std::size(kPoints<float>);

/// Writes the results of all functions: the same text for both libraries.
template <class C, class T = typename C::value_type> void compute(C x, C y, C *out) {
  *out++ = x + y;
  *out++ = x - y;
  *out++ = x * y;
  *out++ = x / y;
  *out++ = T(2) * x + T(1) / y - T(3) + x / T(4);
  *out++ = C(abs(x), arg(x));
  *out++ = C(norm(x));
  *out++ = conj(x);
  *out++ = exp(x);
  *out++ = log(x);
  *out++ = log10(x);
  *out++ = sqrt(x);
  *out++ = pow(x, y);
  *out++ = pow(x, T(3));
  *out++ = sin(x) + cos(x) + tan(x);
  *out++ = sinh(x) - cosh(x) + tanh(x);
  *out++ = asin(x);
  *out++ = acos(x);
  *out++ = atan(x);
  *out++ = asinh(x);
  *out++ = acosh(x);
  *out++ = atanh(x);
}

template <class T> void compare(const ext::complex<T> *actual, T tolerance, const char *where) {
  for (std::size_t i = 0; i < kCount; ++i) {
    std::complex<T> expected[kFunctions];
    compute(kPoints<T>[i], kPoints<T>[(i + 1) % kCount], expected);
    for (int function = 0; function < kFunctions; ++function) {
      const std::complex<T> one = actual[i * kFunctions + function];
      if (std::abs(one - expected[function]) <= tolerance * (1 + std::abs(expected[function])))
        continue;
      std::cerr << where << ": function " << function << " of " << kPoints<T>[i] << " is " << one
                << ", not " << expected[function] << '\n';
      ++failures;
    }
  }
}

template <class T> void functions(T tolerance) {
  constexpr std::size_t kAll = kCount * kFunctions;
  ext::complex<T> results[kAll];
  for (std::size_t i = 0; i < kCount; ++i)
    compute<ext::complex<T>>(kPoints<T>[i], kPoints<T>[(i + 1) % kCount], results + i * kFunctions);
  compare(results, tolerance, "host");

  sycl::queue queue;
  ext::complex<T> *const out = sycl::malloc_device<ext::complex<T>>(kAll, queue);
  queue.parallel_for(kCount, [=](sycl::id<1> i) {
    const std::complex<T> x = kPoints<T>[i], y = kPoints<T>[(i + 1) % kCount];
    compute<ext::complex<T>>({x.real(), x.imag()}, {y.real(), y.imag()}, out + i * kFunctions);
  });
  queue.wait_and_throw();
  queue.copy(out, results, kAll).wait_and_throw();
  sycl::free(out, queue);
  compare(results, tolerance, "device");
}

void values() {
  using Complex = ext::complex<float>;
  static_assert(SYCL_EXT_ONEAPI_COMPLEX == 1);
  static_assert(ext::is_gencomplex_v<Complex> && !ext::is_gencomplex_v<float>);
  static_assert(ext::is_genfloat_v<sycl::half> && sizeof(ext::complex<sycl::half>) == 4);
  static_assert(Complex(1, 2) == Complex(std::complex<float>(1, 2)) && Complex(3) == 3.0f);
  static_assert(Complex(1, 2) * Complex(3, 4) == Complex(-5, 10));
  Complex x(1, 2);
  x += ext::complex<double>(1, 1);
  x *= 2.0f;
  CHECK(x == Complex(4, 6) && -x == Complex(-4, -6));
  x.real(1), x.imag(-1);
  std::ostringstream text;
  text << x;
  CHECK(text.str() == "(1,-1)");
  std::istringstream("(2.5,3)") >> x;
  CHECK(x == Complex(2.5f, 3));
  CHECK(ext::polar(2.0f) == 2.0f && ext::proj(x) == x && ext::real(2) == 2.0 && ext::imag(x) == 3);
  // No overflow on the way to a result that is none.
  CHECK(ext::abs(Complex(3e30f, 4e30f)) > 4e30f);
  const Complex quotient = Complex(3e30f, 3e30f) / Complex(3e30f, 3e30f);
  CHECK(std::abs(quotient.real() - 1) < 1e-6f && quotient.imag() == 0);
  CHECK(ext::pow(Complex(), Complex(2)) == 0.0f && ext::sqrt(Complex()) == 0.0f);
}

} // namespace

int main() {
  values();
  functions<float>(2e-5f);
  if (sycl::device().has(sycl::aspect::fp64))
    functions<double>(1e-12);
  return failures != 0;
}
