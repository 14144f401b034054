// What a target's room gives to the table of targets (target.cpp).
#pragma once

#include "compiler/targets/target.h"

namespace ursa {

struct TargetPlugin {
  const char *spelling; ///< for lists of targets: "nvptx64-sm_70 and the like"
  bool (*accepts)(llvm::StringRef name);
  llvm::Expected<std::unique_ptr<Target>> (*make)(llvm::StringRef name,
                                                  const TargetOptions &options,
                                                  const std::vector<std::string> &arguments);
};

/// The error of a word of -Xursa-target that @p target does not know; @p known is a clause that
/// tells what it knows: "it has --spirv-version=".
llvm::Error unknownTargetArgument(llvm::StringRef target, llvm::StringRef argument,
                                  llvm::StringRef known);

} // namespace ursa
