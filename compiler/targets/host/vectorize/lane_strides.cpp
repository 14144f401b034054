#include "compiler/targets/host/vectorize/lane_strides.h"

#include "compiler/targets/host/vectorize/lane_functions.h"
#include "compiler/targets/host/vectorize/lane_uniformity.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;

namespace ursa::compiler::host {
namespace {

constexpr LaneStride kUniform = {.step = 0, .isSigned = true, .isUnsigned = true};

// Larger steps are never useful, and the limit keeps sums of steps within 64 bits.
constexpr int64_t kMaxStep = int64_t{1} << 40;

// Adds the condition of an operand. Returns false if there would be two.
bool combine(const CastInst *&unlessOverflow, const LaneStride &operand) {
  if (!unlessOverflow)
    unlessOverflow = operand.unlessOverflow;
  return !operand.unlessOverflow || operand.unlessOverflow == unlessOverflow;
}

} // namespace

LaneStrides::LaneStrides(Function &function, UniformityInfo &uniformity, const ControlShape &shape,
                         bool followsValues)
    : uniformity_(uniformity), shape_(shape), layout_(function.getDataLayout()) {
  for (const Argument &argument : function.args())
    if (function.getAttributes().hasParamAttr(argument.getArgNo(), kLaneIdAttribute))
      states_[&argument] = LaneStride{.step = 1, .isSigned = true, .isUnsigned = true};
  std::vector<Instruction *> order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &instruction : *block)
      if (isLaneNumber(instruction))
        states_[&instruction] = LaneStride{.step = 1, .isSigned = true, .isUnsigned = true};
      else if (uniformity.isDivergent(&instruction) &&
               (followsValues || isa<AllocaInst>(instruction)))
        order.push_back(&instruction);
  // Starts with the assumption that the operands of phis that are not yet known agree. Each state
  // changes at most four times: to a stride, to one with fewer facts, to a conditional one, to
  // none.
  for (bool changes = true; changes;) {
    changes = false;
    for (Instruction *instruction : order)
      changes |= visit(*instruction);
  }
}

std::optional<LaneStride> LaneStrides::of(const Value *value) const {
  const auto found = states_.find(value);
  return found == states_.end() || (found->second && found->second->unlessOverflow) ? std::nullopt
                                                                                    : found->second;
}

std::optional<LaneStride> LaneStrides::conditionalOf(const Value *value) const {
  const auto found = states_.find(value);
  return found != states_.end() && found->second && found->second->unlessOverflow ? found->second
                                                                                  : std::nullopt;
}

const LaneStrides::State *LaneStrides::stateOf(const Value *value) const {
  static const State uniform = kUniform;
  if (!uniformity_.isDivergent(value))
    return &uniform;
  const auto found = states_.find(value);
  return found == states_.end() ? nullptr : &found->second;
}

bool LaneStrides::visit(Instruction &instruction) {
  State state;
  if (!compute(instruction, state))
    return false;
  if (state && (state->step > kMaxStep || state->step < -kMaxStep))
    state.reset();
  const auto [entry, isNew] = states_.try_emplace(&instruction, state);
  if (isNew)
    return true;
  if (entry->second == state || !entry->second)
    return false;
  // Facts only get fewer, so that the iteration ends.
  if (state && state->step == entry->second->step &&
      state->unlessOverflow == entry->second->unlessOverflow) {
    const LaneStride weaker = {.step = state->step,
                               .isSigned = state->isSigned && entry->second->isSigned,
                               .isUnsigned = state->isUnsigned && entry->second->isUnsigned,
                               .unlessOverflow = state->unlessOverflow};
    if (weaker == *entry->second)
      return false;
    entry->second = weaker;
  } else if (state && state->step == entry->second->step && !entry->second->unlessOverflow) {
    entry->second = state; // an operand may overflow after all
  } else {
    entry->second.reset();
  }
  return true;
}

bool LaneStrides::compute(Instruction &instruction, State &state) const {
  Type *type = instruction.getType();
  if (!type->isPointerTy() &&
      !(type->isIntegerTy() && type->getIntegerBitWidth() <= 64 && type->getIntegerBitWidth() > 1))
    return true;
  if (isa<PHINode>(instruction))
    return computePhi(instruction, state);
  if (isa<GetElementPtrInst>(instruction))
    return computeAddress(instruction, state);
  if (const auto *variable = dyn_cast<AllocaInst>(&instruction)) {
    if (const auto size = variable->getAllocationSize(layout_); size && !size->isScalable())
      state = LaneStride{.step = static_cast<int64_t>(size->getFixedValue())};
    return true;
  }
  const auto *select = dyn_cast<SelectInst>(&instruction);
  if (select) {
    if (uniformity_.isDivergent(select->getCondition()))
      return true;
    const State *a = stateOf(select->getTrueValue());
    const State *b = stateOf(select->getFalseValue());
    if (!a || !b)
      return false;
    if (*a && *b && (*a)->step == (*b)->step && !(*a)->unlessOverflow && !(*b)->unlessOverflow)
      state = LaneStride{.step = (*a)->step,
                         .isSigned = (*a)->isSigned && (*b)->isSigned,
                         .isUnsigned = (*a)->isUnsigned && (*b)->isUnsigned};
    return true;
  }
  if (isa<BinaryOperator>(instruction)) {
    const State *a = stateOf(instruction.getOperand(0));
    const State *b = stateOf(instruction.getOperand(1));
    if (!a || !b)
      return false;
    if (*a && *b)
      state = binary(instruction, **a, **b);
    return true;
  }
  switch (instruction.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze: {
    const State *from = stateOf(instruction.getOperand(0));
    if (!from)
      return false;
    if (*from)
      state = extension(instruction, **from);
    return true;
  }
  default:
    return true;
  }
}

bool LaneStrides::computePhi(Instruction &instruction, State &state) const {
  const auto &phi = cast<PHINode>(instruction);
  if (shape_.joinsLanes(phi.getParent()))
    return true;
  bool isKnown = false;
  for (const Value *value : phi.incoming_values()) {
    if (isa<UndefValue>(value))
      continue;
    const State *incoming = stateOf(value);
    if (!incoming)
      continue;
    if (!*incoming || (*incoming)->unlessOverflow ||
        (isKnown && (*incoming)->step != state->step)) {
      state.reset();
      return true;
    }
    if (isKnown) {
      state->isSigned &= (*incoming)->isSigned;
      state->isUnsigned &= (*incoming)->isUnsigned;
    } else {
      state = *incoming;
    }
    isKnown = true;
  }
  return isKnown;
}

bool LaneStrides::computeAddress(Instruction &instruction, State &state) const {
  const auto &address = cast<GetElementPtrInst>(instruction);
  const State *base = stateOf(address.getPointerOperand());
  if (!base)
    return false;
  if (!*base)
    return true;
  int64_t step = (*base)->step;
  const CastInst *unlessOverflow = (*base)->unlessOverflow;
  for (auto index = gep_type_begin(address); index != gep_type_end(address); ++index) {
    const Value *operand = index.getOperand();
    const State *of = stateOf(operand);
    if (!of)
      return false;
    if (!*of)
      return true;
    if ((*of)->step == 0)
      continue;
    if (!combine(unlessOverflow, **of))
      return true;
    // The index is extended to 64 bits first.
    if (index.isStruct() || (!operand->getType()->isIntegerTy(64) && !(*of)->isSigned))
      return true;
    const TypeSize size = index.getSequentialElementStride(layout_);
    if (size.isScalable() || size.getFixedValue() > uint64_t{kMaxStep})
      return true;
    const auto total =
        checkedMulAdd<int64_t>((*of)->step, static_cast<int64_t>(size.getFixedValue()), step);
    if (!total)
      return true;
    step = *total;
  }
  state = LaneStride{.step = step, .unlessOverflow = unlessOverflow};
  return true;
}

LaneStrides::State LaneStrides::binary(const Instruction &instruction, const LaneStride &a,
                                       const LaneStride &b) const {
  const CastInst *unlessOverflow = a.unlessOverflow;
  if (!combine(unlessOverflow, b))
    return std::nullopt;
  State state = unconditional(instruction, a, b);
  if (state)
    state->unlessOverflow = unlessOverflow;
  return state;
}

LaneStrides::State LaneStrides::unconditional(const Instruction &instruction, const LaneStride &a,
                                              const LaneStride &b) const {
  const auto *overflowing = dyn_cast<OverflowingBinaryOperator>(&instruction);
  LaneStride result = {.isSigned = overflowing && overflowing->hasNoSignedWrap() && a.isSigned &&
                                   b.isSigned,
                       .isUnsigned = overflowing && overflowing->hasNoUnsignedWrap() &&
                                     a.isUnsigned && b.isUnsigned};
  const auto *constant = dyn_cast<ConstantInt>(instruction.getOperand(1));
  switch (instruction.getOpcode()) {
  case Instruction::Add:
    result.step = a.step + b.step;
    return result;
  case Instruction::Sub:
    result.step = a.step - b.step;
    return result;
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return std::nullopt;
    result = {.step = a.step + b.step,
              .isSigned = a.isSigned && b.isSigned,
              .isUnsigned = a.isUnsigned && b.isUnsigned};
    return result;
  case Instruction::Mul: {
    if (!constant)
      return std::nullopt;
    const int64_t factor = constant->getSExtValue();
    result.isUnsigned &= factor >= 0;
    const auto step = checkedMul<int64_t>(a.step, factor);
    if (!step)
      return std::nullopt;
    result.step = *step;
    return result;
  }
  case Instruction::Shl: {
    if (!constant || constant->getValue().uge(32) ||
        constant->getValue().uge(instruction.getType()->getIntegerBitWidth() - 1))
      return std::nullopt;
    const auto step = checkedMul<int64_t>(a.step, int64_t{1} << constant->getZExtValue());
    if (!step)
      return std::nullopt;
    result.step = *step;
    return result;
  }
  default:
    return std::nullopt;
  }
}

LaneStrides::State LaneStrides::extension(const Instruction &instruction,
                                          const LaneStride &from) const {
  switch (instruction.getOpcode()) {
  case Instruction::Freeze:
    // A frozen lane may have any value: what the flags prove no longer holds.
    return LaneStride{.step = from.step, .unlessOverflow = from.unlessOverflow};
  case Instruction::Trunc: {
    // The wide value of a 64-bit operand is the operand itself.
    const auto &trunc = cast<TruncInst>(instruction);
    const bool isWide = trunc.getSrcTy()->isIntegerTy(64);
    return LaneStride{.step = from.step,
                      .isSigned = (isWide || from.isSigned) && trunc.hasNoSignedWrap(),
                      .isUnsigned = (isWide || from.isUnsigned) && trunc.hasNoUnsignedWrap(),
                      .unlessOverflow = from.unlessOverflow};
  }
  case Instruction::SExt:
    if (!from.isSigned)
      return conditional(instruction, from);
    return LaneStride{.step = from.step, .isSigned = true, .unlessOverflow = from.unlessOverflow};
  default: // a zero extension, of a value that is not negative if it has the flag
    if (from.isUnsigned || (from.isSigned && cast<ZExtInst>(instruction).hasNonNeg()))
      return LaneStride{.step = from.step,
                        .isSigned = true,
                        .isUnsigned = true,
                        .unlessOverflow = from.unlessOverflow};
    return conditional(instruction, from);
  }
}

// An extension to the width of an address whose operand may overflow from lane to lane.
LaneStrides::State LaneStrides::conditional(const Instruction &extension, const LaneStride &from) {
  if (from.unlessOverflow || from.step == 0 || !extension.getType()->isIntegerTy(64))
    return std::nullopt;
  return LaneStride{.step = from.step,
                    .isSigned = true,
                    .isUnsigned = isa<ZExtInst>(extension),
                    .unlessOverflow = cast<CastInst>(&extension)};
}

} // namespace ursa::compiler::host
