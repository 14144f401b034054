// See builtin_body.h.
#include "compiler/targets/vulkan/builtin_body.h"

using namespace llvm;

namespace ursa::compiler::vulkan {

void defineByElement(Function &function,
                     function_ref<Value *(IRBuilder<> &, ArrayRef<Value *>)> scalar) {
  IRBuilder<> builder = builtins::beginBody(function);
  auto *vector = dyn_cast<FixedVectorType>(function.getReturnType());
  SmallVector<Value *, 3> arguments;
  if (!vector) {
    for (Argument &argument : function.args())
      arguments.push_back(&argument);
    builder.CreateRet(scalar(builder, arguments));
    return;
  }
  Value *result = PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    arguments.clear();
    for (Argument &argument : function.args())
      arguments.push_back(builder.CreateExtractElement(&argument, i));
    result = builder.CreateInsertElement(result, scalar(builder, arguments), i);
  }
  builder.CreateRet(result);
}

} // namespace ursa::compiler::vulkan
