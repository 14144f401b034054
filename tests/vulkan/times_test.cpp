// Device times, limited to the range of host times.
#include "adapters/common/fit_times.h"

#include <gtest/gtest.h>

namespace ursa::adapter {
namespace {

void expectFit(Interval times, Interval fitted) {
  const Interval is = fitTimes(times, 100, 200);
  EXPECT_EQ(is.begin, fitted.begin);
  EXPECT_EQ(is.end, fitted.end);
}

TEST(FitTimes, TimesInRangeAreUnchanged) { expectFit({120, 150}, {120, 150}); }

TEST(FitTimes, DurationsArePreserved) {
  expectFit({40, 90}, {100, 150});
  expectFit({80, 130}, {100, 150});
  expectFit({180, 220}, {160, 200});
  expectFit({500, 510}, {190, 200});
}

TEST(FitTimes, LongDurationsAreClamped) { expectFit({50, 300}, {100, 200}); }

TEST(FitTimes, EveryDurationIsPositive) {
  expectFit({150, 150}, {150, 151});
  expectFit({150, 140}, {150, 151});
  expectFit({0, 0}, {100, 101});
}

TEST(FitTimes, AnEmptyRangeGivesTheShortestDuration) {
  const Interval is = fitTimes({10, 50}, 100, 90);
  EXPECT_EQ(is.begin, 100u);
  EXPECT_EQ(is.end, 101u);
}

} // namespace
} // namespace ursa::adapter
