// See pointer_tags.h.
#include "compiler/targets/common/pointer_tags.h"

#include "compiler/targets/common/pointer_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::targets {

std::optional<TaggedPointer> PointerTags::find(Value &pointer) {
  TaggedPointer found{nullptr, {}};
  visited_.clear();
  if (!collect(pointer, found))
    return std::nullopt;
  if (found.spaces.empty()) // only null
    found.spaces.push_back(kGlobalSpace);
  sort(found.spaces);
  found.tag = tagOf(pointer);
  return found;
}

/// Adds the spaces that the pointer may point to. Returns false if they are unknown in this
/// function.
bool PointerTags::collect(Value &pointer, TaggedPointer &found) {
  if (is_contained(visited_, &pointer))
    return true;
  visited_.push_back(&pointer);
  if (isa<ConstantPointerNull, UndefValue>(pointer))
    return true;
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer)) {
    if (!is_contained(found.spaces, cast->getSrcAddressSpace()))
      found.spaces.push_back(cast->getSrcAddressSpace());
    return true;
  }
  if (auto *element = dyn_cast<GEPOperator>(&pointer))
    return collect(*element->getOperand(0), found);
  if (auto *choice = dyn_cast<SelectInst>(&pointer))
    return collect(*choice->getTrueValue(), found) && collect(*choice->getFalseValue(), found);
  if (auto *frozen = dyn_cast<FreezeInst>(&pointer))
    return collect(*frozen->getOperand(0), found);
  auto *phi = dyn_cast<PHINode>(&pointer);
  return phi && all_of(phi->incoming_values(),
                       [&](Use &incoming) { return collect(*incoming.get(), found); });
}

Value *PointerTags::tagOf(Value &pointer) {
  if (Value *known = tags_.lookup(&pointer))
    return known;
  Type *type = Type::getInt32Ty(pointer.getContext());
  if (auto *cast = dyn_cast<AddrSpaceCastOperator>(&pointer))
    return ConstantInt::get(type, cast->getSrcAddressSpace());
  if (auto *element = dyn_cast<GEPOperator>(&pointer))
    return tagOf(*element->getOperand(0));
  if (auto *frozen = dyn_cast<FreezeInst>(&pointer))
    return tagOf(*frozen->getOperand(0));
  if (auto *choice = dyn_cast<SelectInst>(&pointer)) {
    Value *yes = tagOf(*choice->getTrueValue()), *no = tagOf(*choice->getFalseValue());
    return tags_[&pointer] = IRBuilder<>(choice).CreateSelect(choice->getCondition(), yes, no);
  }
  if (auto *phi = dyn_cast<PHINode>(&pointer)) {
    // Creates the tag before those of the incoming values, which may depend on this phi.
    PHINode *tag = IRBuilder<>(phi).CreatePHI(type, phi->getNumIncomingValues());
    tags_[&pointer] = tag;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      tag->addIncoming(tagOf(*phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    return tag;
  }
  return ConstantInt::get(type, kGlobalSpace); // null or undefined
}

} // namespace ursa::compiler::targets
