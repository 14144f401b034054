#include "adapters/host/driver/adapter_thread.h"

#include <cerrno>
#include <new>
#include <utility>

namespace ursa::host {
namespace {

thread_local bool isAdapterThread = false;

} // namespace

bool isOnAdapterThread() { return isAdapterThread; }

AdapterThreadScope::AdapterThreadScope() : before_(std::exchange(isAdapterThread, true)) {}

AdapterThreadScope::~AdapterThreadScope() { isAdapterThread = before_; }

int AdapterThread::start(std::function<void()> main) noexcept {
  try {
    return thread_.start([main = std::move(main)] {
      isAdapterThread = true;
      main();
    });
  } catch (const std::bad_alloc &) {
    return ENOMEM;
  }
}

} // namespace ursa::host
