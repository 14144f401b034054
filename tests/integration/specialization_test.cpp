// Specialization on real devices, native and emulated, by symbolic and by numeric id. Both modes
// must look the same to the application.
#include "client/check.h"
#include "client/device_memory.h"
#include "client/devices.h"
#include "client/files.h"
#include "integration/beside.h"
#include "support/expect_ok.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <optional>

namespace ursa::client {
namespace {

using Shown = std::array<int32_t, 3>;
constexpr Shown kDefaults = {3, 7, 9};

// SpecIds in the native image: one for each scalar, in the order in which `show` first reads them.
constexpr uint32_t kSmall = 0, kLarge = 1, kScale = 2;

struct Pair {
  int8_t small;
  int32_t large;
};

const DeviceList &devices() {
  static const DeviceList list;
  return list;
}

std::string lastMessage() {
  const char *message = nullptr;
  ursaGetLastError(&message);
  return message;
}

/// An adapter and a mode.
using AdapterAndMode = std::tuple<const char *, ursa_specialization_mode_t>;

const char *nameOf(ursa_specialization_mode_t mode) {
  switch (mode) {
  case URSA_SPECIALIZATION_MODE_NATIVE:
    return "native";
  case URSA_SPECIALIZATION_MODE_TIERED:
    return "tiered";
  default:
    return "emulated";
  }
}

bool hasDevice(const std::string &adapter) {
  const auto &all = devices().all();
  return std::any_of(all.begin(), all.end(), [&](const Device &device) {
    return device.selector.starts_with(adapter + ":");
  });
}

class Specialization : public ::testing::TestWithParam<AdapterAndMode> {
protected:
  void SetUp() override {
    if (!hasDevice(adapter()))
      GTEST_SKIP() << "There is no device of the adapter '" << adapter() << "'.";
    session_.emplace(devices().select(adapter()));
    out_.emplace(*session_, sizeof(Shown));
    ImagesHandle images;
    check(ursaImagesLoad(imagePath().c_str(), images.out()), "Loading images");
    BundleHandle bundle;
    if (ursaBundleCreate(session_->context.get(), 1, &session_->device.handle, images.get(), mode(),
                         bundle.out()) == UR_RESULT_ERROR_UNSUPPORTED_FEATURE)
      GTEST_SKIP() << lastMessage();
  }
  ~Specialization() override { unsetenv("URSA_SPECIALIZATION"); }

  static std::string adapter() { return std::get<0>(GetParam()); }
  static ursa_specialization_mode_t mode() { return std::get<1>(GetParam()); }
  static std::string imagePath(const std::string &name = "specialization") {
    return testImage(name);
  }

  BundleHandle bundle(const std::string &name = "specialization") {
    ImagesHandle images;
    check(ursaImagesLoad(imagePath(name).c_str(), images.out()), "Loading images");
    BundleHandle bundle;
    check(ursaBundleCreate(session_->context.get(), 1, &session_->device.handle, images.get(),
                           mode(), bundle.out()),
          "Creating a bundle");
    return bundle;
  }

  KernelHandle build(const BundleHandle &bundle, const char *name = "show") {
    check(ursaBundleBuild(bundle.get(), nullptr), "Building");
    KernelHandle kernel;
    check(ursaBundleGetKernel(bundle.get(), nullptr, name, kernel.out()), "Getting a kernel");
    return kernel;
  }

  /// Runs a kernel with one work-item and returns the doubles that it wrote.
  std::vector<double> run(const BundleHandle &bundle, const char *name, size_t count) {
    const KernelHandle kernel = build(bundle, name);
    DeviceMemory out(*session_, count * sizeof(double));
    const size_t global = 1;
    const ursa_kernel_arg_t argument = out.argument();
    check(ursaEnqueueKernelLaunch(session_->queue.get(), kernel.get(), 1, nullptr, &global, nullptr,
                                  1, &argument, 0, nullptr, nullptr),
          "Launching");
    check(urQueueFinish(session_->queue.get()), "Waiting");
    std::vector<double> values(count);
    out.download(std::as_writable_bytes(std::span(values)));
    return values;
  }

  bool hasCoherentMemory() {
    ur_device_usm_access_capability_flags_t flags = 0;
    check(urDeviceGetInfo(session_->device.handle, UR_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT,
                          sizeof(flags), &flags, nullptr),
          "Querying USM support");
    return (flags & UR_DEVICE_USM_ACCESS_CAPABILITY_FLAG_CONCURRENT_ACCESS) != 0;
  }

  template <class T> ur_result_t set(const BundleHandle &bundle, const char *id, const T &value) {
    return ursaBundleSetSpecializationConstant(bundle.get(), id, sizeof(value), &value);
  }

  Shown show(ur_kernel_handle_t kernel) {
    const size_t global = 1;
    const ursa_kernel_arg_t argument = out_->argument();
    check(ursaEnqueueKernelLaunch(session_->queue.get(), kernel, 1, nullptr, &global, nullptr, 1,
                                  &argument, 0, nullptr, nullptr),
          "Launching");
    check(urQueueFinish(session_->queue.get()), "Waiting");
    Shown shown{};
    out_->download(std::as_writable_bytes(std::span(shown)));
    return shown;
  }

  std::optional<Session> session_;
  std::optional<DeviceMemory> out_;
};

/// A program that was created through the UR functions from the container's bytes.
struct UrProgram {
  UrProgram(const Session &session, const std::string &path, ursa_specialization_mode_t mode) {
    setenv("URSA_SPECIALIZATION", nameOf(mode), 1);
    const std::vector<std::byte> bytes = readFile(path);
    ur_device_handle_t device = session.device.handle;
    size_t length = bytes.size();
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    check(urProgramCreateWithBinary(session.context.get(), 1, &device, &length, &data, nullptr,
                                    &program),
          "Creating a program");
  }
  ~UrProgram() { urProgramRelease(program); }
  UrProgram(const UrProgram &) = delete;
  UrProgram &operator=(const UrProgram &) = delete;

  KernelHandle build(const Session &session, const char *name = "show") {
    check(urProgramBuild(session.context.get(), program, nullptr), "Building");
    KernelHandle kernel;
    check(urKernelCreate(program, name, kernel.out()), "Creating a kernel");
    return kernel;
  }

  template <class T> ur_result_t set(uint32_t id, const T &value) {
    const ur_specialization_constant_info_t info = {id, sizeof(value), &value};
    return urProgramSetSpecializationConstants(program, 1, &info);
  }

  ur_program_handle_t program = nullptr;
};

TEST_P(Specialization, KernelsThatAreNotNeededCanBeLeftOutOfABuild) {
  const BundleHandle bundle = this->bundle();
  ASSERT_OK(ursaBundleBuild(bundle.get(), "--ursa-kernels=show"));
  KernelHandle kernel, other;
  EXPECT_OK(ursaBundleGetKernel(bundle.get(), nullptr, "show", kernel.out()));
  // The host compiles only the requested kernels; drivers compile all.
  const ur_result_t result = ursaBundleGetKernel(bundle.get(), nullptr, "show_late", other.out());
  EXPECT_EQ(result, adapter() == "host" ? UR_RESULT_ERROR_INVALID_KERNEL_NAME : UR_RESULT_SUCCESS);
}

TEST_P(Specialization, DefaultsApplyIfNothingIsSet) {
  const BundleHandle bundle = this->bundle();
  EXPECT_EQ(show(build(bundle).get()), kDefaults);
}

TEST_P(Specialization, ValuesReachTheKernelAndGoBackToDefaults) {
  const BundleHandle bundle = this->bundle();
  EXPECT_OK(set(bundle, "scale", int32_t{-4}));
  // The first leaf keeps its default.
  EXPECT_OK(set(bundle, "pair", Pair{7, 1 << 30}));
  EXPECT_EQ(show(build(bundle).get()), (Shown{-4, 7, 1 << 30}));
  EXPECT_OK(set(bundle, "pair", Pair{7, 9}));
  EXPECT_EQ(show(build(bundle).get()), (Shown{-4, 7, 9}));
  EXPECT_OK(set(bundle, "scale", int32_t{3}));
  EXPECT_EQ(show(build(bundle).get()), kDefaults);
}

TEST_P(Specialization, EveryScalarType) {
  const BundleHandle bundle = this->bundle("scalars");
  EXPECT_EQ(run(bundle, "scalars", 11),
            (std::vector<double>{1, -2, 200, -300, 60000, -70000, 4000000000.0, -5000000000.0,
                                 5000000000.0, 2.25, -3.125}));
  for (const ur_result_t result :
       {set(bundle, "c_bool", false), set(bundle, "c_char", int8_t{-128}),
        set(bundle, "c_uchar", uint8_t{255}), set(bundle, "c_short", int16_t{-32768}),
        set(bundle, "c_ushort", uint16_t{65535}), set(bundle, "c_int", INT32_MIN),
        set(bundle, "c_uint", UINT32_MAX), set(bundle, "c_long", INT64_MIN),
        set(bundle, "c_ulong", uint64_t{1} << 63), set(bundle, "c_float", -1.5e38f),
        set(bundle, "c_double", -1e300)})
    EXPECT_OK(result) << lastMessage();
  EXPECT_EQ(run(bundle, "scalars", 11),
            (std::vector<double>{0, -128, 255, -32768, 65535, INT32_MIN, UINT32_MAX,
                                 static_cast<double>(INT64_MIN), 0x1p63, -1.5e38f, -1e300}));
}

TEST_P(Specialization, EveryMemberOfAComposite) {
  struct Nested {
    int16_t weight;
    double scale;
    int8_t tag;
  };
  struct Composite {
    bool enabled;
    double factor;
    alignas(16) float color[4];
    Nested nested[2];
    alignas(16) float direction[4]; // three elements
    int8_t last;
  };
  const BundleHandle bundle = this->bundle("composite_constants");
  EXPECT_EQ(run(bundle, "members", 9), (std::vector<double>{1, 0.5, 1, 4, 60, 63, 7, 8, 0.5}));
  Composite composite{};
  composite.enabled = false;
  composite.factor = -1e-200;
  composite.color[0] = -1;
  composite.color[3] = 44;
  composite.nested[0] = {-1000, 0.25, -128};
  composite.nested[1] = {1000, -0.25, 127};
  composite.direction[2] = 77;
  composite.last = -88;
  EXPECT_OK(set(bundle, "composite", composite)) << lastMessage();
  const std::array<float, 4> axis = {0, -0.5f, 0, 0};
  EXPECT_OK(set(bundle, "axis", axis)) << lastMessage();
  EXPECT_EQ(run(bundle, "members", 9),
            (std::vector<double>{0, -1e-200, -1, 44, -1127.75, 1126.75, 77, -88, -0.5}));
}

TEST_P(Specialization, KernelsOfAnEarlierBuildKeepTheirValues) {
  const BundleHandle bundle = this->bundle();
  set(bundle, "scale", int32_t{1});
  const KernelHandle first = build(bundle);
  set(bundle, "scale", int32_t{2});
  const KernelHandle second = build(bundle);
  EXPECT_EQ(show(first.get())[0], 1);
  EXPECT_EQ(show(second.get())[0], 2);
  EXPECT_EQ(show(first.get())[0], 1);
}

TEST_P(Specialization, KernelsOutliveTheirBundle) {
  KernelHandle kernel;
  {
    const BundleHandle bundle = this->bundle();
    set(bundle, "scale", int32_t{5});
    kernel = build(bundle);
  }
  EXPECT_EQ(show(kernel.get())[0], 5);
}

TEST_P(Specialization, UrFunctionsSetValuesBySpecId) {
  UrProgram program(*session_, imagePath(), mode());
  EXPECT_OK(program.set(kScale, int32_t{11})) << lastMessage();
  EXPECT_OK(program.set(kSmall, int8_t{-3})) << lastMessage();
  EXPECT_OK(program.set(kLarge, int32_t{12})) << lastMessage();
  EXPECT_EQ(show(program.build(*session_).get()), (Shown{11, -3, 12}));
}

TEST_P(Specialization, UrFunctionsRefuseInvalidValuesAndChangeNothing) {
  UrProgram program(*session_, imagePath(), mode());
  EXPECT_EQ(program.set(17, int32_t{1}), UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_NE(lastMessage().find("17"), std::string::npos);
  EXPECT_EQ(program.set(kScale, int64_t{1}), UR_RESULT_ERROR_INVALID_VALUE);
  const ur_specialization_constant_info_t null = {kScale, 4, nullptr};
  EXPECT_EQ(urProgramSetSpecializationConstants(program.program, 1, &null),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(show(program.build(*session_).get()), kDefaults);
}

TEST_P(Specialization, KernelsCanHaveTheirOwnValues) {
  UrProgram program(*session_, imagePath(), mode());
  EXPECT_OK(program.set(kLarge, int32_t{100}));
  const KernelHandle own = program.build(*session_);
  KernelHandle other;
  ASSERT_OK(urKernelCreate(program.program, "show", other.out()));
  const int32_t scale = 55;
  const ur_specialization_constant_info_t info = {kScale, sizeof(scale), &scale};
  EXPECT_OK(urKernelSetSpecializationConstants(own.get(), 1, &info)) << lastMessage();
  EXPECT_EQ(show(own.get()), (Shown{55, 7, 100}));
  EXPECT_EQ(show(other.get()), (Shown{3, 7, 100}));
}

TEST_P(Specialization, LaunchesUseTheValuesThatWereSetBefore) {
  UrProgram program(*session_, imagePath(), mode());
  program.set(kScale, int32_t{1});
  if (!hasCoherentMemory())
    GTEST_SKIP() << "The device has no memory that host and kernels can access at the same time.";
  const KernelHandle kernel = program.build(*session_, "show_late");
  void *memory = nullptr;
  ASSERT_OK(urUSMSharedAlloc(session_->context.get(), session_->device.handle, nullptr, nullptr,
                             sizeof(int32_t), &memory));
  std::atomic_ref<int32_t> gate(*static_cast<int32_t *>(memory));
  gate = 0;

  const size_t global = 1;
  const ursa_kernel_arg_t arguments[] = {out_->argument(),
                                         {UR_EXP_KERNEL_ARG_TYPE_POINTER, 0, memory}};
  ASSERT_OK(ursaEnqueueKernelLaunch(session_->queue.get(), kernel.get(), 1, nullptr, &global,
                                    nullptr, 2, arguments, 0, nullptr, nullptr));
  EXPECT_OK(program.set(kScale, int32_t{2})) << lastMessage();
  EXPECT_OK(program.set(kScale, int32_t{3})) << lastMessage();
  gate = 1;
  EXPECT_OK(urQueueFinish(session_->queue.get()));
  Shown shown{};
  out_->download(std::as_writable_bytes(std::span(shown)));
  EXPECT_EQ(shown[0], 1);
  EXPECT_OK(urUSMFree(session_->context.get(), memory));
}

// A bundle is built for devices of several kinds with the same options.
TEST_P(Specialization, BuildOptionsOfOtherCompilersHaveNoEffect) {
  const BundleHandle newBundle = bundle();
  EXPECT_OK(ursaBundleBuild(newBundle.get(), "-bogus -cl-mad-enable")) << lastMessage();
  EXPECT_EQ(show(build(newBundle).get()), kDefaults);
}

INSTANTIATE_TEST_SUITE_P(Modes, Specialization,
                         ::testing::Combine(::testing::Values("cuda", "host", "opencl", "vulkan"),
                                            ::testing::Values(URSA_SPECIALIZATION_MODE_NATIVE,
                                                              URSA_SPECIALIZATION_MODE_EMULATED,
                                                              URSA_SPECIALIZATION_MODE_TIERED)),
                         [](const auto &row) {
                           std::string mode = nameOf(std::get<1>(row.param));
                           mode[0] = static_cast<char>(std::toupper(mode[0]));
                           return std::get<0>(row.param) + mode;
                         });

TEST(SpecializationQueries, AreAnsweredByTheLoader) {
  for (const Device &device : devices().all())
    for (const auto query : {UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS,
                             UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS}) {
      ur_bool_t answer = false;
      EXPECT_OK(urDeviceGetInfo(device.handle, query, sizeof(answer), &answer, nullptr));
      EXPECT_TRUE(answer) << device.selector;
    }
}

} // namespace
} // namespace ursa::client
