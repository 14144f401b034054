// The step between device IR from a front end and the image of a target: the passes that run on the
// module ("post-link"), and the property sets that describe the result.
#pragma once

#include "compiler/image/kernel_info.h"
#include "format/property_set.h"

#include <optional>

namespace ursa::compiler::image {

/// A module after post-link.
struct PostLinkResult {
  passes::SpecConstantTable constants;
  std::vector<KernelInfo> kernels;
  std::vector<std::string> exported; ///< functions that other images may call
  /// Functions that other images cannot call because they read emulated constants.
  std::vector<std::string> notExported;
};

/// Fails if the triple of @p module is not that of device IR, or if a kernel has the calling
/// convention of another target.
llvm::Error checkDeviceTriple(const llvm::Module &module);

/// Lowers @p module in place. Without @p mode, specialization constants are left unchanged. The
/// triple must be one of SPIR-V, of a GPU (nvptx64, amdgcn), or absent.
llvm::Expected<PostLinkResult> postLink(llvm::Module &module,
                                        std::optional<format::ConstantMode> mode);

/// Returns the property sets of docs/formats/properties.md, in its order.
std::vector<format::PropertySet> propertySets(const PostLinkResult &result);

/// Returns the names of kernels, and of functions that other images may call, one a line.
std::string symbolText(const PostLinkResult &result);

} // namespace ursa::compiler::image
