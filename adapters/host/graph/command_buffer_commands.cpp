// Records memory commands, hints, and native commands in command buffers.
#include "adapters/common/native_command_append.h"
#include "adapters/host/driver/adapter.h"
#include "adapters/host/graph/command_buffer.h"
#include "adapters/host/queue/enqueue.h"
#include "support/last_error.h"

namespace ursa::host {
void fillCommandBufferCommands(ur_dditable_t &table) {
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
  table.CommandBufferExp.pfnAppendNativeCommandExp = adapter::appendNativeCommand<Recordings>;
}

} // namespace ursa::host
