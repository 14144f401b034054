// Command buffers: recorded commands become command buffers of the driver when they are first
// executed, and again when an update has changed one of them. Steps of the host, and commands that
// others wait for or that wait for others, are where one ends and the next begins.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/vulkan/enqueue.h"
#include "adapters/vulkan/event.h"
#include "adapters/vulkan/kernel.h"
#include "adapters/vulkan/memory.h"
#include "adapters/vulkan/program.h"

// There are no samplers; adapters/common wants the type.
struct ur_sampler_handle_t_ : ursa::adapter::HandleBase {};

namespace ursa::vulkan {

/// What adapters/common keeps recordings of.
struct Recordings {
  using Work = const vulkan::Work;
  using Context = ur_context_handle_t_;
  using Event = ur_event_handle_t_;
  using Kernel = ur_kernel_handle_t_;
  using Memory = ur_mem_handle_t_;
  using Sampler = ur_sampler_handle_t_;

  static Result<void> checkPlace(ur_context_handle_t context, ur_device_handle_t device);
  static Result<void> checkWaitable(const ur_event_handle_t_ &) { return {}; }
  static ur_event_handle_t makeSignal(ur_context_handle_t context, ur_command_t type,
                                      bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ *kernel) { return kernel->info.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static WorkResult makeLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                               const adapter::LaunchShape &shape,
                               std::span<const ur_exp_kernel_arg_properties_t> arguments);
  static ur_exp_command_buffer_handle_t make(ur_context_handle_t context, ur_device_handle_t device,
                                             const ur_exp_command_buffer_desc_t &description);
};

/// Commands that are submitted together.
struct Segment {
  size_t first = 0;
  size_t count = 0;
  std::vector<WorkPointer> works;      ///< what was recorded
  std::shared_ptr<Recording> recorded; ///< null for steps of the host, and before the first time
};

} // namespace ursa::vulkan

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::vulkan::Recordings> {
  using CommandBuffer::CommandBuffer;

  std::vector<ursa::vulkan::Segment>
      segments; ///< guarded by the mutex; empty before the first time
};
