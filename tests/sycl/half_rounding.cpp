// sycl::half in kernels: every operation rounds its exact result once, to the nearest. All values
// for operations and conversions of one operand, special and random ones for others; exact results
// are computed in integers.
#include "check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using sycl::half;
using sycl::rounding_mode;
__extension__ typedef unsigned __int128 Magnitude;
__extension__ typedef __int128 Whole;

constexpr std::size_t kHalves = 65536;
constexpr int kUnit = -24; ///< the exponent of the smallest half
constexpr std::uint16_t kInfinity = 0x7C00, kNan = 0x7E00, kSign = 0x8000;

half halfOf(std::uint16_t bits) { return sycl::bit_cast<half>(bits); }
std::uint16_t bitsOf(half value) { return sycl::bit_cast<std::uint16_t>(value); }

struct Bits {
  std::uint16_t bits;
  bool isNan() const { return (bits & 0x7FFF) > kInfinity; }
  bool isInfinite() const { return (bits & 0x7FFF) == kInfinity; }
  bool isZero() const { return (bits & 0x7FFF) == 0; }
  bool isNegative() const { return bits & kSign; }
  /// The magnitude in units of the smallest half.
  std::uint64_t magnitude() const {
    const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
    return exponent == 0 ? fraction : std::uint64_t{1024 + fraction} << (exponent - 1);
  }
  std::int64_t whole() const {
    const auto number = static_cast<std::int64_t>(magnitude());
    return isNegative() ? -number : number;
  }
};

std::uint16_t signOf(bool isNegative) { return isNegative ? kSign : 0; }

unsigned widthOf(Magnitude number) {
  unsigned width = 0;
  for (; number != 0; number >>= 1)
    ++width;
  return width;
}

/// Rounds @p number 2^@p scale, or a little more if @p isMore.
std::uint16_t rounded(bool isNegative, Magnitude number, int scale, bool isMore = false,
                      rounding_mode mode = rounding_mode::rte) {
  if (number == 0 && !isMore)
    return signOf(isNegative);
  const bool awayFromZero =
      (mode == rounding_mode::rtp && !isNegative) || (mode == rounding_mode::rtn && isNegative);
  const int width = static_cast<int>(widthOf(number));
  const int quantum = std::max(width - 11 + scale, kUnit);
  const int shift = quantum - scale;
  std::uint64_t result = 0;
  if (quantum > 16) {
    result = kInfinity;
  } else {
    bool isUp = false;
    if (shift <= 0) {
      result = static_cast<std::uint64_t>(number << -shift);
    } else if (shift > width + 1) {
      isUp = awayFromZero;
    } else {
      result = static_cast<std::uint64_t>(number >> shift);
      const Magnitude rest = number - (Magnitude{result} << shift);
      const Magnitude tie = Magnitude{1} << (shift - 1);
      isUp = mode == rounding_mode::rte ? rest > tie || (rest == tie && (isMore || (result & 1)))
                                        : awayFromZero && (rest != 0 || isMore);
    }
    result += isUp + (static_cast<std::uint64_t>(quantum - kUnit) << 10);
  }
  if (result >= kInfinity)
    result = mode == rounding_mode::rte || awayFromZero ? kInfinity : kInfinity - 1;
  return static_cast<std::uint16_t>(result | signOf(isNegative));
}

std::uint16_t rounded(Whole number, int scale) {
  return rounded(number < 0, number < 0 ? -static_cast<Magnitude>(number) : number, scale);
}

std::uint16_t exactSum(Bits a, Bits b) {
  if (a.isNan() || b.isNan() || (a.isInfinite() && b.isInfinite() && a.bits != b.bits))
    return kNan;
  if (a.isInfinite() || b.isInfinite())
    return a.isInfinite() ? a.bits : b.bits;
  if (a.isZero() && b.isZero())
    return a.bits & b.bits;
  return rounded(Whole{a.whole()} + b.whole(), kUnit);
}

std::uint16_t exactProduct(Bits a, Bits b) {
  const bool isNegative = a.isNegative() != b.isNegative();
  if (a.isNan() || b.isNan() || (a.isInfinite() && b.isZero()) || (a.isZero() && b.isInfinite()))
    return kNan;
  if (a.isInfinite() || b.isInfinite())
    return kInfinity | signOf(isNegative);
  return rounded(isNegative, Magnitude{a.magnitude()} * b.magnitude(), 2 * kUnit);
}

std::uint16_t exactQuotient(Bits a, Bits b) {
  const bool isNegative = a.isNegative() != b.isNegative();
  if (a.isNan() || b.isNan() || (a.isInfinite() && b.isInfinite()) || (a.isZero() && b.isZero()))
    return kNan;
  if (a.isInfinite() || b.isZero())
    return kInfinity | signOf(isNegative);
  if (b.isInfinite())
    return signOf(isNegative);
  constexpr int kMore = 60;
  const Magnitude wide = Magnitude{a.magnitude()} << kMore;
  return rounded(isNegative, wide / b.magnitude(), -kMore, wide % b.magnitude() != 0);
}

std::uint16_t exactFma(Bits a, Bits b, Bits c) {
  const std::uint16_t product = exactProduct(a, b);
  const bool isFinite =
      !a.isNan() && !b.isNan() && !c.isNan() && !a.isInfinite() && !b.isInfinite();
  if (!isFinite)
    return exactSum({product}, c);
  if (c.isInfinite())
    return c.bits;
  if ((a.isZero() || b.isZero()) && c.isZero())
    return product & c.bits;
  const Whole exact = Whole{a.whole()} * b.whole() + Whole{c.whole()} * (Whole{1} << -kUnit);
  return rounded(exact, 2 * kUnit);
}

std::uint16_t exactRoot(Bits a) {
  if (a.isNan() || a.isZero())
    return a.isNan() ? kNan : a.bits;
  if (a.isNegative() || a.isInfinite())
    return a.isNegative() ? kNan : kInfinity;
  const Magnitude square = Magnitude{a.magnitude()} << 60; // 2^-84
  Magnitude root = 0;
  for (Magnitude bit = Magnitude{1} << 51; bit != 0; bit >>= 1)
    if ((root + bit) * (root + bit) <= square)
      root += bit;
  return rounded(false, root, -42, root * root != square);
}

/// The half of @p value, which is finite or infinite.
std::uint16_t exactHalf(double value, rounding_mode mode) {
  if (std::isinf(value))
    return kInfinity | signOf(value < 0);
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  return rounded(std::signbit(value), static_cast<std::uint64_t>(std::ldexp(fraction, 53)),
                 exponent - 53, false, mode);
}

double doubleOf(Bits a) {
  const double magnitude = a.isNan()        ? NAN
                           : a.isInfinite() ? HUGE_VAL
                                            : std::ldexp(double(a.magnitude()), kUnit);
  return a.isNegative() ? -magnitude : magnitude;
}

bool same(std::uint16_t actual, std::uint16_t exact) {
  return actual == exact || (Bits{actual}.isNan() && Bits{exact}.isNan());
}

template <class Tell>
void compare(const char *name, const std::vector<std::uint16_t> &actual,
             const std::vector<std::uint16_t> &exact, const Tell &operands) {
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    if (!same(actual[i], exact[i]) && wrong++ == 0)
      first = i;
  if (wrong == 0)
    return;
  std::fprintf(stderr, "%s: %zu of %zu are wrong: of ", name, wrong, exact.size());
  operands(first);
  std::fprintf(stderr, " %#x, not %#x\n", actual[first], exact[first]);
  ++failures;
}

/// Computes @p operation for each element of @p inputs in a kernel.
template <class Result, class Input, class Operation>
std::vector<Result> computed(sycl::queue &queue, const std::vector<Input> &inputs,
                             Operation operation) {
  std::vector<Result> results(inputs.size());
  sycl::buffer<Input> from(inputs.data(), inputs.size());
  sycl::buffer<Result> to(results.data(), results.size());
  queue.submit([&](sycl::handler &group) {
    const sycl::accessor in(from, group, sycl::read_only);
    const sycl::accessor out(to, group, sycl::write_only, sycl::no_init);
    group.parallel_for(sycl::range(inputs.size()),
                       [=](sycl::id<1> i) { out[i] = operation(in[i]); });
  });
  const sycl::host_accessor read(to, sycl::read_only);
  return std::vector<Result>(read.begin(), read.end());
}

using Operands = std::array<std::uint16_t, 3>;

template <class Operation, class Exact>
void checkOperation(sycl::queue &queue, const char *name, const std::vector<Operands> &inputs,
                    Operation operation, Exact exact) {
  std::vector<std::uint16_t> expected;
  for (const Operands &each : inputs)
    expected.push_back(exact(Bits{each[0]}, Bits{each[1]}, Bits{each[2]}));
  compare(name,
          computed<std::uint16_t>(queue, inputs,
                                  [=](const Operands &each) {
                                    return bitsOf(operation(halfOf(each[0]), halfOf(each[1]),
                                                            halfOf(each[2])));
                                  }),
          expected, [&](std::size_t i) {
            std::fprintf(stderr, "%#x, %#x, %#x:", inputs[i][0], inputs[i][1], inputs[i][2]);
          });
}

constexpr std::uint16_t kSpecial[] = {
    0,      1,      2,      0x1FF,  0x200,  0x3FE,  0x3FF,  0x400,  0x401,  0x7FF,  0x800,
    0x1400, 0x2C00, 0x37FF, 0x3800, 0x3BFF, 0x3C00, 0x3C01, 0x3C02, 0x3DFF, 0x4000, 0x4200,
    0x6400, 0x6800, 0x77FF, 0x7800, 0x7BFE, 0x7BFF, 0x7C00, 0x7E00, 0x7C01};

std::vector<Operands> makeOperands() {
  std::mt19937 random(1);
  std::vector<Operands> result;
  const auto any = [&] { return static_cast<std::uint16_t>(random()); };
  for (const std::uint16_t a : kSpecial)
    for (const std::uint16_t b : kSpecial)
      for (const std::uint16_t c : kSpecial)
        for (unsigned signs = 0; signs < 8; signs += a == c ? 1 : 3)
          result.push_back({static_cast<std::uint16_t>(a | signOf(signs & 1)),
                            static_cast<std::uint16_t>(b | signOf(signs & 2)),
                            static_cast<std::uint16_t>(c | signOf(signs & 4))});
  for (unsigned i = 0; i < 1u << 18; ++i)
    result.push_back({any(), any(), any()});
  // Numbers of similar magnitude.
  for (unsigned i = 0; i < 1u << 17; ++i) {
    const auto near = [&] { return static_cast<std::uint16_t>((any() & 0x8FFF) + 0x3400); };
    result.push_back({near(), near(), near()});
  }
  // Products that are close to half of the last place of what they are added to.
  for (unsigned i = 0; i < 1u << 17; ++i) {
    const std::uint16_t a = 0x3C00 + random() % 24, b = 0x1000 - random() % 48;
    result.push_back({static_cast<std::uint16_t>(a | (any() & kSign)),
                      static_cast<std::uint16_t>(b | (any() & kSign)),
                      static_cast<std::uint16_t>(0x3C00 | (any() & 0x83FF))});
  }
  return result;
}

std::vector<std::uint16_t> allHalves() {
  std::vector<std::uint16_t> all(kHalves);
  for (std::size_t i = 0; i < kHalves; ++i)
    all[i] = static_cast<std::uint16_t>(i);
  return all;
}

void checkArithmetic(sycl::queue &queue) {
  const std::vector<Operands> inputs = makeOperands();
  using B = Bits;
  checkOperation(
      queue, "a + b", inputs, [](half a, half b, half) { return a + b; },
      [](B a, B b, B) { return exactSum(a, b); });
  checkOperation(
      queue, "a - b", inputs, [](half a, half b, half) { return a - b; },
      [](B a, B b, B) { return exactSum(a, {static_cast<std::uint16_t>(b.bits ^ kSign)}); });
  checkOperation(
      queue, "a * b", inputs, [](half a, half b, half) { return a * b; },
      [](B a, B b, B) { return exactProduct(a, b); });
  checkOperation(
      queue, "a / b", inputs, [](half a, half b, half) { return a / b; },
      [](B a, B b, B) { return exactQuotient(a, b); });
  checkOperation(
      queue, "fma", inputs, [](half a, half b, half c) { return sycl::fma(a, b, c); }, exactFma);
  checkOperation(
      queue, "fma of vectors", inputs,
      [](half a, half b, half c) {
        return sycl::fma(sycl::half4(a, 0, a, b), sycl::half4(b, 1, b, a), sycl::half4(c))[3];
      },
      exactFma);
  checkOperation(
      queue, "a * b, then + c", inputs, [](half a, half b, half c) { return a * b + c; },
      [](B a, B b, B c) { return exactSum({exactProduct(a, b)}, c); });
  checkOperation(
      queue, "a + b, then - a", inputs, [](half a, half b, half) { return (a + b) - a; },
      [](B a, B b, B) {
        return exactSum({exactSum(a, b)}, {static_cast<std::uint16_t>(a.bits ^ kSign)});
      });
}

template <class Operation, class Exact>
void checkUnary(sycl::queue &queue, const char *name, Operation operation, Exact exact) {
  const std::vector<std::uint16_t> inputs = allHalves();
  std::vector<std::uint16_t> expected;
  for (const std::uint16_t each : inputs)
    expected.push_back(exact(Bits{each}));
  compare(name,
          computed<std::uint16_t>(queue, inputs,
                                  [=](std::uint16_t a) { return bitsOf(operation(halfOf(a))); }),
          expected, [&](std::size_t i) { std::fprintf(stderr, "%#x:", inputs[i]); });
}

void checkUnaries(sycl::queue &queue) {
  checkUnary(
      queue, "sqrt", [](half a) { return sycl::sqrt(a); }, exactRoot);
  const auto byDouble = [](auto function) {
    return [=](Bits a) {
      return a.isNan() ? kNan : exactHalf(function(doubleOf(a)), rounding_mode::rte);
    };
  };
#define CHECK_UNARY(FUNCTION, EXACT)                                                               \
  checkUnary(                                                                                      \
      queue, #FUNCTION, [](half a) { return sycl::FUNCTION(a); },                                  \
      byDouble([](double a) { return EXACT(a); }))
  CHECK_UNARY(floor, std::floor);
  CHECK_UNARY(ceil, std::ceil);
  CHECK_UNARY(trunc, std::trunc);
  CHECK_UNARY(rint, std::nearbyint);
  CHECK_UNARY(round, std::round);
  CHECK_UNARY(fabs, std::fabs);
#undef CHECK_UNARY
  checkUnary(
      queue, "negation", [](half a) { return -a; },
      [](Bits a) { return static_cast<std::uint16_t>(a.bits ^ kSign); });
}

/// Numbers at, between and close to all halves, without NaN.
template <class Real> std::vector<Real> realsNearHalves() {
  std::vector<Real> result;
  for (std::uint16_t bits = 0; bits < kInfinity; ++bits) {
    const Bits next{static_cast<std::uint16_t>(bits + 1)};
    const double low = doubleOf({bits}), high = next.isInfinite() ? 65536 : doubleOf(next);
    for (const double at : {low, low + (high - low) / 4, (low + high) / 2}) {
      const auto number = static_cast<Real>(at);
      const Real infinity = std::numeric_limits<Real>::infinity();
      for (const Real each :
           {number, std::nextafter(number, infinity), std::nextafter(number, Real{0}),
            static_cast<Real>(at * (1 + 0x1p-30))})
        result.insert(result.end(), {each, -each});
    }
  }
  for (const double each : {65519.99999, 65520.0, 65536.0, 1e6, 1e30, 0x1p-25, 0x1p-26, 1e-30})
    result.insert(result.end(), {static_cast<Real>(each), static_cast<Real>(-each)});
  for (const Real each : {std::numeric_limits<Real>::max(), std::numeric_limits<Real>::infinity()})
    result.insert(result.end(), {each, -each});
  return result;
}

template <rounding_mode Mode, class Real>
void checkRounding(sycl::queue &queue, const char *name, const std::vector<Real> &inputs) {
  std::vector<std::uint16_t> expected;
  for (const Real each : inputs)
    expected.push_back(exactHalf(each, Mode));
  compare(name,
          computed<std::uint16_t>(
              queue, inputs,
              [](Real value) {
                return bitsOf(sycl::vec<Real, 1>(value).template convert<half, Mode>()[0]);
              }),
          expected, [&](std::size_t i) { std::fprintf(stderr, "%a:", double(inputs[i])); });
}

template <class Real> void checkRoundings(sycl::queue &queue) {
  const std::vector<Real> inputs = realsNearHalves<Real>();
  std::vector<std::uint16_t> nearest;
  for (const Real each : inputs)
    nearest.push_back(exactHalf(each, rounding_mode::rte));
  compare("half(value)",
          computed<std::uint16_t>(queue, inputs, [](Real value) { return bitsOf(half(value)); }),
          nearest, [&](std::size_t i) { std::fprintf(stderr, "%a:", double(inputs[i])); });
  checkRounding<rounding_mode::rte>(queue, "rte", inputs);
  checkRounding<rounding_mode::rtz>(queue, "rtz", inputs);
  checkRounding<rounding_mode::rtp>(queue, "rtp", inputs);
  checkRounding<rounding_mode::rtn>(queue, "rtn", inputs);
}

template <class Real> void checkExtension(sycl::queue &queue) {
  const std::vector<std::uint16_t> inputs = allHalves();
  const std::vector<Real> results = computed<Real>(
      queue, inputs, [](std::uint16_t bits) { return static_cast<Real>(halfOf(bits)); });
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kHalves; ++i) {
    const double exact = doubleOf({inputs[i]});
    wrong += std::isnan(exact)
                 ? !std::isnan(results[i])
                 : results[i] != exact || std::signbit(results[i]) != std::signbit(exact);
  }
  CHECK_EQUAL(wrong, 0u);
}

template <class Integer> void checkIntegers(sycl::queue &queue) {
  using Limits = std::numeric_limits<Integer>;
  std::vector<Integer> inputs;
  for (int i = -70000; i <= 70000; ++i)
    if (i >= static_cast<long double>(Limits::min()) &&
        i <= static_cast<long double>(Limits::max()))
      inputs.push_back(static_cast<Integer>(i));
  for (int shift = 0; shift < Limits::digits; ++shift)
    for (const int more : {-1, 0, 1})
      inputs.push_back(static_cast<Integer>((Integer{1} << shift) + more));
  inputs.insert(inputs.end(), {Limits::min(), Limits::max()});
  std::vector<std::uint16_t> nearest;
  for (const Integer each : inputs)
    nearest.push_back(rounded(Whole{each}, 0));
  compare("half(integer)",
          computed<std::uint16_t>(queue, inputs, [](Integer value) { return bitsOf(half(value)); }),
          nearest, [&](std::size_t i) { std::fprintf(stderr, "%lld:", (long long)inputs[i]); });

  std::vector<std::uint16_t> halves;
  std::vector<Integer> expected;
  for (const std::uint16_t bits : allHalves())
    if (const double value = std::trunc(doubleOf({bits}));
        value >= double(Limits::min()) && value < double(Limits::max())) {
      halves.push_back(bits);
      expected.push_back(static_cast<Integer>(value));
    }
  CHECK(expected == (computed<Integer>(queue, halves, [](std::uint16_t bits) {
          return static_cast<Integer>(halfOf(bits));
        })));
}

} // namespace

int main() {
  sycl::queue queue;
  const sycl::device device = queue.get_device();
  if (!device.has(sycl::aspect::fp16))
    return kSkipped;
  checkArithmetic(queue);
  checkUnaries(queue);
  checkRoundings<float>(queue);
  checkExtension<float>(queue);
  checkIntegers<std::int8_t>(queue);
  checkIntegers<std::uint16_t>(queue);
  checkIntegers<std::int32_t>(queue);
  checkIntegers<std::uint32_t>(queue);
  checkIntegers<std::int64_t>(queue);
  checkIntegers<std::uint64_t>(queue);
  if (device.has(sycl::aspect::fp64)) {
    checkRoundings<double>(queue);
    checkExtension<double>(queue);
  }
  return failures != 0;
}
