// Finds the values that grow by a constant from lane to lane: value(lane) = value(0) + lane * step.
// Accesses through such pointers become wide loads and stores.
//
//   %i = add nsw i32 %id, %n        ; step 1
//   %w = sext i32 %i to i64         ; step 1: %i does not overflow in any lane that uses it
//   %p = getelementptr float, ptr %a, i64 %w   ; step 4
//
// All sums are modulo 2^bits. An extension keeps the step only if no lane overflows in between. The
// flags of the narrow operations prove that for the active lanes; then the wide value of lane 0,
// computed with 64 bits from the operands, gives the values of all active lanes, even if lane 0
// itself is inactive and overflows. Without such flags the step is conditional: it holds if the
// narrow value of lane 0 can be increased by the steps of all lanes without an overflow, which is
// checked at run time.
#pragma once

#include "compiler/targets/host/vectorize/control_shape.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <optional>

namespace llvm {
class CastInst;
class DataLayout;
class Instruction;
class Value;
} // namespace llvm

namespace ursa::compiler::host {

struct LaneStride {
  int64_t step = 0;
  bool isSigned = false;   ///< in active lanes, the signed value does not overflow
  bool isUnsigned = false; ///< in active lanes, the unsigned value does not overflow
  /// The extension of a narrow value that must not overflow from lane to lane; null: the stride is
  /// not conditional.
  const llvm::CastInst *unlessOverflow = nullptr;

  bool operator==(const LaneStride &) const = default;
};

class LaneStrides {
public:
  /// @param followsValues false: nothing but the ids and the memory of variables has a stride
  LaneStrides(llvm::Function &function, llvm::UniformityInfo &uniformity, const ControlShape &shape,
              bool followsValues);

  /// Returns the stride of a divergent value; none if it has none, or only a conditional one.
  std::optional<LaneStride> of(const llvm::Value *value) const;
  /// Returns the conditional stride of a divergent value; none if it has none.
  std::optional<LaneStride> conditionalOf(const llvm::Value *value) const;

private:
  using State = std::optional<LaneStride>; // of a visited value

  /// Returns the state of an operand: uniform values have step 0. Null if not yet visited.
  const State *stateOf(const llvm::Value *value) const;
  bool visit(llvm::Instruction &instruction);
  /// Returns false while operands are not yet known.
  bool compute(llvm::Instruction &instruction, State &state) const;
  bool computePhi(llvm::Instruction &instruction, State &state) const;
  bool computeAddress(llvm::Instruction &instruction, State &state) const;
  State binary(const llvm::Instruction &instruction, const LaneStride &a,
               const LaneStride &b) const;
  State unconditional(const llvm::Instruction &instruction, const LaneStride &a,
                      const LaneStride &b) const;
  State extension(const llvm::Instruction &instruction, const LaneStride &from) const;
  static State conditional(const llvm::Instruction &extension, const LaneStride &from);

  llvm::UniformityInfo &uniformity_;
  const ControlShape &shape_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<const llvm::Value *, State> states_;
};

} // namespace ursa::compiler::host
