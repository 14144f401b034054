// Implements urCommandBufferAppendNativeCommandExp. Included only where an adapter fills its table.
#pragma once

#include "adapters/common/command_buffer.h"
#include "adapters/common/concepts.h"
#include "support/last_error.h"

#include <optional>
#include <utility>
#include <vector>

namespace ursa::adapter {

/// Appends the commands of a child after command `start` of the parent.
template <CommandBufferTraits Adapter>
void appendCopies(CommandBuffer<Adapter> &parent, const CommandBuffer<Adapter> &child,
                  uint32_t start) {
  const auto base = static_cast<uint32_t>(parent.commands.size());
  for (RecordedCommand<Adapter> command : child.commands) {
    for (uint32_t &earlier : command.after)
      earlier += base;
    if (command.after.empty())
      command.after.push_back(start);
    parent.commands.push_back(std::move(command));
  }
}

/// The application's function adds commands by the driver's functions between beginNative and
/// endNative, which returns their work; null for nothing.
template <class Traits>
concept NativeCommandTraits = CommandBufferTraits<Traits> &&
    requires(typename Traits::CommandBuffer &commandBuffer) {
  Traits::beginNative(commandBuffer);
  { Traits::endNative(commandBuffer) } -> ResultOf<std::shared_ptr<typename Traits::Work>>;
};

// Commands that the function appends run after the sync points; the native command is complete when
// they are.
template <CommandBufferTraits Adapter>
ur_result_t appendNativeCommand(ur_exp_command_buffer_handle_t hCommandBuffer,
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
    URSA_CHECK(checkAppend<Adapter>(before));
    URSA_POINTER(reinterpret_cast<const void *>(pfnNativeCommand));
    if (hChildCommandBuffer == hCommandBuffer)
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_EXP,
                       "A command buffer cannot be its own child.");
    auto *const buffer = static_cast<typename Adapter::CommandBuffer *>(hCommandBuffer);
    auto *const child = static_cast<typename Adapter::CommandBuffer *>(hChildCommandBuffer);
    if (child && child->context != buffer->context)
      return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                       "The child command buffer belongs to another context.");
    const uint32_t start = append<Adapter>(before, nullptr);
    const std::optional<uint32_t> outer = std::exchange(buffer->floor, start);
    typename Adapter::CommandBuffer &native = child ? *child : *buffer;
    if constexpr (requires { Adapter::beginNative(native); }) {
      static_assert(NativeCommandTraits<Adapter>);
      Adapter::beginNative(native);
      pfnNativeCommand(pData);
      auto work = Adapter::endNative(native);
      if (!work) {
        buffer->floor = outer;
        return work.error();
      }
      if (*work)
        append<Adapter>({.commandBuffer = hCommandBuffer,
                         .type = UR_COMMAND_ENQUEUE_NATIVE_EXP,
                         .syncPointCount = 1,
                         .syncPoints = &start},
                        *std::move(work));
    } else {
      pfnNativeCommand(pData);
    }
    buffer->floor = outer;
    if (child)
      appendCopies<Adapter>(*buffer, *child, start);

    std::vector<ur_exp_command_buffer_sync_point_t> added;
    for (auto i = start; i < buffer->commands.size(); ++i)
      added.push_back(i);
    append<Adapter>({.commandBuffer = hCommandBuffer,
                     .type = UR_COMMAND_ENQUEUE_NATIVE_EXP,
                     .syncPointCount = static_cast<uint32_t>(added.size()),
                     .syncPoints = added.data(),
                     .syncPoint = pSyncPoint},
                    nullptr);
    return {};
  });
}

} // namespace ursa::adapter
