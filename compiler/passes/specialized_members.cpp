// See specialized_members.h.
#include "compiler/passes/specialized_members.h"

#include "compiler/passes/metadata_reader.h"
#include "compiler/passes/symbolic_ids.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

bool canBeConstant(const Type *type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->isIntegerTy(32) ||
         type->isIntegerTy(64) || type->isHalfTy() || type->isFloatTy() || type->isDoubleTy();
}

/// Reads a constant whose default is zero.
Value *readConstant(IRBuilder<> &builder, Function &kernel, Type *type, std::uint64_t offset) {
  Module &module = *kernel.getParent();
  std::string name = "_Z33__sycl_getScalarSpecConstantValue.";
  raw_string_ostream(name) << *type;
  Type *text = PointerType::get(module.getContext(), 0);
  FunctionCallee read = module.getOrInsertFunction(name, FunctionType::get(type, text, false));
  cast<Function>(read.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  const std::string id = (kernel.getName() + "." + Twine(offset)).str();
  CallInst *call = builder.CreateCall(read, {symbolicIdString(module, id, text)});
  call->setCallingConv(CallingConv::SPIR_FUNC);
  return call;
}

} // namespace

Expected<SpecializedMembers> SpecializedMembers::of(const Function &kernel) {
  SpecializedMembers members;
  const MDNode *node = kernel.getMetadata(kSpecializedMetadata);
  if (!node)
    return members;
  const MetadataNode all(&kernel, kSpecializedMetadata, *node);
  for (unsigned i = 0; i < all.size(); ++i) {
    auto offset = all.number(i, 0, UINT32_MAX, "an entry is i32 offset");
    if (!offset)
      return offset.takeError();
    members.offsets_.push_back(*offset);
  }
  llvm::sort(members.offsets_);
  return members;
}

bool SpecializedMembers::has(std::uint64_t offset) const {
  return llvm::binary_search(offsets_, offset);
}

bool SpecializedMembers::anyWithin(std::uint64_t offset, std::uint64_t size) const {
  const auto first = llvm::lower_bound(offsets_, offset);
  return first != offsets_.end() && *first < offset + size;
}

Value *SpecializedMembers::replace(IRBuilder<> &builder, Argument &argument,
                                   std::uint64_t offset) const {
  Function &kernel = *argument.getParent();
  Type *type = argument.getType();
  if (offsets_.empty() || !canBeConstant(type->getScalarType()))
    return &argument;
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector)
    return has(offset) ? readConstant(builder, kernel, type, offset) : &argument;
  Type *element = vector->getElementType();
  const std::uint64_t step = element->getPrimitiveSizeInBits().getFixedValue() / 8;
  Value *value = &argument;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    if (has(offset + i * step))
      value = builder.CreateInsertElement(
          value, readConstant(builder, kernel, element, offset + i * step), std::uint64_t{i});
  return value;
}

} // namespace ursa::compiler::passes
