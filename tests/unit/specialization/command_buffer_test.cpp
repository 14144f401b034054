// Calls of an adapter when kernels with constants are recorded into command buffers.
#include "fake_device.h"

namespace ursa::testing {
namespace {

using core::api::Function;

using Command = ur_exp_command_buffer_command_handle_t;
using LaunchUpdate = ur_exp_command_buffer_update_kernel_launch_desc_t;

/// A fake device with command buffers, which records what they receive.
class RecordingDevice : public FakeDevice {
public:
  explicit RecordingDevice(bool specializes) : FakeDevice(specializes) {
    ON_CALL(mock.on<Function::urCommandBufferCreateExp>(), Call)
        .WillByDefault([this](ur_context_handle_t, ur_device_handle_t,
                              const ur_exp_command_buffer_desc_t *,
                              ur_exp_command_buffer_handle_t *buffer) {
          *buffer = mock.make<ur_exp_command_buffer_handle_t>();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<Function::urCommandBufferAppendKernelLaunchWithArgsExp>(), Call)
        .WillByDefault([this](ur_exp_command_buffer_handle_t, ur_kernel_handle_t kernel, uint32_t,
                              const size_t *, const size_t *, const size_t *, uint32_t count,
                              const ur_exp_kernel_arg_properties_t *args, uint32_t alternativeCount,
                              ur_kernel_handle_t *alternatives, uint32_t,
                              const ur_exp_command_buffer_sync_point_t *, uint32_t,
                              const ur_event_handle_t *, ur_exp_command_buffer_sync_point_t *,
                              ur_event_handle_t *, Command *command) {
          if (appendResult != UR_RESULT_SUCCESS)
            return appendResult;
          launches.emplace_back(args, args + count);
          launchedKernels.push_back(kernel);
          alternativesGiven.assign(alternatives, alternatives + alternativeCount);
          if (command)
            *command = mock.make<Command>();
          return UR_RESULT_SUCCESS;
        });
    ON_CALL(mock.on<Function::urCommandBufferUpdateKernelLaunchExp>(), Call)
        .WillByDefault(
            [this](ur_exp_command_buffer_handle_t, uint32_t count, const LaunchUpdate *given) {
              for (uint32_t i = 0; i < count; ++i)
                updates.push_back(Update(given[i]));
              return UR_RESULT_SUCCESS;
            });
    mock.on<Function::urCommandBufferRetainExp>();
    mock.on<Function::urCommandBufferReleaseExp>();
    mock.on<Function::urEnqueueCommandBufferExp>();
  }

  /// An update, with copies of its lists.
  struct Update {
    explicit Update(const LaunchUpdate &given)
        : kernel(given.hNewKernel),
          memories(given.pNewMemObjArgList, given.pNewMemObjArgList + given.numNewMemObjArgs),
          pointers(given.pNewPointerArgList, given.pNewPointerArgList + given.numNewPointerArgs),
          valueCount(given.numNewValueArgs) {}
    ur_kernel_handle_t kernel;
    std::vector<ur_exp_command_buffer_update_memobj_arg_desc_t> memories;
    std::vector<ur_exp_command_buffer_update_pointer_arg_desc_t> pointers;
    uint32_t valueCount;
  };

  ur_exp_command_buffer_handle_t makeBuffer() {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, true, false, false};
    ur_exp_command_buffer_handle_t buffer = nullptr;
    EXPECT_EQ(urCommandBufferCreateExp(context, device, &description, &buffer), UR_RESULT_SUCCESS);
    return buffer;
  }

  ur_result_t append(ur_exp_command_buffer_handle_t buffer, ur_kernel_handle_t kernel,
                     Command *command = nullptr,
                     std::vector<ur_kernel_handle_t> alternatives = {}) {
    const size_t global = 1;
    const int32_t number = 5;
    ur_exp_kernel_arg_properties_t args[2] = {};
    for (uint32_t i = 0; i < 2; ++i) {
      args[i].stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
      args[i].index = i;
    }
    args[0].type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    args[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    args[1].size = sizeof(number);
    args[1].value.value = &number;
    return urCommandBufferAppendKernelLaunchWithArgsExp(
        buffer, kernel, 1, nullptr, &global, nullptr, 2, args,
        static_cast<uint32_t>(alternatives.size()),
        alternatives.empty() ? nullptr : alternatives.data(), 0, nullptr, 0, nullptr, nullptr,
        nullptr, command);
  }

  ur_result_t appendResult = UR_RESULT_SUCCESS;
  std::vector<ur_kernel_handle_t> alternativesGiven;
  std::vector<Update> updates;
};

/// A built program of both images. Kernels are released at the end.
struct BuiltProgram {
  explicit BuiltProgram(FakeDevice &fake, const std::vector<std::byte> &bytes = bothImages()) {
    size_t length = bytes.size();
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    EXPECT_EQ(
        urProgramCreateWithBinary(fake.context, 1, &fake.device, &length, &data, nullptr, &program),
        UR_RESULT_SUCCESS)
        << lastSentence();
    EXPECT_EQ(urProgramBuild(fake.context, program, nullptr), UR_RESULT_SUCCESS);
  }
  ~BuiltProgram() {
    for (ur_kernel_handle_t kernel : kernels)
      EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
    EXPECT_EQ(urProgramRelease(program), UR_RESULT_SUCCESS);
  }
  ur_kernel_handle_t kernel() {
    ur_kernel_handle_t kernel = nullptr;
    EXPECT_EQ(urKernelCreate(program, "k", &kernel), UR_RESULT_SUCCESS);
    return kernels.emplace_back(kernel);
  }
  void set(int32_t scale) {
    const ur_specialization_constant_info_t info = {0, sizeof(scale), &scale};
    EXPECT_EQ(urProgramSetSpecializationConstants(program, 1, &info), UR_RESULT_SUCCESS);
  }
  static void set(ur_kernel_handle_t kernel, int32_t scale) {
    const ur_specialization_constant_info_t info = {0, sizeof(scale), &scale};
    EXPECT_EQ(urKernelSetSpecializationConstants(kernel, 1, &info), UR_RESULT_SUCCESS);
  }
  ur_program_handle_t program = nullptr;
  std::vector<ur_kernel_handle_t> kernels;
};

std::vector<uint8_t> blobWith(int32_t scale) {
  Constants constants;
  constants.scale = scale;
  return constants.blob();
}

LaunchUpdate updateOf(Command command, ur_kernel_handle_t kernel = nullptr) {
  LaunchUpdate update = {};
  update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
  update.hCommand = command;
  update.hNewKernel = kernel;
  return update;
}

TEST(RecordedLaunches, KeepTheValuesOfTheirRecordingWhileTheCommandBufferLives) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  built.set(21);
  ASSERT_EQ(fake.append(buffer, built.kernel()), UR_RESULT_SUCCESS) << lastSentence();
  ASSERT_EQ(fake.launches[0].size(), 3u);
  built.set(22);
  ASSERT_EQ(fake.append(buffer, built.kernels[0]), UR_RESULT_SUCCESS);
  built.set(23);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), blobWith(21));
  EXPECT_EQ(fake.bufferOf(fake.launches[1]), blobWith(22));
  EXPECT_EQ(fake.memory.size(), 3u);

  EXPECT_EQ(urCommandBufferRetainExp(buffer), UR_RESULT_SUCCESS);
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.memory.size(), 3u) << "one reference is left";
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.memory.size(), 1u) << "only the program's values are left";
}

// The adapter keeps the memory alive for running executions.
TEST(RecordedLaunches, ExecutionsEnqueueNothingElse) {
  RecordingDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urEnqueueEventsWait>(), Call).Times(0);
  EXPECT_CALL(fake.mock.on<Function::urQueueRetain>(), Call).Times(0);
  {
    BuiltProgram built(fake);
    ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
    ASSERT_EQ(fake.append(buffer, built.kernel()), UR_RESULT_SUCCESS);
    EXPECT_CALL(fake.mock.on<Function::urEnqueueCommandBufferExp>(),
                Call(fake.queue, buffer, 0, nullptr, nullptr));
    EXPECT_EQ(urEnqueueCommandBufferExp(fake.queue, buffer, 0, nullptr, nullptr),
              UR_RESULT_SUCCESS);
    EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
  }
  EXPECT_TRUE(fake.memory.empty());
}

TEST(RecordedLaunches, NativeKernelsGetNoBufferAndTheSpecializedKernelIsRecorded) {
  RecordingDevice fake(true);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  ur_kernel_handle_t kernel = built.kernel();
  ASSERT_EQ(fake.append(buffer, kernel), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.launchedKernels[0], kernel);
  EXPECT_EQ(fake.launches[0].size(), 2u);
  BuiltProgram::set(kernel, 8);
  ASSERT_EQ(fake.append(buffer, kernel), UR_RESULT_SUCCESS);
  EXPECT_NE(fake.launchedKernels[1], kernel);
  EXPECT_EQ(fake.flushes.back().at(0), bytesOf(int32_t{8}));
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, PlainAppendPassesTheBufferOn) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  const size_t global = 1;
  EXPECT_EQ(urCommandBufferAppendKernelLaunchExp(buffer, built.kernel(), 1, nullptr, &global,
                                                 nullptr, 0, nullptr, 0, nullptr, 0, nullptr,
                                                 nullptr, nullptr, nullptr),
            UR_RESULT_SUCCESS);
  ASSERT_EQ(fake.launches.at(0).size(), 1u);
  EXPECT_EQ(fake.bufferOf(fake.launches[0]), Constants().blob());
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, AFailedAppendKeepsNothing) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  fake.appendResult = UR_RESULT_ERROR_INVALID_OPERATION;
  EXPECT_EQ(fake.append(buffer, built.kernel()), UR_RESULT_ERROR_INVALID_OPERATION);
  built.set(30);
  EXPECT_EQ(fake.memory.size(), 1u);
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, UpdatesGetTheBufferOfTheAlternativeAsItWasRecorded) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  ur_kernel_handle_t first = built.kernel();
  ur_kernel_handle_t second = built.kernel();
  BuiltProgram::set(second, 40);
  Command command = nullptr;
  ASSERT_EQ(fake.append(buffer, first, &command, {second}), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.alternativesGiven, std::vector<ur_kernel_handle_t>{second});
  BuiltProgram::set(second, 41);

  const int32_t number = 6;
  const ur_exp_command_buffer_update_value_arg_desc_t value = {
      UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC,
      nullptr,
      1,
      sizeof(number),
      nullptr,
      &number};
  auto update = updateOf(command, second);
  update.numNewValueArgs = 1;
  update.pNewValueArgList = &value;
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update), UR_RESULT_SUCCESS)
      << lastSentence();
  ASSERT_EQ(fake.updates.size(), 1u);
  EXPECT_EQ(fake.updates[0].kernel, second);
  EXPECT_EQ(fake.updates[0].valueCount, 1u);
  ASSERT_EQ(fake.updates[0].memories.size(), 1u);
  EXPECT_EQ(fake.updates[0].memories[0].argIndex, 2u);
  EXPECT_EQ(fake.memory.at(fake.updates[0].memories[0].hNewMemObjArg), blobWith(40));

  // Without a new kernel, the adapter already has the buffer.
  auto sizes = updateOf(command);
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &sizes), UR_RESULT_SUCCESS);
  EXPECT_TRUE(fake.updates[1].memories.empty());
  EXPECT_EQ(fake.updates[1].kernel, nullptr);
  auto back = updateOf(command, first);
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &back), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.memory.at(fake.updates[2].memories.at(0).hNewMemObjArg), Constants().blob());
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, NativeUpdatesGetTheSpecializedAlternative) {
  RecordingDevice fake(true);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  ur_kernel_handle_t first = built.kernel();
  ur_kernel_handle_t second = built.kernel();
  BuiltProgram::set(second, 40);
  Command command = nullptr;
  ASSERT_EQ(fake.append(buffer, first, &command, {second}), UR_RESULT_SUCCESS) << lastSentence();
  ASSERT_EQ(fake.alternativesGiven.size(), 1u);
  const ur_kernel_handle_t specialized = fake.alternativesGiven[0];
  EXPECT_NE(specialized, second);
  BuiltProgram::set(second, 41);
  auto update = updateOf(command, second);
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.updates.at(0).kernel, specialized);
  EXPECT_TRUE(fake.updates[0].pointers.empty());
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

// As earlier compilers wrote them.
TEST(RecordedLaunches, NativeImagesWithAnImplicitArgumentGetNull) {
  RecordingDevice fake(true);
  BuiltProgram built(
      fake, buildImage("fake", "k",
                       nativeProperties() +
                           PropertyText().set("Ursa/specialization buffer").number("k", 2).text,
                       "native code"));
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  ur_kernel_handle_t first = built.kernel();
  ur_kernel_handle_t second = built.kernel();
  BuiltProgram::set(second, 40);
  Command command = nullptr;
  ASSERT_EQ(fake.append(buffer, first, &command, {second}), UR_RESULT_SUCCESS) << lastSentence();
  EXPECT_EQ(fake.launches[0].back().type, UR_EXP_KERNEL_ARG_TYPE_POINTER);
  EXPECT_EQ(fake.launches[0].back().value.pointer, nullptr);
  auto update = updateOf(command, second);
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update), UR_RESULT_SUCCESS);
  ASSERT_EQ(fake.updates.at(0).pointers.size(), 1u);
  EXPECT_EQ(fake.updates[0].pointers[0].argIndex, 2u);
  EXPECT_EQ(*static_cast<void *const *>(fake.updates[0].pointers[0].pNewPointerArg), nullptr);
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, TheImplicitArgumentIsHidden) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  Command command = nullptr;
  ASSERT_EQ(fake.append(buffer, built.kernel(), &command), UR_RESULT_SUCCESS);
  void *const address = nullptr;
  const ur_exp_command_buffer_update_pointer_arg_desc_t pointer = {
      UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, 2, nullptr, &address};
  auto update = updateOf(command);
  update.numNewPointerArgs = 1;
  update.pNewPointerArgList = &pointer;
  EXPECT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_NE(lastSentence().find("passed implicitly"), std::string::npos) << lastSentence();
  EXPECT_TRUE(fake.updates.empty());

  const size_t global = 1;
  ur_exp_kernel_arg_properties_t arg = {};
  arg.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
  arg.index = 2;
  EXPECT_EQ(urCommandBufferAppendKernelLaunchWithArgsExp(
                buffer, built.kernels[0], 1, nullptr, &global, nullptr, 1, &arg, 0, nullptr, 0,
                nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX);
  EXPECT_EQ(fake.launches.size(), 1u);
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

TEST(RecordedLaunches, KernelsWithoutConstantsPassUnchanged) {
  RecordingDevice fake(false);
  BuiltProgram built(fake);
  ur_exp_command_buffer_handle_t buffer = fake.makeBuffer();
  const auto plain = fake.mock.make<ur_kernel_handle_t>();
  Command command = nullptr;
  ASSERT_EQ(fake.append(buffer, plain, &command), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.launches[0].size(), 2u);
  auto update = updateOf(command, plain);
  ASSERT_EQ(urCommandBufferUpdateKernelLaunchExp(buffer, 1, &update), UR_RESULT_SUCCESS);
  EXPECT_EQ(fake.updates[0].kernel, plain);
  EXPECT_TRUE(fake.updates[0].memories.empty());
  EXPECT_EQ(urCommandBufferReleaseExp(buffer), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa::testing
