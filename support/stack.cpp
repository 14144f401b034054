#include "support/stack.h"

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include <csignal>

namespace ursa::inline support {
namespace {

struct StackRange {
  uintptr_t lowest = 0;
  uintptr_t end = 0;
};

StackRange stackOfThisThread() {
  StackRange range;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return range;
  void *lowest = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
    range = {reinterpret_cast<uintptr_t>(lowest), reinterpret_cast<uintptr_t>(lowest) + size};
  pthread_attr_destroy(&attributes);
  return range;
}

/// Who changes the default size of stacks.
struct DefaultStack {
  std::mutex mutex;  ///< guards the other members
  size_t users = 0;  ///< objects that want large stacks
  size_t before = 0; ///< what the first of them found; 0 if it was large enough
};
constinit DefaultStack defaultStack;

/// Makes the default size of stacks @p bytes and returns the previous one. Leaves it and returns 0
/// unless it is @p expected, or with 0 for that, smaller.
size_t exchangeDefaultStack(size_t expected, size_t bytes) {
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0)
    return 0;
  size_t present = 0;
  const bool isExchanged = pthread_attr_getstacksize(&attributes, &present) == 0 &&
                           (expected == 0 ? present < bytes : present == expected) &&
                           pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                           pthread_setattr_default_np(&attributes) == 0;
  pthread_attr_destroy(&attributes);
  return isExchanged ? present : 0;
}

void *threadMain(void *argument) {
  const std::unique_ptr<std::function<void()>> main(static_cast<std::function<void()> *>(argument));
  (*main)();
  return nullptr;
}

} // namespace

size_t stackLeft() {
  // Cached per thread, because the query reads a file in the main thread.
  thread_local const StackRange range = stackOfThisThread();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here >= range.lowest && here < range.end ? here - range.lowest : 0;
}

StackThread::StackThread(StackThread &&other) noexcept
    : thread_(other.thread_), isRunning_(std::exchange(other.isRunning_, false)) {}

StackThread &StackThread::operator=(StackThread &&other) noexcept {
  assert(!isRunning_);
  thread_ = other.thread_;
  isRunning_ = std::exchange(other.isRunning_, false);
  return *this;
}

StackThread::~StackThread() { assert(!isRunning_); }

int StackThread::start(std::function<void()> main) noexcept {
  assert(!isRunning_);
  std::unique_ptr<std::function<void()>> argument;
  try {
    argument = std::make_unique<std::function<void()>>(std::move(main));
  } catch (const std::bad_alloc &) {
    return ENOMEM;
  }
  pthread_attr_t attributes;
  if (const int error = pthread_attr_init(&attributes))
    return error;
  int error = pthread_attr_setstacksize(&attributes, kThreadStackBytes);
  if (error == 0)
    error = pthread_create(&thread_, &attributes, threadMain, argument.get());
  pthread_attr_destroy(&attributes);
  if (error == 0) {
    (void)argument.release(); // owned by the thread from here on
    isRunning_ = true;
  }
  return error;
}

void StackThread::join() {
  pthread_join(thread_, nullptr);
  isRunning_ = false;
}

void StackThread::detach() {
  pthread_detach(thread_);
  isRunning_ = false;
}

LargeThreadStacks::LargeThreadStacks() noexcept {
  const std::lock_guard lock(defaultStack.mutex);
  if (defaultStack.users++ == 0)
    defaultStack.before = exchangeDefaultStack(0, kThreadStackBytes);
}

LargeThreadStacks::~LargeThreadStacks() {
  const std::lock_guard lock(defaultStack.mutex);
  if (--defaultStack.users == 0 && defaultStack.before != 0)
    exchangeDefaultStack(kThreadStackBytes, defaultStack.before);
}

BlockedSignals::BlockedSignals() {
  sigset_t all;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before_);
}

BlockedSignals::~BlockedSignals() { (void)pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

} // namespace ursa::inline support
