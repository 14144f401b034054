// Description of the machine, and its other load during a run: without both, times say little.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace ursa::bench {

/// Times of all processors since the machine started, and of this process with its children, in
/// seconds.
struct ProcessorTimes {
  double busy = 0;
  double total = 0;
  double own = 0;
};

/// Reads the times; all are 0 on a system without /proc/stat.
ProcessorTimes processorTimes();

/// Returns the share of all processors, 0 to 1, that other processes used between two moments.
double othersShare(const ProcessorTimes &from, const ProcessorTimes &to);

/// The outcome of a wait for an idle machine.
struct Wait {
  double seconds = 0;
  double othersShare = 0; ///< of the processors, in the last second
  bool isIdle = false;
};

/// Blocks until other processes have used less than a twentieth of the processors for a second, for
/// at most @p mostSeconds, and says on standard error what it waits for. With 0 it only looks.
Wait waitForIdle(double mostSeconds);

/// Returns the processor, memory and system, as {"processor": …, "processors": …, …}.
nlohmann::ordered_json describeMachine();

} // namespace ursa::bench
