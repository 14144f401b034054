#include "compiler/passes/unroll_bans.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ursa::compiler::passes {
namespace {

constexpr StringLiteral kBan = "llvm.loop.unroll.disable";
constexpr StringLiteral kNotedBan = "ursa.loop.unroll.disable";
constexpr StringLiteral kIsNoted = "ursa.unroll.bans"; // a flag of modules

bool hasName(const Metadata *property, StringRef name) {
  const auto *node = dyn_cast_or_null<MDNode>(property);
  const auto *own =
      node && node->getNumOperands() > 0 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
  return own && own->getString() == name;
}

SmallVector<Metadata *> properties(const MDNode &loop) {
  return SmallVector<Metadata *>(drop_begin(loop.operands()));
}

bool has(ArrayRef<Metadata *> properties, StringRef name) {
  return any_of(properties, [&](const Metadata *each) { return hasName(each, name); });
}

// A node of a loop: its first operand is itself.
MDNode *loopNode(LLVMContext &context, ArrayRef<Metadata *> properties) {
  SmallVector<Metadata *> operands{nullptr};
  append_range(operands, properties);
  MDNode *const node = MDNode::getDistinct(context, operands);
  node->replaceOperandWith(0, node);
  return node;
}

bool onlyComputes(const Loop &loop) {
  return none_of(loop.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects();
    });
  });
}

} // namespace

void noteUnrollBans(Module &module) {
  const auto *flag = mdconst::dyn_extract_or_null<ConstantInt>(module.getModuleFlag(kIsNoted));
  if (flag && !flag->isZero())
    return;
  // Modules that are linked later, such as libraries of functions, need not have the flag.
  module.setModuleFlag(Module::Max, kIsNoted, 1);
  LLVMContext &context = module.getContext();
  Metadata *const note = MDNode::get(context, MDString::get(context, kNotedBan));
  DenseMap<const MDNode *, MDNode *> noted; // the latches of a loop have the same node
  for (Function &function : module)
    for (BasicBlock &block : function) {
      Instruction *const branch = block.getTerminator();
      const MDNode *loop = branch ? branch->getMetadata(LLVMContext::MD_loop) : nullptr;
      if (!loop)
        continue;
      SmallVector<Metadata *> own = properties(*loop);
      if (!has(own, kBan))
        continue;
      own.push_back(note);
      MDNode *&changed = noted[loop];
      if (!changed)
        changed = loopNode(context, own);
      branch->setMetadata(LLVMContext::MD_loop, changed);
    }
}

void liftUnrollBans(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      const MDNode *node = loop->getLoopID();
      if (!node || !loop->isInnermost() || !onlyComputes(*loop))
        continue;
      SmallVector<Metadata *> own = properties(*node);
      if (has(own, kNotedBan))
        continue;
      erase_if(own, [](const Metadata *each) { return hasName(each, kBan); });
      if (own.size() + 1 != node->getNumOperands())
        loop->setLoopID(own.empty() ? nullptr : loopNode(module.getContext(), own));
    }
  }
}

} // namespace ursa::compiler::passes
