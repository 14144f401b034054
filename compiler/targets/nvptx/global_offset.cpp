// See global_offset.h.
#include "compiler/targets/nvptx/global_offset.h"

#include "compiler/passes/thread_argument.h"
#include "format/ptx.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace ursa::compiler::nvptx {
namespace {

constexpr unsigned kDimensions = 3;
constexpr Align kOffsetAlign = Align::Constant<4>();

class GlobalOffset {
public:
  GlobalOffset(Module &module, Function &source)
      : module_(module), offsetFunction_(source),
        pointer_(PointerType::get(module.getContext(), 0)),
        type_(ArrayType::get(Type::getInt32Ty(module.getContext()), kDimensions)) {}

  Error run() {
    auto reaching = passes::functionsThatReach(offsetFunction_, "uses the global offset");
    if (!reaching)
      return reaching.takeError();
    for (Function *function : *reaching)
      if (function->getCallingConv() == CallingConv::PTX_Kernel)
        addKernelWithOffset(*function);
      else
        addOffsetParameter(*function);
    // Calls are replaced only once every function has its value, because clones add calls.
    for (auto &[function, replacement] : functions_) {
      replaceCalls(*function, [&, replacement = replacement](CallInst &call) {
        passes::appendArgument(call, *replacement, offsets_[call.getFunction()]);
      });
      function->replaceAllUsesWith(replacement);
      function->eraseFromParent();
    }
    replaceCalls(offsetFunction_, [&](CallInst &call) {
      call.replaceAllUsesWith(offsets_[call.getFunction()]);
      call.eraseFromParent();
    });
    offsetFunction_.eraseFromParent();
    return Error::success();
  }

private:
  void addOffsetParameter(Function &function) {
    Function *replacement =
        passes::appendParameter(function, pointer_, "offset", AttrBuilder(module_.getContext()));
    offsets_[replacement] = replacement->getArg(replacement->arg_size() - 1);
    functions_[&function] = replacement;
  }

  void addKernelWithOffset(Function &kernel) {
    ValueToValueMapTy values;
    Function *clone = CloneFunction(&kernel, values);
    AttrBuilder attributes(module_.getContext());
    attributes.addByValAttr(type_);
    attributes.addAlignmentAttr(kOffsetAlign);
    Function *withOffset = passes::appendParameter(*clone, pointer_, "offset", attributes);
    clone->eraseFromParent();
    withOffset->setName(kernel.getName() + format::ptx::kWithOffsetSuffix);
    offsets_[withOffset] = withOffset->getArg(withOffset->arg_size() - 1);

    IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
    AllocaInst *zeros = builder.CreateAlloca(type_, nullptr, "zeros");
    zeros->setAlignment(kOffsetAlign);
    builder.CreateMemSet(zeros, builder.getInt8(0),
                         module_.getDataLayout().getTypeAllocSize(type_).getFixedValue(),
                         kOffsetAlign);
    offsets_[&kernel] = zeros;
  }

  static void replaceCalls(Function &callee, function_ref<void(CallInst &)> replace) {
    for (User *user : make_early_inc_range(callee.users()))
      if (auto *call = dyn_cast<CallInst>(user))
        replace(*call);
  }

  Module &module_;
  Function &offsetFunction_;
  PointerType *pointer_;
  ArrayType *type_;
  DenseMap<Function *, Value *> offsets_; ///< the offset pointer in each function
  MapVector<Function *, Function *>
      functions_; ///< maps functions to their replacements with the parameter
};

// Shared memory belongs to a launch; other variables that can change belong to the module.
bool hasState(const Module &module) {
  return any_of(module.globals(), [](const GlobalVariable &variable) {
    return !variable.isConstant() && variable.getAddressSpace() != 3;
  });
}

// Returns the form of a kernel with an offset, if there is one that nothing else uses.
Function *formWithOffset(Function &kernel) {
  if (kernel.isDeclaration() || kernel.getCallingConv() != CallingConv::PTX_Kernel ||
      !kernel.use_empty())
    return nullptr;
  Function *form =
      kernel.getParent()->getFunction((kernel.getName() + format::ptx::kWithOffsetSuffix).str());
  return form && !form->isDeclaration() && form->use_empty() &&
                 form->getCallingConv() == CallingConv::PTX_Kernel
             ? form
             : nullptr;
}

} // namespace

Error addGlobalOffset(Module &module) {
  Function *source = module.getFunction(kImplicitOffsetFunction);
  return source ? GlobalOffset(module, *source).run() : Error::success();
}

std::string keepOffsetForms(Module &module, KernelForms wanted) {
  std::string comment;
  if (wanted == KernelForms::Both || hasState(module))
    return comment;
  SmallPtrSet<Function *, 4> forms;
  for (Function &function : module)
    if (Function *form = formWithOffset(function)) {
      forms.insert(form);
      if (wanted == KernelForms::WithoutOffset)
        comment += (format::ptx::kOffsetFormLine + function.getName() + "\n").str();
    }
  for (Function &function : make_early_inc_range(module))
    if (function.getCallingConv() == CallingConv::PTX_Kernel && function.use_empty() &&
        forms.contains(&function) == (wanted == KernelForms::WithoutOffset))
      function.eraseFromParent();
  return comment;
}

PreservedAnalyses NvptxGlobalOffsetPass::run(Module &module, ModuleAnalysisManager &) {
  if (Error error = addGlobalOffset(module))
    module.getContext().emitError(toString(std::move(error)));
  return PreservedAnalyses::none();
}

} // namespace ursa::compiler::nvptx
