// kernel/NAME, and size/N, a vector add of N floats: kernels on the host device, compared with the
// same work in plain C++ on all processors and with PoCL, which compiles the same source. Constants
// are set natively; PoCL's are literals in its source. Each side copies nothing: its buffers are
// filled before. Results are compared before anything is measured.
#include "bench/kernels/cases.h"
#include "bench/kernels/plain.h"
#include "bench/pocl.h"
#include "bench/results.h"
#include "bench/settings.h"
#include "bench/ursa_kernel.h"
#include "client/check.h"
#include "client/files.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <span>

namespace ursa::bench {
namespace {

namespace fs = std::filesystem;
using client::check;

constexpr double kSecondsPerSample = 0.012;
constexpr size_t kMostPerSample = 500;
constexpr size_t kLeastPerSample = 1;
constexpr double kMostSeconds = 3;
constexpr int kPairs = 25;
constexpr size_t kLargestSize = size_t{1} << 24;

fs::path kernelFolder() {
  return client::executableFolder().parent_path() / "share/ursa/bench/kernels";
}

/// Memory of plain C++, aligned as the host device's is.
class Memory {
public:
  explicit Memory(size_t size)
      : data_(std::aligned_alloc(kAlignment, (size + kAlignment - 1) / kAlignment * kAlignment)) {
    if (!data_)
      client::fail("There is no memory for {} bytes.", size);
    std::memset(data_, 0, size);
  }
  explicit Memory(std::span<const std::byte> content) : Memory(content.size()) {
    std::memcpy(data_, content.data(), content.size());
  }
  ~Memory() { std::free(data_); }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  void *get() const { return data_; }

private:
  static constexpr size_t kAlignment = 128;
  void *data_;
};

/// One side of a comparison.
class Side {
public:
  virtual ~Side() = default;
  /// Does the work once and waits for it.
  virtual void run() = 0;
  virtual std::vector<std::byte> result() const = 0;
};

class PlainSide : public Side {
public:
  explicit PlainSide(const KernelCase &work)
      : case_(work), threads_(settings().threads), result_(work.resultBytes) {
    for (const auto &input : work.inputs) {
      memory_.push_back(std::make_unique<Memory>(input));
      inputs_.push_back(memory_.back()->get());
    }
  }
  void run() override { case_.plain(threads_, inputs_, result_.get()); }
  std::vector<std::byte> result() const override {
    const auto *data = static_cast<const std::byte *>(result_.get());
    return {data, data + case_.resultBytes};
  }

private:
  const KernelCase &case_;
  Threads threads_;
  std::vector<std::unique_ptr<Memory>> memory_;
  std::vector<const void *> inputs_;
  Memory result_;
};

class UrsaSide : public Side {
public:
  explicit UrsaSide(const KernelCase &work)
      : case_(work), session_(devices().select(settings().device)),
        result_(session_, work.resultBytes) {
    const client::Device &device = session_.device;
    client::ImagesHandle images;
    check(ursaImagesLoad((kernelFolder() / (work.file + ".ursa")).c_str(), images.out()),
          "Loading a benchmark's kernel");
    check(ursaBundleCreate(session_.context.get(), 1, &device.handle, images.get(),
                           work.constants.empty() ? URSA_SPECIALIZATION_MODE_AUTO
                                                  : URSA_SPECIALIZATION_MODE_NATIVE,
                           bundle_.out()),
          "Making a bundle", device.adapter);
    for (const KernelConstant &constant : work.constants)
      check(ursaBundleSetSpecializationConstant(bundle_.get(), constant.name.c_str(),
                                                constant.value.size(), constant.value.data()),
            "Setting a constant", device.adapter);
    check(ursaBundleBuild(bundle_.get(), nullptr), "Building a kernel", device.adapter);
    check(ursaBundleGetKernel(bundle_.get(), nullptr, work.kernel.c_str(), kernel_.out()),
          "Getting a kernel", device.adapter);
    for (const auto &input : work.inputs) {
      inputs_.push_back(std::make_unique<client::DeviceMemory>(session_, input.size()));
      inputs_.back()->upload(input);
      arguments_.push_back(inputs_.back()->argument());
    }
    result_.upload(std::vector<std::byte>(work.resultBytes));
    arguments_.push_back(result_.argument());
    for (const uint32_t &value : work.values)
      arguments_.push_back({UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(value), &value});
  }

  void run() override {
    client::EventHandle event;
    check(ursaEnqueueKernelLaunch(
              session_.queue.get(), kernel_.get(), case_.dimensions, nullptr, case_.global.data(),
              case_.local[0] ? case_.local.data() : nullptr,
              static_cast<uint32_t>(arguments_.size()), arguments_.data(), 0, nullptr, event.out()),
          "Launching a kernel", session_.device.adapter);
    const ur_event_handle_t launched = event.get();
    check(urEventWait(1, &launched), "Waiting for a kernel", session_.device.adapter);
  }

  std::vector<std::byte> result() const override {
    std::vector<std::byte> bytes(case_.resultBytes);
    result_.download(bytes);
    return bytes;
  }

private:
  const KernelCase &case_;
  client::Session session_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
  std::vector<std::unique_ptr<client::DeviceMemory>> inputs_;
  client::DeviceMemory result_;
  std::vector<ursa_kernel_arg_t> arguments_;
};

/// The source of a kernel for a compiler that has no specialization constants: they are literals
/// there.
std::string sourceForPocl(const KernelCase &work) {
  const std::vector<std::byte> bytes = client::readFile(kernelFolder() / (work.file + ".cl"));
  std::string source(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  constexpr std::string_view kInclude = "#include <ursa/spec_constants.h>";
  const size_t at = source.find(kInclude);
  if (at == source.npos)
    return source;
  std::string macros = "#define URSA_SPEC_CONSTANT(type, name, ...)\n"
                       "#define ursa_get(name) VALUE_##name\n";
  for (const KernelConstant &constant : work.constants)
    macros += fmt::format("#define VALUE_{} {}\n", constant.name, constant.text);
  return source.replace(at, kInclude.size(), macros);
}

class PoclSide : public Side {
public:
  PoclSide(Pocl &pocl, const KernelCase &work)
      : case_(work),
        kernel_(pocl.build(sourceForPocl(work).c_str(), work.kernel.c_str(), "", false)),
        result_(pocl.makeBuffer(work.resultBytes)) {
    cl_uint index = 0;
    for (const auto &input : work.inputs) {
      inputs_.push_back(pocl.makeBuffer(input.size()));
      inputs_.back()->upload(input.data());
      kernel_->setArgument(index++, *inputs_.back());
    }
    result_->upload(std::vector<std::byte>(work.resultBytes).data());
    kernel_->setArgument(index++, *result_);
    for (const uint32_t value : work.values)
      kernel_->setArgument(index++, &value, sizeof(value));
  }
  void run() override {
    kernel_->launch(case_.dimensions, case_.global.data(),
                    case_.local[0] ? case_.local.data() : nullptr);
  }
  std::vector<std::byte> result() const override {
    std::vector<std::byte> bytes(case_.resultBytes);
    result_->download(bytes.data());
    return bytes;
  }

private:
  const KernelCase &case_;
  std::unique_ptr<PoclKernel> kernel_;
  std::vector<std::unique_ptr<PoclBuffer>> inputs_;
  std::unique_ptr<PoclBuffer> result_;
};

/// The place of a float among all floats: neighbours are 1 apart.
int64_t placeOf(float value) {
  const auto bits = std::bit_cast<int32_t>(value);
  return bits >= 0 ? bits : std::numeric_limits<int32_t>::min() - int64_t{bits};
}

/// Returns an empty string if the results agree as the case demands, else a sentence.
std::string difference(const KernelCase &work, const char *who, const std::vector<std::byte> &is,
                       const std::vector<std::byte> &should) {
  if (work.ulps == 0 && is == should)
    return "";
  size_t different = 0, first = 0;
  int64_t largest = 0;
  for (size_t i = 0; i + sizeof(float) <= is.size(); i += sizeof(float)) {
    float a, b;
    std::memcpy(&a, &is[i], sizeof(a));
    std::memcpy(&b, &should[i], sizeof(b));
    const int64_t apart = std::abs(placeOf(a) - placeOf(b));
    if (apart <= int64_t{work.ulps})
      continue;
    if (different++ == 0)
      first = i / sizeof(float);
    largest = std::max(largest, apart);
  }
  if (different == 0)
    return "";
  return fmt::format("{} differs from plain C++ in {} of {} elements, first in {}, as floats by up "
                     "to {} units in the last place",
                     who, different, is.size() / sizeof(float), first, largest);
}

/// Runs all sides for a while, so that threads have started and clocks are up.
size_t runsPerSample(Side &side) {
  if (settings().isTiny)
    return 1;
  constexpr int kWarmUps = 3;
  double seconds = 0;
  for (int i = 0; i < kWarmUps; ++i)
    seconds = fastestOfRow(1, [&] { side.run(); });
  return std::clamp(static_cast<size_t>(kSecondsPerSample / std::max(seconds, 1e-9)),
                    kLeastPerSample, kMostPerSample);
}

TimedOperation timed(Side &side) {
  return [&side, count = runsPerSample(side)] { return fastestOfRow(count, [&] { side.run(); }); };
}

void compareSides(benchmark::State &state, const KernelCase &work, Subject subject) {
  if (!plain::runsHere())
    client::fail("Plain C++ was compiled for another processor; build the benchmarks here.");
  subject.work = work.work;
  subject.goal = work.goal;
  subject.mostSeconds = kMostSeconds;

  PlainSide plain(work);
  plain.run();
  UrsaSide ours(work);
  ours.run();
  if (const std::string text = difference(work, "Ursa", ours.result(), plain.result());
      !text.empty())
    client::fail("{}.", text);

  const std::unique_ptr<Pocl> pocl = Pocl::open();
  std::unique_ptr<PoclSide> poclSide;
  std::vector<Peer> peers = {{"plain C++", timed(plain)}};
  if (pocl) {
    poclSide = std::make_unique<PoclSide>(*pocl, work);
    poclSide->run();
    subject.note = difference(work, "PoCL", poclSide->result(), plain.result());
    peers.push_back({pocl->description(), timed(*poclSide)});
  } else {
    peers.push_back({"no PoCL device was found", {}});
  }
  runAgainst(state, subject, timed(ours), peers);
}

/// One kernel that fails does not keep the others from being measured.
void compare(benchmark::State &state, const KernelCase &work, const Subject &subject) {
  try {
    compareSides(state, work, subject);
  } catch (const client::Failure &failure) {
    addFailure(subject.name, failure.what());
    state.SkipWithError(failure.what());
  }
}

void compareKernel(benchmark::State &state, const std::string &name) {
  const KernelCase work = makeKernelCase(name, settings().isTiny);
  Subject subject;
  subject.name = "kernel/" + name;
  subject.title = work.title;
  subject.isKernel = true;
  compare(state, work, subject);
}

void compareSize(benchmark::State &state, size_t count) {
  const KernelCase work = makeSizeCase(count);
  Subject subject;
  subject.name = fmt::format("size/{}", count);
  subject.title = fmt::format("vector add of {} floats", count);
  subject.size = count;
  compare(state, work, subject);
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const std::string &name, auto &&...how) {
    benchmark::RegisterBenchmark(name.c_str(), how...)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(kPairs);
  };
  for (const std::string &name : kernelCaseNames())
    add("kernel/" + name, compareKernel, name);
  for (size_t count = 1; count <= kLargestSize; count *= 8)
    add(fmt::format("size/{}", count), compareSize, count);
  return true;
}();

} // namespace
} // namespace ursa::bench
