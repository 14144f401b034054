// Makes SPIR-V output deterministic. LLVM's backend keeps types, constants and decorations in
// tables whose order may depend on addresses in memory, so that ids and their order may differ
// between runs. Canonical order sorts global instructions by their first use in functions instead.
//
//   before:  OpDecorate %9 FuncParamAttr ...     after:  OpDecorate %4 Constant
//            OpDecorate %7 Constant                      OpDecorate %9 FuncParamAttr ...
//            %7 = OpVariable %5 ...                      %1 = OpTypeVoid
//            %2 = OpTypeVoid                             %4 = OpVariable %3 ...
#pragma once

#include "spirv/instructions.h"

namespace ursa::compiler::spirv {

/// Sorts the instructions whose order has no meaning, and numbers ids from 1 in the order of their
/// definitions. The order of functions and of their instructions does not change.
/// @param words a module that follows the grammar
ursa::spirv::Words inCanonicalOrder(ursa::spirv::Words words);

} // namespace ursa::compiler::spirv
