// Releases objects that commands in flight may retain: they are destroyed when the commands
// complete, without a further call of the application.
#pragma once

#include "adapters/common/references.h"
#include "adapters/vulkan/driver/device.h"
#include "support/last_error.h"

namespace ursa::vulkan {

ur_device_handle_t_ &deviceOf(const ur_context_handle_t_ &context);
ur_device_handle_t_ &deviceOf(const ur_queue_handle_t_ &queue);
ur_device_handle_t_ &deviceOf(const ur_mem_handle_t_ &memory);
ur_device_handle_t_ &deviceOf(const ur_program_handle_t_ &program);
ur_device_handle_t_ &deviceOf(const ur_kernel_handle_t_ &kernel);

/// Implements a table's pfnRelease.
template <class Object> ur_result_t releaseWhenIdle(Object *handle) {
  return atBoundary([&]() -> Result<void> {
    URSA_CHECK(adapter::checkHandle(handle, "to release"));
    ur_device_handle_t_ &device = deviceOf(*handle);
    adapter::release(handle);
    device.reclaimWhenDone();
    return {};
  });
}

} // namespace ursa::vulkan
