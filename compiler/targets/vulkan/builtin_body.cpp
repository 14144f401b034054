// See builtin_body.h.
#include "compiler/targets/vulkan/builtin_body.h"

using namespace llvm;

namespace ursa::vulkan {

IRBuilder<> beginBody(Function &function) {
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setAttributes(AttributeList());
  function.addFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoUnwind);
  return IRBuilder<>(BasicBlock::Create(function.getContext(), "", &function));
}

} // namespace ursa::vulkan
