// Specialization constants of kernels in command buffers, on real devices, native and emulated.
#include "client/check.h"
#include "client/devices.h"
#include "client/files.h"
#include "integration/beside.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace ursa::client {
namespace {

using CommandBufferHandle = Handle<ur_exp_command_buffer_handle_t, urCommandBufferReleaseExp>;
using Shown = std::array<int32_t, 3>;

constexpr uint32_t kScale = 2; // SpecId in the native image
constexpr size_t kOne = 1;

const DeviceList &devices() {
  static const DeviceList list;
  return list;
}

class RecordedSpecialization : public ::testing::TestWithParam<const char *> {
protected:
  RecordedSpecialization() : session_(devices().select("host")) {
    setenv("URSA_SPECIALIZATION", GetParam(), 1);
    const std::vector<std::byte> bytes = readFile(testImage("specialization"));
    ur_device_handle_t device = session_.device.handle;
    size_t length = bytes.size();
    const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
    check(urProgramCreateWithBinary(session_.context.get(), 1, &device, &length, &data, nullptr,
                                    &program_),
          "Creating a program");
    check(urProgramBuild(session_.context.get(), program_, nullptr), "Building");
    void *memory = nullptr;
    check(urUSMSharedAlloc(session_.context.get(), device, nullptr, nullptr, 2 * sizeof(Shown),
                           &memory),
          "Allocating");
    out_ = static_cast<Shown *>(memory);
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, true, true, false};
    check(urCommandBufferCreateExp(session_.context.get(), device, &description, buffer_.out()),
          "Creating a command buffer");
  }
  ~RecordedSpecialization() override {
    buffer_.reset();
    urUSMFree(session_.context.get(), out_);
    urProgramRelease(program_);
    unsetenv("URSA_SPECIALIZATION");
  }

  KernelHandle kernel() {
    KernelHandle handle;
    check(urKernelCreate(program_, "show", handle.out()), "Creating a kernel");
    return handle;
  }
  static void set(const KernelHandle &kernel, int32_t scale) {
    const ur_specialization_constant_info_t info = {kScale, sizeof(scale), &scale};
    check(urKernelSetSpecializationConstants(kernel.get(), 1, &info), "Setting a constant");
  }
  ur_exp_command_buffer_command_handle_t append(const KernelHandle &kernel, size_t index,
                                                std::vector<ur_kernel_handle_t> alternatives = {}) {
    ur_exp_kernel_arg_properties_t argument = {};
    argument.stype = UR_STRUCTURE_TYPE_EXP_KERNEL_ARG_PROPERTIES;
    argument.type = UR_EXP_KERNEL_ARG_TYPE_POINTER;
    argument.size = sizeof(void *);
    argument.value.pointer = out_ + index;
    ur_exp_command_buffer_command_handle_t command = nullptr;
    check(urCommandBufferAppendKernelLaunchWithArgsExp(
              buffer_.get(), kernel.get(), 1, nullptr, &kOne, nullptr, 1, &argument,
              static_cast<uint32_t>(alternatives.size()),
              alternatives.empty() ? nullptr : alternatives.data(), 0, nullptr, 0, nullptr, nullptr,
              nullptr, &command),
          "Appending a launch");
    return command;
  }
  void update(ur_exp_command_buffer_command_handle_t command, ur_kernel_handle_t kernel,
              Shown *output) {
    void *const address = output;
    const ur_exp_command_buffer_update_pointer_arg_desc_t pointer = {
        UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, 0, nullptr,
        &address};
    ur_exp_command_buffer_update_kernel_launch_desc_t update = {};
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.hNewKernel = kernel;
    update.numNewPointerArgs = 1;
    update.pNewPointerArgList = &pointer;
    check(urCommandBufferUpdateKernelLaunchExp(buffer_.get(), 1, &update), "Updating");
  }
  void run() {
    out_[0] = out_[1] = {-1, -1, -1};
    check(urEnqueueCommandBufferExp(session_.queue.get(), buffer_.get(), 0, nullptr, nullptr),
          "Enqueueing");
    check(urQueueFinish(session_.queue.get()), "Waiting");
  }

  Session session_;
  ur_program_handle_t program_ = nullptr;
  Shown *out_ = nullptr;
  CommandBufferHandle buffer_;
};

TEST_P(RecordedSpecialization, LaunchesKeepTheValuesOfTheirRecording) {
  const KernelHandle show = kernel();
  set(show, 10);
  append(show, 0);
  set(show, 20);
  append(show, 1);
  set(show, 30);
  check(urCommandBufferFinalizeExp(buffer_.get()), "Finalizing");
  for (int round = 0; round < 2; ++round) {
    run();
    EXPECT_EQ(out_[0], (Shown{10, 7, 9}));
    EXPECT_EQ(out_[1], (Shown{20, 7, 9}));
  }
}

TEST_P(RecordedSpecialization, UpdatesReplaceKernelsByAlternativesAndBack) {
  const KernelHandle first = kernel();
  const KernelHandle second = kernel();
  set(second, 20);
  const auto command = append(first, 0, {second.get()});
  set(second, 30); // after the recording
  check(urCommandBufferFinalizeExp(buffer_.get()), "Finalizing");
  run();
  EXPECT_EQ(out_[0], (Shown{3, 7, 9}));
  update(command, second.get(), out_ + 1);
  run();
  EXPECT_EQ(out_[0][0], -1);
  EXPECT_EQ(out_[1], (Shown{20, 7, 9}));
  update(command, nullptr, out_);
  run();
  EXPECT_EQ(out_[0], (Shown{20, 7, 9}));
  update(command, first.get(), out_ + 1);
  run();
  EXPECT_EQ(out_[1], (Shown{3, 7, 9}));
}

TEST_P(RecordedSpecialization, ReleasedCommandBuffersFinishTheirExecutions) {
  KernelHandle show = kernel();
  set(show, 10);
  append(show, 0);
  check(urCommandBufferFinalizeExp(buffer_.get()), "Finalizing");
  check(urEnqueueCommandBufferExp(session_.queue.get(), buffer_.get(), 0, nullptr, nullptr),
        "Enqueueing");
  buffer_.reset();
  show.reset();
  check(urQueueFinish(session_.queue.get()), "Waiting");
  EXPECT_EQ(out_[0], (Shown{10, 7, 9}));
}

INSTANTIATE_TEST_SUITE_P(Modes, RecordedSpecialization, ::testing::Values("native", "emulated"),
                         [](const auto &row) { return std::string(row.param); });

} // namespace
} // namespace ursa::client
