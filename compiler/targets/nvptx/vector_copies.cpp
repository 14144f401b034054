// See vector_copies.h.
#include "compiler/targets/nvptx/vector_copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr std::uint64_t kBytes = 16; // of the largest load

bool isVectorCopy(const MemCpyInst &copy) {
  const auto *length = dyn_cast<ConstantInt>(copy.getLength());
  return length && length->equalsInt(kBytes) && !copy.isVolatile() &&
         copy.getDestAlign().valueOrOne() >= kBytes && copy.getSourceAlign().valueOrOne() >= kBytes;
}

/// Returns whether a vector does not stand in the way of the promotion to registers: memory of
/// others is not promoted; a private object whose elements are used, too, is promoted as these.
bool isOnlyCopied(const Value *pointer) {
  const auto *object = dyn_cast<AllocaInst>(getUnderlyingObject(pointer));
  if (!object)
    return true;
  return pointer == object && all_of(object->users(), [](const User *user) {
           const auto *copy = dyn_cast<MemCpyInst>(user);
           return (copy && isVectorCopy(*copy)) || isa<LifetimeIntrinsic>(user);
         });
}

void replaceCopy(MemCpyInst &copy) {
  IRBuilder<> builder(&copy);
  Type *type = FixedVectorType::get(builder.getInt32Ty(), kBytes / 4);
  Value *value = builder.CreateAlignedLoad(type, copy.getSource(), Align(kBytes));
  builder.CreateAlignedStore(value, copy.getDest(), Align(kBytes));
  copy.eraseFromParent();
}

} // namespace

PreservedAnalyses NvptxVectorCopiesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<MemCpyInst *> copies;
  for (Instruction &instruction : instructions(function))
    if (auto *copy = dyn_cast<MemCpyInst>(&instruction); copy && isVectorCopy(*copy) &&
                                                         isOnlyCopied(copy->getSource()) &&
                                                         isOnlyCopied(copy->getDest()))
      copies.push_back(copy);
  for (MemCpyInst *copy : copies)
    replaceCopy(*copy);
  return copies.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace ursa::compiler::nvptx
