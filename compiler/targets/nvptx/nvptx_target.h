// The nvptx target as a row of the table of targets (compiler/targets/target.cpp).
#pragma once

#include "compiler/targets/target_plugin.h"

namespace ursa::compiler::nvptx {

extern const targets::TargetPlugin kNvptxTargetPlugin;

} // namespace ursa::compiler::nvptx
