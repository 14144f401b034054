#include "compiler/targets/spirv/leaf_values.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ursa::spirv_target {
namespace {

using Path = SmallVector<unsigned, 4>;

void listLeaves(Type *type, Path &path, SmallVectorImpl<Path> &leaves) {
  const auto descend = [&](Type *element, unsigned index) {
    path.push_back(index);
    listLeaves(element, path, leaves);
    path.pop_back();
  };
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      descend(structure->getElementType(i), i);
  } else if (auto *array = dyn_cast<ArrayType>(type)) {
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      descend(array->getElementType(), i);
  } else {
    leaves.push_back(path);
  }
}

SmallVector<Path> leavesOf(Type *type) {
  SmallVector<Path> leaves;
  Path path;
  listLeaves(type, path, leaves);
  return leaves;
}

Value *leafAddress(IRBuilder<> &builder, Type *type, Value *base, ArrayRef<unsigned> path) {
  SmallVector<Value *> indices = {builder.getInt32(0)};
  for (unsigned index : path)
    indices.push_back(builder.getInt32(index));
  return builder.CreateInBoundsGEP(type, base, indices);
}

// A leaf of a value: looked up where the value was put together, else one extractvalue.
Value *leafOf(IRBuilder<> &builder, Value *value, ArrayRef<unsigned> path) {
  SmallVector<unsigned> rest(path.begin(), path.end());
  while (auto *inserted = dyn_cast<InsertValueInst>(value)) {
    const ArrayRef<unsigned> at = inserted->getIndices();
    const size_t common = std::min(at.size(), rest.size());
    if (!std::equal(at.begin(), at.begin() + common, rest.begin())) {
      value = inserted->getAggregateOperand();
      continue;
    }
    if (at.size() > rest.size())
      break; // a part of what is asked for was inserted
    value = inserted->getInsertedValueOperand();
    rest.erase(rest.begin(), rest.begin() + at.size());
    if (rest.empty())
      return value;
  }
  while (auto *outer = dyn_cast<ExtractValueInst>(value)) {
    rest.insert(rest.begin(), outer->idx_begin(), outer->idx_end());
    value = outer->getAggregateOperand();
  }
  return builder.CreateExtractValue(value, rest);
}

void replaceStore(StoreInst &store) {
  IRBuilder<> builder(&store);
  const DataLayout &layout = store.getDataLayout();
  Type *type = store.getValueOperand()->getType();
  for (const Path &path : leavesOf(type)) {
    Value *leaf = leafOf(builder, store.getValueOperand(), path);
    Value *address = leafAddress(builder, type, store.getPointerOperand(), path);
    builder.CreateAlignedStore(leaf, address,
                               std::min(store.getAlign(), layout.getABITypeAlign(leaf->getType())),
                               store.isVolatile());
  }
  store.eraseFromParent();
}

void replaceLoad(LoadInst &load) {
  IRBuilder<> builder(&load);
  const DataLayout &layout = load.getDataLayout();
  Value *whole = PoisonValue::get(load.getType());
  for (const Path &path : leavesOf(load.getType())) {
    Type *type = ExtractValueInst::getIndexedType(load.getType(), path);
    Value *address = leafAddress(builder, load.getType(), load.getPointerOperand(), path);
    Value *leaf = builder.CreateAlignedLoad(
        type, address, std::min(load.getAlign(), layout.getABITypeAlign(type)), load.isVolatile());
    whole = builder.CreateInsertValue(whole, leaf, path);
  }
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

void replaceSelect(SelectInst &select) {
  IRBuilder<> builder(&select);
  Value *whole = PoisonValue::get(select.getType());
  for (const Path &path : leavesOf(select.getType())) {
    Value *leaf =
        builder.CreateSelect(select.getCondition(), leafOf(builder, select.getTrueValue(), path),
                             leafOf(builder, select.getFalseValue(), path));
    whole = builder.CreateInsertValue(whole, leaf, path);
  }
  select.replaceAllUsesWith(whole);
  select.eraseFromParent();
}

void replacePhi(PHINode &phi) {
  IRBuilder<> afterPhis(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  IRBuilder<> atPhi(&phi);
  Value *whole = PoisonValue::get(phi.getType());
  for (const Path &path : leavesOf(phi.getType())) {
    PHINode *leaf = atPhi.CreatePHI(ExtractValueInst::getIndexedType(phi.getType(), path),
                                    phi.getNumIncomingValues());
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      IRBuilder<> atEnd(phi.getIncomingBlock(i)->getTerminator());
      leaf->addIncoming(leafOf(atEnd, phi.getIncomingValue(i), path), phi.getIncomingBlock(i));
    }
    whole = afterPhis.CreateInsertValue(whole, leaf, path);
  }
  phi.replaceAllUsesWith(whole);
  phi.eraseFromParent();
}

// Extracts that have become leaves, and those of extracts, as one.
void replaceExtract(ExtractValueInst &extract) {
  if (extract.getType()->isAggregateType())
    return; // its users look through it
  IRBuilder<> builder(&extract);
  Value *leaf = leafOf(builder, extract.getAggregateOperand(), extract.getIndices());
  extract.replaceAllUsesWith(leaf);
  extract.eraseFromParent();
}

template <class Kind, class Replace> void forEach(Function &function, Replace &&replace) {
  SmallVector<Kind *> found;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *kind = dyn_cast<Kind>(&instruction))
        found.push_back(kind);
  for (Kind *kind : found)
    replace(*kind);
}

void takeApart(Function &function) {
  const auto ifAggregate = [](auto replace) {
    return [replace](auto &instruction) {
      if (instruction.getType()->isAggregateType())
        replace(instruction);
    };
  };
  forEach<LoadInst>(function, ifAggregate(replaceLoad));
  forEach<PHINode>(function, ifAggregate(replacePhi));
  forEach<SelectInst>(function, ifAggregate(replaceSelect));
  forEach<StoreInst>(function, [](StoreInst &store) {
    if (store.getValueOperand()->getType()->isAggregateType())
      replaceStore(store);
  });
  forEach<ExtractValueInst>(function, replaceExtract);
  SmallVector<WeakTrackingVH> dead;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (isInstructionTriviallyDead(&instruction))
        dead.push_back(&instruction);
  RecursivelyDeleteTriviallyDeadInstructions(dead);
}

} // namespace

void takeAggregatesApart(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      takeApart(function);
}

} // namespace ursa::spirv_target
