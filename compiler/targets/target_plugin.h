// The entry of a target in the table of targets (target.cpp).
#pragma once

#include "compiler/targets/target.h"

namespace ursa::compiler::targets {

struct TargetPlugin {
  const char *displayName; ///< for lists of targets: "nvptx64-sm_70 and the like"
  bool (*accepts)(llvm::StringRef name);
  llvm::Expected<std::unique_ptr<Target>> (*create)(llvm::StringRef name,
                                                    const TargetOptions &options,
                                                    const std::vector<std::string> &arguments);
  /// Help for the arguments that `create` accepts, a line each: "--aot    machine code ...\n"; may
  /// be empty.
  const char *help = "";
};

/// Returns the error for an argument of -Xursa-target that @p target does not accept; @p known is a
/// clause that lists the accepted ones: "it has --spirv-version=".
llvm::Error unknownTargetArgument(llvm::StringRef target, llvm::StringRef argument,
                                  llvm::StringRef known);

} // namespace ursa::compiler::targets
