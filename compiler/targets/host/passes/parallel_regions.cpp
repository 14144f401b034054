#include "compiler/targets/host/passes/parallel_regions.h"

#include "compiler/targets/host/passes/work_item_functions.h"
#include "compiler/targets/host/runtime/kernel_info.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

namespace ursa::host {
namespace {

constexpr unsigned kMaxRecomputed = 12;      ///< depth of expressions that are computed anew
constexpr uint64_t kFrameSlotAlignment = 64; ///< of slots in a frame

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

// Gives each barrier a block of its own, and returns these blocks.
std::vector<llvm::BasicBlock *> isolateBarriers(llvm::Function &pack) {
  std::vector<llvm::CallInst *> barriers;
  for (llvm::Instruction &instruction : llvm::instructions(pack))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const llvm::Function *callee = call->getCalledFunction(); callee && isBarrier(*callee))
        barriers.push_back(call);
  std::vector<llvm::BasicBlock *> blocks;
  for (llvm::CallInst *barrier : barriers) {
    llvm::BasicBlock *block = barrier->getParent()->splitBasicBlock(barrier, "barrier");
    block->splitBasicBlock(std::next(barrier->getIterator()), "after.barrier");
    barrier->eraseFromParent();
    blocks.push_back(block);
  }
  return blocks;
}

// Returns the block at whose end a use needs its value.
const llvm::BasicBlock *blockOf(const llvm::Use &use) {
  const auto *user = llvm::cast<llvm::Instruction>(use.getUser());
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(user))
    return phi->getIncomingBlock(use);
  return user->getParent();
}

// Returns whether a value is live at the begin of a barrier's block.
bool crossesBarrier(const llvm::Instruction &value, const Blocks &barriers) {
  llvm::SmallVector<const llvm::BasicBlock *, 16> rest;
  Blocks liveIn;
  for (const llvm::Use &use : value.uses())
    if (const llvm::BasicBlock *block = blockOf(use); block != value.getParent())
      rest.push_back(block);
  while (!rest.empty()) {
    const llvm::BasicBlock *block = rest.pop_back_val();
    if (block == value.getParent() || !liveIn.insert(block).second)
      continue;
    if (barriers.contains(block))
      return true;
    rest.append(llvm::pred_begin(block), llvm::pred_end(block));
  }
  return false;
}

// Returns whether a value depends on arguments and slots only, and is cheap. A freeze is not
// computed anew: it could choose another value.
bool isRecomputable(const llvm::Value &value, unsigned depth = 0) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value))
    return true;
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || depth > kMaxRecomputed)
    return false;
  if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(instruction);
      operation && operation->isIntDivRem())
    return false;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction);
  const bool isConstantLoad = load && load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
  if (!isConstantLoad && !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst,
                                    llvm::CmpInst, llvm::SelectInst, llvm::InsertElementInst,
                                    llvm::ShuffleVectorInst, llvm::MinMaxIntrinsic>(instruction))
    return false;
  return llvm::all_of(instruction->operands(), [depth](const llvm::Use &operand) {
    return isRecomputable(*operand, depth + 1);
  });
}

llvm::Value *recompute(llvm::Value &value, llvm::Instruction &before,
                       llvm::DenseMap<llvm::Value *, llvm::Value *> &known) {
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction)
    return &value;
  if (llvm::Value *copy = known.lookup(&value))
    return copy;
  llvm::Instruction *copy = instruction->clone();
  for (llvm::Use &operand : copy->operands())
    operand.set(recompute(*operand, before, known));
  copy->insertBefore(before.getIterator());
  return known[&value] = copy;
}

// Computes a value anew in each block that uses it.
void recomputeAtUses(llvm::Instruction &value) {
  llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> copies;
  for (llvm::Use &use : llvm::make_early_inc_range(value.uses())) {
    auto *block = const_cast<llvm::BasicBlock *>(blockOf(use));
    if (block == value.getParent())
      continue;
    llvm::Value *&copy = copies[block];
    if (!copy) {
      llvm::DenseMap<llvm::Value *, llvm::Value *> known;
      copy = recompute(value, *block->getFirstInsertionPt(), known);
    }
    use.set(copy);
  }
}

class Frame {
public:
  explicit Frame(llvm::Function &pack)
      : memory_(*pack.getArg(pack.arg_size() - 1)), layout_(pack.getDataLayout()) {}

  uint64_t bytes() const { return llvm::alignTo(bytes_, kMemoryAlignment); }

  /// Keeps a value in the frame: stores it after its definition, and loads it in other blocks.
  void keep(llvm::Instruction &value) {
    llvm::Type *type = value.getType();
    const auto [slot, align] = reserve(layout_.getTypeAllocSize(type).getFixedValue(), 1);
    llvm::DenseMap<llvm::BasicBlock *, llvm::Value *> loads;
    for (llvm::Use &use : llvm::make_early_inc_range(value.uses())) {
      auto *block = const_cast<llvm::BasicBlock *>(blockOf(use));
      if (block == value.getParent())
        continue;
      llvm::Value *&load = loads[block];
      if (!load) {
        llvm::IRBuilder<> builder(block, block->getFirstInsertionPt());
        load = builder.CreateAlignedLoad(type, address(builder, slot), align);
      }
      use.set(load);
    }
    llvm::IRBuilder<> builder(value.getParent(), *value.getInsertionPointAfterDef());
    builder.CreateAlignedStore(&value, address(builder, slot), align);
  }

  /// Moves a private variable into the frame.
  void move(llvm::AllocaInst &variable) {
    const auto [slot, align] =
        reserve(variable.getAllocationSize(layout_)->getFixedValue(), variable.getAlign().value());
    llvm::IRBuilder<> builder(&variable);
    variable.replaceAllUsesWith(address(builder, slot));
    variable.eraseFromParent();
  }

private:
  std::pair<uint64_t, llvm::Align> reserve(uint64_t size, uint64_t alignment) {
    const uint64_t aligned =
        std::max(alignment, size >= kFrameSlotAlignment ? kFrameSlotAlignment : 8);
    const uint64_t slot = llvm::alignTo(bytes_, aligned);
    bytes_ = slot + size;
    return {slot, llvm::Align(std::min<uint64_t>(aligned, kMemoryAlignment))};
  }
  llvm::Value *address(llvm::IRBuilder<> &builder, uint64_t slot) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &memory_, slot);
  }

  llvm::Value &memory_;
  const llvm::DataLayout &layout_;
  uint64_t bytes_ = 0;
};

// The same function with one more parameter, the frame.
llvm::Function *addFrame(llvm::Function &pack) {
  std::vector<llvm::Type *> types(pack.getFunctionType()->param_begin(),
                                  pack.getFunctionType()->param_end());
  types.push_back(llvm::PointerType::getUnqual(pack.getContext()));
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getInt32Ty(pack.getContext()), types, false),
      llvm::GlobalValue::ExternalLinkage, "", pack.getParent());
  function->takeName(&pack);
  function->setAttributes(pack.getAttributes());
  function->addParamAttr(static_cast<unsigned>(types.size() - 1), llvm::Attribute::NoAlias);
  // The attributes of memory do not cover the frame.
  function->removeFnAttr(llvm::Attribute::Memory);
  for (llvm::Argument &argument : pack.args()) {
    argument.replaceAllUsesWith(function->getArg(argument.getArgNo()));
    function->getArg(argument.getArgNo())->takeName(&argument);
  }
  function->splice(function->begin(), &pack);
  pack.eraseFromParent();
  for (llvm::BasicBlock &block : *function)
    if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      llvm::IRBuilder<>(end).CreateRet(llvm::ConstantInt::get(function->getReturnType(), 0));
      end->eraseFromParent();
    }
  return function;
}

// A clone that begins after a barrier, or at the function's begin, and returns at the next
// barriers.
llvm::Function *cloneRegion(llvm::Function &whole, const std::vector<llvm::BasicBlock *> &barriers,
                            const llvm::BasicBlock *begin, size_t number) {
  llvm::ValueToValueMapTy map;
  llvm::Function *region = llvm::CloneFunction(&whole, map);
  region->setName(whole.getName() + "." + llvm::Twine(number));
  if (begin) {
    auto *after = llvm::cast<llvm::BasicBlock>(
        static_cast<llvm::Value *>(map.lookup(begin->getSingleSuccessor())));
    auto *entry =
        llvm::BasicBlock::Create(region->getContext(), "region", region, &region->getEntryBlock());
    llvm::BranchInst::Create(after, entry);
  }
  for (size_t i = 0; i < barriers.size(); ++i) {
    auto *barrier =
        llvm::cast<llvm::BasicBlock>(static_cast<llvm::Value *>(map.lookup(barriers[i])));
    llvm::Instruction *end = barrier->getTerminator();
    llvm::IRBuilder<>(end).CreateRet(llvm::ConstantInt::get(region->getReturnType(), i + 1));
    end->eraseFromParent();
  }
  llvm::removeUnreachableBlocks(*region);
  return region;
}

} // namespace

ParallelRegions formParallelRegions(llvm::Function &pack) {
  llvm::Function *whole = addFrame(pack);
  const std::vector<llvm::BasicBlock *> barriers = isolateBarriers(*whole);
  const Blocks barrierBlocks(barriers.begin(), barriers.end());

  Frame frame(*whole);
  std::vector<llvm::AllocaInst *> variables;
  for (llvm::Instruction &instruction : llvm::instructions(*whole))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      variables.push_back(variable);
  for (llvm::AllocaInst *variable : variables)
    frame.move(*variable);
  // Recomputed values come first: then fewer others cross barriers.
  std::vector<llvm::Instruction *> values;
  for (llvm::Instruction &instruction : llvm::instructions(*whole))
    if (!instruction.getType()->isVoidTy() && !instruction.isTerminator())
      values.push_back(&instruction);
  for (llvm::Instruction *value : values)
    if (isRecomputable(*value) && crossesBarrier(*value, barrierBlocks))
      recomputeAtUses(*value);
  for (llvm::Instruction *value : values)
    if (crossesBarrier(*value, barrierBlocks))
      frame.keep(*value);

  ParallelRegions regions;
  regions.frameBytes = frame.bytes();
  regions.functions.push_back(cloneRegion(*whole, barriers, nullptr, 0));
  for (size_t i = 0; i < barriers.size(); ++i)
    regions.functions.push_back(cloneRegion(*whole, barriers, barriers[i], i + 1));
  whole->eraseFromParent();
  return regions;
}

} // namespace ursa::host
