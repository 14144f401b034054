// Command buffers: recorded commands become command buffers of the driver at their first execution,
// and again after an update. Host operations, and commands with wait lists or events, split them
// into segments.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/vulkan/memory/memory.h"
#include "adapters/vulkan/program/kernel.h"
#include "adapters/vulkan/program/program.h"
#include "adapters/vulkan/queue/enqueue.h"
#include "adapters/vulkan/queue/event.h"

// The adapter has no samplers, but adapters/common needs the type.
struct ur_sampler_handle_t_ : ursa::adapter::HandleBase {};

namespace ursa::vulkan {

/// The types and functions that adapters/common uses for command buffers.
struct Recordings : adapter::HandleTypes {
  using Work = const vulkan::Work;

  static Result<void> checkWaitable(const ur_event_handle_t_ &) { return {}; }
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.info.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static WorkResult makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                               const adapter::NdRange &range,
                               std::span<const ur_exp_kernel_arg_properties_t> arguments);
};

/// Commands that are submitted together.
struct Segment {
  size_t first = 0;
  size_t count = 0;
  std::vector<WorkPointer> works;      ///< the commands as recorded
  std::shared_ptr<Recording> recorded; ///< null for host operations, and before the first execution
};

struct CommandBuffer : adapter::CommandBuffer<Recordings> {
  using adapter::CommandBuffer<Recordings>::CommandBuffer;

  std::vector<Segment> segments; ///< guarded by the mutex; empty before the first execution
};

} // namespace ursa::vulkan

struct ur_exp_command_buffer_handle_t_ : ursa::vulkan::CommandBuffer {
  using CommandBuffer::CommandBuffer;
};
