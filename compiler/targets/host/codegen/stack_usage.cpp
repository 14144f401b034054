#include "compiler/targets/host/codegen/stack_usage.h"

#include "format/host/kernel_info.h"

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <memory>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

using format::host::kUnknownStack;

// With a limit of 0, LLVM warns about every function with a frame.
constexpr const char *kLimit = "warn-stack-size";

struct FrameHandler final : DiagnosticHandler {
  using Callback = std::function<void(const Function &, uint64_t)>;

  FrameHandler(std::unique_ptr<DiagnosticHandler> handler, Callback onFrame)
      : others(std::move(handler)), callback(std::move(onFrame)) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (const auto *frame = dyn_cast<DiagnosticInfoStackSize>(&info)) {
      callback(frame->getFunction(), frame->getResourceSize());
      return true;
    }
    return others && others->handleDiagnostics(info);
  }

  std::unique_ptr<DiagnosticHandler> others;
  const Callback callback;
};

} // namespace

StackUsage::StackUsage(Module &module) : module_(module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr(kLimit, "0");
    Usage &own = functions_[function.getName().str()];
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      const auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (!callee)
        own.callsPointer = true;
      else if (!callee->isDeclaration())
        own.callees.push_back(callee->getName().str());
    }
  }
}

void StackUsage::collect(const std::function<void()> &emit) {
  LLVMContext &context = module_.getContext();
  context.setDiagnosticHandler(std::make_unique<FrameHandler>(
      context.getDiagnosticHandler(), [this](const Function &function, uint64_t bytes) {
        functions_[function.getName().str()].frame = bytes;
      }));
  struct Restore {
    LLVMContext &context;
    ~Restore() {
      std::unique_ptr<DiagnosticHandler> own = context.getDiagnosticHandler();
      context.setDiagnosticHandler(std::move(static_cast<FrameHandler &>(*own).others));
    }
  } restore{context};
  emit();
}

uint64_t StackUsage::of(const std::string &function) const {
  std::map<std::string, uint64_t> known;
  return need(function, known);
}

// A function that is reached again while its callees are visited recurses.
uint64_t StackUsage::need(const std::string &name, std::map<std::string, uint64_t> &known) const {
  if (const auto [entry, isNew] = known.try_emplace(name, kUnknownStack); !isNew)
    return entry->second;
  const auto found = functions_.find(name);
  if (found == functions_.end())
    return known[name] = 0;
  if (found->second.callsPointer)
    return kUnknownStack;
  uint64_t deepest = 0;
  for (const std::string &callee : found->second.callees)
    deepest = std::max(deepest, need(callee, known));
  if (deepest >= kUnknownStack)
    return kUnknownStack;
  constexpr uint64_t kReturnAddress = 8;
  return known[name] = std::min(found->second.frame + kReturnAddress + deepest, kUnknownStack);
}

} // namespace ursa::compiler::host
