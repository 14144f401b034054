// The host targets, entries of the target table (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa {

extern const TargetPlugin kHostTargetPlugin;
/// The host target with --aot, a separate target so that a program can have images of both.
extern const TargetPlugin kHostMachineTargetPlugin;

} // namespace ursa
