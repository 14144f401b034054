// See local_memory.h.
#include "compiler/targets/nvptx/local_memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr unsigned kSharedAddressSpace = 3;
constexpr Align kSharedAlign = Align::Constant<16>(); // alignment of the largest vector load

bool isLocal(const Type *type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == kSharedAddressSpace;
}

void replaceLocalParameters(Function &kernel) {
  Module &module = *kernel.getParent();
  LLVMContext &context = module.getContext();
  Type *offsetType = Type::getInt32Ty(context);
  SmallVector<Type *, 8> parameters;
  SmallVector<AttributeSet, 8> attributes;
  for (const Argument &argument : kernel.args()) {
    const bool local = isLocal(argument.getType());
    parameters.push_back(local ? offsetType : argument.getType());
    // Attributes of the pointer do not apply to an integer.
    attributes.push_back(local ? AttributeSet()
                               : kernel.getAttributes().getParamAttrs(argument.getArgNo()));
  }
  auto *result = Function::Create(FunctionType::get(kernel.getReturnType(), parameters, false),
                                  kernel.getLinkage(), kernel.getAddressSpace());
  module.getFunctionList().insert(kernel.getIterator(), result);
  result->takeName(&kernel);
  result->copyAttributesFrom(&kernel);
  result->setAttributes(AttributeList::get(context, kernel.getAttributes().getFnAttrs(),
                                           kernel.getAttributes().getRetAttrs(), attributes));
  result->copyMetadata(&kernel, 0);
  result->splice(result->begin(), &kernel);

  // PTX does not allow dots in names.
  auto *shared = new GlobalVariable(module, ArrayType::get(Type::getInt8Ty(context), 0),
                                    /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
                                    result->getName() + "_shared_mem", nullptr,
                                    GlobalValue::NotThreadLocal, kSharedAddressSpace);
  shared->setAlignment(kSharedAlign);
  IRBuilder<> builder(&result->getEntryBlock(), result->getEntryBlock().getFirstInsertionPt());
  for (Argument &argument : kernel.args()) {
    Argument *parameter = result->getArg(argument.getArgNo());
    if (!isLocal(argument.getType())) {
      parameter->takeName(&argument);
      argument.replaceAllUsesWith(parameter);
      continue;
    }
    parameter->setName(argument.getName() + ".offset");
    // Makes the alignment of the offsets known, so that loads are joined.
    Value *offset = builder.CreateAnd(parameter, -int64_t(kSharedAlign.value()));
    Value *pointer = builder.CreateInBoundsGEP(builder.getInt8Ty(), shared, offset);
    pointer->takeName(&argument);
    argument.replaceAllUsesWith(pointer);
  }
  kernel.replaceAllUsesWith(result);
  kernel.eraseFromParent();
}

} // namespace

PreservedAnalyses NvptxLocalMemoryPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    if (function.isDeclaration() || function.getCallingConv() != CallingConv::PTX_Kernel ||
        none_of(function.args(), [](const Argument &a) { return isLocal(a.getType()); }))
      continue;
    replaceLocalParameters(function);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::nvptx
