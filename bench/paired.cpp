// Paired measurements and their closing table.
#include "bench/paired.h"

#include "client/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace ursa::bench {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Pairs {
  std::string name;
  std::string peerName;
  std::vector<double> ours;
  std::vector<double> peer;
  Work work;
};

std::vector<Pairs> &allPairs() {
  static auto *pairs =
      new std::vector<Pairs>; // never destroyed, so destruction order does not matter
  return *pairs;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

std::vector<double> ratiosOf(const Pairs &pairs) {
  std::vector<double> ratios;
  for (size_t i = 0; i < pairs.peer.size(); ++i)
    ratios.push_back(pairs.ours[i] / pairs.peer[i]);
  return ratios;
}

std::string formatTime(double seconds) {
  if (seconds < 1e-6)
    return fmt::format("{:.2f} ns", seconds * 1e9);
  if (seconds < 1e-3)
    return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.2f} ms", seconds * 1e3);
}

std::vector<std::string> row(const Pairs &pairs) {
  const double ours = quantile(pairs.ours, 0.5);
  if (pairs.peer.empty())
    return {pairs.name, formatTime(ours), "-", "-", "-", pairs.peerName};
  const double peer = quantile(pairs.peer, 0.5);
  const std::vector<double> ratios = ratiosOf(pairs);
  // The median of the ratios of pairs: a machine that slows down during the run affects both sides
  // of a pair.
  const double ratio = quantile(ratios, 0.5);
  const double spread = (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2 / ratio;
  std::string note = pairs.peerName;
  if (peer < 1e-6)
    note += fmt::format(", difference {:+.2f} ns", (ours - peer) * 1e9);
  if (pairs.work.amount > 0)
    note += fmt::format(", {:.1f} to its {:.1f} {}", pairs.work.amount / ours * 1e-9,
                        pairs.work.amount / peer * 1e-9, pairs.work.unit);
  return {pairs.name,
          formatTime(ours),
          formatTime(peer),
          fmt::format("{:.3g}", ratio),
          fmt::format("+-{:.0f} %", spread * 100),
          note};
}

} // namespace

void runPaired(benchmark::State &state, const std::string &name, const TimedOperation &ours,
               const std::string &peerName, const TimedOperation &peer, Work work) {
  Pairs pairs{name, peerName, {}, {}, work};
  bool oursFirst = true;
  for ([[maybe_unused]] auto iteration : state) {
    if (oursFirst)
      pairs.ours.push_back(ours());
    if (peer)
      pairs.peer.push_back(peer());
    if (!oursFirst)
      pairs.ours.push_back(ours());
    oursFirst = !oursFirst;
    state.SetIterationTime(pairs.ours.back());
  }
  if (pairs.ours.empty())
    return;
  // Google Benchmark repeats a benchmark with more iterations until it has run long enough.
  auto &all = allPairs();
  std::erase_if(all, [&](const Pairs &earlier) { return earlier.name == name; });
  if (peer)
    state.counters["ratio"] = quantile(ratiosOf(pairs), 0.5);
  all.push_back(std::move(pairs));
}

double medianOfRow(size_t count, const std::function<void()> &operation) {
  return medianOfRow(
      count, [] {}, operation);
}

double medianOfRow(size_t count, const std::function<void()> &prepare,
                   const std::function<void()> &operation) {
  std::vector<double> times;
  for (size_t i = 0; i < count; ++i) {
    prepare();
    const auto start = Clock::now();
    operation();
    times.push_back(secondsSince(start));
  }
  return quantile(times, 0.5);
}

double perThing(size_t count, const std::function<void()> &operation) {
  const auto start = Clock::now();
  operation();
  return secondsSince(start) / static_cast<double>(count);
}

std::string closingTable() {
  using client::Align;
  std::vector<std::vector<std::string>> rows;
  for (const Pairs &pairs : allPairs())
    rows.push_back(row(pairs));
  return client::formatTable({{"name"},
                              {"ours", Align::Right},
                              {"peer", Align::Right},
                              {"ratio", Align::Right},
                              {"spread", Align::Right},
                              {"peer is"}},
                             rows);
}

} // namespace ursa::bench
