// Parts of the Vulkan adapter's memory management that need no device: free ranges, regions of
// copies, and mappings at chosen addresses.
#include "adapters/vulkan/memory/buffer_copies.h"
#include "adapters/vulkan/memory/free_ranges.h"
#include "adapters/vulkan/memory/placed_mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sys/mman.h>
#include <vector>

namespace ursa::vulkan {
namespace {

TEST(BufferCopies, RegionsAreBelow2GiB) {
  constexpr uint64_t kSize = (uint64_t{5} << 30) + 3, kFrom = 16, kTo = uint64_t{1} << 33;
  std::vector<VkBufferCopy> regions;
  appendRegions(regions, {kFrom, kTo, kSize});
  uint64_t done = 0;
  for (const VkBufferCopy &region : regions) {
    EXPECT_EQ(region.srcOffset, kFrom + done);
    EXPECT_EQ(region.dstOffset, kTo + done);
    EXPECT_LT(region.size, uint64_t{1} << 31);
    done += region.size;
  }
  EXPECT_EQ(done, kSize);
}

TEST(FreeRanges, RangesAreAlignedAndDisjoint) {
  FreeRanges ranges(1000, 10000);
  EXPECT_EQ(ranges.allocate(10, 1), 1000u);
  EXPECT_EQ(ranges.allocate(100, 256), 1024u);
  EXPECT_EQ(ranges.allocate(14, 1), 1010u); // the smallest part that fits, before the piece above
  EXPECT_EQ(ranges.allocate(100, 4), 1124u);
  EXPECT_EQ(ranges.allocate(20000, 1), std::nullopt);
  EXPECT_EQ(ranges.allocate(UINT64_MAX, 4096), std::nullopt);
  EXPECT_EQ(ranges.allocate(1, uint64_t{1} << 40), std::nullopt);
}

TEST(FreeRanges, NeighboursJoin) {
  FreeRanges ranges(0, 300);
  for (uint64_t i = 0; i < 3; ++i)
    ASSERT_EQ(ranges.allocate(100, 1), i * 100);
  EXPECT_EQ(ranges.largest(), 0u);
  ranges.release(0, 100);
  ranges.release(200, 100);
  EXPECT_EQ(ranges.largest(), 100u);
  EXPECT_FALSE(ranges.isWhole());
  EXPECT_EQ(ranges.allocate(150, 1), std::nullopt);
  ranges.release(100, 100);
  EXPECT_TRUE(ranges.isWhole());
  EXPECT_EQ(ranges.allocate(300, 1), 0u);
}

// Many parts are large enough, but none of the first ones is aligned.
TEST(FreeRanges, FindsAnAlignedRangeAfterUnalignedOnes) {
  FreeRanges ranges(0, 1 << 20);
  std::vector<uint64_t> pieces;
  while (const auto piece = ranges.allocate(64, 64))
    pieces.push_back(*piece);
  for (const uint64_t piece : pieces)
    if (piece % 128 == 64)
      ranges.release(piece, 64);
  EXPECT_EQ(ranges.allocate(64, 128), std::nullopt);
  ranges.release(128, 64); // merges with the one after it
  EXPECT_EQ(ranges.allocate(64, 128), 128u);
}

TEST(FreeRanges, RandomRangesNeverOverlap) {
  constexpr uint64_t kSize = 1 << 16;
  FreeRanges ranges(4096, kSize);
  std::mt19937 random(1);
  std::vector<bool> isOccupied(kSize);
  std::vector<std::pair<uint64_t, uint64_t>> pieces;
  for (int i = 0; i < 20000; ++i) {
    const uint64_t size = 1 + random() % 500;
    const uint64_t alignment = uint64_t{1} << random() % 9;
    if (random() % 2 == 0 || pieces.empty()) {
      const auto piece = ranges.allocate(size, alignment);
      if (!piece)
        continue;
      ASSERT_EQ(*piece % alignment, 0u);
      ASSERT_GE(*piece, 4096u);
      ASSERT_LE(*piece + size, 4096 + kSize);
      for (uint64_t at = 0; at < size; ++at) {
        ASSERT_FALSE(isOccupied[*piece - 4096 + at]);
        isOccupied[*piece - 4096 + at] = true;
      }
      pieces.emplace_back(*piece, size);
    } else {
      std::swap(pieces[random() % pieces.size()], pieces.back());
      const auto [piece, bytes] = pieces.back();
      pieces.pop_back();
      std::fill_n(isOccupied.begin() + static_cast<ptrdiff_t>(piece - 4096), bytes, false);
      ranges.release(piece, bytes);
    }
  }
  for (const auto &[piece, size] : pieces)
    ranges.release(piece, size);
  EXPECT_TRUE(ranges.isWhole());
}

// A mock driver that maps pages at the requested address, or fails.
bool driverSupportsPlacing = true;
VKAPI_ATTR VkResult VKAPI_CALL mapPlaced(VkDevice, const VkMemoryMapInfoKHR *info, void **mapped) {
  const auto *placed = static_cast<const VkMemoryMapPlacedInfoEXT *>(info->pNext);
  EXPECT_EQ(info->flags, VK_MEMORY_MAP_PLACED_BIT_EXT);
  EXPECT_EQ(placed->sType, VK_STRUCTURE_TYPE_MEMORY_MAP_PLACED_INFO_EXT);
  if (!driverSupportsPlacing)
    return VK_ERROR_MEMORY_MAP_FAILED;
  *mapped = mmap(placed->pPlacedAddress, 8192, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return *mapped == placed->pPlacedAddress ? VK_SUCCESS : VK_ERROR_MEMORY_MAP_FAILED;
}

class PlacedMappings : public ::testing::Test {
protected:
  PlacedMappings() {
    driverSupportsPlacing = true;
    void *const room = mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(room, 8192);
    free_ = reinterpret_cast<uint64_t>(room);
  }
  std::byte *place(uint64_t address) {
    isOccupied_ = false;
    return placing_.place(nullptr, VK_NULL_HANDLE, address, 8192, isOccupied_);
  }
  bool isFree() { return ReservedAddresses(free_, 8192).isHeld(); }

  PlacedMapping placing_{mapPlaced, 4096};
  uint64_t free_ = 0; ///< address of 8192 free bytes
  bool isOccupied_ = false;
};

TEST_F(PlacedMappings, AreAtTheRequestedAddress) {
  std::byte *const mapped = place(free_);
  ASSERT_EQ(reinterpret_cast<uint64_t>(mapped), free_);
  mapped[8191] = std::byte{1};
  EXPECT_FALSE(isOccupied_);
  EXPECT_FALSE(isFree());
  munmap(mapped, 8192);
}

TEST_F(PlacedMappings, NeverReplaceOtherMappings) {
  void *const other = mmap(reinterpret_cast<void *>(free_ + 4096), 4096, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  ASSERT_NE(other, MAP_FAILED);
  *static_cast<char *>(other) = 'x';
  EXPECT_EQ(place(free_), nullptr);
  EXPECT_TRUE(isOccupied_);
  EXPECT_EQ(*static_cast<char *>(other), 'x');
  munmap(other, 4096);
  EXPECT_TRUE(isFree());
}

TEST_F(PlacedMappings, LeaveNothingIfTheDriverFails) {
  driverSupportsPlacing = false;
  EXPECT_EQ(place(free_), nullptr);
  EXPECT_FALSE(isOccupied_);
  EXPECT_TRUE(isFree());
}

TEST_F(PlacedMappings, FailAtInvalidAddresses) {
  EXPECT_EQ(place(free_ + 8), nullptr);
#ifndef __SANITIZE_THREAD__ // which then maps memory elsewhere, at 0
  EXPECT_EQ(place(uint64_t{1} << 60), nullptr);
#endif
  EXPECT_EQ(place(0), nullptr);
  EXPECT_FALSE(isOccupied_);
  placing_.map = nullptr;
  EXPECT_EQ(place(free_), nullptr);
}

} // namespace
} // namespace ursa::vulkan
