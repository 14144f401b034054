// Command buffers: recorded work that the application makes command by command, and may change
// between its executions. command_buffer.cpp has what is common to all commands,
// command_buffer_commands.cpp those that move memory, command_buffer_launch.cpp kernel launches.
#pragma once

#include "adapters/host/command_buffer_launch.h"
#include "adapters/host/recorded_work.h"

#include <deque>
#include <map>
#include <mutex>
#include <optional>

/// What an updatable command buffer hands out for a command. Lives as long as the command buffer.
struct ur_exp_command_buffer_command_handle_t_ : ursa::adapter::HandleBase {
  ur_exp_command_buffer_command_handle_t_(ur_exp_command_buffer_handle_t buffer, uint32_t at)
      : commandBuffer(buffer), index(at) {}

  const ur_exp_command_buffer_handle_t commandBuffer;
  const uint32_t index;
};

struct ur_exp_command_buffer_handle_t_ : ursa::adapter::HandleBase {
  ur_exp_command_buffer_handle_t_(ur_context_handle_t hContext,
                                  const ur_exp_command_buffer_desc_t &description);
  ~ur_exp_command_buffer_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const bool isUpdatable;
  const bool isInOrder;
  const bool isProfiled;

  /// Guards the rest against executions and changes at the same time. Commands are appended by one
  /// thread at a time and before the first execution, so without it.
  std::mutex mutex;
  bool isFinalized = false;
  std::vector<ursa::host::RecordedCommand> commands; ///< sync points are indices
  std::deque<ur_exp_command_buffer_command_handle_t_> handles;
  std::map<uint32_t, ursa::host::RecordedLaunch> launches; ///< by command; if updatable
  std::optional<uint32_t> floor;                   ///< commands appended now wait for this one
  ursa::adapter::Ref<ur_event_handle_t_> previous; ///< the last execution; they do not overlap
};

namespace ursa::host {

/// What all append functions have in common.
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

/// Checks the command buffer, sync points and events. Nothing has happened yet when this fails.
Result<void> checkAppend(const AppendParameters &parameters);

/// Appends a command; checkAppend must have succeeded. @return its index
uint32_t append(const AppendParameters &parameters, std::shared_ptr<Work> work);

void fillCommandBufferTable(ur_dditable_t &table);
void fillCommandBufferCommands(ur_dditable_t &table);
void fillCommandBufferLaunches(ur_dditable_t &table);

} // namespace ursa::host
