// The host targets, entries of the target table (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa::compiler::host {

extern const targets::TargetPlugin kHostTargetPlugin;
/// The host target with --aot, a separate target so that a program can have images of both.
extern const targets::TargetPlugin kHostMachineTargetPlugin;

} // namespace ursa::compiler::host
