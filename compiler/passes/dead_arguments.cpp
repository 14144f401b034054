// See dead_arguments.h.
#include "compiler/passes/dead_arguments.h"

#include "compiler/passes/flatten_kernels.h"
#include "compiler/passes/metadata_reader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr StringLiteral kOmittedMetadata = "sycl_kernel_omit_args";

bool isCalled(const Function &kernel) {
  return any_of(kernel.users(), [](const User *user) { return isa<CallBase>(user); });
}

/// Whether metadata of a kernel has an operand for each argument.
bool isByArgument(StringRef kind) {
  return kind.starts_with("kernel_arg_") || kind == kParametersMetadata ||
         kind == "spirv.ParameterDecorations";
}

/// Marks arguments as omitted among those of the source.
MDNode *omit(LLVMContext &context, const MDNode &node, const SmallBitVector &dead) {
  SmallVector<Metadata *, 16> operands(node.operands());
  unsigned argument = 0;
  for (Metadata *&operand : operands)
    if (mdconst::extract<ConstantInt>(operand)->isZero() && dead.test(argument++))
      operand = ConstantAsMetadata::get(ConstantInt::getTrue(context));
  return MDNode::get(context, operands);
}

void updateMetadata(Function &kernel, const SmallBitVector &dead) {
  LLVMContext &context = kernel.getContext();
  SmallVector<std::pair<unsigned, MDNode *>, 8> all;
  kernel.getAllMetadata(all);
  SmallVector<StringRef, 64> names;
  context.getMDKindNames(names);
  for (const auto &[kind, node] : all) {
    if (names[kind] == kOmittedMetadata) {
      kernel.setMetadata(kind, omit(context, *node, dead));
    } else if (isByArgument(names[kind]) && node->getNumOperands() == dead.size()) {
      SmallVector<Metadata *, 16> left;
      for (auto [index, operand] : enumerate(node->operands()))
        if (!dead.test(static_cast<unsigned>(index)))
          left.push_back(operand);
      kernel.setMetadata(kind, MDNode::get(context, left));
    }
  }
}

void removeArguments(Function &kernel, const SmallBitVector &dead) {
  SmallVector<Type *, 16> types;
  SmallVector<AttributeSet, 16> attributes;
  const AttributeList before = kernel.getAttributes();
  for (const Argument &argument : kernel.args())
    if (!dead.test(argument.getArgNo())) {
      types.push_back(argument.getType());
      attributes.push_back(before.getParamAttrs(argument.getArgNo()));
    }
  auto *result = Function::Create(FunctionType::get(kernel.getReturnType(), types, false),
                                  kernel.getLinkage(), kernel.getAddressSpace());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), result);
  result->takeName(&kernel);
  result->copyAttributesFrom(&kernel);
  result->setComdat(kernel.getComdat());
  result->setAttributes(AttributeList::get(kernel.getContext(), before.getFnAttrs(),
                                           before.getRetAttrs(), attributes));
  result->copyMetadata(&kernel, 0);
  updateMetadata(*result, dead);
  result->splice(result->begin(), &kernel);
  auto *next = result->arg_begin();
  for (Argument &argument : kernel.args()) {
    if (dead.test(argument.getArgNo())) {
      argument.replaceAllUsesWith(PoisonValue::get(argument.getType())); // of debug information
      continue;
    }
    next->takeName(&argument);
    argument.replaceAllUsesWith(&*next++);
  }
  kernel.replaceAllUsesWith(result);
  kernel.eraseFromParent();
}

} // namespace

Error removeDeadArguments(Module &module) {
  for (Function &kernel : make_early_inc_range(module)) {
    if (kernel.isDeclaration() || !kernel.hasMetadata(kParametersMetadata) || isCalled(kernel))
      continue;
    if (auto parts = parameterParts(kernel); !parts)
      return parts.takeError();
    if (auto omitted = omittedArguments(kernel); !omitted)
      return omitted.takeError();
    SmallBitVector dead(static_cast<unsigned>(kernel.arg_size()));
    for (const Argument &argument : kernel.args())
      if (argument.use_empty())
        dead.set(argument.getArgNo());
    if (dead.any())
      removeArguments(kernel, dead);
  }
  return Error::success();
}

PreservedAnalyses DeadArgumentsPass::run(Module &module, ModuleAnalysisManager &) {
  if (Error error = removeDeadArguments(module))
    module.getContext().emitError(toString(std::move(error)));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::passes
