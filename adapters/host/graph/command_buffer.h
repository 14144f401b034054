// Command buffers of this adapter. command_buffer.cpp enqueues them, command_buffer_commands.cpp
// records the commands that move memory; the common part is in adapters/common.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/host/graph/recorded_work.h"

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::CommandBuffer<ursa::host::Recordings> {
  using CommandBuffer::CommandBuffer;
};

namespace ursa::host {

void fillCommandBufferTable(ur_dditable_t &table);
void fillCommandBufferCommands(ur_dditable_t &table);

} // namespace ursa::host
