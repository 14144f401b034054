#include "support/last_error.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace ursa {
namespace {

class LastError : public testing::Test {
protected:
  LastError() { clearLastError(); }
};

TEST_F(LastError, KeepsSentenceAndReturnsCode) {
  EXPECT_EQ(reportError(makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is wrong.", 7)),
            UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_STREQ(lastErrorMessage(), "7 is wrong.");
  clearLastError();
  EXPECT_STREQ(lastErrorMessage(), "");
}

TEST_F(LastError, TruncatesLongMessages) {
  reportError(UR_RESULT_ERROR_UNKNOWN, std::string(5000, 'x'));
  EXPECT_EQ(lastErrorMessage(), std::string(2047, 'x'));
}

TEST_F(LastError, MayBeReportedAgain) {
  reportError(UR_RESULT_ERROR_UNKNOWN, "One.");
  reportError(UR_RESULT_ERROR_INVALID_VALUE, lastErrorMessage());
  EXPECT_STREQ(lastErrorMessage(), "One.");
}

TEST_F(LastError, IsOfOneThread) {
  std::thread([] { reportError(UR_RESULT_ERROR_UNKNOWN, "Elsewhere."); }).join();
  EXPECT_STREQ(lastErrorMessage(), "");
  EXPECT_FALSE(takePendingError());
}

TEST_F(LastError, IsTakenOnce) {
  reportError(UR_RESULT_ERROR_INVALID_SIZE, "Too small.");
  const auto error = takePendingError();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, UR_RESULT_ERROR_INVALID_SIZE);
  EXPECT_STREQ(error->message, "Too small.");
  EXPECT_FALSE(takePendingError());
  EXPECT_STREQ(lastErrorMessage(), "Too small.") << "it is still the last";
}

TEST_F(LastError, DroppingKeepsTheMessage) {
  reportError(UR_RESULT_ERROR_INVALID_SIZE, "Too small.");
  dropPendingError();
  EXPECT_FALSE(takePendingError());
  EXPECT_STREQ(lastErrorMessage(), "Too small.");
}

TEST_F(LastError, SuccessAtTheBoundaryLeavesTheSentence) {
  reportError(UR_RESULT_ERROR_UNKNOWN, "Before.");
  EXPECT_EQ(atBoundary([] { return Result<void>(); }), UR_RESULT_SUCCESS);
  EXPECT_STREQ(lastErrorMessage(), "Before.");
}

TEST_F(LastError, NothingIsThrownPastTheBoundary) {
  EXPECT_EQ(atBoundary([]() -> Result<void> {
              return makeError(UR_RESULT_ERROR_INVALID_KERNEL, "No kernel.");
            }),
            UR_RESULT_ERROR_INVALID_KERNEL);
  EXPECT_STREQ(lastErrorMessage(), "No kernel.");
  EXPECT_EQ(atBoundary([]() -> Result<void> { throw std::bad_alloc(); }),
            UR_RESULT_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_STREQ(lastErrorMessage(), "Out of host memory.");
  EXPECT_EQ(atBoundary([]() -> Result<void> { throw std::runtime_error("Broken."); }),
            UR_RESULT_ERROR_UNKNOWN);
  EXPECT_STREQ(lastErrorMessage(), "Broken.");
  EXPECT_EQ(atBoundary([]() -> Result<void> { throw 7; }), UR_RESULT_ERROR_UNKNOWN);
  EXPECT_STREQ(lastErrorMessage(), "An exception of unknown type was thrown.");
}

} // namespace
} // namespace ursa
