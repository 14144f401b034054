// UR_LAYER_TRACING: records the calls of a program, their order, and their duration.
//
// Each call writes two lines to the log UR_LOG_TRACING, at level info, which is the log's default:
//
//   ---> urQueueFinish(.hQueue = 0x5581)
//   <--- urQueueFinish(.hQueue = 0x5581) -> UR_RESULT_SUCCESS
//
// With URSA_TRACE_FILE=path the calls are also written as a timeline for Perfetto and Chrome: see
// timeline.h.
#pragma once

#include "core/layers/call.h"
#include "support/log.h"

#include <chrono>
#include <string_view>

namespace ursa::core::layers {

/// Returns "urQueueFinish(.hQueue = 0x5581)". After the call, the text also shows the objects that
/// the call created: ".phEvent = 0x7ffc (0x5590)".
std::string describeCall(const Call &call, bool isDone);

/// Traces one call during its lifetime. Neither function throws.
class TracedCall {
public:
  explicit TracedCall(const Call &call) noexcept;
  /// For a call that began before tracing was enabled.
  TracedCall(const Call &call, std::chrono::steady_clock::time_point begin) noexcept;
  void finish(ur_result_t result) noexcept;

private:
  void writeBegin() noexcept;

  const Call &call_;
  std::chrono::steady_clock::time_point begin_;
};

/// Records work that the loader does by itself, such as a build in the background, if tracing is
/// enabled: a line "**** <what>: <detail>" of the log, and a span of the calling thread in the
/// timeline. Never throws.
void traceWork(std::string_view what, std::string_view detail,
               std::chrono::steady_clock::time_point begin,
               std::chrono::steady_clock::time_point end) noexcept;

/// The log for traces: UR_LOG_TRACING.
Log &tracingLog();

} // namespace ursa::core::layers
