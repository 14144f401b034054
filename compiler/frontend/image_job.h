// Compiles the device IR of one image for one target.
#pragma once

#include "compiler/frontend/image_ir.h"
#include "compiler/targets/target.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa::compiler::frontend {

/// A kernel that a target does not support, and the reason.
struct RejectedKernel {
  std::string kernel;
  std::string reason;
};

struct JobImages {
  std::string container; ///< the image, and its variant with emulated constants; may be empty
  std::vector<RejectedKernel> rejected;
};

/// How to handle kernels that the target does not support.
enum class RejectedKernels {
  Fail,
  LeaveOut,
  /// As LeaveOut, including kernels that crash the target's compiler.
  LeaveOutIsolated,
};

/// Compiles @p split for @p target. @p tempPrefix is the path prefix of intermediate files; none
/// are kept if it is empty, and none replaces one of the files @p inputs. Fails regardless of @p
/// rejected if the device IR is invalid for every target.
llvm::Expected<JobImages> compileImage(const SplitIr &split, const targets::Target &target,
                                       const std::string &tempPrefix,
                                       const std::vector<std::string> &inputs,
                                       RejectedKernels rejected);

} // namespace ursa::compiler::frontend
