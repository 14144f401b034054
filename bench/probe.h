// Measurements in separate processes, by the program ursa-bench-probe.
#pragma once

#include "bench/paired.h"

#include <string>
#include <vector>

namespace ursa::bench {

/// A measurement that returns the times of Ursa and of the peer together, each in a new process.
class Probe {
public:
  /// @param measurement "init" or "launch", see probe.cpp
  /// @param adapters    their libraries, relative to the build tree
  Probe(const std::string &measurement, const std::vector<std::string> &adapters);

  /// Runs paired.
  void run(benchmark::State &state, const Subject &subject, const std::string &peerName);

private:
  void measure();

  std::vector<std::string> command_;
  std::vector<double> ours_; ///< measured but not yet returned
  std::vector<double> peer_;
};

} // namespace ursa::bench
