// Kernels that the compiler left out of the images of a target, because the target cannot have
// them. The images of other targets tell why, for messages of the run time.
#pragma once

#include "format/property_set.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ursa::format {

struct LeftOutKernel {
  std::string kernel;
  std::string target; ///< without "+emulated"
  std::string reason; ///< a sentence in one line
};

/// Adds the property set kLeftOutKernels to each image of a container. Returns a sentence, and
/// leaves the container as it is, if it cannot be read; empty on success.
std::string addLeftOutKernels(std::string &container, std::span<const LeftOutKernel> kernels);

/// Returns what the property sets of an image tell of a kernel.
std::vector<LeftOutKernel> leftOutKernels(std::span<const PropertySet> sets,
                                          std::string_view kernel);

} // namespace ursa::format
