// Command buffers. Uses the driver's if they support all recorded commands (native_commands.h),
// otherwise replays the recorded commands at each execution. command_buffer.cpp implements
// executions, command_buffer_commands.cpp the commands.
#pragma once

#include "adapters/opencl/graph/native_commands.h"
#include "adapters/opencl/graph/recorded_work.h"

namespace ursa::opencl {

struct CommandBuffer : adapter::CommandBuffer<Recordings> {
  using adapter::CommandBuffer<Recordings>::CommandBuffer;

  NativeCommands native; ///< guarded by the mutex
};

void fillCommandBufferCommands(ur_dditable_t &table);

} // namespace ursa::opencl

struct ur_exp_command_buffer_handle_t_ : ursa::opencl::CommandBuffer {
  using CommandBuffer::CommandBuffer;
};
