// math_ulps CONTAINER --type float|double|half --device DEVICE...: runs every math function on the
// devices and compares with exact results: prints the largest error of each in ulps, and fails
// where one is over OpenCL's bound.
#include "client/check.h"
#include "client/device_memory.h"
#include "client/devices.h"
#include "compiler/math/reference.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <immintrin.h>

#include <climits>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

namespace {

using namespace ursa;
using namespace ursa::test;
using client::check;
using client::fail;

constexpr std::size_t kGroup = 64;
constexpr unsigned kFlushResults = 0x8000, kFlushInputs = 0x40; // of MXCSR

struct Options {
  std::string container;
  std::string type = "float";
  std::vector<std::string> devices;
  std::string function;
  std::size_t count = 1024;
  std::uint64_t seed = 1;
  bool isFast = false;
  bool isFlushing = false;
  std::vector<std::string> at;
};

/// The inputs of one function: encodings of a, b, c, and n.
struct Inputs {
  std::vector<std::uint64_t> numbers[3];
  std::vector<int> n;
  std::size_t size() const { return n.size(); }
};

class InputMaker {
public:
  InputMaker(const FloatFormat &format, const Options &options)
      : format_(format), count_(options.count), at_(options.at), random_(options.seed) {
    const Quad epsilon = scalbnq(1, 1 - format.precision);
    const Quad least = scalbnq(1, format.minExponent);
    const Quad denormal = scalbnq(1, format.minExponent - format.precision + 1);
    for (Quad value : {Quad{0},
                       denormal,
                       least - denormal,
                       least,
                       least * 3,
                       epsilon,
                       Quad{0.5},
                       1 - epsilon / 2,
                       Quad{1},
                       1 + epsilon,
                       Quad{1.5},
                       Quad{2},
                       Quad{2.5},
                       Quad{3},
                       Quad{7},
                       Quad{10},
                       kPi / 4,
                       kPi / 2,
                       kPi,
                       3 * kPi / 2,
                       Quad{100.25},
                       Quad{30000.5},
                       scalbnq(1, format.precision - 1) - Quad{0.5},
                       scalbnq(1, format.precision),
                       scalbnq(2 - epsilon, format.maxExponent),
                       Quad{HUGE_VAL}})
      for (Quad sign : {Quad{1}, Quad{-1}})
        edges_.push_back(encode(format_, sign * value));
    edges_.push_back(encode(format_, nanq("")));
  }

  Inputs make(MathForm form) {
    Inputs inputs;
    while (!at_.empty() && inputs.size() < kGroup)
      add(inputs, std::stoull(at_[0], nullptr, 0), std::stoull(at_[1], nullptr, 0),
          std::stoull(at_[2], nullptr, 0), std::stoi(at_[3]));
    if (!at_.empty())
      return inputs;
    const bool isBinary = form == MathForm::B || form == MathForm::R;
    const std::size_t few = isBinary ? edges_.size() : form == MathForm::N ? std::size(kWhole) : 1;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      for (std::size_t k = 0; k < few; ++k)
        add(inputs, edges_[i], isBinary ? edges_[k] : pick(), pick(),
            form == MathForm::N ? kWhole[k] : whole());
    for (std::uint64_t edge : edges_)
      for (unsigned k = 0; k < kFurther; ++k)
        if (isBinary)
          add(inputs, edge, pick(), pick(), whole());
        else if (form == MathForm::T)
          add(inputs, edge, pick(), edges_[random_() % edges_.size()], whole());
    const std::size_t count = inputs.size() + count_;
    while (inputs.size() < count || inputs.size() % kGroup != 0)
      add(inputs, pick(), pick(), pick(), whole());
    return inputs;
  }

private:
  static constexpr unsigned kFurther = 8; ///< arguments beside an edge
  static constexpr int kWhole[] = {0, 1, 2, 3, 17, -1, -2, -5, 127, -126, 1000, INT_MAX, INT_MIN};

  static void add(Inputs &inputs, std::uint64_t a, std::uint64_t b, std::uint64_t c, int n) {
    inputs.numbers[0].push_back(a);
    inputs.numbers[1].push_back(b);
    inputs.numbers[2].push_back(c);
    inputs.n.push_back(n);
  }

  /// Of all magnitudes, of usual ones, close to one, an edge, or of the format's exponents.
  std::uint64_t pick() {
    const std::uint64_t bits = random_();
    const Quad share = static_cast<Quad>(random_() >> 4) * scalbnq(1, -60);
    switch (bits >> 60 & 7) {
    case 0:
    case 1:
      return bits & (~std::uint64_t{0} >> (64 - 8 * format_.bytes));
    case 2:
      return encode(format_, 1 + (share - Quad{0.5}) / 8);
    case 3:
      return edges_[random_() % edges_.size()];
    case 4:
      return encode(format_, (share - Quad{0.5}) * 200);
    case 5: // where exponentials leave the format
      return encode(format_, (share - Quad{0.5}) * 5 * format_.maxExponent);
    default:
      return encode(format_, (share - Quad{0.5}) * 20);
    }
  }

  int whole() {
    return random_() & 1 ? static_cast<int>(random_() % 41) - 20
                         : static_cast<int>(random_() % 4001) - 2000;
  }

  const FloatFormat &format_;
  const std::size_t count_;
  const std::vector<std::string> &at_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> edges_;
};

/// Results of a device.
struct Outputs {
  std::vector<std::uint64_t> first, second;
  std::vector<int> integers;
};

class DeviceRun {
public:
  DeviceRun(const client::Device &device, ursa_images_handle_t images, const FloatFormat &format)
      : device_(device), session_(device), format_(format) {
    check(ursaBundleCreate(session_.context.get(), 1, &device_.handle, images,
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Choosing an image", device_.adapter);
    check(ursaBundleBuild(bundle_.get(), nullptr), "Building", device_.adapter);
    const ur_device_info_t query = format.bytes == 2   ? UR_DEVICE_INFO_HALF_FP_CONFIG
                                   : format.bytes == 4 ? UR_DEVICE_INFO_SINGLE_FP_CONFIG
                                                       : UR_DEVICE_INFO_DOUBLE_FP_CONFIG;
    ur_device_fp_capability_flags_t flags = 0;
    check(urDeviceGetInfo(device_.handle, query, sizeof(flags), &flags, nullptr), "Asking",
          device_.adapter);
    flushes = !(flags & UR_DEVICE_FP_CAPABILITY_FLAG_DENORM);
    isAbsent = !flags;
  }
  DeviceRun(const DeviceRun &) = delete;
  DeviceRun &operator=(const DeviceRun &) = delete;

  Outputs run(const std::string &name, const Inputs &inputs) {
    client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_.get(), device_.handle, name.c_str(), kernel.out()),
          "Taking the kernel", device_.adapter);
    const std::size_t count = inputs.size();
    if (memory_[0] == nullptr || memory_[0]->size() < count * 8)
      for (auto &memory : memory_)
        memory = std::make_unique<client::DeviceMemory>(session_, count * 8);
    std::vector<std::byte> bytes(memory_[0]->size());
    for (unsigned i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < count; ++k)
        std::memcpy(&bytes[k * format_.bytes], &inputs.numbers[i][k], format_.bytes);
      memory_[i]->upload(bytes);
    }
    std::memcpy(bytes.data(), inputs.n.data(), count * sizeof(int));
    memory_[3]->upload(bytes);
    std::fill(bytes.begin(), bytes.end(), std::byte{0xEE});
    for (unsigned i = 4; i < kBuffers; ++i)
      memory_[i]->upload(bytes);
    std::vector<ursa_kernel_arg_t> arguments;
    for (const auto &memory : memory_)
      arguments.push_back(memory->argument());
    const std::size_t global = count;
    check(ursaEnqueueKernelLaunch(session_.queue.get(), kernel.get(), 1, nullptr, &global, &kGroup,
                                  static_cast<std::uint32_t>(arguments.size()), arguments.data(), 0,
                                  nullptr, nullptr),
          "Launching " + name, device_.adapter);
    check(urQueueFinish(session_.queue.get()), "Waiting", device_.adapter);
    Outputs outputs;
    const auto download = [&](unsigned buffer, std::vector<std::uint64_t> &numbers) {
      memory_[buffer]->download(bytes);
      numbers.resize(count);
      for (std::size_t k = 0; k < count; ++k)
        std::memcpy(&numbers[k], &bytes[k * format_.bytes], format_.bytes);
    };
    download(4, outputs.first);
    download(5, outputs.second);
    memory_[6]->download(bytes);
    outputs.integers.resize(count);
    std::memcpy(outputs.integers.data(), bytes.data(), count * sizeof(int));
    return outputs;
  }

  const std::string &name() const { return device_.selector; }
  bool flushes = false;  ///< subnormal numbers may become 0
  bool isAbsent = false; ///< no such floats

private:
  static constexpr unsigned kBuffers = 7;

  const client::Device &device_;
  const client::Session session_;
  const FloatFormat &format_;
  client::BundleHandle bundle_;
  std::unique_ptr<client::DeviceMemory> memory_[kBuffers];
};

/// The largest error of a function on a device.
struct Worst {
  double ulps = 0;
  double over = 0; ///< errors in bounds: above 1 it fails
  std::string where;
};

class ErrorMeter {
public:
  ErrorMeter(const FloatFormat &format, bool isFast, bool flushes)
      : format_(format), isFast_(isFast), flushes_(flushes) {}

  Worst measure(const MathFunction &function, const Inputs &inputs, const Outputs &outputs) {
    Worst worst;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      MathInput in{decode(format_, inputs.numbers[0][i]), decode(format_, inputs.numbers[1][i]),
                   decode(format_, inputs.numbers[2][i]), inputs.n[i], &format_};
      const MathResult actual{decode(format_, outputs.first[i]), decode(format_, outputs.second[i]),
                              outputs.integers[i]};
      auto [ulps, over] = errorOf(function, in, actual);
      if (over > 1 && flushes_) {
        for (Quad *number : {&in.a, &in.b, &in.c})
          *number = flushed(*number);
        std::tie(ulps, over) = errorOf(function, in, actual);
      }
      if (over < worst.over || (over == worst.over && ulps <= worst.ulps))
        continue;
      worst = {ulps, over,
               fmt::format("{:#x}, {:#x}, {:#x}, {} → {:#x}, {:#x}, {}", inputs.numbers[0][i],
                           inputs.numbers[1][i], inputs.numbers[2][i], inputs.n[i],
                           outputs.first[i], outputs.second[i], outputs.integers[i])};
    }
    return worst;
  }

private:
  bool isSubnormal(Quad value) const {
    return value != 0 && fabsq(value) < scalbnq(1, format_.minExponent);
  }
  Quad flushed(Quad value) const { return isSubnormal(value) ? copysignq(0, value) : value; }

  std::pair<double, double> errorOf(const MathFunction &function, const MathInput &in,
                                    const MathResult &actual) {
    const MathResult exact = function.exact(in);
    const double bound = boundOf(function, in);
    auto [ulps, over] = one(function, in, exact.first, actual.first, bound);
    if (function.form == MathForm::O) {
      auto [more, moreOver] = one(function, in, exact.second, actual.second, bound);
      if (moreOver > over)
        std::tie(ulps, over) = std::pair{more, moreOver};
    }
    const bool hasInteger = function.form == MathForm::E || function.form == MathForm::R ||
                            function.form == MathForm::L;
    if (function.form == MathForm::L)
      ulps = over = 0;
    if (hasInteger && exact.integer != kAnyInteger && !isSame(function, exact, actual))
      ulps = over = std::numeric_limits<double>::infinity();
    return {ulps, over};
  }

  static bool isSame(const MathFunction &function, const MathResult &exact,
                     const MathResult &actual) {
    if (function.form == MathForm::R)
      return exact.integer == actual.integer % 128;
    // OpenCL lets an implementation choose what ilogb gives for 0 and for what is no number.
    if (exact.integer == INT_MIN)
      return actual.integer == INT_MIN || actual.integer == -INT_MAX;
    if (exact.integer == INT_MAX)
      return actual.integer == INT_MAX || actual.integer == INT_MIN;
    return exact.integer == actual.integer;
  }

  std::pair<double, double> one(const MathFunction &function, const MathInput &in, Quad exact,
                                Quad actual, double bound) {
    if (function.form == MathForm::L)
      return {0, 0};
    if (isFast_ && (!finiteq(in.a) || !finiteq(in.b) || !finiteq(in.c) || !finiteq(exact) ||
                    isSubnormal(exact) || isSubnormal(in.a) || isSubnormal(in.b)))
      return {0, 0};
    // OpenCL has no bound for lgamma. Near the places where it is 0, ulps of 1 are counted.
    const bool isLgamma = std::string_view(function.name).starts_with("lgamma");
    const double ulps = ulpsBetween(format_, exact, actual, isLgamma ? 1 : 0);
    if (isFast_ && absoluteBound(function, in) > 0)
      return {ulps, static_cast<double>(fabsq(exact - actual)) / absoluteBound(function, in)};
    // Within the bound of a subnormal number.
    if (flushes_ && actual == 0 &&
        fabsq(exact) <
            scalbnq(1, format_.minExponent) +
                scalbnq(static_cast<Quad>(bound), format_.minExponent - format_.precision + 1))
      return {0, 0};
    return {ulps, ulps / bound};
  }

  double boundOf(const MathFunction &function, const MathInput &in) const {
    const double bound = function.bounds[format_.bytes == 2 ? 2 : format_.bytes == 4 ? 0 : 1];
    if (!isFast_)
      return bound;
    const std::string_view name = function.name;
    const auto x = static_cast<double>(fabsq(in.a));
    if (name == "exp" || name == "exp2")
      return 3 + std::floor(2 * x);
    const Quad large = scalbnq(1, 126);
    if (name == "quotient" && (fabsq(in.b) > large || fabsq(in.b) < 1 / large))
      return std::numeric_limits<double>::infinity();
    if (name == "exp10") // as exp2(x * log2(10))
      return 3 + std::floor(2 * x * 3.33);
    if (name.starts_with("asin") || name.starts_with("acos") || name == "atan" || name == "atanpi")
      return name.ends_with("h") ? std::numeric_limits<double>::infinity() : 4096;
    // Functions that OpenCL derives from others, without a bound of their own.
    for (const char *derived :
         {"tan", "pow", "powr", "pown", "rootn", "atan2", "atan2pi", "sinh", "cosh", "tanh",
          "atanh", "expm1", "log1p", "cbrt", "sin", "cos", "sincos", "tanpi", "tgamma"})
      if (name == derived)
        return std::numeric_limits<double>::infinity();
    return bound;
  }

  /// Of functions whose error is bounded absolutely; else 0.
  static double absoluteBound(const MathFunction &function, const MathInput &in) {
    const std::string_view name = function.name;
    if ((name == "sin" || name == "cos" || name == "sincos") && fabsq(in.a) <= kPi)
      return 0x1p-11;
    if ((name == "log" || name == "log2" || name == "log10") && in.a >= Quad{0.5} && in.a <= 2)
      return 0x1p-21;
    return 0;
  }

  const FloatFormat &format_;
  const bool isFast_;
  const bool flushes_;
};

int run(const Options &options) {
  const FloatFormat &format = options.type == "half"    ? kHalf
                              : options.type == "float" ? kFloat
                                                        : kDouble;
  client::ImagesHandle images;
  check(ursaImagesLoad(options.container.c_str(), images.out()), "Loading the container");
  client::DeviceList devices;
  std::vector<std::unique_ptr<DeviceRun>> runs;
  for (const std::string &name : options.devices) {
    runs.push_back(std::make_unique<DeviceRun>(devices.select(name), images.get(), format));
    if (runs.back()->isAbsent)
      fail("The device '{}' has no {}s.", name, format.name);
  }
  unsigned failures = 0;
  InputMaker maker(format, options);
  for (unsigned i = 0; i < kMathFunctionCount; ++i) {
    const MathFunction &function = kMathFunctions[i];
    if (!options.function.empty() && options.function != function.name)
      continue;
    const Inputs inputs = maker.make(function.form);
    fmt::print("{:<12}", function.name);
    for (auto &device : runs) {
      const Outputs outputs = device->run(std::string("m_") + function.name, inputs);
      const Worst worst = ErrorMeter(format, options.isFast, device->flushes || options.isFlushing)
                              .measure(function, inputs, outputs);
      fmt::print("  {} {:.3g} of {}", device->name(), worst.ulps,
                 function.bounds[format.bytes == 2   ? 2
                                 : format.bytes == 4 ? 0
                                                     : 1]);
      if (!options.at.empty())
        fmt::print(" → {:#x}, {:#x}, {}", outputs.first[0], outputs.second[0], outputs.integers[0]);
      if (worst.over > 1) {
        fmt::print(" is {:.3g} times the bound, at {}", worst.over, worst.where);
        ++failures;
      }
    }
    fmt::print("\n");
    std::fflush(stdout);
  }
  if (failures)
    fail("{} functions are not as exact as OpenCL has them.", failures);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Compares math functions with exact results.", "math_ulps");
  app.add_option("CONTAINER", options.container)->required();
  app.add_option("--type", options.type)->check(CLI::IsMember({"float", "double", "half"}));
  app.add_option("--device", options.devices)->required()->allow_extra_args(false);
  app.add_option("--function", options.function, "Only this one");
  app.add_option("--count", options.count, "Random arguments beside the edges");
  app.add_option("--seed", options.seed);
  app.add_option("--at", options.at, "Only A B C N, as failures tell them")->expected(4);
  app.add_flag("--fast", options.isFast, "With the bounds of fast-relaxed math");
  app.add_flag("--flush", options.isFlushing,
               "As devices that take subnormal numbers for 0; the host's becomes one");
  CLI11_PARSE(app, argc, argv);
  if (options.isFlushing) // the threads of devices have it from this one
    _mm_setcsr(_mm_getcsr() | kFlushResults | kFlushInputs);
  try {
    return run(options);
  } catch (const std::exception &exception) {
    std::fprintf(stderr, "error: %s\n", exception.what());
    return 1;
  }
}
