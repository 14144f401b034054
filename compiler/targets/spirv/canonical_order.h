// Makes one SPIR-V module of all those that say the same. LLVM's backend keeps types, constants and
// decorations in tables whose order may follow addresses in memory, so that the same input can give
// other ids and another order in another run. Code tells the order instead: what a function uses
// first stands first.
//
//   before:  OpDecorate %9 FuncParamAttr ...     after:  OpDecorate %4 Constant
//            OpDecorate %7 Constant                      OpDecorate %9 FuncParamAttr ...
//            %7 = OpVariable %5 ...                      %1 = OpTypeVoid
//            %2 = OpTypeVoid                             %4 = OpVariable %3 ...
#pragma once

#include "compiler/targets/spirv/spirv_module.h"

namespace ursa {

/// Sorts what has no order of its own and numbers ids from 1 in the order of their definitions.
/// Functions, and what is in them, stay in their order.
void makeCanonical(SpirvModule &module);

} // namespace ursa
