// The SPIR-V target for OpenCL, an entry of the table of targets (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa::compiler::spirv {

extern const targets::TargetPlugin kSpirvTargetPlugin;

} // namespace ursa::compiler::spirv
