// The memory that commands leave to the next ones.
#include "adapters/host/queue/recycled_blocks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

namespace ursa::host {
namespace {

constexpr size_t kSize = 100;

#if !defined(__SANITIZE_ADDRESS__) // under which no memory is reused
TEST(RecycledBlocks, AreReused) {
  RecycledBlocks blocks(kSize);
  std::set<void *> first;
  for (int i = 0; i < 64; ++i)
    first.insert(blocks.allocate(kSize));
  EXPECT_EQ(first.size(), 64u);
  for (void *block : first)
    blocks.release(block, kSize);
  std::set<void *> second;
  std::thread([&] { // also by other threads, and for smaller objects
    for (int i = 0; i < 64; ++i)
      second.insert(blocks.allocate(kSize - 1));
  })
      .join();
  EXPECT_EQ(first, second);
  for (void *block : second)
    blocks.release(block, kSize - 1);
  blocks.trim();
}
#endif

TEST(RecycledBlocks, MayBeMoreOrLargerThanAreKept) {
  RecycledBlocks blocks(kSize);
  std::vector<void *> many;
  for (int i = 0; i < 200; ++i)
    many.push_back(std::memset(blocks.allocate(kSize), i, kSize));
  void *large = std::memset(blocks.allocate(kSize + 1), 0, kSize + 1);
  for (void *block : many)
    blocks.release(block, kSize);
  blocks.release(large, kSize + 1);
  blocks.trim();
  blocks.release(blocks.allocate(kSize), kSize);
  blocks.trim();
}

// A block belongs to one thread at a time.
TEST(RecycledBlocks, BelongToOneThread) {
  RecycledBlocks blocks(sizeof(int));
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int id = 0; id < 4; ++id)
    threads.emplace_back([&, id] {
      for (int i = 0; i < 20000; ++i) {
        auto *const mine = static_cast<volatile int *>(blocks.allocate(sizeof(int)));
        auto *const other = static_cast<volatile int *>(blocks.allocate(sizeof(int)));
        *mine = id;
        *other = ~id;
        wrong += *mine != id || *other != ~id;
        blocks.release(const_cast<int *>(other), sizeof(int));
        blocks.release(const_cast<int *>(mine), sizeof(int));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  blocks.trim();
}

} // namespace
} // namespace ursa::host
