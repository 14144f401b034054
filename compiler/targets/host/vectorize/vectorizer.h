// Rewrites a structured kernel so that one call runs a pack of work-items, one in each SIMD lane.
//
//   before, one work-item:                   after, 16 work-items:
//     %v = load float, ptr %p                  %v = call <16 x float> @llvm.masked.load(%p0, %mask)
//     %c = fcmp ogt float %v, 0.0              %c = fcmp ogt <16 x float> %v, zeroinitializer
//     br i1 %c, label %then, label %join       %m = and <16 x i1> %mask, %c
//                                              br i1 (any of %m), label %then, label %join
//
// Uniform values stay scalar. A value with a stride is a scalar, its value in lane 0, until a
// vector of it is needed. A vector of n elements becomes one of n * width elements, lane by lane.
// Operations without a vector form run in a loop over the active lanes (lane_loops.h).
#pragma once

#include "compiler/targets/host/vectorize/control_shape.h"
#include "compiler/targets/host/vectorize/lane_loops.h"
#include "compiler/targets/host/vectorize/lane_strides.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

#include <string>

namespace ursa::compiler::builtins {
struct GroupFunction;
} // namespace ursa::compiler::builtins

namespace llvm {
class CallInst;
class IntrinsicInst;
class TargetTransformInfo;
} // namespace llvm

namespace ursa::compiler::host {

/// The most elements from lane to lane, for each of an access, that a wide access may cover.
inline constexpr unsigned kMaxElementStep = 4;

/// The analyses of a function that is about to be vectorized.
struct LaneAnalyses {
  llvm::UniformityInfo &uniformity;
  const ControlShape &shape;
  const LaneStrides &strides;
  llvm::LoopInfo &loops;
  const llvm::TargetTransformInfo &target;
};

class Vectorizer {
public:
  /// @param lanes the number of work-items, at most @p width: the first lanes are active
  Vectorizer(llvm::Function &function, unsigned width, llvm::Value &lanes,
             const LaneAnalyses &analyses);

  /// Returns why the function cannot be vectorized; empty if it can.
  std::string problem() const;
  void run();

private:
  using Builder = llvm::IRBuilder<>;

  // Types (vector_types.cpp)
  llvm::Type *wide(llvm::Type *type) const;
  static unsigned elementsOf(const llvm::Type *type);

  // Values (lane_values.cpp)
  bool isDivergent(const llvm::Value *value) const {
    return analyses_.uniformity.isDivergent(value);
  }
  std::optional<LaneStride> strideOf(const llvm::Value *value) const;
  /// Returns the vector of a value's lanes.
  llvm::Value *vectorOf(Builder &builder, llvm::Value *value);
  /// Returns the value of lane 0 of a value that is uniform or has a stride.
  llvm::Value *laneZero(llvm::Value *value);
  /// Returns the value of lane 0 with 64 bits: see lane_strides.h.
  llvm::Value *wideLaneZero(llvm::Value *value, bool isSigned);
  llvm::Value *computeLaneZero(llvm::Instruction &instruction);
  llvm::Value *computeWideLaneZero(llvm::Value *value, bool isSigned);
  llvm::Value *phiOfLaneZero(llvm::PHINode &phi, llvm::Type *type, int extension);
  void fillStridePhis();
  llvm::Value *splat(Builder &builder, llvm::Value *value) const;
  llvm::Constant *laneOffsets(llvm::Type *type, int64_t step) const;
  llvm::Value *blend(Builder &builder, llvm::Value *mask, llvm::Value *active,
                     llvm::Value *inactive) const;
  /// Repeats each bit of a mask for the elements of a lane.
  llvm::Value *spread(Builder &builder, llvm::Value *mask, unsigned elements) const;
  llvm::Value *anyOf(Builder &builder, llvm::Value *mask) const;
  /// Returns element @p index of each lane of a vector of vectors.
  llvm::Value *elementOf(Builder &builder, llvm::Value *vector, unsigned elements,
                         unsigned index) const;
  llvm::Value *interleave(Builder &builder, llvm::ArrayRef<llvm::Value *> elements) const;

  // Masks and control flow (vectorizer.cpp)
  llvm::Value *maskOf(const LaneMask &lanes);
  llvm::Value *maskOf(const llvm::Instruction &instruction) {
    return maskOf(analyses_.shape.maskOf(instruction.getParent()));
  }
  void createPhi(llvm::PHINode &phi);
  void fillPhi(llvm::PHINode &phi, llvm::PHINode &vector);
  llvm::Value *valueFrom(llvm::PHINode &phi, llvm::BasicBlock *from);
  llvm::Value *valueOfLeavingLanes(llvm::PHINode &phi, llvm::Loop &loop);
  void rewriteBranch(llvm::BasicBlock *block);

  // Instructions (widen.cpp)
  void widen(llvm::Instruction &instruction);
  llvm::Value *widenValue(Builder &builder, llvm::Instruction &instruction);
  /// Returns the comparison with fewer bits; null if it needs all of them.
  llvm::Value *widenNarrowCompare(Builder &builder, llvm::CmpInst &compare);
  llvm::Value *widenBinary(Builder &builder, llvm::BinaryOperator &operation);
  llvm::Value *widenSelect(Builder &builder, llvm::SelectInst &select);
  llvm::Value *widenAddress(Builder &builder, llvm::GetElementPtrInst &address);
  llvm::Value *widenElementAccess(Builder &builder, llvm::Instruction &instruction);
  llvm::Value *widenShuffle(Builder &builder, llvm::ShuffleVectorInst &shuffle);
  llvm::Value *widenIntrinsic(Builder &builder, llvm::IntrinsicInst &call);
  llvm::Value *widenReduction(Builder &builder, llvm::IntrinsicInst &call);
  bool isDropped(const llvm::Instruction &instruction) const;

  // Operations of sub-groups, which are packs (widen_sub_groups.cpp)
  /// Replaces a call. Returns whether it is such an operation.
  bool widenSubGroupOperation(llvm::Instruction &instruction);
  llvm::Value *combineLanes(Builder &builder, const llvm::CallInst &call,
                            const compiler::builtins::GroupFunction &group, llvm::Value *mask);
  /// Returns the vector in which each lane has the value of the lane in @p from.
  llvm::Value *permute(Builder &builder, llvm::Value *vector, unsigned elements, llvm::Value *from);
  /// Returns the value of one lane.
  llvm::Value *valueOfLane(Builder &builder, llvm::Value *value, llvm::Value *lane);

  // Memory (widen_memory.cpp)
  bool hasVectorForm(llvm::Type *type) const;
  llvm::Value *widenLoad(Builder &builder, llvm::LoadInst &load);
  void widenStore(Builder &builder, llvm::StoreInst &store);
  /// Returns whether the processor has the wide access.
  bool hasWideAccess(llvm::Instruction &access, unsigned step) const;
  /// Emits the access to consecutive memory that begins at the pointer of lane 0.
  llvm::Value *loadWide(Builder &builder, llvm::LoadInst &load, unsigned step, llvm::Value *first,
                        llvm::Value *mask) const;
  void storeWide(Builder &builder, llvm::StoreInst &store, llvm::Value *value, unsigned step,
                 llvm::Value *first, llvm::Value *mask) const;
  /// Emits the access with a pointer for each lane.
  llvm::Value *loadLanes(Builder &builder, llvm::LoadInst &load, llvm::Value *pointers,
                         llvm::Value *mask);
  void storeLanes(Builder &builder, llvm::StoreInst &store, llvm::Value *value,
                  llvm::Value *pointers, llvm::Value *mask);
  /// Notes an access whose pointer has a conditional stride. @return the loaded value, or null
  llvm::Value *addConditional(Builder &builder, llvm::Instruction &access, llvm::Value *pointer,
                              llvm::Value *value, unsigned step, llvm::Value *mask);
  /// Creates the two forms of these accesses. Splits blocks.
  void emitConditional();
  void storeLastLane(Builder &builder, llvm::StoreInst &store, llvm::Value *mask);
  /// Returns the elements between two lanes of an access that covers consecutive memory; 0 if none.
  unsigned elementStep(llvm::Type *type, llvm::Value *pointer) const;
  unsigned elementStep(llvm::Type *type, const std::optional<LaneStride> &stride) const;
  llvm::Value *maskOfElements(Builder &builder, llvm::Value *mask, unsigned elements,
                              unsigned step) const;
  llvm::Value *gather(Builder &builder, llvm::Type *type, llvm::Value *pointers, llvm::Align align,
                      llvm::Value *mask);
  void scatter(Builder &builder, llvm::Value *value, llvm::Value *pointers, llvm::Align align,
               llvm::Value *mask);
  llvm::Value *scratch();
  llvm::Type *wholeAccess(llvm::Type *type, llvm::Align align) const;
  llvm::FixedVectorType *wholeLanes(llvm::Type *type, llvm::Align align, unsigned step,
                                    bool isStore) const;

  llvm::Function &function_;
  const unsigned width_;
  llvm::Value &lanes_;
  const LaneAnalyses analyses_;
  const llvm::DataLayout &layout_;

  std::vector<llvm::Instruction *> order_; ///< the function's own instructions
  llvm::DenseMap<const llvm::Value *, llvm::Value *> vectors_;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> laneZeros_;
  llvm::DenseMap<std::pair<const llvm::Value *, int>, llvm::Value *> wideLaneZeros_;
  llvm::DenseMap<const LaneMask *, llvm::Value *> masks_;
  std::vector<std::pair<llvm::PHINode *, llvm::PHINode *>> phis_; ///< own phi, its vector

  /// A phi of lane 0, to be filled. extension: 0 none, 1 signed, 2 unsigned.
  struct StridePhi {
    llvm::PHINode *own;
    llvm::PHINode *scalar;
    int extension;
  };
  std::vector<StridePhi> stridePhis_;
  /// An access that is wide if `isWide` holds; otherwise each lane has its pointer.
  struct ConditionalAccess {
    llvm::Instruction *access;
    llvm::Instruction *placeholder; ///< the access is emitted here
    // These may be placeholders of earlier accesses, and follow their replacement.
    llvm::WeakTrackingVH isWide, first, pointers, value, mask;
    unsigned step;
  };
  std::vector<ConditionalAccess> conditional_;
  std::vector<llvm::Instruction *> replaced_; ///< of order_, to be erased
  llvm::AllocaInst *scratch_ = nullptr;
  LaneLoops laneLoops_;
};

} // namespace ursa::compiler::host
