// Host tasks that hold up a queue until a test opens a gate.
#pragma once

#include "support/expect_ok.h"
#include "ur_api.h"

#include <future>

#include <gtest/gtest.h>

namespace ursa {

/// Opened once. Outlives the tasks that wait at it.
struct Gate {
  std::promise<void> promise;
  std::future<void> opened = promise.get_future();

  void open() { promise.set_value(); }
};

/// Enqueues a host task that ends when the gate opens.
inline void close(Gate &gate, ur_queue_handle_t queue, ur_event_handle_t *event = nullptr) {
  ASSERT_OK(urEnqueueHostTaskExp(
      queue, [](void *data) { static_cast<Gate *>(data)->opened.wait(); }, &gate, nullptr, 0,
      nullptr, event));
}

} // namespace ursa
