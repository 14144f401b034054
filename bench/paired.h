// Measures ours and a peer alternately in one run, so that both see the same machine, and prints
// the ratios at the end.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>
#include <vector>

namespace ursa::bench {

/// One operation, done and timed by the callee: seconds.
using TimedOperation = std::function<double()>;

/// What an operation does, for a rate in the table: bytes or operations, and billions of them a
/// second ("GB/s").
struct Work {
  double amount = 0; ///< 0: no rate
  const char *unit = "";
};

/// Runs @p ours and @p peer in turn, once each an iteration, the first of them alternating, and
/// keeps both medians for the closing table. The benchmark's own time is ours. Without a peer
/// (empty function), @p peerName says why in the table.
void runPaired(benchmark::State &state, const std::string &name, const TimedOperation &ours,
               const std::string &peerName, const TimedOperation &peer, Work work = {});

/// Times @p operation @p count times, each by itself, and gives the median in seconds. Launches in
/// a row see a machine that the other side has not just used.
double medianOfRow(size_t count, const std::function<void()> &operation);
/// The same with @p prepare before each, whose time does not count.
double medianOfRow(size_t count, const std::function<void()> &prepare,
                   const std::function<void()> &operation);

/// Times @p operation, which does @p count things, and gives seconds a thing.
double perThing(size_t count, const std::function<void()> &operation);

/// The closing table: name, medians of ours and of the peer, ratio (the median of the ratios of
/// single pairs), spread (half the interquartile range of those ratios, relative to their median).
std::string closingTable();

} // namespace ursa::bench
