// Measurements in processes of their own, by the program ursa-bench-probe.
#pragma once

#include "bench/paired.h"

#include <string>
#include <vector>

namespace ursa::bench {

/// A measurement that gives ours and the peer's at once, each run a new process.
class Probe {
public:
  /// @param measurement "init" or "launch", see probe.cpp
  /// @param adapters    their libraries, relative to the build tree
  Probe(const std::string &measurement, const std::vector<std::string> &adapters);

  /// Runs paired under that name.
  void run(benchmark::State &state, const std::string &name, const std::string &peerName);

private:
  void measure();

  std::string command_;
  std::vector<double> ours_; ///< measured and not yet asked for
  std::vector<double> peer_;
};

} // namespace ursa::bench
