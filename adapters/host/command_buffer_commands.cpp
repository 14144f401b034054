// Records memory commands, hints, and native commands in command buffers.
#include "adapters/host/adapter.h"
#include "adapters/host/command_buffer.h"
#include "adapters/host/enqueue.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

using adapter::AppendParameters;

// Appends the commands of a child after command `start` of the parent.
void appendCopies(ur_exp_command_buffer_handle_t_ &parent,
                  const ur_exp_command_buffer_handle_t_ &child, uint32_t start) {
  const auto base = static_cast<uint32_t>(parent.commands.size());
  for (RecordedCommand command : child.commands) {
    for (uint32_t &earlier : command.after)
      earlier += base;
    if (command.after.empty())
      command.after.push_back(start);
    parent.commands.push_back(std::move(command));
  }
}

// There is no driver below this adapter, so the native command buffer is this object. Commands that
// the function appends run after the sync points; the native command is complete when they are.
ur_result_t nativeCommand(ur_exp_command_buffer_handle_t hCommandBuffer,
                          ur_exp_command_buffer_native_command_function_t pfnNativeCommand,
                          void *pData, ur_exp_command_buffer_handle_t hChildCommandBuffer,
                          uint32_t numSyncPointsInWaitList,
                          const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList,
                          ur_exp_command_buffer_sync_point_t *pSyncPoint) {
  return atBoundary([&]() -> Result<void> {
    const AppendParameters before{.commandBuffer = hCommandBuffer,
                                  .type = UR_COMMAND_ENQUEUE_NATIVE_EXP,
                                  .syncPointCount = numSyncPointsInWaitList,
                                  .syncPoints = pSyncPointWaitList};
    URSA_CHECK(adapter::checkAppend<Recordings>(before));
    URSA_POINTER(reinterpret_cast<const void *>(pfnNativeCommand));
    if (hChildCommandBuffer == hCommandBuffer)
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_EXP,
                       "A command buffer cannot be its own child.");
    if (hChildCommandBuffer && hChildCommandBuffer->context != hCommandBuffer->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The child command buffer belongs to another context.");
    const uint32_t start = adapter::append<Recordings>(before, nullptr);
    const std::optional<uint32_t> outer = std::exchange(hCommandBuffer->floor, start);
    pfnNativeCommand(pData);
    hCommandBuffer->floor = outer;
    if (hChildCommandBuffer)
      appendCopies(*hCommandBuffer, *hChildCommandBuffer, start);

    std::vector<ur_exp_command_buffer_sync_point_t> added;
    for (auto i = start; i < hCommandBuffer->commands.size(); ++i)
      added.push_back(i);
    adapter::append<Recordings>({.commandBuffer = hCommandBuffer,
                                 .type = UR_COMMAND_ENQUEUE_NATIVE_EXP,
                                 .syncPointCount = static_cast<uint32_t>(added.size()),
                                 .syncPoints = added.data(),
                                 .syncPoint = pSyncPoint},
                                nullptr);
    return {};
  });
}

} // namespace

void fillCommandBufferCommands(ur_dditable_t &table) {
  adapter::fillMemoryAppends<Recordings, adapter::MemoryWork<Commands>>(table);
  table.CommandBufferExp.pfnAppendNativeCommandExp = nativeCommand;
}

} // namespace ursa::host
