// See reference_graph.h.
#include "compiler/passes/reference_graph.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {

bool isKeepAliveList(const GlobalValue &global) {
  return global.getName() == "llvm.used" || global.getName() == "llvm.compiler.used";
}

ReferenceGraph::ReferenceGraph(const Module &module) {
  for (const Function &function : module)
    if (function.hasFnAttribute(kReferencedIndirectly))
      callees_[function.getFunctionType()].push_back(&function);
  if (callees_.empty())
    return;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || !call->isIndirectCall() || !callees_.contains(call->getFunctionType()))
        continue;
      Functions &callers = callers_[call->getFunctionType()];
      if (callers.empty() || callers.back() != &function)
        callers.push_back(&function);
    }
}

SetVector<const Function *> ReferenceGraph::indirectCallees(const Function &caller) const {
  SetVector<const Function *> result;
  if (callees_.empty())
    return result;
  for (const Instruction &instruction : instructions(caller)) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || !call->isIndirectCall())
      continue;
    const auto found = callees_.find(call->getFunctionType());
    if (found != callees_.end())
      result.insert(found->second.begin(), found->second.end());
  }
  return result;
}

SetVector<const Function *>
ReferenceGraph::functionsThatReach(ArrayRef<const GlobalValue *> values) const {
  SetVector<const Value *> reached;
  reached.insert(values.begin(), values.end());
  SetVector<const Function *> functions;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const User *user : reached[i]->users()) {
      if (auto *instruction = dyn_cast<Instruction>(user))
        reached.insert(instruction->getFunction());
      else if (auto *global = dyn_cast<GlobalValue>(user); !global || !isKeepAliveList(*global))
        reached.insert(user);
    }
    auto *function = dyn_cast<Function>(reached[i]);
    if (!function)
      continue;
    functions.insert(function);
    if (!function->hasFnAttribute(kReferencedIndirectly))
      continue;
    const auto callers = callers_.find(function->getFunctionType());
    if (callers != callers_.end())
      reached.insert(callers->second.begin(), callers->second.end());
  }
  return functions;
}

} // namespace ursa::compiler::passes
