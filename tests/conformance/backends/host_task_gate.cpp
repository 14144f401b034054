// A gate for queues of adapters that support host tasks.
#include "conformance/backends/backend.h"
#include "support/expect_ok.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>

namespace ursa::conformance {

// The gate is a host task that waits.
std::function<void()> enqueueGate(ur_context_handle_t, ur_queue_handle_t queue,
                                  ur_event_handle_t *event) {
  struct Gate {
    std::promise<void> promise;
    std::future<void> opened = promise.get_future();
  };
  auto gate = std::make_shared<Gate>();
  EXPECT_OK(urEnqueueHostTaskExp(
      queue, [](void *data) { static_cast<Gate *>(data)->opened.wait(); }, gate.get(), nullptr, 0,
      nullptr, event));
  return [gate] { gate->promise.set_value(); };
}

} // namespace ursa::conformance
