#include "sycl/api/host_task_scope.h"

#include <cstdlib>

namespace sycl::detail {
namespace {

thread_local unsigned activeScopes = 0;
thread_local bool isExitCalled = false;

} // namespace

// The handler is called before objects are destroyed that were static when the first task began.
HostTaskScope::HostTaskScope() {
  static const int registered = std::atexit([] { isExitCalled = activeScopes != 0; });
  (void)registered;
  ++activeScopes;
}

HostTaskScope::~HostTaskScope() { --activeScopes; }

bool HostTaskScope::isActive() { return activeScopes != 0; }
bool HostTaskScope::isExiting() { return isExitCalled; }

} // namespace sycl::detail
