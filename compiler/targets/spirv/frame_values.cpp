// See frame_values.h.
#include "compiler/targets/spirv/frame_values.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using Blocks = SmallPtrSet<BasicBlock *, 32>;

/// Returns the block at whose end, for phis, or in which a value is used.
BasicBlock *blockOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

/// Returns those of @p targets that a value reaches.
SmallVector<BasicBlock *, 4> targetsOf(Instruction &value, const Blocks &targets) {
  SmallVector<BasicBlock *, 4> found;
  SmallVector<BasicBlock *, 16> open;
  for (const Use &use : value.uses())
    if (blockOf(use) != value.getParent())
      open.push_back(blockOf(use));
  Blocks entered;
  while (!open.empty()) {
    BasicBlock *block = open.pop_back_val();
    if (!entered.insert(block).second)
      continue;
    if (targets.contains(block))
      found.push_back(block);
    for (BasicBlock *before : predecessors(block))
      if (before != value.getParent())
        open.push_back(before);
  }
  return found;
}

/// Places for values, as fields of one variable: drivers keep it in memory. Variables of their own
/// would become phis of every cut.
class Frame {
public:
  /// @param values those that get a place, in this order
  Frame(Function &function, ArrayRef<Instruction *> values) {
    SmallVector<Type *, 16> types;
    for (const Instruction *value : values)
      types.push_back(storedType(value->getType()));
    type_ = StructType::get(function.getContext(), types);
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> builder(&entry, entry.begin());
    frame_ = builder.CreateAlloca(type_, nullptr, "frame");
  }

  void store(Instruction &value, unsigned field) const {
    IRBuilder<> builder(&*insertPointBehind(value));
    Value *stored = &value;
    if (isBit(value.getType()))
      stored = builder.CreateZExt(stored, storedType(value.getType()));
    builder.CreateStore(stored, place(builder, field));
  }

  Value *load(BasicBlock &target, Type *type, unsigned field) const {
    IRBuilder<> builder(&target, target.getFirstInsertionPt());
    Value *loaded = builder.CreateLoad(storedType(type), place(builder, field));
    return isBit(type) ? builder.CreateIsNotNull(loaded) : loaded;
  }

private:
  static bool isBit(const Type *type) { return type->getScalarType()->isIntegerTy(1); }
  static Type *storedType(Type *type) { return isBit(type) ? type->getWithNewBitWidth(8) : type; }
  static BasicBlock::iterator insertPointBehind(Instruction &value) {
    return isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt()
                               : std::next(value.getIterator());
  }
  Value *place(IRBuilder<> &builder, unsigned field) const {
    return builder.CreateStructGEP(type_, frame_, field);
  }

  StructType *type_;
  AllocaInst *frame_;
};

/// Lets the uses of a value take what reaches them: the value, or what was loaded at a target.
void rewriteUses(Instruction &value, const DenseMap<BasicBlock *, Value *> &loaded,
                 ArrayRef<Use *> uses) {
  SSAUpdater updater;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  for (const auto &[block, reload] : loaded)
    updater.AddAvailableValue(block, reload);
  for (Use *use : uses) {
    auto *user = cast<Instruction>(use->getUser());
    const bool isAtEnd = isa<PHINode>(user); // of the block that the phi names
    if (!isAtEnd && user->getParent() == value.getParent())
      continue;
    Value *here = isAtEnd ? nullptr : loaded.lookup(user->getParent());
    if (here)
      use->set(here);
    else
      updater.RewriteUse(*use);
  }
}

} // namespace

ValuesBehindCuts valuesBehindCuts(Function &function, ArrayRef<BasicBlock *> targets) {
  const Blocks targetSet(targets.begin(), targets.end());
  ValuesBehindCuts values;
  for (BasicBlock *block : depth_first(&function.getEntryBlock()))
    for (Instruction &value : *block)
      if (auto reached = targetsOf(value, targetSet); !reached.empty())
        values[&value] = std::move(reached);
  return values;
}

void keepInFrame(Function &function, const ValuesBehindCuts &values) {
  const DominatorTree dominators(function);
  SmallVector<Instruction *, 16> kept;
  for (const auto &each : values) {
    Instruction *value = each.first;
    if (any_of(value->uses(), [&](const Use &use) { return !dominators.dominates(value, use); }))
      kept.push_back(value);
  }
  if (kept.empty())
    return;
  const Frame frame(function, kept);
  for (unsigned field = 0; field < kept.size(); ++field) {
    Instruction &value = *kept[field];
    SmallVector<Use *, 8> uses;
    for (Use &use : value.uses())
      uses.push_back(&use);
    frame.store(value, field);
    DenseMap<BasicBlock *, Value *> loaded;
    for (BasicBlock *target : values.find(&value)->second)
      loaded[target] = frame.load(*target, value.getType(), field);
    rewriteUses(value, loaded, uses);
  }
}

} // namespace ursa::compiler::spirv
