// sycl::ext::oneapi::bfloat16: conversions of all numbers, rounding, and arithmetic on host and
// device.
#include "check.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

using sycl::ext::oneapi::bfloat16;

std::uint16_t bitsOf(bfloat16 value) { return sycl::bit_cast<std::uint16_t>(value); }
bfloat16 ofBits(unsigned bits) {
  return sycl::bit_cast<bfloat16>(static_cast<std::uint16_t>(bits));
}

// Every number survives the way through float; between two neighbours the nearer one is taken.
void conversions() {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const bfloat16 value = ofBits(bits);
    const float number = value;
    if (std::isnan(number)) {
      CHECK(std::isnan(static_cast<float>(bfloat16(number))));
      continue;
    }
    CHECK_EQUAL(bitsOf(bfloat16(number)), bits);
    if ((bits & 0x7fff) >= 0x7f7f)
      continue;
    const auto exact = sycl::bit_cast<std::uint32_t>(number);
    CHECK_EQUAL(bitsOf(bfloat16(sycl::bit_cast<float>(exact + 0x7fff))), bits);
    CHECK_EQUAL(bitsOf(bfloat16(sycl::bit_cast<float>(exact + 0x8001))), bits + 1);
    CHECK_EQUAL(bitsOf(bfloat16(sycl::bit_cast<float>(exact + 0x8000))), bits + (bits & 1));
  }
  CHECK_EQUAL(bitsOf(bfloat16(3.4e38f)), 0x7f80);
  CHECK_EQUAL(static_cast<float>(bfloat16(1.0)), 1);
  CHECK_EQUAL(static_cast<float>(bfloat16(7)), 7);
  CHECK_EQUAL(static_cast<float>(std::numeric_limits<bfloat16>::epsilon()), 0.0078125f);
  CHECK(bfloat16(0.0f) == -bfloat16(0.0f) && !static_cast<bool>(bfloat16(-0.0f)));
}

void arithmetic(sycl::queue &q) {
  constexpr int kCount = 256;
  bfloat16 *const a = sycl::malloc_shared<bfloat16>(kCount, q);
  bfloat16 *const out = sycl::malloc_shared<bfloat16>(5 * kCount, q);
  for (int i = 0; i < kCount; ++i)
    a[i] = bfloat16(0.37f * static_cast<float>(i - 128));
  const auto compute = [=](int i) {
    const bfloat16 x = a[i], y = a[(i * 7 + 3) % kCount];
    bfloat16 *const to = out + 5 * i;
    to[0] = x + y;
    to[1] = x - y;
    to[2] = x * y;
    to[3] = x < y ? -x : x;
    to[4] = x;
    to[4] += 2;
    ++to[4];
  };
  q.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) {
     compute(static_cast<int>(i[0]));
   }).wait();
  bfloat16 onDevice[5 * kCount];
  std::memcpy(onDevice, out, sizeof(onDevice));
  for (int i = 0; i < kCount; ++i)
    compute(i);
  CHECK_EQUAL(std::memcmp(onDevice, out, sizeof(onDevice)), 0);
  CHECK_EQUAL(static_cast<float>(bfloat16(1.0f) + bfloat16(2.0f)), 3);
  static_assert(std::is_same_v<decltype(bfloat16() + 1.0f), float> &&
                std::is_same_v<decltype(bfloat16() * bfloat16()), bfloat16>);
  static_assert(std::is_convertible_v<bfloat16, sycl::half>);
  bfloat16 two = 1;
  two = sycl::half(2.0f);
  CHECK(two == sycl::half(2.0f) && sycl::half(1.5f) < two && two + sycl::half(0.5f) == 2.5f);
  sycl::free(a, q);
  sycl::free(out, q);
}

// Each function against that of double, which is rounded once.
void vectors(sycl::queue &q) {
  using Vec = sycl::vec<bfloat16, 4>;
  float *out = sycl::malloc_shared<float>(5, q);
  q.single_task([=] {
     Vec v(bfloat16(1.5f));
     v += v * v; // 3.75
     v.lo() = v.hi() - bfloat16(1);
     v = -v / Vec(bfloat16(2));
     for (int i = 0; i < 4; ++i)
       out[i] = v[i];
     out[4] = (v == Vec(v))[1] + (v < v)[2];
     v = sycl::vec<float, 4>(3).convert<bfloat16>();
     out[4] += v.convert<float>()[3];
   }).wait();
  CHECK(out[0] == -1.375f && out[1] == -1.375f && out[2] == -1.875f && out[3] == -1.875f);
  CHECK_EQUAL(out[4], 2);
  sycl::free(out, q);
}

void functions(sycl::queue &q) {
  namespace experimental = sycl::ext::oneapi::experimental;
  static_assert(std::is_same_v<experimental::bfloat16, bfloat16>);
  struct Function {
    double (*expected)(double);
    const char *name;
  };
  static const Function functions[] = {
      {std::ceil, "ceil"},   {std::cos, "cos"},
      {std::exp, "exp"},     {[](double x) { return std::pow(10, x); }, "exp10"},
      {std::exp2, "exp2"},   {std::fabs, "fabs"},
      {std::floor, "floor"}, {std::log, "log"},
      {std::log10, "log10"}, {std::log2, "log2"},
      {std::rint, "rint"},   {[](double x) { return 1 / std::sqrt(x); }, "rsqrt"},
      {std::sin, "sin"},     {std::sqrt, "sqrt"},
      {std::tanh, "tanh"},   {std::trunc, "trunc"}};
  constexpr int kFunctions = std::size(functions), kCount = 128, kResults = kFunctions + 5;
  bfloat16 *const out = sycl::malloc_shared<bfloat16>(kCount * kResults, q);
  const auto argument = [](int i) { return bfloat16(0.07f * static_cast<float>(i + 1)); };
  q.parallel_for(sycl::range<1>(kCount), [=](sycl::id<1> i) {
     const bfloat16 x = argument(static_cast<int>(i[0]));
     const sycl::marray<bfloat16, 2> both(x, -x);
     bfloat16 *to = out + i[0] * kResults;
     *to++ = experimental::ceil(both)[0];
     *to++ = experimental::cos(x);
     *to++ = experimental::exp(x);
     *to++ = experimental::exp10(x);
     *to++ = experimental::exp2(both)[0];
     *to++ = experimental::fabs(both)[1];
     *to++ = experimental::floor(x);
     *to++ = experimental::log(x);
     *to++ = experimental::log10(x);
     *to++ = experimental::log2(x);
     *to++ = experimental::rint(x);
     *to++ = experimental::rsqrt(x);
     *to++ = experimental::sin(x);
     *to++ = experimental::sqrt(x);
     *to++ = experimental::tanh(x);
     *to++ = experimental::trunc(x);
     *to++ = experimental::fmax(both, sycl::marray<bfloat16, 2>(bfloat16(2.0f)))[0];
     *to++ = experimental::fmin(x, bfloat16(2.0f));
     *to++ = experimental::fma(x, bfloat16(3.0f), bfloat16(-1.0f));
     *to++ = experimental::fma(both, both, both)[1];
     *to++ = bfloat16(experimental::isnan(x) || experimental::isnan(both)[0] ||
                      !experimental::isnan(std::numeric_limits<bfloat16>::quiet_NaN()));
   }).wait();
  // Twice rounded results may differ by one.
  const auto check = [](bfloat16 found, double expected, const char *name) {
    const bfloat16 nearest(static_cast<float>(expected));
    if (std::abs(bitsOf(found) - bitsOf(nearest)) > 1)
      std::printf("%s: %g, not %g\n", name, static_cast<double>(found), expected);
    CHECK(std::abs(bitsOf(found) - bitsOf(nearest)) <= 1);
  };
  for (int i = 0; i < kCount; ++i) {
    const double x = static_cast<float>(argument(i));
    const bfloat16 *found = out + i * kResults;
    for (const Function &function : functions)
      check(*found++, function.expected(x), function.name);
    check(*found++, std::fmax(x, 2), "fmax");
    check(*found++, std::fmin(x, 2), "fmin");
    check(*found++, 3 * x - 1, "fma");
    check(*found++, x * x - x, "fma of an array");
    check(*found, 0, "isnan");
  }
  sycl::free(out, q);
}

} // namespace

int main() {
  sycl::queue q;
  if (!hasSharedMemory())
    return kSkipped;
  conversions();
  arithmetic(q);
  vectors(q);
  functions(q);
  return failures != 0;
}
