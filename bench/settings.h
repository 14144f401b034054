// Settings from the options of ursa-bench, made before the first benchmark runs.
#pragma once

#include <string>

namespace ursa::bench {

struct Settings {
  /// Small sizes and one pair of each benchmark: checks results, and its times mean nothing.
  bool isTiny = false;
  std::string device = "host"; ///< the device of the kernels; see client/selector.h
  unsigned threads = 0;        ///< of plain C++
};

/// Written by main alone.
Settings &settings();

} // namespace ursa::bench
