// See pack_functions.h.
#include "compiler/targets/common/pack_functions.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <vector>

using namespace llvm;

namespace ursa::compiler::targets {

namespace {

/// Replaces calls for which @p answerOf returns a value, and folds the branches that depend on one.
void answer(Function &function, function_ref<Value *(const CallInst &)> answerOf) {
  std::vector<std::pair<CallInst *, Value *>> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction())
      if (Value *value = answerOf(*call))
        calls.emplace_back(call, value);
  if (calls.empty())
    return;
  std::vector<BasicBlock *> branches;
  for (auto [call, value] : calls) {
    for (const User *user : call->users())
      if (const auto *compare = dyn_cast<ICmpInst>(user))
        for (const User *branch : compare->users())
          if (isa<BranchInst>(branch))
            branches.push_back(const_cast<BasicBlock *>(cast<BranchInst>(branch)->getParent()));
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  const DataLayout &layout = function.getDataLayout();
  for (BasicBlock *block : branches) {
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (Constant *known = compare ? ConstantFoldInstruction(compare, layout) : nullptr) {
      branch->setCondition(known);
      ConstantFoldTerminator(block, /*DeleteDeadConditions=*/true);
      RecursivelyDeleteTriviallyDeadInstructions(compare);
    }
  }
  removeUnreachableBlocks(function);
}

} // namespace

std::optional<PackFunction> packFunction(const Function &function) {
  StringRef name = function.getName();
  if (!function.isDeclaration() || !name.consume_front("__ursa_pack_"))
    return std::nullopt;
  const Type *type = function.getReturnType();
  if (name == "shuffle" || name == "shuffle_long") {
    const bool isFine = function.arg_size() == 2 && function.getArg(0)->getType() == type &&
                        type->isIntegerTy(name == "shuffle" ? 32 : 64) &&
                        function.getArg(1)->getType()->isIntegerTy(32);
    return isFine ? std::optional(PackFunction::Shuffle) : std::nullopt;
  }
  if (!function.arg_empty() || !type->isIntegerTy(32))
    return std::nullopt;
  return StringSwitch<std::optional<PackFunction>>(name)
      .Case("width", PackFunction::Width)
      .Case("lane", PackFunction::Lane)
      .Case("items", PackFunction::Items)
      .Case("is_group", PackFunction::IsGroup)
      .Default(std::nullopt);
}

void removePackFunctions(Function &function) {
  answer(function, [](const CallInst &call) -> Value * {
    if (!packFunction(*call.getCalledFunction()))
      return nullptr;
    return call.arg_size() == 0 ? Constant::getNullValue(call.getType()) : call.getArgOperand(0);
  });
}

void removePackFunctions(Module &module) {
  for (Function &function : module)
    removePackFunctions(function);
  for (Function &function : make_early_inc_range(module))
    if (packFunction(function) && function.use_empty())
      function.eraseFromParent();
}

void answerWarpSize(Module &module, unsigned lanes) {
  Function *query = module.getFunction("__ursa_warp_size");
  if (!query || !query->isDeclaration() || !query->arg_empty() ||
      !query->getReturnType()->isIntegerTy(32))
    return;
  for (Function &function : module)
    answer(function, [&](const CallInst &call) -> Value * {
      return call.getCalledFunction() == query ? ConstantInt::get(call.getType(), lanes) : nullptr;
    });
  if (query->use_empty())
    query->eraseFromParent();
}

} // namespace ursa::compiler::targets
