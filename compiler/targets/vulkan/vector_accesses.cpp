// See vector_accesses.h.
#include "compiler/targets/vulkan/vector_accesses.h"

#include "compiler/targets/vulkan/memory_access.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace ursa::compiler::vulkan {
namespace {

constexpr std::uint64_t kMaxAccessBytes = 16;

/// Returns how many elements of a vector one access can load or store.
unsigned elementsPerAccess(const Instruction &access, const FixedVectorType &type) {
  const unsigned space = addressSpaceOf(*accessedPointer(access));
  const unsigned bits = type.getScalarSizeInBits(); // 0 for pointers
  if (space < 1 || space > 3 || (bits != 32 && bits != 64))
    return 1;
  for (unsigned count : {4U, 2U}) {
    const std::uint64_t bytes = std::uint64_t{count} * bits / 8;
    if (type.getNumElements() % count == 0 && bytes <= kMaxAccessBytes &&
        accessAlign(access) >= bytes)
      return count;
  }
  return 1;
}

} // namespace

void splitVectorAccess(Instruction &access, unsigned count) {
  auto *type = cast<FixedVectorType>(accessedType(access));
  Type *element = type->getElementType();
  Type *part = count == 1 ? element : FixedVectorType::get(element, count);
  IRBuilder<> builder(&access);
  Value *pointer = accessedPointer(access);
  auto *store = dyn_cast<StoreInst>(&access);
  Value *whole = store ? store->getValueOperand() : PoisonValue::get(type);
  const std::uint64_t size = access.getDataLayout().getTypeStoreSize(element);
  for (unsigned first = 0; first < type->getNumElements(); first += count) {
    Value *address = first ? builder.CreateInBoundsGEP(builder.getInt8Ty(), pointer,
                                                       builder.getInt64(first * size))
                           : pointer;
    const Align align = commonAlignment(accessAlign(access), first * size);
    Instruction *copy = nullptr;
    if (store) {
      Value *value = PoisonValue::get(part);
      for (unsigned i = 0; i < count; ++i) {
        Value *scalar = builder.CreateExtractElement(whole, first + i);
        value = count == 1 ? scalar : builder.CreateInsertElement(value, scalar, i);
      }
      copy = builder.CreateAlignedStore(value, address, align, store->isVolatile());
    } else {
      copy = builder.CreateAlignedLoad(part, address, align, cast<LoadInst>(access).isVolatile());
      for (unsigned i = 0; i < count; ++i)
        whole = builder.CreateInsertElement(
            whole, count == 1 ? copy : builder.CreateExtractElement(copy, i), first + i);
    }
    copy->copyMetadata(access, {LLVMContext::MD_invariant_load});
  }
  if (!store)
    access.replaceAllUsesWith(whole);
  access.eraseFromParent();
}

PreservedAnalyses VectorAccessesPass::run(Function &function, FunctionAnalysisManager &) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!isa<LoadInst, StoreInst>(instruction))
      continue;
    auto *type = dyn_cast<FixedVectorType>(accessedType(instruction));
    // Vectors of elements that are not whole bytes are packed in memory.
    if (!type || !function.getDataLayout().typeSizeEqualsStoreSize(type->getElementType()))
      continue;
    const unsigned count = elementsPerAccess(instruction, *type);
    if (count == type->getNumElements())
      continue;
    splitVectorAccess(instruction, count);
    isChanged = true;
  }
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::vulkan
