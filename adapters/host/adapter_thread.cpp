#include "adapters/host/adapter_thread.h"

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace ursa::host {
namespace {

thread_local bool isAdapterThread = false;

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

void *threadMain(void *argument) {
  const std::unique_ptr<std::function<void()>> main(static_cast<std::function<void()> *>(argument));
  isAdapterThread = true;
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

bool isOnAdapterThread() { return isAdapterThread; }

AdapterThreadScope::AdapterThreadScope() : before_(std::exchange(isAdapterThread, true)) {}

AdapterThreadScope::~AdapterThreadScope() { isAdapterThread = before_; }

AdapterThread::AdapterThread(AdapterThread &&other) noexcept
    : thread_(other.thread_), isRunning_(std::exchange(other.isRunning_, false)) {}

AdapterThread &AdapterThread::operator=(AdapterThread &&other) noexcept {
  assert(!isRunning_);
  thread_ = other.thread_;
  isRunning_ = std::exchange(other.isRunning_, false);
  return *this;
}

AdapterThread::~AdapterThread() { assert(!isRunning_); }

int AdapterThread::start(std::function<void()> main) noexcept {
  std::unique_ptr<std::function<void()>> argument(new (std::nothrow)
                                                      std::function<void()>(std::move(main)));
  if (!argument)
    return ENOMEM;
  pthread_attr_t attributes;
  if (const int error = pthread_attr_init(&attributes))
    return error;
  int error = pthread_attr_setstacksize(&attributes, kThreadStackBytes);
  if (error == 0)
    error = pthread_create(&thread_, &attributes, threadMain, argument.get());
  pthread_attr_destroy(&attributes);
  if (error == 0) {
    argument.release(); // owned by the thread from here on
    isRunning_ = true;
  }
  return error;
}

void AdapterThread::join() {
  pthread_join(thread_, nullptr);
  isRunning_ = false;
}

} // namespace ursa::host
