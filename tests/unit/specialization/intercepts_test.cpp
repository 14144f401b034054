// Programs that are created from a container with plain UR calls.
#include "fake_device.h"

#include <atomic>
#include <mutex>
#include <thread>

#include <span>

namespace ursa::testing::intercepts {
namespace {

using core::api::Function;

ur_result_t createProgram(FakeDevice &fake, const std::vector<std::byte> &bytes,
                          ur_program_handle_t *program) {
  size_t length = bytes.size();
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  return urProgramCreateWithBinary(fake.context, 1, &fake.device, &length, &data, nullptr, program);
}

template <class T> ur_specialization_constant_info_t info(uint32_t id, const T &value) {
  return {id, sizeof(value), &value};
}

/// A built program of both images and its kernel.
struct BuiltKernel {
  explicit BuiltKernel(FakeDevice &fake) {
    EXPECT_EQ(createProgram(fake, bothImages(), &program), UR_RESULT_SUCCESS) << lastSentence();
    EXPECT_EQ(urProgramBuild(fake.context, program, nullptr), UR_RESULT_SUCCESS);
    EXPECT_EQ(urKernelCreate(program, "k", &kernel), UR_RESULT_SUCCESS);
  }
  ~BuiltKernel() {
    EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    EXPECT_EQ(urProgramRelease(program), UR_RESULT_SUCCESS);
  }
  ur_program_handle_t program = nullptr;
  ur_kernel_handle_t kernel = nullptr;
};

TEST(Intercepts, BothQueriesAreTrueOnADeviceWithoutSupport) {
  FakeDevice fake(false);
  for (const auto query : {UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS,
                           UR_DEVICE_INFO_KERNEL_SET_SPECIALIZATION_CONSTANTS}) {
    ur_bool_t answer = false;
    size_t size = 0;
    EXPECT_EQ(urDeviceGetInfo(fake.device, query, sizeof(answer), &answer, &size),
              UR_RESULT_SUCCESS);
    EXPECT_TRUE(answer);
    EXPECT_EQ(size, sizeof(answer));
    EXPECT_EQ(urDeviceGetInfo(fake.device, query, 0, &answer, nullptr),
              UR_RESULT_ERROR_INVALID_SIZE);
  }
  EXPECT_EQ(urDeviceGetInfo(nullptr, UR_DEVICE_INFO_PROGRAM_SET_SPECIALIZATION_CONSTANTS, 0,
                            nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_HANDLE);
}

TEST(Intercepts, OrdinaryBinariesPassThrough) {
  FakeDevice fake(false);
  const std::string text = "an ordinary binary";
  const auto bytes = std::as_bytes(std::span(text));
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(createProgram(fake, {bytes.begin(), bytes.end()}, &program), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.codes, std::vector<std::string>{text});
  const int32_t value = 4;
  const auto constant = info(0, value);
  EXPECT_CALL(fake.mock.on<Function::urProgramSetSpecializationConstants>(), Call(program, 1, _))
      .WillOnce(Return(UR_RESULT_ERROR_UNSUPPORTED_FEATURE));
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &constant),
            UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  urProgramRelease(program);
}

TEST(Intercepts, ContainersWithoutConstantsLeaveThemToTheAdapter) {
  FakeDevice fake(true);
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(createProgram(fake, buildImage("fake", "k", "", "plain code"), &program),
            UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(fake.codes, std::vector<std::string>{"plain code"});
  const int32_t value = 4;
  const auto constant = info(3, value);
  EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &constant), UR_RESULT_SUCCESS);
  ASSERT_EQ(fake.flushes.size(), 1u);
  EXPECT_EQ(fake.flushes[0].at(3), bytesOf(value));
  urProgramRelease(program);
}

TEST(Intercepts, MetadataOfContainersReachesTheAdapter) {
  FakeDevice fake(true);
  const auto bytes = bothImages();
  size_t length = bytes.size();
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  const ur_program_properties_t properties{UR_STRUCTURE_TYPE_PROGRAM_PROPERTIES, nullptr, 0,
                                           nullptr};
  EXPECT_CALL(fake.mock.on<Function::urProgramCreateWithBinary>(),
              Call(fake.context, 1, _, _, _, &properties, _));
  ur_program_handle_t program = nullptr;
  ASSERT_EQ(urProgramCreateWithBinary(fake.context, 1, &fake.device, &length, &data, &properties,
                                      &program),
            UR_RESULT_SUCCESS)
      << lastSentence();
  urProgramRelease(program);
}

TEST(Intercepts, EmulatedProgramTakesTheNumericIdsOfTheNativeImage) {
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  EXPECT_EQ(fake.codes, std::vector<std::string>{"emulated code"});
  EXPECT_EQ(fake.launch(built.kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), Constants().blob());

  Constants expected;
  expected.scale = 21;
  expected.pair.large = -5;
  const ur_specialization_constant_info_t values[] = {info(0, expected.scale),
                                                      info(2, expected.pair.large)};
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 2, values), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launch(built.kernel), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.bufferOf(fake.launches[1]), expected.blob());
}

// A buffer is never overwritten, and is released when other values are set: the adapter keeps it
// alive for the launches that use it.
TEST(Intercepts, ALaunchKeepsTheValuesThatItSaw) {
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  fake.launch(built.kernel);
  const ur_mem_handle_t first = fake.launches[0].back().value.memObjTuple.hMem;
  const int32_t scale = 50;
  const auto value = info(0, scale);
  EXPECT_CALL(fake.mock.on<Function::urMemRelease>(), Call(_)).Times(::testing::AnyNumber());
  EXPECT_CALL(fake.mock.on<Function::urMemRelease>(), Call(first)).Times(1);
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, &value), UR_RESULT_SUCCESS);
  fake.launch(built.kernel);
  EXPECT_NE(fake.launches[1].back().value.memObjTuple.hMem, first);
  EXPECT_EQ(fake.memory.size(), 1u);
}

// Values may be set while other threads launch: each launch receives a complete, live buffer.
TEST(Intercepts, LaunchesWhileValuesAreSet) {
  std::mutex mutex; // guards the adapter's records
  std::map<ur_mem_handle_t, std::vector<uint8_t>> alive;
  std::atomic<int> dead{0};
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  alive = fake.memory;
  ON_CALL(fake.mock.on<Function::urMemBufferCreate>(), Call)
      .WillByDefault([&](ur_context_handle_t, ur_mem_flags_t, size_t size,
                         const ur_buffer_properties_t *properties, ur_mem_handle_t *buffer) {
        const auto *bytes = static_cast<const uint8_t *>(properties->pHost);
        const std::lock_guard lock(mutex);
        *buffer = fake.mock.make<ur_mem_handle_t>();
        alive[*buffer] = {bytes, bytes + size};
        return UR_RESULT_SUCCESS;
      });
  ON_CALL(fake.mock.on<Function::urMemRelease>(), Call).WillByDefault([&](ur_mem_handle_t buffer) {
    const std::lock_guard lock(mutex);
    alive.erase(buffer);
    return UR_RESULT_SUCCESS;
  });
  ON_CALL(fake.mock.on<Function::urEnqueueKernelLaunchWithArgsExp>(), Call)
      .WillByDefault([&](ur_queue_handle_t, ur_kernel_handle_t, uint32_t, const size_t *,
                         const size_t *, const size_t *, uint32_t count,
                         const ur_exp_kernel_arg_properties_t *args,
                         const ur_kernel_launch_ext_properties_t *, uint32_t,
                         const ur_event_handle_t *, ur_event_handle_t *) {
        const std::lock_guard lock(mutex);
        dead += !alive.contains(args[count - 1].value.memObjTuple.hMem);
        return UR_RESULT_SUCCESS;
      });
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&] {
      while (!stop)
        fake.launch(built.kernel);
    });
  for (int32_t scale = 0; scale < 300; ++scale) {
    const auto value = info(0, scale);
    EXPECT_EQ(scale % 2 ? urProgramSetSpecializationConstants(built.program, 1, &value)
                        : urKernelSetSpecializationConstants(built.kernel, 1, &value),
              UR_RESULT_SUCCESS);
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(dead, 0);
}

TEST(Intercepts, AFailedSetChangesNothing) {
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  const int32_t good = 8;
  const int64_t tooWide = 8;
  const ur_specialization_constant_info_t unknown[] = {info(0, good), info(17, good)};
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 2, unknown),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_NE(lastSentence().find("no specialization constant 17"), std::string::npos);
  const ur_specialization_constant_info_t wide[] = {info(0, good), info(2, tooWide)};
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 2, wide),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_NE(lastSentence().find("is 4 bytes; 8 were given"), std::string::npos) << lastSentence();
  const ur_specialization_constant_info_t null[] = {info(0, good), {2, 4, nullptr}};
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 2, null),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 0, wide),
            UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  fake.launch(built.kernel);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), Constants().blob());
}

TEST(Intercepts, NativeProgramIsCheckedAndPassedOn) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  EXPECT_EQ(fake.codes, std::vector<std::string>{"native code"});
  const int32_t scale = 6;
  const auto value = info(0, scale);
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, &value), UR_RESULT_SUCCESS);
  ASSERT_EQ(fake.flushes.size(), 1u);
  EXPECT_EQ(fake.flushes[0].at(0), bytesOf(scale));
  const auto unknown = info(17, scale);
  EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, &unknown),
            UR_RESULT_ERROR_INVALID_SPEC_ID);
  EXPECT_EQ(fake.flushes.size(), 1u) << "what is wrong never reaches the driver";
}

TEST(Intercepts, KernelValuesAreItsOwn) {
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  ur_kernel_handle_t other = nullptr;
  ASSERT_EQ(urKernelCreate(built.program, "k", &other), UR_RESULT_SUCCESS);
  Constants expected;
  expected.scale = 99;
  const auto value = info(0, expected.scale);
  EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  fake.launch(built.kernel);
  fake.launch(other);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), expected.blob());
  EXPECT_EQ(fake.bufferOf(fake.launches[1]), Constants().blob());
  urKernelRelease(other);
}

TEST(Intercepts, KernelValuesOnANativeDeviceCreateAnotherProgram) {
  FakeDevice fake(true);
  const BuiltKernel built(fake);
  const int32_t scale = 99;
  const auto value = info(0, scale);
  EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS)
      << lastSentence();
  EXPECT_EQ(fake.builds.size(), 2u);
  EXPECT_EQ(fake.flushes.back().at(0), bytesOf(scale));
  EXPECT_EQ(fake.flushes.back().at(2), bytesOf(Constants().pair.large));
  fake.launch(built.kernel);
  EXPECT_NE(fake.launchedKernels[0], built.kernel);
  EXPECT_EQ(urKernelSetSpecializationConstants(built.kernel, 1, &value), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.builds.size(), 2u) << "the program is in the cache";
}

TEST(Intercepts, TheImplicitArgumentIsHidden) {
  FakeDevice fake(false);
  const BuiltKernel built(fake);
  EXPECT_CALL(fake.mock.on<Function::urKernelGetInfo>(), Call)
      .WillRepeatedly([](ur_kernel_handle_t, ur_kernel_info_t, size_t, void *value, size_t *) {
        const uint32_t count = 3;
        std::memcpy(value, &count, sizeof(count));
        return UR_RESULT_SUCCESS;
      });
  uint32_t count = 0;
  EXPECT_EQ(urKernelGetInfo(built.kernel, UR_KERNEL_INFO_NUM_ARGS, sizeof(count), &count, nullptr),
            UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);

  const size_t global = 1;
  ur_exp_kernel_arg_properties_t arg = {};
  arg.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
  arg.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arg.index = 2;
  EXPECT_EQ(urEnqueueKernelLaunchWithArgsExp(fake.queue, built.kernel, 1, nullptr, &global, nullptr,
                                             1, &arg, nullptr, 0, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_NE(lastSentence().find("passed implicitly"), std::string::npos) << lastSentence();
  EXPECT_TRUE(fake.launches.empty());
}

TEST(Intercepts, AStateEndsWithTheLastReference) {
  FakeDevice fake(false);
  {
    const BuiltKernel built(fake);
    urProgramRetain(built.program);
    urProgramRelease(built.program);
    const int32_t scale = 4;
    const auto value = info(0, scale);
    EXPECT_EQ(urProgramSetSpecializationConstants(built.program, 1, &value), UR_RESULT_SUCCESS);
  }
  EXPECT_TRUE(fake.memory.empty());
}

TEST(Intercepts, BrokenContainersAreRefusedBeforeTheDriverSeesThem) {
  FakeDevice fake(false);
  auto bytes = bothImages();
  bytes.resize(bytes.size() / 3);
  ur_program_handle_t program = nullptr;
  EXPECT_EQ(createProgram(fake, bytes, &program), UR_RESULT_ERROR_INVALID_BINARY);
  EXPECT_NE(lastSentence().find("cut short"), std::string::npos) << lastSentence();
  EXPECT_EQ(program, nullptr);
  EXPECT_TRUE(fake.codes.empty());
}

} // namespace
} // namespace ursa::testing::intercepts
