// The results of a run, as tables and as JSON.
#pragma once

#include "bench/paired.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace ursa::bench {

struct PeerTimes {
  std::string name;          ///< or why there are no times
  std::vector<double> times; ///< in seconds, one for each of ours
};

struct Result {
  Subject subject;
  std::vector<double> ours; ///< in seconds
  std::vector<PeerTimes> peers;
};

/// Keeps a result; replaces an earlier one of the same name, because Google Benchmark repeats a
/// benchmark until it has run long enough.
void addResult(Result result);

const std::vector<Result> &allResults();

/// Keeps the sentence of a benchmark that could not be measured, so that the others still are.
void addFailure(const std::string &name, const std::string &sentence);

/// "NAME: SENTENCE", one for each.
const std::vector<std::string> &allFailures();

/// @param q 0: the smallest value, 1: the largest
double quantile(std::vector<double> values, double q);

/// Our times over those of a peer, pair by pair: a machine that slows down during the run affects
/// both sides of a pair.
std::vector<double> ratios(const Result &result, size_t peer);

/// The share of a peer's rate that we reach: the inverse of the ratios.
std::vector<double> shares(const Result &result, size_t peer);

/// Returns the goal as "<= 2.00 ns"; empty without one.
std::string formatGoal(const Subject &subject);

/// Returns whether the median reaches the goal; true without a goal, false without the peer's
/// times.
bool isReached(const Result &result);

/// Returns the table of kernels: shares of the rates of the peers, medians of the pairs, with the
/// smallest and the largest. Empty without kernels.
std::string kernelTable();

/// Returns the table of everything else: name, medians of Ursa and of the peer, ratio (the median
/// of the ratios of single pairs), spread (half the interquartile range of those ratios, relative
/// to their median). Empty without such results.
std::string ratioTable();

/// Writes all results.
/// @param machine what it was and did meanwhile
/// Throws a client::Failure.
void writeJson(const std::filesystem::path &path, const nlohmann::ordered_json &machine);

} // namespace ursa::bench
