// A complete program on a device: everything that makes the adapter call the driver, step by step
// up to the first failure; then its objects are used or released.
#pragma once

#include "support/expect_ok.h"
#include "vulkan/image_builder.h"

#include "ur_api.h"

#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

namespace ursa::vulkan_test {

class Scenario {
public:
  Scenario(ur_adapter_handle_t adapter, ur_device_handle_t device,
           const std::vector<uint8_t> &counting, const std::vector<uint8_t> &withData)
      : adapter_(adapter), device_(device), counting_(counting), withData_(withData) {}
  ~Scenario() { release(); }
  Scenario(const Scenario &) = delete;
  Scenario &operator=(const Scenario &) = delete;

  /// Runs all steps. Returns the code of the first that fails, which must not change its output
  /// parameters.
  ur_result_t run() {
    for (const auto step :
         {&Scenario::createObjects, &Scenario::copyMemory, &Scenario::buildAndLaunch,
          &Scenario::recordAndReplay, &Scenario::queryNativeHandles})
      if (const ur_result_t result = (this->*step)()) {
        const char *message = "";
        int32_t code = 0;
        EXPECT_OK(urAdapterGetLastError(adapter_, &message, &code));
        message_ = message;
        return result;
      }
    return UR_RESULT_SUCCESS;
  }
  const std::string &message() const { return message_; }

  /// Checks after a failure that the queue still works.
  void checkUsable() {
    if (!queue_)
      return;
    EXPECT_OK(urQueueFinish(queue_));
    std::array<uint32_t, 4> values{};
    ur_mem_handle_t buffer = nullptr;
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 16, nullptr, &buffer));
    const uint32_t pattern = 77;
    EXPECT_OK(urEnqueueMemBufferFill(queue_, buffer, &pattern, 4, 0, 16, 0, nullptr, nullptr));
    EXPECT_OK(
        urEnqueueMemBufferRead(queue_, buffer, true, 0, 16, values.data(), 0, nullptr, nullptr));
    EXPECT_EQ(values, (std::array<uint32_t, 4>{77, 77, 77, 77}));
    EXPECT_OK(urMemRelease(buffer));
  }

  /// Checks after the device was lost that every call that needs it reports that and returns.
  void checkLost() {
    constexpr ur_result_t kLost = UR_RESULT_ERROR_DEVICE_LOST;
    ur_context_handle_t context = nullptr;
    EXPECT_EQ(urContextCreate(1, &device_, nullptr, &context), kLost);
    EXPECT_EQ(context, nullptr);
    if (!queue_)
      return;
    uint32_t value = 0;
    ur_event_handle_t none = nullptr;
    EXPECT_EQ(urQueueFinish(queue_), kLost);
    EXPECT_EQ(urEnqueueEventsWait(queue_, 0, nullptr, &none), kLost);
    EXPECT_EQ(urDeviceWaitExp(device_), kLost);
    if (buffer_) {
      EXPECT_EQ(urEnqueueMemBufferRead(queue_, buffer_, true, 0, 4, &value, 0, nullptr, &none),
                kLost);
      EXPECT_EQ(urEnqueueMemBufferFill(queue_, buffer_, &value, 4, 0, 8, 0, nullptr, &none), kLost);
    }
    EXPECT_EQ(urEnqueueHostTaskExp(
                  queue_, [](void *) {}, nullptr, nullptr, 0, nullptr, &none),
              kLost);
    if (kernel_) {
      EXPECT_EQ(launch(queue_, &none), kLost);
    }
    EXPECT_EQ(none, nullptr);
    if (event_) {
      EXPECT_EQ(urEventWait(1, &event_), kLost);
    }
    if (commands_ && isFinalized_) {
      EXPECT_EQ(urEnqueueCommandBufferExp(queue_, commands_, 0, nullptr, nullptr), kLost);
    }
  }

  /// Releases all objects that exist.
  void release() {
    const auto releaseHandle = [](auto &handle, auto function) {
      if (handle) {
        EXPECT_OK(function(handle));
      }
      handle = nullptr;
    };
    releaseHandle(commands_, urCommandBufferReleaseExp);
    releaseHandle(event_, urEventRelease);
    releaseHandle(otherEvent_, urEventRelease);
    releaseHandle(kernel_, urKernelRelease);
    releaseHandle(program_, urProgramRelease);
    releaseHandle(dataProgram_, urProgramRelease);
    if (isRegistered_) {
      EXPECT_OK(urUSMHostAllocUnregisterExp(context_, registered_.data()));
    }
    isRegistered_ = false;
    for (void *&memory : memory_) {
      if (memory) {
        EXPECT_OK(urUSMFree(context_, memory));
      }
      memory = nullptr;
    }
    releaseHandle(part_, urMemRelease);
    releaseHandle(copy_, urMemRelease);
    releaseHandle(buffer_, urMemRelease);
    releaseHandle(queue_, urQueueRelease);
    releaseHandle(unordered_, urQueueRelease);
    releaseHandle(context_, urContextRelease);
  }

private:
#define STEP(call)                                                                                 \
  if (const ur_result_t stepResult = call)                                                         \
  return stepResult

  ur_result_t createObjects() {
    const ur_queue_properties_t profiled{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                         UR_QUEUE_FLAG_PROFILING_ENABLE};
    const ur_queue_properties_t unordered{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, nullptr,
                                          UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    STEP(urContextCreate(1, &device_, nullptr, &context_));
    STEP(urQueueCreate(context_, device_, &profiled, &queue_));
    STEP(urQueueCreate(context_, device_, &unordered, &unordered_));
    STEP(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, kBytes, nullptr, &buffer_));
    ur_buffer_properties_t initial{UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr, values_.data()};
    STEP(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER,
                           sizeof(values_), &initial, &copy_));
    const ur_buffer_region_t region{UR_STRUCTURE_TYPE_BUFFER_REGION, nullptr, 0, 128};
    STEP(urMemBufferPartition(buffer_, UR_MEM_FLAG_READ_WRITE, UR_BUFFER_CREATE_TYPE_REGION,
                              &region, &part_));
    STEP(urUSMDeviceAlloc(context_, device_, nullptr, nullptr, kBytes, &memory_[0]));
    STEP(urUSMHostAlloc(context_, nullptr, nullptr, kBytes, &memory_[1]));
    STEP(urUSMSharedAlloc(context_, device_, nullptr, nullptr, kOwnAllocation, &memory_[2]));
    STEP(urUSMHostAllocRegisterExp(context_, registered_.data(), registered_.size(), nullptr));
    isRegistered_ = true;
    return UR_RESULT_SUCCESS;
  }

  ur_result_t copyMemory() {
    STEP(urEnqueueMemBufferWrite(queue_, buffer_, false, 0, sizeof(values_), values_.data(), 0,
                                 nullptr, nullptr));
    STEP(urEnqueueMemBufferCopy(queue_, buffer_, copy_, 0, 0, 8, 0, nullptr, nullptr));
    const uint8_t pattern[3] = {1, 2, 3};
    STEP(urEnqueueMemBufferFill(queue_, buffer_, pattern, 3, 0, 300, 0, nullptr, nullptr));
    const uint32_t word = 7;
    STEP(urEnqueueUSMFill(queue_, memory_[0], 4, &word, kBytes, 0, nullptr, nullptr));
    STEP(urEnqueueUSMFill2D(queue_, memory_[0], 64, 3, pattern, 30, 4, 0, nullptr, nullptr));
    STEP(urEnqueueUSMMemcpy2D(queue_, false, memory_[2], 64, memory_[0], 64, 30, 4, 0, nullptr,
                              nullptr));
    STEP(urEnqueueUSMMemcpy(queue_, true, memory_[1], memory_[0], kBytes, 0, nullptr, nullptr));
    EXPECT_EQ(static_cast<uint8_t *>(memory_[1])[65], 2);
    EXPECT_EQ(static_cast<uint32_t *>(memory_[1])[1000], 7u);
    void *mapped = nullptr;
    STEP(urEnqueueMemBufferMap(queue_, buffer_, true, UR_MAP_FLAG_READ | UR_MAP_FLAG_WRITE, 0, 8, 0,
                               nullptr, nullptr, &mapped));
    std::fill_n(static_cast<uint8_t *>(mapped), 8, uint8_t{0});
    STEP(urEnqueueMemUnmap(queue_, buffer_, mapped, 0, nullptr, nullptr));
    STEP(urEnqueueTimestampRecordingExp(queue_, false, 0, nullptr, &otherEvent_));
    STEP(urQueueFinish(queue_));
    return profileOf(otherEvent_);
  }

  ur_result_t buildAndLaunch() {
    const uint8_t *data = counting_.data();
    size_t size = counting_.size();
    STEP(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program_));
    const uint32_t two = 2;
    const ur_specialization_constant_info_t constant{0, sizeof(two), &two};
    STEP(urProgramSetSpecializationConstants(program_, 1, &constant));
    STEP(urProgramBuild(context_, program_, nullptr));
    STEP(urKernelCreate(program_, "count", &kernel_));
    STEP(launch(queue_, &event_));
    STEP(urEventSetCallback(
        event_, UR_EXECUTION_INFO_COMPLETE, [](ur_event_handle_t, ur_execution_info_t, void *) {},
        nullptr));
    STEP(urEventWait(1, &event_));
    STEP(profileOf(event_));
    std::array<uint32_t, 2> counts{};
    STEP(urEnqueueMemBufferRead(unordered_, buffer_, true, 0, 8, counts.data(), 1, &event_,
                                nullptr));
    EXPECT_EQ(counts, (std::array<uint32_t, 2>{200, 99}));
    STEP(urEnqueueHostTaskExp(
        unordered_, [](void *) {}, nullptr, nullptr, 0, nullptr, nullptr));
    STEP(urEnqueueEventsWaitWithBarrier(unordered_, 0, nullptr, nullptr));
    STEP(launch(unordered_, nullptr));
    STEP(urQueueFinish(unordered_));
    data = withData_.data();
    size = withData_.size();
    STEP(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &dataProgram_));
    STEP(urProgramBuild(context_, dataProgram_, nullptr));
    size_t bytes = 0;
    STEP(urProgramGetInfo(program_, UR_PROGRAM_INFO_BINARY_SIZES, sizeof(bytes), &bytes, nullptr));
    return UR_RESULT_SUCCESS;
  }

  ur_result_t recordAndReplay() {
    const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC,
                                                   nullptr, true, true, true};
    STEP(urCommandBufferCreateExp(context_, device_, &description, &commands_));
    const uint32_t zero = 0;
    STEP(urCommandBufferAppendMemBufferFillExp(commands_, buffer_, &zero, 4, 0, 8, 0, nullptr, 0,
                                               nullptr, nullptr, nullptr, nullptr));
    ur_exp_command_buffer_command_handle_t command = nullptr;
    const auto argument = bufferArgument();
    STEP(urCommandBufferAppendKernelLaunchWithArgsExp(commands_, kernel_, 1, nullptr, &global_,
                                                      nullptr, 1, &argument, 0, nullptr, 0, nullptr,
                                                      0, nullptr, nullptr, nullptr, &command));
    STEP(urCommandBufferFinalizeExp(commands_));
    isFinalized_ = true;
    ur_event_handle_t done = nullptr;
    STEP(urEnqueueCommandBufferExp(queue_, commands_, 0, nullptr, &done));
    ur_result_t result = urEventWait(1, &done);
    if (result == UR_RESULT_SUCCESS)
      result = profileOf(done);
    EXPECT_OK(urEventRelease(done));
    STEP(result);
    ur_exp_command_buffer_update_kernel_launch_desc_t update{};
    update.stype = UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_UPDATE_KERNEL_LAUNCH_DESC;
    update.hCommand = command;
    update.hNewKernel = kernel_;
    update.newWorkDim = 1;
    size_t fewer = 50;
    size_t local = 7;
    update.pNewGlobalWorkSize = &fewer;
    update.pNewLocalWorkSize = &local;
    STEP(urCommandBufferUpdateKernelLaunchExp(commands_, 1, &update));
    STEP(urEnqueueCommandBufferExp(queue_, commands_, 0, nullptr, nullptr));
    std::array<uint32_t, 2> counts{};
    STEP(urEnqueueMemBufferRead(queue_, buffer_, true, 0, 8, counts.data(), 0, nullptr, nullptr));
    EXPECT_EQ(counts, (std::array<uint32_t, 2>{100, 49}));
    return UR_RESULT_SUCCESS;
  }

  ur_result_t queryNativeHandles() {
    ur_native_handle_t native = 0;
    STEP(urQueueGetNativeHandle(queue_, nullptr, &native));
    ur_queue_handle_t queue = nullptr;
    STEP(urQueueCreateWithNativeHandle(native, context_, device_, nullptr, &queue));
    const ur_result_t result = launch(queue, nullptr);
    const ur_result_t finished = urQueueFinish(queue);
    EXPECT_OK(urQueueRelease(queue));
    STEP(result);
    STEP(finished);
    STEP(urMemGetNativeHandle(buffer_, device_, &native));
    size_t free = 0;
    const ur_result_t queryResult =
        urDeviceGetInfo(device_, UR_DEVICE_INFO_GLOBAL_MEM_FREE, sizeof(free), &free, nullptr);
    return queryResult == UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION ? UR_RESULT_SUCCESS : queryResult;
  }

  static ur_result_t profileOf(ur_event_handle_t event) {
    uint64_t start = 0;
    uint64_t end = 0;
    STEP(urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_START, 8, &start, nullptr));
    STEP(urEventGetProfilingInfo(event, UR_PROFILING_INFO_COMMAND_END, 8, &end, nullptr));
    EXPECT_LE(start, end);
    return UR_RESULT_SUCCESS;
  }
#undef STEP

  ur_exp_kernel_arg_properties_t bufferArgument() const {
    ur_exp_kernel_arg_properties_t argument{};
    argument.type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    argument.value.memObjTuple = {buffer_, UR_MEM_FLAG_READ_WRITE};
    return argument;
  }
  ur_result_t launch(ur_queue_handle_t queue, ur_event_handle_t *event) {
    const auto argument = bufferArgument();
    return urEnqueueKernelLaunchWithArgsExp(queue, kernel_, 1, nullptr, &global_, nullptr, 1,
                                            &argument, nullptr, 0, nullptr, event);
  }

  alignas(4096) std::array<std::byte, 4096> registered_{}; ///< a page that is registered as USM
  bool isRegistered_ = false;

  static constexpr size_t kBytes = 8192;
  static constexpr size_t kOwnAllocation = 17 << 20; ///< larger than any suballocation

  const ur_adapter_handle_t adapter_;
  ur_device_handle_t device_;
  const std::vector<uint8_t> &counting_;
  const std::vector<uint8_t> &withData_;
  std::string message_;
  std::array<uint32_t, 2> values_{};
  const size_t global_ = 100;
  bool isFinalized_ = false;
  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_queue_handle_t unordered_ = nullptr;
  ur_mem_handle_t buffer_ = nullptr;
  ur_mem_handle_t copy_ = nullptr;
  ur_mem_handle_t part_ = nullptr;
  std::array<void *, 3> memory_{};
  ur_program_handle_t program_ = nullptr;
  ur_program_handle_t dataProgram_ = nullptr;
  ur_kernel_handle_t kernel_ = nullptr;
  ur_event_handle_t event_ = nullptr;
  ur_event_handle_t otherEvent_ = nullptr;
  ur_exp_command_buffer_handle_t commands_ = nullptr;
};

} // namespace ursa::vulkan_test
