// See call_check.h.
#include "compiler/frontend/call_check.h"

#include "compiler/builtins/builtin.h"
#include "compiler/passes/source_location.h"
#include "compiler/passes/split_module.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::frontend {
namespace {

/// How a global is first reached: by an instruction of a function.
struct ReachedFrom {
  const Instruction *user = nullptr; ///< null for kernels
  const Function *kernel = nullptr;
};

/// All globals that kernels reach: those of the first kernel, breadth first, then those that only
/// the second reaches, and so on.
class Reachability {
public:
  explicit Reachability(const Module &module) {
    for (const Function &function : module) {
      if (!passes::isKernel(function))
        continue;
      std::size_t next = reached_.size();
      reached_.insert({&function, {nullptr, &function}});
      for (; next < reached_.size(); ++next) {
        const auto [global, from] = *(reached_.begin() + static_cast<std::ptrdiff_t>(next));
        visitOperands(*global, from);
      }
    }
  }

  const MapVector<const GlobalValue *, ReachedFrom> &all() const { return reached_; }

  const Function *kernelOf(const Function &function) const {
    const auto found = reached_.find(&function);
    return found == reached_.end() ? nullptr : found->second.kernel;
  }

private:
  void visitOperands(const GlobalValue &global, const ReachedFrom &from) {
    if (auto *function = dyn_cast<Function>(&global)) {
      for (const Instruction &instruction : instructions(*function))
        for (const Value *operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            visit(constant, instruction, from.kernel);
    } else if (auto *variable = dyn_cast<GlobalVariable>(&global);
               variable && variable->hasInitializer() && from.user) {
      visit(variable->getInitializer(), *from.user, from.kernel);
    }
  }

  void visit(const Constant *constant, const Instruction &user, const Function *kernel) {
    if (auto *global = dyn_cast<GlobalValue>(constant)) {
      reached_.insert({global, {&user, kernel}});
      return;
    }
    if (constant->getNumOperands() == 0 || !seen_.insert(constant).second)
      return;
    for (const Value *operand : constant->operands())
      if (auto *part = dyn_cast<Constant>(operand))
        visit(part, user, kernel);
  }

  MapVector<const GlobalValue *, ReachedFrom> reached_;
  SmallPtrSet<const Constant *, 32> seen_;
};

std::string quoted(const GlobalValue &global) {
  return "'" + passes::readableFunctionName(global.getName()) + "'";
}

/// Returns whether @p function is the kernel or the function that clang outlines its body into.
bool isKernelOrItsBody(const Function &function, const Function &kernel) {
  return passes::readableFunctionName(function.getName()) ==
         passes::readableFunctionName(kernel.getName());
}

Error checkDefinitions(const Reachability &reachability) {
  std::string message;
  std::string others;
  for (const auto &[global, from] : reachability.all()) {
    if (!global->isDeclaration() || builtins::isBuiltinName(global->getName()))
      continue;
    if (!message.empty()) {
      others += (others.empty() ? " Nor is " : ", ") + quoted(*global);
      continue;
    }
    const Function &user = *from.user->getFunction();
    const char *verb = isa<Function>(global) ? " calls " : " uses ";
    message =
        passes::sourceLocation(*from.user) +
        (isKernelOrItsBody(user, *from.kernel) ? "Kernel " + quoted(*from.kernel) + verb
                                               : "Function " + quoted(user) + ", which kernel " +
                                                     quoted(*from.kernel) + " reaches," + verb) +
        quoted(*global) + ", which is not defined in any input.";
  }
  if (message.empty())
    return Error::success();
  return createStringError(message + (others.empty() ? "" : others + "."));
}

/// Returns the functions of a call graph component in the order in which they call each other.
SetVector<const Function *> callCycle(const std::vector<CallGraphNode *> &component,
                                      const Module &module) {
  SmallPtrSet<const Function *, 8> members;
  for (const CallGraphNode *node : component)
    members.insert(node->getFunction());
  SetVector<const Function *> cycle;
  for (const Function &function : module)
    if (members.contains(&function)) {
      cycle.insert(&function);
      break;
    }
  for (std::size_t i = 0; i < cycle.size(); ++i)
    for (const Instruction &instruction : instructions(*cycle[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (const Function *callee = call->getCalledFunction(); callee && members.contains(callee))
          cycle.insert(callee);
  return cycle;
}

Error checkRecursion(const Module &module, const Reachability &reachability) {
  CallGraph graph(const_cast<Module &>(module)); // CallGraph does not modify it
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle() || !component->front()->getFunction())
      continue;
    const SetVector<const Function *> cycle = callCycle(*component, module);
    const Function *kernel = reachability.kernelOf(*cycle.front());
    if (!kernel)
      continue;
    SetVector<StringRef> names;
    std::vector<std::string> texts;
    for (const Function *function : cycle)
      if (std::string text = quoted(*function); !is_contained(texts, text))
        texts.push_back(std::move(text));
    std::string message = passes::sourceLocation(*cycle.front());
    if (texts.size() == 1) {
      message += "Function " + texts[0] + " calls itself";
    } else {
      message += "Function " + texts[0] + " calls itself through ";
      for (std::size_t i = 1; i < texts.size(); ++i)
        message += (i == 1 ? "" : ", ") + texts[i];
    }
    return createStringError(message + ", and devices have no recursion; kernel " +
                             quoted(*kernel) + " reaches it.");
  }
  return Error::success();
}

} // namespace

Error checkCalls(const Module &module) {
  const Reachability reachability(module);
  if (Error error = checkDefinitions(reachability))
    return error;
  return checkRecursion(module, reachability);
}

} // namespace ursa::compiler::frontend
