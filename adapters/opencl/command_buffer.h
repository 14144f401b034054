// Command buffers: the driver's where it has all that is recorded (native_commands.h), else by
// replay: the recorded commands are enqueued again at each execution. command_buffer.cpp says how,
// command_buffer_commands.cpp has the commands.
#pragma once

#include "adapters/opencl/native_commands.h"
#include "adapters/opencl/recorded_work.h"

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::opencl::Recordings> {
  using CommandBuffer::CommandBuffer;

  ursa::opencl::NativeCommands native; ///< guarded by the mutex
};

namespace ursa::opencl {

void fillCommandBufferCommands(ur_dditable_t &table);

} // namespace ursa::opencl
