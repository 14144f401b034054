// See reciprocal_roots.h.
#include "compiler/targets/nvptx/reciprocal_roots.h"

#include "compiler/builtins/names.h"
#include "compiler/targets/nvptx/define_functions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace ursa {
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
  defineFunctions(module, [](Function &function) {
    if (!isReciprocalRoot(function.getName()))
      return Definition::None;
    IRBuilder<> builder(BasicBlock::Create(function.getContext(), "entry", &function));
    Value *x = function.getArg(0);
    auto *vector = dyn_cast<FixedVectorType>(x->getType());
    if (!vector) {
      builder.CreateRet(root(builder, x));
      return Definition::Defined;
    }
    Value *result = PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result =
          builder.CreateInsertElement(result, root(builder, builder.CreateExtractElement(x, i)), i);
    builder.CreateRet(result);
    return Definition::Defined;
  });
}

} // namespace ursa
