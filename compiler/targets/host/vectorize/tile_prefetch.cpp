#include "compiler/targets/host/vectorize/tile_prefetch.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

/// Bytes: what two to four groups further on access.
constexpr uint64_t kDistance = 256;
constexpr size_t kMostPrefetches = 8;

bool dependsOn(const Value &value, const Argument &argument, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 12;
  if (&value == &argument)
    return true;
  const auto *instruction = dyn_cast<Instruction>(&value);
  return instruction && depth < kMaxDepth && !isa<PHINode>(instruction) &&
         any_of(instruction->operands(),
                [&](const Use &operand) { return dependsOn(*operand, argument, depth + 1); });
}

// Returns whether an address is in a row of global memory: it depends on both numbers of a
// work-item, or of its group.
bool isInRow(const Value &pointer, const Function &pack, const Kernel &kernel) {
  const auto *object = dyn_cast<Argument>(getUnderlyingObject(&pointer));
  if (!object || object->getArgNo() >= kernel.ownArguments ||
      kernel.info.arguments[object->getArgNo()].kind == format::host::ArgumentKind::Local)
    return false;
  return all_of(std::initializer_list<unsigned>{0, 1}, [&](unsigned dimension) {
    return any_of(std::initializer_list<unsigned>{kGlobalId, kGroupId}, [&](unsigned id) {
      return dependsOn(pointer, *pack.getArg(kernel.ownArguments + id + dimension));
    });
  });
}

} // namespace

void prefetchTiles(Function &pack, const Kernel &kernel) {
  DominatorTree dominators(pack);
  const LoopInfo loops(dominators);
  const DataLayout &layout = pack.getDataLayout();
  SmallPtrSet<const Value *, 8> known;
  std::vector<std::pair<IntrinsicInst *, Value *>> accesses;
  for (Instruction &instruction : instructions(pack)) {
    auto *access = dyn_cast<IntrinsicInst>(&instruction);
    const bool isLoad = access && access->getIntrinsicID() == Intrinsic::masked_load;
    const bool isStore = access && access->getIntrinsicID() == Intrinsic::masked_store;
    // Loops walk along other rows.
    if ((!isLoad && !isStore) || loops.getLoopFor(access->getParent()))
      continue;
    Value *pointer = access->getArgOperand(isLoad ? 0 : 1);
    APInt offset(64, 0);
    const Value *base =
        pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    if (isInRow(*pointer, pack, kernel) && known.insert(base).second)
      accesses.emplace_back(access, pointer);
  }
  if (accesses.size() > kMostPrefetches)
    return;
  for (const auto &[access, pointer] : accesses) {
    IRBuilder<> builder(access);
    const bool isStore = access->getIntrinsicID() == Intrinsic::masked_store;
    constexpr unsigned kKeep = 3;
    constexpr unsigned kData = 1;
    builder.CreateIntrinsic(Intrinsic::prefetch, {pointer->getType()},
                            {builder.CreatePtrAdd(pointer, builder.getInt64(kDistance)),
                             builder.getInt32(isStore), builder.getInt32(kKeep),
                             builder.getInt32(kData)});
  }
}

} // namespace ursa::compiler::host
