// The parts that decide without a driver: maps of regions, merged boxes, page tables, histories and
// plans of transfers.

#include "sycl/runtime/access_history.h"
#include "sycl/runtime/box_merge.h"
#include "sycl/runtime/transfer_plan.h"
#include "unit/runtime/fake_command.h"

#include <gtest/gtest.h>

#include <ctime>
#include <random>

namespace ursa::runtime {
namespace {

Box line(size_t begin, size_t end) { return {{0, 0, begin}, {1, 1, end}}; }

Box randomBox(std::mt19937 &random, const Extent &extent) {
  Box box;
  for (int i = 0; i < kRank; ++i) {
    box.begin[i] = random() % extent[i];
    box.end[i] = box.begin[i] + 1 + random() % (extent[i] - box.begin[i]);
  }
  return box;
}

template <class Body> void forPlaces(const Box &box, Body &&body) {
  for (size_t i = box.begin[0]; i < box.end[0]; ++i)
    for (size_t j = box.begin[1]; j < box.end[1]; ++j)
      for (size_t k = box.begin[2]; k < box.end[2]; ++k)
        body(Extent{i, j, k});
}

TEST(RegionMap, HasTheValuesOfAllChanges) {
  std::mt19937 random(1);
  const Extent extent{4, 5, 7};
  const auto indexOf = [&](const Extent &at) { return (at[0] * 5 + at[1]) * 7 + at[2]; };
  for (int program = 0; program < 200; ++program) {
    RegionMap<int> map(extent, {1, 2, 3}, 0);
    std::vector<int> expected(size_t{4} * 5 * 7);
    for (int i = 0; i < 30; ++i) {
      const Box box = randomBox(random, extent);
      const int value = static_cast<int>(random() % 4);
      if (i % 2)
        map.assign(box, value);
      else
        map.update(box, [&](const Box &, int &each) { each += value; });
      forPlaces(box, [&](const Extent &at) {
        int &each = expected[indexOf(at)];
        each = i % 2 ? value : each + value;
      });
      std::vector<int> seen(expected.size(), -1);
      map.visit({{}, extent}, [&](const Box &part, const int &each) {
        forPlaces(part, [&](const Extent &at) {
          EXPECT_EQ(seen[indexOf(at)], -1); // parts are disjoint
          seen[indexOf(at)] = each;
        });
      });
      ASSERT_EQ(seen, expected);
    }
    map.assign({{}, extent}, 1);
    EXPECT_EQ(map.leafCount(), 1u);
  }
}

TEST(RegionMap, EqualNeighboursAreOnePart) {
  RegionMap<int> map({1, 1, 1000}, {1, 1, 1}, 0);
  for (size_t i = 0; i < 1000; ++i)
    map.assign(line(i, i + 1), 1);
  EXPECT_EQ(map.leafCount(), 1u);
}

TEST(RegionMap, ABoxInTheMiddleOfALargeRegionHasFewParts) {
  RegionMap<int> map({1000, 1000, 1000}, {1, 1, 1}, 0);
  map.assign({{100, 333, 7}, {777, 500, 900}}, 1);
  EXPECT_LE(map.leafCount(), 7u);
}

TEST(MergeBoxes, NeverHasMoreBoxesThanRuns) {
  std::mt19937 random(2);
  const Extent extent{3, 4, 5};
  for (int program = 0; program < 1000; ++program) {
    RegionMap<int> map(extent, {1, 1, 1}, 0);
    for (int i = 0; i < 8; ++i)
      map.assign(randomBox(random, extent), static_cast<int>(random() % 2));
    Boxes boxes;
    std::vector<bool> is(60), isAfter(60);
    map.visit({{}, extent}, [&](const Box &part, int value) {
      if (value == 1)
        boxes.push_back(part);
    });
    const auto indexOf = [](const Extent &at) { return (at[0] * 4 + at[1]) * 5 + at[2]; };
    for (const Box &each : boxes)
      forPlaces(each, [&](const Extent &at) { is[indexOf(at)] = true; });
    const Boxes merged = mergeBoxes(boxes);
    for (const Box &each : merged)
      forPlaces(each, [&](const Extent &at) {
        EXPECT_FALSE(isAfter[indexOf(at)]);
        isAfter[indexOf(at)] = true;
      });
    EXPECT_EQ(is, isAfter);
    size_t runs = 0;
    for (size_t i = 0; i < 60; ++i)
      runs += is[i] && (i % 5 == 0 || !is[i - 1]);
    EXPECT_LE(merged.size(), runs);
    EXPECT_LE(merged.size(), boxes.size());
  }
}

TEST(DisjointBoxes, HaveThePlacesOfAllBoxesOnce) {
  std::mt19937 random(3);
  for (int program = 0; program < 200; ++program) {
    Boxes boxes;
    std::vector<int> is(60), count(60);
    const auto indexOf = [](const Extent &at) { return (at[0] * 4 + at[1]) * 5 + at[2]; };
    for (int i = 0; i < 5; ++i) {
      boxes.push_back(randomBox(random, {3, 4, 5}));
      forPlaces(boxes.back(), [&](const Extent &at) { is[indexOf(at)] = 1; });
    }
    for (const Box &each : disjointBoxes(boxes))
      forPlaces(each, [&](const Extent &at) { ++count[indexOf(at)]; });
    EXPECT_EQ(is, count);
  }
}

// "For each allocation managed on each device, the buffer implementation shall track for each page
// whether the data contained within the page is up-to-date or outdated."
TEST(PageTable, TracksForEachAllocationWhichPagesAreUpToDate) {
  const PageGrid grid({1, 1, 100}, 1, {1, 1, 10});
  PageTable table(grid);
  const size_t host = table.addAllocation(true), device = table.addAllocation(false);
  EXPECT_TRUE(table.isUpToDate(host, grid.whole()));
  EXPECT_FALSE(table.isUpToDate(device, line(0, 10)));
  table.transferred(device, line(20, 40), FakeCommand::make());
  EXPECT_TRUE(table.isUpToDate(device, line(20, 40)));
  EXPECT_FALSE(table.isUpToDate(device, line(10, 30)));
  table.written(device, line(30, 50));
  EXPECT_TRUE(table.isUpToDate(device, line(20, 50)));
  EXPECT_FALSE(table.isUpToDate(host, line(30, 40)));
  EXPECT_TRUE(table.isUpToDate(host, line(0, 30)));
}

// A walk over all parts takes about a millisecond of processor time.
TEST(PageTable, AnAccessToOneOfAMillionPagesDoesNotWalkThemAll) {
  constexpr size_t kPages = 1'000'000;
  const PageGrid grid({1, 1, kPages}, 1, {1, 1, 1});
  PageTable table(grid);
  AccessHistory history(grid);
  table.addAllocation(true);
  const size_t device = table.addAllocation(false);
  const SharedCommand a = FakeCommand::make(), b = FakeCommand::make();
  for (size_t i = 0; i < kPages / 5; ++i) {
    const Box page = line(i * 5, i * 5 + 1);
    table.written(device, page); // every fifth page is another part
    history.add(page, true, i % 2 ? a : b);
  }
  EXPECT_GT(history.partCount(), kPages / 5);
  constexpr size_t kCount = 10'000;
  Boxes parts;
  const std::clock_t begin = std::clock();
  for (size_t i = 0; i < kCount; ++i) {
    const Box page = line(i * 7919 % kPages, i * 7919 % kPages + 1);
    parts.clear();
    table.appendParts(device, page, false, parts);
    table.written(device, page);
    history.add(page, true, a);
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  RecordProperty("nanoseconds of an access", static_cast<int>(seconds * 1e9 / kCount));
  EXPECT_LT(seconds, kCount * 150e-6);
}

TEST(AccessHistory, DropsReadersThatAreComplete) {
  const PageGrid grid({1, 1, 8}, 1, {1, 1, 1});
  AccessHistory history(grid);
  for (int i = 0; i < 1000; ++i) {
    const auto reader = FakeCommand::make();
    reader->isDone = i != 3;
    history.add(line(0, 8), false, reader);
  }
  EXPECT_LE(history.all().size(), 34u);
  bool isKept = false;
  for (const SharedCommand &each : history.all())
    isKept = isKept || !each->isComplete();
  EXPECT_TRUE(isKept);
}

class Plan : public testing::Test {
protected:
  const PageGrid grid_{{1, 1, 100}, 1, {1, 1, 10}};
  PageTable table_{grid_};
  const size_t host_ = table_.addAllocation(true);
  const size_t a_ = table_.addAllocation(false), b_ = table_.addAllocation(false);

  std::vector<Transfer> plan(size_t target, const Boxes &boxes, Route route = Route::None) {
    return planTransfers(table_, target, boxes, [&](size_t) { return route; });
  }
};

// "The implementation shall attempt to minimize both the number of transferred pages and the total
// number of backend data transfers."
TEST_F(Plan, OnlyOutdatedPagesMoveInFewTransfers) {
  table_.transferred(a_, line(30, 50), nullptr);
  EXPECT_EQ(plan(a_, {grid_.whole()}),
            (std::vector<Transfer>{{host_, a_, line(0, 30)}, {host_, a_, line(50, 100)}}));
  EXPECT_EQ(plan(a_, {line(30, 50)}), std::vector<Transfer>());
  EXPECT_EQ(plan(a_, {line(0, 10), line(10, 20)}),
            (std::vector<Transfer>{{host_, a_, line(0, 20)}}));
}

TEST_F(Plan, WhatAnotherDeviceHasGoesThroughTheHost) {
  table_.written(a_, line(10, 20));
  EXPECT_EQ(plan(b_, {line(0, 30)}),
            (std::vector<Transfer>{{a_, host_, line(10, 20)}, {host_, b_, line(0, 30)}}));
  EXPECT_EQ(plan(host_, {grid_.whole()}), (std::vector<Transfer>{{a_, host_, line(10, 20)}}));
}

TEST_F(Plan, ADirectPeerIsPreferredToTheHost) {
  table_.written(a_, line(10, 20));
  EXPECT_EQ(plan(b_, {line(0, 30)}, Route::Peer),
            (std::vector<Transfer>{
                {a_, b_, line(10, 20)}, {host_, b_, line(0, 10)}, {host_, b_, line(20, 30)}}));
}

TEST_F(Plan, TheSameDeviceIsPreferredToAPeer) {
  const size_t c = table_.addAllocation(false);
  for (const size_t each : {a_, c})
    table_.transferred(each, line(0, 10), nullptr);
  const auto plan = planTransfers(table_, b_, {line(0, 10)}, [&](size_t from) {
    return from == c ? Route::SameDevice : Route::Peer;
  });
  EXPECT_EQ(plan, (std::vector<Transfer>{{c, b_, line(0, 10)}}));
}

// "Accessors referring to a buffer that does not contain any initialized data shall never lead to
// data transfers."
TEST_F(Plan, PagesThatNobodyWroteDoNotMove) {
  PageTable fresh(grid_);
  for (int i = 0; i < 2; ++i)
    fresh.addAllocation(false);
  fresh.written(0, line(40, 50));
  EXPECT_EQ(planTransfers(fresh, 1, {grid_.whole()}, [](size_t) { return Route::None; }),
            (std::vector<Transfer>{{0, 1, line(40, 50)}}));
}

} // namespace
} // namespace ursa::runtime
