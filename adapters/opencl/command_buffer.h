// Command buffers, by replay: the recorded commands are enqueued again at each execution.
// command_buffer.cpp says how, command_buffer_commands.cpp has the commands.
#pragma once

#include "adapters/opencl/recorded_work.h"

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::opencl::Recordings> {
  using CommandBuffer::CommandBuffer;
};

namespace ursa::opencl {

void fillCommandBufferCommands(ur_dditable_t &table);

} // namespace ursa::opencl
