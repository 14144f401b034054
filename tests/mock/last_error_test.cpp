// urAdapterGetLastError returns the loader's message for a call that the loader rejected, and
// otherwise the adapter's message.

#include "core/dispatch/dispatch.h"
#include "mock/mock_adapter.h"
#include "support/last_error.h"

#include <thread>

namespace ursa {
namespace {

using testing::_;
using testing::DoAll;
using testing::Return;
using testing::SetArgPointee;

class LastError : public testing::Test {
protected:
  LastError() {
    clearLastError();
    EXPECT_CALL(mock_.on<core::api::Function::urAdapterGetLastError>(), Call(mock_.adapter(), _, _))
        .WillRepeatedly(DoAll(SetArgPointee<1>("The adapter's sentence."), SetArgPointee<2>(17),
                              Return(UR_RESULT_SUCCESS)));
  }

  struct Answer {
    std::string message;
    int32_t error;
    bool operator==(const Answer &) const = default;
  };

  Answer getLastError() {
    const char *message = nullptr;
    int32_t error = 0;
    EXPECT_EQ(urAdapterGetLastError(mock_.adapter(), &message, &error), UR_RESULT_SUCCESS);
    return {message, error};
  }

  const Answer adapterAnswer_{"The adapter's sentence.", 17};
  MockAdapter mock_;
};

TEST_F(LastError, IsTheAdaptersWithoutALoaderError) { EXPECT_EQ(getLastError(), adapterAnswer_); }

TEST_F(LastError, IsTheLoadersOnceAfterALoaderError) {
  EXPECT_EQ(urQueueFinish(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);

  EXPECT_EQ(getLastError(), (Answer{"urQueueFinish: the handle hQueue is null.",
                                    static_cast<int32_t>(UR_RESULT_ERROR_INVALID_NULL_HANDLE)}));
  EXPECT_EQ(getLastError(), adapterAnswer_);
}

TEST_F(LastError, IsTheAdaptersAfterALaterFailureOfTheAdapter) {
  EXPECT_EQ(urQueueFinish(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);
  dropPendingError();
  EXPECT_EQ(getLastError(), adapterAnswer_);
}

TEST_F(LastError, OfAnotherThreadIsNotSeen) {
  std::thread([] { urQueueFinish(nullptr); }).join();
  EXPECT_EQ(getLastError(), adapterAnswer_);
}

TEST_F(LastError, NullOutputsArePassedToTheAdapter) {
  EXPECT_CALL(mock_.on<core::api::Function::urAdapterGetLastError>(),
              Call(mock_.adapter(), nullptr, nullptr))
      .WillOnce(Return(UR_RESULT_ERROR_INVALID_NULL_POINTER));
  EXPECT_EQ(urQueueFinish(nullptr), UR_RESULT_ERROR_INVALID_NULL_HANDLE);

  EXPECT_EQ(urAdapterGetLastError(mock_.adapter(), nullptr, nullptr),
            UR_RESULT_ERROR_INVALID_NULL_POINTER);
  EXPECT_EQ(getLastError().message, "urQueueFinish: the handle hQueue is null.");
}

} // namespace
} // namespace ursa
