// See builtin_body.h.
#include "compiler/targets/common/builtin_body.h"

using namespace llvm;

namespace ursa {

IRBuilder<> beginBody(Function &function) {
  function.setLinkage(GlobalValue::InternalLinkage);
  function.setAttributes(AttributeList());
  function.addFnAttr(Attribute::AlwaysInline);
  function.addFnAttr(Attribute::NoUnwind);
  return IRBuilder<>(BasicBlock::Create(function.getContext(), "", &function));
}

} // namespace ursa
