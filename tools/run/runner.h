// Runs one kernel as the command line says: checks, sets constants, builds, launches, measures, and
// writes the outputs if everything succeeded.
#pragma once

#include "tools/run/options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ursa::run {

/// Minimum and median of several measurements.
struct Times {
  double minMs = 0;
  double medianMs = 0;
};

/// Does not throw; @p ms has at least one element.
Times summarize(std::vector<double> ms);

struct WrittenFile {
  size_t argument = 0;
  std::string name; ///< of the argument
  std::string file;
  size_t bytes = 0;
};

/// The results of a run, for the report.
struct RunReport {
  std::string device; ///< selector
  std::string deviceName;
  std::string kernel;
  std::string mode; ///< used by the device: "native", "emulated", "tiered" or "none"
  std::optional<ursa_width_report_t> width; ///< of the device's packs; none if it has none
  std::string tier; ///< mode "tiered": of the last launch, "native" or "emulated"; else empty
  std::vector<size_t> global;
  std::vector<size_t> local;
  std::vector<size_t> offset;
  std::vector<std::pair<std::string, std::string>>
      constants; ///< the constants that were set: name, value
  double buildMs = 0;
  unsigned repeat = 1;
  Times wall;                    ///< launch to completion, measured by the host
  std::optional<Times> profiled; ///< start to end on the device, if it supports profiling
  std::vector<WrittenFile> outputs;
};

/// Throws a Failure if anything fails; then no output file is created or changed.
RunReport runKernel(const Options &options);

} // namespace ursa::run
