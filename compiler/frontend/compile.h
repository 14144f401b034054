// ursac without its command line: kernel source in, container of device images out.
#pragma once

#include "compiler/frontend/clang_driver.h"

#include <map>
#include <string>
#include <vector>

namespace ursa {

struct CompileOptions {
  SourceOptions source;
  std::string output;
  std::string deviceInclude; ///< folder of Ursa's device headers
  /// host-x86_64, spirv64, nvptx64-sm_80 and the like; images are in this order.
  std::vector<std::string> targets = {"host-x86_64"};
  std::map<std::string, std::vector<std::string>>
      targetOptions;      ///< words for a target, by its name
  bool saveTemps = false; ///< keep device IR and images beside the output
  bool verbose = false;   ///< print the clang command
  bool dryRun = false;    ///< print it and stop
};

/// Compiles. Returns the sentence to print when it fails, empty otherwise. The output appears whole
/// or not at all; the same input gives the same bytes.
std::string compileToContainer(const CompileOptions &options);

} // namespace ursa
