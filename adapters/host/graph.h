// Graphs: the commands that queues captured, and executable copies of them.
#pragma once

#include "adapters/host/recorded_work.h"

#include <mutex>

struct ur_exp_graph_handle_t_ : ursa::adapter::HandleBase {
  struct DestructionCallback {
    ur_exp_graph_destruction_callback_t function;
    void *userData;
  };

  explicit ur_exp_graph_handle_t_(ur_context_handle_t hContext);
  ~ur_exp_graph_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const uint64_t id;                 ///< increases with every graph created

  std::mutex mutex; ///< guards the members below, and the capture into the graph
  std::vector<ursa::host::RecordedCommand> commands;
  bool isBeingCaptured = false;
  std::vector<DestructionCallback> destructionCallbacks;
};

struct ur_exp_executable_graph_handle_t_ : ursa::adapter::HandleBase {
  ur_exp_executable_graph_handle_t_(ur_context_handle_t hContext,
                                    std::vector<ursa::host::RecordedCommand> graphCommands);
  ~ur_exp_executable_graph_handle_t_();

  const ur_context_handle_t context; ///< a reference is held
  const std::vector<ursa::host::RecordedCommand> commands;

  std::mutex mutex; ///< guards previous
  ursa::adapter::Ref<ur_event_handle_t_>
      previous; ///< the last execution; executions do not overlap
};

namespace ursa::host {

void fillGraphTable(ur_dditable_t &table);

} // namespace ursa::host
