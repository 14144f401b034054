#include "support/thread_starts.h"

#include <atomic>
#include <cerrno>

#include <dlfcn.h>
#include <pthread.h>

namespace ursa {
namespace {

std::atomic<int> left{kAllThreads};
std::atomic<int> refused{0};

} // namespace

void allowThreads(int count) { left = count; }

int refusedThreads() { return refused; }

} // namespace ursa

extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                              void *(*main)(void *), void *argument) {
  using ursa::kAllThreads;
  using ursa::left;
  using ursa::refused;
  if (left != kAllThreads && --left < 0) {
    left = 0;
    ++refused;
    return EAGAIN;
  }
  static const auto next =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return next(thread, attributes, main, argument);
}
