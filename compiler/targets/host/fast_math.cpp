// See fast_math.h.
#include "compiler/targets/host/fast_math.h"

#include "compiler/builtins/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr std::uint32_t kFastMath[] = {
#include "fast.inc"
};

bool hasApproximation(const Function &function) {
  static constexpr StringLiteral kNames[] = {"pow", "powr"};
  const StringRef base = builtins::baseName(function.getName());
  return base.size() != function.getName().size() && is_contained(kNames, base) &&
         function.getReturnType()->getScalarType()->isFloatTy();
}

/// Returns "_Z11relaxed_sinf" for "_Z3sinf".
std::string approximateName(StringRef name) {
  return builtins::mangledName(("relaxed_" + builtins::baseName(name)).str(),
                               builtins::parameterTypes(name));
}

void relaxCalls(Function &function) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function &&
                                               isa<FPMathOperator>(call) && call->hasApproxFunc())
      calls.push_back(call);
  if (calls.empty())
    return;
  FunctionCallee approximate = function.getParent()->getOrInsertFunction(
      approximateName(function.getName()), function.getFunctionType(), function.getAttributes());
  cast<Function>(approximate.getCallee())->setCallingConv(function.getCallingConv());
  for (CallInst *call : calls)
    call->setCalledFunction(approximate);
}

} // namespace

void relaxMath(Module &module) {
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && !function.isIntrinsic() && hasApproximation(function))
      relaxCalls(function);
}

ArrayRef<std::uint32_t> fastMathLibrary() { return kFastMath; }

} // namespace ursa::compiler::host
