// Measures Ursa and its peers alternately in one run, so that all of them run under the same
// conditions. Results are kept until the end of the program (results.h).
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

/// A peer that Ursa is compared with. Without an operation, the name says why there is none.
struct Peer {
  std::string name;
  TimedOperation run;
};

/// The goal of a benchmark, in comparison with the first peer where there is one.
struct Goal {
  enum Kind {
    None,
    Share,      ///< at least so much of the peer's rate
    Ratio,      ///< at most so much of the peer's time
    Difference, ///< at most so many seconds more than the peer
    Seconds,    ///< at most so many
    Rate,       ///< at least so much, in the unit of the work
  };
  Kind kind = None;
  double value = 0;
};

/// A benchmark: its work, names and goal.
struct Subject {
  std::string name;
  Work work;
  std::string title; ///< for readers; empty: the name
  Goal goal;
  double mostSeconds = 1e9; ///< after so many, no more pairs are measured than the least
  size_t size = 0;          ///< work-items, in a series of sizes
  bool isKernel = false;    ///< in the table of kernels
  std::string note;         ///< what a reader of the results has to know
};

/// Runs @p ours and the peers in turn, once each per iteration, and begins with the next one each
/// time. The benchmark's own time is that of @p ours.
void runAgainst(benchmark::State &state, const Subject &subject, const TimedOperation &ours,
                const std::vector<Peer> &peers);

/// The same with one peer. Without it (empty function), @p peerName says why in the table.
void runPaired(benchmark::State &state, const std::string &name, const TimedOperation &ours,
               const std::string &peerName, const TimedOperation &peer, Work work = {});

/// Runs @p operation @p count times, times each run, and returns the median in seconds. Consecutive
/// launches do not see caches that the other side has just used.
double medianOfRow(size_t count, const std::function<void()> &operation);
/// The same, with @p prepare before each run, which is not timed.
double medianOfRow(size_t count, const std::function<void()> &prepare,
                   const std::function<void()> &operation);

/// The same for an operation of less than a microsecond, which the clock resolves too coarsely:
/// times slices of eight runs, and returns the median of a run's share.
double medianOfSlices(size_t count, const std::function<void()> &operation);

/// Runs @p operation @p count times, times each run, and returns the shortest time in seconds: on a
/// CPU other work only slows runs down.
double fastestOfRow(size_t count, const std::function<void()> &operation);

/// Times @p operation, which performs @p count items of work, and returns seconds per item.
double perThing(size_t count, const std::function<void()> &operation);

} // namespace ursa::bench
