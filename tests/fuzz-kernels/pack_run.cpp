// pack_run FILE KERNEL,... [--device SELECTOR]: runs kernels of a device-image file on a device, by
// default the host, in launches of many shapes, and prints a hash of what each launch wrote.
// run_packs.py compares the output of processes with different vector widths.
//
// Kernels whose names begin with f have the signature of generate.py; all others that of packs.py.
// Those whose names end with _1 have launches of one dimension alone.
#include "client/check.h"
#include "client/devices.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using namespace ursa;
using client::check;

struct Shape {
  std::uint32_t dimensions;
  std::array<std::size_t, 3> global;
  std::array<std::size_t, 3> local; ///< zeros: the device's choice
  std::array<std::size_t, 3> offset;
};

/// At most kSlotWords work-items: each has so many places in the output.
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
  Words(const client::Session &session, std::size_t count) : session_(session), count_(count) {
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
  const client::Session &session_;
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

class Runner {
public:
  Runner(const std::string &file, const std::string &device, bool dumps)
      : dumps_(dumps), session_(devices_.select(device)), input_(session_, kInputWords),
        output_(session_, kOutputWords), totals_(session_, kTotalWords),
        slots_(session_, kSlotWords) {
    fillInput(input_.begin());
    client::ImagesHandle images;
    check(ursaImagesLoad(file.c_str(), images.out()), "Loading the file");
    check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, images.get(),
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Choosing an image", session_.device.adapter);
    check(ursaBundleBuild(bundle_.get(), ""), "Building", session_.device.adapter);
  }

  void run(const std::string &name) {
    client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_.get(), session_.device.handle, name.c_str(), kernel.out()),
          "Taking the kernel", session_.device.adapter);
    const bool isOld = name.starts_with("f");
    const std::vector<Shape> &shapes = isOld ? kOldShapes : kShapes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      if (name.ends_with("_1") && shapes[i].dimensions > 1)
        continue;
      std::printf("= %s %zu\n", name.c_str(), i);
      std::fflush(stdout);
      launch(kernel.get(), shapes[i], isOld);
    }
  }

private:
  void launch(ur_kernel_handle_t kernel, const Shape &shape, bool isOld) {
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
    std::printf("hash %016llx %016llx %016llx\n", static_cast<unsigned long long>(output_.hash()),
                static_cast<unsigned long long>(totals_.hash()),
                static_cast<unsigned long long>(slots_.hash()));
    std::fflush(stdout);
    if (dumps_) {
      for (std::size_t i = 0; i < kOutputWords; ++i)
        if (output_.begin()[i] != 0)
          std::printf("out[%zu] = %08x\n", i, output_.begin()[i]);
      for (std::size_t i = 0; i < kTotalWords; ++i)
        if (totals_.begin()[i] != 1000)
          std::printf("totals[%zu] = %08x\n", i, totals_.begin()[i]);
    }
  }

  const bool dumps_;
  client::DeviceList devices_;
  client::Session session_;
  Words input_;
  Words output_;
  Words totals_;
  Words slots_;
  client::BundleHandle bundle_;
};

int runKernels(int argc, char **argv) {
  CLI::App app("Runs kernels on a device, and prints what they wrote.", "pack_run");
  std::string file;
  std::string device = "host";
  std::string kernels;
  bool dumps = false;
  app.add_option("FILE", file)->required();
  app.add_option("KERNELS", kernels, "Names of kernels, separated by commas")->required();
  app.add_option("--device", device, "A selector, as ursa-run takes it (default: host)");
  app.add_flag("--dump", dumps, "Print the words that are not zero, too");
  CLI11_PARSE(app, argc, argv);
  Runner runner(file, device, dumps);
  for (const std::string &kernel : CLI::detail::split(kernels, ','))
    runner.run(kernel);
  return 0;
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
