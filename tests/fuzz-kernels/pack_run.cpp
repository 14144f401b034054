// pack_run FILE KERNEL,... [--device SELECTOR] [--expect FILE]: runs kernels of a device-image file
// on a device, by default the host, in launches of many shapes, and prints a hash of what each
// launch wrote. run_packs.py compares the output of processes with different vector widths;
// --expect compares with what another device printed.
//
// Kernels whose names begin with f have the signature of generate.py; all others that of packs.py.
// Those whose names end with _1 have launches of one dimension alone.
#include "client/check.h"
#include "client/devices.h"
#include "client/failure.h"
#include "client/files.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

namespace {

using ursa::client::check;
using ursa::client::fail;

struct Shape {
  std::uint32_t dimensions;
  std::array<std::size_t, 3> global;
  std::array<std::size_t, 3> local; ///< zeros: the device's choice, on the host alone
  std::array<std::size_t, 3> offset;
};

/// At most kSlotWords work-items: each has so many places in the output. Kernels have local memory
/// for 64 items, and the groups that other devices choose may have more.
const std::vector<Shape> kShapes = {
    {1, {64}, {64}, {}},
    {1, {1}, {1}, {}},
    {1, {2}, {2}, {}},
    {1, {3}, {}, {}},
    {1, {5}, {5}, {}},
    {1, {7}, {7}, {}},
    {1, {45}, {15}, {}},
    {1, {33}, {33}, {}},
    {1, {6}, {1}, {}},
    {1, {40}, {8}, {3}},
    {1, {37}, {}, {11}},
    {1, {96}, {48}, {}},
    {3, {3, 5, 2}, {3, 5, 1}, {}},
    {2, {16, 4}, {16, 2}, {}},
    {3, {7, 3, 3}, {7, 1, 3}, {}},
    {2, {20, 4}, {5, 4}, {}},
    {2, {1, 30}, {1, 10}, {}},
    {3, {33, 2, 1}, {}, {1, 2, 3}},
    {2, {42, 6}, {21, 3}, {2, 1}},
    {2, {36, 4}, {}, {}},
};

/// Those of generate.py expect groups of 64.
const std::vector<Shape> kOldShapes = {{1, {256}, {64}, {}}, {1, {64}, {64}, {}}};

constexpr std::size_t kInputWords = 4096;
constexpr std::size_t kOutputWords = 262144;
constexpr std::size_t kTotalWords = 64;
constexpr std::size_t kSlotWords = 256;

/// Host memory that kernels access.
class Words {
public:
  Words(const ursa::client::Session &session, std::size_t count)
      : session_(session), count_(count) {
    void *memory = nullptr;
    check(urUSMHostAlloc(session.context.get(), nullptr, nullptr, 4 * count, &memory), "Allocating",
          session.device.adapter);
    words_ = static_cast<std::uint32_t *>(memory);
  }
  ~Words() { urUSMFree(session_.context.get(), words_); }
  Words(const Words &) = delete;
  Words &operator=(const Words &) = delete;

  std::uint32_t *begin() const { return words_; }
  std::uint32_t *end() const { return words_ + count_; }

  std::uint64_t hash() const {
    std::uint64_t value = 0xCBF29CE484222325;
    for (const std::uint32_t word : *this)
      value = (value ^ word) * 0x100000001B3;
    return value;
  }

private:
  const ursa::client::Session &session_;
  std::size_t count_;
  std::uint32_t *words_ = nullptr;
};

std::uint32_t bitsOf(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// A quarter each: any bits, small numbers, floats, doubles with special values among them.
void fillInput(std::uint32_t *words) {
  std::uint64_t state = 88172645463325252;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return static_cast<std::uint32_t>(state >> 16);
  };
  for (std::size_t i = 0; i < kInputWords / 4; ++i)
    words[i] = next();
  for (std::size_t i = kInputWords / 4; i < kInputWords / 2; ++i)
    words[i] = next() % 41;
  for (std::size_t i = kInputWords / 2; i < kInputWords * 3 / 4; ++i) {
    const std::uint32_t special[] = {0,          0x80000000, 0x7F800000, 0xFF800000,
                                     0x7FC00000, 1,          0x3F800000};
    words[i] = next() % 16 == 0 ? special[next() % std::size(special)]
                                : bitsOf((static_cast<float>(next() % 20001) - 10000.0F) / 64.0F);
  }
  for (std::size_t i = kInputWords * 3 / 4; i < kInputWords; i += 2) {
    double value = (static_cast<double>(next() % 20001) - 10000.0) / 64.0;
    if (next() % 16 == 0)
      value = next() % 2 == 0 ? 0.0 : 1e300 * 1e300;
    std::memcpy(words + i, &value, sizeof(value));
  }
}

/// A struct argument of packs.py.
struct Params {
  std::int32_t a = 7;
  float b = 1.5F;
  std::int16_t c[4] = {3, -4, 500, 6};
  std::uint64_t d = 0x123456789ABCDEF;
};

/// The output of an earlier pack_run: "= KERNEL SHAPE", and the line of the hash behind it.
class Expectations {
public:
  explicit Expectations(const std::string &file) : file_(file) {
    const auto bytes = ursa::client::readFile(file);
    std::istringstream text(
        std::string(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
    std::string launch;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with("= "))
        launch = line.substr(2);
      else if (line.starts_with("hash "))
        hashes_[launch] = line;
    }
  }

  const std::string &of(const std::string &launch) const {
    const auto found = hashes_.find(launch);
    if (found == hashes_.end())
      fail("File '{}' has no hash of the launch '{}'; let pack_run print it anew on the host.",
           file_, launch);
    return found->second;
  }

private:
  std::string file_;
  std::map<std::string, std::string> hashes_;
};

class Runner {
public:
  Runner(const std::string &file, const std::string &device, bool dumps,
         std::optional<Expectations> expectations)
      : dumps_(dumps), expectations_(std::move(expectations)), session_(devices_.select(device)),
        input_(session_, kInputWords), output_(session_, kOutputWords),
        totals_(session_, kTotalWords), slots_(session_, kSlotWords) {
    fillInput(input_.begin());
    ursa::client::ImagesHandle images;
    check(ursaImagesLoad(file.c_str(), images.out()), "Loading the file");
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, images.get(),
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Choosing an image", session_.device.adapter);
    check(ursaBundleBuild(bundle_.get(), ""), "Building", session_.device.adapter);
  }

  void run(const std::string &name) {
    ursa::client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_.get(), session_.device.handle, name.c_str(), kernel.out()),
          "Taking the kernel", session_.device.adapter);
    const bool isOld = name.starts_with("f");
    const std::vector<Shape> &shapes = isOld ? kOldShapes : kShapes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (name.ends_with("_1") && shapes[i].dimensions > 1)
        continue;
      if (shapes[i].local[0] == 0 && session_.device.adapterName != "host")
        continue;
      const std::string launched = fmt::format("{} {}", name, i);
      std::printf("= %s\n", launched.c_str());
      std::fflush(stdout);
      compare(launched, launch(kernel.get(), shapes[i], isOld));
    }
  }

  /// Whether no launch wrote what was not expected; prints how many did.
  bool end() const {
    if (expectations_)
      std::printf("%zu launches, %zu wrote other values\n", launches_, different_);
    return different_ == 0;
  }

private:
  void compare(const std::string &launched, const std::string &found) {
    ++launches_;
    if (!expectations_ || expectations_->of(launched) == found)
      return;
    ++different_;
    const auto space = launched.find(' ');
    std::printf("kernel %s, shape %s: expected %s, found %s\n", launched.substr(0, space).c_str(),
                launched.substr(space + 1).c_str(), expectations_->of(launched).c_str(),
                found.c_str());
    std::fflush(stdout);
  }

  /// Returns the line of the hash.
  std::string launch(ur_kernel_handle_t kernel, const Shape &shape, bool isOld) {
    std::fill(output_.begin(), output_.end(), 0);
    std::fill(totals_.begin(), totals_.end(), 1000);
    std::fill(slots_.begin(), slots_.end(), 0);
    std::uint32_t n = 6;
    Params params;
    std::vector<ursa_kernel_arg_t> arguments = {
        {UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), input_.begin()},
        {UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), output_.begin()},
        {UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(n), &n}};
    if (!isOld) {
      arguments.push_back({UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), totals_.begin()});
      arguments.push_back({UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), slots_.begin()});
      arguments.push_back({UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(params), &params});
      arguments.push_back({UR_EXP_KERNEL_ARG_TYPE_LOCAL, 512, nullptr});
    }
    check(ursaEnqueueKernelLaunch(
              session_.queue.get(), kernel, shape.dimensions, shape.offset.data(),
              shape.global.data(), shape.local[0] == 0 ? nullptr : shape.local.data(),
              static_cast<std::uint32_t>(arguments.size()), arguments.data(), 0, nullptr, nullptr),
          "Launching", session_.device.adapter);
    check(urQueueFinish(session_.queue.get()), "Waiting", session_.device.adapter);
    std::sort(slots_.begin(), slots_.end()); // work-items take them in any order
    const std::string line =
        fmt::format("hash {:016x} {:016x} {:016x}", output_.hash(), totals_.hash(), slots_.hash());
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
    if (dumps_) {
      for (std::size_t i = 0; i < kOutputWords; ++i)
        if (output_.begin()[i] != 0)
          std::printf("out[%zu] = %08x\n", i, output_.begin()[i]);
      for (std::size_t i = 0; i < kTotalWords; ++i)
        if (totals_.begin()[i] != 1000)
          std::printf("totals[%zu] = %08x\n", i, totals_.begin()[i]);
    }
    return line;
  }

  const bool dumps_;
  const std::optional<Expectations> expectations_;
  std::size_t launches_ = 0;
  std::size_t different_ = 0;
  ursa::client::DeviceList devices_;
  ursa::client::Session session_;
  Words input_;
  Words output_;
  Words totals_;
  Words slots_;
  ursa::client::BundleHandle bundle_;
};

int runKernels(int argc, char **argv) {
  CLI::App app("Runs kernels on a device, and prints what they wrote.", "pack_run");
  std::string file;
  std::string device = "host";
  std::string kernels;
  std::string expected;
  bool dumps = false;
  app.add_option("FILE", file)->required();
  app.add_option("KERNELS", kernels, "Names of kernels, separated by commas")->required();
  app.add_option("--device", device, "A selector, as ursa-run takes it (default: host)");
  app.add_option("--expect", expected,
                 "What pack_run printed elsewhere, to compare the hashes with");
  app.add_flag("--dump", dumps, "Print the words that are not zero, too");
  CLI11_PARSE(app, argc, argv);
  std::optional<Expectations> expectations;
  if (!expected.empty())
    expectations.emplace(expected);
  Runner runner(file, device, dumps, std::move(expectations));
  for (const std::string &kernel : CLI::detail::split(kernels, ','))
    runner.run(kernel);
  return runner.end() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return runKernels(argc, argv);
  } catch (const std::exception &exception) {
    std::fputs("error: ", stderr);
    std::fputs(exception.what(), stderr);
    std::fputs("\n", stderr);
    return 1;
  }
}
