// Measures Ursa and a peer alternately in one run, so that both run under the same conditions, and
// prints the ratios at the end.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace ursa::bench {

/// One operation that measures itself and returns seconds.
using TimedOperation = std::function<double()>;

/// The work of an operation, for a rate in the table: bytes or operations; the unit is 10^9 of them
/// per second ("GB/s").
struct Work {
  double amount = 0; ///< 0: no rate
  const char *unit = "";
};

/// Runs @p ours and @p peer alternately, once each per iteration, and swaps their order each time.
/// Records both medians for the closing table. The benchmark's own time is that of @p ours. Without
/// a peer (empty function), @p peerName says why in the table.
void runPaired(benchmark::State &state, const std::string &name, const TimedOperation &ours,
               const std::string &peerName, const TimedOperation &peer, Work work = {});

/// Runs @p operation @p count times, times each run, and returns the median in seconds. Consecutive
/// launches do not see caches that the other side has just used.
double medianOfRow(size_t count, const std::function<void()> &operation);
/// The same, with @p prepare before each run, which is not timed.
double medianOfRow(size_t count, const std::function<void()> &prepare,
                   const std::function<void()> &operation);

/// Times @p operation, which performs @p count items of work, and returns seconds per item.
double perThing(size_t count, const std::function<void()> &operation);

/// Returns the closing table: name, medians of Ursa and of the peer, ratio (the median of the
/// ratios of single pairs), spread (half the interquartile range of those ratios, relative to their
/// median).
std::string closingTable();

} // namespace ursa::bench
