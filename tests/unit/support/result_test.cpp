#include "support/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace ursa {
namespace {

Result<int> half(int number) {
  if (number % 2)
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "{} is odd.", number);
  return number / 2;
}

Result<int> quarter(int number) {
  URSA_TRY(const int first, half(number));
  URSA_TRY(const int second, half(first).context("While halving a half."));
  return second;
}

Result<void> needEven(int number) {
  URSA_CHECK(half(number));
  return {};
}

TEST(Result, HasAValue) {
  const Result<int> result = half(8);
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, 4);
}

TEST(Result, HasAnError) {
  const Result<int> result = half(7);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, UR_RESULT_ERROR_INVALID_VALUE);
  EXPECT_EQ(result.error().message, "7 is odd.");
}

TEST(Result, PassesOnTheFirstError) {
  EXPECT_EQ(*quarter(8), 2);
  EXPECT_EQ(quarter(7).error().message, "7 is odd.");
  EXPECT_EQ(quarter(6).error().message, "3 is odd. - While halving a half.");
}

TEST(Result, OfNothingIsSuccessOrAnError) {
  EXPECT_TRUE(needEven(2));
  EXPECT_EQ(needEven(3).context("While counting.").error().message, "3 is odd. - While counting.");
}

TEST(Result, HoldsWhatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  ASSERT_TRUE(result);
  const std::unique_ptr<int> value = *std::move(result);
  EXPECT_EQ(*value, 5);
}

} // namespace
} // namespace ursa
