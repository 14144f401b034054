// Tables and JSON of results.
#include "bench/results.h"

#include "bench/settings.h"
#include "client/files.h"
#include "client/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace ursa::bench {
namespace {

using client::Align;
using Json = nlohmann::ordered_json;

std::vector<Result> &kept() {
  static auto *results =
      new std::vector<Result>; // never destroyed: static destructors have no order
  return *results;
}

std::vector<std::string> &keptFailures() {
  static auto *failures = new std::vector<std::string>;
  return *failures;
}

std::string formatTime(double seconds) {
  if (seconds < 1e-6)
    return fmt::format("{:.2f} ns", seconds * 1e9);
  if (seconds < 1e-3)
    return fmt::format("{:.2f} us", seconds * 1e6);
  return fmt::format("{:.2f} ms", seconds * 1e3);
}

std::vector<std::string> ratioRow(const Result &result) {
  const std::string &name = result.subject.name;
  const double ours = quantile(result.ours, 0.5);
  const PeerTimes &peerTimes = result.peers[0];
  if (peerTimes.times.empty())
    return {name, formatTime(ours), "-", "-", "-", formatGoal(result.subject), peerTimes.name};
  const double peer = quantile(peerTimes.times, 0.5);
  const std::vector<double> all = ratios(result, 0);
  const double ratio = quantile(all, 0.5);
  const double spread = (quantile(all, 0.75) - quantile(all, 0.25)) / 2 / ratio;
  std::string note = peerTimes.name;
  if (peer < 1e-6)
    note += fmt::format(", difference {:+.2f} ns", (ours - peer) * 1e9);
  const Work &work = result.subject.work;
  if (work.amount > 0)
    note += fmt::format(", {:.1f} to its {:.1f} {}", work.amount / ours * 1e-9,
                        work.amount / peer * 1e-9, work.unit);
  return {name,
          formatTime(ours),
          formatTime(peer),
          fmt::format("{:.3g}", ratio),
          fmt::format("+-{:.0f} %", spread * 100),
          formatGoal(result.subject),
          note};
}

std::vector<std::string> kernelRow(const Result &result) {
  std::vector<std::string> cells = {result.subject.name};
  std::string spread;
  for (size_t peer = 0; peer < result.peers.size(); ++peer) {
    if (result.peers[peer].times.empty()) {
      cells.emplace_back("-");
      continue;
    }
    const std::vector<double> all = shares(result, peer);
    cells.push_back(fmt::format("{:.2f}", quantile(all, 0.5)));
    spread += fmt::format("{}{:.2f}-{:.2f}", spread.empty() ? "" : "  ", quantile(all, 0),
                          quantile(all, 1));
  }
  cells.push_back(spread);
  cells.push_back(formatGoal(result.subject));
  const Work &work = result.subject.work;
  const double ours = quantile(result.ours, 0.5);
  cells.push_back(formatTime(ours));
  cells.push_back(fmt::format("{:.4g} {}", work.amount / ours * 1e-9, work.unit));
  cells.push_back(result.subject.note);
  return cells;
}

const char *nameOf(Goal::Kind kind) {
  switch (kind) {
  case Goal::Share:
    return "share";
  case Goal::Ratio:
    return "ratio";
  case Goal::Difference:
    return "difference";
  case Goal::Seconds:
    return "seconds";
  case Goal::Rate:
    return "rate";
  case Goal::None:
    break;
  }
  return "none";
}

Json summary(const std::vector<double> &values) {
  return {{"median", quantile(values, 0.5)},
          {"lowerQuartile", quantile(values, 0.25)},
          {"upperQuartile", quantile(values, 0.75)},
          {"min", quantile(values, 0)},
          {"max", quantile(values, 1)}};
}

Json toJson(const Result &result) {
  const Subject &subject = result.subject;
  Json json = {{"name", subject.name},
               {"title", subject.title.empty() ? subject.name : subject.title},
               {"isKernel", subject.isKernel},
               {"seconds", summary(result.ours)},
               {"pairs", result.ours.size()},
               {"peers", Json::array()}};
  if (subject.goal.kind != Goal::None)
    json["goal"] = {{"kind", nameOf(subject.goal.kind)},
                    {"value", subject.goal.value},
                    {"text", formatGoal(subject)},
                    {"isReached", isReached(result)}};
  if (subject.work.amount > 0)
    json["work"] = {{"amount", subject.work.amount}, {"unit", subject.work.unit}};
  if (subject.size > 0)
    json["size"] = subject.size;
  if (!subject.note.empty())
    json["note"] = subject.note;
  for (size_t peer = 0; peer < result.peers.size(); ++peer) {
    Json entry = {{"name", result.peers[peer].name}};
    if (!result.peers[peer].times.empty()) {
      entry["seconds"] = summary(result.peers[peer].times);
      entry["ratio"] = summary(ratios(result, peer)); // of its time
      entry["share"] = summary(shares(result, peer)); // of its rate
    }
    json["peers"].push_back(std::move(entry));
  }
  return json;
}

} // namespace

void addResult(Result result) {
  auto &all = kept();
  std::erase_if(all,
                [&](const Result &earlier) { return earlier.subject.name == result.subject.name; });
  all.push_back(std::move(result));
}

const std::vector<Result> &allResults() { return kept(); }

void addFailure(const std::string &name, const std::string &sentence) {
  keptFailures().push_back(fmt::format("{}: {}", name, sentence));
}

const std::vector<std::string> &allFailures() { return keptFailures(); }

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(std::lround(q * static_cast<double>(values.size() - 1)))];
}

std::vector<double> ratios(const Result &result, size_t peer) {
  std::vector<double> values;
  for (size_t i = 0; i < result.ours.size(); ++i)
    values.push_back(result.ours[i] / result.peers[peer].times[i]);
  return values;
}

std::vector<double> shares(const Result &result, size_t peer) {
  std::vector<double> values;
  for (size_t i = 0; i < result.ours.size(); ++i)
    values.push_back(result.peers[peer].times[i] / result.ours[i]);
  return values;
}

std::string formatGoal(const Subject &subject) {
  const Goal &goal = subject.goal;
  switch (goal.kind) {
  case Goal::Share:
    return fmt::format(">= {:.2f}", goal.value);
  case Goal::Ratio:
    return fmt::format("<= {:.2f}", goal.value);
  case Goal::Difference:
    return fmt::format("<= +{}", formatTime(goal.value));
  case Goal::Seconds:
    return fmt::format("<= {}", formatTime(goal.value));
  case Goal::Rate:
    return fmt::format(">= {:.0f} {}", goal.value, subject.work.unit);
  case Goal::None:
    break;
  }
  return "";
}

bool isReached(const Result &result) {
  const Goal &goal = result.subject.goal;
  const double ours = quantile(result.ours, 0.5);
  if (goal.kind == Goal::None)
    return true;
  if (goal.kind == Goal::Seconds)
    return ours <= goal.value;
  if (goal.kind == Goal::Rate)
    return result.subject.work.amount / ours * 1e-9 >= goal.value;
  if (result.peers.empty() || result.peers[0].times.empty())
    return false;
  if (goal.kind == Goal::Share)
    return quantile(shares(result, 0), 0.5) >= goal.value;
  if (goal.kind == Goal::Ratio)
    return quantile(ratios(result, 0), 0.5) <= goal.value;
  return ours - quantile(result.peers[0].times, 0.5) <= goal.value;
}

std::string kernelTable() {
  std::vector<std::vector<std::string>> rows;
  for (const Result &result : allResults())
    if (result.subject.isKernel)
      rows.push_back(kernelRow(result));
  if (rows.empty())
    return "";
  return client::formatTable({{"kernel"},
                              {"ursa/plain C++", Align::Right},
                              {"ursa/PoCL", Align::Right},
                              {"spread of both"},
                              {"goal", Align::Right},
                              {"time", Align::Right},
                              {"rate", Align::Right},
                              {""}},
                             rows);
}

std::string ratioTable() {
  std::vector<std::vector<std::string>> rows;
  for (const Result &result : allResults())
    if (!result.subject.isKernel)
      rows.push_back(ratioRow(result));
  if (rows.empty())
    return "";
  return client::formatTable({{"name"},
                              {"ours", Align::Right},
                              {"peer", Align::Right},
                              {"ratio", Align::Right},
                              {"spread", Align::Right},
                              {"goal", Align::Right},
                              {"peer is"}},
                             rows);
}

void writeJson(const std::filesystem::path &path, const Json &machine) {
  Json json = {{"format", 1},
               {"isTiny", settings().isTiny},
               {"machine", machine},
               {"failures", allFailures()},
               {"benchmarks", Json::array()}};
  for (const Result &result : allResults())
    json["benchmarks"].push_back(toJson(result));
  const std::string text = json.dump(1) + "\n";
  client::OutputFiles files;
  files.add(path, std::as_bytes(std::span(text)));
  files.commit();
}

} // namespace ursa::bench
