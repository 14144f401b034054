// Command buffers: recorded work that the application appends command by command, and may update.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/cuda/recorded_work.h"

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::cuda::Recordings> {
  using CommandBuffer::CommandBuffer;

  ursa::cuda::RecordedWork work; ///< made when it is finalized; guarded by the mutex

  /// @name Of the thread that appends
  /// @{
  /// Whether urCommandBufferAppendNativeCommandExp calls a function of the application now.
  bool takesNativeCommands = false;
  /// The native handle during that call; null before somebody asked for it.
  ursa::cuda::CUgraph nativeGraph = nullptr;
  /// @}
};
