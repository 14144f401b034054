// A mock adapter behind layers. The program obtains its objects by calls, so that the layers track
// them.
#pragma once

#include "mock/mock_adapter.h"
#include "unit/layers/layered_loader.h"

namespace ursa::core::layers {

class LayeredMock {
public:
  explicit LayeredMock(const char *layers);

  /// Releases everything that the constructor obtained.
  void releaseAll() {
    EXPECT_EQ(urQueueRelease(queue), UR_RESULT_SUCCESS);
    EXPECT_EQ(urContextRelease(context), UR_RESULT_SUCCESS);
    EXPECT_EQ(urDeviceRelease(device), UR_RESULT_SUCCESS);
    EXPECT_EQ(urAdapterRelease(adapter), UR_RESULT_SUCCESS);
  }

  ur_event_handle_t makeEvent() {
    ur_event_handle_t event = nullptr;
    EXPECT_EQ(urEnqueueEventsWait(queue, 0, nullptr, &event), UR_RESULT_SUCCESS);
    return event;
  }

  ur_mem_handle_t makeBuffer(size_t size) {
    ur_mem_handle_t buffer = nullptr;
    EXPECT_EQ(urMemBufferCreate(context, UR_MEM_FLAG_READ_WRITE, size, nullptr, &buffer),
              UR_RESULT_SUCCESS);
    return buffer;
  }

  MockAdapter mock;

private:
  template <class Handle> ur_result_t give(Handle *out) {
    *out = mock.make<Handle>();
    return UR_RESULT_SUCCESS;
  }

  LayeredLoader loader_;

public:
  ur_adapter_handle_t adapter = nullptr;
  ur_platform_handle_t platform = nullptr;
  ur_device_handle_t device = nullptr;
  ur_context_handle_t context = nullptr;
  ur_queue_handle_t queue = nullptr;
};

} // namespace ursa::core::layers
