// Memory of large allocations is on large pages where the system has them.
#include "adapters/host/memory/large_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace ursa::host {
namespace {

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Owned = std::unique_ptr<void, Free>;

bool isAligned(const Owned &memory, size_t alignment) {
  return reinterpret_cast<uintptr_t>(memory.get()) % alignment == 0;
}

/// Whether the system was asked for large pages at an address.
bool asksForLargePages(const void *address) {
  std::ifstream maps("/proc/self/smaps");
  bool isInside = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      const auto at = reinterpret_cast<uintptr_t>(address);
      isInside = begin <= at && at < end;
    } else if (isInside && line.starts_with("VmFlags:")) {
      return line.find(" hg") != std::string::npos;
    }
  }
  return false;
}

TEST(LargePages, AreForLargeMemory) {
  constexpr size_t kLargePage = size_t{2} << 20;
  const Owned large(allocateAligned(64, 5 * kLargePage / 2));
  ASSERT_TRUE(large);
  EXPECT_TRUE(isAligned(large, kLargePage));
  const auto *bytes = static_cast<const std::byte *>(large.get());
  if (std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) {
    EXPECT_TRUE(asksForLargePages(bytes + kLargePage));
    EXPECT_FALSE(asksForLargePages(bytes + 9 * kLargePage / 4)) << "used in part";
  }

  const Owned small(allocateAligned(128, 1000));
  ASSERT_TRUE(small);
  EXPECT_TRUE(isAligned(small, 128));
  EXPECT_FALSE(asksForLargePages(small.get()));
}

TEST(LargePages, KeepLargerAlignments) {
  const size_t alignment = size_t{8} << 20;
  EXPECT_TRUE(isAligned(Owned(allocateAligned(alignment, alignment)), alignment));
}

TEST(LargePages, RefuseWhatCannotBe) {
  EXPECT_EQ(allocateAligned(64, SIZE_MAX - 10), nullptr);
  EXPECT_EQ(allocateAligned(64, SIZE_MAX / 2), nullptr);
}

} // namespace
} // namespace ursa::host
