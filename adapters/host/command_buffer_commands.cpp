// Commands of command buffers that move memory, hints, and native commands.
#include "adapters/host/adapter.h"
#include "adapters/host/command_buffer.h"
#include "adapters/host/commands.h"
#include "core/support/last_error.h"

namespace ursa::host {
namespace {

std::byte *bytesOf(const void *memory) {
  return static_cast<std::byte *>(const_cast<void *>(memory));
}

// ---- The work of each command, with the parameters that its append function has of its own.

WorkResult copyUsm(ur_context_handle_t, void *pDst, const void *pSrc, size_t size) {
  return usmCopy(pDst, pSrc, size);
}

WorkResult fillUsm(ur_context_handle_t, void *pMemory, const void *pPattern, size_t patternSize,
                   size_t size) {
  return usmFill(pMemory, pPattern, patternSize, size);
}

WorkResult prefetchUsm(ur_context_handle_t, const void *pMemory, size_t size,
                       ur_usm_migration_flags_t flags) {
  return usmPrefetch(pMemory, size, flags);
}

WorkResult adviseUsm(ur_context_handle_t, const void *pMemory, size_t size,
                     ur_usm_advice_flags_t advice) {
  return usmAdvise(pMemory, size, advice);
}

WorkResult copyRect(ur_context_handle_t context, ur_mem_handle_t hSrcMem, ur_mem_handle_t hDstMem,
                    ur_rect_offset_t srcOrigin, ur_rect_offset_t dstOrigin, ur_rect_region_t region,
                    size_t srcRowPitch, size_t srcSlicePitch, size_t dstRowPitch,
                    size_t dstSlicePitch) {
  return bufferCopyRect(context, hSrcMem, hDstMem, {nullptr, srcOrigin, srcRowPitch, srcSlicePitch},
                        {nullptr, dstOrigin, dstRowPitch, dstSlicePitch}, region);
}

WorkResult writeRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                     ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                     ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                     size_t hostRowPitch, size_t hostSlicePitch, void *pSrc) {
  return bufferWriteRect(context, hBuffer,
                         {nullptr, bufferOffset, bufferRowPitch, bufferSlicePitch},
                         {bytesOf(pSrc), hostOffset, hostRowPitch, hostSlicePitch}, region);
}

WorkResult readRect(ur_context_handle_t context, ur_mem_handle_t hBuffer,
                    ur_rect_offset_t bufferOffset, ur_rect_offset_t hostOffset,
                    ur_rect_region_t region, size_t bufferRowPitch, size_t bufferSlicePitch,
                    size_t hostRowPitch, size_t hostSlicePitch, void *pDst) {
  return bufferReadRect(context, hBuffer, {nullptr, bufferOffset, bufferRowPitch, bufferSlicePitch},
                        {bytesOf(pDst), hostOffset, hostRowPitch, hostSlicePitch}, region);
}

template <ur_command_t Type, auto Make>
using Append = adapter::AppendCommand<Recordings, Type, Make>;
using adapter::AppendParameters;

// ---- Native commands

// Puts the commands of a child behind command `start` of the parent.
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

// The driver's command buffer is this command buffer: what the function appends to it comes after
// the sync points, and the command is complete when all of that is.
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
                       "The child command buffer is of another context.");
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
  auto &entries = table.CommandBufferExp;
  entries.pfnAppendUSMMemcpyExp = Append<UR_COMMAND_USM_MEMCPY, copyUsm>::call;
  entries.pfnAppendUSMFillExp = Append<UR_COMMAND_USM_FILL, fillUsm>::call;
  entries.pfnAppendUSMPrefetchExp = Append<UR_COMMAND_USM_PREFETCH, prefetchUsm>::call;
  entries.pfnAppendUSMAdviseExp = Append<UR_COMMAND_USM_ADVISE, adviseUsm>::call;
  entries.pfnAppendMemBufferCopyExp = Append<UR_COMMAND_MEM_BUFFER_COPY, bufferCopy>::call;
  entries.pfnAppendMemBufferWriteExp = Append<UR_COMMAND_MEM_BUFFER_WRITE, bufferWrite>::call;
  entries.pfnAppendMemBufferReadExp = Append<UR_COMMAND_MEM_BUFFER_READ, bufferRead>::call;
  entries.pfnAppendMemBufferCopyRectExp = Append<UR_COMMAND_MEM_BUFFER_COPY_RECT, copyRect>::call;
  entries.pfnAppendMemBufferWriteRectExp =
      Append<UR_COMMAND_MEM_BUFFER_WRITE_RECT, writeRect>::call;
  entries.pfnAppendMemBufferReadRectExp = Append<UR_COMMAND_MEM_BUFFER_READ_RECT, readRect>::call;
  entries.pfnAppendMemBufferFillExp = Append<UR_COMMAND_MEM_BUFFER_FILL, bufferFill>::call;
  entries.pfnAppendNativeCommandExp = nativeCommand;
}

} // namespace ursa::host
