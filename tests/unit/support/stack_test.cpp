#include "support/stack.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ursa {
namespace {

/// Calls a function in a thread with a small stack.
void onSmallStack(const std::function<void()> &function) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr size_t kBytes = size_t{1} << 20;
#else
  constexpr size_t kBytes = size_t{64} << 10;
#endif
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kBytes), 0);
  pthread_t thread{};
  const auto main = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, main,
                           const_cast<void *>(static_cast<const void *>(&function))),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

TEST(Stack, LargeWorkRunsInTheCallingThreadIfItFits) {
  ASSERT_GE(stackLeft(), kLargeStackBytes); // the tests are not run with a smaller one
  const Result<pthread_t> ran = onLargeStack([] { return Result(pthread_self()); });
  ASSERT_TRUE(ran);
  EXPECT_TRUE(pthread_equal(*ran, pthread_self()));
}

TEST(Stack, LargeWorkOfASmallThreadHasAStackOfItsOwn) {
  onSmallStack([] {
    EXPECT_LT(stackLeft(), kLargeStackBytes);
    const Result<size_t> left = onLargeStack([] { return Result(stackLeft()); });
    ASSERT_TRUE(left);
    EXPECT_GE(*left, kLargeStackBytes);
    const Result<void> failed = onLargeStack(
        []() -> Result<void> { return makeError(UR_RESULT_ERROR_INVALID_VALUE, "No."); });
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "No.");
    EXPECT_THROW((void)onLargeStack([]() -> Result<void> { throw std::runtime_error("thrown"); }),
                 std::runtime_error);
  });
}

/// Returns the stack that is left in a thread for which no size is given.
size_t stackOfAThread() {
  size_t left = 0;
  pthread_t thread{};
  const auto main = [](void *result) -> void * {
    *static_cast<size_t *>(result) = stackLeft();
    return nullptr;
  };
  EXPECT_EQ(pthread_create(&thread, nullptr, main, &left), 0);
  pthread_join(thread, nullptr);
  return left;
}

void setDefaultStack(size_t bytes) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_getattr_default_np(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  ASSERT_EQ(pthread_setattr_default_np(&attributes), 0);
  pthread_attr_destroy(&attributes);
}

TEST(Stack, ThreadsOfDriversHaveLargeStacksIfTheDefaultIsSmall) {
  constexpr size_t kSmall = size_t{1} << 20, kLarge = 2 * kThreadStackBytes;
  const size_t before = stackOfAThread();
  setDefaultStack(kSmall);
  {
    const LargeThreadStacks outer;
    EXPECT_GT(stackOfAThread(), kThreadStackBytes / 2);
    { const LargeThreadStacks inner; }
    EXPECT_GT(stackOfAThread(), kThreadStackBytes / 2) << "the outer is in force";
  }
  EXPECT_LE(stackOfAThread(), kSmall) << "it is put back";
  {
    const LargeThreadStacks large;
    setDefaultStack(kSmall);
  }
  EXPECT_LE(stackOfAThread(), kSmall) << "the application's default stays";
  setDefaultStack(kLarge);
  {
    const LargeThreadStacks large;
    EXPECT_GT(stackOfAThread(), kThreadStackBytes) << "it was large enough";
  }
  EXPECT_GT(stackOfAThread(), kThreadStackBytes);
  setDefaultStack((before / kSmall + 1) * kSmall);
}

TEST(Stack, ThreadsHaveAStackOfTheirOwnSize) {
  onSmallStack([] {
    size_t left = 0;
    bool isCurrent = true;
    StackThread thread;
    ASSERT_EQ(thread.start([&] { left = stackLeft(); }), 0);
    isCurrent = thread.isCurrent();
    thread.join();
    EXPECT_FALSE(thread.joinable());
    EXPECT_FALSE(isCurrent);
    EXPECT_GT(left, kThreadStackBytes / 2);
  });
}

} // namespace
} // namespace ursa
