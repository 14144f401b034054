// Command buffers: work that the application records command by command and may update between
// executions. An adapter adds the work of its commands and enqueues executions.
#pragma once

#include "adapters/common/concepts.h"
#include "adapters/common/recorded_launch.h"
#include "support/last_error.h"

#include <deque>
#include <mutex>

namespace ursa::adapter {

/// A command in an updatable command buffer, as a handle. Lives as long as the command buffer.
struct CommandBufferCommand : HandleBase {
  CommandBufferCommand(ur_exp_command_buffer_handle_t buffer, uint32_t at)
      : commandBuffer(buffer), index(at) {}

  const ur_exp_command_buffer_handle_t commandBuffer;
  const uint32_t index;
};

} // namespace ursa::adapter

struct ur_exp_command_buffer_command_handle_t_ : ursa::adapter::CommandBufferCommand {
  using CommandBufferCommand::CommandBufferCommand;
};

namespace ursa::adapter {

/// checkWaitable fails for an event that a command cannot wait for. makeSignal makes a reusable
/// event for a command. Optional: onFinalize(commandBuffer), called with its lock held, and what
/// native_command_append.h names.
template <class Traits>
concept CommandBufferTraits = RecordingTraits<Traits> &&
    requires(typename Traits::Context *context, typename Traits::Device *device,
             typename Traits::Event &event, ur_command_t type, bool isProfiled) {
  { Traits::checkDeviceInContext(*context, device) } -> ResultOfNothing;
  { Traits::checkWaitable(event) } -> ResultOfNothing;
  { Traits::makeSignal(context, type, isProfiled) } -> std::same_as<typename Traits::Event *>;
};

/// The base of an adapter's ur_exp_command_buffer_handle_t_.
template <CommandBufferTraits Adapter> struct CommandBuffer : HandleBase {
  CommandBuffer(typename Adapter::Context *hContext, ur_device_handle_t hDevice,
                const ur_exp_command_buffer_desc_t &description)
      : context(hContext), device(hDevice), isUpdatable(description.isUpdatable),
        isInOrder(description.isInOrder), isProfiled(description.enableProfiling) {
    retain(context);
  }
  ~CommandBuffer() {
    // Commands reference objects of the context, so destroy them before releasing it.
    previous = {};
    launches.clear();
    commands.clear();
    release(context);
  }

  typename Adapter::Context *const context; ///< holds a reference
  const ur_device_handle_t device;          ///< owned by the context
  const bool isUpdatable;
  const bool isInOrder;
  const bool isProfiled;

  /// Guards the members below against concurrent executions and updates. Appending needs no lock:
  /// one thread at a time appends, and only before the first execution.
  std::mutex mutex;
  bool isFinalized = false;
  std::vector<RecordedCommand<Adapter>> commands; ///< a sync point is an index into this vector
  std::deque<ur_exp_command_buffer_command_handle_t_> handles;
  std::map<uint32_t, RecordedLaunch<Adapter>> launches; ///< by command index; only if updatable
  std::optional<uint32_t> floor;         ///< the command that all later appended commands wait for
  Ref<typename Adapter::Event> previous; ///< the last execution; executions do not overlap
};

/// The updates that such a command buffer supports.
inline constexpr ur_device_command_buffer_update_capability_flags_t kCommandBufferUpdates =
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_KERNEL_ARGUMENTS |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_LOCAL_WORK_SIZE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_GLOBAL_WORK_SIZE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_GLOBAL_WORK_OFFSET |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_KERNEL_HANDLE |
    UR_DEVICE_COMMAND_BUFFER_UPDATE_CAPABILITY_FLAG_EVENTS;

/// The parameters that all append functions share.
struct AppendParameters {
  ur_exp_command_buffer_handle_t commandBuffer = nullptr;
  ur_command_t type = UR_COMMAND_EVENTS_WAIT;
  uint32_t syncPointCount = 0;
  const ur_exp_command_buffer_sync_point_t *syncPoints = nullptr;
  uint32_t waitCount = 0;
  const ur_event_handle_t *waitList = nullptr;
  ur_exp_command_buffer_sync_point_t *syncPoint = nullptr;
  ur_event_handle_t *event = nullptr;
  ur_exp_command_buffer_command_handle_t *command = nullptr;
};

template <CommandBufferTraits Adapter>
Result<void> checkRecordedWaits(uint32_t count, const ur_event_handle_t *events) {
  URSA_CHECK(checkWaitList(count, events, UR_RESULT_ERROR_INVALID_EVENT));
  for (uint32_t i = 0; i < count; ++i)
    URSA_CHECK(Adapter::checkWaitable(*events[i]));
  return {};
}

template <CommandBufferTraits Adapter>
std::vector<Ref<typename Adapter::Event>> holdEvents(uint32_t count,
                                                     const ur_event_handle_t *events) {
  std::vector<Ref<typename Adapter::Event>> held;
  held.reserve(count);
  for (uint32_t i = 0; i < count; ++i)
    held.emplace_back(events[i]);
  return held;
}

/// Checks the command buffer, sync points and events. Has no side effects.
template <CommandBufferTraits Adapter>
Result<void> checkAppend(const AppendParameters &parameters) {
  if (!parameters.commandBuffer)
    return makeError(UR_RESULT_ERROR_INVALID_NULL_HANDLE, "The handle hCommandBuffer is null.");
  const CommandBuffer<Adapter> &buffer = *parameters.commandBuffer;
  if (buffer.isFinalized)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "A finalized command buffer accepts no further commands.");
  if (parameters.command && !buffer.isUpdatable)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "A command handle was requested, but the command buffer is not updatable.");
  if ((parameters.syncPointCount == 0) != (parameters.syncPoints == nullptr))
    return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_WAIT_LIST_EXP,
                     "numSyncPointsInWaitList is {}, and pSyncPointWaitList is {}.",
                     parameters.syncPointCount, parameters.syncPoints ? "not null" : "null");
  for (uint32_t i = 0; i < parameters.syncPointCount; ++i)
    if (parameters.syncPoints[i] >= buffer.commands.size())
      return makeError(UR_RESULT_ERROR_INVALID_COMMAND_BUFFER_SYNC_POINT_EXP,
                       "The command buffer has no sync point {}; it has {} commands.",
                       parameters.syncPoints[i], buffer.commands.size());
  return checkRecordedWaits<Adapter>(parameters.waitCount, parameters.waitList);
}

/// Appends a command and returns its index. Call only after checkAppend succeeded.
template <CommandBufferTraits Adapter>
uint32_t append(const AppendParameters &parameters, std::shared_ptr<typename Adapter::Work> work) {
  CommandBuffer<Adapter> &buffer = *parameters.commandBuffer;
  const auto index = static_cast<uint32_t>(buffer.commands.size());
  RecordedCommand<Adapter> command{parameters.type, std::move(work), {}, {}, {}};
  command.after.assign(parameters.syncPoints, parameters.syncPoints + parameters.syncPointCount);
  if (buffer.isInOrder && index > 0)
    command.after.push_back(index - 1);
  else if (buffer.floor)
    command.after.push_back(*buffer.floor);
  command.waitList = holdEvents<Adapter>(parameters.waitCount, parameters.waitList);
  if (parameters.event)
    command.signals = Ref<typename Adapter::Event>::adopt(
        Adapter::makeSignal(buffer.context, parameters.type, buffer.isProfiled));
  if (parameters.command)
    *parameters.command = &buffer.handles.emplace_back(parameters.commandBuffer, index);
  if (parameters.event)
    *parameters.event = Ref<typename Adapter::Event>(command.signals).detach();
  if (parameters.syncPoint)
    *parameters.syncPoint = index;
  buffer.commands.push_back(std::move(command));
  return index;
}

/// Checks whether an execution can be enqueued. The caller holds the command buffer's lock.
template <CommandBufferTraits Adapter>
Result<void> checkExecution(const CommandBuffer<Adapter> &buffer,
                            const typename Adapter::Context *queueContext) {
  if (buffer.context != queueContext)
    return makeError(UR_RESULT_ERROR_INVALID_CONTEXT,
                     "The command buffer is of another context than the queue.");
  if (!buffer.isFinalized)
    return makeError(UR_RESULT_ERROR_INVALID_OPERATION,
                     "The command buffer was enqueued before it was finalized.");
  return {};
}

/// Generates the append function of a command. Its parameters are those of Make and the ones that
/// all append functions share. Make checks its own parameters and returns a Result of a pointer to
/// the work.
template <CommandBufferTraits Adapter, ur_command_t Type, auto Make,
          class Signature = decltype(Make)>
struct AppendCommand;
template <CommandBufferTraits Adapter, ur_command_t Type, auto Make, class Made, class... Own>
struct AppendCommand<Adapter, Type, Make, Made (*)(ur_context_handle_t, Own...)> {
  static ur_result_t
  call(ur_exp_command_buffer_handle_t hCommandBuffer, Own... own, uint32_t numSyncPointsInWaitList,
       const ur_exp_command_buffer_sync_point_t *pSyncPointWaitList, uint32_t numEventsInWaitList,
       const ur_event_handle_t *phEventWaitList, ur_exp_command_buffer_sync_point_t *pSyncPoint,
       ur_event_handle_t *phEvent, ur_exp_command_buffer_command_handle_t *phCommand) {
    return atBoundary([&]() -> Result<void> {
      const AppendParameters parameters{hCommandBuffer,
                                        Type,
                                        numSyncPointsInWaitList,
                                        pSyncPointWaitList,
                                        numEventsInWaitList,
                                        phEventWaitList,
                                        pSyncPoint,
                                        phEvent,
                                        phCommand};
      URSA_CHECK(checkAppend<Adapter>(parameters));
      const CommandBuffer<Adapter> &buffer = *hCommandBuffer;
      URSA_TRY(auto work, Make(buffer.context, own...));
      append<Adapter>(parameters, std::move(work));
      return {};
    });
  }
};

/// Fills in the functions that all adapters share: objects, launches, updates and queries. The
/// adapter provides the other append functions and the enqueue function.
/// (command_buffer_functions.h)
template <CommandBufferTraits Adapter> void fillCommandBufferFunctions(ur_dditable_t &table);

} // namespace ursa::adapter
