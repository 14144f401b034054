#include "compiler/targets/host/vectorize/column_accesses.h"

#include "compiler/targets/host/vectorize/lane_uniformity.h"
#include "compiler/targets/host/vectorize/vectorizer.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr unsigned kMostSteps = 8;

const Value &withoutCasts(const Value &value) {
  const Value *inner = &value;
  while (const auto *cast = dyn_cast<CastInst>(inner))
    inner = cast->getOperand(0);
  return *inner;
}

/// Returns whether a value is a sum of which one part is the number of the row.
bool addsRow(const Value &value, unsigned depth = 0) {
  const Value &sum = withoutCasts(value);
  if (const auto *argument = dyn_cast<Argument>(&sum))
    return argument->hasAttribute(kRowIdAttribute);
  const auto *add = dyn_cast<AddOperator>(&sum);
  return add && depth < kMostSteps &&
         any_of(add->operands(), [&](const Use &part) { return addsRow(*part, depth + 1); });
}

/// Returns whether an address is that of the row's element.
bool isAtRow(const Value &pointer, TypeSize bytes, unsigned depth = 0) {
  const auto *element = dyn_cast<GEPOperator>(&pointer);
  if (!element || depth == kMostSteps)
    return false;
  const DataLayout &layout = cast<Instruction>(element)->getDataLayout();
  return (element->getNumIndices() == 1 &&
          layout.getTypeAllocSize(element->getSourceElementType()) == bytes &&
          addsRow(*element->getOperand(1))) ||
         isAtRow(*element->getPointerOperand(), bytes, depth + 1);
}

} // namespace

bool isColumnAccess(const Instruction &instruction, const LaneAnalyses &analyses) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  return pointer && isa<Instruction>(pointer) && analyses.uniformity.isDivergent(pointer) &&
         !analyses.strides.of(pointer) && !analyses.strides.conditionalOf(pointer) &&
         isAtRow(*pointer,
                 instruction.getDataLayout().getTypeAllocSize(getLoadStoreType(&instruction)));
}

bool accessesColumns(const Function &pack, const LaneAnalyses &analyses) {
  return any_of(instructions(pack), [&](const Instruction &instruction) {
    return isColumnAccess(instruction, analyses);
  });
}

} // namespace ursa::compiler::host
