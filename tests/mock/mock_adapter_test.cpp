// The mock adapter behaves as its header documents.

#include "mock/mock_adapter.h"
#include "mock/mock_loader.h"

#include <gtest/gtest-spi.h>

#include <thread>

namespace ursa {
namespace {

using core::api::Function;
using testing::_;
using testing::DoAll;
using testing::InSequence;
using testing::Return;
using testing::SetArgPointee;
using testing::StrEq;

TEST(MockAdapter, AnswersAsExpected) {
  MockAdapter mock;
  const auto context = mock.make<ur_context_handle_t>();
  const auto program = mock.make<ur_program_handle_t>();
  EXPECT_CALL(mock.on<Function::urProgramBuild>(), Call(context, program, StrEq("-w")))
      .WillOnce(Return(UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE));

  EXPECT_EQ(urProgramBuild(context, program, "-w"), UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE);
}

TEST(MockAdapter, WritesOutParametersAndKeepsTheOrder) {
  MockAdapter mock;
  const auto context = mock.make<ur_context_handle_t>();
  const auto device = mock.make<ur_device_handle_t>();
  const auto queue = mock.make<ur_queue_handle_t>();
  {
    const InSequence order;
    EXPECT_CALL(mock.on<Function::urQueueCreate>(), Call(context, device, nullptr, _))
        .WillOnce(DoAll(SetArgPointee<3>(queue), Return(UR_RESULT_SUCCESS)));
    EXPECT_CALL(mock.on<Function::urQueueFinish>(), Call(queue));
  }

  ur_queue_handle_t created = nullptr;
  EXPECT_EQ(urQueueCreate(context, device, nullptr, &created), UR_RESULT_SUCCESS);
  EXPECT_EQ(urQueueFinish(created), UR_RESULT_SUCCESS);
}

TEST(MockAdapter, FailsTheTestForAnUnexpectedCall) {
  EXPECT_NONFATAL_FAILURE(
      {
        MockAdapter mock;
        EXPECT_CALL(mock.on<Function::urQueueFinish>(), Call(_)).Times(0);
        urQueueFinish(mock.make<ur_queue_handle_t>());
      },
      "Call is urQueueFinish");
}

TEST(MockAdapter, FailsTheTestForAMissingCall) {
  EXPECT_NONFATAL_FAILURE(
      {
        MockAdapter mock;
        EXPECT_CALL(mock.on<Function::urQueueFinish>(), Call(_)).Times(1);
      },
      "never called");
}

TEST(MockAdapter, HasOnlyMockedFunctions) {
  MockAdapter mock;
  mock.on<Function::urQueueFinish>();
  const auto queue = mock.make<ur_queue_handle_t>();

  EXPECT_EQ(mock.tables().Queue.pfnFlush, nullptr);
  EXPECT_EQ(urQueueFlush(queue), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
  EXPECT_EQ(urQueueFinish(queue), UR_RESULT_SUCCESS);
}

TEST(MockAdapter, NamesTheFunctionThatIsNotMocked) {
  EXPECT_NONFATAL_FAILURE(
      {
        MockAdapter mock;
        mock.on<Function::urQueueFinish>();
        mock.failPending();
        const auto queue = mock.make<ur_queue_handle_t>();
        urQueueFinish(queue);
        urQueueFlush(queue);
      },
      "urQueueFlush was called, but is not mocked.");
}

TEST(MockAdapter, SeveralMocksAreSeparateAdapters) {
  const MockLoader loader;
  MockAdapter first("first");
  MockAdapter second("second");
  const auto firstQueue = first.make<ur_queue_handle_t>();
  const auto secondQueue = second.make<ur_queue_handle_t>();
  EXPECT_CALL(first.on<Function::urQueueFinish>(), Call(firstQueue)).Times(1);
  EXPECT_CALL(second.on<Function::urQueueFinish>(), Call(secondQueue)).Times(2);

  ur_adapter_handle_t adapters[2] = {};
  uint32_t count = 0;
  EXPECT_EQ(urAdapterGet(2, adapters, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(adapters[0], first.adapter());
  EXPECT_EQ(adapters[1], second.adapter());
  urQueueFinish(secondQueue);
  urQueueFinish(firstQueue);
  urQueueFinish(secondQueue);
}

TEST(MockAdapter, IsGoneAfterItsDestruction) {
  const MockLoader loader;
  { const MockAdapter mock; }
  uint32_t count = 7;
  EXPECT_EQ(urAdapterGet(0, nullptr, &count), UR_RESULT_SUCCESS);
  EXPECT_EQ(count, 0u);
}

TEST(MockAdapter, CanBeResetWhileOtherThreadsCall) {
  MockAdapter mock;
  const auto queue = mock.make<ur_queue_handle_t>();
  mock.on<Function::urQueueFinish>();

  std::thread caller([&] {
    for (int i = 0; i < 1000; ++i) {
      const ur_result_t result = urQueueFinish(queue);
      EXPECT_TRUE(result == UR_RESULT_SUCCESS || result == UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
    }
  });
  for (int i = 0; i < 100; ++i) {
    mock.reset();
    mock.on<Function::urQueueFinish>();
  }
  caller.join();
  mock.reset();
  EXPECT_EQ(urQueueFinish(queue), UR_RESULT_ERROR_UNSUPPORTED_FEATURE);
}

} // namespace
} // namespace ursa
