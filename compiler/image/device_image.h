// What stands between device IR as a front end wrote it and the image of a target: the passes run
// on the module ("post-link"), and the property sets that describe the result.
#pragma once

#include "compiler/image/kernel_info.h"
#include "compiler/image/property_set.h"

#include <optional>

namespace ursa {

/// A module after post-link.
struct PostLinkResult {
  SpecConstantTable constants;
  std::vector<KernelInfo> kernels;
  std::vector<std::string> exported; ///< functions that other images may call
  /// Functions that other images could call, were it not for emulated constants that they read.
  std::vector<std::string> notExported;
};

/// Fails with a sentence that names @p module when its triple is not one of the device IR that our
/// targets compile, or that names a kernel of another target's calling convention.
llvm::Error checkDeviceTriple(const llvm::Module &module);

/// Lowers @p module in place; without @p mode specialization constants stay as they are. The triple
/// is one of SPIR-V, of a GPU (nvptx64, amdgcn), or absent. Fails with a sentence.
llvm::Expected<PostLinkResult> postLink(llvm::Module &module, std::optional<SpecConstantMode> mode);

/// The property sets of docs/ARCHITECTURE.md, in its order.
std::vector<PropertySet> propertySets(const PostLinkResult &result);

/// Names of kernels, and of functions that other images may call, one a line.
std::string symbolText(const PostLinkResult &result);

} // namespace ursa
