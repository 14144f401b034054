// Command buffers: recorded work that the application appends command by command, and may update.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/cuda/graph/recorded_work.h"

namespace ursa::cuda {

struct CommandBuffer : adapter::CommandBuffer<Recordings> {
  using adapter::CommandBuffer<Recordings>::CommandBuffer;

  RecordedWork work; ///< made when it is finalized; guarded by the mutex

  /// The native handles of the functions of the application that
  /// urCommandBufferAppendNativeCommandExp calls now, the innermost last; null before somebody
  /// asked for one. Of the thread that appends.
  std::vector<CUgraph> nativeGraphs;
};

} // namespace ursa::cuda

struct ur_exp_command_buffer_handle_t_ : ursa::cuda::CommandBuffer {
  using CommandBuffer::CommandBuffer;
};
