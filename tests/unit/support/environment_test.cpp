#include "support/environment.h"
#include "unit/scoped_variable.h"

#include <gmock/gmock.h>

namespace ursa {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Environment, HasTheValueOfAVariable) {
  const ScopedVariable variable("URSA_TEST_VARIABLE", "value");
  EXPECT_EQ(environmentVariable("URSA_TEST_VARIABLE"), "value");
}

TEST(Environment, AnEmptyVariableCountsAsUnset) {
  const ScopedVariable variable("URSA_TEST_VARIABLE", "");
  EXPECT_EQ(environmentVariable("URSA_TEST_VARIABLE"), std::nullopt);
  EXPECT_EQ(environmentVariable("URSA_TEST_OTHER_VARIABLE"), std::nullopt);
}

TEST(Environment, SplitsListsAndLeavesOutEmptyParts) {
  const ScopedVariable variable("URSA_TEST_VARIABLE", ",a,,b c,");
  EXPECT_THAT(environmentList("URSA_TEST_VARIABLE", ','), ElementsAre("a", "b c"));
  EXPECT_THAT(environmentList("URSA_TEST_VARIABLE", ':'), ElementsAre(",a,,b c,"));
  EXPECT_THAT(environmentList("URSA_TEST_OTHER_VARIABLE", ','), IsEmpty());
}

} // namespace
} // namespace ursa
