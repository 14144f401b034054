// The table of the loader's state per handle: threads read it without a lock while others change
// it.
#include "support/state_table.h"

#include <gtest/gtest.h>

#include <thread>

namespace ursa {
namespace {

struct State {
  explicit State(int value) : number(value) {}
  int number;
  std::atomic<uint32_t> references{1};
};
using Handle = struct Object *;
using Table = StateTable<Handle, State>;

Handle handleAt(uintptr_t index) { return reinterpret_cast<Handle>((index + 1) * 64); }

TEST(StateTable, FindsWhatWasAdded) {
  Table table;
  EXPECT_EQ(table.find(handleAt(0)), nullptr);
  for (int i = 0; i < 1000; ++i)
    table.add(handleAt(static_cast<uintptr_t>(i)), std::make_shared<State>(i));
  EXPECT_EQ(Table::count, 1000u);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(table.find(handleAt(static_cast<uintptr_t>(i)))->number, i);
  EXPECT_EQ(table.find(handleAt(1000)), nullptr);
  for (int i = 0; i < 1000; i += 2)
    EXPECT_EQ(table.release(handleAt(static_cast<uintptr_t>(i)))->number, i);
  for (int i = 0; i < 1000; ++i)
    EXPECT_EQ(table.find(handleAt(static_cast<uintptr_t>(i))) != nullptr, i % 2 == 1) << i;
  for (int i = 1; i < 1000; i += 2)
    EXPECT_TRUE(table.release(handleAt(static_cast<uintptr_t>(i))));
  EXPECT_EQ(Table::count, 0u);
}

TEST(StateTable, TheLastReferenceEndsIt) {
  Table table;
  table.add(handleAt(0), std::make_shared<State>(1));
  table.retain(handleAt(0));
  EXPECT_EQ(table.release(handleAt(0)), nullptr);
  EXPECT_NE(table.find(handleAt(0)), nullptr);
  EXPECT_NE(table.release(handleAt(0)), nullptr);
  EXPECT_EQ(table.find(handleAt(0)), nullptr);
  EXPECT_EQ(table.release(handleAt(0)), nullptr);
}

TEST(StateTable, WhateverIsNoHandleIsNotFound) {
  Table table;
  table.add(handleAt(0), std::make_shared<State>(1));
  table.add(handleAt(1), std::make_shared<State>(2));
  (void)table.release(handleAt(0)); // leaves a mark where it was
  for (uintptr_t word = 0; word < 64; ++word)
    EXPECT_EQ(table.find(reinterpret_cast<Handle>(word)), nullptr) << word;
  EXPECT_NE(table.release(handleAt(1)), nullptr);
}

TEST(StateTable, ALaterObjectAtAnAddressReplacesTheEarlierOne) {
  Table table;
  table.add(handleAt(0), std::make_shared<State>(1));
  table.add(handleAt(0), std::make_shared<State>(2));
  EXPECT_EQ(Table::count, 1u);
  EXPECT_EQ(table.find(handleAt(0))->number, 2);
  EXPECT_EQ(table.release(handleAt(0))->number, 2);
}

// Handles are created and destroyed by the million; searches stay short, and every search ends.
TEST(StateTable, ManyHandlesOneAfterTheOther) {
  Table table;
  table.add(handleAt(0), std::make_shared<State>(0));
  for (uintptr_t i = 1; i < 200'000; ++i) {
    table.add(handleAt(i), std::make_shared<State>(1));
    ASSERT_EQ(table.find(handleAt(0))->number, 0);
    ASSERT_EQ(table.find(handleAt(i + 1)), nullptr);
    ASSERT_TRUE(table.release(handleAt(i)));
  }
  EXPECT_TRUE(table.release(handleAt(0)));
}

TEST(StateTable, ReadersFindTheirOwnWhileOthersChange) {
  Table table;
  constexpr uintptr_t kReaders = 4;
  std::atomic<bool> stop{false};
  for (uintptr_t i = 0; i < kReaders; ++i)
    table.add(handleAt(i), std::make_shared<State>(static_cast<int>(i)));
  std::vector<std::thread> threads;
  for (uintptr_t i = 0; i < kReaders; ++i)
    threads.emplace_back([&, i] {
      while (!stop) {
        const State *state = table.find(handleAt(i));
        ASSERT_NE(state, nullptr);
        ASSERT_EQ(state->number, static_cast<int>(i));
      }
    });
  for (uintptr_t round = 0; round < 200; ++round) {
    for (uintptr_t i = 0; i < 100; ++i)
      table.add(handleAt(kReaders + (round * 37 + i * 5) % 1000), std::make_shared<State>(-1));
    for (uintptr_t i = 0; i < 100; ++i)
      table.release(handleAt(kReaders + (round * 37 + i * 5) % 1000));
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  for (uintptr_t i = 0; i < kReaders; ++i)
    EXPECT_TRUE(table.release(handleAt(i)));
}

} // namespace
} // namespace ursa
