// "The range of the buffer is interpreted as a 3D grid that is divided into 3D chunks of fixed size
// in each dimension."

#include "sycl/runtime/error.h"
#include "sycl/runtime/page_grid.h"

#include <gtest/gtest.h>

namespace ursa::runtime {
namespace {

std::string sentenceOf(const std::function<void()> &call) {
  try {
    call();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

TEST(PageGrid, PagesAreChunksOfFixedSizeInEachDimension) {
  const PageGrid grid({4, 6, 10}, 4, {2, 3, 5});
  EXPECT_EQ(grid.bytes(), 960u);
  EXPECT_EQ(grid.pageCount(grid.whole()), 2u * 2 * 2);
  const PageGrid uneven({5, 6, 11}, 4, {2, 3, 5});
  EXPECT_EQ(uneven.pageCount(uneven.whole()), 3u * 2 * 3);
}

TEST(PageGrid, APageThatIsContainedOrOverlapsIsPartOfThePageRange) {
  const PageGrid grid({4, 6, 10}, 4, {2, 3, 5});
  const Box one = grid.ofElements({1, 3, 5}, {1, 1, 1});
  EXPECT_EQ(grid.pageRange(one), (Box{{0, 3, 20}, {2, 6, 40}}));
  EXPECT_EQ(grid.pageCount(one), 1u);
  const Box across = grid.ofElements({1, 2, 4}, {2, 2, 2});
  EXPECT_EQ(grid.pageRange(across), grid.whole());
}

TEST(PageGrid, APageRangeEndsWithTheBuffer) {
  const PageGrid grid({1, 1, 11}, 2, {1, 1, 4});
  EXPECT_EQ(grid.pageRange(grid.ofElements({0, 0, 10}, {1, 1, 1})), (Box{{0, 0, 16}, {1, 1, 22}}));
}

TEST(PageGrid, AnEmptyBoxHasNoPages) {
  const PageGrid grid({1, 1, 8}, 4, {1, 1, 2});
  EXPECT_EQ(grid.pageCount(grid.ofElements({0, 0, 3}, {1, 1, 0})), 0u);
  const PageGrid empty({1, 1, 0}, 4, PageGrid::defaultPageSize({1, 1, 0}, 4));
  EXPECT_EQ(empty.bytes(), 0u);
  EXPECT_EQ(empty.pageCount(empty.whole()), 0u);
}

TEST(PageGrid, APageLargerThanTheBufferIsTheBuffer) {
  const PageGrid grid({1, 3, 8}, 4, {SIZE_MAX, SIZE_MAX, SIZE_MAX});
  EXPECT_EQ(grid.pageCount(grid.ofElements({0, 1, 1}, {1, 1, 1})), 1u);
}

TEST(PageGrid, DefaultPagesHave4KiBOrALittleMore) {
  EXPECT_EQ(PageGrid::defaultPageSize({1, 1, 1 << 20}, 4), (Extent{1, 1, 1024}));
  EXPECT_EQ(PageGrid::defaultPageSize({1, 1, 100}, 4), (Extent{1, 1, 100}));
  EXPECT_EQ(PageGrid::defaultPageSize({1, 1000, 1000}, 4), (Extent{1, 2, 1000}));
  EXPECT_EQ(PageGrid::defaultPageSize({1, 100000, 3}, 4), (Extent{1, 342, 3}));
  EXPECT_EQ(PageGrid::defaultPageSize({100, 10, 10}, 1), (Extent{41, 10, 10}));
  EXPECT_EQ(PageGrid::defaultPageSize({1, 1, 100}, 10000), (Extent{1, 1, 1}));
}

TEST(PageGrid, ConsecutiveBytesAreAtMostFiveBoxes) {
  const PageGrid grid({4, 5, 6}, 1, {1, 1, 1});
  for (size_t first = 0; first <= grid.bytes(); ++first)
    for (size_t count = 0; count <= grid.bytes() - first; ++count) {
      const Boxes boxes = grid.ofBytes(first, count);
      ASSERT_LE(boxes.size(), 5u);
      std::vector<bool> is(grid.bytes());
      for (const Box &each : boxes)
        for (size_t i = each.begin[0]; i < each.end[0]; ++i)
          for (size_t j = each.begin[1]; j < each.end[1]; ++j)
            for (size_t k = each.begin[2]; k < each.end[2]; ++k)
              is[grid.offsetOf({i, j, k})] = true;
      for (size_t i = 0; i < grid.bytes(); ++i)
        ASSERT_EQ(is[i], i >= first && i < first + count);
    }
}

TEST(PageGrid, ABoxOutOfRangeIsRejectedWithASentence) {
  const PageGrid grid({1, 4, 8}, 4, {1, 1, 1});
  EXPECT_EQ(sentenceOf([&] {
              grid.ofElements({0, 2, 0}, {1, 3, 8});
            }),
            "An access of 1 x 3 x 8 elements at 0 x 2 x 0 is not in its buffer of 1 x 4 x 8 "
            "elements.");
  EXPECT_EQ(sentenceOf([&] {
              grid.ofElements({0, 0, SIZE_MAX}, {1, 1, 2});
            }),
            "An access of 1 x 1 x 2 elements at 0 x 0 x 18446744073709551615 is not in its buffer "
            "of 1 x 4 x 8 elements.");
  EXPECT_EQ(sentenceOf([&] { grid.ofBytes(100, 29); }),
            "An access of 29 bytes at 100 is not in its buffer of 128 bytes.");
}

TEST(PageGrid, ABufferLargerThanMemoryIsRejectedWithASentence) {
  const size_t many = size_t(1) << 40;
  EXPECT_EQ(sentenceOf([&] {
              PageGrid({1, many, many}, 4, {1, 1, 1});
            }),
            "A buffer of 1 x 1099511627776 x 1099511627776 elements of 4 bytes is larger than "
            "memory can be.");
  EXPECT_EQ(sentenceOf([&] {
              PageGrid({1, 1, 8}, 4, {1, 0, 1});
            }),
            "A page of 1 x 0 x 1 elements is empty; each number must be 1 or more.");
}

} // namespace
} // namespace ursa::runtime
