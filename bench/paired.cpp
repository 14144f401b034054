// Measurements in turn.
#include "bench/paired.h"

#include "bench/results.h"
#include "bench/settings.h"

#include <algorithm>
#include <chrono>

namespace ursa::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLeastPairs = 7;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<double> timesOfRow(size_t count, const std::function<void()> &prepare,
                               const std::function<void()> &operation) {
  std::vector<double> times;
  for (size_t i = 0; i < count; ++i) {
    prepare();
    const auto start = Clock::now();
    operation();
    times.push_back(secondsSince(start));
  }
  return times;
}

} // namespace

Settings &settings() {
  static Settings settings;
  return settings;
}

void runAgainst(benchmark::State &state, const Subject &subject, const TimedOperation &ours,
                const std::vector<Peer> &peers) {
  Result result{subject, {}, {}};
  for (const Peer &peer : peers)
    result.peers.push_back({peer.name, {}});
  const size_t sides = peers.size() + 1;
  const auto start = Clock::now();
  const auto isEnough = [&](size_t rounds) {
    return settings().isTiny ? rounds >= 1
                             : rounds >= kLeastPairs && secondsSince(start) > subject.mostSeconds;
  };
  size_t round = 0;
  for ([[maybe_unused]] auto iteration : state) {
    if (!isEnough(round)) // the benchmark's other iterations are empty then
      for (size_t turn = 0; turn < sides; ++turn) {
        const size_t side = (round + turn) % sides;
        if (side == 0)
          result.ours.push_back(ours());
        else if (peers[side - 1].run)
          result.peers[side - 1].times.push_back(peers[side - 1].run());
      }
    ++round;
    state.SetIterationTime(result.ours.back());
  }
  if (result.ours.empty())
    return;
  if (!result.peers.empty() && !result.peers[0].times.empty())
    state.counters["ratio"] = quantile(ratios(result, 0), 0.5);
  addResult(std::move(result));
}

void runPaired(benchmark::State &state, const std::string &name, const TimedOperation &ours,
               const std::string &peerName, const TimedOperation &peer, Work work) {
  Subject subject;
  subject.name = name;
  subject.work = work;
  runAgainst(state, subject, ours, {{peerName, peer}});
}

double medianOfRow(size_t count, const std::function<void()> &operation) {
  return medianOfRow(
      count, [] {}, operation);
}

double medianOfRow(size_t count, const std::function<void()> &prepare,
                   const std::function<void()> &operation) {
  return quantile(timesOfRow(count, prepare, operation), 0.5);
}

double medianOfSlices(size_t count, const std::function<void()> &operation) {
  constexpr size_t kSlice = 8;
  return medianOfRow(count / kSlice,
                     [&] {
                       for (size_t i = 0; i < kSlice; ++i)
                         operation();
                     }) /
         kSlice;
}

double fastestOfRow(size_t count, const std::function<void()> &operation) {
  const std::vector<double> times = timesOfRow(
      count, [] {}, operation);
  return *std::min_element(times.begin(), times.end());
}

double perThing(size_t count, const std::function<void()> &operation) {
  const auto start = Clock::now();
  operation();
  return secondsSince(start) / static_cast<double>(count);
}

} // namespace ursa::bench
