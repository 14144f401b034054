#include "compiler/targets/host/vectorize/local_rows.h"

#include "compiler/targets/host/passes/kernel_entry.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Returns the bytes by which an address grows with a parameter; 0 if that is unknown.
int64_t bytesPer(const SCEV &address, const Argument &parameter) {
  const auto *sum = dyn_cast<SCEVAddExpr>(&address);
  if (!sum)
    return 0;
  for (const SCEV *part : sum->operands()) {
    int64_t factor = 1;
    if (const auto *product = dyn_cast<SCEVMulExpr>(part);
        product && product->getNumOperands() == 2)
      if (const auto *constant = dyn_cast<SCEVConstant>(product->getOperand(0))) {
        factor = constant->getAPInt().getSExtValue();
        part = product->getOperand(1);
      }
    if (const auto *unknown = dyn_cast<SCEVUnknown>(part);
        unknown && unknown->getValue() == &parameter)
      return factor;
  }
  return 0;
}

} // namespace

unsigned localRowLength(const Kernel &kernel, Function &pack, ScalarEvolution &evolution) {
  const auto parameter = [&](unsigned index) { return pack.getArg(kernel.ownArguments + index); };
  constexpr int64_t kMost = 1024;
  int64_t least = 0;
  for (Instruction &instruction : instructions(pack)) {
    Value *pointer = getLoadStorePointerOperand(&instruction);
    if (!pointer)
      continue;
    const SCEV *address = evolution.getSCEV(pointer);
    const auto *base = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
    const auto *argument = base ? dyn_cast<Argument>(base->getValue()) : nullptr;
    const bool isLocal =
        argument &&
        (argument == parameter(kLocalMemory) ||
         (argument->getArgNo() < kernel.ownArguments &&
          kernel.info.arguments[argument->getArgNo()].kind == format::host::ArgumentKind::Local));
    const int64_t row = isLocal ? bytesPer(*address, *parameter(kLocalId + 1)) : 0;
    const int64_t item = row > 0 ? bytesPer(*address, *parameter(kLocalId)) : 0;
    if (item > 0 && row / item > 1 && row / item <= kMost)
      least = least == 0 ? row / item : std::min(least, row / item);
  }
  return bit_floor(static_cast<unsigned>(least));
}

} // namespace ursa::compiler::host
