#include "core/specialization/emulation_buffer.h"

#include "fake_device.h"

namespace ursa::testing {
namespace {

using core::api::Function;

core::specialization::ValueBlob someBlob() { return {std::byte{1}, std::byte{2}, std::byte{3}}; }

TEST(EmulationBuffer, HoldsACopyOfTheBlob) {
  FakeDevice fake(false);
  const auto buffer = core::specialization::EmulationBuffer::create(fake.context, someBlob());
  ASSERT_TRUE(buffer);
  EXPECT_EQ(fake.memory.at((*buffer)->memory()), (std::vector<uint8_t>{1, 2, 3}));
}

TEST(EmulationBuffer, IsReleasedWithItsLastOwner) {
  FakeDevice fake(false);
  (void)core::specialization::EmulationBuffer::create(fake.context, someBlob());
  EXPECT_TRUE(fake.memory.empty());
}

// Commands keep their memory alive: a launch enqueues only itself, only in its own queue, also
// while a graph is captured, and leaves no cleanup for the loader's tear-down.
TEST(EmulationBuffer, ALaunchEnqueuesNothingElse) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urEnqueueEventsWait>(), Call).Times(0);
  EXPECT_CALL(fake.mock.on<Function::urEventWait>(), Call).Times(0);
  EXPECT_CALL(fake.mock.on<Function::urQueueFinish>(), Call).Times(0);
  EXPECT_CALL(fake.mock.on<Function::urQueueRetain>(), Call).Times(0);
  {
    TestBundle bundle(fake, bothImages());
    ASSERT_EQ(bundle.build(), UR_RESULT_SUCCESS) << lastSentence();
    const ur_kernel_handle_t kernel = bundle.kernel();
    for (int32_t scale = 0; scale < 3; ++scale) {
      ASSERT_EQ(fake.launch(kernel), UR_RESULT_SUCCESS);
      EXPECT_FALSE(fake.bufferOf(fake.launches.back()).empty());
    }
    EXPECT_EQ(urKernelRelease(kernel), UR_RESULT_SUCCESS);
  }
  EXPECT_TRUE(fake.memory.empty()) << "before the loader is torn down";
}

TEST(EmulationBuffer, ReportsAFailure) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urMemBufferCreate>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY));
  const auto buffer = core::specialization::EmulationBuffer::create(fake.context, someBlob());
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
}

} // namespace
} // namespace ursa::testing
