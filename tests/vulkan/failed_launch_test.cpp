// Launches whose loops the driver ends early, as lavapipe does after 65,535 iterations. They fail,
// as does everything that depends on them, but nothing else.
#include "vulkan/vulkan_test.h"

#include <thread>

namespace ursa {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr uint32_t kTooMany = 100000;
constexpr ur_result_t kFailed = UR_RESULT_ERROR_IN_EVENT_LIST_EXEC_STATUS;

class FailedLaunch : public vulkan_test::VulkanTest {
protected:
  void SetUp() override {
    ASSERT_TRUE(findDevice());
    ASSERT_OK(urAdapterSetLoggerCallback(adapter_, onLine, &errors_, UR_LOGGER_LEVEL_WARN));
    ASSERT_OK(urContextCreate(1, &device_, nullptr, &context_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &queue_));
    ASSERT_OK(urQueueCreate(context_, device_, nullptr, &other_));
    const std::vector<uint8_t> image = vulkan_test::readFile(URSA_LOOPS_IMAGE);
    const uint8_t *data = image.data();
    size_t size = image.size();
    ASSERT_OK(urProgramCreateWithBinary(context_, 1, &device_, &size, &data, nullptr, &program_))
        << lastError();
    ASSERT_OK(urProgramBuild(context_, program_, nullptr)) << lastError();
    ASSERT_OK(urKernelCreate(program_, "count", &count_)) << lastError();
    ASSERT_OK(urMemBufferCreate(context_, UR_MEM_FLAG_READ_WRITE, 32, nullptr, &out_));
  }
  void TearDown() override {
    for (ur_event_handle_t event : events_)
      EXPECT_OK(urEventRelease(event));
    EXPECT_OK(urMemRelease(out_));
    EXPECT_OK(urKernelRelease(count_));
    EXPECT_OK(urProgramRelease(program_));
    EXPECT_OK(urQueueRelease(other_));
    EXPECT_OK(urQueueRelease(queue_));
    EXPECT_OK(urContextRelease(context_));
  }

  static void onLine(ur_logger_level_t, const char *line, void *data) {
    EXPECT_THAT(line, Not(HasSubstr("Validation: ")));
    *static_cast<std::string *>(data) += line;
  }

  std::array<ur_exp_kernel_arg_properties_t, 2> arguments(const uint32_t &iterations) {
    std::array<ur_exp_kernel_arg_properties_t, 2> all{};
    all[0].type = UR_EXP_KERNEL_ARG_TYPE_MEM_OBJ;
    all[0].size = sizeof(out_);
    all[0].value.memObjTuple = {out_, UR_MEM_FLAG_READ_WRITE};
    all[1].type = UR_EXP_KERNEL_ARG_TYPE_VALUE;
    all[1].index = 1;
    all[1].size = sizeof(iterations);
    all[1].value.value = &iterations;
    return all;
  }

  /// @return its event, which the fixture releases
  ur_event_handle_t launch(uint32_t iterations, ur_queue_handle_t queue,
                           const std::vector<ur_event_handle_t> &after = {}) {
    const auto kernelArguments = arguments(iterations);
    const size_t global = 8;
    ur_event_handle_t event = nullptr;
    EXPECT_OK(urEnqueueKernelLaunchWithArgsExp(
        queue, count_, 1, nullptr, &global, nullptr, 2, kernelArguments.data(), nullptr,
        static_cast<uint32_t>(after.size()), after.empty() ? nullptr : after.data(), &event))
        << lastError();
    events_.push_back(event);
    return event;
  }

  ur_event_status_t statusOf(ur_event_handle_t event) {
    ur_event_status_t status = UR_EVENT_STATUS_QUEUED;
    EXPECT_OK(urEventGetInfo(event, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
                             nullptr));
    return status;
  }

  ur_context_handle_t context_ = nullptr;
  ur_queue_handle_t queue_ = nullptr;
  ur_queue_handle_t other_ = nullptr;
  ur_program_handle_t program_ = nullptr;
  ur_kernel_handle_t count_ = nullptr;
  ur_mem_handle_t out_ = nullptr;
  std::vector<ur_event_handle_t> events_;
  std::string errors_;
};

TEST_F(FailedLaunch, IsReportedByItsEvent) {
  ur_event_handle_t event = launch(kTooMany, queue_);
  EXPECT_EQ(urEventWait(1, &event), kFailed);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'count' gave wrong results: its loops have more "
                                     "iterations than the "));
  EXPECT_EQ(statusOf(event), UR_EVENT_STATUS_ERROR);
  EXPECT_EQ(urEventWait(1, &event), kFailed); // the failure persists
  // The queue continues, because the failure was reported.
  EXPECT_OK(urQueueFinish(queue_)) << lastError();
  ur_event_handle_t next = launch(10, queue_);
  EXPECT_OK(urEventWait(1, &next)) << lastError();
  EXPECT_EQ(statusOf(next), UR_EVENT_STATUS_COMPLETE);
}

TEST_F(FailedLaunch, FinishingTheQueueReportsItOnce) {
  launch(kTooMany, queue_);
  launch(10, queue_);
  EXPECT_EQ(urQueueFinish(queue_), kFailed);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'count' gave wrong results"));
  EXPECT_OK(urQueueFinish(queue_)) << lastError();
}

TEST_F(FailedLaunch, FailsCommandsThatReadItsResults) {
  launch(kTooMany, queue_);
  uint32_t result = 0;
  EXPECT_EQ(
      urEnqueueMemBufferRead(queue_, out_, true, 0, sizeof(result), &result, 0, nullptr, nullptr),
      kFailed);
  EXPECT_OK(
      urEnqueueMemBufferRead(queue_, out_, true, 0, sizeof(result), &result, 0, nullptr, nullptr))
      << lastError();
}

TEST_F(FailedLaunch, FailsCommandsThatWaitForItsEvent) {
  ur_event_handle_t first = launch(kTooMany, queue_);
  ur_event_handle_t second = launch(10, other_, {first});
  EXPECT_EQ(urEventWait(1, &second), kFailed);
  EXPECT_EQ(statusOf(second), UR_EVENT_STATUS_ERROR);
  EXPECT_EQ(urEventWait(1, &first), kFailed);
}

TEST_F(FailedLaunch, DoesNotAffectOtherQueues) {
  launch(kTooMany, queue_);
  ur_event_handle_t apart = launch(10, other_);
  EXPECT_OK(urEventWait(1, &apart)) << lastError();
  EXPECT_OK(urQueueFinish(other_)) << lastError();
  EXPECT_EQ(urQueueFinish(queue_), kFailed);
}

TEST_F(FailedLaunch, WaitingForTheDeviceReportsIt) {
  launch(kTooMany, queue_);
  EXPECT_EQ(urDeviceWaitExp(device_), kFailed);
  EXPECT_OK(urDeviceWaitExp(device_)) << lastError();
}

TEST_F(FailedLaunch, IsLoggedWhenNobodyWaits) {
  launch(kTooMany, queue_);
  EXPECT_OK(urQueueFinish(other_));
  for (ur_event_handle_t event : events_)
    while (statusOf(event) != UR_EVENT_STATUS_ERROR)
      std::this_thread::yield();
  launch(1, other_); // reclaims what completed launches retained
  EXPECT_THAT(errors_, HasSubstr("Kernel 'count' gave wrong results"));
}

TEST_F(FailedLaunch, EachExecutionOfACommandBuffer) {
  ur_exp_command_buffer_handle_t buffer = nullptr;
  const ur_exp_command_buffer_desc_t description{UR_STRUCTURE_TYPE_EXP_COMMAND_BUFFER_DESC, nullptr,
                                                 false, true, false};
  ASSERT_OK(urCommandBufferCreateExp(context_, device_, &description, &buffer)) << lastError();
  const uint32_t iterations = kTooMany;
  const auto kernelArguments = arguments(iterations);
  const size_t global = 8;
  ASSERT_OK(urCommandBufferAppendKernelLaunchWithArgsExp(
      buffer, count_, 1, nullptr, &global, nullptr, 2, kernelArguments.data(), 0, nullptr, 0,
      nullptr, 0, nullptr, nullptr, nullptr, nullptr))
      << lastError();
  ASSERT_OK(urCommandBufferFinalizeExp(buffer));
  for (int i = 0; i < 3; ++i) {
    ur_event_handle_t event = nullptr;
    ASSERT_OK(urEnqueueCommandBufferExp(queue_, buffer, 0, nullptr, &event));
    if (i == 0)
      EXPECT_EQ(urQueueFinish(queue_), kFailed);
    else
      EXPECT_EQ(urEventWait(1, &event), kFailed);
    EXPECT_OK(urEventRelease(event));
  }
  EXPECT_OK(urCommandBufferReleaseExp(buffer));
}

TEST_F(FailedLaunch, ManyAtOnce) {
  for (int i = 0; i < 300; ++i)
    launch(i == 200 ? kTooMany : 1, queue_);
  EXPECT_EQ(urQueueFinish(queue_), kFailed);
  EXPECT_OK(urQueueFinish(queue_));
  EXPECT_EQ(statusOf(events_[199]), UR_EVENT_STATUS_COMPLETE);
  EXPECT_EQ(statusOf(events_[200]), UR_EVENT_STATUS_ERROR);
}

TEST_F(FailedLaunch, KernelsWithTooDeepNestingAreRefused) {
  for (const char *name : {"nested_64", "nested_79"}) {
    ur_kernel_handle_t kernel = nullptr;
    ASSERT_OK(urKernelCreate(program_, name, &kernel)) << lastError();
    EXPECT_OK(urKernelRelease(kernel));
  }
  ur_kernel_handle_t none = nullptr;
  EXPECT_NE(urKernelCreate(program_, "nested_80", &none), UR_RESULT_SUCCESS);
  EXPECT_THAT(lastError(), HasSubstr("Kernel 'nested_80' nests conditions or loops 80 deep; "
                                     "the driver of 'llvmpipe"));
}

class WithoutLimits : public FailedLaunch {
protected:
  const ScopedVariable toggles_{"URSA_TOGGLES", "-limit_nesting"};
};
TEST_F(WithoutLimits, KernelsMayNestDeeper) {
  ur_kernel_handle_t kernel = nullptr;
  ASSERT_EQ(urKernelCreate(program_, "nested_80", &kernel), UR_RESULT_SUCCESS) << lastError();
  EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
}

} // namespace
} // namespace ursa
