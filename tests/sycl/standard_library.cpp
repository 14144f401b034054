// Functions of the standard library in kernels: <cmath>, <complex>, <cstring>, <algorithm>,
// <array>.
#include "check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <numeric>

using namespace sycl;

/// Writes results of functions on floats or doubles.
template <class T> struct Math {
  static constexpr int kResults = 64;
  const T *in;
  T *out;
  void operator()() const { run(in[0], out); }
  static void run(T x, T *to) {
    int exponent = 0, quotient = 0;
    T whole = 0;
    *to++ = std::sin(x);
    *to++ = std::cos(x) + std::tan(x);
    *to++ = std::asin(x) + std::acos(x) + std::atan(x) + std::atan2(x, T(2));
    *to++ = std::sinh(x) + std::cosh(x) + std::tanh(x);
    *to++ = std::asinh(x) + std::acosh(x + 2) + std::atanh(x);
    *to++ = std::exp(x) + std::exp2(x) + std::expm1(x);
    *to++ = std::log(x) + std::log2(x) + std::log10(x) + std::log1p(x);
    *to++ = std::pow(x, T(2.5)) + std::sqrt(x) + std::cbrt(x) + std::hypot(x, T(3));
    *to++ = std::erf(x) + std::erfc(x) + std::tgamma(x + 1) + std::lgamma(x + 3);
    *to++ = std::ceil(x) + std::floor(x + 1) * 4 + std::trunc(x + 2) * 16;
    *to++ = std::round(x + 5) + std::rint(x + 4) + std::nearbyint(x + 3);
    *to++ = T(std::lround(x + 2) + std::lrint(x + 3) * 7 + std::llround(x + 9) * 100);
    *to++ = std::fmod(x + 9, T(2)) + std::remainder(x + 9, T(4));
    *to++ = std::remquo(x + 9, T(2), &quotient);
    *to++ = T(quotient & 7);
    *to++ = std::frexp(x + 9, &exponent);
    *to++ = T(exponent);
    *to++ = std::modf(x + 7, &whole);
    *to++ = whole;
    *to++ = std::ldexp(x, 5) + std::scalbn(x, 3) + T(std::ilogb(x + 9)) + std::logb(x + 9);
    *to++ = std::fmax(x, T(0.1)) + std::fmin(x, T(0.2)) + std::fdim(x, T(0.1));
    *to++ = std::fma(x, x, T(1)) + std::fabs(-x) + std::copysign(x, T(-1));
    *to++ = std::nextafter(x, T(2)) - x;
    *to++ = T(std::isnan(x) + std::isinf(x) * 2 + std::isfinite(x) * 4 + std::signbit(-x) * 8);
    using Complex = std::complex<T>;
    const auto put = [&to](const Complex &z) {
      *to++ = z.real();
      *to++ = z.imag();
    };
    const Complex z(x, T(1.5));
    put(z * z / Complex(2, x));
    put(std::exp(z));
    put(std::log(z));
    put(std::sqrt(z));
    put(std::sqrt(-z));
    put(std::pow(z, Complex(1, 2)));
    put(std::sin(z));
    put(std::cos(z));
    put(std::tanh(z));
    put(std::asinh(z));
    put(std::acos(z));
    put(std::atan(z));
    put(Complex(std::abs(z), std::arg(z)));
  }
};

template <class T> void math(queue &q, double bound) {
  T *data = malloc_shared<T>(1 + Math<T>::kResults, q);
  data[0] = T(0.375);
  for (int i = 0; i < Math<T>::kResults; ++i)
    data[1 + i] = 0;
  T want[Math<T>::kResults] = {};
  Math<T>::run(data[0], want);
  q.single_task(Math<T>{data, data + 1}).wait();
  for (int i = 0; i < Math<T>::kResults; ++i)
    if (!(std::fabs(double(data[1 + i]) - double(want[i])) <=
          bound * std::fmax(1.0, std::fabs(double(want[i]))))) {
      std::fprintf(stderr, "result %d of %zu bytes is %.9g, not %.9g\n", i, sizeof(T),
                   double(data[1 + i]), double(want[i]));
      ++failures;
    }
  sycl::free(data, q);
}

static void memory(queue &q) {
  char *text = malloc_shared<char>(64, q);
  int *numbers = malloc_shared<int>(8, q);
  std::strcpy(text, "hello");
  q.single_task([=] {
     numbers[0] = int(std::strlen(text));
     numbers[1] = std::memcmp(text, text + 1, 3) > 0;
     std::memcpy(text + 20, text, 6);
     std::memmove(text + 1, text, 5);
     std::memset(text + 40, 7, 5);
     numbers[2] = std::strcmp(text, text + 20);
     std::array<int, 4> array{3, 1, 2, 0};
     std::reverse(array.begin(), array.end());
     std::swap(array[0], array[1]);
     numbers[3] = array.at(0) * 1000 + array[1] * 100 + array[2] * 10 + array[3];
     numbers[4] = std::accumulate(array.begin(), array.end(), 0);
     numbers[5] = *std::max_element(array.begin(), array.end());
   }).wait();
  CHECK_EQUAL(numbers[0], 5);
  CHECK_EQUAL(numbers[1], 1);
  CHECK(std::strncmp(text + 20, "hello", 6) == 0);
  CHECK(std::strncmp(text, "hhello", 6) == 0);
  CHECK_EQUAL(int(text[44]), 7);
  CHECK(numbers[2] > 0);
  CHECK_EQUAL(numbers[3], 2013);
  CHECK_EQUAL(numbers[4], 6);
  CHECK_EQUAL(numbers[5], 3);
  sycl::free(text, q);
  sycl::free(numbers, q);
}

int main() {
  if (!hasSharedMemory())
    return kSkipped;
  queue q;
  math<float>(q, 4e-6);
  if (q.get_device().has(aspect::fp64))
    math<double>(q, 1e-12);
  memory(q);
  return failures != 0;
}
