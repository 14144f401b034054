// Compiles the device IR of one image for one target.
#pragma once

#include "compiler/frontend/image_ir.h"
#include "compiler/targets/target.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ursa {

/// A kernel that a target cannot have, and a sentence that says why.
struct RefusedKernel {
  std::string kernel;
  std::string reason;
};

struct JobImages {
  std::string container; ///< the image, and the one with emulated constants; empty: there is none
  std::vector<RefusedKernel> refused;
};

/// What happens to kernels that the target cannot have: those of which it makes no code.
enum class RefusedKernels {
  Fail,
  LeaveOut,
  /// The same, also for kernels over which its compiler ends the process.
  LeaveOutIsolated,
};

/// Compiles @p split for @p target. Names of intermediate files begin with @p temps; none are kept
/// when it is empty. Fails with a sentence; whatever @p refused says when something is wrong with
/// the device IR for every target.
llvm::Expected<JobImages> compileImage(const SplitIr &split, const Target &target,
                                       const std::string &temps, RefusedKernels refused);

} // namespace ursa
