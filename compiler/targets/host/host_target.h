// The host targets as rows of the table of targets (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa {

extern const TargetPlugin kHostTargetPlugin;
/// The same with --aot, so that a program can have images of both.
extern const TargetPlugin kHostMachineTargetPlugin;

} // namespace ursa
