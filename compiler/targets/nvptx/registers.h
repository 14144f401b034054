// Special registers with the position of a thread.
#pragma once

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#include <array>

namespace ursa::compiler::nvptx {

constexpr unsigned kDimensions = 3;
/// One for each dimension.
using Registers = std::array<llvm::Intrinsic::ID, kDimensions>;

#define URSA_REGISTERS(name)                                                                       \
  {                                                                                                \
    llvm::Intrinsic::nvvm_read_ptx_sreg_##name##_x,                                                \
        llvm::Intrinsic::nvvm_read_ptx_sreg_##name##_y,                                            \
        llvm::Intrinsic::nvvm_read_ptx_sreg_##name##_z                                             \
  }
constexpr Registers kLocalId = URSA_REGISTERS(tid);
constexpr Registers kLocalSize = URSA_REGISTERS(ntid);
constexpr Registers kGroupInGrid = URSA_REGISTERS(ctaid); ///< a launch may have several grids
constexpr Registers kGroupsPerGrid = URSA_REGISTERS(nctaid);
#undef URSA_REGISTERS

} // namespace ursa::compiler::nvptx
