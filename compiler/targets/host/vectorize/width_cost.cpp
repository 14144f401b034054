#include "compiler/targets/host/vectorize/width_cost.h"

#include "compiler/targets/host/passes/local_atomics.h"
#include "compiler/targets/host/vectorize/column_accesses.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <fmt/format.h>

#include <array>
#include <map>

using namespace llvm;

namespace ursa::compiler::host {
namespace {

// Cycles, as measured on processors with AVX-512 (Zen 4) for data in the nearest caches.
constexpr double kScalarOperation = 0.3; ///< of a unit of LLVM's costs
constexpr double kVectorOperation = 0.7; ///< the same for an operation on vectors
constexpr double kScalarLoad = 0.5;
constexpr double kScalarStore = 1.0;
constexpr double kGatheredLane = 3.0;
constexpr double kScatteredLane = 3.5;
constexpr double kSpacedLoad = 2.4;  ///< of a register, where lanes have other elements between
constexpr double kSpacedStore = 4.8; ///< them
constexpr double kGroupedLoad = 0.3; ///< of an element, where LLVM loads whole groups and shuffles
constexpr double kGroupedStore = 0.5;
constexpr double kAtomic = 8.0;
constexpr double kUpdate = 4.0; ///< of local memory, which needs no lock
/// If code has more of them in a row, processors of AMD predict wrong ones to have the same
/// address.
constexpr unsigned kMostUpdates = 8;
constexpr double kMispredictedUpdate = 25.0;
constexpr double kCall = 30.0;
constexpr double kLaneLoop = 6.0; ///< of a lane: its operands and results go through memory
constexpr double kMispredicted = 16.0;
constexpr double kSkippedBlock = 2.0; ///< asking whether any lane takes a branch
constexpr double kLoopStart = 20.0;   ///< of a vectorized loop: its checks, rest and reduction
/// More lanes that walk memory of their own are more lines than a set of the nearest cache has,
/// when the distance is a power of two.
constexpr unsigned kMostStreams = 8;
constexpr double kConflict = 0.17; ///< of a lane, for each further stream
constexpr double kUsualTrips = 64.0;
/// The most elements of a structure that LLVM accesses as a group.
constexpr int64_t kMostGrouped = 8;
/// Another width has to be faster by so much, because these are estimates.
constexpr double kClearly = 0.8;
/// Widths with estimates up to so many times that of the chosen one may be faster: half and twice
/// the width, scalar code, and in its place the best pack.
constexpr double kUncertain = 1.5;
/// The same for the usual width, where another one was chosen: it depends on sizes and caches
/// whether lanes that walk memory of their own are slow.
constexpr double kUncertainUsual = 2.2;
constexpr double kUncertainOthers = 1.1;

constexpr auto kThroughput = TargetTransformInfo::TCK_RecipThroughput;

bool isAccess(const Instruction &instruction) {
  return (isa<LoadInst>(instruction) && cast<LoadInst>(instruction).isSimple()) ||
         (isa<StoreInst>(instruction) && cast<StoreInst>(instruction).isSimple());
}

double unitsOf(const InstructionCost &cost) {
  constexpr double kMost = 1000;
  return cost.isValid() ? std::min(kMost, static_cast<double>(cost.getValue())) : kMost;
}

unsigned elementsOfType(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

Type *widened(Type *type, unsigned width) {
  return type->isVoidTy() || type->isStructTy() ||
                 !VectorType::isValidElementType(type->getScalarType())
             ? type
             : FixedVectorType::get(type->getScalarType(), elementsOfType(type) * width);
}

/// The cycles after which a result is there.
double latencyOf(const Instruction &instruction) {
  Type *scalar = instruction.getType()->getScalarType();
  switch (instruction.getOpcode()) {
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    return 0;
  case Instruction::Load:
    return 5;
  case Instruction::Mul:
    return 3;
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPTrunc:
  case Instruction::FPExt:
    return 4;
  case Instruction::FDiv:
    return 12;
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    return 14;
  case Instruction::Call:
    return scalar->isFloatingPointTy() ? 5 : 1;
  default:
    return 1;
  }
}

} // namespace

WidthCost::WidthCost(Function &function, const LaneAnalyses &analyses, ScalarEvolution &evolution,
                     unsigned usual)
    : function_(function), analyses_(analyses), evolution_(evolution),
      layout_(function.getDataLayout()),
      registerBits_(static_cast<unsigned>(
          analyses.target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
              .getKnownMinValue())),
      usual_(usual) {
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    blocks_.push_back(block);
}

double WidthCost::registers(Type *type, unsigned width) const {
  const uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue() * width;
  return static_cast<double>(divideCeil(bits, registerBits_));
}

double WidthCost::trips(const Loop &loop) const {
  if (const unsigned exact = evolution_.getSmallConstantTripCount(&loop))
    return exact;
  const unsigned most = evolution_.getSmallConstantMaxTripCount(&loop);
  return most == 0 ? kUsualTrips : std::min<double>(most, kUsualTrips);
}

// A pack stays in a loop until the last lane leaves it.
double WidthCost::timesOf(const Loop *loop, bool isPack) const {
  constexpr double kLastLane = 1.25;
  double times = 1;
  for (; loop; loop = loop->getParentLoop())
    times *= trips(*loop) * (isPack && analyses_.shape.isDivergentLoop(loop) ? kLastLane : 1);
  return times;
}

// The longest chain from a value in one round of a loop to the same in the next.
double WidthCost::latency(const Loop &loop, bool isPack) const {
  const BasicBlock *latch = loop.getLoopLatch();
  double most = 0;
  for (const PHINode &phi : loop.getHeader()->phis())
    if (latch)
      most = std::max(most, latencyFrom(phi, *phi.getIncomingValueForBlock(latch), loop, isPack));
  return most;
}

double WidthCost::latencyFrom(const PHINode &phi, const Value &next, const Loop &loop,
                              bool isPack) const {
  constexpr double kGather = 20;
  DenseMap<const Value *, double> ready = {{&phi, 0}};
  for (const BasicBlock *block : blocks_) {
    if (!loop.contains(block))
      continue;
    for (const Instruction &instruction : *block) {
      double start = -1;
      for (const Value *operand : instruction.operands())
        if (const auto found = ready.find(operand); found != ready.end())
          start = std::max(start, found->second);
      if (start < 0 || &instruction == &phi)
        continue;
      const bool isGather =
          isPack && isa<LoadInst>(instruction) && analyses_.uniformity.isDivergent(&instruction);
      ready[&instruction] = start + (isGather ? kGather : latencyOf(instruction));
    }
  }
  return ready.lookup(&next);
}

double WidthCost::scalar(Instruction &instruction) const {
  if (isa<PHINode, GetElementPtrInst, BranchInst>(instruction))
    return isa<PHINode>(instruction) ? 0 : kScalarOperation;
  if (isAccess(instruction))
    return registers(getLoadStoreType(&instruction), 1) *
           (isa<LoadInst>(instruction) ? kScalarLoad : kScalarStore);
  if (instruction.isAtomic())
    return hasLocalMark(instruction) ? kUpdate : kAtomic;
  if (isa<CallInst>(instruction) && !isa<IntrinsicInst>(instruction))
    return kCall;
  return unitsOf(analyses_.target.getInstructionCost(&instruction, kThroughput)) * kScalarOperation;
}

// LLVM's costs of vectors that are several registers are too high: those of one are multiplied.
double WidthCost::vector(Instruction &instruction, unsigned width) const {
  uint64_t bits = 8;
  const auto count = [&](Type *type) {
    if (type->isSized() && !type->isStructTy())
      bits = std::max(bits, layout_.getTypeSizeInBits(type).getFixedValue());
  };
  count(instruction.getType());
  for (const Value *operand : instruction.operands())
    count(operand->getType());
  const auto lanes =
      static_cast<unsigned>(std::clamp<uint64_t>(bit_floor(registerBits_ / bits), 1, width));
  return ofRegister(instruction, lanes) * width / lanes;
}

double WidthCost::ofRegister(Instruction &instruction, unsigned width) const {
  const TargetTransformInfo &target = analyses_.target;
  Type *type = widened(instruction.getType(), width);
  const auto operand = [&](unsigned i) {
    return widened(instruction.getOperand(i)->getType(), width);
  };
  InstructionCost units;
  if (isa<PHINode, FreezeInst, BranchInst>(instruction))
    return 0;
  if (isa<BinaryOperator, UnaryOperator>(instruction))
    units = target.getArithmeticInstrCost(instruction.getOpcode(), type, kThroughput);
  else if (const auto *cast = dyn_cast<CastInst>(&instruction))
    units = target.getCastInstrCost(cast->getOpcode(), type, operand(0),
                                    TargetTransformInfo::CastContextHint::None, kThroughput);
  else if (const auto *compare = dyn_cast<CmpInst>(&instruction))
    units = target.getCmpSelInstrCost(compare->getOpcode(), operand(0), type,
                                      compare->getPredicate(), kThroughput);
  else if (isa<SelectInst>(instruction))
    units = target.getCmpSelInstrCost(Instruction::Select, type,
                                      widened(Type::getInt1Ty(type->getContext()), width),
                                      CmpInst::BAD_ICMP_PREDICATE, kThroughput);
  else if (const auto *call = dyn_cast<IntrinsicInst>(&instruction)) {
    if (call->isAssumeLikeIntrinsic())
      return 0;
    if (!isTriviallyVectorizable(call->getIntrinsicID()))
      return width * (kLaneLoop + kCall);
    SmallVector<Type *, 4> types;
    for (const Use &argument : call->args())
      types.push_back(widened(argument->getType(), width));
    units = target.getIntrinsicInstrCost(
        IntrinsicCostAttributes(call->getIntrinsicID(), type, types), kThroughput);
  } else {
    return registers(instruction.getType()->isVoidTy() ? Type::getInt32Ty(type->getContext())
                                                       : instruction.getType(),
                     width) *
           kVectorOperation;
  }
  return unitsOf(units) * kVectorOperation;
}

std::optional<int64_t> WidthCost::stepInLoop(Instruction &access, const Loop &loop) const {
  Value *pointer = getLoadStorePointerOperand(&access);
  if (loop.isLoopInvariant(pointer))
    return 0;
  const SCEV *address = evolution_.getSCEV(pointer);
  if (evolution_.isLoopInvariant(address, &loop))
    return 0;
  const auto *series = dyn_cast<SCEVAddRecExpr>(address);
  if (!series || series->getLoop() != &loop)
    return std::nullopt;
  const auto *step = dyn_cast<SCEVConstant>(series->getStepRecurrence(evolution_));
  if (!step || step->getAPInt().getSignificantBits() > 63)
    return std::nullopt;
  return step->getAPInt().getSExtValue();
}

// Each lane reads a cache line for a number of rounds, and all lanes other ones.
bool WidthCost::walksOwnMemory(Instruction &access) const {
  constexpr int64_t kLine = 64;
  const Loop *loop = analyses_.loops.getLoopFor(access.getParent());
  const auto step = loop ? stepInLoop(access, *loop) : std::nullopt;
  return step && *step != 0 && std::abs(*step) < kLine;
}

double WidthCost::gathers(Instruction &access, unsigned width) const {
  Type *type = getLoadStoreType(&access);
  const uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue();
  const bool isWhole = bits == 32 || bits == 64;
  const unsigned parts = isWhole ? 1 : elementsOfType(type);
  double lane = isa<LoadInst>(access) ? kGatheredLane : kScatteredLane;
  if (width > kMostStreams && (walksOwnMemory(access) || isColumnAccess(access, analyses_)))
    lane += kConflict * (width - kMostStreams);
  return lane * parts * width;
}

double WidthCost::laneAccess(Instruction &access, unsigned width) const {
  const Value *pointer = getLoadStorePointerOperand(&access);
  const bool isLoad = isa<LoadInst>(access);
  if (!analyses_.uniformity.isDivergent(pointer))
    return scalar(access);
  auto stride = analyses_.strides.of(pointer);
  if (!stride)
    stride = analyses_.strides.conditionalOf(pointer);
  if (!stride)
    return gathers(access, width);
  if (stride->step == 0)
    return scalar(access);
  Type *type = getLoadStoreType(&access);
  const auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  if (stride->step == bytes)
    return registers(type, width) * kVectorOperation;
  if (stride->step == -bytes)
    return registers(type, width) * 2 * kVectorOperation;
  if (stride->step < bytes || stride->step % bytes != 0 || stride->step / bytes > kMaxElementStep)
    return gathers(access, width);
  return registers(type, width * static_cast<unsigned>(stride->step / bytes)) *
         (isLoad ? kSpacedLoad : kSpacedStore);
}

double WidthCost::instruction(Instruction &instruction, unsigned width) const {
  const bool isPerLane = runsPerLane(instruction);
  const auto isDivergent = [&](const Value *value) {
    return analyses_.uniformity.isDivergent(value);
  };
  if (isAccess(instruction) && !isPerLane)
    return laneAccess(instruction, width);
  if (isPerLane && hasLocalMark(instruction))
    return width * (width > kMostUpdates ? kMispredictedUpdate : kUpdate);
  if (isPerLane)
    return width * (scalar(instruction) + kLaneLoop);
  if (instruction.isTerminator())
    return analyses_.shape.isDivergentBranch(instruction.getParent()) ? kSkippedBlock
                                                                      : scalar(instruction);
  const bool isUniform = !isDivergent(&instruction) && none_of(instruction.operands(), isDivergent);
  if (isUniform || analyses_.strides.of(&instruction) ||
      analyses_.strides.conditionalOf(&instruction))
    return scalar(instruction);
  return vector(instruction, width);
}

bool WidthCost::walksByRows() const {
  const auto hasBarrier = [](const Loop &loop) {
    return any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &each) {
        const auto *call = dyn_cast<CallInst>(&each);
        return call && call->getCalledFunction() && isBarrier(*call->getCalledFunction());
      });
    });
  };
  return any_of(instructions(function_), [&](Instruction &each) {
    const Loop *loop = isa<LoadInst>(each) ? analyses_.loops.getLoopFor(each.getParent()) : nullptr;
    if (!loop || !loop->isInnermost() || !isAccess(each) || hasBarrier(*loop))
      return false;
    Value *pointer = getLoadStorePointerOperand(&each);
    auto stride = analyses_.strides.of(pointer);
    if (!stride)
      stride = analyses_.strides.conditionalOf(pointer);
    if (!stride || stride->step != static_cast<int64_t>(layout_.getTypeStoreSize(each.getType())))
      return false;
    const auto step = stepInLoop(each, *loop);
    return !step || std::abs(*step) >= kFarStep;
  });
}

// An access whose lanes are rounds of a loop.
double WidthCost::loopAccess(Instruction &access, const Loop &loop, unsigned factor) const {
  const auto step = stepInLoop(access, loop);
  if (!step)
    return gathers(access, factor);
  if (*step == 0)
    return scalar(access) / factor;
  Type *type = getLoadStoreType(&access);
  const auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  if (*step == bytes)
    return registers(type, factor) * kVectorOperation;
  if (*step % bytes == 0 && std::abs(*step / bytes) <= kMostGrouped)
    return factor * (isa<LoadInst>(access) ? kGroupedLoad : kGroupedStore);
  return gathers(access, factor);
}

// An access of a kernel whose work-items LLVM vectorizes: it finds the groups of a structure.
double WidthCost::itemAccess(Instruction &access, unsigned width) const {
  const auto stride = analyses_.strides.of(getLoadStorePointerOperand(&access));
  const auto bytes =
      static_cast<int64_t>(layout_.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue());
  if (stride && stride->step > bytes && stride->step % bytes == 0 &&
      stride->step / bytes <= kMostGrouped)
    return width * (isa<LoadInst>(access) ? kGroupedLoad : kGroupedStore);
  return laneAccess(access, width);
}

unsigned WidthCost::loopFactor(const Loop &loop) const {
  const BasicBlock *block = loop.getHeader();
  if (!loop.isInnermost() || loop.getNumBlocks() != 1 ||
      isa<SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(&loop)))
    return 1;
  auto &own = const_cast<Loop &>(loop);
  for (const PHINode &phi : block->phis()) {
    auto &value = const_cast<PHINode &>(phi);
    InductionDescriptor induction;
    RecurrenceDescriptor reduction;
    if (InductionDescriptor::isInductionPHI(&value, &own, &evolution_, induction))
      continue;
    // Sums of floats keep their order.
    if (!RecurrenceDescriptor::isReductionPHI(&value, &own, reduction) ||
        reduction.getExactFPMathInst())
      return 1;
  }
  unsigned bits = 8;
  for (const Instruction &instruction : *block) {
    if (isa<PHINode>(instruction) || instruction.isTerminator())
      continue;
    const auto *call = dyn_cast<CallInst>(&instruction);
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if ((call && (!intrinsic || (!isTriviallyVectorizable(intrinsic->getIntrinsicID()) &&
                                 !intrinsic->isAssumeLikeIntrinsic()))) ||
        instruction.isAtomic() || instruction.isVolatile() || instruction.getType()->isVectorTy() ||
        instruction.getType()->isStructTy())
      return 1;
    Type *type = isAccess(instruction) ? getLoadStoreType(&instruction) : instruction.getType();
    if (!type->isVoidTy() && !type->isPointerTy() && !isa<GetElementPtrInst>(instruction) &&
        (isAccess(instruction) || !type->isIntegerTy(64)))
      bits = std::max(bits, static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue()));
  }
  const unsigned factor = registerBits_ / bits;
  return trips(loop) < 2.0 * factor ? 1 : factor;
}

bool WidthCost::isStraight() const {
  if (!analyses_.loops.empty())
    return false;
  for (BasicBlock &block : function_) {
    if (analyses_.shape.maskOf(&block).kind != LaneMask::Kind::Entry)
      return false;
    for (Instruction &instruction : block)
      if (runsPerLane(instruction) || isa<AllocaInst>(instruction) ||
          instruction.getType()->isVectorTy())
        return false;
  }
  return true;
}

double WidthCost::ofScalar() const {
  if (isStraight()) {
    double sum = 0;
    for (Instruction &each : instructions(function_))
      sum += isAccess(each) ? itemAccess(each, usual_) : instruction(each, usual_);
    return sum / usual_;
  }
  std::map<const Loop *, double> rounds;
  std::map<const Loop *, unsigned> factors;
  double sum = 0;
  for (BasicBlock &block : function_) {
    const Loop *loop = analyses_.loops.getLoopFor(&block);
    const unsigned factor = loop ? factors.try_emplace(loop, loopFactor(*loop)).first->second : 1U;
    double cost = 0;
    for (Instruction &each : block) {
      if (factor == 1 || each.isTerminator() || isa<GetElementPtrInst>(each))
        cost += scalar(each) / factor;
      else if (isAccess(each))
        cost += loopAccess(each, *loop, factor) / factor;
      else
        cost +=
            (loop->hasLoopInvariantOperands(&each) ? scalar(each) : vector(each, factor)) / factor;
    }
    const bool isLatch = loop && loop->isLoopLatch(&block);
    if (analyses_.shape.isDivergentBranch(&block))
      cost += loop ? kMispredicted / (isLatch ? trips(*loop) : 2) : 0;
    // In loops, branches are taken half of the time; before them, they tell whether ids are inside.
    if (loop && analyses_.shape.maskOf(&block).kind == LaneMask::Kind::Branch)
      cost /= 2;
    if (loop)
      rounds[loop] += cost;
    else
      sum += cost;
  }
  for (const auto &[loop, cost] : rounds) {
    const unsigned factor = factors.at(loop);
    const double waits = factor == 1 && loop->isInnermost() ? latency(*loop, false) : 0;
    sum += timesOf(loop, false) * std::max(cost, waits);
    if (factor > 1)
      sum += kLoopStart * timesOf(loop->getParentLoop(), false);
  }
  return sum;
}

double WidthCost::of(unsigned width) const {
  if (width == 1)
    return ofScalar();
  std::map<const Loop *, double> rounds;
  double sum = 0;
  for (BasicBlock &block : function_) {
    double cost = 0;
    for (Instruction &each : block)
      cost += instruction(each, width);
    if (const Loop *loop = analyses_.loops.getLoopFor(&block))
      rounds[loop] += cost;
    else
      sum += cost;
  }
  for (const auto &[loop, cost] : rounds)
    sum +=
        timesOf(loop, true) * (loop->isInnermost() ? std::max(cost, latency(*loop, true)) : cost);
  return sum / width;
}

namespace {

// Returns the widths that may be faster than the best one: the usual one, then those that cost
// least.
std::vector<unsigned> rivalsOf(unsigned best, unsigned usual,
                               const std::map<unsigned, double> &costs) {
  unsigned bestPack = usual;
  for (const auto &[width, cost] : costs)
    if (width > 1 && cost < costs.at(bestPack))
      bestPack = width;
  const auto uncertain = [&](unsigned width) {
    if (width == usual)
      return kUncertainUsual;
    const bool isNear =
        width == 1 || best == 2 * width || width == 2 * best || (best == 1 && width == bestPack);
    return isNear ? kUncertain : kUncertainOthers;
  };
  const auto of = [&](unsigned width) { return costs.at(width); };
  std::vector<unsigned> rivals;
  for (const auto &[width, cost] : costs) {
    // For code without branches the estimate of both is the same where LLVM sees no structures;
    // packs are as fast or faster then.
    constexpr double kRounding = 1e-6;
    const bool isSamePack = width == 1 && std::abs(cost - of(usual)) < kRounding * cost;
    if (width != best && !isSamePack && cost <= of(best) * uncertain(width))
      rivals.push_back(width);
  }
  sort(rivals, [&](unsigned a, unsigned b) {
    return std::pair(a != usual, of(a)) < std::pair(b != usual, of(b));
  });
  return rivals;
}

} // namespace

WidthChoice chooseWidth(const WidthCost &cost, const WidthBounds &bounds) {
  const unsigned usual = cost.usual();
  const double usualCost = cost.of(usual);
  std::map<unsigned, double> costs;
  for (const unsigned width : {64U, 32U, 16U, 8U, 4U, 1U})
    if (width >= bounds.least && width <= bounds.most)
      costs[width] = cost.of(width);
  unsigned best = usual;
  double least = usualCost * kClearly;
  for (const auto &[width, each] : reverse(costs))
    if (width < usual && each < least) {
      best = width;
      least = each;
    }
  WidthChoice choice{best, "", rivalsOf(best, usual, costs)};
  if (best != usual)
    choice.reason =
        fmt::format("an estimated {:.0f} cycles for each work-item, and {:.0f} in packs of {}",
                    least, usualCost, usual);
  return choice;
}

} // namespace ursa::compiler::host
