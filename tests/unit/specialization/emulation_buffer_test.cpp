#include "core/specialization/emulation_buffer.h"

#include "fake_device.h"

namespace ursa::testing {
namespace {

ValueBlob someBlob() { return {std::byte{1}, std::byte{2}, std::byte{3}}; }

TEST(EmulationBuffer, HoldsACopyOfTheBlob) {
  FakeDevice fake(false);
  const auto buffer = EmulationBuffer::create(fake.context, someBlob());
  ASSERT_TRUE(buffer);
  EXPECT_EQ(fake.memory.at((*buffer)->memory()), (std::vector<uint8_t>{1, 2, 3}));
}

TEST(EmulationBuffer, IsReleasedAtOnceWhenItWasNeverLaunched) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urEnqueueEventsWait>(), Call).Times(0);
  (void)EmulationBuffer::create(fake.context, someBlob());
  EXPECT_TRUE(fake.memory.empty());
}

TEST(EmulationBuffer, WaitsForEveryQueueThatItWasLaunchedOn) {
  FakeDevice fake(false);
  fake.markerStatus = UR_EVENT_STATUS_RUNNING;
  const auto second = fake.mock.make<ur_queue_handle_t>();
  EXPECT_CALL(fake.mock.on<Function::urQueueRetain>(), Call(fake.queue));
  EXPECT_CALL(fake.mock.on<Function::urQueueRetain>(), Call(second));
  EXPECT_CALL(fake.mock.on<Function::urQueueRelease>(), Call).Times(2);
  EXPECT_CALL(fake.mock.on<Function::urEventRelease>(), Call).Times(2);
  {
    const auto buffer = *EmulationBuffer::create(fake.context, someBlob());
    EXPECT_TRUE(buffer->noteQueue(fake.queue));
    EXPECT_TRUE(buffer->noteQueue(second));
    EXPECT_TRUE(buffer->noteQueue(fake.queue));
  }
  EXPECT_EQ(fake.memory.size(), 1u);
  EmulationBuffer::collect(false);
  EXPECT_EQ(fake.memory.size(), 1u);
  fake.markerStatus = UR_EVENT_STATUS_COMPLETE;
  EmulationBuffer::collect(false);
  EXPECT_TRUE(fake.memory.empty());
}

TEST(EmulationBuffer, FinishesAQueueThatTakesNoMarker) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urEnqueueEventsWait>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_RESOURCES));
  EXPECT_CALL(fake.mock.on<Function::urQueueFinish>(), Call(fake.queue));
  {
    const auto buffer = *EmulationBuffer::create(fake.context, someBlob());
    EXPECT_TRUE(buffer->noteQueue(fake.queue));
  }
  EXPECT_TRUE(fake.memory.empty());
}

TEST(EmulationBuffer, CollectCanWait) {
  FakeDevice fake(false);
  fake.markerStatus = UR_EVENT_STATUS_QUEUED;
  {
    const auto buffer = *EmulationBuffer::create(fake.context, someBlob());
    EXPECT_TRUE(buffer->noteQueue(fake.queue));
  }
  EXPECT_CALL(fake.mock.on<Function::urEventWait>(), Call(1, _));
  EmulationBuffer::collect(true);
  EXPECT_TRUE(fake.memory.empty());
}

TEST(EmulationBuffer, TearDownWaitsForWhatIsRetired) {
  FakeDevice fake(false);
  fake.markerStatus = UR_EVENT_STATUS_RUNNING;
  {
    const auto buffer = *EmulationBuffer::create(fake.context, someBlob());
    EXPECT_TRUE(buffer->noteQueue(fake.queue));
  }
  EXPECT_CALL(fake.mock.on<Function::urEventWait>(), Call(1, _));
  fake.loader.reset();
  EXPECT_TRUE(fake.memory.empty());
}

TEST(EmulationBuffer, AFailureIsTold) {
  FakeDevice fake(false);
  EXPECT_CALL(fake.mock.on<Function::urMemBufferCreate>(), Call)
      .WillOnce(Return(UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY));
  const auto buffer = EmulationBuffer::create(fake.context, someBlob());
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().code, UR_RESULT_ERROR_OUT_OF_DEVICE_MEMORY);
}

} // namespace
} // namespace ursa::testing
