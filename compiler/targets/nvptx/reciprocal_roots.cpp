// See reciprocal_roots.h.
#include "compiler/targets/nvptx/reciprocal_roots.h"

#include "compiler/builtins/definitions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

Value *root(IRBuilder<> &builder, Value *x) {
  return builder.CreateIntrinsic(Intrinsic::nvvm_rsqrt_approx_f, {}, {x});
}

} // namespace

bool isReciprocalRoot(StringRef name) {
  const builtins::ValueType type = builtins::valueType(name);
  return builtins::baseName(name) == "rsqrt" && type.kind == builtins::ValueType::Float &&
         type.bits == 32;
}

void defineReciprocalRoots(Module &module) {
  for (Function *function : builtins::usedDeclarations(module)) {
    if (!isReciprocalRoot(function->getName()))
      continue;
    IRBuilder<> builder = builtins::beginBody(*function);
    Value *x = function->getArg(0);
    auto *vector = dyn_cast<FixedVectorType>(x->getType());
    if (!vector) {
      builder.CreateRet(root(builder, x));
      continue;
    }
    Value *result = PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result =
          builder.CreateInsertElement(result, root(builder, builder.CreateExtractElement(x, i)), i);
    builder.CreateRet(result);
  }
}

} // namespace ursa::compiler::nvptx
