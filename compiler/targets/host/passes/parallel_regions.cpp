#include "compiler/targets/host/passes/parallel_regions.h"

#include "compiler/targets/host/passes/kernel_entry.h"
#include "format/host/kernel_info.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr unsigned kMaxRecomputed = 12;      ///< depth of expressions that are computed anew
constexpr uint64_t kFrameSlotAlignment = 64; ///< of slots in a frame

using Blocks = SmallPtrSet<const BasicBlock *, 16>;

// Gives each barrier a block of its own, and returns these blocks.
std::vector<BasicBlock *> isolateBarriers(Function &pack) {
  std::vector<CallInst *> barriers;
  for (Instruction &instruction : instructions(pack))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
        barriers.push_back(call);
  std::vector<BasicBlock *> blocks;
  for (CallInst *barrier : barriers) {
    BasicBlock *block = barrier->getParent()->splitBasicBlock(barrier, "barrier");
    block->splitBasicBlock(std::next(barrier->getIterator()), "after.barrier");
    barrier->eraseFromParent();
    blocks.push_back(block);
  }
  return blocks;
}

// Returns the block at whose end a use needs its value.
const BasicBlock *blockOf(const Use &use) {
  const auto *user = cast<Instruction>(use.getUser());
  if (const auto *phi = dyn_cast<PHINode>(user))
    return phi->getIncomingBlock(use);
  return user->getParent();
}

// Returns whether a value is live at the begin of a barrier's block.
bool crossesBarrier(const Instruction &value, const Blocks &barriers) {
  SmallVector<const BasicBlock *, 16> rest;
  Blocks liveIn;
  for (const Use &use : value.uses())
    if (const BasicBlock *block = blockOf(use); block != value.getParent())
      rest.push_back(block);
  while (!rest.empty()) {
    const BasicBlock *block = rest.pop_back_val();
    if (block == value.getParent() || !liveIn.insert(block).second)
      continue;
    if (barriers.contains(block))
      return true;
    rest.append(pred_begin(block), pred_end(block));
  }
  return false;
}

// Returns whether a value depends on arguments and slots only, and is cheap. A freeze is not
// computed anew: it could choose another value.
bool isRecomputable(const Value &value, unsigned depth = 0) {
  if (isa<Constant, Argument>(value))
    return true;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth > kMaxRecomputed)
    return false;
  if (const auto *operation = dyn_cast<BinaryOperator>(instruction);
      operation && operation->isIntDivRem())
    return false;
  const auto *load = dyn_cast<LoadInst>(instruction);
  const bool isConstantLoad = load && load->hasMetadata(LLVMContext::MD_invariant_load);
  if (!isConstantLoad &&
      !isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, ExtractElementInst,
           InsertElementInst, ShuffleVectorInst, MinMaxIntrinsic>(instruction))
    return false;
  return all_of(instruction->operands(),
                [depth](const Use &operand) { return isRecomputable(*operand, depth + 1); });
}

Value *recompute(Value &value, Instruction &before, DenseMap<Value *, Value *> &known) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return &value;
  if (Value *copy = known.lookup(&value))
    return copy;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(recompute(*operand, before, known));
  copy->insertBefore(before.getIterator());
  return known[&value] = copy;
}

// Computes a value anew in each block that uses it.
void recomputeAtUses(Instruction &value) {
  DenseMap<BasicBlock *, Value *> copies;
  for (Use &use : make_early_inc_range(value.uses())) {
    auto *block = const_cast<BasicBlock *>(blockOf(use));
    if (block == value.getParent())
      continue;
    Value *&copy = copies[block];
    if (!copy) {
      DenseMap<Value *, Value *> known;
      copy = recompute(value, *block->getFirstInsertionPt(), known);
    }
    use.set(copy);
  }
}

class Frame {
public:
  explicit Frame(Function &pack)
      : memory_(*pack.getArg(pack.arg_size() - 2)), layout_(pack.getDataLayout()) {}

  uint64_t bytes() const { return alignTo(bytes_, format::host::kMemoryAlignment); }

  /// Keeps a value in the frame: stores it after its definition, and loads it in other blocks.
  void keep(Instruction &value) {
    Type *type = value.getType();
    const auto [slot, align] = reserve(layout_.getTypeAllocSize(type).getFixedValue(), 1);
    DenseMap<BasicBlock *, Value *> loads;
    for (Use &use : make_early_inc_range(value.uses())) {
      auto *block = const_cast<BasicBlock *>(blockOf(use));
      if (block == value.getParent())
        continue;
      Value *&load = loads[block];
      if (!load) {
        IRBuilder<> builder(block, block->getFirstInsertionPt());
        load = builder.CreateAlignedLoad(type, address(builder, slot), align);
      }
      use.set(load);
    }
    IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
    builder.CreateAlignedStore(&value, address(builder, slot), align);
  }

  /// Moves a private variable into the frame.
  void move(AllocaInst &variable) {
    const auto [slot, align] =
        reserve(variable.getAllocationSize(layout_)->getFixedValue(), variable.getAlign().value());
    IRBuilder<> builder(&variable);
    variable.replaceAllUsesWith(address(builder, slot));
    variable.eraseFromParent();
  }

private:
  std::pair<uint64_t, Align> reserve(uint64_t size, uint64_t alignment) {
    const uint64_t aligned =
        std::max(alignment, size >= kFrameSlotAlignment ? kFrameSlotAlignment : 8);
    const uint64_t slot = alignTo(bytes_, aligned);
    bytes_ = slot + size;
    return {slot, Align(std::min<uint64_t>(aligned, format::host::kMemoryAlignment))};
  }
  Value *address(IRBuilder<> &builder, uint64_t slot) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &memory_, slot);
  }

  Value &memory_;
  const DataLayout &layout_;
  uint64_t bytes_ = 0;
};

/// The values that are the same in all packs of a group.
class GroupValues {
public:
  GroupValues(Function &pack, const Kernel &kernel, const Blocks &barriers)
      : kernel_(kernel), barriers_(barriers), dominators_(pack), loops_(dominators_) {}

  const std::vector<Type *> &types() const { return types_; }

  /// Keeps a value, if it is one of them. Otherwise returns false.
  bool keep(Instruction &value) {
    constexpr size_t kMost = 8;
    if (kernel_.hasSubGroupOperations || types_.size() == kMost ||
        !value.getType()->isIntOrPtrTy() || value.getType()->getScalarSizeInBits() > 64)
      return false;
    SmallPtrSet<const Value *, 16> visited;
    if (!isSame(value, visited))
      return false;
    Function &pack = *value.getFunction();
    Value *group = pack.getArg(pack.arg_size() - 1);
    const uint64_t slot = types_.size() * kGroupValueBytes;
    types_.push_back(value.getType());
    const auto address = [&](IRBuilder<> &builder) {
      return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), group, slot);
    };
    DenseMap<BasicBlock *, Value *> loads;
    for (Use &use : make_early_inc_range(value.uses())) {
      auto *block = const_cast<BasicBlock *>(blockOf(use));
      if (block == value.getParent())
        continue;
      Value *&load = loads[block];
      if (!load) {
        IRBuilder<> builder(block, block->getFirstInsertionPt());
        load =
            builder.CreateAlignedLoad(value.getType(), address(builder), Align(kGroupValueBytes));
      }
      use.set(load);
    }
    IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
    builder.CreateAlignedStore(&value, address(builder), Align(kGroupValueBytes));
    return true;
  }

  /// A region has a copy of its own, read at its begin and written behind the values at its end.
  void localize(Function &region, bool isFirst) const {
    if (types_.empty())
      return;
    const uint64_t bytes = types_.size() * kGroupValueBytes;
    Argument *group = region.getArg(region.arg_size() - 1);
    IRBuilder<> begin(&*region.getEntryBlock().getFirstInsertionPt());
    AllocaInst *own = begin.CreateAlloca(ArrayType::get(begin.getInt8Ty(), bytes));
    own->setAlignment(Align(kGroupValueBytes));
    group->replaceAllUsesWith(own);
    const auto copy = [&](IRBuilder<> &builder, Value *from, uint64_t fromBase, Value *to,
                          uint64_t toBase) {
      for (size_t i = 0; i < types_.size(); ++i) {
        const uint64_t slot = i * kGroupValueBytes;
        const auto at = [&](Value *base, uint64_t offset) {
          return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
        };
        builder.CreateAlignedStore(builder.CreateAlignedLoad(types_[i], at(from, fromBase + slot),
                                                             Align(kGroupValueBytes)),
                                   at(to, toBase + slot), Align(kGroupValueBytes));
      }
    };
    if (!isFirst)
      copy(begin, group, 0, own, 0);
    for (BasicBlock &block : region)
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
        IRBuilder<> builder(end);
        copy(builder, own, 0, group, bytes);
      }
  }

private:
  // Returns whether a value depends on the group and on how often its loops ran. All packs run
  // loops with barriers equally often.
  bool isSame(const Value &value, SmallPtrSetImpl<const Value *> &visited) const {
    if (isa<Constant>(value) || !visited.insert(&value).second)
      return true;
    if (const auto *argument = dyn_cast<Argument>(&value)) {
      const unsigned index = argument->getArgNo();
      return index < kernel_.ownArguments + kGlobalId ||
             (index >= kernel_.ownArguments + kGroupId &&
              index < kernel_.ownArguments + kItemParameters);
    }
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || instruction->getType()->isVectorTy())
      return false;
    if (const auto *phi = dyn_cast<PHINode>(instruction)) {
      const Loop *loop = loops_.getLoopFor(phi->getParent());
      if (!loop || loop->getHeader() != phi->getParent() ||
          none_of(loop->blocks(),
                  [&](const BasicBlock *block) { return barriers_.contains(block); }))
        return false;
    } else if (const auto *load = dyn_cast<LoadInst>(instruction)) {
      if (!load->hasMetadata(LLVMContext::MD_invariant_load))
        return false;
    } else if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst,
                    ExtractElementInst, MinMaxIntrinsic>(instruction)) {
      return false;
    }
    return all_of(instruction->operands(),
                  [&](const Use &operand) { return isSame(*operand, visited); });
  }

  const Kernel &kernel_;
  const Blocks &barriers_;
  DominatorTree dominators_;
  LoopInfo loops_;
  std::vector<Type *> types_;
};

// The same function with two more parameters, the frame and the values of the group.
Function *addFrame(Function &pack) {
  std::vector<Type *> types(pack.getFunctionType()->param_begin(),
                            pack.getFunctionType()->param_end());
  types.insert(types.end(), 2, PointerType::getUnqual(pack.getContext()));
  auto *function =
      Function::Create(FunctionType::get(Type::getInt32Ty(pack.getContext()), types, false),
                       GlobalValue::ExternalLinkage, "", pack.getParent());
  function->takeName(&pack);
  function->setAttributes(pack.getAttributes());
  for (const size_t parameter : {types.size() - 2, types.size() - 1})
    function->addParamAttr(static_cast<unsigned>(parameter), Attribute::NoAlias);
  function->addParamAttr(static_cast<unsigned>(types.size() - 1),
                         Attribute::getWithCaptureInfo(pack.getContext(), CaptureInfo::none()));
  // The attributes of memory do not cover the frame.
  function->removeFnAttr(Attribute::Memory);
  for (Argument &argument : pack.args()) {
    argument.replaceAllUsesWith(function->getArg(argument.getArgNo()));
    function->getArg(argument.getArgNo())->takeName(&argument);
  }
  function->splice(function->begin(), &pack);
  pack.eraseFromParent();
  for (BasicBlock &block : *function)
    if (auto *end = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<>(end).CreateRet(ConstantInt::get(function->getReturnType(), 0));
      end->eraseFromParent();
    }
  return function;
}

// A clone that begins after a barrier, or at the function's begin, and returns at the next
// barriers.
Function *cloneRegion(Function &whole, const std::vector<BasicBlock *> &barriers,
                      const BasicBlock *begin, size_t number) {
  ValueToValueMapTy map;
  Function *region = CloneFunction(&whole, map);
  region->setName(whole.getName() + "." + Twine(number));
  if (begin) {
    auto *after = cast<BasicBlock>(static_cast<Value *>(map.lookup(begin->getSingleSuccessor())));
    auto *entry =
        BasicBlock::Create(region->getContext(), "region", region, &region->getEntryBlock());
    BranchInst::Create(after, entry);
  }
  for (size_t i = 0; i < barriers.size(); ++i) {
    auto *barrier = cast<BasicBlock>(static_cast<Value *>(map.lookup(barriers[i])));
    Instruction *end = barrier->getTerminator();
    IRBuilder<>(end).CreateRet(ConstantInt::get(region->getReturnType(), i + 1));
    end->eraseFromParent();
  }
  removeUnreachableBlocks(*region);
  return region;
}

} // namespace

ParallelRegions formParallelRegions(Function &pack, const Kernel &kernel) {
  Function *whole = addFrame(pack);
  const std::vector<BasicBlock *> barriers = isolateBarriers(*whole);
  const Blocks barrierBlocks(barriers.begin(), barriers.end());

  Frame frame(*whole);
  std::vector<AllocaInst *> variables;
  for (Instruction &instruction : instructions(*whole))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      variables.push_back(variable);
  for (AllocaInst *variable : variables)
    frame.move(*variable);
  // Recomputed values come first: then fewer others cross barriers.
  std::vector<Instruction *> values;
  for (Instruction &instruction : instructions(*whole))
    if (!instruction.getType()->isVoidTy() && !instruction.isTerminator())
      values.push_back(&instruction);
  for (Instruction *value : values)
    if (isRecomputable(*value) && crossesBarrier(*value, barrierBlocks))
      recomputeAtUses(*value);
  GroupValues group(*whole, kernel, barrierBlocks);
  for (Instruction *value : values)
    if (crossesBarrier(*value, barrierBlocks) && !group.keep(*value))
      frame.keep(*value);

  ParallelRegions regions;
  regions.frameBytes = frame.bytes();
  regions.groupValues = group.types();
  regions.functions.push_back(cloneRegion(*whole, barriers, nullptr, 0));
  for (size_t i = 0; i < barriers.size(); ++i)
    regions.functions.push_back(cloneRegion(*whole, barriers, barriers[i], i + 1));
  whole->eraseFromParent();
  for (Function *region : regions.functions)
    group.localize(*region, region == regions.functions.front());
  return regions;
}

// Each value by itself: a load of more bytes than were stored would wait for memory.
void copyGroupValues(IRBuilder<> &builder, Value *values, ArrayRef<Type *> types) {
  const auto at = [&](size_t i) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), values, i * kGroupValueBytes);
  };
  for (size_t i = 0; i < types.size(); ++i) {
    Value *value =
        builder.CreateAlignedLoad(types[i], at(types.size() + i), Align(kGroupValueBytes));
    builder.CreateAlignedStore(value, at(i), Align(kGroupValueBytes));
  }
}

bool comparesLanes(const Function &region, unsigned id) {
  const auto isId = [&](const Value *value) {
    for (unsigned depth = 0; depth < kMaxRecomputed; ++depth) {
      const auto *operation = dyn_cast<Instruction>(value);
      if (!operation)
        return value == region.getArg(id);
      // Vectors of numbers are a scalar, inserted and spread, and the lanes' offsets.
      if (isa<InsertElementInst>(operation))
        value = operation->getOperand(1);
      else if (isa<CastInst, FreezeInst, ShuffleVectorInst>(operation) ||
               (isa<BinaryOperator>(operation) && isa<Constant>(operation->getOperand(1))))
        value = operation->getOperand(0);
      else
        return false;
    }
    return false;
  };
  return any_of(instructions(region), [&](const Instruction &instruction) {
    const auto *compare = dyn_cast<ICmpInst>(&instruction);
    return compare && compare->isEquality() && compare->getType()->isVectorTy() &&
           isa<Constant>(compare->getOperand(1)) && isId(compare->getOperand(0));
  });
}

} // namespace ursa::compiler::host
