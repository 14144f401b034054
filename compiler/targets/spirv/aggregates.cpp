// See aggregates.h.
#include "compiler/targets/spirv/aggregates.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>

using namespace llvm;

namespace ursa::compiler::spirv {
namespace {

using Path = SmallVector<unsigned, 4>;
using Leaves = SmallVector<Value *, 8>; ///< scalars and vectors in the order of their paths

bool isAggregate(const Value *value) { return value->getType()->isAggregateType(); }

/// Appends the paths of the scalars and vectors of @p type.
void collectPaths(Type *type, Path &path, SmallVectorImpl<Path> &paths) {
  if (!type->isAggregateType()) {
    paths.push_back(path);
    return;
  }
  const auto count = static_cast<unsigned>(type->isStructTy() ? type->getStructNumElements()
                                                              : type->getArrayNumElements());
  for (unsigned i = 0; i < count; ++i) {
    path.push_back(i);
    collectPaths(type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType(),
                 path, paths);
    path.pop_back();
  }
}

SmallVector<Path, 8> pathsOf(Type *type) {
  SmallVector<Path, 8> paths;
  Path path;
  collectPaths(type, path, paths);
  return paths;
}

std::size_t leafCount(Type *type) { return pathsOf(type).size(); }

/// Returns the index of the first leaf of the part at @p path.
std::size_t firstLeafIndex(Type *type, ArrayRef<unsigned> path) {
  const auto paths = pathsOf(type);
  return static_cast<std::size_t>(std::find_if(paths.begin(), paths.end(),
                                               [&](const Path &leaf) {
                                                 return leaf.size() >= path.size() &&
                                                        std::equal(path.begin(), path.end(),
                                                                   leaf.begin());
                                               }) -
                                  paths.begin());
}

class AggregateScalarizer {
public:
  explicit AggregateScalarizer(Function &function)
      : function_(function), layout_(function.getParent()->getDataLayout()) {}

  bool run() {
    if (none_of(instructions(function_), [](const Instruction &instruction) {
          return isAggregate(&instruction) || any_of(instruction.operands(), [](const Use &use) {
                   return isAggregate(use.get());
                 });
        }))
      return false;
    removeUnreachableBlocks(function_);
    ReversePostOrderTraversal<Function *> order(&function_);
    for (BasicBlock *block : order)
      for (Instruction &instruction : make_early_inc_range(*block))
        visit(instruction);
    for (PHINode *phi : phis_)
      addIncomingLeaves(*phi);
    for (Instruction *instruction : reverse(dead_)) {
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
      instruction->eraseFromParent();
    }
    return true;
  }

private:
  void visit(Instruction &instruction) {
    if (created_.contains(&instruction))
      return;
    if (auto *extract = dyn_cast<ExtractValueInst>(&instruction))
      visitExtract(*extract);
    else if (auto *insert = dyn_cast<InsertValueInst>(&instruction))
      visitInsert(*insert);
    else if (auto *load = dyn_cast<LoadInst>(&instruction); load && isAggregate(load))
      visitLoad(*load);
    else if (auto *store = dyn_cast<StoreInst>(&instruction);
             store && isAggregate(store->getValueOperand()))
      visitStore(*store);
    else if (auto *phi = dyn_cast<PHINode>(&instruction); phi && isAggregate(phi))
      visitPhi(*phi);
    else if (auto *select = dyn_cast<SelectInst>(&instruction); select && isAggregate(select))
      visitSelect(*select);
    else if (auto *freeze = dyn_cast<FreezeInst>(&instruction); freeze && isAggregate(freeze))
      visitFreeze(*freeze);
    else
      for (Use &use : instruction.operands())
        if (isAggregate(use.get()) && !isa<Constant>(use.get()))
          use.set(rebuildAggregate(*use.get(), instruction));
  }

  void setLeaves(Instruction &instruction, Leaves leaves) {
    leaves_[&instruction] = std::move(leaves);
    split_.insert(&instruction);
    dead_.push_back(&instruction);
  }

  /// Returns the leaves of a value; extracts them if they are unknown.
  Leaves leavesOf(Value &value) {
    if (auto known = leaves_.find(&value); known != leaves_.end())
      return known->second;
    Leaves leaves;
    const auto paths = pathsOf(value.getType());
    if (auto *constant = dyn_cast<Constant>(&value)) {
      for (const Path &path : paths) {
        Constant *part = constant;
        for (unsigned index : path)
          part = part->getAggregateElement(index);
        leaves.push_back(part);
      }
      return leaves;
    }
    auto *instruction = dyn_cast<Instruction>(&value);
    IRBuilder<> builder(instruction ? &*std::next(instruction->getIterator())
                                    : &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (const Path &path : paths) {
      Value *leaf = builder.CreateExtractValue(&value, path);
      created_.insert(leaf);
      leaves.push_back(leaf);
    }
    leaves_[&value] = leaves;
    return leaves;
  }

  Value *rebuildAggregate(Value &value, Instruction &before) {
    if (!split_.contains(&value))
      return &value; // remains an aggregate
    const Leaves leaves = leavesOf(value);
    IRBuilder<> builder(&before);
    Value *result = PoisonValue::get(value.getType());
    for (const auto &[path, leaf] : zip(pathsOf(value.getType()), leaves)) {
      result = builder.CreateInsertValue(result, leaf, path);
      created_.insert(result);
    }
    return result;
  }

  void visitExtract(ExtractValueInst &extract) {
    Value &whole = *extract.getAggregateOperand();
    const Leaves leaves = leavesOf(whole);
    const std::size_t first = firstLeafIndex(whole.getType(), extract.getIndices());
    if (isAggregate(&extract)) {
      const auto part = ArrayRef(leaves).slice(first, leafCount(extract.getType()));
      setLeaves(extract, Leaves(part.begin(), part.end()));
      return;
    }
    if (isa<Instruction>(leaves[first]) && !leaves[first]->hasName())
      leaves[first]->takeName(&extract);
    extract.replaceAllUsesWith(leaves[first]);
    dead_.push_back(&extract);
  }

  void visitInsert(InsertValueInst &insert) {
    Leaves leaves = leavesOf(*insert.getAggregateOperand());
    const std::size_t first = firstLeafIndex(insert.getType(), insert.getIndices());
    Value &part = *insert.getInsertedValueOperand();
    if (isAggregate(&part))
      copy(leavesOf(part), leaves.begin() + static_cast<std::ptrdiff_t>(first));
    else
      leaves[first] = &part;
    setLeaves(insert, std::move(leaves));
  }

  /// Calls @p access with the address and alignment of every leaf at @p pointer.
  void forEachLeafAddress(IRBuilder<> &builder, Type *type, Value *pointer, Align alignment,
                          function_ref<void(std::size_t, Type *, Value *, Align)> access) {
    for (const auto &[leaf, path] : enumerate(pathsOf(type))) {
      SmallVector<Value *, 5> indices = {builder.getInt32(0)};
      for (unsigned index : path)
        indices.push_back(builder.getInt32(index));
      const auto offset = static_cast<std::uint64_t>(layout_.getIndexedOffsetInType(type, indices));
      access(leaf, ExtractValueInst::getIndexedType(type, path),
             builder.CreateInBoundsGEP(type, pointer, indices), commonAlignment(alignment, offset));
    }
  }

  void visitLoad(LoadInst &load) {
    IRBuilder<> builder(&load);
    Leaves leaves;
    forEachLeafAddress(
        builder, load.getType(), load.getPointerOperand(), load.getAlign(),
        [&](std::size_t, Type *type, Value *address, Align alignment) {
          leaves.push_back(builder.CreateAlignedLoad(type, address, alignment, load.isVolatile()));
        });
    setLeaves(load, std::move(leaves));
  }

  void visitStore(StoreInst &store) {
    IRBuilder<> builder(&store);
    const Leaves leaves = leavesOf(*store.getValueOperand());
    forEachLeafAddress(
        builder, store.getValueOperand()->getType(), store.getPointerOperand(), store.getAlign(),
        [&](std::size_t index, Type *, Value *address, Align alignment) {
          if (!isa<UndefValue>(leaves[index]))
            builder.CreateAlignedStore(leaves[index], address, alignment, store.isVolatile());
        });
    dead_.push_back(&store);
  }

  void visitPhi(PHINode &phi) {
    IRBuilder<> builder(&phi);
    Leaves leaves;
    for (const Path &path : pathsOf(phi.getType()))
      leaves.push_back(builder.CreatePHI(ExtractValueInst::getIndexedType(phi.getType(), path),
                                         phi.getNumIncomingValues(), phi.getName()));
    setLeaves(phi, std::move(leaves));
    phis_.push_back(&phi);
  }

  /// Runs after all leaves are known, because a phi may precede its incoming values.
  void addIncomingLeaves(PHINode &phi) {
    const Leaves leaves = leaves_[&phi];
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
      for (const auto &[leaf, incoming] : zip(leaves, leavesOf(*phi.getIncomingValue(i))))
        cast<PHINode>(leaf)->addIncoming(incoming, phi.getIncomingBlock(i));
  }

  void visitSelect(SelectInst &select) {
    IRBuilder<> builder(&select);
    Leaves leaves;
    for (const auto &[whenTrue, whenFalse] :
         zip(leavesOf(*select.getTrueValue()), leavesOf(*select.getFalseValue())))
      leaves.push_back(builder.CreateSelect(select.getCondition(), whenTrue, whenFalse));
    setLeaves(select, std::move(leaves));
  }

  void visitFreeze(FreezeInst &freeze) {
    IRBuilder<> builder(&freeze);
    Leaves leaves;
    for (Value *leaf : leavesOf(*freeze.getOperand(0)))
      leaves.push_back(builder.CreateFreeze(leaf));
    setLeaves(freeze, std::move(leaves));
  }

  Function &function_;
  const DataLayout &layout_;
  DenseMap<Value *, Leaves> leaves_;
  SmallPtrSet<Value *, 16> created_; ///< instructions that this pass created for aggregates
  SmallPtrSet<Value *, 16> split_;   ///< aggregates that their leaves replace
  SmallVector<PHINode *, 4> phis_;
  SmallVector<Instruction *, 16> dead_;
};

} // namespace

PreservedAnalyses SpirvAggregatesPass::run(Function &function, FunctionAnalysisManager &) {
  return AggregateScalarizer(function).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ursa::compiler::spirv
