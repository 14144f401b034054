#include "compiler/targets/host/vectorize/lane_functions.h"

#include "compiler/builtins/definitions.h"
#include "compiler/targets/common/pack_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using targets::PackFunction;

std::optional<PackFunction> calledBy(const Value &value) {
  const auto *call = dyn_cast<CallInst>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? targets::packFunction(*callee) : std::nullopt;
}

Value *shuffle(IRBuilder<> &builder, const CallInst &call) {
  AttributeList attributes;
  attributes = attributes.addFnAttribute(builder.getContext(), Attribute::Convergent);
  CallInst *result = builtins::callFunction(
      builder,
      builtins::mangledName("sub_group_shuffle", call.getType()->isIntegerTy(32) ? "jj" : "mj"),
      call.getType(), {call.getArgOperand(0), call.getArgOperand(1)}, attributes);
  result->setConvergent();
  return result;
}

} // namespace

void answerPackFunctions(Function &pack, const Kernel &kernel, unsigned width, bool isGroup) {
  const auto number = [](IRBuilder<> &builder, Value *parameter) {
    return builder.CreateTrunc(parameter, builder.getInt32Ty());
  };
  for (Instruction &instruction : make_early_inc_range(instructions(pack))) {
    const auto function = calledBy(instruction);
    if (!function)
      continue;
    auto &call = cast<CallInst>(instruction);
    IRBuilder<> builder(&call);
    Value *answer = nullptr;
    switch (*function) {
    case PackFunction::Width:
      answer = builder.getInt32(width);
      break;
    case PackFunction::Items:
      answer = number(builder, pack.getArg(pack.arg_size() - 1));
      break;
    case PackFunction::IsGroup:
      answer = builder.getInt32(isGroup ? 1 : 0);
      break;
    case PackFunction::Shuffle:
      answer = shuffle(builder, call);
      break;
    case PackFunction::Lane:
      if (!kernel.hasSubGroupOperations)
        continue;
      answer = number(builder, pack.getArg(kernel.ownArguments + kSubGroupLane));
    }
    call.replaceAllUsesWith(answer);
    call.eraseFromParent();
  }
}

bool callsPackFunction(const Function &function) {
  return any_of(instructions(function),
                [](const Instruction &instruction) { return calledBy(instruction).has_value(); });
}

bool isLaneNumber(const Value &value) { return calledBy(value) == PackFunction::Lane; }

} // namespace ursa::compiler::host
