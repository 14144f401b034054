// A shared pointer that is read while it is replaced: no thread sees a destroyed object, and none
// leaks.
#include "support/atomic_shared_ptr.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace ursa {
namespace {

TEST(AtomicSharedPtr, HoldsWhatWasStored) {
  AtomicSharedPtr<const int> pointer;
  EXPECT_EQ(pointer.load(), nullptr);
  pointer.store(std::make_shared<const int>(1));
  const std::shared_ptr<const int> first = pointer.load();
  EXPECT_EQ(*first, 1);
  pointer.store(std::make_shared<const int>(2));
  EXPECT_EQ(*pointer.load(), 2);
  EXPECT_EQ(*first, 1);
  EXPECT_EQ(first.use_count(), 1);
  pointer.store(nullptr);
  EXPECT_EQ(pointer.load(), nullptr);
}

// The count of loads is 16 bits wide.
TEST(AtomicSharedPtr, IsLoadedMoreOftenThanItsCountReaches) {
  std::weak_ptr<const int> gone;
  for (const int loads : {0, 1, 0xffff, 0x10000, 0x10001, 200'000}) {
    AtomicSharedPtr<const int> pointer(std::make_shared<const int>(loads));
    for (int i = 0; i < loads; ++i)
      ASSERT_EQ(*pointer.load(), loads);
    gone = pointer.load();
    pointer.store(nullptr);
    EXPECT_TRUE(gone.expired()) << loads;
  }
}

TEST(AtomicSharedPtr, ABorrowedObjectLivesUntilTheBorrowEnds) {
  AtomicSharedPtr<const int> pointer;
  EXPECT_FALSE(pointer.borrow());
  EXPECT_EQ(pointer.borrow().share(), nullptr);
  pointer.store(std::make_shared<const int>(1));
  const std::weak_ptr<const int> gone = pointer.load();
  {
    auto borrowed = pointer.borrow();
    const auto other = pointer.borrow();
    pointer.store(std::make_shared<const int>(2));
    EXPECT_EQ(*borrowed, 1);
    EXPECT_EQ(*other, 1);
    EXPECT_EQ(*pointer.borrow(), 2);
    borrowed = pointer.borrow();
    EXPECT_EQ(*borrowed, 2);
    EXPECT_FALSE(gone.expired());
  }
  EXPECT_TRUE(gone.expired());
  const std::shared_ptr<const int> shared = pointer.borrow().share();
  pointer.store(nullptr);
  EXPECT_EQ(*shared, 2);
}

#ifndef NDEBUG
TEST(AtomicSharedPtrDeathTest, MoreBorrowsThanItsCountReaches) {
  const AtomicSharedPtr<const int> pointer(std::make_shared<const int>(1));
  std::vector<AtomicSharedPtr<const int>::Borrow> borrows;
  for (int i = 0; i < 0xffff; ++i)
    borrows.push_back(pointer.borrow());
  EXPECT_DEATH((void)pointer.load(), "fewer than 2\\^16 loads at the same time");
  EXPECT_DEATH((void)pointer.borrow(), "fewer than 2\\^16 loads at the same time");
  borrows.pop_back();
  EXPECT_EQ(*pointer.load(), 1);
}

TEST(AtomicSharedPtrDeathTest, NoObjectIsRead) {
  const AtomicSharedPtr<const int> pointer;
  EXPECT_DEATH((void)*pointer.borrow(), "there is no object");
}
#endif

TEST(AtomicSharedPtr, EndsWithItsOwner) {
  std::weak_ptr<const int> gone;
  {
    const AtomicSharedPtr<const int> pointer(std::make_shared<const int>(1));
    gone = pointer.load();
    EXPECT_FALSE(gone.expired());
  }
  EXPECT_TRUE(gone.expired());
}

TEST(AtomicSharedPtr, ThreadsLoadWhileOthersStore) {
  struct Counted {
    explicit Counted(std::atomic<int> &count) : alive(count) { ++alive; }
    ~Counted() {
      value = 0;
      --alive;
    }
    Counted(const Counted &) = delete;
    Counted &operator=(const Counted &) = delete;
    std::atomic<int> &alive;
    int value = 42;
  };
  std::atomic<int> alive{0};
  {
    AtomicSharedPtr<const Counted> pointer(std::make_shared<const Counted>(alive));
    std::atomic<bool> stop{false};
    std::vector<std::thread> readers;
    for (int i = 0; i < 4; ++i)
      readers.emplace_back([&] {
        while (!stop)
          ASSERT_EQ(pointer.load()->value, 42);
      });
    std::vector<std::thread> writers;
    for (int i = 0; i < 2; ++i)
      writers.emplace_back([&] {
        for (int round = 0; round < 10'000; ++round)
          pointer.store(std::make_shared<const Counted>(alive));
      });
    for (std::thread &writer : writers)
      writer.join();
    stop = true;
    for (std::thread &reader : readers)
      reader.join();
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
}

} // namespace
} // namespace ursa
