// Fixture of the command buffer suites: creates, records and updates command buffers, and has a
// gate that blocks commands.
#pragma once

#include "conformance/harness.h"

namespace ursa::conformance {

using Command = ur_exp_command_buffer_command_handle_t;
using SyncPoint = ur_exp_command_buffer_sync_point_t;

class CommandBuffers : public DeviceTest {
protected:
  void TearDown() override {
    for (ur_exp_command_buffer_handle_t buffer : buffers_)
      EXPECT_OK(urCommandBufferReleaseExp(buffer));
    DeviceTest::TearDown();
  }

  struct Settings {
    bool updatable = false;
    bool inOrder = false;
    bool profiled = false;
  };
  ur_exp_command_buffer_handle_t createCommandBuffer(Settings settings) {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, settings.updatable, settings.inOrder,
                                                   settings.profiled};
    ur_exp_command_buffer_handle_t buffer = nullptr;
    EXPECT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer)) << lastError();
    return buffers_.emplace_back(buffer);
  }

  /// The optional parameters of a recorded launch.
  struct LaunchOptions {
    std::vector<SyncPoint> after = {};
    std::vector<ur_event_handle_t> waitFor = {};
    SyncPoint *point = nullptr;
    ur_event_handle_t *event = nullptr;
    Command *command = nullptr;
    std::vector<ur_kernel_handle_t> alternatives = {};
  };
  ur_result_t append(ur_exp_command_buffer_handle_t buffer, ur_kernel_handle_t kernel,
                     const Arguments &arguments, size_t global) {
    return append(buffer, kernel, arguments, global, LaunchOptions());
  }
  ur_result_t append(ur_exp_command_buffer_handle_t buffer, ur_kernel_handle_t kernel,
                     const Arguments &arguments, size_t global, LaunchOptions options) {
    return urCommandBufferAppendKernelLaunchWithArgsExp(
        buffer, kernel, 1, nullptr, &global, nullptr, arguments.count(), arguments.data(),
        static_cast<uint32_t>(options.alternatives.size()),
        options.alternatives.empty() ? nullptr : options.alternatives.data(),
        static_cast<uint32_t>(options.after.size()),
        options.after.empty() ? nullptr : options.after.data(),
        static_cast<uint32_t>(options.waitFor.size()),
        options.waitFor.empty() ? nullptr : options.waitFor.data(), options.point, options.event,
        options.command);
  }
  void enqueue(ur_exp_command_buffer_handle_t buffer, ur_queue_handle_t queue = nullptr) {
    ASSERT_OK(urEnqueueCommandBufferExp(queue ? queue : queue_, buffer, 0, nullptr, nullptr))
        << lastError();
  }
  void enqueueAndWait(ur_exp_command_buffer_handle_t buffer) {
    SharedMemory::copyAllToDevice();
    enqueue(buffer);
    ASSERT_OK(urQueueFinish(queue_));
    SharedMemory::recordDeviceWrites();
  }

  static ur_exp_command_buffer_update_kernel_launch_desc_t
  updateOf(Command command, ur_kernel_handle_t newKernel = nullptr) {
    ur_exp_command_buffer_update_kernel_launch_desc_t update = {};
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.hNewKernel = newKernel;
    return update;
  }
  template <class T>
  static ur_exp_command_buffer_update_value_arg_desc_t newValue(uint32_t index, const T &value) {
    return {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_VALUE_ARG_DESC,
            nullptr,
            index,
            sizeof(T),
            nullptr,
            &value};
  }
  static ur_exp_command_buffer_update_pointer_arg_desc_t newPointer(uint32_t index,
                                                                    void *const *address) {
    return {UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_POINTER_ARG_DESC, nullptr, index, nullptr,
            address};
  }

  ur_event_status_t status(ur_event_handle_t event) {
    ur_event_status_t value = UR_EVENT_STATUS_ERROR;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(value), &value,
                             nullptr));
    return value;
  }

private:
  std::vector<ur_exp_command_buffer_handle_t> buffers_;
};

} // namespace ursa::conformance
