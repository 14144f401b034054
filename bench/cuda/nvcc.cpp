// Benchmarks "nvcc": kernels in OpenCL C on the CUDA adapter, compared with the same kernels in
// CUDA C++, which the machine's nvcc compiles for its device before the first of them.
#include "bench/cuda/sides.h"
#include "bench/paired.h"
#include "bench/program.h"
#include "bench/settings.h"
#include "client/files.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>

#include <unistd.h>

namespace ursa::bench {
namespace {

using namespace cuda;

constexpr int kPairs = 40;
constexpr size_t kLaunches = 10; // between two waits

/// A kernel and the sizes of its data. Arguments are the inputs, the output, then the values.
struct Case {
  const char *name;
  const char *title;
  std::vector<size_t> inputs; ///< elements of 4 bytes
  size_t output;
  std::vector<int> values;
  std::array<size_t, 2> global;
  std::array<size_t, 2> local;
  Work work;
  double tolerance; ///< relative
  bool isCounted = false;
};

/// @param isTiny small sizes, for a test of the results
std::vector<Case> cases(bool isTiny) {
  const size_t side = isTiny ? 64 : 8192;
  const size_t count = isTiny ? 4096 : size_t{64} << 20;
  const size_t matrix = isTiny ? 64 : 2048;
  const size_t bodies = isTiny ? 512 : 32768;
  const size_t groups = isTiny ? 4 : 2048;
  const auto number = [](size_t value) { return static_cast<int>(value); };
  const auto real = [](size_t value) { return static_cast<double>(value); };
  return {
      {"vector_add",
       "vector add",
       {count, count},
       count,
       {},
       {count, 1},
       {256, 1},
       {12 * real(count), "GB/s"},
       0},
      {"convolution",
       "convolution, 5 x 5",
       {side * side, 25},
       side * side,
       {number(side), number(side)},
       {side, side},
       {16, 16},
       {50 * real(side) * real(side), "GFLOP/s"},
       1e-4},
      {"nbody",
       "n-body",
       {4 * bodies},
       4 * bodies,
       {number(bodies)},
       {bodies, 1},
       {256, 1},
       {20 * real(bodies) * real(bodies), "GFLOP/s"},
       1e-2},
      {"matmul_tiled",
       "tiled SGEMM",
       {matrix * matrix, matrix * matrix},
       matrix * matrix,
       {number(matrix)},
       {matrix, matrix},
       {16, 16},
       {2 * real(matrix) * real(matrix) * real(matrix), "GFLOP/s"},
       1e-3},
      {"reduction",
       "reduction",
       {count},
       groups,
       {number(count)},
       {groups * 256, 1},
       {256, 1},
       {4 * real(count), "GB/s"},
       1e-3},
      {"transpose",
       "transpose",
       {side * side},
       side * side,
       {number(side)},
       {side, side / 4},
       {32, 8},
       {8 * real(side) * real(side), "GB/s"},
       0},
      {"histogram",
       "histogram of 256 bins",
       {count},
       256,
       {number(count)},
       {groups * 256, 1},
       {256, 1},
       {4 * real(count), "GB/s"},
       0,
       true},
  };
}

std::filesystem::path share() {
  return client::executableFolder().parent_path() / "share/ursa/bench/cuda";
}

/// Compiles kernels.cu, once. Returns nothing without nvcc.
const std::string &nvccModule() {
  static const std::string module = [] {
    std::string compiler = "/usr/local/cuda/bin/nvcc";
    if (const char *named = std::getenv("URSA_NVCC"))
      compiler = named;
    if (access(compiler.c_str(), X_OK) != 0)
      return std::string();
    static const Scratch folder;
    const std::filesystem::path output = folder / "kernels.cubin";
    runProgram({compiler, "-O3", "-arch=native", "-cubin", (share() / "kernels.cu").string(), "-o",
                output.string()});
    std::ifstream file(output, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return module;
}

/// Memory of the device, with values in it or zeros.
class Array {
public:
  Array(const client::Session &session, size_t elements) : session_(session), count_(elements) {
    check(urUSMDeviceAlloc(session.context.get(), session.device.handle, nullptr, nullptr,
                           elements * 4, &memory_),
          "Allocating memory", session.device.adapter);
    clear();
  }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  ~Array() { urUSMFree(session_.context.get(), memory_); }

  void *get() const { return memory_; }
  void clear() const {
    const uint32_t zero = 0;
    check(urEnqueueUSMFill(session_.queue.get(), memory_, sizeof(zero), &zero, count_ * 4, 0,
                           nullptr, nullptr),
          "Clearing memory", session_.device.adapter);
    finish();
  }
  void write(const std::vector<float> &values) const { copy(memory_, values.data()); }
  std::vector<float> read() const {
    std::vector<float> values(count_);
    copy(values.data(), memory_);
    return values;
  }

private:
  void finish() const {
    check(urQueueFinish(session_.queue.get()), "Waiting for a queue", session_.device.adapter);
  }
  void copy(void *to, const void *from) const {
    check(urEnqueueUSMMemcpy(session_.queue.get(), true, to, from, count_ * 4, 0, nullptr, nullptr),
          "Copying memory", session_.device.adapter);
  }

  const client::Session &session_;
  const size_t count_;
  void *memory_ = nullptr;
};

/// The kernel of Ursa, whose arguments are set with each launch.
class OurKernel {
public:
  OurKernel(const client::Session &session, const Case &what) : session_(session), case_(what) {
    const auto path = share() / "kernels.ursa";
    check(ursaImagesLoad(path.c_str(), images_.out()), "Loading the benchmark's kernels");
    check(ursaBundleCreate(session.context.get(), 1, &session.device.handle, images_.get(),
                           URSA_SPECIALIZATION_MODE_AUTO, bundle_.out()),
          "Making a bundle");
    check(ursaBundleBuild(bundle_.get(), nullptr), "Building a kernel", session.device.adapter);
    check(ursaBundleGetKernel(bundle_.get(), nullptr, what.name, kernel_.out()), "Getting a kernel",
          session.device.adapter);
  }

  void add(ur_exp_kernel_arg_type_t type, size_t size, const void *value) {
    ur_exp_kernel_arg_properties_t argument = {};
    argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    argument.type = type;
    argument.index = static_cast<uint32_t>(arguments_.size());
    argument.size = size;
    argument.value.value = value;
    arguments_.push_back(argument);
  }
  void launch() const {
    check(urEnqueueKernelLaunchWithArgsExp(session_.queue.get(), kernel_.get(), 2, nullptr,
                                           case_.global.data(), case_.local.data(),
                                           static_cast<uint32_t>(arguments_.size()),
                                           arguments_.data(), nullptr, 0, nullptr, nullptr),
          "Launching a kernel", session_.device.adapter);
  }

private:
  const client::Session &session_;
  const Case &case_;
  client::ImagesHandle images_;
  client::BundleHandle bundle_;
  client::KernelHandle kernel_;
  std::vector<ur_exp_kernel_arg_properties_t> arguments_;
};

/// The kernel of nvcc, launched by the driver on a stream of its own.
class TheirKernel {
public:
  TheirKernel(const CudaSides &sides, const std::string &module, const Case &what)
      : sides_(sides), case_(what) {
    checkDriver(cu().cuModuleLoadDataEx(&module_, module.data(), 0, nullptr, nullptr),
                "cuModuleLoadDataEx");
    checkDriver(cu().cuModuleGetFunction(&function_, module_, what.name), "cuModuleGetFunction");
  }
  TheirKernel(const TheirKernel &) = delete;
  TheirKernel &operator=(const TheirKernel &) = delete;
  ~TheirKernel() { (void)cu().cuModuleUnload(module_); }

  void add(const void *place) { arguments_.push_back(const_cast<void *>(place)); }
  void launch() {
    const auto groups = [&](size_t d) {
      return static_cast<unsigned>(case_.global[d] / case_.local[d]);
    };
    checkDriver(cu().cuLaunchKernel(function_, groups(0), groups(1), 1,
                                    static_cast<unsigned>(case_.local[0]),
                                    static_cast<unsigned>(case_.local[1]), 1, 0, sides_.stream,
                                    arguments_.data(), nullptr),
                "cuLaunchKernel");
  }
  void finish() const { sides_.finishDriver(); }

private:
  const CudaSides &sides_;
  const Case &case_;
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  std::vector<void *> arguments_;
};

void compareResults(const Case &what, const std::vector<float> &ours,
                    const std::vector<float> &theirs) {
  for (size_t i = 0; i < ours.size(); ++i) {
    const bool isEqual = std::bit_cast<uint32_t>(ours[i]) == std::bit_cast<uint32_t>(theirs[i]);
    const float most = std::max({std::fabs(ours[i]), std::fabs(theirs[i]), 1.0f});
    if (!isEqual && !(std::fabs(ours[i] - theirs[i]) <= what.tolerance * most))
      client::fail("{} gave {} as element {}; the kernel of nvcc gave {}.", what.name, ours[i], i,
                   theirs[i]);
  }
}

void run(benchmark::State &state, size_t index) {
  const client::Device *const device = cudaDevice();
  if (!device) {
    state.SkipWithError("no CUDA device was found");
    return;
  }
  const Case what = cases(settings().isTiny).at(index);
  const CudaSides sides(*device); // opens the driver, and makes the context current
  const client::Session session(*device);
  std::mt19937 random(7);
  std::vector<std::unique_ptr<Array>> arrays;
  for (const size_t elements : what.inputs) {
    arrays.push_back(std::make_unique<Array>(session, elements));
    std::vector<float> values(elements);
    for (float &value : values)
      value = what.isCounted ? std::bit_cast<float>(static_cast<uint32_t>(random() >> 8))
                             : static_cast<float>(random() % 1024) / 1024.0f;
    arrays.back()->write(values);
  }
  const Array &output = *arrays.emplace_back(std::make_unique<Array>(session, what.output));

  std::vector<void *> pointers;
  pointers.reserve(arrays.size());
  for (const auto &array : arrays)
    pointers.push_back(array->get());
  OurKernel ours(session, what);
  for (const void *pointer : pointers)
    ours.add(UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(pointer), pointer);
  for (const int &value : what.values)
    ours.add(UR_EXP_KERNEL_ARG_TYPE_VALUE, sizeof(value), &value);
  const auto runOurs = [&](size_t launches) {
    for (size_t i = 0; i < launches; ++i)
      ours.launch();
    check(urQueueFinish(session.queue.get()), "Waiting for a queue", session.device.adapter);
  };
  runOurs(1);
  const std::vector<float> first = output.read();

  Subject subject;
  subject.name = std::string("nvcc/") + what.name;
  subject.title = std::string(what.title) + ", share of CUDA C++'s rate";
  subject.goal = {Goal::Share, 0.95};
  subject.work = what.work;
  const size_t launches = settings().isTiny ? 1 : kLaunches;
  const auto timeOurs = [&] { return perThing(launches, [&] { runOurs(launches); }); };
  if (nvccModule().empty()) {
    runAgainst(state, subject, timeOurs, {{"no nvcc was found; URSA_NVCC names one", {}}});
    return;
  }
  TheirKernel theirs(sides, nvccModule(), what);
  for (void *const &pointer : pointers)
    theirs.add(&pointer);
  for (const int &value : what.values)
    theirs.add(&value);
  const auto runTheirs = [&](size_t times) {
    for (size_t i = 0; i < times; ++i)
      theirs.launch();
    theirs.finish();
  };
  output.clear();
  runTheirs(1);
  compareResults(what, first, output.read());
  runAgainst(state, subject, timeOurs, {{"nvcc on " + device->name, [&] {
                                           return perThing(launches, [&] { runTheirs(launches); });
                                         }}});
}

[[maybe_unused]] const bool registered = [] {
  const std::vector<Case> all = cases(true);
  for (size_t i = 0; i < all.size(); ++i)
    benchmark::RegisterBenchmark((std::string("nvcc/") + all[i].name).c_str(), run, i)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(kPairs);
  return true;
}();

} // namespace
} // namespace ursa::bench
