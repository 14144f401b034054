// Command buffers: recorded works, which become graphs of the driver. What graphs do not have, such
// as waits for events of the application, lies between them, and each execution gives all to one
// stream in the order of recording.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/cuda/graph.h"
#include "adapters/cuda/kernel.h"
#include "adapters/cuda/memory.h"

namespace ursa::cuda {

/// The types and functions that adapters/common uses for command buffers.
struct Recordings : adapter::HandleTypes {
  using Work = const cuda::Work;

  static Result<void> checkDeviceInContext(ur_context_handle_t context, ur_device_handle_t device);
  static Result<void> checkWaitable(const ur_event_handle_t_ &) { return {}; }
  static ur_event_handle_t createSignal(ur_context_handle_t context, ur_command_t type,
                                        bool profiled);
  static const std::string &nameOf(const ur_kernel_handle_t_ &kernel) { return kernel.name; }
  static bool isLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static bool mayBeLocal(const ur_kernel_handle_t_ *kernel, uint32_t index);
  static WorkResult createLaunch(ur_device_handle_t device, ur_kernel_handle_t kernel,
                                 const adapter::NdRange &range,
                                 std::span<const ur_exp_kernel_arg_properties_t> arguments);
  /// Makes the graphs. What fails is given to streams command by command.
  static void onFinalize(ur_exp_command_buffer_handle_t_ &buffer);
};

/// Commands in a row, of which only the first waits for events, and only the last signals one.
struct BufferPart {
  std::vector<uint32_t> commands; ///< indices
  /// The commands that have work, as graphs see it, and their indices.
  std::vector<GraphWork> works;
  std::vector<uint32_t> indices;
  std::shared_ptr<Graph> graph; ///< null: the works are given one by one
};

} // namespace ursa::cuda

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::cuda::Recordings> {
  using CommandBuffer::CommandBuffer;

  /// @name Guarded by the mutex
  /// @{
  std::vector<ursa::cuda::BufferPart> parts; ///< set when it is finalized
  ursa::cuda::MarkerPointer last; ///< after the last execution; null if the driver knows its order
  /// @}
};
