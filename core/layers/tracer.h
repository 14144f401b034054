// UR_LAYER_TRACING: what a program calls, in what order, and how long it takes.
//
// Each call writes two lines to the log UR_LOG_TRACING, at level info, which is its default:
//
//   ---> urQueueFinish(.hQueue = 0x5581)
//   <--- urQueueFinish(.hQueue = 0x5581) -> UR_RESULT_SUCCESS
//
// With URSA_TRACE_FILE=path the calls are also written as a timeline that Perfetto and Chrome show:
// see timeline.h.
#pragma once

#include "core/layers/call.h"
#include "core/support/log.h"

#include <chrono>

namespace ursa {

/// "urQueueFinish(.hQueue = 0x5581)". After the call the objects that it made are shown as well:
/// ".phEvent = 0x7ffc (0x5590)".
std::string describeCall(const Call &call, bool isDone);

/// Traces one call while it lives. Neither function throws.
class TracedCall {
public:
  explicit TracedCall(const Call &call) noexcept;
  /// A call that began before it was traced.
  TracedCall(const Call &call, std::chrono::steady_clock::time_point begin) noexcept;
  void finish(ur_result_t result) noexcept;

private:
  void writeBegin() noexcept;

  const Call &call_;
  std::chrono::steady_clock::time_point begin_;
};

/// Where traces go: UR_LOG_TRACING.
Log &tracingLog();

} // namespace ursa
